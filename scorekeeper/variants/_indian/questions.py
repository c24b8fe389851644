"""Questions shared by the Indian games: how a hand ended, and house rules."""

from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Amount, Both, Count, Pick, Points, Word, when
from scorekeeper.engine.words import _
from scorekeeper.variants._indian.finishes import Finish


def hands_are_played(game: Game[Any, Any]) -> bool:
    """Whether as many hands were played, void ones too, as were agreed on."""
    return game.options.hands is not None and game.number >= game.options.hands


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody declared; nobody pays.")


def is_void(game: object, entry: Entry[Any, Any]) -> bool:
    """Whether nobody won the hand."""
    return entry.deal.outcome is Outcome.VOID


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
    points: int | None = ask.points(
        _("Points"), None, _("Before the cap."), max=130, when=(COUNTS,)
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, sizes=(13,), instead="points", both=Both.REFUSED, when=(COUNTS,)
    )
