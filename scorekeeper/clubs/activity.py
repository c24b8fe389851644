"""The activity log of a group: ended sessions, renamed players, invite links, revocations.

``note`` is the only writer, called inside the transaction of the logged change; entries are never
changed or deleted. Stored are a kind and its values, never a secret; they are worded when read. A
new kind is one more line of ``ActivityKind``.
"""

from collections.abc import Callable
from string import Formatter
from typing import Any, Final

from django.db import models, transaction
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club, Happening, Membership, Role, Session, author_fields
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import language_name
from scorekeeper.core.localization.words import local_moment, money
from scorekeeper.engine.variant import Terms
from scorekeeper.variants import VARIANTS


class ActivityKind(models.TextChoices):
    """The kinds of entries with their sentences; placeholders are filled from the values."""

    SESSION_OPENED = "session_opened", _("New session")
    SESSION_CLOSED = "session_closed", _("Session ended")
    SESSION_REOPENED = "session_reopened", _("Session reopened")
    SESSION_PLANNED = "session_planned", _("Session scheduled: {when}")
    PLAN_CHANGED = "plan_changed", _("Scheduled session changed: {when}")
    PLAN_CALLED_OFF = "plan_called_off", _("Scheduled session cancelled: {when}")
    PLAN_BACK = "plan_back", _("Scheduled session reinstated: {when}")
    REPLIES_BACK = "replies_back", _("Reply link revoked: {name}")
    CALENDAR_BACK = "calendar_back", _("Calendar link revoked: {name}")
    SESSION_CORRECTED = (
        "session_corrected",
        _("Edited after the session ended: hand {number}, {game}"),
    )
    LATE_EXPENSE = "late_cost", _("After the session ended: expense {label}")
    LATE_EXPENSE_BACK = "late_cost_back", _("After the session ended: expense {label} deleted")
    LATE_PAID_IN = "late_paid_in", _("Paid after the session ended: {what}")
    LATE_PAID_BACK = "late_paid_back", _("Payment undone after the session ended: {what}")
    CONSENT_ON = "consent_on", _("Hand approvals turned on")
    CONSENT_OFF = "consent_off", _("Hand approvals turned off")
    CONTEST_OVERRULED = (
        "contest_overruled",
        _("Dispute by {name} overruled: hand {number}, {game}"),
    )
    HAND_DROPPED = "hand_dropped", _("Unsynced entry discarded: hand {number}, {game}")
    WRITING_DROPPED = "writing_dropped", _("Unsynced entry discarded: {what}")
    SEATS_DRAWN = "seats_drawn", _("Seats drawn: {names}")
    GAME_ENDED = "game_ended", _("Ended: game {number}, {game}")
    GAME_STOPPED = "game_stopped", _("Ended early: game {number}, {game}")
    GAME_RESUMED = "game_resumed", _("Goes on: game {number}, {game}")
    GAME_REMOVED = "game_removed", _("Deleted, with no hands: game {number}, {game}")
    GAME_RESTORED = "game_restored", _("Restored: game {number}, {game}")
    PLAYER_RENAMED = "player_renamed", _("{old} renamed to {new}")
    NAMES_JOINED = "names_joined", _("{name} merged into {person}")
    NAMES_PARTED = "names_parted", _("{name} and {person} unmerged")
    PLAYER_LEFT = "player_left", _("Left the group: {name}")
    PLAYER_BACK = "player_back", _("Rejoined the group: {name}")
    SPREADSHEET_IMPORTED = (
        "spreadsheet_imported",
        _("Imported; sessions: {sessions}, players: {people}"),
    )
    IMPORT_UNDONE = "import_undone", _("Import undone; sessions: {sessions}")
    PLAYER_ERASED = "player_erased", _("Player anonymized: now {name}")
    ADDRESS_CHANGED = "address_changed", _("Payment details changed: {name}")
    OWN_TAKEN_AWAY = "own_taken_away", _("Payment details and e-mail removed: {name}")
    CLUB_RENAMED = "club_renamed", _("Group renamed from {old} to {new}")
    MONEY_CHANGED = "money_changed", _("Currency changed from {old} to {new}")
    TOURNAMENT_MOVED = "tournament_moved", _("Tournament moved from {old} to {new}")
    ZONE_CHANGED = "zone_changed", _("Time zone changed from {old} to {new}")
    POINTS_ONLY_ON = "points_only_on", _("Points only turned on")
    POINTS_ONLY_OFF = "points_only_off", _("Points only turned off")
    LANGUAGE_CHANGED = "language_changed", _("Language changed from {old} to {new}")
    LINK_MADE = "link_made", _("Invite created: {role}")
    LINKS_CLOSED = "links_closed", _("No new people can join with earlier invites")
    HIGHER_LINKS_CLOSED = (
        "higher_links_closed",
        _("No new people can join with invites above: {role}"),
    )
    LINK_TAKEN_BACK = "link_taken_back", _("Invite revoked: {role}")
    PROOF_MADE = "proof_made", _("Verification link created")
    PROOF_TAKEN_BACK = "proof_taken_back", _("Verification link revoked")
    CHAT_ADDED = "chat_added", _("Results are sent to: {what}")
    CHAT_STOPPED = "chat_stopped", _("Results could not be sent, and wait for a test: {what}")
    CHAT_REMOVED = "chat_removed", _("Results are no longer sent to: {what}")
    SEASON_SHARED = "season_shared", _("Standings link created: {season}")
    SEASON_UNSHARED = "season_unshared", _("Standings link revoked: {season}")
    SCREEN_ON = "screen_on", _("Invite shown on the TV scoreboard: {role}")
    SCREEN_OFF = "screen_off", _("Invite removed from the TV scoreboard: {role}")
    DEVICE_REMOVED = "device_removed", _("Device removed: {device}")
    ROLE_CHANGED = "role_changed", _("{device} is now: {role}")
    CODE_MADE = "code_made", _("Recovery code created")
    CODE_REPLACED = "code_replaced", _("Recovery code replaced")
    CODE_USED = "code_used", _("Recovery code used on another device")
    RULES_KEPT = "rules_kept", _("House rules saved: {name} ({game})")
    RULES_CHANGED = "rules_changed", _("House rules changed: {name} ({game})")
    RULES_TAKEN_OVER = "rules_taken_over", _("House rules imported: {name} ({game})")
    RULES_RETIRED = "rules_retired", _("House rules archived: {name} ({game})")
    RULES_SHARED = "rules_shared", _("House rules link created: {name} ({game})")
    RULES_UNSHARED = "rules_unshared", _("House rules link revoked: {name} ({game})")
    ROUND_PUBLISHED = "round_published", _("Round {number} published")
    ROUND_WITHDRAWN = "round_withdrawn", _("Round {number} withdrawn")
    SEATS_CHANGED = "seats_changed", _("Round {number}: {name} and {person} changed seats")
    SEAT_MOVED = "seat_moved", _("Round {number}: {name} moved to table {table}")
    SEAT_GIVEN_UP = "seat_given_up", _("Round {number}: {name} sits out")
    PENALTY_GIVEN = "penalty_given", _("Penalty for {name}: −{points} ({reason})")
    PENALTY_WITHDRAWN = "penalty_withdrawn", _("Penalty withdrawn: {name}, −{points}")
    CUT_DECIDED = "cut_decided", _("Plays on after a tie at the cut: {names}")
    PLAY_OFF_OPENED = "play_off_opened", _("Play-off for the cut: {names}")
    CUT_BY_LOT = "cut_by_lot", _("Plays on after a tie at the cut, by lot: {names}")
    PRIZES_POSTED = "prizes_posted", _("Prizes posted")
    PRIZES_UNDONE = "prizes_undone", _("Prizes undone")
    SETTLED_BY = "settled_by", _("Settlement method: {way}")
    ROUNDED = "sums_rounded", _("Payments rounded to {step}")
    NOT_ROUNDED = "sums_exact", _("Payments no longer rounded")


