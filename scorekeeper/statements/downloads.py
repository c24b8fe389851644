"""What the views of sessions and seasons share: showing a statement, and downloading it."""

from __future__ import annotations

from django.db.models.fields.files import FieldFile
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Player
from scorekeeper.core.jobs.models import JobState
from scorekeeper.statements import selectors, services
from scorekeeper.statements.files.names import disposition, name_parts
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import Topic


def is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def player_of(about: Topic, number: str) -> Player | None:
    """Returns the player the statement is for; None for everyone. Raises Http404 for a player who
    was not there."""
    if not number:
        return None
    player = selectors.people_of(about).get(int(number)) if is_id(number) else None
    if player is None:
        raise Http404
    return player


def sheet_response(request: ClubRequest, about: Topic, statement: Statement) -> HttpResponse:
    """Returns the one statement for htmx, else redirects to the page with all of them."""
    statement.refresh_from_db()  # an eager worker is done by now
    [sheet] = selectors.listed_sheets(about, [statement])
    if not request.htmx:
        return redirect(f"{sheet.list_path}#statement-{statement.pk}")
    return render(request, "statements/_sheet.html", {"sheet": sheet})


def file_response(about: Topic, statement: Statement, kind: str) -> HttpResponseBase:
    """Returns the file of a finished statement. ``kind``: "pdf" or "csv"."""
    if statement.state != JobState.DONE:
        raise Http404
    file: FieldFile = statement.file if kind == "pdf" else statement.table
    try:
        handle = file.open("rb")
    except FileNotFoundError:
        services.mark_lost(statement=statement)
        [sheet] = selectors.listed_sheets(about, [statement])
        return redirect(sheet.list_path)
    services.note_opened([statement])
    types = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
    response = FileResponse(handle, content_type=types[kind])
    response["Content-Disposition"] = disposition(name_parts(statement), kind)
    return response
