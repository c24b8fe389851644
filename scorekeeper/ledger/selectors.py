"""Balances and transfers, read from the rows."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Case, F, Q, Sum, When

from scorekeeper.clubs.models import Player
from scorekeeper.engine.settle_up import Plan, settle_up
from scorekeeper.ledger.models import Kind, Payment
from scorekeeper.play.models import Game, Session


@dataclass(frozen=True, slots=True)
class Standing:
    """Who stands where in one evening, minor units; all but the pots sums to zero."""

    balances: dict[Player, int]
    """Net per player, cash handed over counted as settled, games with an open pot left out."""
    open_pots: int
    """What lies in pots not yet won."""
    plan: Plan[Player]
    """The fewest transfers that settle ``balances``."""


def players_of(session: Session) -> dict[int, Player]:
    """Everybody who sat down this evening, by id, in the order they first did."""
    seated = Player.objects.filter(seats__game__session=session).order_by(
        "seats__game__number", "seats__number"
    )
    return {player.pk: player for player in seated}


def balances(
    session: Session, *, cash: bool = True, without: tuple[int, ...] = ()
) -> dict[Player, int]:
    """Net per player in minor units, in the order they first sat down.

    With ``cash``, money handed over counts as settled. ``without``: ids of games left out.
    """
    players = players_of(session)
    kinds = [Kind.GAME, Kind.CASH] if cash else [Kind.GAME]
    signed = Case(When(kind=Kind.GAME, then=F("amount")), default=-F("amount"))
    rows = Payment.objects.filter(session=session, kind__in=kinds)
    if without:
        rows = rows.filter(Q(game__isnull=True) | ~Q(game__in=without))
    totals = dict.fromkeys(players, 0)
    for end, sign in (("payee", 1), ("payer", -1)):
        ends = rows.filter(**{f"{end}__isnull": False}).order_by().values_list(end)
        for player, total in ends.annotate(total=Sum(signed)):
            if player in totals:  # else he was taken back from the table, and his payments too
                totals[player] += sign * total
    return {players[pk]: total for pk, total in totals.items()}


def standing(session: Session) -> Standing:
    """Balances and the transfers that settle them."""
    pots = {
        game.pk: pot
        for game in Game.objects.filter(session=session).only("fold")
        if (pot := int(game.fold.get("pot", 0)))
    }
    net = balances(session, without=tuple(pots))
    return Standing(net, sum(pots.values()), settle_up(net))


def cash(session: Session) -> list[Payment]:
    """Money handed over and not taken back, the newest first."""
    return list(
        Payment.objects.filter(
            session=session, kind=Kind.CASH, reverses__isnull=True, reversed_by__isnull=True
        )
        .select_related("payer", "payee", "by__player")
        .order_by("-pk")
    )
