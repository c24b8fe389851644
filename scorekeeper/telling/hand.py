"""What a hand brought everybody at the table: told alike on the slip, on the board and on paper.

Of a hand that is kept it is read as it was decided that evening, and no rule runs; of one that is
not kept yet, from the engine's game with that hand. How it looks is not known here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum

from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.kept import seat_outcomes
from scorekeeper.engine.money import nets
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Hand, SeatScore
from scorekeeper.play.reading import GameState
from scorekeeper.play.selectors import Table, newest_scores

ScoreRows = Mapping[tuple[int, int], SeatScore]
"""What counts, by hand id and seat."""


@dataclass(frozen=True, slots=True)
class Brought:
    """What one hand brought one seat."""

    persons: tuple[int, ...]
    """Who share the seat."""
    points: float
    reason: str
    """A phrase; on paper worded already."""
    money: tuple[int, ...]
    """Minor units, to each of ``persons``."""
    winners: tuple[int, ...] = ()
    """Which of ``persons`` won the hand."""
    out: bool = False
    """The seat is out of the game after it."""
    absent: bool = False
    """Took no part in it."""
    beside: float = 0
    """What the seat's total after it has beyond the sum of points."""
    scored: bool = True
    """Something was decided for the seat, and be it that it missed the hand."""

    @property
    def net(self) -> int:
        """Minor units, of all who share the seat."""
        return sum(self.money)

    @property
    def won(self) -> bool:
        return bool(self.winners)

    @property
    def blank(self) -> bool:
        """There are no points to tell, nor why there are none."""
        return self.absent or (not self.points and not self.reason and not self.won)

    @property
    def sat_out(self) -> bool:
        """Took no part in it, or was out of the game before it: there is not even a 0 to tell."""
        return self.absent or (self.out and self.blank)

    def of(self, person: int) -> Brought:
        """The same for one of them: partners have their points in common, but not their money."""
        money = self.money[self.persons.index(person)]
        won = tuple(winner for winner in self.winners if winner == person)
        return replace(self, persons=(person,), money=(money,), winners=won)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one hand brought, by seat."""

    seats: tuple[Brought, ...]

    @property
    def winners(self) -> frozenset[int]:
        """Persons."""
        return frozenset(person for seat in self.seats for person in seat.winners)

    @property
    def brought_nothing(self) -> bool:
        """Nobody won it, or got points or money: a deal that ended void. A fee may have been paid
        in it."""
        return not any(
            seat.won or seat.points or any(amount > 0 for amount in seat.money)
            for seat in self.seats
        )

    @property
    def is_split(self) -> bool:
        """Nobody went out: several share the pot."""
        seats = self.seats
        no_play = not any(seat.points or seat.reason or seat.net < 0 for seat in seats)
        return no_play and len(self.winners) > 1 and any(seat.net for seat in seats)

    @property
    def penalized(self) -> tuple[int, ...]:
        """Seats that pay for a hand that nobody won, such as for a false claim."""
        if self.winners or any(seat.points for seat in self.seats):
            return ()
        return tuple(at for at, seat in enumerate(self.seats) if seat.reason and seat.net < 0)

    @property
    def why_nothing(self) -> str:
        """What the rules said of a hand that brought nothing, if they said it of somebody."""
        return next((seat.reason for seat in self.seats if seat.reason), "")

    def seat_of(self, person: int) -> Brought:
        return self.seats[person % len(self.seats)]

    def money(self, person: int) -> int:
        """Minor units."""
        return self.seat_of(person).of(person).net


# Of a hand that is kept ------------------------------------------------------------------------


def outcomes(at: Table, hands: Sequence[Hand]) -> list[Outcome]:
    """Of these hands of the game, in their order. Two queries."""
    scores, money = scores_of(hands), _nets(hands)
    return [outcome(at, hand, scores, money[hand.pk]) for hand in hands]


def scores_of(hands: Iterable[Hand]) -> ScoreRows:
    return newest_scores(list(SeatScore.objects.filter(hand__in=list(hands))))


def outcome(at: Table, hand: Hand, scores: ScoreRows, net: Mapping[int, int]) -> Outcome:
    """``net``: what the hand's payments come to, by player id."""
    absent = at.state.absent(hand)
    ids = at.player_ids
    return Outcome(
        tuple(
            _kept(at.state, seat, scores.get((hand.pk, seat)), absent, ids, net)
            for seat in range(at.state.seats)
        )
    )


def _kept(
    kept: GameState,
    seat: int,
    score: SeatScore | None,
    absent: Collection[int],
    ids: Sequence[int],
    net: Mapping[int, int],
) -> Brought:
    persons = tuple(kept.persons_of(seat))
    money = tuple(net.get(ids[person], 0) for person in persons)
    if score is None:
        return Brought(persons, 0, "", money, absent=True, scored=False)
    return Brought(
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
    """By hand and player id; a void hand was taken back and comes to nothing."""
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = Payment.objects.filter(hand__in=hands).order_by()
    for hand, payer, payee, amount in rows.values_list("hand", "payer", "payee").annotate(
        total=Sum("amount")
    ):
        found[hand][payer] -= amount
        found[hand][payee] += amount
    return found


# Of a hand that is not kept yet ----------------------------------------------------------------


def foreseen(rules: AnyVariant, after: Fold[Any, Any]) -> Outcome:
    """``after``: the game with the hand."""
    played = after.last
    assert played is not None
    gained, _pot = nets(played.payments, after.persons)
    seats = []
    for seat, (score, more) in enumerate(
        zip(played.scores, seat_outcomes(rules, after), strict=True)
    ):
        persons = tuple(range(seat, after.persons, after.seats))
        money = tuple(gained[person] for person in persons)
        seats.append(
            Brought(
                persons,
                score.points,
                score.reason,
                money,
                tuple(more.won),
                more.out,
                beside=more.beside,
            )
        )
    return Outcome(tuple(seats))
