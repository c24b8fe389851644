"""The papers of a tournament, drawn on request, once for all who see the same."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scorekeeper import __version__
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import digest
from scorekeeper.core.locale.currencies import reader_key, reader_tag, reading_as
from scorekeeper.core.requests.private import private
from scorekeeper.statements.files.names import disposition
from scorekeeper.tournaments.access import tournament_view
from scorekeeper.tournaments.hall.table_cards import card_urls
from scorekeeper.tournaments.marks import day_mark
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.selectors import published

if TYPE_CHECKING:
    from scorekeeper.statements.drawing.sheet import Sheet


@require_safe
@tournament_view(Role.VIEWER)
def wall_list(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One published round: everybody by name, with table and seat."""
    get_object_or_404(published(tournament), number=number)

    def sheet() -> Sheet:
        from scorekeeper.tournaments.papers.contents import round_contents
        from scorekeeper.tournaments.papers.sheets import WallList

        return WallList(round_contents(tournament, number))

    return _paper(request, tournament, f"round-{number}", sheet)


@partial(private, referrer="same-origin")
@require_safe
@tournament_view(Role.HOST)
def cards(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """A card for each table, with the code that opens its hands."""
    urls = card_urls(request, tournament)

    def sheet() -> Sheet:
        from scorekeeper.tournaments.papers.contents import card_contents
        from scorekeeper.tournaments.papers.sheets import TableCards

        return TableCards(card_contents(tournament, urls))

    return _paper(request, tournament, "cards", sheet, digest("\n".join(urls)))


@require_safe
@tournament_view(Role.VIEWER)
def all_rounds(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    def sheet() -> Sheet:
        from scorekeeper.tournaments.papers.contents import round_contents
        from scorekeeper.tournaments.papers.sheets import AllRounds

        return AllRounds(round_contents(tournament))

    return _paper(request, tournament, "rounds", sheet)


@require_safe
@tournament_view(Role.VIEWER)
def ranking(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    def sheet() -> Sheet:
        from scorekeeper.tournaments.papers.contents import ranking_contents
        from scorekeeper.tournaments.papers.sheets import RankingSheet

        return RankingSheet(ranking_contents(tournament))

    return _paper(request, tournament, "ranking", sheet)


@require_safe
@tournament_view(Role.HOST)
def certificates(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """A page for each of the first three places."""

    def sheet() -> Sheet:
        from scorekeeper.tournaments.papers.contents import ranking_contents
        from scorekeeper.tournaments.papers.sheets import Certificates

        return Certificates(ranking_contents(tournament))

    return _paper(request, tournament, "certificates", sheet)


def _paper(
    request: ClubRequest,
    tournament: Tournament,
    name: str,
    sheet: Callable[[], Sheet],
    besides: str = "",
) -> HttpResponse:
    """Returns the paper as PDF; ``besides``: what it depends on beside the day."""
    from scorekeeper.statements.files.rendering import readable
    from scorekeeper.statements.images.rendering import cached_or_drawn

    session = tournament.session

    def key() -> str:
        parts = (name, besides, __version__, session.code, day_mark(tournament), get_language())
        return "/".join(map(str, ("tournament-paper", *parts, reader_key())))

    def draw() -> tuple[str, bytes]:
        drawn_key, file = key(), io.BytesIO()
        with reading_as(readable(reader_tag(), session)):
            paper = sheet()
        paper.print(file)
        return drawn_key, file.getvalue()

    pdf = cached_or_drawn(request, key(), draw)
    headers = {"Content-Disposition": disposition([session.club.name, str(session), name], "pdf")}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)
