"""Named ways of playing: which one is chosen, which is the usual one, and those of a past game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine import codec
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.options import load_options, usual_options
from scorekeeper.engine.variant import AnyVariant, Preset

OptionsTold = dict[str, Any]
"""Options that somebody chose, as JSON by name."""


def usual_preset(rules: AnyVariant, seats: int, side: int = 1) -> Preset | None:
    """The preset that is nothing but the defaults."""
    for preset in rules.presets:
        try:
            chosen = load_options(rules, dict(preset.options), seats, side)
        except EntryError:
            continue
        if chosen == usual_options(rules, {}, seats, side):
            return preset
    return None


def chosen_preset(
    rules: AnyVariant, key: str | None, seats: int, side: int, own: Sequence[Preset] = ()
) -> Preset | None:
    """The preset of this key, also of the club's ``own``; the usual one for None; none for ""."""
    if key is None:
        return usual_preset(rules, seats, side)
    return next((p for p in (*rules.presets, *own) if p.key == key), None)


def house_rules(game: Any, own: Sequence[Preset] = ()) -> tuple[str, OptionsTold]:
    """Of an earlier game: its preset's key ("" if none) and what else differed."""
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    preset = next((p for p in (*rules.presets, *own) if p.name == game.preset), None)
    preset = preset or usual_preset(rules, seats, game.side)
    stored: Mapping[str, Any] = game.options
    try:
        plain = load_options(rules, dict(preset.options) if preset else {}, seats, game.side)
        then = load_options(rules, stored, seats, game.side)
    except EntryError:
        return "", {}
    now, before = codec.dump(then, full=True), codec.dump(plain, full=True)
    return preset.key if preset else "", {n: v for n, v in now.items() if v != before[n]}
