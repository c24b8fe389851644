"""The phones of a club: whose they are, what they may do, taken out; and the recovery code."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import recovery, selectors, services
from scorekeeper.clubs.access import ClubRequest, best_membership, club_view, session_view
from scorekeeper.clubs.forms import LONGEST_TOKEN, ROLE_HELP
from scorekeeper.clubs.models import Club, Membership, Player, Role, Session
from scorekeeper.clubs.phones import again_secret, keys, remember
from scorekeeper.clubs.selectors import PhoneOfClub
from scorekeeper.limits import acts
from scorekeeper.limits.spending import check, spend
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.outcomes import Refused, conclude, done
from scorekeeper.wording.words import new_token

# Whose phone this is ---------------------------------------------------------------------------


@session_view(Role.VIEWER)
def who(request: ClubRequest, session: Session) -> HttpResponse:
    """Say whose phone this is. An empty answer takes it back."""
    back = reverse("board:night", args=[session.code])
    return _told_who(request, session.club, back, _("Scores"))


@club_view(Role.VIEWER)
def own_phone(request: ClubRequest, club: Club) -> HttpResponse:
    """The same for who sees the whole club, on whatever day."""
    return _told_who(request, club, reverse("home:club", args=[club.code]), club.name)


def _told_who(request: ClubRequest, club: Club, back: str, called: str) -> HttpResponse:
    error, typed = "", request.POST.get("name", request.membership.name)
    if request.method == "POST":
        try:
            _keep_who(request, club)
            return done(request, back)
        except ValidationError as refused:
            error = refused.messages[0]
            conclude(request, Refused(error))
    context = {
        "players": selectors.members(club),
        "action": request.path,
        "typed": typed,
        "error": error,
        "back": back,
        "called": called,
    }
    return render(request, "clubs/who.html", context)


def _keep_who(request: ClubRequest, club: Club) -> None:
    """Raises ValidationError."""
    if "name" in request.POST:
        services.name_phone(membership=request.membership, name=request.POST["name"])
        return
    told = request.POST.get("player", "")
    player = _player(club, told) if told else None
    services.say_who(membership=request.membership, player=player)


def _player(club: Club, told: str) -> Player:
    if not told.isdecimal() or len(told) > 18:
        raise Http404
    return get_object_or_404(Player, pk=int(told), club=club)


# Phones of the club ----------------------------------------------------------------------------


@require_safe
@club_view(Role.HOST)
def phones(request: ClubRequest, club: Club) -> HttpResponse:
    context = {
        "club": club,
        **selectors.listed_phones(club, keys(request)),
        "back_in": "back" in request.GET,
        "out": "out" in request.GET,
        "knows_code": "host" in (request.GET.get("out"), request.GET.get("was")),
    }
    return render(request, "clubs/phones.html", context)


@require_safe
@club_view(Role.HOST)
def phone(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _phone_page(request, club, _phone(request, club, pk))


@require_POST
@club_view(Role.HOST)
def phone_out(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Nothing that this browser asks for is answered any more."""
    gone = Membership.objects.filter(club=club, pk=pk, revoked_at__isnull=False).first()
    if gone is not None:  # pressed twice
        return _is_out(club, gone.role == Role.HOST and gone.session_id is None)
    found = _phone(request, club, pk)
    try:
        _not_without_code(request, found)
        services.take_out(membership=found.held[0], by=request.membership)
    except ValidationError as refused:
        return _phone_page(request, club, found, refused.messages[0])
    if found.mine:
        return redirect("home:front")
    return _is_out(club, found.runs_club)


def _is_out(club: Club, ran_club: bool) -> HttpResponse:
    out = "host" if ran_club else "1"
    return redirect(f"{reverse('clubs:phones', args=[club.code])}?out={out}")


@require_POST
@club_view(Role.HOST)
def phone_role(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    found = _phone(request, club, pk)
    try:
        role = Role(int(request.POST.get("role", "")))
    except ValueError:
        return _phone_page(request, club, found, _("Choose what this phone may do."))
    try:
        if role < Role.HOST:
            _not_without_code(request, found)
        services.give_role(membership=found.held[0], role=role, by=request.membership)
    except ValidationError as refused:
        return _phone_page(request, club, found, refused.messages[0])
    if found.mine and role < Role.HOST:
        return redirect("home:club", club.code)
    was_host = found.runs_club and role < Role.HOST
    return redirect(reverse("clubs:phones", args=[club.code]) + ("?was=host" if was_host else ""))


@require_POST
@club_view(Role.HOST)
def phone_whose(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """A host's word for whose it is; an empty answer: nobody's."""
    found = _phone(request, club, pk)
    told = request.POST.get("player", "")
    services.say_who(membership=found.held[0], player=_player(club, told) if told else None)
    return redirect("clubs:phone", club.code, pk)


def _phone(request: HttpRequest, club: Club, pk: int) -> PhoneOfClub:
    found = selectors.phone(club, pk, keys(request))
    if found is None:
        raise Http404
    return found


def _not_without_code(request: ClubRequest, found: PhoneOfClub) -> None:
    """A code that only this phone can still show goes with it. Raises ValidationError."""
    if found.mine and request.code_to_write and not services.other_hosts(found.held[0]):
        raise ValidationError(
            _("This is the only phone that can run the club. Write down the recovery code first.")
        )


def _phone_page(
    request: ClubRequest, club: Club, found: PhoneOfClub, error: str = ""
) -> HttpResponse:
    context = {
        "club": club,
        "phone": found,
        "error": error,
        "last": found.runs_club and not services.other_hosts(found.held[0]),
        "roles": [(role, ROLE_HELP[role]) for role in Role],
        "players": selectors.members(club),
    }
    return render(request, "clubs/phone.html", context)


# The recovery code -----------------------------------------------------------------------------


@club_view(Role.HOST)
def recovery_code(request: ClubRequest, club: Club) -> HttpResponse:
    """The code while it is new, to be written down or printed; and a new one at will."""
    if request.method == "POST":
        if request.POST.get("then") == "written":
            recovery.hide_code(request, club)
            return redirect("home:club", club.code)
        token = request.POST.get("token", "")[:LONGEST_TOKEN] or new_token()
        seed = again_secret(request, f"recovery {token}")
        recovery.replace_code(club=club, seed=seed, by=request.membership, token=token)
        recovery.show_code(request, club, seed)
        return redirect("clubs:recovery", club.code)
    place = reverse("clubs:recover")
    code, request.code_to_write = request.code_to_write, ""  # the page needs no word of itself
    address = phone_url(request, place) or request.build_absolute_uri(place)
    context = {
        "club": club,
        "groups": code.split("-") if code else [],
        "address": (address.removesuffix(place), place),
    }
    return render(request, "clubs/recovery.html", context)


@never_cache
def recover(request: HttpRequest) -> HttpResponse:
    """Type the code on a new phone, and run the club from it."""
    typed = request.POST.get("code", "")
    if request.method != "POST":
        return render(request, "clubs/recover.html")
    check(acts.MISSED_CODE, request)
    club = recovery.club_of(typed)
    if club is None:
        spend(acts.MISSED_CODE, request)
        return render(request, "clubs/recover.html", {"typed": typed, "missed": True})
    _make_host(request, club)
    return redirect(f"{reverse('clubs:phones', args=[club.code])}?back=1")


@transaction.atomic
def _make_host(request: HttpRequest, club: Club) -> None:
    has = best_membership(request, club)
    if has is None or has.role < Role.HOST:
        secret = again_secret(request, f"recover {request.POST.get('token', '')}")
        made = recovery.take_host_place(club=club, phone=services.digest(secret))
        remember(request, made, secret)
