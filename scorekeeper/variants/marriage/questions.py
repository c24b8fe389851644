"""What is asked about a hand of Marriage and about each seat; and who is in it.

What is not asked is at its default. Nothing here counts: see ``maal`` and ``rules``.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Both, Word, unless, when
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
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    declared: Declared = ask.pick(
        _("Won with"), Declared.NORMAL, screen=(when("outcome", Outcome.PLAYED),)
    )
    tiplu: str | None = ask.card(
        _("Tiplu"),
        None,
        _("The card drawn from the stock; needed if maal cards are tapped."),
        joker=False,
        screen=(when("outcome", Outcome.PLAYED),),
    )


@dataclass(frozen=True, slots=True)
class Line:
    finish: Finish | None = ask.pick(
        _("Winner"), None, when=(PLAYED,), sole=(), sole_value=Finish.WON
    )
    status: Status | None = ask.pick(
        _("Tiplu"),
        None,
        when=(PLAYED,),
        screen=(unless("finish", Finish.WON),),
        suggest=Status.SEEN,
    )
    dublee_shown: bool = ask.flag(
        _("Showed seven dublees"),
        False,
        when=(
            PLAYED,
            when("options.dublee_loser_exempt", True),
            when("status", Status.SEEN),
            unless("finish", Finish.WON),
        ),
    )
    maal: int | None = ask.points(
        _("Maal"),
        None,
        _("All together, or card by card below."),
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL,),
    )
    tiplu: int = ask.count(
        _("Tiplus"), 0, max=2, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL)
    )
    poplu: int = ask.count(
        _("Poplus"), 0, max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL)
    )
    jhiplu: int = ask.count(
        _("Jhiplus"), 0, max=3, when=(PLAYED, IN_HAND), screen=(NOT_FOUL, NO_TOTAL)
    )
    alter: int = ask.count(
        _("Alters"),
        0,
        max=3,
        when=(PLAYED, IN_HAND, when("options.alter", True)),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    man: int = ask.count(
        _("Men"),
        0,
        _("Printed jokers."),
        max=3,
        when=(PLAYED, IN_HAND, when("options.man", True)),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    tunnela: int = ask.count(
        _("Tunnelas"),
        0,
        _("Exposed before play, of regular cards."),
        max=7,
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    tunnela_joker: int = ask.count(
        _("Joker tunnelas"),
        0,
        _("Exposed, of the tiplu's rank in another suit."),
        max=3,
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    tunnela_value: int = ask.count(
        _("Poplu or jhiplu tunnelas"),
        0,
        _("Exposed before play."),
        max=2,
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Maal cards"),
        None,
        _("Every card that may count, but for exposed tunnelas."),
        instead="maal",
        both=Both.LOOKED_AT,
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL, NO_TOTAL),
    )
    exposed: tuple[tuple[str, ...], ...] | None = ask.melds(
        _("Exposed tunnelas"),
        None,
        _("Three identical cards each, shown before play."),
        when=(PLAYED, IN_HAND),
        screen=(NOT_FOUL, NO_TOTAL),
    )

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
