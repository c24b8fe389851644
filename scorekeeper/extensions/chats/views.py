"""The page of a group's chats: where its results go, what is sent there, how it went."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.jobs.models import IN_WORK
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.requests.outcomes import with_outcome
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import required_token, whole_number
from scorekeeper.extensions.chats import services
from scorekeeper.extensions.chats.forms import DestinationForm, WantedForm
from scorekeeper.extensions.chats.kinds import KINDS
from scorekeeper.extensions.chats.kinds.kind import Kind
from scorekeeper.extensions.chats.models import Destination, Event, Message
from scorekeeper.extensions.chats.secrets import UnreadableError, unseal


@dataclass(frozen=True, slots=True)
class Listed:
    """A destination on the page. ``latest``: its newest message; while several are in work, the one
    that is sent first."""

    destination: Destination
    kind: Kind
    hint: str
    secret: str
    form: WantedForm
    latest: Message | None

    @property
    def mark(self) -> str:
        """Changes with everything that the page shows of its state."""
        latest = self.latest
        shown = f"{latest.pk}-{latest.state}-{latest.attempts}" if latest else "none"
        return f"{shown}-{self.destination.stopped_at is not None}"

    @property
    def poll(self) -> str:
        """The query that asks whether its state has changed."""
        return f"?state={self.destination.pk}&seen={self.mark}"


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def chats(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows and changes the destinations; with ``state`` the state of one, or 204 if that is still
    as ``seen``."""
    if request.method == "POST":
        return with_outcome(request, _write(request, club))
    if request.htmx and "state" in request.GET:
        listed = _listed(_destination(club, request.GET["state"]))
        if request.GET.get("seen") == listed.mark:
            return HttpResponse(status=204)
        return render(request, "chats/_state.html", {"club": club, "listed": listed})
    return _page(request, club)


def _page(
    request: ClubRequest, club: Club, wrong: DestinationForm | None = None, error: str = ""
) -> HttpResponse:
    destinations = Destination.objects.filter(club=club).select_related("club").order_by("pk")
    forms = [
        wrong if wrong and wrong.kind is kind else DestinationForm(kind) for kind in KINDS.values()
    ]
    context: dict[str, Any] = {
        "club": club,
        "listed_all": [_listed(destination) for destination in destinations],
        "forms": forms,
        "error": error,
        "is_saved": "kept" in request.GET,
    }
    return render(request, "chats/chats.html", context, status=409 if error or wrong else 200)


def _listed(destination: Destination) -> Listed:
    kind = KINDS[destination.kind]
    try:
        values = unseal(destination.sealed)
        hint, secret = kind.hint(values), values.get("secret", "")
    except UnreadableError:
        hint = secret = ""
    initial = {name: getattr(destination, name) for name in WantedForm.base_fields}
    form = WantedForm(destination.club, kind, initial=initial, auto_id=f"chat-{destination.pk}-%s")
    latest = destination.messages.order_by("-pk").first()
    if latest and latest.is_in_work and latest.event != Event.TEST:  # the one it waits for
        latest = destination.messages.filter(state__in=IN_WORK).order_by("pk").first() or latest
    return Listed(destination, kind, hint, secret, form, latest)


def _destination(club: Club, pk: str) -> Destination:
    """Raises Http404."""
    rows = Destination.objects.select_related("club")
    return get_object_or_404(rows, club=club, pk=whole_number(pk))


def _write(request: ClubRequest, club: Club) -> HttpResponse:
    act = request.POST.get("act", "")
    if act == "add":
        return _add(request, club)
    if act not in ("change", "test", "remove"):
        raise BadRequest("this write says what it does")
    destination = _destination(club, request.POST.get("chat", ""))
    page = reverse("chats:chats", args=[club.code])
    if act == "remove":
        attempt(request, lambda: services.remove_destination(destination, request.membership))
        return redirect(f"{page}?kept")
    if act == "test":
        token = required_token(request)
        spend(acts.CHAT_TEST, request, club=club)
        attempt(request, lambda: services.send_test(destination, token))
        return redirect(f"{page}#chat-{destination.pk}")
    form = WantedForm(club, KINDS[destination.kind], request.POST)
    form.is_valid()
    attempt(request, lambda: services.change_destination(destination, **form.cleaned_data))
    return redirect(f"{page}?kept#chat-{destination.pk}")


def _add(request: ClubRequest, club: Club) -> HttpResponse:
    kind = KINDS.get(request.POST.get("kind", ""))
    if kind is None:
        raise BadRequest("this is of a kind")
    form = DestinationForm(kind, request.POST)

    def add(token: str, **_values: str) -> None:
        services.add_destination(
            club=club, kind=kind.key, values=form.values, token=token, by=request.membership
        )

    refusal: Refusal | None = attempt_form(request, form, add)
    if refusal is not None:
        return _page(request, club, form, form.above(refusal))
    return redirect("chats:chats", club.code)
