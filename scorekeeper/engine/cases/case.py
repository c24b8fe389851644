"""A whole game in JSON, settled: the case format of the fixtures and of ``manage.py settle``.

A case is ``{"id", "variant", "options", "seats", "hands", "expect"}``. Results have the shape of
``expect``. ``engine.cases.files`` reads, checks and compares cases; this module assumes the format.
A question about cards, with ``cards`` in place of seats and hands, is answered by
``website.rulebook.card_questions``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT, Payments, nets
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _

Case: TypeAlias = Mapping[str, Any]
CaseResult: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seating:
    """The seating: the names on the score sheet, and the persons who share them."""

    seats: tuple[str, ...]
    persons: tuple[str, ...]

    @property
    def side(self) -> int:
        return len(self.persons) // len(self.seats)


def load_seating(variant: AnyVariant, seats: object) -> Seating:
    """Reads ``["A", "B"]`` or ``["A+C", "B+D"]``. Raises EntryError(field="seats")."""
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise EntryError(_("The seats are a list of names."), field="seats")
    partners = variant.sides != (1,)
    if not partners and any("+" in name for name in seats):
        raise EntryError(_("There are no partners in this game."), field="seats")
    sides = [name.split("+") if partners else [name] for name in seats]
    check_seats(variant, sides)
    persons = tuple(side[place] for place in range(len(sides[0])) for side in sides)
    return Seating(tuple(seats), persons)


def settle(variant: AnyVariant, case: Case) -> CaseResult:
    """Plays the game of a case. Returns its result or ``{"error": …}``."""
    hand = -1
    seating: Seating | None = None
    try:
        seating = load_seating(variant, case["seats"])
        seats, side = len(seating.seats), seating.side
        options = load_options(variant, case.get("options"), seats, side)
        games = [playing.start(variant, options, seats, side)]
        for entry_json in case["hands"]:
            hand += 1
            entry = load_entry(variant, games[-1], entry_json, seating.persons)
            games.append(playing.play(variant, games[-1], entry))
    except EntryError as error:
        side_lines = variant.side_lines
        names = () if seating is None else seating.seats if side_lines else seating.persons
        return {"error": error_json(error, hand, names)}
    return _result_json(variant, games, seating)


def error_json(error: EntryError, hand: int, names: Sequence[str]) -> CaseResult:
    """Returns a refusal; ``names``: of the lines, to name a seat by."""
    seat = error.seat
    if isinstance(seat, int):
        seat = names[seat] if names else None
    return {"hand": hand, "seat": seat, "field": error.field or None, "message": str(error)}


def _result_json(
    variant: AnyVariant, games: Sequence[Game[Any, Any]], seating: Seating
) -> CaseResult:
    end = games[-1]
    result: CaseResult = {"hands": [_hand_json(variant, game, seating) for game in games[1:]]}
    if (totals := variant.totals(end)) is not None:
        result["points"] = _by_name(seating.seats, totals)
    result["money"] = _money_json(seating, end.balances, end.pot)
    result["over"] = end.over
    result["out"] = [seating.seats[seat] for seat in variant.out(end)]
    result |= {
        name: _report_by_name(value, seating) for name, value in variant.report(end).results.items()
    }
    return result


def _hand_json(variant: AnyVariant, game: Game[Any, Any], seating: Seating) -> CaseResult:
    assert game.last is not None
    hand: CaseResult = {}
    if variant.totals(game) is not None:
        points = tuple(score.points for score in game.last.scores)
        hand["points"] = _by_name(seating.seats, points)
    hand["money"] = _money_of_hand(seating, game.last.payments)
    return hand


def _money_of_hand(seating: Seating, payments: Payments) -> CaseResult:
    gained, pot = nets(payments, len(seating.persons))
    return _money_json(seating, gained, pot)


def _money_json(seating: Seating, gained: Sequence[int], pot: int) -> CaseResult:
    return _by_name(seating.persons, gained) | ({POT: pot} if pot else {})


def _by_name(names: Sequence[str], values: Sequence[float]) -> CaseResult:
    return {name: _without_fraction(value) for name, value in zip(names, values, strict=True)}


def _without_fraction(value: float) -> float:
    return int(value) if value == int(value) else value


def _report_by_name(value: Any, seating: Seating) -> Any:
    """Names the values of a variant's report: a tuple has one number per seat."""
    if isinstance(value, tuple):
        return _by_name(seating.seats, value)
    if isinstance(value, list):
        return [_report_by_name(item, seating) for item in value]
    if isinstance(value, Mapping):
        return {name: _report_by_name(item, seating) for name, item in value.items()}
    return value
