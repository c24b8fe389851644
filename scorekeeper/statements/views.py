"""Shows the statements of a session or a season, and requests and serves all of a session."""

from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.core.server.network import device_origin
from scorekeeper.ledger.selectors import players_of
from scorekeeper.seasons import services as standings
from scorekeeper.seasons.models import Season
from scorekeeper.statements import selectors, services, sheet_views
from scorekeeper.statements.files.bundle import ZipMember, open_files, zipped
from scorekeeper.statements.files.names import disposition
from scorekeeper.statements.selectors import SheetProgress, sheet_progress


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
def statement_list(request: ClubRequest, session: Session) -> HttpResponse:
    if request.method == "POST":
        return sheet_views.ask(request, session)
    context = {
        "session": session,
        "sheets": selectors.sheets(session),
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
    progress = sheet_progress(session)
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
    services.request_all_sheets(
        about=session,
        players=players,
        by=request.membership,
        spend=partial(spend, acts.SHEET, request, club=session.club),
    )
    return redirect("statements:all", session.code)


@require_GET
@session_view(Role.VIEWER)
def statement_zip(_request: HttpRequest, session: Session) -> HttpResponseBase:
    """All statements of the session in one ZIP, once all are finished; until then redirects to
    their progress."""
    progress = sheet_progress(session)
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


def _open_all(progress: SheetProgress) -> list[ZipMember] | None:
    """Opens every file before anything is sent; returns None if the storage has lost some."""
    files, lost = [], False
    for number, sheet in enumerate(progress.finished):
        title = sheet.player.name if sheet.player else _("The whole session")
        try:
            files += open_files(sheet, number, title)
        except FileNotFoundError:
            services.mark_lost(statement=sheet)
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
        return sheet_views.ask(request, season)
    context = {
        "club": club,
        "season": season,
        "sheets": selectors.sheets(season),
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
