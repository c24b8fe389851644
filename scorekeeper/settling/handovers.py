"""Reads what was said about money on its way."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import CharField, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Session
from scorekeeper.ledger.models import Payment
from scorekeeper.settling.models import SENT, Handover, HandoverStep, StepKind


def unsettled(session: Session) -> list[Handover]:
    """What is neither received nor taken back, the newest first, each with its ``state``. One
    query."""
    last = HandoverStep.objects.filter(handover=OuterRef("pk")).order_by("-pk").values("kind")[:1]
    found = Handover.objects.filter(session=session).annotate(
        last=Coalesce(Subquery(last), Value(SENT), output_field=CharField())
    )
    listed: list[Handover] = []
    for each in (
        found.exclude(last__in=[StepKind.RECEIVED, StepKind.UNDONE])
        .select_related("payer", "payee", "by", "player", "signature")
        .order_by("-pk")
    ):
        each.state = each.last
        listed.append(each)
    return listed


def steps_of(handovers: Iterable[Handover], payments: Iterable[Payment]) -> list[HandoverStep]:
    """All that was said of these, and of what brought these payments, in order. One query."""
    received = HandoverStep.objects.filter(payment__in=[p.pk for p in payments])
    whole = Q(handover__in=[h.pk for h in handovers]) | Q(handover__in=received.values("handover"))
    steps = HandoverStep.objects.filter(whole).order_by("pk")
    said = ("by", "player", "signature")
    return list(steps.select_related(*said, *(f"handover__{name}" for name in said)))
