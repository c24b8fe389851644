"""The house rules of Marriage: what value cards are worth, what seeing and fouls cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.engine.questions import (
    Amount,
    Count,
    Flag,
    Pick,
    Points,
    Steps,
    Word,
    unless,
    when,
)
from scorekeeper.engine.words import _


class UnseenMaal(Word):
    COUNT = "count", _("Counts"), _("As if he had seen.")
    MURDER = "murder", _("Murder"), _("It is void.")
    KIDNAP = "kidnap", _("Kidnap"), _("It goes to the winner.")


class TunnelaScale(Word):
    EACH = "each", _("The same each")
    RISING = "rising", _("5, 15, 30, 45"), _("For one, two, three, four of one player.")


class Foul(Word):
    OFF = "off", _("Not used")
    NEXT_HAND = "next_hand", _("Next winner"), _("Paid to the winner of the next hand.")
    THIS_HAND = "this_hand", _("This winner"), _("Paid to the winner of this hand.")


class Ledger(Word):
    PAIRWISE = "pairwise", _("Wins and losses")
    GROSS = "gross", _("What each receives")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: Annotated[
        int, Amount(label=_("Money per point"), help=_("What one point is worth."), source="seed")
    ] = 100
    hands: Annotated[
        int | None,
        Count(
            label=_("Hands"),
            help=_("The game ends after so many; empty for an open end."),
            min=1,
            max=None,
            source="seed",
            ends=True,
        ),
    ] = None
    unseen_maal: Annotated[
        UnseenMaal,
        Pick(
            label=_("Maal of the unseen"),
            help=_("What it is worth to a player who has not seen the tiplu."),
            source="seed",
        ),
    ] = UnseenMaal.COUNT
    seen: Annotated[
        int, Points(label=_("Seen pays"), help=_("To the winner, having seen."), source="seed")
    ] = 3
    unseen: Annotated[
        int, Points(label=_("Unseen pays"), help=_("To the winner, unseen."), source="seed")
    ] = 10
    dublee_win: Annotated[
        int,
        Points(
            label=_("Won with dublees"),
            help=_("From everybody, if the winner had eight dublees."),
            source="seed",
        ),
    ] = 5
    tiplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Tiplus"), help=_("For one, two."), length=2, source="seed"),
    ] = (3, 7)
    poplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Poplus"), help=_("For one, two, three."), length=3, source="seed"),
    ] = (2, 5, 10)
    jhiplu_points: Annotated[
        tuple[int, ...],
        Steps(label=_("Jhiplus"), help=_("For one, two, three."), length=3, source="seed"),
    ] = (2, 5, 10)
    marriage_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Marriages"),
            help=_("For one, two of tiplu, poplu and jhiplu together."),
            length=2,
            source="seed",
        ),
    ] = (10, 20)
    tunnela_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Exposed tunnelas"),
            help=_("Of a regular card, an ordinary joker, a poplu or jhiplu."),
            length=3,
            source="seed",
        ),
    ] = (5, 10, 20)
    tunnela_scale: Annotated[
        TunnelaScale,
        Pick(
            label=_("Several regular tunnelas"),
            help=_("Whether the second one is worth more."),
            source="marriage.md §6",
        ),
    ] = TunnelaScale.EACH
    alter: Annotated[
        bool,
        Flag(
            label=_("Alter"),
            help=_("The tiplu's rank in the other suit of its colour counts too."),
            source="marriage.md §6",
        ),
    ] = False
    man: Annotated[
        bool,
        Flag(
            label=_("Man"),
            help=_("Three printed jokers are in the pack and count."),
            source="marriage.md §6",
        ),
    ] = False
    alter_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Alters"),
            help=_("For one, two, three."),
            length=3,
            source="marriage.md §6",
            when=(when("alter", True),),
        ),
    ] = (5, 15, 30)
    man_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Men"),
            help=_("For one, two, three."),
            length=3,
            source="marriage.md §6",
            when=(when("man", True),),
        ),
    ] = (5, 15, 30)
    tunnela_needs_seen: Annotated[
        bool,
        Flag(
            label=_("Tunnelas need the tiplu"),
            help=_("Exposed tunnelas count only for who has seen it."),
            source="seed",
        ),
    ] = False
    dublee_loser_exempt: Annotated[
        bool,
        Flag(
            label=_("Seven dublees are free"),
            help=_("A loser who showed them does not pay for having seen."),
            source="marriage.md §6",
        ),
    ] = False
    foul: Annotated[
        Foul,
        Pick(
            label=_("Fouls"),
            help=_("Whom a player pays who broke the rules."),
            source="marriage.md §6",
        ),
    ] = Foul.OFF
    foul_points: Annotated[
        int,
        Points(
            label=_("Fine for a foul"),
            help=_("Points to that winner."),
            source="marriage.md §6",
            when=(unless("foul", Foul.OFF),),
        ),
    ] = 15
    ledger: Annotated[
        Ledger,
        Pick(
            label=_("Score sheet"),
            help=_("What is written down; the money is the same."),
            source="marriage.md §6",
        ),
    ] = Ledger.PAIRWISE
