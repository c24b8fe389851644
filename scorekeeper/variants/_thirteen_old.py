"""Tapped hands of 13 cards: layouts, counts, and whether a show is valid.

Shared by the games with 13 cards (``indian_rummy.md`` §7): two sequences, one of them pure, then
sets and sequences with wild cards; without them every card counts, but a pure sequence saves its
own cards under the rule of the first life. Each game's own file has what a count costs.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, Protocol, TypeAlias

from scorekeeper.engine.cards import JOKER, SUITS, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.melds import (
    Arrangement,
    Lives,
    MeldRules,
    check_show,
    declare,
    least,
    refusal,
)
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.questions.reckoning import left_over
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import CardQuestion, NamedValues
from scorekeeper.engine.words import NO_WORDS, Phrase, _, ngettext
from scorekeeper.variants._groups import Tapped
from scorekeeper.variants._indian import checks, finishes
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.checks import WHICH_TURNED
from scorekeeper.variants._indian.finishes import Counted, Finish
from scorekeeper.variants._indian.penalty_points import FullCount
from scorekeeper.variants._indian.questions import JokerTurned, LifeRule, Tanala

SHOWS: Final = range(13, 14)


class Melding(Protocol):
    """Options that decide which cards are melds."""

    @property
    def decks(self) -> int: ...

    @property
    def tanala(self) -> Tanala: ...

    @property
    def life_rule(self) -> LifeRule: ...

    def __hash__(self) -> int: ...


class Options(Melding, FullCount, Protocol):
    """Options of a game in which the rank turned up is wild and a count has a cap."""

    @property
    def printed_joker_turned(self) -> JokerTurned: ...


class Deal(Protocol):
    @property
    def turned(self) -> str | None: ...


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
def rules(options: Melding, wild: Wild) -> MeldRules:
    """Returns the rules of melds under these options."""
    three_packs = options.tanala is Tanala.AUTO and options.decks == 3
    saves = options.life_rule is LifeRule.FIRST_LIFE
    return MeldRules(
        wild=wild,
        tunnelas=three_packs or options.tanala is Tanala.ON,
        lives=Lives(pure=1, sequences=2, pure_saves=saves),
    )


@lru_cache(maxsize=2048)
def lay(cards: tuple[str, ...], melds: MeldRules) -> Arrangement:
    """Returns the layout with the least left over."""
    return least(cards, melds)


def without_lives(melds: MeldRules) -> MeldRules:
    """Returns the rules for players without a turn: only cards outside any meld count."""
    return replace(melds, lives=Lives())


def counted_cards(line: Counted, melds: MeldRules) -> Arrangement | None:
    """Returns the layout of the tapped cards of a seat that counts; None otherwise."""
    if line.finish is not Finish.COUNTED or line.cards is None:
        return None
    return lay(line.cards, melds)


def least_counts(cards: tuple[str, ...], melds: MeldRules) -> dict[str, int]:
    """Returns the least count of 13 cards, and the one without lives."""
    return {
        "penalty": lay(cards, melds).points,
        "deadwood": lay(cards, without_lives(melds)).points,
    }


def judge(claim: Claim, melds: MeldRules, decks: int, price: int) -> Verdict:
    """Judges a show of 13 cards; ``price``: points for a wrong one. Raises EntryError."""
    checks.check_shown(claim.cards, decks)
    best = declare(claim.cards, melds)
    fault = check_show(claim.groups, melds) if claim.groups else None
    if best is not None and fault is None:
        sentence = _("Every card is in a meld, with a pure sequence and another one.")
        return Verdict(True, sentence, best, answers={"finish": Finish.WON.value})
    fault = fault or refusal(claim.cards, melds)
    assert fault is not None
    return Verdict(
        False,
        fault,
        best or lay(claim.cards, melds),
        hint=_("Laid otherwise these cards can be shown.") if best is not None else NO_WORDS,
        price=ngettext("Wrong show: {count} point.", "Wrong show: {count} points.", price),
        answers={"finish": Finish.WRONG_SHOW.value},
    )


# Points, pool and deals ----------------------------------------------------------------------


def wild(options: Options, deal: Deal) -> Wild:
    return wild_of_rank(deal.turned, aces=options.printed_joker_turned is JokerTurned.ACES_WILD)


def melds_of(options: Options, deal: Deal) -> MeldRules:
    return rules(options, wild(options, deal))


def copies(options: Melding, deal: object, face: str) -> int:
    """Returns one copy per pack: packs have 53 cards, with one printed joker."""
    return options.decks


def owed(options: Options, line: Counted) -> tuple[int, Phrase]:
    """Returns the points owed by a loser, and the reason."""
    if line.finish is Finish.COUNTED:
        return costs.counted(line.points or 0, options.cap)
    return costs.dropped(options, line.finish)


def line_facts(options: Options, line: Counted) -> Facts:
    """Returns the facts of a line in a hand that is not void."""
    cost = owed(options, line)[0] if finishes.has_lost(line.finish) else 0
    full = line.finish is Finish.COUNTED and (line.points or 0) >= options.cap
    return {**finishes.finish_facts(line.finish, cost), Fact.FULL: int(full)}


def lay_line(game: Game[Any, Any], entry: Entry[Any, Any], person: int) -> Arrangement | None:
    """Lays the tapped cards of a line. Raises EntryError while no card is turned up."""
    line = entry.lines[person]
    if line.cards is None:
        return None
    checks.check_turned([line], entry.deal.turned)
    return counted_cards(line, melds_of(game.options, entry.deal))


reckon = left_over(lay_line)


def owes(game: Game[Any, Any], entry: Entry[Any, Any], person: int) -> float | None:
    """Returns the points charged for the tapped cards: their count within the cap."""
    arrangement = lay_line(game, entry, person)
    if arrangement is None:
        return None
    return owed(game.options, replace(entry.lines[person], points=arrangement.points))[0]


def card_results(options: Options, deal: Deal, line: Counted) -> NamedValues:
    """Answers a question about 13 cards alone. Raises EntryError."""
    check_known_turned(deal)
    if line.cards is None:
        return {}
    checks.check_shown(line.cards, options.decks)
    line_facts = least_counts(line.cards, melds_of(options, deal))
    return line_facts | {"penalty": min(line_facts["penalty"], options.cap)}


def check_known_turned(deal: Deal) -> None:
    """Raises EntryError unless the turned-up card is known."""
    if deal.turned is None:
        raise EntryError(WHICH_TURNED, field="turned")


def judge_show(game: Game[Any, Any], deal: Any, claim: Claim) -> Verdict:
    """Judges a show in points, pool or deals rummy. Raises EntryError."""
    options = game.options
    check_known_turned(deal)
    return judge(claim, melds_of(options, deal), options.decks, options.wrong_show)


TAPPED: Final[Tapped[Any, Any, Any, Any]] = Tapped(
    copies=copies,
    wild=wild,
    lay=lay_line,
    reckon=reckon,
    owes=owes,
    card_question=CardQuestion(card_results),
)
"""Tapped cards in points, pool and deals rummy."""
