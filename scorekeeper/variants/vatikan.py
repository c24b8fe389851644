"""Vatikan: anybody may rearrange melds on the table; the first to empty their hand wins.

There is no score, but where no money is played for. The losers pay the winner after every deal, by
agreement

* the stake, whatever they hold;
* the stake for each card they hold;
* the points they hold: a joker 15, court cards ten, an ace one, the others their number.

Void deals do not count towards the deals agreed on. It is played with two packs and two jokers,
thirteen cards each; a player who cannot play draws, so there is no limit to what is left in hand.

Where the rules are silent: the deal goes round the table, also after a void deal.

Sources: rummyrulebook.com/pages/vatikan; gamerules.com/rules/vatikan; sv.wikipedia.org,
"Vatikanen (kortspel)", for paying by the cards left.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending, after_deals
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import Outcome
from scorekeeper.engine.money import capped
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Preset, Tapped
from scorekeeper.engine.words import Phrase, _, ngettext, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._one_winner import OneWinner
from scorekeeper.variants._western import CardsLeft, State

# Reasons --------------------------------------------------------------------------------------

CARD_LEFT: Final = reason("card_left", ngettext("{count} card left", "{count} cards left", 1))


class Result(Word):
    OUT = "out", _("Out"), _("Somebody played the last card.")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; nothing moves.")


class Settlement(Word):
    FLAT = "flat", _("The stake"), _("Whatever is left in hand.")
    CARDS = "cards", _("By the card"), _("The stake for each card left.")
    POINTS = "points", _("By points"), _("The points of the cards left.")


STOCK: Final = Stock(packs=2, jokers=2)
count_points: Final = _western.by_rank(_western.index_values(ace=1, joker=15))


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Losers pay"), Settlement.FLAT, _("After every deal."), source="others.md §4"
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("From each loser, or for each of their cards."),
        min=1,
        source="others.md §4",
        when=(unless("settlement", Settlement.POINTS),),
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("What one point is worth."),
        source="others.md §4",
        when=(when("settlement", Settlement.POINTS),),
    )
    cap: int | None = ask.question(_western.CAP, None)
    deals: int = ask.question(_western.DEALS, 0)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT, void=Result.VOID)


LOSES = (when("won", False),)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=())
    cards_left: int | None = ask.points(
        _("Cards left"),
        None,
        _("How many are still in hand."),
        when=(when("options.settlement", Settlement.CARDS),),
        screen=LOSES,
    )
    points: int | None = ask.points(
        _("Points left"),
        None,
        _("All cards still in hand."),
        when=(when("options.settlement", Settlement.POINTS),),
        screen=LOSES,
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"),
        None,
        instead="points",
        when=(unless("options.settlement", Settlement.FLAT),),
        screen=(*LOSES, when("options.settlement", Settlement.POINTS)),
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# What is refused -----------------------------------------------------------------------------


def check_loser(options: Options, line: Line, person: int) -> None:
    if options.settlement is Settlement.CARDS:
        check_cards_left(line, person)
    if options.settlement is Settlement.POINTS:
        _western.check_leftovers(line, person)


def check_cards_left(line: Line, person: int) -> None:
    """Checks that a loser has cards left, typed or tapped."""
    some_left = _("Somebody else won, so cards are left.")
    if line.cards == ():
        raise EntryError(some_left, field="cards", seat=person)
    if line.cards_left == 0:
        raise EntryError(some_left, field="cards_left", seat=person)
    if line.cards_left is None and line.cards is None:
        raise EntryError(_("How many cards are left?"), field="cards_left", seat=person)
    if line.cards is not None and line.cards_left not in (None, len(line.cards)):
        tapped = ngettext("{count} card is tapped.", "{count} cards are tapped.", len(line.cards))
        raise EntryError(tapped, field="cards_left", seat=person)


# Points and money ----------------------------------------------------------------------------


def owed(options: Options, line: Line) -> tuple[int, Phrase]:
    """Returns how many units a loser pays, and the reason."""
    match options.settlement:
        case Settlement.CARDS:
            left = line.cards_left or 0
            return left, CARD_LEFT.format(count=left)
        case Settlement.POINTS:
            points = line.points or 0
            return points, reasons.COUNT_OF.format(count=points)
        case _:
            return 1, reasons.LOST


def unit_price(options: Options) -> int:
    """Returns the minor units of one unit; 0 where no money is played for."""
    return options.point_value if options.settlement is Settlement.POINTS else options.stake


def leaves_many(hand: PlayedHand) -> bool:
    return hand.has_won and sum(line.cards_left or 0 for line in hand.entry.lines) >= 20


MANY_LEFT: Final = Feat(
    key="many_left",
    name=_("Twenty cards left"),
    description=_("Win while the others hold twenty cards or more."),
    face="QC",
    is_earned=leaves_many,
)


class Vatikan(CardsLeft[Options, Deal, Line, State], OneWinner[Options, Deal, Line, State]):
    key, name = "vatikan", "Vatikan"
    summary = _("Rearrange the table, empty your hand, and the others pay.")
    also = "Vatican, Vatikán"
    known = {"CZ": 9, "SK": 9}
    family = Family.BASIC
    seats = range(2, 6)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("flat", _("The stake"), {}, _("Each loser pays the same.")),
        Preset("cards", _("By the card"), {"settlement": "cards"}, _("The stake for each card.")),
        Preset(
            "points",
            _("By points"),
            {"settlement": "points"},
            _("Losers pay for the points of their cards."),
        ),
    )
    glossary = sentences(
        _glossary.GO_OUT,
        _glossary.STAR,
        _glossary.CAP,
        _glossary.VOID,
    )
    feats = (MANY_LEFT,)

    def table_card(self, options: Options, persons: int) -> TableCard:
        no_discards = _("The rest lies face down as the stock; there are no discards.")
        card = _western.table_card(STOCK.packs, STOCK.jokers, hand_size=13)
        return replace(card, turned=(no_discards,))

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.result is Result.VOID:
            return
        lines = entry.playing_lines
        winner = _western.check_one_winner(lines)
        if lines[winner].cards_left:
            raise EntryError(_("The winner has no cards left."), field="cards_left", seat=winner)
        _western.check_no_leftovers(lines[winner], winner)
        self.check_cards(game, entry, lines)
        for person, line in lines.items():
            if person != winner:
                check_loser(game.options, line, person)

    def outcome(self, game: Game, entry: Entry) -> Outcome:
        """Scores the units that change hands where no money is played for. The reason says what
        each seat pays for."""
        if entry.is_void:
            return _western.nobody_scores(game, entry, reasons.VOID)
        lines = entry.playing_lines
        losers = {person: line for person, line in lines.items() if not line.won}
        [winner] = lines.keys() - losers
        dues = {person: owed(game.options, line) for person, line in losers.items()}
        outcome = self.settled(game, winner, dues, reasons.WENT_OUT)
        if not unit_price(game.options):
            return outcome
        return replace(outcome, scores=tuple(replace(s, points=0) for s in outcome.scores))

    def due(self, options: Options, points: float) -> int:
        return capped(int(points) * unit_price(options), options.cap)

    def totals(self, game: Game) -> tuple[float, ...] | None:
        return None if unit_price(game.options) else game.totals

    def facts(self, game: Game, entry: Entry, outcome: Outcome, person: int) -> Facts:
        """Records counts only where losers pay for points."""
        line, played = entry.lines[person], outcome.is_played
        if game.options.settlement is not Settlement.POINTS:
            return {Fact.REPORTED: int(played)}
        caught = played and not line.won
        return counted_facts(played=played, left=(line.points or 0) if caught else None)

    def follow(self, game: Game, entry: Entry, outcome: Outcome) -> State:
        return State(game.state.counted + outcome.is_played)

    def ends(self, options: Options) -> Ending | None:
        return after_deals(options.deals)

    def stock(self, options: Options, deal: Deal) -> Stock:
        return STOCK

    def value(self, game: Game) -> _western.Value:
        return count_points

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Counts the cards too, besides their points."""
        tapped, cards = super().tapped(game, entry, person), entry.lines[person].cards
        if tapped is None or cards is None:
            return None
        return replace(tapped, numbers={**tapped.numbers, "cards_left": len(cards)})


variant = Vatikan()
