"""Shared by the Indian games of 13, 21 and 27 cards: how a seat ends a hand, what is asked and
refused, what drops and counts cost, and the table card.

Checks go through an entry in order of seat, so that errors name the first seat at fault.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.outcomes.facts import Fact, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, PlayedHand, caught_together
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Amount, Both, Cards, Count, Pick, Points, Word, when
from scorekeeper.engine.seats.table_card import (
    ONE_AT_A_TIME,
    RIGHT_BEGINS,
    FirstDealer,
    Sentences,
    TableCard,
    sentences,
)
from scorekeeper.engine.variant import Limits
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _glossary

RUMMY: Final = "Indian rummy, Rami, रमी, रम्मी, রামি, রামী, રમી, ਰੰਮੀ, ରମ୍ମି, ரம்மி, రమ్మీ, ರಮ್ಮಿ, റമ്മി, رمی"
"""The names of rummy in the languages of the places where these games are played."""

# Reasons --------------------------------------------------------------------------------------

COUNT_OF_CAPPED_AT: Final = reason("count_of_capped_at", _("count of {count}, capped at {cap}"))
FIRST_DROP: Final = reason("first_drop", _("first drop"))
MIDDLE_DROP: Final = reason("middle_drop", _("middle drop"))
HALF_A: Final = reason("half_a", _("half a {words}"))
WRONG_SHOW: Final = reason("wrong_show", _("wrong show"))


class Finish(Word):
    WON = "won", _("Won"), _("Declared, or was the last one left.")
    COUNTED = "counted", _("Count"), _("Counts the cards left in hand.")
    FIRST_DROP = "first_drop", _("First drop"), _("Dropped before the first turn.")
    MIDDLE_DROP = "middle_drop", _("Middle drop"), _("Dropped later.")
    WRONG_SHOW = "wrong_show", _("Wrong show"), _("Declared a hand that was not valid.")


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", reasons.VOID_DEAL, _("Nobody declared; nobody pays.")


class Block(Word):
    VOID = "void", reasons.VOID_DEAL, _("The hand ends without a winner.")
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


# How a seat ends a hand ----------------------------------------------------------------------


DROPS: Final = (Finish.FIRST_DROP, Finish.MIDDLE_DROP)


def winner(lines: Mapping[int, Any]) -> int:
    return next(person for person, line in lines.items() if line.finish is Finish.WON)


def has_lost(finish: Finish | None) -> bool:
    """Whether this finish costs points."""
    return finish not in (None, Finish.WON)


# What is asked -------------------------------------------------------------------------------


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


POINT_VALUE = Amount(
    label=_("Money per point"), help=_("What one point is worth."), must_ask=True, source="seed"
)
HANDS = Count(
    label=_("Hands"),
    help=_("The game ends after this many; leave empty for no limit."),
    min=1,
    max=None,
    source="seed",
    ends=True,
)
AUTO_TANALA = Pick(
    label=_("Tanala"),
    help=_("Three identical cards are a pure sequence."),
    source="indian_rummy.md §7",
)
LIFE_RULE = Pick(
    label=_("Lives"),
    help=_("What counts without a second sequence."),
    source="indian_rummy.md §6",
)
JOKER_TURNED = Pick(
    label=_("A printed joker is turned up"),
    help=_("What is wild then."),
    source="indian_rummy.md §6",
)
DECKS = Count(
    label=_("Packs"),
    help=_("Packs of 53, each with one printed joker."),
    min=1,
    max=3,
    source="indian_rummy.md §2",
)
PLAYED = when("deal.outcome", Outcome.PLAYED)
COUNTS = when("finish", Finish.COUNTED)
FINISH = Pick(
    label=_("Finish"),
    screen=(PLAYED,),
    sole=(),
    sole_value=Finish.WON,
    suggest=Finish.COUNTED,
)
CARDS = Cards(
    label=_("Cards left"), sizes=(13,), instead="points", both=Both.REFUSED, when=(COUNTS,)
)


def points(most: int) -> Points:
    return Points(label=_("Points"), help=_("Before the cap."), max=most, when=(COUNTS,))


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal questions of a hand that is played or void."""

    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"), None, _("Its rank is wild."), screen=(when("outcome", Outcome.PLAYED),)
    )


@dataclass(frozen=True, slots=True)
class Line:
    """The line questions of a seat with 13 cards."""

    finish: Finish | None = ask.question(FINISH, None)
    points: int | None = ask.question(points(130), None)
    cards: tuple[str, ...] | None = ask.question(CARDS, None)


