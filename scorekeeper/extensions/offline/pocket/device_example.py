"""On the device: the example, a group with finished sessions, a settlement and a season. One tap
makes it, one tap deletes it."""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scorekeeper.clubs.devices.services import remember
from scorekeeper.clubs.models import Club, Session
from scorekeeper.clubs.ownership import delete_rows
from scorekeeper.clubs.services import add_host_membership
from scorekeeper.website.home import demo

TOKEN: Final = "example"
"""Write token of the group: a second tap opens the same one."""


@require_POST
def show(request: HttpRequest) -> HttpResponse:
    club = Club.objects.filter(token=TOKEN).first() or _load(request)
    return redirect("home:club", club.code)


@transaction.atomic
def _load(request: HttpRequest) -> Club:
    name = _("Example: %(group)s") % {"group": demo.NAME}
    club = demo.load(timezone.localdate(), name=name, token=TOKEN, is_over=True)
    remember(request, add_host_membership(club=club))
    return club


@require_POST
def remove(_request: HttpRequest) -> HttpResponse:
    with transaction.atomic():
        for club in Club.objects.filter(token=TOKEN):
            delete_rows(club)
    return redirect("home:front")


@dataclass(frozen=True, slots=True)
class Example:
    """``is_played``: somebody began a session in it."""

    is_played: bool


def example_of(request: HttpRequest) -> Example | None:
    """Returns the example, on its own pages; else None."""
    club: Club | None = getattr(request, "club", None)
    if club is None or club.token != TOKEN:
        return None
    own = Session.objects.filter(club=club).exclude(token__startswith=demo.SESSION_TOKEN)
    return Example(is_played=own.exists())
