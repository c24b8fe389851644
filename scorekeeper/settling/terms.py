"""What a night agreed on for settling up: reads only, ``agreeing`` writes it."""

from __future__ import annotations

from scorekeeper.clubs.models import Session
from scorekeeper.settling.models import Terms


def terms_of(session: Session) -> Terms:
    """The terms in force; those of a night that agreed on nothing are not in the database."""
    found = Terms.objects.filter(session=session).select_related("banker")
    return found.order_by("-pk").first() or Terms(session=session)


def usual_purses(session: Session) -> list[list[int]]:
    """As the last other night of the club that had any has them now: to be proposed to one that has
    agreed on nothing. Empty where that night gave them up."""
    others = Terms.objects.filter(session__club=session.club_id).exclude(session=session)
    last = others.exclude(purses=[]).select_related("session").order_by("-pk").first()
    found: list[list[int]] = terms_of(last.session).purses if last else []
    return found
