"""The writes of a session that a device can sync. Their views report the outcome
(``core.requests.outcomes``)."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_noop

HAND: Final = "entry:hand_new"
AMEND: Final = "entry:hand_edit"
LEFT_OUT: Final = "entry:hand_insert"
START: Final = "starting:game_new"
AGAIN: Final = "starting:game_again"

KINDS: Final[dict[str, str]] = {
    HAND: gettext_noop("Entered hand"),
    AMEND: gettext_noop("Edited hand"),
    LEFT_OUT: gettext_noop("Inserted hand"),
    "entry:hand_delete": gettext_noop("Deleted hand"),
    "entry:hand_restore": gettext_noop("Restored hand"),
    "entry:game_delete": gettext_noop("Deleted game"),
    "entry:game_restore": gettext_noop("Restored game"),
    "approvals:settings": gettext_noop("Approval setting changed"),
    "approvals:reply": gettext_noop("Approval or dispute"),
    "approvals:overrule": gettext_noop("Overruled dispute"),
    "clubs:who": gettext_noop("Device owner"),
    START: gettext_noop("A new game"),
    "starting:game_close": gettext_noop("Ended game"),
    "entry:game_resume": gettext_noop("Resumed game"),
    AGAIN: gettext_noop("Game played again"),
    "starting:seats": gettext_noop("Changed players"),
    "starting:session_close": gettext_noop("Ended session"),
    "starting:session_reopen": gettext_noop("Reopened session"),
    "settlement:paid": gettext_noop("Payment"),
    "settlement:all_paid": gettext_noop("All payments"),
    "settlement:step": gettext_noop("Payment confirmation"),
    "settlement:unpaid": gettext_noop("Undone payment"),
    "settlement:me": gettext_noop("Device owner"),
    "settlement:expense_new": gettext_noop("Expense"),
    "settlement:expense_delete": gettext_noop("Deleted expense"),
    "settlement:deposit_new": gettext_noop("Buy-in or deposit"),
    "settlement:carry_over_new": gettext_noop("Carried-over balance"),
    "settlement:carry_over_undo": gettext_noop("Undone carry-over"),
    "settlement:method_save": gettext_noop("Settlement method"),
    "settlement:round": gettext_noop("Changed rounding"),
}
"""Titles of the entries by view. Writes of other views cannot be synced: fragments of pages,
files, e-mails, invite links, private data, this app's own."""

UNKNOWN: Final = gettext_noop("Entry")
"""The title of an entry that cannot be read or resolved."""

BEGINS_GAME: Final = frozenset({START, AGAIN})
KEEPS_TOKEN: Final[Mapping[str, str]] = {
    **dict.fromkeys((HAND, AMEND, LEFT_OUT, AGAIN), ""),
    **dict.fromkeys(
        ("settlement:paid", "settlement:step", "settlement:all_paid"),
        "",
    ),
    **dict.fromkeys(("settlement:expense_new", "settlement:deposit_new"), ""),
    "settlement:carry_over_new": "",
    START: "start",
}
"""Views that save the form's token, and the button (``do``) they do it for."""


def kept_tokens() -> dict[str, str]:
    """Returns KEEPS_TOKEN by the ends of the views' addresses, which is what a device knows."""
    return {_ending(name): act for name, act in KEEPS_TOKEN.items()}


def _ending(name: str) -> str:
    for parts in (["0"], ["0", "0"], ["0", "0", "0"]):
        with suppress(NoReverseMatch):
            return reverse(name, args=parts).rpartition("/0")[2]
    raise NoReverseMatch(name)
