"""The options of a game: read from JSON, checked, and told by what somebody chose.

Options that were frozen with a game are past: what reads them back must not check them by the
rules of today, so nothing here may be part of showing a past night.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.engine import codec
from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.game import D, L, O, S
from scorekeeper.engine.questions import questions
from scorekeeper.engine.seats import at_once, usual_seats
from scorekeeper.engine.variant import NamedValues, Variant


def load_options(variant: Variant[O, D, L, S], data: object, seats: int, side: int = 1) -> O:
    """Options from JSON for a table of this size. Raises EntryError naming the option."""
    seats = at_once(variant, seats)
    defaults = _defaults(variant, data, seats, side)
    null_is_default = not variant.asking.strict
    options = codec.load(variant.options, data, defaults=defaults, null_is_default=null_is_default)
    variant.check_options(options, seats)
    return options


def card_options(variant: Variant[O, D, L, S], data: object) -> O:
    """Options for a question about cards alone, where nobody sits: those of a usual table."""
    defaults = _defaults(variant, data, usual_seats(variant), 1)
    return codec.load(variant.options, data, defaults=defaults)


def _defaults(variant: Variant[O, D, L, S], data: object, seats: int, side: int) -> NamedValues:
    """What follows from the options given. Raises EntryError where those cannot be read."""
    loaded = codec.load(variant.options, data, null_is_default=not variant.asking.strict)
    options_json = data if isinstance(data, Mapping) else {}
    chosen = {name: getattr(loaded, name) for name, v in options_json.items() if v is not None}
    return variant.defaults(chosen, seats, side)


def stated_options(
    variant: Variant[O, D, L, S], options: O, seats: int, side: int = 1
) -> dict[str, tuple[Any, Any]]:
    """The options somebody chose, each with its usual value: those from which all the others
    follow by default.

    A 201 pool states its pool only: the first drop of 25 follows from it.
    """
    names = [q.name for q in questions(variant.options)]
    stated: dict[str, tuple[Any, Any]] = {}
    usual = usual_options(variant, {}, seats, side)
    while usual != options:
        name = next(n for n in names if getattr(usual, n) != getattr(options, n))
        stated[name] = getattr(options, name), getattr(usual, name)
        chosen = {n: value for n, (value, _usual) in stated.items()}
        usual = usual_options(variant, chosen, seats, side)
    return stated


def usual_options(
    variant: Variant[O, D, L, S], chosen: NamedValues, seats: int, side: int = 1
) -> O:
    """All options where these are chosen, by value, and the rest follows from them. Raises
    RulesChangedError where one is named that is not declared."""
    given = {name: value for name, value in chosen.items() if value is not None}
    named = {**variant.defaults(given, at_once(variant, seats), side), **chosen}
    declared = {q.name for q in questions(variant.options)}
    if unknown := named.keys() - declared:
        raise RulesChangedError(min(unknown))
    return variant.options(**named)
