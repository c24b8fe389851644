"""Imports spreadsheets and undoes imports; nothing else may. All or nothing, once per token."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Membership, Player, Session, author_fields
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.clubs.services import add_players
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.exchange.extension import IMPORTED
from scorekeeper.extensions.exchange.spreadsheets.cells import read_cells
from scorekeeper.extensions.exchange.spreadsheets.models import (
    ImportedPlayer,
    ImportedSession,
    SpreadsheetImport,
)
from scorekeeper.extensions.exchange.spreadsheets.parsing import Uneven, Unit, read_spreadsheet
from scorekeeper.extensions.exchange.spreadsheets.preview import (
    ImportPreview,
    SessionPreview,
    build_preview,
)
from scorekeeper.extensions.exchange.spreadsheets.selectors import idle_players
from scorekeeper.extensions.exchange.spreadsheets.values import DayOrder
from scorekeeper.ledger.models import ImportedResult
from scorekeeper.ledger.results import delete_imported_results, write_imported_results

BATCH = 500
"""Rows per statement."""


@dataclass(frozen=True, slots=True)
class SpreadsheetUpload:
    """A spreadsheet and the choices made for it. ``variant``: the game, "" if unknown; ``answers``:
    by name in the spreadsheet, as ``build_preview`` takes them."""

    text: str
    called: str = ""
    counts: Unit = Unit.AMOUNT
    order: DayOrder | None = None
    variant: str = ""
    lowest: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    drops_loose: bool = False
    uneven: Uneven = Uneven.FIX
    uneven_by_key: Mapping[str, Uneven] = field(default_factory=dict)
    """The choices for single sessions (``UnevenSession.key``)."""
    booked_on: str = ""
    """The name on which differences are booked."""


def preview_import(club: Club, upload: SpreadsheetUpload, *, most: int) -> ImportPreview:
    """Previews an import; writes nothing. Raises UnreadableError."""
    spreadsheet = read_spreadsheet(
        read_cells(upload.text, most=most),
        digits=currencies.digits(club.currency),
        marks=currencies.marks_of(club.currency),
        counts=upload.counts,
        order=upload.order,
        drops_loose=upload.drops_loose,
        uneven=upload.uneven,
        uneven_by_key=upload.uneven_by_key,
        booked_on=upload.booked_on,
    )
    return build_preview(club, spreadsheet, upload.answers)


@transaction.atomic
def import_spreadsheet(
    *,
    club: Club,
    upload: SpreadsheetUpload,
    preview_key: str | None,
    most: int,
    token: str,
    by: Membership | None,
) -> SpreadsheetImport:
    """Imports a spreadsheet. ``preview_key``: of the preview that was shown; None: any. ``most``:
    lines.

    Once per token. Refuses if the result would differ from what was previewed, or cannot be
    imported; the preview is what there is ``now``. Raises UnreadableError.
    """
    # The same token with another spreadsheet, after going back to a page, is another import.
    content = f"{token}\0{upload!r}".encode("utf-8", "surrogatepass")
    token = hashlib.sha256(content).hexdigest()
    group = locks.hold_club(club)
    if earlier := SpreadsheetImport.objects.filter(club=group, token=token).first():
        return earlier
    preview = preview_import(group, upload, most=most)
    if not preview.can_import or preview_key not in (None, preview.key):
        text = _("The data has changed since the preview. Check it again.")
        raise Refusal(text, now=preview)
    source = SpreadsheetImport.objects.create(
        club=group, called=upload.called[:80], token=token, **author_fields(by)
    )
    people = _people(group, preview, source)
    lines = [
        line
        for session in preview.new
        for line in _lines(_create_session(source, session), session, people, upload)
    ]
    for first in range(0, len(lines), BATCH):
        write_imported_results(lines[first : first + BATCH])
    new = ImportedPlayer.objects.filter(came_with=source).count()
    note(
        ActivityKind.SPREADSHEET_IMPORTED, club=group, by=by, sessions=len(preview.new), people=new
    )
    return source


def _people(club: Club, preview: ImportPreview, source: SpreadsheetImport) -> dict[str, Player]:
    """Returns players by name in the spreadsheet, adding new ones to the group."""
    needed = dict.fromkeys(line.name.text for session in preview.new for line in session.day.lines)
    people: dict[str, Player] = {}
    last = Player.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first()
    for match in preview.names:
        if match.text in needed:
            people[match.text] = match.player or add_players(club=club, names=[match.name])[0]
    new = {player.pk for player in people.values() if player.pk > (last or 0)}
    ImportedPlayer.objects.bulk_create(
        ImportedPlayer(player_id=pk, came_with=source) for pk in sorted(new)
    )
    _restore_players(people.values(), source)
    return people


def _restore_players(people: Iterable[Player], source: SpreadsheetImport) -> None:
    """Brings back players who left when an import was undone, and are in this one."""
    returning = ImportedPlayer.objects.filter(
        player__in=[player.pk for player in people], came_with__undone_at__isnull=False
    )
    Player.objects.filter(pk__in=list(returning.values_list("player", flat=True))).update(
        left_at=None
    )
    returning.update(came_with=source)


def _create_session(source: SpreadsheetImport, preview_of_session: SessionPreview) -> Session:
    """Creates an ended session."""
    session = Session.objects.create(
        club=source.club,
        played_on=preview_of_session.day.on,
        of_day=next_of_day(source.club, preview_of_session.day.on),
        closed_at=timezone.now(),
        kind=IMPORTED.key,
    )
    ImportedSession.objects.create(session=session, came_with=source)
    return session


def _lines(
    session: Session,
    preview_of_session: SessionPreview,
    people: Mapping[str, Player],
    upload: SpreadsheetUpload,
) -> list[ImportedResult]:
    lines = []
    for result in preview_of_session.day.lines:
        line = ImportedResult(
            session=session,
            player_id=people[result.name.text].pk,
            variant=upload.variant,
            amount=result.amount,
            points=result.points,
            lowest=upload.lowest,
        )
        lines.append(line)
    return lines


# Undoing an import --------------------------------------------------------------------------


@transaction.atomic
def undo_import(*, source: SpreadsheetImport, by: Membership | None) -> SpreadsheetImport:
    """Undoes an import: none of its sessions counts any more, while its lines stay stored.
    Repeating it changes nothing. Refuses if something was played or paid since in one of them,
    which is what there is ``now``."""
    sessions = Session.every.filter(imported_session__came_with=source)
    ids = locks.hold_sessions(sessions)
    locks.hold_club(source.club)
    current = SpreadsheetImport.objects.get(pk=source.pk)
    if current.undone_at is not None:
        return current
    if used := _session_in_use(ids):
        text = _(
            "One of its sessions has newer hands or payments. Undoing the import would delete them."
        )
        raise Refusal(text, now=used)
    delete_imported_results(ids)
    now = timezone.now()
    locks.put_removed(ids, now)
    current.undone_at, current.undone_by = now, by
    current.save(update_fields=["undone_at", "undone_by"])
    Player.objects.filter(pk__in=idle_players(current.club), left_at=None).update(left_at=now)
    note(ActivityKind.IMPORT_UNDONE, club=current.club, by=by, sessions=len(ids))
    return current


def _session_in_use(sessions: list[int]) -> Session | None:
    """Returns the first session in which something was played or paid, or that is running."""
    used = Q(games__isnull=False) | Q(payments__isnull=False) | Q(handovers__isnull=False)
    used |= Q(expenses__isnull=False) | Q(draws__isnull=False) | Q(closed_at=None)
    return Session.every.filter(used, pk__in=sessions).order_by("played_on", "pk").first()
