"""What views of nights and of seasons have in common: a sheet shown, and a sheet taken home."""

from __future__ import annotations

from django.db.models.fields.files import FieldFile
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Player
from scorekeeper.jobs.models import JobState
from scorekeeper.statements import selectors, services
from scorekeeper.statements.about import Topic
from scorekeeper.statements.models import Statement
from scorekeeper.statements.naming import disposition, parts


def is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def player_of(about: Topic, number: str) -> Player | None:
    """Who the sheet is for; None for all. Somebody who was not there does not exist."""
    if not number:
        return None
    player = selectors.people_of(about).get(int(number)) if is_id(number) else None
    if player is None:
        raise Http404
    return player


def shown(request: ClubRequest, about: Topic, statement: Statement) -> HttpResponse:
    """The one sheet for htmx, else the page with all of them."""
    statement.refresh_from_db()  # an eager worker is done by now
    [sheet] = selectors.marked(about, [statement])
    if not request.htmx:
        return redirect(f"{sheet.list_path}#statement-{statement.pk}")
    return render(request, "statements/_sheet.html", {"sheet": sheet})


def taken_home(about: Topic, statement: Statement, kind: str) -> HttpResponseBase:
    """``kind``: "pdf" or "csv"."""
    if statement.state != JobState.DONE:
        raise Http404
    file: FieldFile = statement.file if kind == "pdf" else statement.table
    try:
        opened = file.open("rb")
    except FileNotFoundError:
        services.mark_lost(statement=statement)
        [sheet] = selectors.marked(about, [statement])
        return redirect(sheet.list_path)
    services.note_opened([statement])
    types = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
    answer = FileResponse(opened, content_type=types[kind])
    answer["Content-Disposition"] = disposition(parts(statement), kind)
    return answer
