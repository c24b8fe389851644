"""Reads handovers and their steps."""

from collections.abc import Iterable

from django.db.models import CharField, Exists, OuterRef, Subquery, Value
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Session
from scorekeeper.ledger.models import Payment
from scorekeeper.settlement.models import SENT, Handover, HandoverStep, StepKind

LAST_STEP = Coalesce(
    Subquery(
        HandoverStep.objects.filter(handover=OuterRef("pk")).order_by("-pk").values("kind")[:1]
    ),
    Value(SENT),
    output_field=CharField(),
)
"""The state of a handover: the kind of its last step, or SENT."""


def unsettled(session: Session) -> list[Handover]:
    """Returns what is neither received nor deleted, newest first, each with its ``state``. One
    query."""
    pending: list[Handover] = []
    for handover in (
        Handover.objects.filter(session=session)
        .annotate(last=LAST_STEP)
        .exclude(last__in=[StepKind.RECEIVED, StepKind.UNDONE])
        .select_related("payer", "payee", "by", "player", "signature")
        .order_by("-pk")
    ):
        handover.state = handover.last
        pending.append(handover)
    return pending


def paid_again(session: Session) -> set[int]:
    """Returns the ids of handovers that were not received, where another payment of a debt from
    the same payer to the same payee was reported since. One query."""
    later = Handover.objects.annotate(last=LAST_STEP).filter(
        session=session,
        payer=OuterRef("handover__payer"),
        payee=OuterRef("handover__payee"),
        at__gt=OuterRef("at"),
        deposit=None,
        last__in=[SENT, StepKind.RECEIVED],
    )
    disputes = HandoverStep.objects.filter(handover__session=session, kind=StepKind.DISPUTED)
    return set(disputes.filter(Exists(later)).values_list("handover", flat=True))


def steps_of(handovers: Iterable[Handover], payments: Iterable[Payment]) -> list[HandoverStep]:
    """Returns all steps of these handovers, and of those that made these payments, in order. Two
    queries: as one, PostgreSQL would read the steps of all sessions."""
    received = HandoverStep.objects.filter(payment__in=[p.pk for p in payments])
    wanted = {*received.values_list("handover", flat=True), *(h.pk for h in handovers)}
    steps = HandoverStep.objects.filter(handover__in=wanted).order_by("pk")
    author = ("by", "player", "signature")
    return list(steps.select_related(*author, *(f"handover__{name}" for name in author)))
