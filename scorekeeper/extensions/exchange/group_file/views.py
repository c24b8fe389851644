"""Exports a group or a session as a file; imports one, with a preview before anything is stored."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, best_membership, club_view, session_view
from scorekeeper.clubs.devices.recovery import replace_code, show_code
from scorekeeper.clubs.devices.services import remember, repeatable_secret
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.clubs.services import add_host_membership, check_open, digest
from scorekeeper.clubs.sign_ups import check_sign_up, need_code
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.sent import LONGEST_TOKEN, whole_number
from scorekeeper.extensions.exchange.group_file.incoming import uploads
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    Document,
    NotADocumentError,
    compress,
    parse_on_page,
    parse_own,
)
from scorekeeper.extensions.exchange.group_file.services import (
    Preview,
    import_document,
    is_too_long_here,
    preview,
)
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text

# Out -----------------------------------------------------------------------------------------


@require_safe
@club_view(Role.HOST)
def of_club(request: ClubRequest, club: Club) -> HttpResponse:
    return _file(request, Extent(club))


@require_safe
@session_view(Role.HOST)
def of_session(request: ClubRequest, session: Session) -> HttpResponse:
    return _file(request, Extent(session.club, session))


def _file(request: HttpRequest, scope: Extent) -> HttpResponse:
    """Sends the file; one that could not be imported again says so instead."""
    content = document(scope)
    try:
        parse_own(content)
    except NotADocumentError as fault:
        context = {"club": scope.club, "fault": str(fault)}
        return render(request, "exchange/group_file/faulty.html", context, status=409)
    response = HttpResponse(compress(text(content)), content_type="application/gzip")
    name = scope.session.code if scope.session else scope.club.code
    response["Content-Disposition"] = f'attachment; filename="scorekeeper-{name}.json.gz"'
    return response


# In ------------------------------------------------------------------------------------------


@never_cache
@require_POST
def piece(request: HttpRequest) -> HttpResponse:
    """Saves one of the pieces that a script cuts a file into. Answers JSON: nothing, or
    ``error``."""
    spend(acts.PIECE, request)
    upload, token = request.FILES.get("piece"), _token(request)
    place = whole_number(request.POST.get("place", ""), digits=9)
    if upload is None or not token or place is None:
        return JsonResponse({"error": _("This couldn’t be read.")}, status=400)
    try:
        uploads.save_piece(token, place, upload.read())
    except ValidationError as wrong:
        return JsonResponse({"error": wrong.messages[0]}, status=400)
    return JsonResponse({})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: HttpRequest) -> HttpResponse:
    """Choose a file, see the preview, then import it."""
    if request.method != "POST":
        return _import_page(request)
    spend(acts.DOCUMENT, request)
    token = _token(request) or new_token()
    try:
        if upload := request.FILES.get("file"):
            uploads.save_piece(token, 0, upload.read())
        parsed = _parse_upload(request, token)
        if request.POST.get("do") == "accept":
            return _accept(request, parsed, token)
        return _import_page(request, token=token, preview_=preview(parsed))
    except (NotADocumentError, ValidationError) as wrong:
        uploads.delete_upload(token)
        message = wrong.messages[0] if isinstance(wrong, ValidationError) else str(wrong)
        return _import_page(request, error=message)


def _token(request: HttpRequest) -> str:
    return request.POST.get("token", "")[:LONGEST_TOKEN]


def _parse_upload(request: HttpRequest, token: str) -> Document:
    """Parses the upload. Raises NotADocumentError, also where the device may not add to its
    group."""
    content = uploads.content(token)
    if not content:
        raise NotADocumentError(_("Choose the file again."))
    parsed = parse_on_page(content)
    club = Club.objects.filter(code=parsed.club["code"]).first()
    if club is None:
        return parsed
    if not _is_host_of(request, club, token):
        raise NotADocumentError(
            _("This group is already here. Only its hosts can import the file.")
        )
    check_open(club)
    if is_too_long_here(parsed, club):
        raise NotADocumentError(
            _(
                "This group is too large here to compare with the file. Ask the server admin to "
                "import it."
            )
        )
    return parsed


def _is_host_of(request: HttpRequest, club: Club, token: str) -> bool:
    """Tells whether the device is a host's, also one that lost the answer to its own import."""
    membership = best_membership(request, club)
    if membership is not None and membership.runs_club:
        return True
    secret = _secret(request, token)
    own_place = club.memberships.filter(device__digest=digest(secret), revoked_at=None).first()
    return own_place is not None and remember(request, own_place, secret)


def _secret(request: HttpRequest, token: str) -> str:
    return repeatable_secret(request, f"document {token}")


def _import_page(
    request: HttpRequest, *, token: str = "", preview_: Preview | None = None, error: str = ""
) -> HttpResponse:
    context: dict[str, Any] = {
        "token": token or new_token(),
        "preview": preview_,
        "error": error,
        "needs_code": need_code() and preview_ is not None and not preview_.is_here,
    }
    return render(request, "exchange/group_file/take.html", context, status=400 if error else 200)


def _accept(request: HttpRequest, parsed: Document, token: str) -> HttpResponse:
    """Imports the document. The importer of a new group becomes its host."""
    if not Club.objects.filter(code=parsed.club["code"]).exists():
        try:
            check_sign_up(request)
        except ValidationError as refusal:
            return _import_page(
                request, token=token, preview_=preview(parsed), error=refusal.messages[0]
            )
        spend(acts.NEW_CLUB, request)  # before the work, and whatever becomes of it
    return _import(request, parsed, token)


@transaction.atomic
def _import(request: HttpRequest, parsed: Document, token: str) -> HttpResponse:
    club, result = import_document(parsed)
    if not result.is_here:
        remember(request, add_host_membership(club=club), _secret(request, token))
        seed = repeatable_secret(request, f"recovery {token}")
        replace_code(club=club, seed=seed, token=token)
        show_code(request, club, seed)
    return redirect("home:club", club.code)