# What a hand costs ---------------------------------------------------------------------------


def dropped(options: Any, finish: Finish | None) -> tuple[int, Phrase]:
    """Returns the points for a drop or a wrong show, and the reason."""
    match finish:
        case Finish.FIRST_DROP:
            return options.first_drop, FIRST_DROP
        case Finish.MIDDLE_DROP:
            return options.middle_drop, MIDDLE_DROP
        case _:
            return options.wrong_show, WRONG_SHOW


def counted(points: int, most: int | None) -> tuple[int, Phrase]:
    """Returns a count within the cap, and the reason."""
    if most is not None and points > most:
        return most, COUNT_OF_CAPPED_AT.format(count=points, cap=most)
    return points, reasons.COUNT_OF.format(count=points)


def half(points: float, rounding: HalfRound) -> float:
    """
    >>> half(31, HalfRound.UP), half(31, HalfRound.DOWN), half(31, HalfRound.EXACT)
    (16, 15, 15.5)
    """
    if points % 2 == 0 or rounding is HalfRound.EXACT:
        return points / 2 if points % 2 else points // 2
    return math.ceil(points / 2) if rounding is HalfRound.UP else math.floor(points / 2)


def limits(game: Game[Any, Any], name: str) -> Limits:
    """Returns the full count as a cap, where the options have one."""
    return Limits(cap=game.options.cap if name == "points" else None)


# What is refused -----------------------------------------------------------------------------


HOW = _("Choose how {name} finished the hand.")
WHICH_TURNED = _("Which card was turned up?")


def usual_decks(seats: int) -> int:
    """Returns the packs from which so many players are dealt 13 cards, by most sources."""
    return 2 if seats <= 6 else 3


def check_decks(options: Any, seats: int) -> None:
    """Checks that there are enough cards to deal 13 each and to play with."""
    if 13 * seats + 3 > 53 * options.decks:
        raise EntryError(_("These packs are too few for that many players."), field="decks")


def outcomes(block: Block) -> Limits:
    """Returns how a hand can end."""
    return Limits(offered=(Outcome.PLAYED,) if block is Block.RESHUFFLE else None)


def check_block(block: Block) -> None:
    """Raises EntryError for a void hand where the discards are reshuffled."""
    if block is Block.RESHUFFLE:
        raise EntryError(
            _("The discards are reshuffled at this table: somebody wins."), field="outcome"
        )


def check_void(lines: Mapping[int, Any]) -> None:
    """Checks that nobody wins or counts in a void hand."""
    for person, line in lines.items():
        if line.finish in (Finish.WON, Finish.COUNTED):
            raise EntryError(
                _("Nobody wins or counts in a void hand."), field="finish", seat=person
            )


def check_unfinished(lines: Mapping[int, Any]) -> None:
    """Checks that every seat with answers has a finish."""
    for person, line in lines.items():
        if line.finish is None and line != type(line)():
            raise EntryError(HOW, field="finish", seat=person, name=Person(person))


def check_finishes(lines: Mapping[int, Any]) -> None:
    """Checks that everybody in the hand has a finish, and exactly one won."""
    for person, line in lines.items():
        if line.finish is None:
            raise EntryError(HOW, field="finish", seat=person, name=Person(person))
    check_winner([person for person, line in lines.items() if line.finish is Finish.WON])


def check_winner(winners: list[int]) -> None:
    if not winners:
        raise EntryError(_("Choose who won the hand."), field="finish")
    if len(winners) > 1:
        raise EntryError(_("Only one seat can win the hand."), field="finish", seat=winners[1])


def refuse_finishes(game: Any, entry: Entry[Any, Any]) -> None:
    """Refuses faults in how a hand ended, before unasked answers that follow from them."""
    if entry.deal.outcome is Outcome.VOID:
        check_void(entry.playing_lines)
    else:
        check_unfinished(entry.playing_lines)


def check_counts(lines: Mapping[int, Any]) -> None:
    """Checks that every seat that counts has points or cards."""
    for person, line in lines.items():
        if line.finish is Finish.COUNTED and line.points is None and line.cards is None:
            raise EntryError(_("Enter the points."), field="points", seat=person)


def check_turned(lines: Iterable[Any], turned: str | None) -> None:
    if turned is None and any(line.cards is not None for line in lines):
        raise EntryError(WHICH_TURNED, field="turned")


def check_no_joker(lines: Mapping[int, Any]) -> None:
    for person, line in lines.items():
        if JOKER in (line.cards or ()):
            raise EntryError(_("There is no joker in this pack."), field="cards", seat=person)


