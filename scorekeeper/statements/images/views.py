"""Shares a result: the image, its text, and a page with their preview."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import shows_money
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.pay_page import pay_addresses, who_pays
from scorekeeper.statements.files.names import file_name
from scorekeeper.statements.images.contents import ResultImage
from scorekeeper.statements.images.reading import Subject
from scorekeeper.statements.images.rendering import image_response


@require_safe
@session_view(Role.VIEWER)
def share(
    request: ClubRequest, session: Session, number: int | None = None, hand_token: str | None = None
) -> HttpResponse:
    """The preview of a session, a game (by number) or one of its hands (by token), with or without
    money as on the reader's screen, unless chosen otherwise here."""
    subject, money = Subject(session, number, hand_token), with_money(request)
    shared = subject.image(money=money)
    query = urlencode({"v": session.version, "money": int(money)})
    return render(
        request,
        "statements/share.html",
        {
            "session": session,
            "subject": subject,
            "image": shared,
            "source": f"{subject.address('image')}?{query}",
            "file_name": file_name(_file_name_parts(subject), "png"),
            "text": "\n".join(_text(shared, subject)),
            "back": _back_address(subject, shared),
        },
    )


@require_safe
@session_view(Role.VIEWER)
def image(
    request: ClubRequest, session: Session, number: int | None = None, hand_token: str | None = None
) -> HttpResponse:
    """The image as PNG."""
    subject = Subject(session, number, hand_token)
    names, money = _file_name_parts(subject), with_money(request)
    return image_response(request, subject, names, money=money)


def with_money(request: HttpRequest) -> bool:
    if not currencies.are_shown():
        return False
    choice = request.GET.get("money", "")
    return choice == "1" if choice in ("0", "1") else shows_money(request) is not False


def _text(image: ResultImage, subject: Subject) -> Iterator[str]:
    """Yields the image's text; for a session with money, also who pays whom."""
    yield from image.lines
    if subject.is_session and image.shows_money:
        balances = session_balances(subject.session)
        yield from who_pays(subject.session, balances, pay_addresses(balances, subject.session))


def _back_address(subject: Subject, image: ResultImage) -> str:
    """Returns the address of the page it is about."""
    code = subject.session.code
    if subject.hand is not None:
        return reverse("scoreboard:hand", args=subject.place)
    if subject.number is not None:
        return f"{reverse('scoreboard:session', args=[code])}?game={subject.number}"
    money = image.shows_money or image.hides_money
    return reverse("settlement:settle" if money else "scoreboard:session", args=[code])


def _file_name_parts(subject: Subject) -> list[str]:
    """Returns the parts of the file's name: ``friday-table-2026-11-20-game-2.png``. For a hand with
    the beginning of its token: its present number is not read for a cached image."""
    session = subject.session
    names = [session.club.name, session.file_day]
    if subject.number is not None:
        names.append(f"game {subject.number}")
    return names if subject.hand is None else [*names, f"hand {subject.hand[:8]}"]
