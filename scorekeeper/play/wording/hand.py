"""The result of a hand for every seat, the same in previews, on scoreboards and in statements.

Stored hands are read as they were decided, without rules; a hand not saved yet is read from the
engine's game. Knows nothing of display.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import AND, points, words
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.money import nets
from scorekeeper.engine.outcomes.stored import seat_outcomes
from scorekeeper.engine.variant import AnyVariant, Terms
from scorekeeper.engine.words import dumps
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Hand, SeatScore
from scorekeeper.play.selectors import GameState, Table, hands_in_force, newest_scores
from scorekeeper.play.terms import game_text

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
    """The part of the total after it that is beyond the sum of points."""
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


# The hands that an edit changes --------------------------------------------------------------


Results = Mapping[int, tuple[Hand, Outcome]]
"""Each hand in force with its result, in order, by its id."""


@dataclass(frozen=True, slots=True)
class ResultChange:
    """The result of a hand for a seat; None: the hand was not there, or is not any more."""

    name: str
    before: SeatResult | None
    after: SeatResult | None


@dataclass(frozen=True, slots=True)
class HandChange:
    """``number``: the hand's number after the edit."""

    number: int
    is_deleted: bool
    is_new: bool
    lines: tuple[ResultChange, ...]

    @property
    def plain(self) -> list[Any]:
        """Returns the change as one value, to confirm exactly this."""
        lines = [[line.name, _plain(line.before), _plain(line.after)] for line in self.lines]
        return [self.number, self.is_deleted, self.is_new, lines]


def hand_results(table: Table) -> Results:
    """Reads the results of the hands as they are now. Three queries."""
    hands = hands_in_force(table.game)
    pairs = zip(hands, outcomes(table, hands), strict=True)
    return {hand.pk: (hand, outcome) for hand, outcome in pairs}


def hand_changes(table: Table, before: Results, after: Results) -> tuple[HandChange, ...]:
    """Returns the hands whose results differ, and those deleted or new, in order."""
    return tuple(sorted(_changes(table, before, after), key=lambda change: change.number))


def _changes(table: Table, before: Results, after: Results) -> Iterator[HandChange]:
    replaced = {hand.replaces_id for hand, _outcome in after.values()}
    gone = {
        hand.number: (hand, outcome)
        for pk, (hand, outcome) in before.items()
        if pk not in after and pk not in replaced
    }
    for pk, (hand, outcome) in after.items():
        was = before.get(pk) or before.get(hand.replaces_id or 0)
        if was is None and hand.replaces_id:
            was = gone.pop(hand.number, None)  # restored in its place
        lines = _lines(table, was[1] if was else None, outcome)
        if was is None or lines:
            yield HandChange(hand.number, False, was is None, lines)
    for hand, outcome in gone.values():
        yield HandChange(hand.number, True, False, _lines(table, outcome, None))


def _lines(table: Table, before: Outcome | None, after: Outcome | None) -> tuple[ResultChange, ...]:
    seats = zip(
        table.seat_names,
        before.seats if before else [None] * table.state.seats,
        after.seats if after else [None] * table.state.seats,
        strict=True,
    )
    return tuple(
        ResultChange(name, was, now) for name, was, now in seats if _plain(was) != _plain(now)
    )


def _plain(result: SeatResult | None) -> list[Any] | None:
    if result is None or result.sat_out:
        return None
    return [result.points, dumps(result.reason), list(result.money), result.won]


# Read aloud ----------------------------------------------------------------------------------


def aloud(
    number: int,
    results: Iterable[tuple[str, SeatResult]],
    *,
    scores: bool,
    currency: str = "",
    terms: Terms = Terms.CARDS,
) -> str:
    """Returns the sentence. ``results``: name and result of each seat, winners first. ``scores``:
    the game counts points; otherwise amounts of money are said, if ``currency`` is given."""
    listed = list(results)
    won = [
        ngettext("%(name)s wins", "%(name)s win", len(result.persons)) % {"name": _side(name)}
        for name, result in listed
        if result.won
    ]
    others = [
        f"{_side(name)} {amount}"
        for name, result in listed
        if (amount := _amount(result, scores, currency)) and not result.won
    ]
    penalized = Outcome(tuple(result for _name, result in listed)).penalized_seats
    penalties = [f"{_side(listed[seat][0])} {words(listed[seat][1].reason)}" for seat in penalized]
    summary = ", ".join([*(won or penalties or [_("nobody won")]), *others])
    sentence = game_text(terms, "Hand %(number)d: %(brought)s.")
    return sentence % {"number": number, "brought": summary}


def _side(name: str) -> str:
    """Returns partners' names as they are said."""
    first, plus, second = name.partition(AND)
    if not plus:
        return first
    return _("%(first)s and %(second)s") % {"first": first, "second": second.replace(AND, ", ")}


def _amount(result: SeatResult, scores: bool, currency: str) -> str:
    if scores:
        return points(result.points) if result.points else ""
    return currencies.signed(result.net, currency).lstrip("+") if currency and result.net else ""
