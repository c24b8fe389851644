"""The only writer of awards: posts fees and prizes as payments of the day's session, and undoes
them."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Session, author_fields
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine.transfers.settle_up import settle_up
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.tournaments.models import Award, AwardPayment, Tournament
from scorekeeper.extensions.tournaments.prizes.selectors import award_in_force, sharing
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind

REASON: Final[Phrase] = _("entry fees and prizes")


def _posted_already(award: Award) -> Refusal:
    return OtherwiseError(award, gettext("Prizes have already been posted."))


@transaction.atomic
def post_prizes(
    *,
    tournament: Tournament,
    shown: Sequence[Sequence[int]],
    token: str,
    by: Membership | None,
) -> Award:
    """Posts fees and prizes with the fewest payments: a person's net is prize less fee. ``shown``:
    ``Sharing.sums`` that the page showed.

    Refuses if the ranking has changed since, or nobody pays or wins anything. Raises ClosedError;
    OtherwiseError if this token or somebody else has posted already.
    """
    session = hold_day(tournament)
    sums = [list(row) for row in shown]
    rows = Award.objects.filter(tournament=tournament)
    same = first_answer(rows, token, lambda award: award.sums == sums, _posted_already)
    if same is not None:
        return same
    if (other := award_in_force(tournament)) is not None:
        raise _posted_already(other)
    now = sharing(tournament)
    if now.sums != sums:
        text = gettext("The ranking has changed since you saw it. Check the prizes again.")
        raise Refusal(text, fate=Stale)
    nets = {row.player.pk: row.net for row in now.rows}
    if not any(nets.values()):
        raise Refusal(gettext("There is nothing to post: nobody pays or wins anything."))
    award = Award.objects.create(tournament=tournament, sums=sums, token=token, **author_fields(by))
    _book(award, nets, session, by)
    note(ActivityKind.PRIZES_POSTED, club=session.club, session=session, by=by)
    locks.touch(session)
    return award


def _book(award: Award, nets: Mapping[int, int], session: Session, by: Membership | None) -> None:
    for transfer in settle_up(nets).transfers:
        payment = ledger.book(
            session=session,
            kind=PaymentKind.PRIZE,
            payer=transfer.payer,
            payee=transfer.payee,
            amount=transfer.amount,
            reason=REASON,
            by=by,
        )
        AwardPayment.objects.create(award=award, payment=payment)


@transaction.atomic
def undo_prizes(*, tournament: Tournament, award: Award, by: Membership | None) -> bool:
    """Reverses the payments of an award; False if that was done before. Raises ClosedError."""
    session = hold_day(tournament)
    in_force = Award.objects.filter(pk=award.pk, tournament=tournament, withdrawn_at__isnull=True)
    if not in_force.update(withdrawn_at=timezone.now()):
        return False
    for row in AwardPayment.objects.filter(award=award).select_related("payment").order_by("pk"):
        ledger.reverse_payment(payment=row.payment, by=by)
    note(ActivityKind.PRIZES_UNDONE, club=session.club, session=session, by=by)
    locks.touch(session)
    return True
