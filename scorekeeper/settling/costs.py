"""Shared costs: what one person has paid for the table, split to the last unit and booked.

A cost is never changed: it is taken back by reversals, and written anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership, Player, Session
from scorekeeper.engine.money import in_proportion
from scorekeeper.engine.words import Phrase, _
from scorekeeper.ledger import services as ledger
from scorekeeper.ledger.models import PaymentKind
from scorekeeper.play.selectors import Table
from scorekeeper.settling.models import Cost, CostShare, How
from scorekeeper.telling.night import net_tonight, tables

SHARED: Final = _("shared cost: {label}")
Shares = dict[int, int]
"""What each has to bear, in minor units, by player id in order."""
Weights = Mapping[int, int]


class NobodyShares(ValueError):
    """Whoever paid it would bear all of it."""


class SharesChanged(Exception):
    """Since the phone showed the ``shares``, another hand was played."""

    def __init__(self, shares: Shares) -> None:
        super().__init__("shares changed")
        self.shares = shares


class CostOtherwise(Exception):
    """The token has written down another cost already: ``cost``."""

    def __init__(self, cost: Cost) -> None:
        super().__init__("another cost")
        self.cost = cost


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
    net = net_tonight(at for at in games if not at.kept.pot)
    return {player: won for player, won in net.items() if won > 0}


def _played(games: list[Table]) -> list[int]:
    """Who took part in a hand tonight, in the order they first sat down."""
    return list(
        dict.fromkeys(
            player.pk
            for at in games
            for player, hands in zip(at.players, at.game.tally["hands"], strict=True)
            if hands
        )
    )


def split(weighed: Weights, paid_by: int, amount: int) -> Shares:
    """Raises NobodyShares."""
    if not any(weight for player, weight in weighed.items() if player != paid_by):
        raise NobodyShares("nobody else shares it")
    parts = in_proportion(amount, list(weighed.values()))
    shares = dict(zip(weighed, parts, strict=True))
    if not any(part for player, part in shares.items() if player != paid_by):
        raise NobodyShares("too little to be shared")
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

    Once per token. Raises NobodyShares; SharesChanged if it is not as ``shown`` any more;
    CostOtherwise if the token wrote something else.
    """
    night = locks.hold_night(session.pk)
    if earlier := _written_before(night, token, (label, paid_by.pk, amount, str(how))):
        return earlier
    weighed = weights(night, how, told)
    shares = split(weighed, paid_by.pk, amount)
    if shown is not None and shown != shares:
        raise SharesChanged(shares)
    cost = Cost.objects.create(
        session=night,
        label=label,
        paid_by=paid_by,
        amount=amount,
        how=how,
        token=token,
        by=by,
        player_id=by.player_id if by else None,
    )
    _book(cost, weighed, shares, by)
    locks.touch(night)
    return cost


def _written_before(night: Session, token: str, asked: tuple[str, int, int, str]) -> Cost | None:
    """What this token wrote. Raises CostOtherwise if that is not what is asked for now."""
    earlier = Cost.objects.filter(session=night, token=token).first()
    if earlier and (earlier.label, earlier.paid_by_id, earlier.amount, earlier.how) != asked:
        raise CostOtherwise(earlier)
    return earlier


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
    """Nobody owes anything for it any more. The same again changes nothing."""
    night = locks.hold_night(cost.session_id)
    taken = [
        ledger.take_back(payment=share.payment, by=by)
        for share in cost.shares.select_related("payment")
        if share.payment is not None
    ]
    if any(taken):
        locks.touch(night)
