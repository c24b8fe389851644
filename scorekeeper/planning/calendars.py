"""What stands in a calendar, and whether it is what somebody has already: known before anything is
written (``feed``, whose library takes long to load)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy

from scorekeeper import __version__
from scorekeeper.clubs.models import Player
from scorekeeper.planning.games import game_of
from scorekeeper.planning.models import PlanLink, PlannedNight, Says
from scorekeeper.planning.selectors import WhoComes, who_come

KEPT: Final = timedelta(days=60)
"""Nights that are longer past fall out of it."""
MOST: Final = 500


ALARMS: Final[dict[str, Promise]] = {
    "": gettext_lazy("None"),
    "60": gettext_lazy("1 hour before"),
    "1440": gettext_lazy("1 day before"),
}
"""How many minutes before a night the reader wants to be reminded; chosen in the address."""


def alarm_of(told: str) -> int:
    """Minutes; 0 for none, and for anything that is not offered."""
    return int(told) if told and told in ALARMS else 0


def page_of(planned: PlannedNight) -> str:
    """ "" where no device could reach this computer when the night was planned."""
    path = reverse("planning:plan", args=[planned.club.code, planned.pk])
    return f"{planned.origin}{path}" if planned.origin else ""


def nights_of(link: PlanLink) -> list[WhoComes]:
    """All of the club, whoever comes, or those to which the player may come."""
    since = timezone.now() - KEPT
    planned = PlannedNight.objects.filter(club=link.club_id, starts_at__gt=since)
    found = planned.select_related("club", "own").order_by("starts_at", "pk")[:MOST]
    if link.player is None:
        return [WhoComes(night) for night in found]
    return [who for who in who_come(found) if _may_come(link.player, who)]


def _may_come(player: Player, who: WhoComes) -> bool:
    reply = who.of(player)
    return reply is not None and reply.says != Says.NOT


def changed(link: PlanLink, nights: Sequence[WhoComes]) -> datetime:
    """When what stands in it last became so. In a player's own calendar replies count: his take a
    night in and out, and those of others give him a seat."""
    told = [link.created_at, *(who.planned.changed_at for who in nights)]
    if link.player is not None:
        told += [reply.at for who in nights for reply in who.replies]
        told += link.player.replies.order_by("-pk").values_list("at", flat=True)[:1]
    return max(told)


def mark(link: PlanLink, nights: Sequence[WhoComes], alarm: int) -> str:
    """Of all that is written of them, and of who writes it: the same gives the same bytes."""
    events = [_told(link, who) for who in nights]
    told = [__version__, get_language(), name_of(link), alarm, events]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _told(link: PlanLink, who: WhoComes) -> list[Any]:
    planned, game = who.planned, game_of(who.planned)
    times = (planned.changed_at, planned.created_at, planned.starts_at)
    return [
        planned.uid,
        page_of(planned),
        *(moment.isoformat() for moment in times),
        *(planned.version, planned.zone, planned.place, planned.note, planned.club.name),
        game.name if game else "",
        status_of(link, who),
    ]


def name_of(link: PlanLink) -> str:
    return f"{link.club.name} · {link.player.name}" if link.player else link.club.name


def status_of(link: PlanLink, who: WhoComes) -> str:
    if who.planned.called_off_at:
        return "CANCELLED"
    if link.player and not who.sits(link.player):
        return "TENTATIVE"
    return "CONFIRMED"
