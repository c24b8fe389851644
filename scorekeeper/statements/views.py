"""Ask for a sheet, watch it come, take it home."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from django.core.exceptions import PermissionDenied
from django.db.models.fields.files import FieldFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scorekeeper.clubs import proofs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.ledger.selectors import players_of
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving.network import phone_origin
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.statements import selectors, services
from scorekeeper.statements.models import Progress, Statement

FORBIDDEN = frozenset('\\/:*?"<>|;')
"""Not in the name of a file, on one system or another."""


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
    }
    return render(request, "statements/statement_list.html", context)


def _ask(request: ClubRequest, session: Session) -> HttpResponse:
    if request.role < Role.SCORER:
        raise PermissionDenied
    player = _player(session, request.POST.get("player", ""))
    proofs.offer(session=session, origin=phone_origin(request), by=request.membership)
    statement = services.ask(
        session=session,
        player=player,
        by=request.membership,
        spend=partial(spend, acts.SHEET, request, club=session.club),
    )
    return _shown(request, session, statement)


def _player(session: Session, number: str) -> Player | None:
    """Who the sheet is for; None for the night. Somebody who was not there does not exist."""
    if not number:
        return None
    player = players_of(session).get(int(number)) if _is_id(number) else None
    if player is None:
        raise Http404
    return player


def _is_id(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


@require_GET
@session_view(Role.VIEWER)
def statement_state(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    return _shown(request, session, _statement(session, pk))


@require_POST
@session_view(Role.SCORER)
def statement_retry(request: ClubRequest, session: Session, pk: int) -> HttpResponse:
    spend(acts.SHEET, request, club=session.club)
    statement = services.retry(statement=_statement(session, pk))
    return _shown(request, session, statement)


def _statement(session: Session, pk: int) -> Statement:
    return get_object_or_404(Statement.objects.select_related("player"), pk=pk, session=session)


def _shown(request: ClubRequest, session: Session, statement: Statement) -> HttpResponse:
    """The one sheet for htmx, else the page with all of them."""
    if not request.htmx:
        page = reverse("statements:list", args=[session.code])
        return redirect(f"{page}#statement-{statement.pk}")
    statement.refresh_from_db()  # an eager worker is done by now
    [sheet] = selectors.marked(session, [statement])
    return render(request, "statements/_sheet.html", {"session": session, "sheet": sheet})


@require_GET
@session_view(Role.VIEWER)
def statement_file(_request: HttpRequest, session: Session, pk: int) -> HttpResponseBase:
    statement = _statement(session, pk)
    return _download(statement, statement.file, "application/pdf", "pdf")


@require_GET
@session_view(Role.VIEWER)
def statement_csv(_request: HttpRequest, session: Session, pk: int) -> HttpResponseBase:
    statement = _statement(session, pk)
    return _download(statement, statement.table, "text/csv; charset=utf-8", "csv")


def _download(statement: Statement, file: FieldFile, kind: str, ending: str) -> HttpResponseBase:
    if statement.state != Progress.DONE:
        raise Http404
    try:
        opened = file.open("rb")
    except FileNotFoundError:
        services.mark_lost(statement=statement)
        return redirect("statements:list", statement.session.code)
    answer = FileResponse(opened, content_type=kind)
    answer["Content-Disposition"] = disposition(statement, ending)
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def disposition(statement: Statement, ending: str) -> str:
    """A name for the file: in plain letters for old programs, and in the club's own."""
    session = statement.session
    parts = [session.club.name, f"{session.played_on:%Y-%m-%d}"]
    if statement.player:
        parts.append(statement.player.name)
    plain = "-".join(filter(None, (slugify(part) for part in parts)))
    kept = (c if c.isprintable() and c not in FORBIDDEN else " " for c in " ".join(parts))
    own = " ".join("".join(kept).split())
    return (
        f'attachment; filename="{plain or "statement"}.{ending}"; '
        f"filename*=UTF-8''{quote(f'{own or plain}.{ending}', safe='')}"
    )
