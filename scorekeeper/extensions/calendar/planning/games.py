"""The game of a scheduled session: chosen from a list, and resolved again when the session starts,
as its house rules may have changed since."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.core.localization.words import words
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.extensions.calendar.planning.models import PlannedSession
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.house_rules.services import OWN, as_preset, find_problem
from scorekeeper.variants import VARIANTS

SEPARATOR: Final = ":"
"""As in the form value ``pool_rummy:own-7``."""
DEFAULT_RULES: Final = "usual"
"""No preset: as the club played it last, else the game's default rules."""
MOST_CHANGES: Final = 50

OwnPresets = Mapping[str, Sequence[Preset]]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """``preset``: the current key, if any; ``deviation``: why the game differs from the plan, in
    the reader's language."""

    variant: str
    preset: str | None
    name: str
    deviation: str = ""


def choices(own_presets: OwnPresets) -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns choices for a select: each game with its presets, the club's own first."""
    games = [(words(rules.name), rules) for rules in VARIANTS.values()]
    ordered = sorted(games, key=lambda item: (item[1].named_by_rules, item[0].casefold()))
    named = (
        (name, rules, list(_game_choices(rules, own_presets.get(rules.key, ()))))
        for name, rules in ordered
    )
    return [(name, values) for name, rules, values in named if values]


def _game_choices(rules: AnyVariant, own_presets: Sequence[Preset]) -> Iterator[tuple[str, str]]:
    name = words(rules.name)
    if not rules.named_by_rules:  # a custom game has no rules yet
        yield f"{rules.key}{SEPARATOR}{DEFAULT_RULES}", name
    for preset in (*own_presets, *rules.presets):
        yield f"{rules.key}{SEPARATOR}{preset.key}", f"{name} · {words(preset.name)}"


def form_value(planned: PlannedSession) -> str:
    """Returns the form value of the planned game."""
    preset = f"{OWN}{planned.own_id}" if planned.own_id else planned.preset or DEFAULT_RULES
    return f"{planned.variant}{SEPARATOR}{preset}" if planned.variant else ""


def parse_form_value(value: str) -> dict[str, Any]:
    """Parses an offered form value into model fields; empty ones for none."""
    variant, _separator, preset = value.partition(SEPARATOR)
    if preset.startswith(OWN):
        return {"variant": variant, "own_id": int(preset.removeprefix(OWN))}
    return {"variant": variant, "preset": "" if preset == DEFAULT_RULES else preset}


def game_of(planned: PlannedSession) -> PlannedGame | None:
    """Returns the planned game; None if undecided. One or a few queries for saved rules."""
    if not planned.variant:
        return None
    rules = VARIANTS.get(planned.variant)
    if rules is None:
        message = _("This game is no longer available. Choose another when you start the session.")
        return PlannedGame("", None, planned.variant, message)
    if planned.own is not None:
        return _current_version(rules, planned.own)
    if not planned.preset:
        return PlannedGame(rules.key, None, words(rules.name))
    preset = next((p for p in rules.presets if p.key == planned.preset), None)
    return _with_preset(rules, preset) if preset else _without_preset(rules)


def _current_version(rules: AnyVariant, preset: ClubPreset) -> PlannedGame:
    """Returns the game with the current version of saved rules."""
    current: ClubPreset | None = preset
    for _change in range(MOST_CHANGES):
        if current is None or current.retired_at is None:
            break
        current = ClubPreset.objects.filter(replaces=current).first()
    if current is None or current.retired_at:
        return _without_preset(rules)
    if (error := find_problem(current)) is not None:
        return PlannedGame(rules.key, None, words(rules.name), words(error))
    return _with_preset(rules, as_preset(current))


def _with_preset(rules: AnyVariant, preset: Preset) -> PlannedGame:
    return PlannedGame(rules.key, preset.key, f"{words(rules.name)} · {words(preset.name)}")


def _without_preset(rules: AnyVariant) -> PlannedGame:
    message = _("These house rules were archived. Choose others when you start the session.")
    return PlannedGame(rules.key, None, words(rules.name), message)
