"""Lets a host recalculate the group's results, and shows the progress."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.seasons.rebuilds import services


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def rebuild(request: ClubRequest, club: Club) -> HttpResponse:
    latest = services.latest_rebuild(club)
    if request.method == "POST":
        if latest is None or not latest.is_in_work:
            spend(acts.REBUILD, request, club=club)
        services.start_rebuild(club=club, by=request.membership)
        return redirect("rebuilds:rebuild", club.code)
    template = (
        "seasons/rebuilds/_progress.html" if request.htmx else "seasons/rebuilds/rebuild.html"
    )
    return render(request, template, {"club": club, "rebuild": latest})
