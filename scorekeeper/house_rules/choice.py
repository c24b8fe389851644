"""The choice of a game and a preset."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import by_seat
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.play.models import Game
from scorekeeper.questions import wording
from scorekeeper.questions.presets import LAST, chosen_preset, difference, house_rules, usual_preset
from scorekeeper.variants import VARIANTS, choices

LAST_PLAYED = 3
"""Number of recently played games listed first."""
TILES = 6
"""Number of games offered before all others."""

OwnPresets: TypeAlias = Mapping[str, Sequence[Preset]]
"""A club's presets by game."""


@dataclass(frozen=True, slots=True)
class GamePlan:
    """The game to start. ``side``: persons per seat."""

    variant: str
    options: Mapping[str, Any] = field(default_factory=dict)
    preset: str = ""
    side: int = 1


@dataclass(frozen=True, slots=True)
class PresetChip:
    key: str
    name: str
    note: str
    checked: bool
    stakes: str = ""
    """The stakes; empty if unknown or none."""


@dataclass(frozen=True, slots=True)
class GameCard:
    rules: AnyVariant
    checked: bool
    presets: list[PresetChip]

    @property
    def title(self) -> str:
        """The title in a list of games."""
        return words(self.rules.name)

    @property
    def seats(self) -> str:
        """``2–4, 6``, counting persons."""
        counts = set(self.rules.seats)
        if 2 in self.rules.seats:
            counts |= {2 * side for side in self.rules.sides}
        starts = [count for count in sorted(counts) if count - 1 not in counts]
        ends = [count for count in sorted(counts) if count + 1 not in counts]
        runs = zip(starts, ends, strict=True)
        return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)


@dataclass(frozen=True, slots=True)
class GameGroup:
    """Games under a heading."""

    title: str
    cards: list[GameCard]


@dataclass(frozen=True, slots=True)
class CustomGame:
    """A custom game of the club."""

    variant: str
    preset: Preset


