"""Nights from an earlier book: looked at first, taken in as a whole, and taken back as a whole."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.history.cells import UnreadableError
from scorekeeper.history.foreseen import Foreseen
from scorekeeper.history.forms import MOST, BookForm
from scorekeeper.history.models import BookImport, BookNight
from scorekeeper.history.services import NotAsSeenError, RestsError, look, take_back, take_in
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.serving import LARGEST_BODY
from scorekeeper.serving.one_view import one_view
from scorekeeper.standings.models import BookLine
from scorekeeper.wording.reader import shows_money
from scorekeeper.wording.words import in_money, words

SHOWN = 60
"""Nights and faults listed; the rest are counted."""


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def books(request: ClubRequest, club: Club) -> HttpResponse:
    """What came in so far, and room for more: with a look at it before anything is written."""
    if request.method != "POST":
        return _page(request, club, BookForm())
    form = BookForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, club, form, status=400)
    try:
        return _told(request, club, form)
    except UnreadableError as error:
        form.add_error("text", words(error.phrase))
        return _page(request, club, form, status=400)


def _told(request: ClubRequest, club: Club, form: BookForm) -> HttpResponse:
    """A look, or the act. Raises UnreadableError."""
    if request.POST.get("then") != "take":
        spend(acts.PREVIEW, request, member=request.membership)
        with one_view():
            found = look(club, form.asked, most=MOST)
        return _page(request, club, form, found)
    try:
        token = write_token(request.POST)
    except ValidationError as wrong:
        form.add_error("text", wrong)
        return _page(request, club, form, status=400)
    spend(acts.DOCUMENT, request)
    seen = request.POST.get("seen", "")
    try:
        book = take_in(
            club=club, asked=form.asked, seen=seen, most=MOST, token=token, by=request.membership
        )
    except NotAsSeenError as otherwise:
        changed = _("Look at it once more: it is not what you had seen.")
        return _page(request, club, form, otherwise.foreseen, changed=changed, status=409)
    return redirect(f"{reverse('history:book', args=[club.code, book.pk])}?done=1")


def _page(
    request: ClubRequest,
    club: Club,
    form: BookForm,
    found: Foreseen | None = None,
    changed: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "club": club,
        "form": form,
        "most": MOST,
        "largest": LARGEST_BODY,
        "found": found,
        "changed": changed,
        "came": BookImport.objects.filter(club=club).annotate(many=Count("nights")).order_by("-pk"),
    }
    if found is not None:
        context |= _in_words(club, found)
    return render(request, "history/books.html", context, status=status)


def _in_words(club: Club, found: Foreseen) -> dict[str, Any]:
    faults = [
        (fault.line, fault.column, in_money(fault.phrase, club.currency))
        for fault in found.faults[:SHOWN]
    ]
    return {
        "faults": faults,
        "more_faults": max(len(found.faults) - SHOWN, 0),
        "nights": found.nights[:SHOWN],
        "more_nights": max(len(found.nights) - SHOWN, 0),
        "many": len(found.new),
        "here": len(found.nights) - len(found.new),
        "known": [whose for whose in found.names if not whose.guessed and whose.player],
        "guessed": [whose for whose in found.names if whose.guessed],
        "new": [whose for whose in found.names if not whose.guessed and not whose.player],
    }


# What came in --------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def book(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """One import: its nights, and taking all of it back."""
    came = get_object_or_404(BookImport, pk=pk, club=club)
    error, rests, status = "", None, 200
    if request.method == "POST":
        try:
            take_back(book=came, by=request.membership)
            return redirect("history:book", club.code, came.pk)
        except RestsError as resting:
            rests, status = resting.night, 409
            error = _(
                "Something was played or paid in one of its nights since. That would go with it."
            )
    context = {
        "club": club,
        "book": came,
        "error": error,
        "rests": rests,
        "done": "done" in request.GET,
        "nights": Session.every.filter(book_night__came_with=came).order_by("-played_on", "-pk"),
        "people": came.players.select_related("player").order_by("player__name"),
    }
    return render(request, "history/book.html", context, status=status)


@require_safe
@session_view(Role.VIEWER)
def night(request: ClubRequest, session: Session) -> HttpResponse:
    """What the book says of one night."""
    if not session.from_book:
        return redirect("board:night", session.code)
    found = BookLine.objects.filter(session=session).select_related("player")
    money = shows_money(request) is not False
    lines = sorted(
        found, key=lambda line: (-(line.amount or 0) if money else 0, _points(line), line.pk)
    )
    first = lines[0] if lines else None
    came = BookNight.objects.select_related("came_with").filter(session=session).first()
    context = {
        "session": session,
        "club": session.club,
        "lines": lines,
        "amounts": money and any(line.amount is not None for line in lines),
        "has_points": any(line.points is not None for line in lines),
        "game": _game(first.variant) if first else "",
        "came": came.came_with if came else None,
    }
    return render(request, "history/night.html", context)


def _points(line: BookLine) -> float:
    """The best first."""
    return (line.points or 0) * (1 if line.lowest else -1)


def _game(variant: str) -> str:
    return dict(BookForm().games).get(variant, variant) if variant else ""
