"""One statement of a session or a season: requested, its state, retried, its files. ``urls`` says
who may do it."""

from functools import partial

from django.core.exceptions import PermissionDenied
from django.db.models.fields.files import FieldFile
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Player, Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.core.server.network import device_origin
from scorekeeper.statements import selectors, services
from scorekeeper.statements.files.names import disposition, name_parts
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import Topic, visible_sheets


def ask(request: ClubRequest, about: Topic) -> HttpResponse:
    """Requests the statement of everyone, or of the player named."""
    if request.role < Role.SCORER:
        raise PermissionDenied
    player, by = _player(about, request.POST.get("player", "")), request.membership
    if isinstance(about, Session):
        proof_links.ensure_link(session=about, origin=device_origin(request), by=by)
    pay = partial(spend, acts.SHEET, request, club=about.club)
    statement = services.request_sheet(about=about, player=player, by=by, spend=pay)
    return _sheet_response(request, statement)


def state(request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponse:
    return _sheet_response(request, _statement(owner, pk))


def retry(request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponse:
    spend(acts.SHEET, request, club=request.membership.club)
    return _sheet_response(request, services.retry(statement=_statement(owner, pk)))


def pdf(_request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponseBase:
    return _file_response(_statement(owner, pk), "pdf")


def csv(_request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponseBase:
    return _file_response(_statement(owner, pk), "csv")


def _statement(owner: Session | Club, pk: int) -> Statement:
    sheets = visible_sheets().select_related("player", "session__club", "season__club")
    is_session = isinstance(owner, Session)
    return get_object_or_404(sheets, pk=pk, **{"session" if is_session else "season__club": owner})


def _player(about: Topic, number: str) -> Player | None:
    """Returns the player the statement is for; None for everyone. Raises Http404 for a player who
    was not there."""
    if not number:
        return None
    player = selectors.people_of(about).get(whole_number(number) or 0)
    if player is None:
        raise Http404
    return player


def _sheet_response(request: ClubRequest, statement: Statement) -> HttpResponse:
    """Returns the one statement for htmx, else redirects to the page with all of them."""
    about = statement.about
    statement.refresh_from_db()  # an eager worker is done by now
    [sheet] = selectors.listed_sheets(about, [statement])
    if not request.htmx:
        return redirect(f"{sheet.list_path}#statement-{statement.pk}")
    return render(request, "statements/_sheet.html", {"sheet": sheet})


def _file_response(statement: Statement, kind: str) -> HttpResponseBase:
    """Returns the file of a finished statement. ``kind``: "pdf" or "csv"."""
    if statement.state != JobState.DONE:
        raise Http404
    file: FieldFile = statement.file if kind == "pdf" else statement.table
    try:
        handle = file.open("rb")
    except FileNotFoundError:
        services.mark_lost(statement=statement)
        [sheet] = selectors.listed_sheets(statement.about, [statement])
        return redirect(sheet.list_path)
    services.note_opened([statement])
    types = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
    response = FileResponse(handle, content_type=types[kind])
    response["Content-Disposition"] = disposition(name_parts(statement), kind)
    return response
