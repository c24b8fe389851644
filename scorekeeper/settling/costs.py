"""Shared costs: what one person has paid for the table, split to the last unit and booked.

A cost is never changed: it is taken back by reversals, and written anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.clubs.persons import by_shown_name
from scorekeeper.clubs.signing import signature_id
from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.play.selectors import Table
from scorekeeper.serving.tokens import first_answer
from scorekeeper.settling.after_closing import need_host, note_late
from scorekeeper.settling.models import Cost, CostShare, How
from scorekeeper.telling.night import net_tonight, tables

SHARED: Final = _("shared cost: {label}")
Shares = dict[int, int]
"""What each has to bear, in minor units, by player id in order."""
Weights = Mapping[int, int]


class NobodySharesError(ValueError):
    """Whoever paid it would bear all of it."""


class SharesChangedError(Exception):
    """Since the phone showed the ``shares``, another hand was played."""

    def __init__(self, shares: Shares) -> None:
        super().__init__("shares changed")
        self.shares = shares


# How it is split -----------------------------------------------------------------------------


def weights(session: Session, how: How, told: Weights) -> Weights:
    """By player id. ``told``: the shares of each, by whoever writes it down; for the other ways
    they are read from the night."""
    if how == How.SHARES:
        return {player: share for player, share in told.items() if share}
    if how == How.EQUAL:
        return dict.fromkeys(told, 1)
    games = tables(session)
    if how == How.THERE:
        return dict.fromkeys(_played(games), 1)
    net = net_tonight(at for at in games if not at.state.pot)
    return {player: won for player, won in net.items() if won > 0}


def _played(games: list[Table]) -> list[int]:
    """Who took part in a hand tonight, in the order they first sat down."""
    who = by_shown_name(player for at in games for player in at.players)
    return list(
        dict.fromkeys(
            who[player.pk].pk
            for at in games
            for player, hands in zip(at.players, at.game.tally["hands"], strict=True)
            if hands
        )
    )


def split(weighed: Weights, paid_by: int, amount: int) -> Shares:
    """Raises NobodySharesError."""
    if not any(weight for player, weight in weighed.items() if player != paid_by):
        raise NobodySharesError("nobody else shares it")
    parts = in_proportion(amount, list(weighed.values()))
    shares = dict(zip(weighed, parts, strict=True))
    if not any(part for player, part in shares.items() if player != paid_by):
        raise NobodySharesError("too little to be shared")
    return shares


# Writing it down -----------------------------------------------------------------------------


@transaction.atomic
def share_cost(
    *,
    session: Session,
    label: str,
    paid_by: Player,
    amount: int,
    how: How,
    told: Weights,
    token: str,
    by: Membership | None,
    shown: Shares | None = None,
) -> Cost:
    """Write down what ``paid_by`` has paid for the table, ``amount`` minor units, and what each
    owes him for it. ``told``: as in ``weights``; players of this club. ``shown``: what the phone
    said that each would bear.

    Once per token. Raises ClosedNightError; NobodySharesError; SharesChangedError if it is not as
    ``shown`` any more; OtherwiseError if the token wrote something else.
    """
    night = locks.hold_night(session.pk)
    cost = Cost(session=night, label=label, paid_by=paid_by, amount=amount, how=how, token=token)
    if earlier := _written_before(cost, told):
        return earlier
    need_host(night, by)
    weighed = weights(night, how, told)
    shares = split(weighed, paid_by.pk, amount)
    if shown is not None and shown != shares:
        raise SharesChangedError(shares)
    cost.by, cost.player_id = by, by.player_id if by else None
    cost.signature_id = signature_id(by)
    cost.save()
    _book(cost, weighed, shares, by)
    note_late(Happened.LATE_COST, night, by, label=label)
    locks.touch(night)
    return cost


def _written_before(asked: Cost, told: Weights) -> Cost | None:
    """What this token wrote. Raises OtherwiseError if that is not what is asked for now."""

    def is_same(cost: Cost) -> bool:
        return _told(cost) == _told(asked) and _is_shared_so(cost, told)

    return first_answer(Cost.objects.filter(session=asked.session), asked.token, is_same)


def _told(cost: Cost) -> tuple[str, int, int, str]:
    return cost.label, cost.paid_by_id, cost.amount, str(cost.how)


def _is_shared_so(cost: Cost, told: Weights) -> bool:
    """By those, and with as many shares, as whoever writes it down says; what the night says itself
    may have changed since."""
    how = How(cost.how)
    if how not in (How.EQUAL, How.SHARES):
        return True
    shared = dict(cost.shares.values_list("player", "weight"))
    return shared == weights(cost.session, how, told)


def _book(cost: Cost, weighed: Weights, shares: Shares, by: Membership | None) -> None:
    reason: Phrase = SHARED.format(label=cost.label)
    for player, amount in shares.items():
        owes = amount and player != cost.paid_by_id
        payment = None
        if owes:
            payment = ledger.book(
                session=cost.session,
                kind=PaymentKind.COST,
                payer=player,
                payee=cost.paid_by_id,
                amount=amount,
                reason=reason,
                by=by,
            )
        CostShare.objects.create(
            cost=cost, player_id=player, weight=weighed[player], amount=amount, payment=payment
        )


@transaction.atomic
def take_back_cost(*, cost: Cost, by: Membership | None) -> None:
    """Nobody owes anything for it any more. The same again changes nothing. Raises
    ClosedNightError."""
    night = locks.hold_night(cost.session_id)
    need_host(night, by)
    taken = [
        ledger.reverse_payment(payment=share.payment, by=by)
        for share in cost.shares.select_related("payment")
        if share.payment is not None
    ]
    if any(taken):
        note_late(Happened.LATE_COST_BACK, night, by, label=cost.label)
        locks.touch(night)
