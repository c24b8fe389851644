"""Figures of groups for the server admin: how large, how they grow, when they were last used."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, IntegerField, Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.play.models import Hand

DAYS = (7, 30)
"""Growth is shown for these."""


def with_figures(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Adds ``player_count``, ``session_count``, ``hand_count``, ``hands_7``, ``hands_30`` and
    ``last_used`` to each group. One subquery each: only the rows of the page pay for it."""
    hands, now = Hand.objects.all(), timezone.now()
    recent = {
        f"hands_{days}": _count(hands.filter(at__gte=now - timedelta(days=days)), OF_HANDS)
        for days in DAYS
    }
    return clubs.annotate(
        player_count=_count(Player.objects.all()),
        session_count=_count(Session.objects.all()),
        hand_count=_count(hands, OF_HANDS),
        last_used=Subquery(_of_group(Membership.objects.all(), "club", Max("last_seen_at"))),
        **recent,
    )


OF_HANDS = "game__session__club"


def _count(rows: QuerySet[Any], club: str = "club") -> Coalesce:
    counted = Subquery(_of_group(rows, club, Count("pk")), output_field=IntegerField())
    return Coalesce(counted, 0)


def _of_group(rows: QuerySet[Any], club: str, figure: Any) -> QuerySet[Any]:
    grouped: QuerySet[Any] = rows.order_by().filter(**{club: OuterRef("pk")}).values(club)
    figures: QuerySet[Any] = grouped.annotate(figure=figure).values("figure")
    return figures
