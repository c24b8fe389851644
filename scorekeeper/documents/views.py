"""A club or a night as a file; and one that is handed in, looked at before anything is kept."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, best_membership, club_view, session_view
from scorekeeper.clubs.forms import LONGEST_TOKEN
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.clubs.phones import remember, repeatable_secret
from scorekeeper.clubs.recovery import replace_code, show_code
from scorekeeper.clubs.services import add_host_membership, digest
from scorekeeper.documents import incoming
from scorekeeper.documents.reading import NotADocumentError, Read, packed, read_on_page
from scorekeeper.documents.services import Preview, is_long_here, preview, take_in
from scorekeeper.documents.tables import Extent
from scorekeeper.documents.writing import document, text
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.wording.words import new_token

# Out -----------------------------------------------------------------------------------------


@require_safe
@club_view(Role.HOST)
def of_club(_request: ClubRequest, club: Club) -> HttpResponse:
    return _file(Extent(club))


@require_safe
@session_view(Role.HOST)
def of_night(_request: ClubRequest, session: Session) -> HttpResponse:
    return _file(Extent(session.club, session))


def _file(scope: Extent) -> HttpResponse:
    answer = HttpResponse(packed(text(document(scope))), content_type="application/gzip")
    name = scope.night.code if scope.night else scope.club.code
    answer["Content-Disposition"] = f'attachment; filename="scorekeeper-{name}.json.gz"'
    return answer


# In ------------------------------------------------------------------------------------------


@never_cache
@require_POST
def piece(request: HttpRequest) -> HttpResponse:
    """One of the pieces that a script cuts a file into. Answers JSON: nothing, or ``error``."""
    spend(acts.PIECE, request)
    handed, token = request.FILES.get("piece"), _token(request)
    place = request.POST.get("place", "")
    if handed is None or not token or not (place.isascii() and place.isdecimal()):
        return JsonResponse({"error": _("This couldn’t be read.")}, status=400)
    try:
        incoming.put(token, int(place[:9]), handed.read())
    except ValidationError as wrong:
        return JsonResponse({"error": wrong.messages[0]}, status=400)
    return JsonResponse({})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest) -> HttpResponse:
    """Choose a file; then see what it would bring; then take it in."""
    if request.method != "POST":
        return _page(request)
    spend(acts.DOCUMENT, request)
    token = _token(request) or new_token()
    try:
        if whole := request.FILES.get("file"):
            incoming.put(token, 0, whole.read())
        handed = _handed_in(request, token)
        if request.POST.get("do") == "accept":
            return _taken(request, handed, token)
        return _page(request, token=token, found=preview(handed))
    except (NotADocumentError, ValidationError) as wrong:
        incoming.done(token)
        said = wrong.messages[0] if isinstance(wrong, ValidationError) else str(wrong)
        return _page(request, error=said)


def _token(request: HttpRequest) -> str:
    return request.POST.get("token", "")[:LONGEST_TOKEN]


def _handed_in(request: HttpRequest, token: str) -> Read:
    """Raises NotADocumentError, also where somebody may not add to the club that it is of."""
    content = incoming.content(token)
    if not content:
        raise NotADocumentError(_("Choose the file again."))
    handed = read_on_page(content)
    if handed.is_long:
        raise NotADocumentError(
            _("This file is too large to import here. Ask the server admin to import it.")
        )
    club = Club.objects.filter(code=handed.club["code"]).first()
    if club is not None and not _runs(request, club, token):
        raise NotADocumentError(
            _("This group is already here. Only its hosts can import the file.")
        )
    if club is not None and is_long_here(handed, club):
        raise NotADocumentError(
            _(
                "This group is too large here to compare with the file. Ask the server admin to "
                "import it."
            )
        )
    return handed


def _runs(request: HttpRequest, club: Club, token: str) -> bool:
    """Also on a phone whose answer was lost after it had brought the club."""
    held = best_membership(request, club)
    if held is not None and held.role == Role.HOST and held.session_id is None:
        return True
    secret = _secret(request, token)
    mine = club.memberships.filter(phone__digest=digest(secret), revoked_at=None).first()
    return mine is not None and remember(request, mine, secret)


def _secret(request: HttpRequest, token: str) -> str:
    return repeatable_secret(request, f"document {token}")


def _page(
    request: HttpRequest, *, token: str = "", found: Preview | None = None, error: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {"token": token or new_token(), "found": found, "error": error}
    return render(request, "documents/take.html", context, status=400 if error else 200)


def _taken(request: HttpRequest, handed: Read, token: str) -> HttpResponse:
    """Whoever brings a club that was not here runs it."""
    if not Club.objects.filter(code=handed.club["code"]).exists():
        spend(acts.NEW_CLUB, request)  # before the work, and whatever becomes of it
    return _brought(request, handed, token)


@transaction.atomic
def _brought(request: HttpRequest, handed: Read, token: str) -> HttpResponse:
    club, found = take_in(handed)
    if not found.is_here:
        remember(request, add_host_membership(club=club), _secret(request, token))
        seed = repeatable_secret(request, f"recovery {token}")
        replace_code(club=club, seed=seed, token=token)
        show_code(request, club, seed)
    return redirect("home:club", club.code)
