"""The writes of a night that a phone may deliver. What became of one its view says
(``serving.outcomes``)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_noop

HAND: Final = "capture:hand_new"
AMEND: Final = "capture:hand_amend"
LEFT_OUT: Final = "capture:hand_left_out"
START: Final = "starting:game_new"
AGAIN: Final = "starting:game_again"

KINDS: Final[dict[str, str]] = {
    HAND: gettext_noop("A hand"),
    AMEND: gettext_noop("A correction of a hand"),
    LEFT_OUT: gettext_noop("A hand that was left out"),
    "capture:hand_void": gettext_noop("A hand taken back"),
    "capture:hand_back": gettext_noop("A hand put back"),
    "capture:game_remove": gettext_noop("A game removed"),
    "capture:game_restore": gettext_noop("A game brought back"),
    "consent:asked": gettext_noop("Approval setting changed"),
    "consent:line": gettext_noop("A word on a line of a hand"),
    "consent:overrule": gettext_noop("A hand that stands though it was contested"),
    "clubs:who": gettext_noop("Whose phone this is"),
    START: gettext_noop("A new game"),
    "starting:game_close": gettext_noop("A game ended"),
    AGAIN: gettext_noop("The same game again"),
    "starting:seats": gettext_noop("Who plays on"),
    "starting:night_close": gettext_noop("The night closed"),
    "starting:night_reopen": gettext_noop("The night opened again"),
    "settling:paid": gettext_noop("A payment"),
    "settling:step": gettext_noop("A word on a payment"),
    "settling:unpaid": gettext_noop("A payment taken back"),
    "settling:me": gettext_noop("Whose phone this is"),
    "settling:cost": gettext_noop("A shared cost"),
    "settling:cost_back": gettext_noop("A shared cost taken back"),
    "settling:advance": gettext_noop("Money paid in"),
    "settling:along": gettext_noop("Debts taken along to another night"),
    "settling:along_back": gettext_noop("Debts that were taken along, taken back"),
    "settling:terms": gettext_noop("How it is settled"),
    "settling:round": gettext_noop("What is owed, rounded again"),
}
"""By the name of its view, what each is called. What is not named here is delivered by nobody:
pieces of pages, files and letters, invitations, what is one phone's own, this room."""

UNKNOWN: Final = gettext_noop("Something")
"""What cannot be read, or leads nowhere."""

BEGINS_GAME: Final = frozenset({START, AGAIN})
KEEPS_TOKEN: Final[Mapping[str, str]] = {
    **dict.fromkeys((HAND, AMEND, LEFT_OUT, AGAIN), ""),
    **dict.fromkeys(("settling:paid", "settling:step", "settling:cost", "settling:advance"), ""),
    "settling:along": "",
    START: "start",
}
"""Whose token the night keeps, where the form's button says this (``do``)."""


def kept_tokens() -> dict[str, str]:
    """KEEPS_TOKEN for a phone, which knows addresses: by how those of a view end."""
    return {_ending(name): act for name, act in KEEPS_TOKEN.items()}


def _ending(name: str) -> str:
    for parts in (["0"], ["0", "0"], ["0", "0", "0"]):
        with suppress(NoReverseMatch):
            return reverse(name, args=parts).rpartition("/0")[2]
    raise NoReverseMatch(name)
