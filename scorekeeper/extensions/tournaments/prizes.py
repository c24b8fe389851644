"""Entry fees and prizes as the ranking gives them now, and as they were posted as payments of the
day's session; their page, and the check that each payment of a prize is explained by an award.

How a pot is shared is a pure function.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Final, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scorekeeper.clubs import locks
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Membership, Player, Role, Session, author_fields
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine.transfers.settle_up import settle_up
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Award, AwardPayment, Tournament
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.extensions.tournaments.rounds.pages import next_step
from scorekeeper.extensions.tournaments.services import hold_day
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import Payment, PaymentKind

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One person's fee and prize, in minor units."""

    player: Player
    place: int
    fee: int
    prize: int

    @property
    def net(self) -> int:
        return self.prize - self.fee


@dataclass(frozen=True, slots=True)
class Sharing:
    """Fees and prizes of everybody who played at a table, best first. Both have one sum."""

    rows: tuple[PrizeRow, ...]

    @property
    def pot(self) -> int:
        return sum(row.fee for row in self.rows)

    @property
    def sums(self) -> list[list[int]]:
        """Returns the rows as stored: ``Award.sums``."""
        return [[row.player.pk, row.fee, row.prize, row.place] for row in self.rows]


def sharing(tournament: Tournament) -> Sharing:
    """Returns fees and prizes by the ranking as it stands. Substitutes pay and win nothing: what
    they played counts for whom they play for."""
    plan = tournament.plan
    placed = [(row.entrant, row.place) for row in ranking(tournament) if row.place is not None]
    fee = plan.fee if plan.prizes else 0
    prizes = share(fee * len(placed), plan.prizes, {entrant.pk: place for entrant, place in placed})
    rows = (PrizeRow(entrant.player, place, fee, prizes[entrant.pk]) for entrant, place in placed)
    return Sharing(tuple(rows))


def award_in_force(tournament: Tournament) -> Award | None:
    return tournament.awards.filter(withdrawn_at__isnull=True).first()


def posted(award: Award) -> Sharing:
    """Returns places, fees and prizes as they were posted. One query."""
    players = Player.objects.in_bulk([player for player, *_sums in award.sums])
    rows = (
        PrizeRow(players[player], place, fee, prize) for player, fee, prize, place in award.sums
    )
    return Sharing(tuple(rows))


def share(pot: int, percent: Sequence[int], places: Mapping[P, int]) -> dict[P, int]:
    """Shares ``pot`` minor units, to the last one. ``percent``: of each place, from the first;
    ``places``: of everybody, best first, equal people with one place.

    Who shares a place shares what the places they span are worth. What division leaves over goes to
    the best placed of those who win something, a unit each. With fewer people than prizes
    their shares are of what there is for them.
    """
    whole, sharing = sum(percent[: len(places)]), Counter(places.values())
    parts = {
        person: Fraction(sum(percent[place - 1 : place - 1 + sharing[place]]), sharing[place])
        for person, place in places.items()
    }
    prizes = {person: int(pot * part / whole) if part else 0 for person, part in parts.items()}
    winners = [person for person, part in parts.items() if part]
    rest = pot - sum(prizes.values()) if winners else 0
    return prizes | {person: prizes[person] + 1 for person in winners[:rest]}


# Posting: the only writer of awards ------------------------------------------------------------


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


# The page on which a host posts and undoes them ------------------------------------------------


def shown_key(sharing: Sharing) -> str:
    """Returns fees, prizes and places as a hidden field has them."""
    return ",".join(":".join(map(str, row)) for row in sharing.sums)


class PrizesForm(WriteForm):
    shown = forms.CharField(max_length=20_000, required=False)

    def clean_shown(self) -> list[list[int]]:
        text = self.cleaned_data["shown"]
        try:
            rows = [[int(part) for part in row.split(":")] for row in text.split(",") if row]
        except ValueError:
            rows = [[]]
        if any(len(row) != 4 for row in rows):
            raise ValidationError(gettext("This page is out of date. Reload it and try again."))
        return rows


@tournament_view(Role.HOST, money=True)
def prizes(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows fees and prizes by the ranking as it stands, or as they were posted; posts them."""
    if request.method != "POST":
        return _page(request, tournament)
    form, by = PrizesForm(request.POST), request.membership
    if refusal := attempt_form(request, form, post_prizes, tournament=tournament, by=by):
        status = 200 if form.errors else 409
        return _page(request, tournament, refusal.sentence, status=status)
    return redirect("tournaments:prizes", tournament.session.code)


@require_POST
@tournament_view(Role.HOST, money=True)
def prizes_undo(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    award = get_object_or_404(Award, pk=pk, tournament=tournament)
    write = partial(undo_prizes, tournament=tournament, award=award, by=request.membership)
    if refusal := attempt(request, write):
        return _page(request, tournament, refusal.sentence, status=409)
    return redirect("tournaments:prizes", tournament.session.code)


def _page(
    request: ClubRequest, tournament: Tournament, error: str = "", *, status: int = 200
) -> HttpResponse:
    now, award = sharing(tournament), award_in_force(tournament)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "sharing": posted(award) if award else now,
        "shown": shown_key(now),
        "award": award,
        "is_changed": award is not None and award.sums != now.sums,
        "step": next_step(tournament),
        "error": error,
    }
    return render(request, "tournaments/prizes/prizes.html", context, status=status)


# Check -----------------------------------------------------------------------------------------


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
