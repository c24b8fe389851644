"""What is asked about a hand of Marriage and about each seat; and who is in it.

What is not asked is at its default. Nothing here counts: see ``maal`` and ``rules``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import (
    Both,
    Card,
    Cards,
    Count,
    Flag,
    Melds,
    Pick,
    Points,
    Word,
    unless,
    when,
)
from scorekeeper.engine.words import _
from scorekeeper.variants.marriage.options import Options


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody pays.")


class Declared(Word):
    NORMAL = "normal", _("As usual")
    DUBLEES = "dublees", _("Eight dublees")


class Finish(Word):
    WON = "won", _("Won")


class Status(Word):
    SEEN = "seen", _("Seen"), _("Has seen the tiplu.")
    UNSEEN = "unseen", _("Unseen"), _("Has not seen the tiplu.")
    SAT_OUT = "sat_out", _("Sat out"), _("Did not play this hand.")
    FOUL = "foul", _("Foul"), _("Played against the rules.")


PLAYED = when("deal.outcome", Outcome.PLAYED)
IN_HAND = unless("status", Status.SAT_OUT)
NOT_FOUL = unless("status", Status.FOUL)
NO_TOTAL = when("maal", None)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    declared: Annotated[
        Declared, Pick(label=_("Won with"), screen=(when("outcome", Outcome.PLAYED),))
    ] = Declared.NORMAL
    tiplu: Annotated[
        str | None,
        Card(
            label=_("Tiplu"),
            help=_("The card drawn from the stock; needed if maal cards are tapped."),
            joker=False,
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Line:
    finish: Annotated[
        Finish | None,
        Pick(label=_("Winner"), when=(PLAYED,), sole=(), sole_value=Finish.WON),
    ] = None
    status: Annotated[
        Status | None,
        Pick(
            label=_("Tiplu"),
            when=(PLAYED,),
            screen=(unless("finish", Finish.WON),),
            suggest=Status.SEEN,
        ),
    ] = None
    dublee_shown: Annotated[
        bool,
        Flag(
            label=_("Showed seven dublees"),
            when=(
                PLAYED,
                when("options.dublee_loser_exempt", True),
                when("status", Status.SEEN),
                unless("finish", Finish.WON),
            ),
        ),
    ] = False
    maal: Annotated[
        int | None,
        Points(
            label=_("Maal"),
            help=_("All together, or card by card below."),
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL,),
        ),
    ] = None
    tiplu: Annotated[
        int, Count(label=_("Tiplus"), max=2, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    poplu: Annotated[
        int, Count(label=_("Poplus"), max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    jhiplu: Annotated[
        int, Count(label=_("Jhiplus"), max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL))
    ] = 0
    alter: Annotated[
        int,
        Count(
            label=_("Alters"),
            max=3,
            when=(PLAYED, IN_HAND, when("options.alter", True)),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    man: Annotated[
        int,
        Count(
            label=_("Men"),
            help=_("Printed jokers."),
            max=3,
            when=(PLAYED, IN_HAND, when("options.man", True)),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela: Annotated[
        int,
        Count(
            label=_("Tunnelas"),
            help=_("Exposed before play, of regular cards."),
            max=7,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela_joker: Annotated[
        int,
        Count(
            label=_("Joker tunnelas"),
            help=_("Exposed, of the tiplu's rank in another suit."),
            max=3,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    tunnela_value: Annotated[
        int,
        Count(
            label=_("Poplu or jhiplu tunnelas"),
            help=_("Exposed before play."),
            max=2,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = 0
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(
            label=_("Maal cards"),
            help=_("Every card that may count, but for exposed tunnelas."),
            instead="maal",
            both=Both.LOOKED_AT,
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = None
    exposed: Annotated[
        tuple[tuple[str, ...], ...] | None,
        Melds(
            label=_("Exposed tunnelas"),
            help=_("Three identical cards each, shown before play."),
            when=(PLAYED, IN_HAND),
            screen=(NOT_FOUL, NO_TOTAL),
        ),
    ] = None

    @property
    def counted(self) -> bool:
        """Maal card by card, as numbers."""
        return any(getattr(self, item) for item in ITEMS)

    @property
    def tapped(self) -> bool:
        return bool(self.cards or self.exposed)


SINGLES: Final = ("tiplu", "poplu", "jhiplu", "alter", "man")
MARRIED = ("jhiplu", "tiplu", "poplu")
TUNNELAS = ("tunnela_joker", "tunnela_value")
ITEMS = (*SINGLES, "tunnela", *TUNNELAS)


@dataclass(frozen=True, slots=True)
class State:
    fouled: tuple[int, ...] = ()
    """Persons who owe the winner of the next played hand for a foul."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Who is in -----------------------------------------------------------------------------------


def in_hand(entry: Entry) -> list[int]:
    return [p for p in entry.playing if entry.lines[p].status is not Status.SAT_OUT]


def winner(entry: Entry) -> int:
    return next(p for p in entry.playing if entry.lines[p].finish is Finish.WON)


def losers(entry: Entry) -> list[int]:
    return [p for p in in_hand(entry) if entry.lines[p].finish is not Finish.WON]
