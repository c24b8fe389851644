"""A group's settings and its activity."""

from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from scorekeeper.clubs import selectors, services
from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.activity import describe, newest_first
from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.forms import ClubForm, PlayerNames
from scorekeeper.clubs.models import Club, Role

PAGE = 20


@club_view(Role.HOST)
def club_settings(request: ClubRequest, club: Club) -> HttpResponse:
    has_games = club.sessions.filter(games__isnull=False).exists()
    data = request.POST if request.method == "POST" else None
    form = ClubForm(club, has_games, data)
    names = PlayerNames(selectors.with_names(club), data)
    if (
        data is not None
        and form.is_valid() & names.is_valid()
        and _keep(request, club, form, names)
    ):
        return redirect(f"{reverse('clubs:settings', args=[club.code])}?kept=1")
    return render(
        request,
        "clubs/club_settings.html",
        {
            "club": club,
            "form": form,
            "names": names,
            "is_saved": "kept" in request.GET,
            **selectors.listed_devices(club, device_digests(request)),
        },
    )


def _keep(request: ClubRequest, club: Club, form: ClubForm, names: PlayerNames) -> bool:
    """Saves all settings; on an error none, and puts the messages beside the fields."""
    try:
        services.update_club(club=club, renamed=names.renamed, by=request.membership, **form.stored)
    except ValidationError as error:
        names.refuse(error.message_dict)
        return False
    return True


@require_safe
@club_view(Role.VIEWER)
def activity_list(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows the group's activity, newest first."""
    page = Paginator(newest_first(club), PAGE).get_page(request.GET.get("page"))
    entries = [(happening, describe(happening)) for happening in page]
    context = {"club": club, "page": page, "entries": entries}
    return render(request, "clubs/activity.html", context)
