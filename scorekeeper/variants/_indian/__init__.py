"""What the Indian games of 13, 21 and 27 cards share: how a seat ends a hand, and what is refused.

Nothing here scores or pays; each game's own rules stand in its own file. The checks look at the
table's report only, in order of seat, so that the first seat at fault is the one named.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol, TypeAlias, TypeVar

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.questions import Amount, Card, Cards, Count, Pick, Points, Word, when
from scorekeeper.engine.words import _, number


class Finish(Word):
    WON = "won", _("Won"), _("Declared, or was the last one left.")
    COUNTED = "counted", _("Count"), _("Counts the cards left in hand.")
    FIRST_DROP = "first_drop", _("First drop"), _("Dropped before the first turn.")
    MIDDLE_DROP = "middle_drop", _("Middle drop"), _("Dropped later.")
    WRONG_SHOW = "wrong_show", _("Wrong show"), _("Declared a hand that was not valid.")


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody declared; nobody pays.")


class Block(Word):
    VOID = "void", _("Void"), _("The hand ends without a winner.")
    RESHUFFLE = "reshuffle", _("Reshuffle"), _("The discards become the new stock.")


class HalfRound(Word):
    UP = "up", _("Up")
    DOWN = "down", _("Down")
    EXACT = "exact", _("Keep halves")


class Tanala(Word):
    AUTO = "auto", _("With three packs")
    ON = "on", _("On")
    OFF = "off", _("Off")


class LifeRule(Word):
    FIRST_LIFE = "first_life", _("One is enough"), _("A pure sequence alone saves its own cards.")
    BOTH_OR_ALL = "both_or_all", _("Both or all"), _("Without two sequences every card counts.")


class JokerTurned(Word):
    ACES_WILD = "aces_wild", _("Aces are wild")
    PRINTED_ONLY = "printed_only", _("Printed jokers only")


# Questions that several ask -------------------------------------------------------------------


def first_drop(source: str, least: int = 0, most: int | None = None) -> Points:
    return Points(
        label=_("First drop"),
        help=_("Dropping before your first turn."),
        min=least,
        max=most,
        source=source,
    )


def middle_drop(source: str, most: int | None = None) -> Points:
    return Points(label=_("Middle drop"), help=_("Dropping later."), max=most, source=source)


def wrong_show(source: str, most: int | None = None) -> Points:
    return Points(
        label=_("Wrong show"),
        help=_("Declaring a hand that is not valid."),
        max=most,
        source=source,
    )


def full_count(source: str, most: int | None = None) -> Points:
    return Points(
        label=_("Full count"),
        help=_("The most a hand can count."),
        min=1,
        max=most,
        source=source,
    )


POINT_VALUE: TypeAlias = Annotated[
    int, Amount(label=_("Money per point"), help=_("What one point is worth."), source="seed")
]
AUTO_TANALA: TypeAlias = Annotated[
    Tanala,
    Pick(
        label=_("Tanala"),
        help=_("Three identical cards are a pure sequence."),
        source="indian_rummy.md §7",
    ),
]
LIFE_RULE: TypeAlias = Annotated[
    LifeRule,
    Pick(
        label=_("Lives"),
        help=_("What counts without a second sequence."),
        source="indian_rummy.md §6",
    ),
]
JOKER_TURNED: TypeAlias = Annotated[
    JokerTurned,
    Pick(
        label=_("A printed joker is turned up"),
        help=_("What is wild then."),
        source="indian_rummy.md §6",
    ),
]
DECKS: TypeAlias = Annotated[
    int,
    Count(
        label=_("Packs"),
        help=_("Packs of 53, each with one printed joker."),
        min=1,
        max=3,
        source="indian_rummy.md §2",
    ),
]
TURNED: TypeAlias = Annotated[
    str | None,
    Card(
        label=_("Turned-up card"),
        help=_("Its rank is wild."),
    ),
]


PLAYED = when("deal.outcome", Outcome.PLAYED)
COUNTS = when("finish", Finish.COUNTED)

FINISH: TypeAlias = Annotated[
    Finish | None,
    Pick(
        label=_("Finish"),
        screen=(PLAYED,),
        sole=(),
        sole_value=Finish.WON,
        suggest=Finish.COUNTED,
    ),
]


@dataclass(frozen=True, slots=True)
class Deal:
    """What is asked of a hand that is played or void."""

    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: TURNED = None


@dataclass(frozen=True, slots=True)
class Line:
    """What is asked of a seat with 13 cards."""

    finish: FINISH = None
    points: Annotated[
        int | None, Points(label=_("Points"), help=_("Before the cap."), max=130, when=(COUNTS,))
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards left"), sizes=(13,), instead="points", when=(COUNTS,)),
    ] = None


# Who ended how ------------------------------------------------------------------------------


class Finished(Protocol):
    """A line that says how a seat ended the hand."""

    @property
    def finish(self) -> Finish | None: ...


F = TypeVar("F", bound=Finished)


def lines_of(entry: Entry[Any, F]) -> dict[int, F]:
    """The lines of those in the hand."""
    return {person: entry.lines[person] for person in entry.playing}


def winner(lines: Mapping[int, Finished]) -> int:
    return next(person for person, line in lines.items() if line.finish is Finish.WON)


# What is refused -----------------------------------------------------------------------------


HOW = _("How did this seat end the hand?")
TOO_OFTEN = _("The packs do not hold a card so often.")
WHICH_TURNED = _("Which card was turned up?")


def check_decks(decks: int, seats: int, cards: int = 13) -> None:
    """There are enough cards to deal and to play with."""
    if cards * seats + 3 > 53 * decks:
        raise EntryError(_("These packs are too few for so many players."), field="decks")


def outcomes(block: Block) -> Sequence[Word] | None:
    """How a hand can end; None for any way."""
    return (Outcome.PLAYED,) if block is Block.RESHUFFLE else None


def check_block(block: Block) -> None:
    """Where the discards are reshuffled no hand is void."""
    if block is Block.RESHUFFLE:
        raise EntryError(
            _("The discards are reshuffled at this table: somebody wins."), field="outcome"
        )


def check_void(lines: Mapping[int, Finished]) -> None:
    """In a hand that nobody won nobody counts either."""
    for person, line in lines.items():
        if line.finish in (Finish.WON, Finish.COUNTED):
            raise EntryError(
                _("Nobody wins or counts in a void hand."), field="finish", seat=person
            )


def check_unfinished(lines: Mapping[int, Finished]) -> None:
    """Whoever answers anything says first how he ended the hand."""
    for person, line in lines.items():
        if line.finish is None and line != type(line)():
            raise EntryError(HOW, field="finish", seat=person)


def check_finishes(lines: Mapping[int, Finished]) -> None:
    """Everybody in the hand ended it somehow, and exactly one won it."""
    for person, line in lines.items():
        if line.finish is None:
            raise EntryError(HOW, field="finish", seat=person)
    check_winner([person for person, line in lines.items() if line.finish is Finish.WON])


def check_winner(winners: list[int]) -> None:
    if not winners:
        raise EntryError(_("Somebody has to win the hand."), field="finish")
    if len(winners) > 1:
        raise EntryError(_("Only one seat can win the hand."), field="finish", seat=winners[1])


def refuse(outcome: Outcome, lines: Mapping[int, Finished]) -> None:
    """Faults in how a hand ended, which come before answers that are not asked for that reason."""
    if outcome is Outcome.VOID:
        check_void(lines)
    else:
        check_unfinished(lines)


class Counted(Finished, Protocol):
    """A line whose points are typed or come from tapped cards."""

    @property
    def points(self) -> int | None: ...

    @property
    def cards(self) -> tuple[str, ...] | None: ...


def check_counts(lines: Mapping[int, Counted]) -> None:
    """Who counts says how much, in one of the two ways."""
    for person, line in lines.items():
        if line.finish is Finish.COUNTED and (line.points is None) == (line.cards is None):
            raise EntryError(_("Type the points."), field="points", seat=person)


def check_copies(lines: Mapping[int, Counted], decks: int) -> None:
    """All tapped cards of a hand come from the same packs."""
    tapped: Counter[str] = Counter()
    for person, line in lines.items():
        tapped.update(line.cards or ())
        if any(count > decks for count in tapped.values()):
            raise EntryError(TOO_OFTEN, field="cards", seat=person)


def check_turned(lines: Iterable[Counted], turned: str | None) -> None:
    if turned is None and any(line.cards is not None for line in lines):
        raise EntryError(WHICH_TURNED, field="turned")


def check_hand(lines: Mapping[int, Counted], turned: str | None, decks: int) -> None:
    """A played hand with 13 cards, where nothing else is asked."""
    check_finishes(lines)
    check_counts(lines)
    check_turned(lines.values(), turned)
    check_copies(lines, decks)


def check_no_joker(lines: Mapping[int, Counted]) -> None:
    for person, line in lines.items():
        if JOKER in (line.cards or ()):
            raise EntryError(_("There is no joker in this pack."), field="cards", seat=person)


def check_turns(winner: int, no_turn: Mapping[int, bool]) -> None:
    """Who had no turn yet sits directly after the winner; ``no_turn`` of all in the hand."""
    others = (person for person in no_turn if person != winner)
    going_round = sorted(others, key=lambda person: (person < winner, person))
    had_a_turn = False
    for person in going_round:
        if no_turn[person] and had_a_turn:
            raise EntryError(
                _("Somebody between this seat and the winner had a turn."),
                field="no_turn",
                seat=person,
            )
        had_a_turn = had_a_turn or not no_turn[person]


@dataclass(frozen=True, slots=True)
class Held:
    """A question about 13 cards alone: what they count, or whether they can be shown."""

    turned: Annotated[str | None, Card(label=_("Turned-up card"))] = None
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"), sizes=(13,))] = None
    declare: Annotated[tuple[str, ...] | None, Cards(label=_("Shown"), sizes=(13,))] = None


class Asked(Protocol):
    @property
    def turned(self) -> str | None: ...

    @property
    def hand(self) -> tuple[str, ...] | None: ...

    @property
    def declare(self) -> tuple[str, ...] | None: ...


def check_held(held: Asked, copies: Callable[[str], int]) -> None:
    """A question about cards alone can be answered; ``copies``: how often a card is there."""
    if held.turned is None:
        raise EntryError(WHICH_TURNED, field="turned")
    check_held_cards(held, copies)


def check_held_cards(held: Asked, copies: Callable[[str], int]) -> None:
    if held.hand is None and held.declare is None:
        raise EntryError(_("Which cards?"), field="hand")
    for field, cards in (("hand", held.hand), ("declare", held.declare)):
        if any(times > copies(card) for card, times in Counter(cards or ()).items()):
            raise EntryError(TOO_OFTEN, field=field)


def check_shown(cards: Iterable[str], decks: int) -> None:
    """A show comes from these packs."""
    if any(times > decks for times in Counter(cards).values()):
        raise EntryError(TOO_OFTEN, field="cards")


# What a hand costs ---------------------------------------------------------------------------


class Costs(Protocol):
    """Options that say what ends without a count cost, in points."""

    @property
    def first_drop(self) -> int: ...

    @property
    def middle_drop(self) -> int: ...

    @property
    def wrong_show(self) -> int: ...


def dropped(options: Costs, finish: Finish | None) -> tuple[int, str]:
    """What a drop or a wrong show costs, in points, and the words for it."""
    match finish:
        case Finish.FIRST_DROP:
            return options.first_drop, _("first drop")
        case Finish.MIDDLE_DROP:
            return options.middle_drop, _("middle drop")
        case _:
            return options.wrong_show, _("wrong show")


class FullCount(Costs, Protocol):
    @property
    def cap(self) -> int: ...


def half(points: float, rounding: HalfRound) -> float:
    """
    >>> half(31, HalfRound.UP), half(31, HalfRound.DOWN), half(31, HalfRound.EXACT)
    (16, 15, 15.5)
    """
    if points % 2 == 0 or rounding is HalfRound.EXACT:
        return points / 2 if points % 2 else points // 2
    return math.ceil(points / 2) if rounding is HalfRound.UP else math.floor(points / 2)


def counted(points: int, most: int | None) -> tuple[int, str]:
    """A count within the cap, and the words for it."""
    if most is not None and points > most:
        words = _("count of {count}, capped at {cap}")
        return most, words.format(count=number(points), cap=number(most))
    return points, _("count of {count}").format(count=number(points))


def next_dealer(dealer: int, inside: Sequence[bool]) -> int:
    """The next seat in order of play that is still in."""
    seats = len(inside)
    return next(s for step in range(1, seats + 1) if inside[s := (dealer + step) % seats])
