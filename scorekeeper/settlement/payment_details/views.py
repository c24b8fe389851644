"""My payment details: only on a device whose player is known."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.devices.viewer import may_manage_own
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.settlement.payment_details import services
from scorekeeper.settlement.payment_details.forms import AddressForm
from scorekeeper.settlement.payment_details.selectors import player_addresses


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER, money=True)
def of_session(request: ClubRequest, session: Session) -> HttpResponse:
    """The page for someone invited to this session only."""
    back = reverse("settlement:settle", args=[session.code])
    return _mine(request, back, reverse("clubs:who", args=[session.code]), of_session=session)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER, money=True)
def of_club(request: ClubRequest, club: Club) -> HttpResponse:
    back = reverse("home:club", args=[club.code])
    return _mine(request, back, reverse("clubs:own_device", args=[club.code]))


def _mine(
    request: ClubRequest, back: str, who: str, *, of_session: Session | None = None
) -> HttpResponse:
    player = request.membership.player
    context: dict[str, Any] = {"back": back, "who": who, "of_session": of_session}
    context |= {"player": player, "form": None}
    if player is None or not may_manage_own(request.membership):
        return render(
            request,
            "settlement/payment_details/mine.html",
            context,
            status=200 if _reads(request) else 409,
        )
    data = None if _reads(request) else request.POST
    form = AddressForm(
        data, name=player.name, addresses=player_addresses(player), currency=request.club.currency
    )
    if data is not None and form.is_valid():
        sent_along = form.cleaned_data["sent_along"]
        services.save_addresses(
            player=player,
            addresses=form.addresses,
            holder=form.cleaned_data["holder"],
            sent_along=sent_along,
            by=request.membership,
        )
        return redirect(f"{request.path}?kept")
    context |= {"form": form, "is_saved": _reads(request) and "kept" in request.GET}
    return render(
        request, "settlement/payment_details/mine.html", context, status=400 if form.errors else 200
    )


def _reads(request: ClubRequest) -> bool:
    return request.method != "POST"
