"""The options of a game: reads them from JSON, checks them, and finds which ones were chosen.

Nothing here may be part of showing a past session: its frozen options must not be checked by
today's rules.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.engine.game import D, L, O, S
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.seats.rules import at_once
from scorekeeper.engine.variant import NamedValues, Variant


def load_options(
    variant: Variant[O, D, L, S],
    data: object,
    seats: int,
    side: int = 1,
    *,
    without_stakes: bool = False,
) -> O:
    """Reads options from JSON for this number of seats. ``without_stakes``: a stake may be 0 where
    the rules need one, as in a game for points only. Raises EntryError naming the option."""
    seats = at_once(variant, seats)
    options = resolve_options(variant, data, seats, side, without_stakes=without_stakes)
    variant.check_options(options, seats)
    return options


def resolve_options(
    variant: Variant[O, D, L, S],
    data: object,
    seats: int,
    side: int = 1,
    *,
    without_stakes: bool = False,
) -> O:
    """Reads options from JSON with the defaults that follow from them, without checking whether
    these seats can play by them. Raises EntryError naming the option."""
    read = partial(
        codec.load,
        variant.options,
        data,
        null_is_default=not variant.strict,
        without_stakes=without_stakes,
    )
    loaded, options_json = read(), data if isinstance(data, Mapping) else {}
    chosen = {name: getattr(loaded, name) for name, v in options_json.items() if v is not None}
    return read(defaults=variant.defaults(chosen, seats, side))


def stated_options(
    variant: Variant[O, D, L, S], options: O, seats: int, side: int = 1
) -> dict[str, tuple[Any, Any]]:
    """Returns the chosen options with their usual values: those from which all others follow by
    default.

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
    """Returns all options when only these are chosen. Raises RulesChangedError for an undeclared
    name."""
    given = {name: value for name, value in chosen.items() if value is not None}
    named = {**variant.defaults(given, at_once(variant, seats), side), **chosen}
    declared = {q.name for q in questions(variant.options)}
    if unknown := named.keys() - declared:
        raise RulesChangedError(min(unknown))
    return variant.options(**named)
