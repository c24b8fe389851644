"""Share a result: the picture, the words beside it, and the page on which both are seen first."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.serving.one_view import read_at_once
from scorekeeper.settling.message import who_pays
from scorekeeper.settling.pay_views import pay_addresses
from scorekeeper.settling.standing import standing
from scorekeeper.statements.naming import disposition, file_name
from scorekeeper.statements.picture import Picture
from scorekeeper.statements.picture_reading import Subject
from scorekeeper.statements.picturing import picture_png
from scorekeeper.wording.reader import shows_money


@require_safe
@session_view(Role.VIEWER)
@read_at_once
def share(
    request: ClubRequest, session: Session, number: int | None = None, hand_token: str | None = None
) -> HttpResponse:
    """The picture of a night, a game (by number) or a hand of that (by token), with what can be
    done with it. With or without money, as the reader's screen is, until he says otherwise here."""
    subject, money = Subject(session, number, hand_token), with_money(request)
    shown = subject.picture(money=money)
    told = urlencode({"v": session.version, "money": int(money)})
    return render(
        request,
        "statements/share.html",
        {
            "session": session,
            "subject": subject,
            "picture": shown,
            "source": f"{subject.address('picture')}?{told}",
            "file_name": file_name(_parts(subject), "png"),
            "text": "\n".join(_text(shown, subject)),
            "back": _back(subject, shown),
        },
    )


@require_safe
@session_view(Role.VIEWER)
def picture(
    request: ClubRequest, session: Session, number: int | None = None, hand_token: str | None = None
) -> HttpResponse:
    """The same as PNG."""
    subject = Subject(session, number, hand_token)
    made = picture_png(request, subject, money=with_money(request))
    headers = {"Content-Disposition": disposition(_parts(subject), "png")}
    return HttpResponse(made, content_type="image/png", headers=headers)


def with_money(request: HttpRequest) -> bool:
    said = request.GET.get("money", "")
    return said == "1" if said in ("0", "1") else shows_money(request) is not False


def _text(picture: Picture, subject: Subject) -> Iterator[str]:
    """The picture in words; of a night with its money, who pays whom too."""
    yield from picture.lines
    if subject.is_night and picture.shows_money:
        stands = standing(subject.session)
        yield from who_pays(subject.session, stands, pay_addresses(stands, subject.session))


def _back(subject: Subject, picture: Picture) -> str:
    """The page it is about."""
    code = subject.session.code
    if subject.hand is not None:
        return reverse("board:hand", args=subject.place)
    if subject.number is not None:
        return f"{reverse('board:night', args=[code])}?game={subject.number}"
    money = picture.shows_money or picture.hides_money
    return reverse("settling:settle" if money else "board:night", args=[code])


def _parts(subject: Subject) -> list[str]:
    """What its file is called after: ``friday-table-2026-11-20-game-2.png``. Of a hand with the
    beginning of its token: what number it has now is not read for a picture that is kept."""
    night = subject.session
    told = [night.club.name, night.file_day]
    if subject.number is not None:
        told.append(f"game {subject.number}")
    return told if subject.hand is None else [*told, f"hand {subject.hand[:8]}"]
