"""Reads how a session is settled; ``agreements`` writes it."""

from scorekeeper.clubs.models import Session
from scorekeeper.settlement.models import Terms


def terms_of(session: Session) -> Terms:
    """Returns the terms in force, unsaved defaults where there are none."""
    terms = Terms.objects.filter(session=session).select_related("banker")
    return terms.order_by("-pk").first() or Terms(session=session)


def usual_purses(session: Session) -> list[list[int]]:
    """Returns the purses of the group's last other session that had any, as a default for a session
    without terms. Empty where that session gave them up."""
    others = Terms.objects.filter(session__club=session.club_id).exclude(session=session)
    last = others.exclude(purses=[]).select_related("session").order_by("-pk").first()
    purses: list[list[int]] = terms_of(last.session).purses if last else []
    return purses
