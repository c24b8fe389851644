"""A whole game in JSON, settled: the case format of the fixtures and of ``manage.py settle``.

A case is ``{"id", "variant", "options", "seats", "hands", "expect"}``, or a card question with
``cards`` in place of seats and hands. Results have the shape of ``expect``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from scorekeeper.engine.errors import CaseError, EntryError, Uncounted
from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT, Payments, nets
from scorekeeper.engine.questions import questions
from scorekeeper.engine.variant import AnyVariant

Result: TypeAlias = dict[str, Any]
UNSUPPORTED: Result = {"unsupported": True}


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where: the names on the score sheet, and the persons behind them."""

    seats: tuple[str, ...]
    persons: tuple[str, ...]

    @property
    def side(self) -> int:
        return len(self.persons) // len(self.seats)


def table(variant: AnyVariant, seats: object) -> Table:
    """Read ``["A", "B"]`` or ``["A+C", "B+D"]``. Raises EntryError(field="seats")."""
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise EntryError("The seats are a list of names.", field="seats")
    partners = variant.sides != (1,)
    sides = [name.split("+") if partners else [name] for name in seats]
    variant.check_seats(sides)
    persons = tuple(side[place] for place in range(len(sides[0])) for side in sides)
    return Table(tuple(seats), persons)


def settle(variant: AnyVariant, case: Mapping[str, Any]) -> Result:
    """Play one case. Returns its result, ``{"error": …}`` or ``{"unsupported": True}``."""
    if "cards" in case:
        return _card_question(variant, case)
    at = [-1]
    seated: Table | None = None
    try:
        seated = table(variant, case["seats"])
        games = list(_games(variant, case, seated, at))
    except Uncounted:
        return dict(UNSUPPORTED)
    except EntryError as error:
        return {"error": _address(error, at[0], seated)}
    return _result(variant, games, seated)


def _card_question(variant: AnyVariant, case: Mapping[str, Any]) -> Result:
    return dict(UNSUPPORTED)


def _games(
    variant: AnyVariant, case: Mapping[str, Any], seated: Table, at: list[int]
) -> Iterator[Game[Any, Any]]:
    seats, side = len(seated.seats), seated.side
    options = variant.load_options(case.get("options"), seats, side)
    game = variant.start(options, seats, side)
    yield game
    for index, hand in enumerate(case["hands"]):
        at[0] = index
        game = variant.play(game, variant.load_entry(game, hand, seated.persons))
        yield game


def _address(error: EntryError, hand: int, seated: Table | None) -> Result:
    seat = error.seat
    if isinstance(seat, int):
        seat = seated.persons[seat] if seated else None
    return {"hand": hand, "seat": seat, "field": error.field or None, "message": str(error)}


def _result(variant: AnyVariant, games: Sequence[Game[Any, Any]], seated: Table) -> Result:
    start, *played = games
    end = games[-1]
    result: Result = {"hands": [_hand(variant, game, seated) for game in played]}
    if variant.keeps_score(end):
        result["points"] = _named(seated.seats, variant.totals(end))
    result["money"] = _money(seated, end.balances, end.pot)
    result["over"] = end.over
    if out := variant.out(end):
        result["out"] = [seated.seats[seat] for seat in out]
    result |= {name: _reported(value, seated) for name, value in variant.report(end).items()}
    return result


def _hand(variant: AnyVariant, game: Game[Any, Any], seated: Table) -> Result:
    assert game.last is not None
    hand: Result = {}
    if variant.keeps_score(game):
        points = tuple(score.points for score in game.last.scores)
        hand["points"] = _named(seated.seats, points)
    hand["money"] = _moved(seated, game.last.payments)
    return hand


def _moved(seated: Table, payments: Payments) -> Result:
    gained, pot = nets(payments, len(seated.persons))
    return _money(seated, gained, pot)


def _money(seated: Table, gained: Sequence[int], pot: int) -> Result:
    return _named(seated.persons, gained) | ({POT: pot} if pot else {})


def _named(names: Sequence[str], values: Sequence[float]) -> Result:
    return {name: _whole(value) for name, value in zip(names, values, strict=True)}


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _reported(value: Any, seated: Table) -> Any:
    """A variant's report by name: tuples of one number per seat, lists and mappings inside."""
    if isinstance(value, tuple):
        return _named(seated.seats, value)
    if isinstance(value, list):
        return [_reported(item, seated) for item in value]
    if isinstance(value, Mapping):
        return {name: _reported(item, seated) for name, item in value.items()}
    return value


def differences(expected: Any, found: Any, path: str = "") -> Iterator[str]:
    """Where ``found`` is not what was expected; keys that nobody expected are welcome."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            where = f"{path}.{key}" if path else str(key)
            if key in found:
                yield from differences(value, found[key], where)
            else:
                yield f"{where}: expected {value!r}, found nothing"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (left, right) in enumerate(zip(expected, found, strict=True)):
            yield from differences(left, right, f"{path}[{index}]")
    elif type(expected) is not type(found) and (isinstance(expected, bool | str | None)):
        yield f"{path}: expected {expected!r}, found {found!r}"
    elif expected != found:
        yield f"{path}: expected {expected!r}, found {found!r}"


def check_case(case: object, variants: Mapping[str, AnyVariant]) -> AnyVariant:
    """The variant of a case that is in the format. Raises CaseError."""
    if not isinstance(case, Mapping):
        raise CaseError("a case is an object")
    name = case.get("id")
    if not isinstance(name, str) or not name:
        raise CaseError("a case needs an id")
    key = case.get("variant")
    if key not in variants:
        raise CaseError(f"{name}: there is no variant called {key!r}")
    if "cards" not in case:
        if not isinstance(case.get("seats"), list):
            raise CaseError(f"{name}: seats must be a list of names")
        hands = case.get("hands")
        if not isinstance(hands, list) or not all(isinstance(hand, Mapping) for hand in hands):
            raise CaseError(f"{name}: hands must be a list of objects")
    elif not isinstance(case["cards"], Mapping):
        raise CaseError(f"{name}: cards must be an object")
    if not isinstance(case.get("options", {}), Mapping):
        raise CaseError(f"{name}: options must be an object")
    return variants[str(key)]


def tapped(variant: AnyVariant, case: Mapping[str, Any]) -> bool:
    """Whether any hand of the case gives cards for the engine to count."""
    names = {q.name for q in questions(variant.line) if not q.kind.plain}
    lines = (
        line
        for hand in case.get("hands", ())
        if isinstance(hand.get("lines"), Mapping)
        for line in hand["lines"].values()
        if isinstance(line, Mapping)
    )
    return any(line.get(name) is not None for line in lines for name in names)