class GamePick:
    """The choice of a game and a preset. ``last``: the club's newest game of each variant, newest
    first; ``own``: its presets; ``currency``: of the stakes, empty while unknown; ``zone``: the
    time zone of the players, empty while unknown."""

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        last: Mapping[str, Game] | None = None,
        own: OwnPresets | None = None,
        variant: str = "",
        currency: str = "",
        zone: str = "",
    ) -> None:
        self.data, self.currency, self.zone = data, currency, zone
        self.last, self.own = last or {}, own or {}
        self.variant = variant if data is None else data.get("variant", "")
        self.error = ""

    @cached_property
    def cards(self) -> list[GameCard]:
        """The games by name, with a new custom game last."""
        listed = [VARIANTS[key] for key, _name in choices()]
        return [
            GameCard(rules, rules.key == self.variant, self._presets(rules))
            for rules in sorted(listed, key=lambda rules: rules.named_by_rules)
        ]

    @cached_property
    def tiles(self) -> list[GameCard]:
        """The games offered first: those played last, then those best known where the reader is.
        The chosen game is always among them."""
        places = (*currencies.territories(self.zone), "")
        cards = {card.rules.key: card for card in self.cards}
        best_known = sorted(
            cards, key=lambda key: [-cards[key].rules.known.get(place, 0) for place in places]
        )
        keys = [key for key in dict.fromkeys([*self.last, *best_known]) if key in cards]
        chosen = [self.variant] if self.variant in keys[TILES:] else []
        return [cards[key] for key in [*keys[: TILES - len(chosen)], *chosen]]

    @property
    def others(self) -> list[GameGroup]:
        """The games that have no tile, by family."""
        return _by_family([card for card in self.cards if card not in self.tiles])

    @property
    def groups(self) -> list[GameGroup]:
        """The games played last, then the others by family."""
        cards = {card.rules.key: card for card in self.cards}
        played = [cards.pop(key) for key in list(self.last)[:LAST_PLAYED] if key in cards]
        groups = [GameGroup(_("Last played"), played)] if played else []
        return [*groups, *_by_family([*cards.values()])]

    def _chip(self, rules: AnyVariant, preset: Preset, chosen: str, *, own: bool) -> PresetChip:
        stakes_text = ""
        if self.currency and self._lacks_stakes(rules, preset.key):
            stakes_text = _("Stakes are asked first.")
        elif self.currency and own:
            stakes_text = wording.chosen_stakes(rules, preset.options, self.currency)
        elif self.currency:
            stakes_text = wording.preset_stakes(rules, preset, self.currency)
        return PresetChip(preset.key, preset.name, preset.note, preset.key == chosen, stakes_text)

    def _presets(self, rules: AnyVariant) -> list[PresetChip]:
        chosen = self._preset_key(rules)
        chips = [self._chip(rules, p, chosen, own=True) for p in self._own(rules)]
        chips += [self._chip(rules, p, chosen, own=False) for p in rules.presets]
        if self._has_last_rules(rules):
            chips.insert(0, self._last_chip(rules, chosen))
        if rules.named_by_rules:
            note = _("You make it on the next page.")
            chips.insert(0, PresetChip("", _("A new game"), note, chosen == ""))
        elif not any(chip.checked for chip in chips):
            usual = wording.preset_stakes(rules, None, self.currency) if self.currency else ""
            if usual and self._lacks_stakes(rules, ""):
                usual = _("Stakes are asked first.")
            chips.insert(0, PresetChip("", _("Default rules"), "", chosen == "", usual))
        return chips

    def _last_chip(self, rules: AnyVariant, chosen: str) -> PresetChip:
        key, changed = self._last(rules)
        name, own, game = _("As last time"), self._own(rules), self.last[rules.key]
        note = difference(rules, key, changed, own, game.session.club.currency)
        frozen = game.options
        stakes_text = wording.frozen_stakes(rules, frozen, self.currency) if self.currency else ""
        return PresetChip(LAST, name, note, chosen == LAST, stakes_text)

    @property
    def custom_games(self) -> list[CustomGame]:
        """The club's custom games."""
        return [
            CustomGame(key, preset)
            for key, presets in self.own.items()
            if VARIANTS[key].named_by_rules
            for preset in presets
        ]

    def _own(self, rules: AnyVariant) -> Sequence[Preset]:
        return self.own.get(rules.key, ())

    @property
    def needs_rules(self) -> bool:
        """Whether a new custom game was chosen, whose rules must be set first."""
        rules = VARIANTS.get(self.variant)
        return rules is not None and rules.named_by_rules and not self._preset_key(rules)

    @property
    def asks_stakes(self) -> bool:
        """Whether stakes must be set first: the club's first game of a variant with many stakes."""
        rules = VARIANTS.get(self.variant)
        return rules is not None and self._lacks_stakes(rules, self._preset_key(rules))

    def _lacks_stakes(self, rules: AnyVariant, key: str) -> bool:
        all_presets = (*self._own(rules), *rules.presets)
        options = next((preset.options for preset in all_presets if preset.key == key), {})
        return rules.key not in self.last and bool(wording.missing_stakes(rules, options))

    def _has_last_rules(self, rules: AnyVariant) -> bool:
        """Whether the last game's rules differ from all presets."""
        return rules.key in self.last and bool(self._last(rules)[1])

    def _preset_key(self, rules: AnyVariant) -> str:
        if self.data is not None and f"preset-{rules.key}" in self.data:
            return str(self.data[f"preset-{rules.key}"])
        if self._has_last_rules(rules):
            return LAST
        if rules.key in self.last:
            return self._last(rules)[0]
        usual = usual_preset(rules, rules.seats.start)
        return usual.key if usual else ""

    def _last(self, rules: AnyVariant) -> tuple[str, dict[str, Any]]:
        """Returns preset key and changed options of the variant's last game."""
        return house_rules(self.last[rules.key], self._own(rules))

    @property
    def preset(self) -> str:
        """The key of the preset chosen for the chosen game."""
        return self._preset_key(VARIANTS[self.variant]) if self.variant in VARIANTS else ""

    def plan(self, persons: int) -> GamePlan | None:
        """Returns the game to start for this number of persons; None, with ``error`` set, if it
        cannot start."""
        rules = VARIANTS.get(self.variant)
        if rules is None:
            self.error = (
                _("There is no game called “%s”.") % self.variant[:40]
                if self.variant
                else _("Choose a game.")
            )
            return None
        try:
            return self._plan(rules, persons)
        except EntryError as error:
            self.error = words(error)
            return None

    def _plan(self, rules: AnyVariant, persons: int) -> GamePlan:
        side = fitting_side(rules, persons)
        seats = persons // side
        people = [str(n) for n in range(persons)]
        check_seats(rules, by_seat(people, seats))
        key = self._preset_key(rules)
        last_options: Mapping[str, Any] = {}
        name = ""
        if key == LAST and rules.key in self.last:
            key, last_options = self._last(rules)
            name = self.last[rules.key].preset
        preset = chosen_preset(rules, key, seats, side, self._own(rules))
        given = {**(preset.options if preset else {}), **last_options}
        options = wording.with_proposed(rules, given, self.currency)
        load_options(rules, options, seats, side, without_stakes=not currencies.are_shown())
        return GamePlan(rules.key, options, preset.name if preset else name, side)


def _by_family(cards: Sequence[GameCard]) -> list[GameGroup]:
    groups = [
        GameGroup(words(family.value), [card for card in cards if card.rules.family is family])
        for family in Family
    ]
    return [group for group in groups if group.cards]


def fitting_side(rules: AnyVariant, persons: int) -> int:
    """Returns the default persons per seat: one, unless only partners can play."""
    if persons in rules.seats:
        return 1
    return next((s for s in rules.sides if s > 1 and persons == 2 * s and 2 in rules.seats), 1)