OF_TILES: Final = {
    ActivityKind.SESSION_CORRECTED: _("Edited after the session ended: round {number}, {game}"),
    ActivityKind.CONTEST_OVERRULED: _("Dispute by {name} overruled: round {number}, {game}"),
    ActivityKind.HAND_DROPPED: _("Unsynced entry discarded: round {number}, {game}"),
    ActivityKind.GAME_REMOVED: _("Deleted, with no rounds: game {number}, {game}"),
}
"""The sentences where the game is played with tiles."""
TILE_GAMES: Final = {rules.name for rules in VARIANTS.values() if rules.terms is Terms.TILES}
"""Their names, which are stored with the entries."""


FORMATTERS: Final[dict[str, Callable[[Any], str]]] = {
    "role": lambda value: str(Role(value).label),
    "game": gettext,
    "way": gettext,
    "what": gettext,
    "when": local_moment,
}
"""How stored values become text; values not listed are names and shown unchanged."""


def note(
    kind: ActivityKind,
    *,
    club: Club,
    session: Session | None = None,
    by: Membership | None = None,
    **values: str | int,
) -> Happening:
    """Logs a change in its transaction. No value may be a secret. Raises RuntimeError outside a
    transaction."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("An activity is noted in the transaction of its change.")
    return Happening.objects.create(
        club=club,
        session=session,
        kind=kind,
        values=values,
        player_id=by.player_id if by else None,
        **author_fields(by),
    )


def describe(happening: Happening) -> SafeString:
    """Returns the entry as a sentence in the reader's language."""
    kind = next((kind for kind in ActivityKind if kind == happening.kind), None)
    if kind is None:  # written by a newer version of the program
        return escape(happening.kind)
    if sentence := _own_sentence(kind, happening.session):
        return escape(sentence)
    if not happening.values:
        return escape(kind.label)
    formatted: dict[str, str] = {
        name: _format_value(kind, name, value) for name, value in happening.values.items()
    }
    if kind == ActivityKind.ROUNDED and currencies.are_shown():
        formatted |= {"step": money(happening.values["step"], happening.values["money"])}
    is_of_tiles = str(happening.values.get("game")) in TILE_GAMES
    template = OF_TILES.get(kind, kind.label) if is_of_tiles else kind.label
    return format_html(str(template), **formatted)


