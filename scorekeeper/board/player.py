"""Every row behind one player's numbers tonight: points hand by hand, and payments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.play.models import Hand, SeatScore
from scorekeeper.play.selectors import Table, newest_scores
from scorekeeper.telling.money import Booked, account


@dataclass(frozen=True, slots=True)
class PointsStep:
    """A hand's points and the total after it."""

    hand: Hand
    points: float
    reason: str
    total: float


@dataclass(frozen=True, slots=True)
class Sheaf:
    """A player's points in one game; ``total`` is what the board shows."""

    table: Table
    steps: list[PointsStep]
    total: float

    @property
    def adds_up(self) -> bool:
        """Nothing was added between hands, such as the place of someone who rejoins."""
        return (self.steps[-1].total if self.steps else 0) == self.total


def sheaves(found: Sequence[Table], player: Player) -> list[Sheaf]:
    """The player's points, hand by hand, in the games that keep a score. Two queries."""
    seated = {
        at.game.pk: (at, at.kept.seat_of(at.players.index(player)))
        for at in found
        if player in at.players and at.kept.keeps_score
    }
    if not seated:
        return []
    wanted = Q(pk__in=())
    for game, (_at, seat) in seated.items():
        wanted |= Q(hand__game=game, seat=seat)
    scores = newest_scores(list(SeatScore.objects.filter(wanted)))
    hands = Hand.objects.filter(game__in=seated, voided_at__isnull=True).order_by("number")
    by_game: dict[int, list[Hand]] = defaultdict(list)
    for hand in hands:
        by_game[hand.game_id].append(hand)
    return [_sheaf(at, seat, by_game[game], scores) for game, (at, seat) in seated.items()]


def _sheaf(
    at: Table, seat: int, hands: Sequence[Hand], scores: Mapping[tuple[int, int], SeatScore]
) -> Sheaf:
    steps, total = [], 0.0
    for hand in hands:
        score = scores.get((hand.pk, seat))
        points = score.points if score else 0
        total += points
        steps.append(PointsStep(hand, points, score.reason if score else "", total))
    return Sheaf(at, steps, at.kept.totals[seat])


def accounted(session: Session, player: Player) -> list[Booked[Payment, Player]]:
    """Every row of money behind the player's balance, oldest first, with the sum so far. One
    query."""
    rows = (
        Payment.objects.filter(
            Q(payer=player) | Q(payee=player), session=session, game__removed_at=None
        )
        .select_related("payer", "payee", "hand", "game", "reverses")
        .order_by("pk")
    )
    return list(account(rows, player, lambda row: row.kind == PaymentKind.CASH))
