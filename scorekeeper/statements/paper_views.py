"""Documents of a session that are drawn on request, once for all who see the same."""

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization.currencies import reader_tag, reading_as
from scorekeeper.core.pages.cache import read_alike
from scorekeeper.statements.files.rendering import readable
from scorekeeper.statements.images.rendering import drawn_response
from scorekeeper.statements.papers import Paper


def paper_file(paper: Paper) -> Callable[..., HttpResponse]:
    """Returns the view of a paper, for an address with the session's ``code``."""

    @require_safe
    @session_view(Role.VIEWER)
    def view(request: ClubRequest, session: Session) -> HttpResponse:
        key = _cache_key(paper, session)
        names = [session.club.name, session.file_day, paper.name]
        return drawn_response(request, key, lambda: _draw(paper, session), names, "pdf")

    return view


def _draw(paper: Paper, session: Session) -> bytes:
    with reading_as(readable(reader_tag(), session)):
        contents = paper.contents(session, None)
    return paper.sheet(contents).pdf()


def _cache_key(paper: Paper, session: Session) -> tuple[object, ...]:
    """Returns everything the paper depends on."""
    return ("paper", paper.name, session.code, session.edition, *read_alike())