def _own_sentence(kind: ActivityKind, session: Session | None) -> str | Promise:
    """Returns the sentence that this kind of session has of its own; "" if none."""
    declared = session.declared_kind if session else None
    return declared.activity.get(kind, "") if declared else ""


def required_values(happening: Happening) -> set[str]:
    """Returns the names of the values that the entry's sentence needs."""
    kind = next((kind for kind in ActivityKind if kind == happening.kind), None)
    fields = Formatter().parse(str(kind.label)) if kind else ()
    return {name for _text, name, _spec, _conversion in fields if name}


def _format_value(kind: ActivityKind, name: str, value: str | int) -> SafeString:
    if kind == ActivityKind.LANGUAGE_CHANGED:
        return format_html("<bdi>{}</bdi>", language_name(str(value)))
    return format_html("<bdi>{}</bdi>", FORMATTERS.get(name, str)(value))


AUTHOR: Final = ("player", "by", "signature__player")


MONEY_KINDS: Final = (
    *(
        ActivityKind.LATE_EXPENSE,
        ActivityKind.LATE_EXPENSE_BACK,
        ActivityKind.LATE_PAID_IN,
        ActivityKind.LATE_PAID_BACK,
    ),
    *(ActivityKind.ADDRESS_CHANGED, ActivityKind.OWN_TAKEN_AWAY, ActivityKind.MONEY_CHANGED),
    *(ActivityKind.SETTLED_BY, ActivityKind.ROUNDED, ActivityKind.NOT_ROUNDED),
    *(ActivityKind.PRIZES_POSTED, ActivityKind.PRIZES_UNDONE),
)
"""About money: only for those who may see it."""


def newest_first(club: Club) -> QuerySet[Happening]:
    happenings = Happening.objects.filter(club=club).order_by("-pk")
    if not currencies.are_shown():
        happenings = happenings.exclude(kind__in=MONEY_KINDS)
    return happenings.select_related("session", *AUTHOR)


def for_session(session: Session, *kinds: ActivityKind) -> QuerySet[Happening]:
    """Returns the session's entries of these kinds, newest first."""
    happenings = Happening.objects.filter(session=session, kind__in=kinds).order_by("-pk")
    return happenings.select_related(*AUTHOR)
