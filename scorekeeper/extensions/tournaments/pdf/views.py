"""The PDFs and the image of a tournament, drawn on request, once for all who see the same."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import digest
from scorekeeper.core.localization.currencies import reader_tag, reading_as
from scorekeeper.core.pages.cache import read_alike
from scorekeeper.core.requests.private import private
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.hall.views import card_urls
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.pdf.contents import (
    card_contents,
    ranking_contents,
    round_contents,
)
from scorekeeper.extensions.tournaments.selectors import day_mark, published
from scorekeeper.statements.contents.session import Head
from scorekeeper.statements.files.names import file_name

if TYPE_CHECKING:
    from scorekeeper.statements.drawing.layout import Layout


@require_safe
@tournament_view(Role.VIEWER)
def wall_list(request: ClubRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One published round: everybody by name, with table and seat. The page of any other round says
    that it was withdrawn, or that there is none."""
    if not published(tournament).filter(number=number).exists():
        return redirect("tournaments:round", tournament.session.code, number)

    from scorekeeper.extensions.tournaments.pdf.layouts import WallList

    contents = partial(round_contents, number=number)
    return _pdf(request, tournament, f"round-{number}", WallList, contents)


@partial(private, referrer="same-origin")
@require_safe
@tournament_view(Role.HOST)
def cards(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """A card for each table, with the code that opens its hands."""
    from scorekeeper.extensions.tournaments.pdf.layouts import TableCards

    urls = card_urls(request, tournament)
    contents, besides = partial(card_contents, urls=urls), digest("\n".join(urls))
    return _pdf(request, tournament, "cards", TableCards, contents, besides)


@require_safe
@tournament_view(Role.VIEWER)
def all_rounds(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    from scorekeeper.extensions.tournaments.pdf.layouts import AllRounds

    return _pdf(request, tournament, "rounds", AllRounds, round_contents)


@require_safe
@tournament_view(Role.VIEWER)
def ranking(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    from scorekeeper.extensions.tournaments.pdf.layouts import RankingLayout

    return _pdf(request, tournament, "ranking", RankingLayout, ranking_contents)


@require_safe
@tournament_view(Role.HOST)
def certificates(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """A page for each of the first three places."""
    from scorekeeper.extensions.tournaments.pdf.layouts import Certificates

    return _pdf(request, tournament, "certificates", Certificates, ranking_contents)


@require_safe
@tournament_view(Role.VIEWER)
def share(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The preview of the day's image, with its text."""
    from scorekeeper.extensions.tournaments.pdf.layouts import day_image

    session, shared = tournament.session, day_image(tournament)
    source = reverse("tournaments:image", args=[session.code])
    context = {
        "session": session,
        "image": shared,
        "source": f"{source}?v={day_mark(tournament)}",
        "file_name": file_name(_file_name_parts(tournament), "png"),
        "text": "\n".join(shared.lines),
        "back": session.address,
    }
    return render(request, "statements/share.html", context)


@require_safe
@tournament_view(Role.VIEWER)
def image(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """The image of the day as PNG."""
    from scorekeeper.extensions.tournaments.pdf.layouts import day_image
    from scorekeeper.statements.files.rendering import readable
    from scorekeeper.statements.images.page import draw_image
    from scorekeeper.statements.images.rendering import drawn_response, png

    def draw() -> bytes:
        with reading_as(readable(reader_tag(), tournament.session)):
            shown = day_image(tournament)
        return png(draw_image(shown))

    names = _file_name_parts(tournament)
    return drawn_response(request, _key(tournament, "image"), draw, names, "png")


def _file_name_parts(tournament: Tournament) -> list[str]:
    return [tournament.session.club.name, str(tournament)]


def _key(tournament: Tournament, *parts: str) -> tuple[object, ...]:
    """Returns all that a file depends on."""
    return ("tournament", *parts, tournament.session.code, day_mark(tournament), *read_alike())


def _pdf(
    request: ClubRequest,
    tournament: Tournament,
    name: str,
    layout: "Callable[[Any], Layout]",
    contents: Callable[[Tournament], Head],
    besides: str = "",
) -> HttpResponse:
    """Returns the PDF; ``besides``: what it depends on beside the day."""
    from scorekeeper.statements.files.rendering import readable
    from scorekeeper.statements.images.rendering import drawn_response

    def draw() -> bytes:
        with reading_as(readable(reader_tag(), tournament.session)):
            read = contents(tournament)
        return layout(read).pdf()

    names = [*_file_name_parts(tournament), name]
    return drawn_response(request, _key(tournament, name, besides), draw, names, "pdf")
