"""A host has the summaries of the own club written anew, and sees how far that is."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.models import Club, Role
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.rebuilding import services


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def rebuild(request: ClubRequest, club: Club) -> HttpResponse:
    found = services.newest(club)
    if request.method == "POST":
        if found is None or not found.is_in_work:
            spend(acts.REBUILD, request, club=club)
        services.ask(club=club, by=request.membership)
        return redirect("rebuilding:rebuild", club.code)
    template = "rebuilding/_progress.html" if request.htmx else "rebuilding/rebuild.html"
    return render(request, template, {"club": club, "rebuild": found})
