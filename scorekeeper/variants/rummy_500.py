"""Rummy 500, or 500 Rum: what you meld counts for you, what you hold against you; first to 500.

Everybody enters the points of the cards they put on the table, in melds of their own or laid off on
others', and the points of those left in hand. The difference is their score, below zero too.

* Number cards count their number, or two to nine five each; ten and court cards 10, a joker 15.
* An ace counts 15, but 1 where it was melded below a two. In hand it always counts 15.
* Going out brings nothing by itself, unless the table says so. A hand may end without it.

The game ends when one alone is ahead at the target or above; equal at the top, another hand is
played. Everybody pays the winner the difference of their scores. Of two sides the partners' points
add, and partners pay across, first with first and second with second, each the whole difference.

Sources: pagat.com/rummy/500rum.html and the text of bicyclecards.com on 500 Rum.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock, check_in_packs, held_by
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, unless, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import NamedValues, Nothing, Preset, Tapped
from scorekeeper.engine.words import Phrase, _, ngettext, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._high_total import Deal, HighTotal
from scorekeeper.variants._western import Packs

# Reasons --------------------------------------------------------------------------------------

MELDED_POINTS: Final = reason("melded_points", _("melded {points}"))
POINTS_IN_HAND: Final = reason("points_in_hand", _("{points} in hand"))
OUT: Final = reason("out", _("out {points}"))

ACE: Final = 15
LOW_ACE: Final = 1


class NumberCards(Word):
    INDEX = "index", _("Their number"), _("Two to ten count their number.")
    FIVE = "five", _("Five each"), _("Two to nine count five, ten counts ten.")


@dataclass(frozen=True, slots=True)
class Options:
    target: int = ask.points(
        _("Target"), 500, _("The player alone in the lead here wins."), min=1, source="others.md §7"
    )
    point_value: int = ask.question(_western.POINT_VALUE, 1)
    cap: int | None = ask.question(_western.CAP, None)
    number_cards: NumberCards = ask.pick(
        _("Number cards"),
        NumberCards.INDEX,
        _("What the cards from two to nine count."),
        source="others.md §7",
    )
    joker_value: int = ask.points(
        _("Joker"), 15, _("Points of a joker, melded or in hand."), source="others.md §7"
    )
    out_bonus: int = ask.points(
        _("Going out"), 0, _("Points on top for it."), source="others.md §7"
    )
    packs: Packs = ask.pick(
        _("Packs"), Packs.ONE, _("Two from five players on."), source="others.md §7"
    )
    jokers: int = ask.count(
        _("Jokers"),
        2,
        _("In all packs together; two a pack, unless you say so."),
        max=8,
        source="others.md §7",
    )

    @property
    def stock(self) -> Stock:
        return Stock(int(self.packs.value), self.jokers)

    @property
    def values(self) -> dict[str, int]:
        """Points of a card by rank; ``JK`` is the joker."""
        values = _western.index_values(ACE, self.joker_value)
        if self.number_cards is NumberCards.FIVE:
            values |= {str(number): 5 for number in range(2, 10)}
        return values

    def worth(self, cards: Sequence[str]) -> int:
        return _western.by_rank(self.values)(cards)


HOLDS: Final = (when("went_out", False),)


@dataclass(frozen=True, slots=True)
class Line:
    went_out: bool = ask.flag(_("Went out"), False, sole=(), nobody=True)
    melded: int | None = ask.points(_("Melded"), None, _("Own melds and cards laid off."), empty=())
    melded_cards: tuple[str, ...] | None = ask.cards(
        _("Cards melded"), None, instead="melded", both=Both.LOOKED_AT
    )
    low_aces: int = ask.count(
        _("Low aces"),
        0,
        _("Aces melded below a two: 1 each."),
        max=None,
        screen=(unless("melded_cards", None),),
    )
    in_hand: int | None = ask.points(_("In hand"), None, _("What is left."), screen=HOLDS)
    in_hand_cards: tuple[str, ...] | None = ask.cards(
        _("Cards in hand"), None, instead="in_hand", screen=HOLDS
    )


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# Points of cards -----------------------------------------------------------------------------


def melded(options: Options, line: Line) -> int:
    """Returns the points of the cards tapped as melded."""
    return options.worth(line.melded_cards or ()) - (ACE - LOW_ACE) * line.low_aces


def in_hand(options: Options, line: Line) -> int:
    return options.worth(line.in_hand_cards or ())


# What is refused -----------------------------------------------------------------------------


def check_low_aces(line: Line, person: int | None) -> None:
    aces = sum(rank(card) == "A" for card in line.melded_cards or ())
    if line.low_aces > aces:
        raise EntryError(
            _("Aces among the melded cards: {aces}."), field="low_aces", seat=person, aces=aces
        )


def check_melded(options: Options, line: Line, person: int) -> None:
    """Checks a typed number against tapped cards; 0 counts as not typed."""
    if not line.melded or line.melded_cards is None:
        return
    if line.melded != (counted := melded(options, line)):
        raise EntryError(
            _("The cards tapped count {counted}."), field="melded", seat=person, counted=counted
        )


def check_in_hand(options: Options, line: Line, person: int) -> None:
    if line.went_out and (line.in_hand or in_hand(options, line)):
        raise EntryError(
            _("The player who went out has no cards left."), field="in_hand", seat=person
        )
    if line.in_hand is None and line.in_hand_cards is None and not line.went_out:
        raise EntryError(_("Enter the points left in hand."), field="in_hand", seat=person)


def check_copies(stock: Stock, lines: Sequence[Line]) -> None:
    """Checks the copies of each card: first on the table, then with those in hand."""
    on_table = [line.melded_cards or () for line in lines]
    all_cards = [
        (*down, *(line.in_hand_cards or ())) for down, line in zip(on_table, lines, strict=True)
    ]
    for field, hands in (("melded_cards", on_table), ("in_hand_cards", all_cards)):
        for person, cards in enumerate(hands):
            check_in_packs(held_by(person, cards, field), stock)
        check_in_packs(held_by(None, [card for cards in hands for card in cards], field), stock)


# Cards ---------------------------------------------------------------------------------------


def on_table(options: Options, line: Line) -> Iterator[tuple[str, int]]:
    """Yields the melded cards with their points; the first aces are the low ones."""
    low = line.low_aces
    for card, points in _western.one_by_one(line.melded_cards or (), options.worth).left:
        is_low = rank(card) == "A" and low > 0
        low -= is_low
        yield card, LOW_ACE if is_low else points


HUNDRED: Final = Feat(
    key="hundred_melded",
    name=_("A hundred on the table"),
    description=_("Meld a hundred points in one hand."),
    face="9C",
    is_earned=lambda hand: (hand.line.melded or 0) >= 100,
)


class Rummy500(HighTotal[Options, Deal, Line, Nothing]):
    key, name = "rummy_500", "Rummy 500"
    summary = _("Melded cards count for you, those in hand against you; first to 500.")
    also = "500 rum, Five hundred rum, Pinochle rummy"
    known = {"": 7}
    seats = range(2, 9)
    options, deal, line = Options, Deal, Line
    presets = (
        Preset("500", _("To 500"), {}, _("The usual game.")),
        Preset("1000", _("To 1000"), {"target": 1000}, _("The long game.")),
        Preset("five", _("Fives"), {"number_cards": "five"}, _("Two to nine count five.")),
    )
    glossary = sentences(
        _glossary.MELD,
        _glossary.GO_OUT,
        _glossary.STAR,
        _glossary.CAP,
        _glossary.VOID,
    )
    feats = (HUNDRED,)

    def table_card(self, options: Options, persons: int) -> TableCard:
        hand_size = 13 if persons == 2 else 7
        return _western.table_card(int(options.packs.value), options.jokers, hand_size)

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        packs: Packs = chosen.get("packs", Packs.TWO if seats * side > 4 else Packs.ONE)
        return {"packs": packs, "jokers": 2 * int(packs.value)}

    def check(self, game: Game, entry: Entry) -> None:
        if entry.is_void:
            return
        for person, line in enumerate(entry.lines):
            check_low_aces(line, person)
            check_melded(game.options, line, person)
            check_in_hand(game.options, line, person)
        if sum(line.went_out for line in entry.lines) > 1:
            raise EntryError(_("Only one player went out."), field="went_out")
        check_copies(game.options.stock, entry.lines)

    def parts(self, options: Options, line: Line) -> Iterator[tuple[Phrase, int]]:
        down, left = line.melded or 0, line.in_hand or 0
        yield MELDED_POINTS.format(points=down), down
        if left:
            yield POINTS_IN_HAND.format(points=left), -left
        if line.went_out and options.out_bonus:
            yield OUT.format(points=options.out_bonus), options.out_bonus

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        left = (entry.lines[person].in_hand or 0) if outcome.is_played else 0
        return counted_facts(played=outcome.is_played, left=left or None)

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        if game.over:
            return ()
        left = game.options.target - int(game.totals[game.seat_of(person)])
        if left <= 0:
            return (_("at the target"),)
        return (ngettext("{count} point to go", "{count} points to go", left),)

    def stock(self, options: Options, deal: Deal) -> Stock:
        return options.stock

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Lists each card with its points, melded ones before those in hand."""
        line, options = entry.lines[person], game.options
        if line.melded_cards is None and line.in_hand_cards is None:
            return None
        down, left = line.melded_cards or (), line.in_hand_cards or ()
        _western.check_held(options.stock, down, person, "melded_cards")
        _western.check_held(options.stock, (*down, *left), person, "in_hand_cards")
        in_hand_values = _western.one_by_one(left, options.worth).left
        numbers = {}
        if line.melded_cards is not None:
            numbers["melded"] = melded(options, line)
        if line.in_hand_cards is not None:
            numbers["in_hand"] = in_hand(options, line)
        return Tapped(Arrangement((), (*on_table(options, line), *in_hand_values)), numbers)


variant = Rummy500()
