"""Which game, and by which way of playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs import currencies
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import NameRow, NameRows
from scorekeeper.clubs.templatetags.table import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Game
from scorekeeper.play.options import OptionsForm, chosen_preset, house_rules, usual_preset
from scorekeeper.play.start import Plan
from scorekeeper.variants import VARIANTS, choices

LAST = "last"
"""The chip for "as last time"."""


@dataclass(frozen=True, slots=True)
class PresetChip:
    key: str
    name: str
    note: str
    checked: bool


@dataclass(frozen=True, slots=True)
class GameCard:
    rules: AnyVariant
    checked: bool
    presets: list[PresetChip]

    @property
    def seats(self) -> str:
        """``2–4, 6``, counting persons."""
        counts = set(self.rules.seats)
        if 2 in self.rules.seats:
            counts |= {2 * side for side in self.rules.sides}
        runs: list[list[int]] = []
        for count in sorted(counts):
            if runs and runs[-1][-1] == count - 1:
                runs[-1].append(count)
            else:
                runs.append([count])
        return ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in runs)


class GamePick:
    """The choice of a game and a preset. ``last``: the club's newest game of each variant."""

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        last: Mapping[str, Game] | None = None,
        variant: str = "",
    ) -> None:
        self.data = data
        self.last = last or {}
        self.variant = variant if data is None else data.get("variant", "")
        self.error = ""

    @property
    def cards(self) -> list[GameCard]:
        return [
            GameCard(VARIANTS[key], key == self.variant, self._presets(VARIANTS[key]))
            for key, _name in choices()
        ]

    def _presets(self, rules: AnyVariant) -> list[PresetChip]:
        chosen = self._preset_key(rules)
        chips = [PresetChip(p.key, p.name, p.note, p.key == chosen) for p in rules.presets]
        if self._kept(rules):
            name, note = _("As last time"), _("With the house rules of your last game.")
            chips.insert(0, PresetChip(LAST, name, note, chosen == LAST))
        elif not any(chip.checked for chip in chips):
            chips.insert(0, PresetChip("", _("Usual rules"), "", chosen == ""))
        return chips

    def _kept(self, rules: AnyVariant) -> bool:
        """The last game's rules are in no preset."""
        return rules.key in self.last and bool(house_rules(self.last[rules.key])[1])

    def _preset_key(self, rules: AnyVariant) -> str:
        if self.data is not None and f"preset-{rules.key}" in self.data:
            return str(self.data[f"preset-{rules.key}"])
        if self._kept(rules):
            return LAST
        if rules.key in self.last:
            return house_rules(self.last[rules.key])[0]
        usual = usual_preset(rules, rules.seats.start)
        return usual.key if usual else ""

    @property
    def preset(self) -> str:
        """The key of the preset chosen for the game chosen."""
        return self._preset_key(VARIANTS[self.variant]) if self.variant in VARIANTS else ""

    def plan(self, persons: int) -> Plan | None:
        """What to start for so many people; None and ``error`` if it cannot be."""
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

    def _plan(self, rules: AnyVariant, persons: int) -> Plan:
        side = fitting_side(rules, persons)
        seats = persons // side
        people = [str(n) for n in range(persons)]
        rules.check_seats([people[seat::seats] for seat in range(seats)])
        key = self._preset_key(rules)
        told: Mapping[str, Any] = {}
        if key == LAST and rules.key in self.last:
            key, told = house_rules(self.last[rules.key])
        preset = chosen_preset(rules, key, seats, side)
        options = {**(preset.options if preset else {}), **told}
        rules.load_options(options, seats, side)
        return Plan(rules.key, options, preset.name if preset else "", side)


def fitting_side(rules: AnyVariant, persons: int) -> int:
    """How many share a seat when nobody said: one, unless only partners can play."""
    if persons in rules.seats:
        return 1
    return next((s for s in rules.sides if s > 1 and persons == 2 * s and 2 in rules.seats), 1)


# The next game -------------------------------------------------------------------------------


class Act:
    """What a button of the page asked for: ``up:7`` is the act ``up`` on player 7."""

    def __init__(self, told: str) -> None:
        self.name, _colon, number = told.partition(":")
        self.player = int(number) if number.isdecimal() and len(number) < 19 else None


