"""The result of a hand for every seat, the same in previews, on scoreboards and in statements.

Stored hands are read as they were decided, without rules; a hand not saved yet is read from the
engine's game. Knows nothing of display.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum

from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.money import nets
from scorekeeper.engine.outcomes.stored import seat_outcomes
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Hand, SeatScore
from scorekeeper.play.selectors import Table, newest_scores
from scorekeeper.play.stored_game import GameState

ScoreRows = Mapping[tuple[int, int], SeatScore]
"""Scores in force, by hand id and seat."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of one hand for one seat."""

    persons: tuple[int, ...]
    """The persons who share the seat."""
    points: float
    reason: str
    """A phrase; already worded in statements."""
    money: tuple[int, ...]
    """Minor units, for each of ``persons``."""
    winners: tuple[int, ...] = ()
    """Those of ``persons`` who won the hand."""
    out: bool = False
    """The seat is out of the game after it."""
    absent: bool = False
    """Took no part in it."""
    beside: float = 0
    """What the total after it has beyond the sum of points."""
    scored: bool = True
    """Somebody sat there when the hand was dealt, even if they missed it."""

    @property
    def net(self) -> int:
        """Minor units, for all who share the seat."""
        return sum(self.money)

    @property
    def won(self) -> bool:
        return bool(self.winners)

    @property
    def blank(self) -> bool:
        """There are no points to show, and no reason for that."""
        return self.absent or (not self.points and not self.reason and not self.won)

    @property
    def sat_out(self) -> bool:
        """Took no part in it, or was out before it: not even a 0 is shown."""
        return self.absent or (self.out and self.blank)

    def for_person(self, person: int) -> "SeatResult":
        """Returns the result of one of them: partners share points, but not money."""
        money = self.money[self.persons.index(person)]
        won = tuple(winner for winner in self.winners if winner == person)
        return replace(self, persons=(person,), money=(money,), winners=won)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one hand, by seat."""

    seats: tuple[SeatResult, ...]

    @property
    def winners(self) -> frozenset[int]:
        """Persons."""
        return frozenset(person for seat in self.seats for person in seat.winners)

    @property
    def is_void(self) -> bool:
        """Nobody won it or got points or money. A fee may have been paid."""
        return not any(
            seat.won or seat.points or any(amount > 0 for amount in seat.money)
            for seat in self.seats
        )

    @property
    def is_split(self) -> bool:
        """Nobody went out, and several share the pot."""
        seats = self.seats
        no_play = not any(seat.points or seat.reason or seat.net < 0 for seat in seats)
        return no_play and len(self.winners) > 1 and any(seat.net for seat in seats)

    @property
    def penalized_seats(self) -> tuple[int, ...]:
        """Seats that pay for a hand that nobody won, such as for a false claim."""
        if self.winners or any(seat.points for seat in self.seats):
            return ()
        return tuple(index for index, seat in enumerate(self.seats) if seat.reason and seat.net < 0)

    @property
    def void_reason(self) -> str:
        """The rules' reason for a void hand, if there is one."""
        return next((seat.reason for seat in self.seats if seat.reason), "")

    def seat_of(self, person: int) -> SeatResult:
        return self.seats[person % len(self.seats)]

    def money(self, person: int) -> int:
        """Minor units."""
        return self.seat_of(person).for_person(person).net


# Stored hands -------------------------------------------------------------------------------


def outcomes(table: Table, hands: Sequence[Hand]) -> list[Outcome]:
    """Returns the outcomes of these hands of the game, in their order. Two queries."""
    scores, money = newest_scores(SeatScore.objects.filter(hand__in=hands)), _nets(hands)
    return [outcome(table, hand, scores, money[hand.pk]) for hand in hands]


def outcome(table: Table, hand: Hand, scores: ScoreRows, net: Mapping[int, int]) -> Outcome:
    """``net``: sums of the hand's payments, by player id."""
    absent, seated = table.state.absent(hand), table.seated(hand)
    ids = table.player_ids
    results = (
        _stored_result(table.state, seat, scores.get((hand.pk, seat)), absent, ids, net)
        for seat in range(table.state.seats)
    )
    return Outcome(
        tuple(
            result if seated.intersection(result.persons) else replace(result, scored=False)
            for result in results
        )
    )


def _stored_result(
    state: GameState,
    seat: int,
    score: SeatScore | None,
    absent: Collection[int],
    ids: Sequence[int],
    net: Mapping[int, int],
) -> SeatResult:
    persons = tuple(state.persons_of(seat))
    money = tuple(net.get(ids[person], 0) for person in persons)
    if score is None:
        return SeatResult(persons, 0, "", money, absent=True, scored=False)
    return SeatResult(
        persons,
        score.points,
        score.reason,
        money,
        tuple(score.won),
        bool(score.out),
        absent=all(person in absent for person in persons),
        beside=score.beside or 0,
    )


def _nets(hands: Sequence[Hand]) -> dict[int, dict[int, int]]:
    """Returns the sums of payments by hand and player id; a void hand's are zero."""
    sums: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = Payment.objects.filter(hand__in=hands).order_by()
    for hand, payer, payee, amount in rows.values_list("hand", "payer", "payee").annotate(
        total=Sum("amount")
    ):
        sums[hand][payer] -= amount
        sums[hand][payee] += amount
    return sums


# Hands not saved yet -------------------------------------------------------------------------


def preview_outcome(rules: AnyVariant, after: Fold[Any, Any]) -> Outcome:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    gained, _pot = nets(played.payments, after.persons)
    seats = []
    for seat, (score, decision) in enumerate(
        zip(played.scores, seat_outcomes(rules, after), strict=True)
    ):
        persons = tuple(range(seat, after.persons, after.seats))
        money = tuple(gained[person] for person in persons)
        seats.append(
            SeatResult(
                persons,
                score.points,
                score.reason,
                money,
                tuple(decision.won),
                decision.out,
                beside=decision.beside,
                scored=not after.left.issuperset(persons),
            )
        )
    return Outcome(tuple(seats))
