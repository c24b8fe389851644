"""Games with 13 cards in which the losers of a hand owe its winner points.

How cards are laid (``indian_rummy.md`` §7): two sequences, one of them pure, then sets and
sequences with wild cards; without them every card counts, but a pure sequence saves its own cards
under the rule of the first life. Each game's own file has what its points are worth.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import melds as m
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER, SUITS, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import D, Entry, Game, L, O, S
from scorekeeper.engine.melds import Arrangement, MeldRules
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock, check_in_packs, held_by
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import Sentences, TableCard
from scorekeeper.engine.variant import Limits, Tapped
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import Finish, JokerTurned, LifeRule, Outcome, Tanala
from scorekeeper.variants._one_winner import OneWinner

AnyGame: TypeAlias = Game[Any, Any]
AnyEntry: TypeAlias = Entry[Any, Any]
Wild: TypeAlias = frozenset[str]


# How cards are laid --------------------------------------------------------------------------


def wild_of_rank(turned: str | None, *, aces: bool) -> Wild:
    """Returns what is wild besides printed jokers: the rank turned up; after a joker aces or
    none."""
    if turned is None or (turned == JOKER and not aces):
        return frozenset()
    wild = "A" if turned == JOKER else rank(turned)
    return frozenset(wild + suit for suit in SUITS)


@lru_cache(maxsize=256)
def meld_rules(options: Any, wild: Wild) -> MeldRules:
    three_packs = options.tanala is Tanala.AUTO and options.decks == 3
    saves = options.life_rule is LifeRule.FIRST_LIFE
    return MeldRules(
        wild=wild,
        tunnelas=three_packs or options.tanala is Tanala.ON,
        lives=m.Lives(pure=1, sequences=2, pure_saves=saves),
    )


def without_lives(melds: MeldRules) -> MeldRules:
    """Returns the rules by which only cards outside any meld count."""
    return replace(melds, lives=m.Lives())


@lru_cache(maxsize=2048)
def least_left(cards: tuple[str, ...], melds: MeldRules) -> Arrangement:
    """Returns the layout with the least left over."""
    return m.least(cards, melds)


# The family ----------------------------------------------------------------------------------


class ThirteenCards(OneWinner[O, D, L, S]):
    """A game whose lines are ``_indian.Line``, and whose options have the packs, what
    melds are, the costs of drops and wrong shows, and the most that a hand counts (``cap``)."""

    family = Family.INDIAN
    strict = True
    shows = range(13, 14)
    feats: Sequence[Feat] = indian.FEATS
    glossary: Sentences = (*indian.GLOSSARY, *indian.LIVES)

    def table_card(self, options: Any, persons: int) -> TableCard | None:
        return indian.thirteen(options.decks)

    def check_options(self, options: Any, seats: int) -> None:
        indian.check_decks(options, seats)

    def limits(self, game: AnyGame, name: str) -> Limits:
        return indian.limits(game, name)

    # How a hand ended -----------------------------------------------------------------------

    def is_played(self, deal: Any) -> bool:
        """Whether somebody won the hand."""
        return deal.outcome is Outcome.PLAYED

    def lines_of(self, game: AnyGame, entry: AnyEntry) -> dict[int, Any]:
        """Returns the lines of those in the hand."""
        return entry.playing_lines

    def inspect(self, game: AnyGame, entry: AnyEntry) -> None:
        lines = self.lines_of(game, entry)
        if self.is_played(entry.deal):
            indian.check_unfinished(lines)
        else:
            self.check_void(game, lines)

    def check(self, game: AnyGame, entry: AnyEntry) -> None:
        lines = self.lines_of(game, entry)
        if not self.is_played(entry.deal):
            self.check_void(game, lines)
            return
        indian.check_finishes(lines)
        indian.check_counts(lines)
        self.check_lines(game, lines)
        options, deal = game.options, entry.deal
        if any(line.cards is not None for line in lines.values()):
            self.check_turned(options, deal)
        pieces = (piece for p, line in lines.items() for piece in held_by(p, line.cards))
        check_in_packs(pieces, self.stock(options, deal))

    def check_void(self, game: AnyGame, lines: dict[int, Any]) -> None:
        """Raises EntryError for what is refused in a hand that nobody won."""
        indian.check_void(lines)

    def check_lines(self, game: AnyGame, lines: dict[int, Any]) -> None:
        """Raises EntryError for what this game alone refuses in a played hand."""

    def needs_turned(self, options: Any) -> bool:
        """Whether the card turned up says what is wild."""
        return True

    def check_turned(self, options: Any, deal: Any) -> None:
        """Raises EntryError while it is unknown what is wild."""
        if self.needs_turned(options) and deal.turned is None:
            raise EntryError(indian.WHICH_TURNED, field="turned")

    # What the losers owe --------------------------------------------------------------------

    def counted(self, options: Any, count: int) -> tuple[int, Phrase]:
        """Returns the points charged for a count, and the reason."""
        return indian.counted(count, options.cap)

    def cost(self, options: Any, deal: Any, line: Any) -> tuple[float, Phrase]:
        """Returns the points that a loser owes the winner, and the reason."""
        if line.finish is Finish.COUNTED:
            return self.counted(options, line.points or 0)
        return indian.dropped(options, line.finish)

    def is_full(self, options: Any, deal: Any, line: Any) -> bool:
        """Whether this count costs a full count."""
        return bool(self.counted(options, line.points or 0)[0] == options.cap)

    def winning_words(self, deal: Any) -> Phrase:
        """Returns the reason of the winner's points."""
        return reasons.WON

    def outcome(self, game: AnyGame, entry: AnyEntry) -> g.Outcome:
        options, deal = game.options, entry.deal
        if not self.is_played(deal):
            return self.undecided(game)
        lines = self.lines_of(game, entry)
        winner = indian.winner(lines)
        losers = {person: line for person, line in lines.items() if person != winner}
        owed = {person: self.cost(options, deal, line) for person, line in losers.items()}
        return self.settled(game, winner, owed, self.winning_words(deal))

    def facts(self, game: AnyGame, entry: AnyEntry, outcome: g.Outcome, person: int) -> Facts:
        options, deal, line = game.options, entry.deal, entry.lines[person]
        finish = line.finish if outcome.is_played else None
        cost = self.cost(options, deal, line)[0] if indian.has_lost(finish) else 0
        recorded = indian.finish_facts(finish, cost)
        if options.cap is not None:
            full = finish is Finish.COUNTED and self.is_full(options, deal, line)
            recorded[Fact.FULL] = int(full)
        return recorded

    # Tapped cards ---------------------------------------------------------------------------

    def stock(self, options: Any, deal: Any) -> Stock:
        """Returns packs of 53 cards, with one printed joker each."""
        aces = options.printed_joker_turned is JokerTurned.ACES_WILD
        return Stock(options.decks, options.decks, wild_of_rank(deal.turned, aces=aces))

    def melds(self, options: Any, deal: Any) -> MeldRules:
        return meld_rules(options, self.stock(options, deal).wild)

    def melds_of(self, options: Any, deal: Any, line: Any) -> MeldRules:
        """Returns the rules by which this line is counted."""
        return self.melds(options, deal)

    def tapped(self, game: AnyGame, entry: AnyEntry, person: int) -> Tapped | None:
        """Counts the tapped cards of a line that counts. Raises EntryError while it is unknown what
        is wild."""
        options, deal, line = game.options, entry.deal, entry.lines[person]
        if line.cards is None:
            return None
        self.check_turned(options, deal)
        if line.finish is not Finish.COUNTED:
            return None
        arrangement = least_left(line.cards, self.melds_of(options, deal, line))
        points = arrangement.points
        owes = self.cost(options, deal, replace(line, points=points))[0]
        return Tapped(arrangement, {"points": points}, owes)

    def judge(self, game: AnyGame, deal: Any, claim: Claim) -> Verdict:
        options: Any = game.options
        self.check_turned(options, deal)
        check_in_packs(held_by(None, claim.cards), self.stock(options, deal))
        melds = self.melds(options, deal)
        best = m.declare(claim.cards, melds)
        fault = m.check_show(claim.groups, melds) if claim.groups else None
        if best is not None and fault is None:
            sentence = _("Every card is in a meld, with a pure sequence and another one.")
            return Verdict(True, sentence, best, answers={"finish": Finish.WON.value})
        fault = fault or m.refusal(claim.cards, melds)
        assert fault is not None
        wrong: Any = self.line
        price = int(self.cost(options, deal, wrong(finish=Finish.WRONG_SHOW))[0])
        return Verdict(
            False,
            fault,
            best or least_left(claim.cards, melds),
            hint=_("Laid otherwise these cards can be shown.") if best is not None else NO_WORDS,
            price=ngettext("Wrong show: {count} point.", "Wrong show: {count} points.", price),
            answers={"finish": Finish.WRONG_SHOW.value},
        )
