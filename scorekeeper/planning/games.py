"""Which game a planned night is for: chosen from a list, and found again when the night comes,
though its house rules may have been changed or put away meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.planning.models import PlannedNight
from scorekeeper.presets.models import ClubPreset
from scorekeeper.presets.services import OWN, as_preset, trouble
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.words import words

BETWEEN: Final = ":"
"""``pool_rummy:own-7``, as a form says it."""
USUAL: Final = "usual"
"""No named way: as the club played it last, or else as the game is."""
MOST_CHANGES: Final = 50

OwnWays = Mapping[str, Sequence[Preset]]


@dataclass(frozen=True, slots=True)
class PlannedGame:
    """``preset``: the key that holds now, None where there is none; ``trouble``: why it is not as
    it was planned, in the reader's words."""

    variant: str
    preset: str | None
    name: str
    trouble: str = ""


def choices(own: OwnWays) -> list[tuple[str, list[tuple[str, str]]]]:
    """For a select: each game with its ways to play, the club's own first."""
    listed = [(words(rules.name), rules) for rules in VARIANTS.values()]
    ordered = sorted(listed, key=lambda each: (each[1].words.name_game, each[0].casefold()))
    named = ((name, rules, list(_ways(rules, own.get(rules.key, ())))) for name, rules in ordered)
    return [(name, ways) for name, rules, ways in named if ways]


def _ways(rules: AnyVariant, own: Sequence[Preset]) -> Iterator[tuple[str, str]]:
    name = words(rules.name)
    if not rules.words.name_game:  # one yet to be made has no rules
        yield f"{rules.key}{BETWEEN}{USUAL}", name
    for preset in (*own, *rules.presets):
        yield f"{rules.key}{BETWEEN}{preset.key}", f"{name} · {words(preset.name)}"


def as_told(planned: PlannedNight) -> str:
    """As the form says it."""
    preset = f"{OWN}{planned.own_id}" if planned.own_id else planned.preset or USUAL
    return f"{planned.variant}{BETWEEN}{preset}" if planned.variant else ""


def taken(told: str) -> dict[str, Any]:
    """Game and rules of what a form said, which offered it; empty where it said none."""
    variant, _between, preset = told.partition(BETWEEN)
    if preset.startswith(OWN):
        return {"variant": variant, "own_id": int(preset.removeprefix(OWN))}
    return {"variant": variant, "preset": "" if preset == USUAL else preset}


def game_of(planned: PlannedNight) -> PlannedGame | None:
    """None: the table decides. One query where house rules of the club are meant, or a few."""
    if not planned.variant:
        return None
    rules = VARIANTS.get(planned.variant)
    if rules is None:
        said = _("This game is no longer available. Choose another when you start the session.")
        return PlannedGame("", None, planned.variant, said)
    if planned.own is not None:
        return _own(rules, planned.own)
    if not planned.preset:
        return PlannedGame(rules.key, None, words(rules.name))
    preset = next((p for p in rules.presets if p.key == planned.preset), None)
    return _played(rules, preset) if preset else _put_away(rules)


def _own(rules: AnyVariant, first: ClubPreset) -> PlannedGame:
    """The version that holds now, of rules that were changed since."""
    found: ClubPreset | None = first
    for _change in range(MOST_CHANGES):
        if found is None or found.retired_at is None:
            break
        found = ClubPreset.objects.filter(replaces=found).first()
    if found is None or found.retired_at:
        return _put_away(rules)
    if (error := trouble(found)) is not None:
        return PlannedGame(rules.key, None, words(rules.name), words(error))
    return _played(rules, as_preset(found))


def _played(rules: AnyVariant, preset: Preset) -> PlannedGame:
    return PlannedGame(rules.key, preset.key, f"{words(rules.name)} · {words(preset.name)}")


def _put_away(rules: AnyVariant) -> PlannedGame:
    said = _("These house rules were archived. Choose others when you start the session.")
    return PlannedGame(rules.key, None, words(rules.name), said)
