"""What a night agreed on for settling up: reads only, ``agreeing`` writes it."""

from __future__ import annotations

from scorekeeper.clubs.models import Club, Session
from scorekeeper.settling.models import Terms


def terms_of(session: Session) -> Terms:
    """The terms in force; those of a night that agreed on nothing are not in the database."""
    found = Terms.objects.filter(session=session).select_related("banker")
    return found.order_by("-pk").first() or Terms(session=session)


def usual_purses(club: Club) -> list[list[int]]:
    """As the club's nights had them the last time, to be proposed to one that has none."""
    before = Terms.objects.filter(session__club=club).exclude(purses=[]).order_by("-pk")
    found: list[list[int]] | None = before.values_list("purses", flat=True).first()
    return found or []
