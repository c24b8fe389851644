"""Imports of spreadsheets: previewed first, imported as a whole, and undone as a whole."""

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.database import one_view
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.reader import shows_money
from scorekeeper.core.localization.words import in_money, words
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.server import LARGEST_BODY
from scorekeeper.extensions.exchange.extension import IMPORTED
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError
from scorekeeper.extensions.exchange.spreadsheets.forms import MOST, ONE_UNEVEN, SpreadsheetForm
from scorekeeper.extensions.exchange.spreadsheets.models import ImportedSession, SpreadsheetImport
from scorekeeper.extensions.exchange.spreadsheets.preview import ImportPreview
from scorekeeper.extensions.exchange.spreadsheets.services import (
    import_spreadsheet,
    preview_import,
    undo_import,
)
from scorekeeper.ledger.models import ImportedResult

MOST_CHOICES = 60
"""How many sessions that do not add up may have a choice of their own."""
SHOWN = 60
"""How many sessions and faults are listed; the rest are counted."""


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def imports(request: ClubRequest, club: Club) -> HttpResponse:
    """Lists the imports, and previews another before anything is written."""
    if request.method != "POST":
        return _page(request, club, SpreadsheetForm())
    form = SpreadsheetForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, form, status=400)
    try:
        return _preview_or_import(request, club, form)
    except UnreadableError as error:
        form.add_error("text", words(error.phrase))
        return _page(request, club, form, status=400)


def _preview_or_import(request: ClubRequest, club: Club, form: SpreadsheetForm) -> HttpResponse:
    """Previews or imports. Raises UnreadableError."""
    if request.POST.get("then") != "take":
        spend(acts.PREVIEW, request, member=request.membership)
        with one_view():
            preview = preview_import(club, form.upload, most=MOST)
        return _page(request, club, form, preview)
    try:
        token = write_token(request.POST)
    except ValidationError as error:
        form.add_error("text", error)
        return _page(request, club, form, status=400)
    spend(acts.DOCUMENT, request)
    preview_key = request.POST.get("seen", "")
    try:
        spreadsheet_import = import_spreadsheet(
            club=club,
            upload=form.upload,
            preview_key=preview_key,
            most=MOST,
            token=token,
            by=request.membership,
        )
    except Refusal as refusal:
        changed = refusal.sentence
        return _page(request, club, form, refusal.now, changed=changed, status=refusal.status)
    return redirect(
        f"{reverse('spreadsheets:import', args=[club.code, spreadsheet_import.pk])}?done=1"
    )


def _page(
    request: ClubRequest,
    club: Club,
    form: SpreadsheetForm,
    preview: ImportPreview | None = None,
    changed: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "most": MOST,
        "largest": LARGEST_BODY,
        "preview": preview,
        "changed": changed,
        "imports": SpreadsheetImport.objects.filter(club=club)
        .annotate(session_count=Count("sessions"))
        .order_by("-pk"),
    }
    if preview is not None:
        context |= _preview_context(club, preview, form)
    return render(request, "exchange/spreadsheets/imports.html", context, status=status)


def _preview_context(club: Club, preview: ImportPreview, form: SpreadsheetForm) -> dict[str, Any]:
    faults, notes = (
        [
            (fault.line, fault.column, in_money(fault.phrase, club.currency))
            for fault in listed[:SHOWN]
        ]
        for listed in (preview.faults, preview.spreadsheet.notes)
    )
    uneven = preview.spreadsheet.uneven
    return {
        "uneven": [
            (one, form.data.get(ONE_UNEVEN + one.key, ""))
            for one in (uneven[:MOST_CHOICES] if len(uneven) > 1 else ())
        ],
        "faults": faults,
        "notes": notes,
        "more_notes": max(len(preview.spreadsheet.notes) - SHOWN, 0),
        "more_faults": max(len(preview.faults) - SHOWN, 0),
        "sessions": preview.sessions[:SHOWN],
        "more_sessions": max(len(preview.sessions) - SHOWN, 0),
        "new_session_count": len(preview.new),
        "existing_count": len(preview.sessions) - len(preview.new),
        "known_names": [match for match in preview.names if not match.guessed and match.player],
        "guessed_names": [match for match in preview.names if match.guessed],
        "new_names": [match for match in preview.names if not match.guessed and not match.player],
    }


# Imports ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def import_detail(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows an import with its sessions, and undoes it."""
    spreadsheet_import = get_object_or_404(SpreadsheetImport, pk=pk, club=club)
    error, used_session, status = "", None, 200
    if request.method == "POST":
        write = partial(undo_import, source=spreadsheet_import, by=request.membership)
        refusal = attempt(request, write)
        if refusal is None:
            return redirect("spreadsheets:import", club.code, spreadsheet_import.pk)
        error, used_session, status = refusal.sentence, refusal.now, refusal.status
    context = {
        "club": club,
        "spreadsheet_import": spreadsheet_import,
        "error": error,
        "used_session": used_session,
        "is_done": "done" in request.GET,
        "sessions": Session.every.filter(imported_session__came_with=spreadsheet_import).order_by(
            "-played_on", "-pk"
        ),
        "people": spreadsheet_import.players.select_related("player").order_by("player__name"),
    }
    return render(request, "exchange/spreadsheets/import.html", context, status=status)


@require_safe
@session_view(Role.VIEWER)
def session(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows the imported results of a session."""
    if session.kind != IMPORTED.key:
        return redirect("scoreboard:session", session.code)
    stored = ImportedResult.objects.filter(session=session).select_related("player")
    money = shows_money(request) is not False
    lines = sorted(
        stored, key=lambda line: (-(line.amount or 0) if money else 0, _points(line), line.pk)
    )
    first = lines[0] if lines else None
    source = ImportedSession.objects.select_related("came_with").filter(session=session).first()
    context = {
        "session": session,
        "club": session.club,
        "lines": lines,
        "amounts": money and any(line.amount is not None for line in lines),
        "has_points": any(line.points is not None for line in lines),
        "game": _game(first.variant) if first else "",
        "spreadsheet_import": source.came_with if source else None,
    }
    return render(request, "exchange/spreadsheets/session.html", context)


def _points(line: ImportedResult) -> float:
    """Sorts the best points first."""
    return (line.points or 0) * (1 if line.lowest else -1)


def _game(variant: str) -> str:
    return dict(SpreadsheetForm().games).get(variant, variant) if variant else ""
