"""Ask for a sheet of a night, or for all of them; watch them come, take them home."""

from __future__ import annotations

from functools import partial

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.clubs import proofs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.ledger.selectors import players_of
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving.network import phone_origin
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.statements import selectors, services
from scorekeeper.statements.bundle import Packed, open_files, zipped
from scorekeeper.statements.models import Statement
from scorekeeper.statements.naming import disposition
from scorekeeper.statements.selectors import Together, together
from scorekeeper.statements.taking import player_of, shown, taken_home


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
@read_at_once
def statement_list(request: ClubRequest, session: Session) -> HttpResponse:
    if request.method == "POST":
        return _ask(request, session)
    context = {
        "session": session,
        "sheets": selectors.sheets(session),
        "moves_money": session.payments.exists(),
        "kept_days": services.KEPT.days,
    }
    return render(request, "statements/statement_list.html", context)


def _ask(request: ClubRequest, session: Session) -> HttpResponse:
    if request.role < Role.SCORER:
        raise PermissionDenied
    player = player_of(session, request.POST.get("player", ""))
    proofs.ensure_link(session=session, origin=phone_origin(request), by=request.membership)
    statement = services.ask(
        about=session,
        player=player,
        by=request.membership,
        spend=partial(spend, acts.SHEET, request, club=session.club),
    )
    return shown(request, session, statement)


@require_GET
@session_view(Role.VIEWER)
def statement_state(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    return shown(request, session, _statement(session, pk))


@require_POST
@session_view(Role.SCORER)
def statement_retry(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    spend(acts.SHEET, request, club=session.club)
    return shown(request, session, services.retry(statement=_statement(session, pk)))


def _statement(session: Session, pk: int) -> Statement:
    found = Statement.objects.select_related("player").filter(session=session)
    statement = get_object_or_404(found, pk=pk)
    statement.session = session
    return statement


@require_GET
@session_view(Role.VIEWER)
def statement_file(_request: HttpRequest, session: Session, pk: int) -> HttpResponseBase:
    return taken_home(session, _statement(session, pk), "pdf")


@require_GET
@session_view(Role.VIEWER)
def statement_csv(_request: HttpRequest, session: Session, pk: int) -> HttpResponseBase:
    return taken_home(session, _statement(session, pk), "csv")


# All of a night ------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
@read_at_once
def statement_all(request: ClubRequest, session: Session) -> HttpResponse:
    """How far all sheets of the night are; 204 for a phone that has seen just that."""
    if request.method == "POST":
        return _ask_all(request, session)
    told = together(session)
    if request.htmx and request.GET.get("seen") == told.mark:
        return HttpResponse(status=204)
    page = "statements/_together.html" if request.htmx else "statements/statement_all.html"
    return render(request, page, {"session": session, "together": told})


def _ask_all(request: ClubRequest, session: Session) -> HttpResponse:
    if request.role < Role.SCORER:
        raise PermissionDenied
    players = players_of(session).values()
    if not players:
        raise Http404
    proofs.ensure_link(session=session, origin=phone_origin(request), by=request.membership)
    services.ask_all(
        about=session,
        players=players,
        by=request.membership,
        spend=partial(spend, acts.SHEET, request, club=session.club),
    )
    return redirect("statements:all", session.code)


@require_GET
@session_view(Role.VIEWER)
def statement_zip(_request: HttpRequest, session: Session) -> HttpResponseBase:
    """All sheets of the night, once all are there; the page that says how far they are, before."""
    told = together(session)
    files = _opened(told) if told.is_whole else None
    if files is None:
        return redirect("statements:all", session.code)
    services.note_opened(told.done)
    answer = StreamingHttpResponse(zipped(files, session.played_on), content_type="application/zip")
    name = [session.club.name, session.file_day]
    answer["Content-Disposition"] = disposition(name, "zip")
    return answer


def _opened(told: Together) -> list[Packed] | None:
    """Every file, opened before anything is sent; None if the storage has lost some."""
    files, lost = [], False
    for number, sheet in enumerate(told.done):
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
