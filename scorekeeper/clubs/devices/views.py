"""Pages of a group's devices: their player, role and removal; and of the recovery code."""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import selectors, services
from scorekeeper.clubs.access import (
    ClubRequest,
    best_membership,
    club_view,
    player_of,
    session_view,
)
from scorekeeper.clubs.devices import recovery
from scorekeeper.clubs.devices.services import device_digests, remember, repeatable_secret
from scorekeeper.clubs.forms import role_help
from scorekeeper.clubs.models import Club, Membership, Role, Session
from scorekeeper.clubs.selectors import DeviceOfClub
from scorekeeper.clubs.services import check_open
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.refusals import attempt
from scorekeeper.core.requests.sent import LONGEST_TOKEN
from scorekeeper.core.server.network import device_url

# Whose device this is ---------------------------------------------------------------------------


@session_view(Role.VIEWER)
def who(request: ClubRequest, session: Session) -> HttpResponse:
    """Sets the device's player; an empty choice clears it."""
    label = str(session) if session.declared_kind else _("Scores")
    return _render_who(request, session.club, session.address, label)


@club_view(Role.VIEWER)
def own_device(request: ClubRequest, club: Club) -> HttpResponse:
    """Sets the device's player, outside a session."""
    return _render_who(request, club, reverse("home:club", args=[club.code]), club.name)


def _render_who(request: ClubRequest, club: Club, back: str, back_label: str) -> HttpResponse:
    error, typed = "", request.POST.get("name", request.membership.name)
    if request.method == "POST":
        refusal = attempt(request, lambda: _save_who(request, club))
        if refusal is None:
            return redirect(back)
        error = refusal.sentence
    context = {
        "players": selectors.members(club),
        "action": request.path,
        "typed": typed,
        "error": error,
        "back": back,
        "called": back_label,
    }
    return render(request, "clubs/who.html", context)


def _save_who(request: ClubRequest, club: Club) -> None:
    """Raises ValidationError."""
    if "name" in request.POST:
        services.name_device(membership=request.membership, name=request.POST["name"])
        return
    player_id = request.POST.get("player", "")
    player = player_of(club, player_id) if player_id else None
    services.say_who(membership=request.membership, player=player)


# Devices of the club ----------------------------------------------------------------------------


@require_safe
@club_view(Role.HOST)
def devices(request: ClubRequest, club: Club) -> HttpResponse:
    context = {
        "club": club,
        **selectors.listed_devices(club, device_digests(request)),
        "back_in": "back" in request.GET,
        "out": "out" in request.GET,
        "knows_code": "host" in (request.GET.get("out"), request.GET.get("was")),
    }
    return render(request, "clubs/devices.html", context)


@require_safe
@club_view(Role.HOST)
def device(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _device_page(request, club, _device(request, club, pk))


@require_POST
@club_view(Role.HOST)
def device_remove(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Removes the device from the club."""
    removed = Membership.objects.filter(club=club, pk=pk, revoked_at__isnull=False).first()
    if removed is not None:  # pressed twice
        return _redirect_removed(club, removed.runs_club)
    device = _device(request, club, pk)

    def write() -> None:
        _check_code_noted(request, device)
        services.take_out(membership=device.memberships[0], by=request.membership)

    if refusal := attempt(request, write):
        return _device_page(request, club, device, refusal.sentence)
    if device.mine:
        return redirect("home:front")
    return _redirect_removed(club, device.runs_club)


def _redirect_removed(club: Club, was_host: bool) -> HttpResponse:
    out = "host" if was_host else "1"
    return redirect(f"{reverse('clubs:devices', args=[club.code])}?out={out}")


@require_POST
@club_view(Role.HOST)
def device_role(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    device = _device(request, club, pk)
    try:
        role = Role(int(request.POST.get("role", "")))
    except ValueError:
        return _device_page(request, club, device, _("Choose what this device can do."))

    def write() -> None:
        if role < Role.HOST:
            _check_code_noted(request, device)
        services.give_role(membership=device.memberships[0], role=role, by=request.membership)

    if refusal := attempt(request, write):
        return _device_page(request, club, device, refusal.sentence)
    if device.mine and role < Role.HOST:
        return redirect("home:club", club.code)
    was_host = device.runs_club and role < Role.HOST
    return redirect(reverse("clubs:devices", args=[club.code]) + ("?was=host" if was_host else ""))


@require_POST
@club_view(Role.HOST)
def device_player(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Sets another device's player; an empty choice clears it."""
    device = _device(request, club, pk)
    player_id = request.POST.get("player", "")
    services.say_who(
        membership=device.memberships[0], player=player_of(club, player_id) if player_id else None
    )
    return redirect("clubs:device", club.code, pk)


def _device(request: HttpRequest, club: Club, pk: int) -> DeviceOfClub:
    device = selectors.device(club, pk, device_digests(request))
    if device is None:
        raise Http404
    return device


def _check_code_noted(request: ClubRequest, device: DeviceOfClub) -> None:
    """Keeps the last host from losing a recovery code only this device shows. Raises
    ValidationError."""
    if device.mine and request.code_to_write and not services.other_hosts(device.memberships[0]):
        raise ValidationError(
            _("Only this device can manage the group. Save the recovery code first.")
        )


def _device_page(
    request: ClubRequest, club: Club, device: DeviceOfClub, error: str = ""
) -> HttpResponse:
    context = {
        "club": club,
        "device": device,
        "error": error,
        "last": device.runs_club and not services.other_hosts(device.memberships[0]),
        "roles": [(role, role_help(role)) for role in Role],
        "players": selectors.members(club),
    }
    return render(request, "clubs/device.html", context)


# The recovery code -----------------------------------------------------------------------------


@club_view(Role.HOST)
def recovery_code(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows the code while it is new, to be noted or printed; a POST makes a new one."""
    if request.method == "POST":
        if request.POST.get("then") == "written":
            recovery.hide_code(request, club)
            return redirect("home:club", club.code)
        token = request.POST.get("token", "")[:LONGEST_TOKEN] or new_token()
        seed = repeatable_secret(request, f"recovery {token}")
        recovery.replace_code(club=club, seed=seed, by=request.membership, token=token)
        recovery.show_code(request, club, seed)
        return redirect("clubs:recovery", club.code)
    path = reverse("clubs:recover")
    code, request.code_to_write = request.code_to_write, ""  # no reminder on the page itself
    address = device_url(request, path) or request.build_absolute_uri(path)
    context = {
        "club": club,
        "groups": code.split("-") if code else [],
        "address": (address.removesuffix(path), path),
    }
    return render(request, "clubs/recovery.html", context)


@never_cache
def recover(request: HttpRequest) -> HttpResponse:
    """Restores a host's access on a new device by the recovery code."""
    typed = request.POST.get("code", "")
    if request.method != "POST":
        return render(request, "clubs/recover.html")
    check(acts.MISSED_CODE, request)
    club = recovery.find_club(typed)
    if club is None:
        spend(acts.MISSED_CODE, request)
        return render(request, "clubs/recover.html", {"typed": typed, "missed": True})
    check_open(club)
    _make_host(request, club)
    return redirect(f"{reverse('clubs:devices', args=[club.code])}?back=1")


@transaction.atomic
def _make_host(request: HttpRequest, club: Club) -> None:
    membership = best_membership(request, club)
    if membership is None or membership.role < Role.HOST:
        secret = repeatable_secret(request, f"recover {request.POST.get('token', '')}")
        new_membership = recovery.take_host_place(club=club, device=services.digest(secret))
        remember(request, new_membership, secret)
