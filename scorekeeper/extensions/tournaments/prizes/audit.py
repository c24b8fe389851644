"""Checks that each payment of a prize is explained by an award, and agrees with it. Reads only."""

from collections import Counter
from collections.abc import Iterator

from scorekeeper.clubs.models import Session
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.tournaments.models import Award, Tournament
from scorekeeper.ledger.models import Payment, PaymentKind


def prize_faults(session: Session) -> Iterator[Phrase]:
    """Yields each inconsistency of a session's prizes, in words."""
    if not Tournament.objects.filter(session=session).exists():
        return  # a day that was imported alone is a session like any other
    rows = {row.pk: row for row in Payment.objects.filter(session=session, kind=PaymentKind.PRIZE)}
    reversed_ids = {row.reverses_id for row in rows.values() if row.reverses_id}
    known: set[int] = set()
    for award in Award.objects.filter(tournament__session=session).prefetch_related("payments"):
        paid = [row.payment_id for row in award.payments.all()]
        known.update(paid)
        yield from _award_faults(award, [rows[pk] for pk in paid if pk in rows], len(paid))
        for pk in paid:
            if (pk in reversed_ids) != (award.withdrawn_at is not None):
                yield _("prizes {row}: undone in one place only").format(row=award.pk)
                break
    for row in rows.values():
        if row.reverses_id is None and row.pk not in known:
            yield _("payment {row}: no prizes are recorded for it").format(row=row.pk)


def _award_faults(award: Award, payments: list[Payment], count: int) -> Iterator[Phrase]:
    """``count``: how many payments the award names."""
    expected: Counter[int | None] = Counter()
    for player, fee, prize, _place in award.sums:
        expected[player] += prize - fee
    if expected.total():
        yield _("prizes {row}: not as much as the entry fees").format(row=award.pk)
    booked: Counter[int | None] = Counter()
    for payment in payments:
        booked[payment.payee_id] += payment.amount
        booked[payment.payer_id] -= payment.amount
    if len(payments) != count or _not_zero(booked) != _not_zero(expected):
        yield _("prizes {row}: the payments differ from them").format(row=award.pk)


def _not_zero(sums: Counter[int | None]) -> dict[int | None, int]:
    return {player: amount for player, amount in sums.items() if amount}
