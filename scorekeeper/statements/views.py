"""Shows the statements of a session or a season, requests them and serves their files."""

from functools import partial

from django.core.exceptions import PermissionDenied
from django.db.models.fields.files import FieldFile
from django.http import (
    FileResponse,
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Player, Role, Session
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.core.server.network import device_origin
from scorekeeper.ledger.selectors import players_of
from scorekeeper.seasons import services as standings
from scorekeeper.seasons.models import Season
from scorekeeper.statements import selectors, services
from scorekeeper.statements.files.bundle import ZipMember, open_files, zipped
from scorekeeper.statements.files.names import disposition, name_parts
from scorekeeper.statements.models import Statement
from scorekeeper.statements.selectors import Progress, progress_of
from scorekeeper.statements.subject import Topic, visible_statements


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
def statement_list(request: ClubRequest, session: Session) -> HttpResponse:
    if request.method == "POST":
        return _ask(request, session)
    context = {
        "session": session,
        "statements": selectors.list_of(session),
        "moves_money": currencies.are_shown() and session.payments.exists(),
        "keep_days": services.KEEP_FOR.days,
    }
    return render(request, "statements/statement_list.html", context)


# All of a session ------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
def statement_all(request: ClubRequest, session: Session) -> HttpResponse:
    """The progress of all statements of the session; 204 for a device that has seen it."""
    if request.method == "POST":
        return _ask_all(request, session)
    progress = progress_of(session)
    if request.htmx and request.GET.get("seen") == progress.mark:
        return HttpResponse(status=204)
    page = "statements/_progress_all.html" if request.htmx else "statements/statement_all.html"
    return render(request, page, {"session": session, "progress": progress})


def _ask_all(request: ClubRequest, session: Session) -> HttpResponse:
    if request.role < Role.SCORER:
        raise PermissionDenied
    players = players_of(session).values()
    if not players:
        raise Http404
    proof_links.ensure_link(session=session, origin=device_origin(request), by=request.membership)
    services.request_all(
        about=session,
        players=players,
        by=request.membership,
        spend=partial(spend, acts.STATEMENT, request, club=session.club),
    )
    return redirect("statements:all", session.code)


@require_GET
@session_view(Role.VIEWER)
def statement_zip(_request: HttpRequest, session: Session) -> HttpResponseBase:
    """All statements of the session in one ZIP, once all are finished; until then redirects to
    their progress."""
    progress = progress_of(session)
    files = _open_all(progress) if progress.is_whole else None
    if files is None:
        return redirect("statements:all", session.code)
    services.note_opened(progress.finished)
    response = StreamingHttpResponse(
        zipped(files, session.played_on), content_type="application/zip"
    )
    name = [session.club.name, session.file_day]
    response["Content-Disposition"] = disposition(name, "zip")
    return response


def _open_all(progress: Progress) -> list[ZipMember] | None:
    """Opens every file before anything is sent; returns None if the storage has lost some."""
    files, lost = [], False
    for number, statement in enumerate(progress.finished):
        title = statement.player.name if statement.player else _("The whole session")
        try:
            files += open_files(statement, number, title)
        except FileNotFoundError:
            services.mark_lost(statement=statement)
            lost = True
    if not lost:
        return files
    for packed in files:
        packed.file.close()
    return None


# Of a season -----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def season(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    season = get_object_or_404(Season, pk=pk, club=club)
    season.club = club
    if request.method == "POST":
        return _ask(request, season)
    context = {
        "club": club,
        "season": season,
        "statements": selectors.list_of(season),
        "keep_days": services.KEEP_FOR.days,
    }
    return render(request, "statements/season.html", context)


@require_POST
@club_view(Role.VIEWER)
def all_time(request: ClubRequest, club: Club) -> HttpResponse:
    """Redirects to the statements of all sessions, or to one player's."""
    place = reverse("statements:season", args=[club.code, standings.all_time(club).pk])
    player = whole_number(request.POST.get("player", ""))
    return redirect(f"{place}#player-{player}" if player else place)


# One statement. ``urls`` says who may do it ----------------------------------------------------


def _ask(request: ClubRequest, about: Topic) -> HttpResponse:
    """Requests the statement of everyone, or of the player named."""
    if request.role < Role.SCORER:
        raise PermissionDenied
    player, by = _player(about, request.POST.get("player", "")), request.membership
    if isinstance(about, Session):
        proof_links.ensure_link(session=about, origin=device_origin(request), by=by)
    pay = partial(spend, acts.STATEMENT, request, club=about.club)
    statement = services.request_statement(about=about, player=player, by=by, spend=pay)
    return _statement_response(request, statement)


def state(request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponse:
    return _statement_response(request, _statement(owner, pk))


def retry(request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponse:
    spend(acts.STATEMENT, request, club=request.membership.club)
    return _statement_response(request, services.retry(statement=_statement(owner, pk)))


def pdf(_request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponseBase:
    return _file_response(_statement(owner, pk), "pdf")


def csv(_request: ClubRequest, owner: Session | Club, pk: int) -> HttpResponseBase:
    return _file_response(_statement(owner, pk), "csv")


def _statement(owner: Session | Club, pk: int) -> Statement:
    statements = visible_statements().select_related("player", "session__club", "season__club")
    is_session = isinstance(owner, Session)
    return get_object_or_404(
        statements, pk=pk, **{"session" if is_session else "season__club": owner}
    )


def _player(about: Topic, number: str) -> Player | None:
    """Returns the player the statement is for; None for everyone. Raises Http404 for a player who
    was not there."""
    if not number:
        return None
    player = selectors.people_of(about).get(whole_number(number) or 0)
    if player is None:
        raise Http404
    return player


def _statement_response(request: ClubRequest, statement: Statement) -> HttpResponse:
    """Returns the one statement for htmx, else redirects to the page with all of them."""
    about = statement.about
    statement.refresh_from_db()  # an eager worker is done by now
    [listed] = selectors.listed(about, [statement])
    if not request.htmx:
        return redirect(f"{listed.list_path}#statement-{statement.pk}")
    return render(request, "statements/_statement.html", {"listed": listed})


def _file_response(statement: Statement, kind: str) -> HttpResponseBase:
    """Returns the file of a finished statement. ``kind``: "pdf" or "csv"."""
    if statement.state != JobState.DONE:
        raise Http404
    file: FieldFile = statement.file if kind == "pdf" else statement.table
    try:
        handle = file.open("rb")
    except FileNotFoundError:
        services.mark_lost(statement=statement)
        [listed] = selectors.listed(statement.about, [statement])
        return redirect(listed.list_path)
    services.note_opened([statement])
    types = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
    response = FileResponse(handle, content_type=types[kind])
    response["Content-Disposition"] = disposition(name_parts(statement), kind)
    return response
