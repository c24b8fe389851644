"""My payment details: only on a device whose player is known."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.clubs.access import ClubRequest, club_view, own_player, session_view
from scorekeeper.clubs.devices.viewer import may_manage_own
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.requests.sent import LineField
from scorekeeper.settlement.payment_details import services
from scorekeeper.settlement.payment_details.kinds import KINDS, LONGEST, Kind, is_latin
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.settlement.payment_details.services import player_addresses


class AddressForm(forms.Form):
    """The player's payment details. ``currency``: the group's; kinds that take it come first."""

    sent_along = forms.BooleanField(
        required=False, label=_("Also on this session’s statements and in the text for the group")
    )

    holder = LineField(required=False, max_length=70, label=_("Account holder, in Latin letters"))

    def __init__(self, data: Any, *, name: str, addresses: list[PayAddress], currency: str) -> None:
        """``name``: the player's."""
        initial: dict[str, Any] = {
            "sent_along": bool(addresses) and all(row.sent_along for row in addresses)
        }
        initial["holder"] = "".join(row.holder for row in addresses)
        initial |= {
            row.kind: KINDS[row.kind].format(row.value) for row in addresses if row.kind in KINDS
        }
        super().__init__(data, initial=initial)
        self.currency = currency
        self.name = name
        for kind in sorted(KINDS.values(), key=lambda kind: not kind.takes(currency)):
            self.fields[kind.name] = forms.CharField(
                required=False, max_length=LONGEST, label=kind.label, help_text=kind.example
            )
        self.order_fields([*(name for name in self.fields if name != "sent_along"), "sent_along"])

    @property
    def asks_holder(self) -> bool:
        """Whether the player's own name is not in Latin letters, which banks need."""
        return not is_latin(self.name)

    @property
    def usual_rows(self) -> list[tuple[Kind, forms.BoundField]]:
        """The kinds that take the group's currency, and those with an entry."""
        return [row for row in self._rows() if self._is_usual(*row)]

    @property
    def other_rows(self) -> list[tuple[Kind, forms.BoundField]]:
        return [row for row in self._rows() if not self._is_usual(*row)]

    def _rows(self) -> list[tuple[Kind, forms.BoundField]]:
        return [(KINDS[name], self[name]) for name in self.fields if name in KINDS]

    def _is_usual(self, kind: Kind, field: forms.BoundField) -> bool:
        return kind.takes(self.currency) or bool(field.value() or field.errors)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in KINDS:
            if typed := cleaned.get(name):
                try:
                    cleaned[name] = KINDS[name].clean(typed)
                except ValidationError as wrong:
                    self.add_error(name, wrong)
        if cleaned.get("iban") and self.asks_holder and not is_latin(cleaned.get("holder", "")):
            self.add_error(
                "holder", _("Enter the account holder’s name in Latin letters, as the bank has it.")
            )
        return cleaned

    @property
    def addresses(self) -> dict[str, str]:
        """The cleaned addresses by kind."""
        return {name: self.cleaned_data[name] for name in KINDS if self.cleaned_data.get(name)}


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


@require_POST
@club_view(Role.HOST)
def release(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Lets a host remove the private data of a player who has another device now."""
    player = own_player(request, club, pk)
    services.remove_details(player=player, by=request.membership)
    return redirect("seasons:player", club.code, player.pk)