class GameForm:
    """Who sits where, partners or not, and the house rules of one game.

    ``rules``: the game; ``players``: the club's, by id; ``seated``: who begins at the table.
    """

    def __init__(
        self,
        rules: AnyVariant,
        players: Mapping[int, Player],
        seated: Sequence[int],
        currency: str,
        *,
        data: QueryDict | None = None,
        preset: str | None = None,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules, self.players, self.data, self.currency = rules, players, data, currency
        self.error = self.seats_error = ""
        self.token = data.get("token", "") if data is not None else ""
        self.seated = [players[pk] for pk in self._ids(seated) if pk in players]
        taken = [player.name for player in self.seated]
        self.new = NameRows(data.getlist("name") if data is not None else (), taken=taken)
        self._preset, self._told = preset, dict(told or {})

    def _ids(self, seated: Sequence[int]) -> list[int]:
        if self.data is None:
            return list(dict.fromkeys(seated))
        told = [t for t in dict.fromkeys(self.data.getlist("seat")) if t.isdecimal()]
        ids = [int(t) for t in told if len(t) < 19]
        if len(ids) != len(set(self.data.getlist("seat"))) or set(ids) - set(self.players):
            self.seats_error = _("Somebody there is not a player of this club.")
        return ids

    @property
    def new_row(self) -> NameRow:
        """The field for somebody new."""
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # Moving people about

    @cached_property
    def act(self) -> Act:
        return Act(self.data.get("do", "start") if self.data is not None else "")

    def move(self) -> None:
        """Do what the button said to the order of seats."""
        ids = [player.pk for player in self.seated]
        who = self.act.player
        if who is None:
            return
        if self.act.name == "on" and who in self.players and who not in ids:
            self.seated.append(self.players[who])
        elif who in ids:
            place = ids.index(who)
            player = self.seated.pop(place)
            if self.act.name != "off":
                step = {"up": -1, "down": 1}.get(self.act.name, 0)
                self.seated.insert(max(place + step, 0), player)

    def seat_new(self, players: Sequence[Player]) -> None:
        """Those just added to the club sit down last."""
        self.players = {**self.players, **{p.pk: p for p in players}}
        here = {player.pk for player in self.seated}
        self.seated += [player for player in players if player.pk not in here]
        self.new = NameRows()

    # Partners

    @property
    def may_partner(self) -> bool:
        return max(self.rules.sides) > 1 and 2 in self.rules.seats

    @cached_property
    def partners(self) -> bool:
        if not self.may_partner:
            return False
        if self.data is not None and "partners" in self.data:
            return self.data["partners"] == "1"
        return fitting_side(self.rules, len(self.seated)) > 1

    @property
    def side(self) -> int:
        return max(len(self.seated) // 2, 1) if self.partners else 1

    @property
    def teams(self) -> list[list[Player]]:
        """The two sides; empty when everybody plays alone."""
        return [self.seated[::2], self.seated[1::2]] if self.partners else []

    @property
    def others(self) -> list[Player]:
        here = {player.pk for player in self.seated}
        return [player for pk, player in self.players.items() if pk not in here]

    # House rules

    @cached_property
    def options(self) -> OptionsForm:
        seats = 2 if self.partners else len(self.seated)
        return OptionsForm(
            self.rules,
            min(max(seats, self.rules.seats.start), self.rules.seats.stop - 1),
            self.side if self.side in self.rules.sides else 1,
            self.currency,
            self.data,
            self._preset,
            dict(self._told),
        )

    # Judging

    def is_valid(self) -> bool:
        if self.data is None or not 0 < len(self.token) <= 64:
            self.error = _("This page is too old: load it again.")
            return False
        good = self.new.is_valid() and not self.seats_error
        return good & self.options.is_valid()

    def refuse(self, error: EntryError) -> None:
        if error.field == "seats":
            self.seats_error = words(error)
        else:
            self.options.refuse(error)


def as_last_time(game: Game | None, rules: AnyVariant) -> tuple[str | None, dict[str, Any]]:
    """Preset and options to begin with: those of the last game of this kind, if there was one."""
    if game is None or game.variant != rules.key:
        return None, {}
    return house_rules(game)
