"""Views for one's own e-mail address, sending a session's statements, and unsubscribing."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.devices.viewer import may_manage_own
from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import check, spend
from scorekeeper.core.localization.words import new_token
from scorekeeper.core.requests.sent import sent_token
from scorekeeper.core.server.network import device_origin
from scorekeeper.extensions.calendar.mail import addresses, outbox, services
from scorekeeper.extensions.calendar.mail.selectors import fingerprint, statement_readers

WRONG = _("An e-mail address looks like name@example.org.")


class MailAddressForm(forms.Form):
    address = forms.EmailField(
        label=_("My e-mail"),
        required=False,
        max_length=254,
        error_messages={"invalid": WRONG, "max_length": WRONG},
    )


# My address ---------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.VIEWER)
def of_session(request: ClubRequest, session: Session) -> HttpResponse:
    """The address page, reached from a session, for its guests."""
    back = reverse("statements:list", args=[session.code])
    return _address_page(request, back, reverse("clubs:who", args=[session.code]))


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def of_club(request: ClubRequest, club: Club) -> HttpResponse:
    back = reverse("home:club", args=[club.code])
    return _address_page(request, back, reverse("clubs:own_device", args=[club.code]))


def _address_page(request: ClubRequest, back: str, who: str) -> HttpResponse:
    player, is_post = request.membership.player, request.method == "POST"
    context: dict[str, Any] = {"back": back, "who": who, "player": player, "form": None}
    if player is None or not may_manage_own(request.membership):
        return render(request, "calendar/mail/mine.html", context, status=409 if is_post else 200)
    initial = {"address": addresses.address_of(player)}
    form = MailAddressForm(request.POST if is_post else None, initial=initial)
    if is_post and form.is_valid():
        addresses.save_address(
            player=player, value=form.cleaned_data["address"], by=request.membership
        )
        return redirect(f"{request.path}?kept")
    context |= {"form": form, "kept": "kept" in request.GET}
    return render(request, "calendar/mail/mine.html", context, status=400 if form.errors else 200)


# Sending ------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@session_view(Role.HOST)
def send(request: ClubRequest, session: Session) -> HttpResponse:
    """Shows who gets a statement, and its progress; 204 if nothing changed since ``seen``."""
    if request.method == "POST":
        return _send(request, session)
    statuses = statement_readers(session)
    if request.htmx and request.GET.get("seen") == fingerprint(statuses):
        return HttpResponse(status=204)
    context = {
        "session": session,
        "readers": statuses,
        "mark": fingerprint(statuses),
        "open": sum(reader.is_open for reader in statuses),
        "waiting": any(reader.is_pending for reader in statuses),
        "is_set_up": outbox.is_set_up(),
        "tries": outbox.ATTEMPTS,
    }
    return render(request, f"calendar/mail/{'_readers' if request.htmx else 'send'}.html", context)


def _send(request: ClubRequest, session: Session) -> HttpResponse:
    if not outbox.is_set_up():
        return redirect("mail:send", session.code)  # the page explains it
    origin = device_origin(request)
    proof_links.ensure_link(session=session, origin=origin, by=request.membership)
    services.send_all(
        session=session,
        token=sent_token(request) or new_token(),
        by=request.membership,
        origin=origin,
        spend=lambda times: spend(acts.MAIL, request, times, club=session.club),
        spend_to=lambda digest: spend(acts.MAIL_TO, request, recipient=digest),
    )
    return redirect("mail:send", session.code)


# Stopping -----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, secret: str) -> HttpResponse:
    """Unsubscribes by the link in an e-mail; needs no membership."""
    check(acts.MISSED_LINK, request)
    player = addresses.find_player_to_stop(secret)
    if player is None:
        spend(acts.MISSED_LINK, request)
        raise Http404
    if request.method == "POST":
        addresses.stop_mail(secret)
    context = {"player": player, "stopped": request.method == "POST"}
    return render(request, "calendar/mail/stop.html", context)
