"""The writes of a night that a phone may deliver, and the one place that reads what became of one.

A view answers a person. That something was done it says by where it sends him next, and each in its
own way that it was not: a page with a sentence, the same form again, a redirect elsewhere. So what
is known of each is where it leads when it was done; everything else is a refusal.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final
from urllib.parse import parse_qs, urlsplit

from django.http import HttpResponse
from django.urls import Resolver404, resolve

from scorekeeper.capture.answering import Fate

HAND: Final = "capture:hand_new"
AMEND: Final = "capture:hand_amend"
LEFT_OUT: Final = "capture:hand_left_out"
START: Final = "starting:game_new"
REMOVED: Final = "capture:game_removed"
BOARD: Final = "board:night"
SETTLE: Final = "settling:settle"

DONE_AT: Final[dict[str, frozenset[str]]] = {
    HAND: frozenset({HAND}),
    AMEND: frozenset({HAND, SETTLE}),
    LEFT_OUT: frozenset({HAND, SETTLE}),
    "capture:hand_void": frozenset({HAND, SETTLE}),
    "capture:hand_back": frozenset({HAND, SETTLE}),
    "capture:game_remove": frozenset({REMOVED}),
    "capture:game_restore": frozenset({HAND}),
    "consent:asked": frozenset({"consent:asked"}),
    "consent:line": frozenset({"board:hand", BOARD}),
    "consent:overrule": frozenset({"board:hand"}),
    "clubs:who": frozenset({BOARD}),
    START: frozenset({HAND, START}),
    "starting:game_close": frozenset({BOARD}),
    "starting:game_again": frozenset({HAND}),
    "starting:seats": frozenset({"starting:seats"}),
    "starting:night_close": frozenset({SETTLE}),
    "starting:night_reopen": frozenset({BOARD}),
    "settling:paid": frozenset({SETTLE}),
    "settling:step": frozenset({SETTLE}),
    "settling:unpaid": frozenset({SETTLE}),
    "settling:me": frozenset({SETTLE}),
    "settling:cost": frozenset({SETTLE}),
    "settling:cost_back": frozenset({SETTLE}),
    "settling:advance": frozenset({SETTLE}),
    "settling:along": frozenset({SETTLE}),
    "settling:along_back": frozenset({SETTLE}),
    "settling:terms": frozenset({SETTLE}),
    "settling:round": frozenset({SETTLE}),
}
"""By the name of a view: where it sends on who has done it. What is not named here is delivered by
nobody: pieces of pages, files and letters, invitations, what is one phone's own, this room."""


class Fared(StrEnum):
    """What became of something that was delivered."""

    SETTLED = "settled"
    """It is done, or was done before: the phone forgets it."""
    STALE = "stale"
    """Another hand stands in its place: its holder has to say what becomes of it."""
    REFUSED = "refused"
    """Not as things stand now; a sentence says why. The phone keeps it."""
    GONE = "gone"
    """What it is about does not exist any more."""


def read(name: str, response: HttpResponse, answers: str, *, is_drawn: bool = False) -> Fared:
    """``answers``: what the view said of the write (``capture.answering``), "" if nothing;
    ``is_drawn``: for seats, which the same page shows at once."""
    if is_drawn and response.status_code == 200:
        return Fared.SETTLED
    if response.status_code in (301, 302):
        return _sent_on(name, str(response["Location"]))
    if response.status_code in (404, 410):
        return Fared.GONE
    told = answers.rpartition(" ")[2]
    if told == Fate.STALE:
        return Fared.STALE
    if name == AMEND and told == Fate.SETTLED and response.status_code == 409:
        return Fared.STALE  # what it corrects was corrected meanwhile
    return Fared.REFUSED


def _sent_on(name: str, place: str) -> Fared:
    parts = urlsplit(place)
    try:
        there = resolve(parts.path).view_name
    except Resolver404:
        return Fared.REFUSED
    if there in DONE_AT[name]:
        return Fared.REFUSED if "refused" in parse_qs(parts.query) else Fared.SETTLED
    return Fared.GONE if there == REMOVED else Fared.REFUSED
