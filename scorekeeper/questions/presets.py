"""Presets: the chosen one, the default one, and that of a past game."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Amount, questions
from scorekeeper.engine.questions.options import load_options, usual_options
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.questions.stakes import with_proposed

ChosenOptions = dict[str, Any]
"""Chosen options, as JSON by name."""


def usual_preset(rules: AnyVariant, seats: int, side: int = 1) -> Preset | None:
    """Returns the preset that equals the default rules."""
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
    """Returns the preset with this key, from the game or the club's ``own``; the default one for
    None; None for ""."""
    if key is None:
        return usual_preset(rules, seats, side)
    return next((p for p in (*rules.presets, *own) if p.key == key), None)


def house_rules(game: Any, own: Sequence[Preset] = ()) -> tuple[str, ChosenOptions]:
    """Returns an earlier game's preset key ("" if none) and its other changed options: those that
    a game of this preset would not be proposed today."""
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    preset = next((p for p in (*rules.presets, *own) if p.name == game.preset), None)
    preset = preset or usual_preset(rules, seats, game.side)
    stored: Mapping[str, Any] = game.options
    try:
        given = preset.options if preset else {}
        proposed = with_proposed(rules, given, game.session.club.currency)
        plain = load_options(rules, proposed, seats, game.side)
        game_options = load_options(rules, stored, seats, game.side, without_stakes=True)
    except EntryError:
        return "", {}
    current, preset_options = codec.dump(game_options, full=True), codec.dump(plain, full=True)
    return preset.key if preset else "", {
        n: v for n, v in current.items() if v != preset_options[n]
    }


def whole_preset(game: Any) -> str:
    """Returns the name of a game's preset if all its rules are played; the stakes that it leaves
    open, and when the game ends, may be others. Empty if it has none, or names the game."""
    if game.preset in ("", game.title):
        return ""
    given = [preset.options for preset in game.rules.presets if preset.name == game.preset]
    if not given:
        stored = game.session.club.presets.filter(variant=game.variant, name=game.preset)
        given = list(stored.values_list("options", flat=True))
    is_whole = not given or any(_is_whole(game, options) for options in given)
    return str(game.preset) if is_whole else ""


def _is_whole(game: Any, given: Mapping[str, Any]) -> bool:
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    try:
        plain = load_options(rules, dict(given), seats, game.side, without_stakes=True)
        played = load_options(rules, game.options, seats, game.side, without_stakes=True)
    except EntryError:
        return True
    fixed = (
        q.name
        for q in questions(rules.options)
        if q.name in given or not (q.kind.ends or isinstance(q.kind, Amount))
    )
    return all(getattr(plain, name) == getattr(played, name) for name in fixed)