def check_turns(winner: int, no_turn: Mapping[int, bool]) -> None:
    """Checks that players without a turn sit directly after the winner; ``no_turn``: by person, in
    seating order."""
    persons = list(no_turn)
    place = persons.index(winner)
    last_with_turn: int | None = None
    for person in (*persons[place + 1 :], *persons[:place]):
        if no_turn[person] and last_with_turn is not None:
            raise EntryError(
                _("{name} had a turn, and comes before {other}."),
                field="no_turn",
                seat=person,
                name=Person(last_with_turn),
                other=Person(person),
            )
        if last_with_turn is None and not no_turn[person]:
            last_with_turn = person


# What a hand records -------------------------------------------------------------------------


def finish_facts(finish: Finish | None, cost: float) -> dict[Fact, float]:
    """Returns facts. ``finish``: None if unknown or the hand is void; ``cost``: in points."""
    left = cost if finish is Finish.COUNTED else None
    return {
        **counted_facts(played=finish is not None, left=left),
        Fact.FIRST_DROP: int(finish is Finish.FIRST_DROP),
        Fact.MIDDLE_DROP: int(finish is Finish.MIDDLE_DROP),
        Fact.DROP_POINTS: cost if finish in DROPS else 0,
        Fact.WRONG_SHOW: int(finish is Finish.WRONG_SHOW),
    }


EARLY: Final = Feat(
    key="indian_early",
    name=_("Before anybody moved"),
    description=_("Win before everybody has had a turn."),
    face="AH",
    is_earned=lambda hand: hand.value_of(Fact.FIRST_TURN) > 0,
)


def drops(hand: PlayedHand) -> float:
    return hand.sum_of_others(Fact.FIRST_DROP) + hand.sum_of_others(Fact.MIDDLE_DROP)


def all_dropped(hand: PlayedHand) -> bool:
    return hand.has_won and 2 <= len(hand.other_facts) == drops(hand)


FEATS: Final = (
    Feat(
        key="indian_all_dropped",
        name=_("The table is yours"),
        description=_("Win a hand in which all the others, two or more, dropped."),
        face="KH",
        is_earned=all_dropped,
    ),
    Feat(
        key="indian_all_caught",
        name=_("Nobody got away"),
        description=_("Win a hand that catches three players or more, all of them."),
        face="QH",
        is_earned=lambda hand: (
            hand.has_won and 3 <= len(hand.other_facts) == hand.sum_of_others(Fact.CAUGHT)
        ),
    ),
    Feat(
        key="indian_two_full",
        name=_("Two full counts"),
        description=_("Win a hand that costs two others a full count."),
        face="2H",
        is_earned=lambda hand: hand.has_won and hand.sum_of_others(Fact.FULL) >= 2,
    ),
    caught_together("indian_harvest", 200, "10H"),
)


# The table card ------------------------------------------------------------------------------


LEFT_CUTS: Final = _("The player left of the dealer cuts.")
STARTS: Final = _("The top card starts the discards.")
RANK_IS_WILD: Final = _("The next is laid sideways under the stock: its rank is wild.")
PRINTED: Final = _("If it is a printed joker, only printed jokers are wild.")
DIFFERS: Final = sentences(
    _("Other sources take two packs from two players on."),
    _("Online, play goes round clockwise."),
)

GLOSSARY: Final = sentences(
    _glossary.PURE_SEQUENCE,
    _("First drop: leaving the hand before your first turn."),
    _("Middle drop: leaving the hand later."),
    _("Full count: the most that a hand can count."),
    _("Wrong show: a hand was declared that is not valid."),
    _glossary.WILD,
    _glossary.STAR,
    _glossary.VOID,
)
LIVES: Final = sentences(
    _("Life: the first is a pure sequence, the second any other sequence."),
    _("Tanala: three identical cards that are not wild."),
)


def thirteen(decks: int, turned: Sentences = (STARTS, RANK_IS_WILD, PRINTED)) -> TableCard:
    """Returns the card of a game with ``decks`` packs, each with a printed joker."""
    return TableCard(
        packs=decks,
        jokers=decks,
        hand_size=13,
        cut=(LEFT_CUTS,),
        dealt=(ONE_AT_A_TIME,),
        turned=turned,
        begins=(RIGHT_BEGINS,),
        differs=DIFFERS,
        first_dealer=FirstDealer.BEFORE_HIGHEST,
    )
