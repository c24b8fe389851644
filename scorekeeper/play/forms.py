"""Which game, and by which way of playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from django.http import QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs import currencies
from scorekeeper.clubs.models import Player
from scorekeeper.clubs.names import NameRow, NameRows
from scorekeeper.clubs.templatetags.table import words
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.play.keeping import Keeping
from scorekeeper.play.models import Game
from scorekeeper.play.options import OptionsForm, chosen_preset, house_rules, usual_preset
from scorekeeper.play.start import Plan
from scorekeeper.variants import VARIANTS, choices

LAST = "last"
"""The chip for "as last time"."""
Own: TypeAlias = Mapping[str, Sequence[Preset]]
"""A club's own ways to play, by game."""


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
    def title(self) -> str:
        """What a list of games calls it."""
        return _("Make your own game") if self.rules.named_by_table else words(self.rules.name)

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


@dataclass(frozen=True, slots=True)
class Made:
    """A game of the club's own making."""

    variant: str
    preset: Preset


class GamePick:
    """The choice of a game and a preset. ``last``: the club's newest game of each variant;
    ``own``: its own ways to play each."""

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        last: Mapping[str, Game] | None = None,
        own: Own | None = None,
        variant: str = "",
    ) -> None:
        self.data = data
        self.last, self.own = last or {}, own or {}
        self.variant = variant if data is None else data.get("variant", "")
        self.error = ""

    @property
    def cards(self) -> list[GameCard]:
        """In order of their names; a game yet to be made comes last."""
        listed = [VARIANTS[key] for key, _name in choices()]
        return [
            GameCard(rules, rules.key == self.variant, self._presets(rules))
            for rules in sorted(listed, key=lambda rules: rules.named_by_table)
        ]

    def _presets(self, rules: AnyVariant) -> list[PresetChip]:
        chosen = self._preset_key(rules)
        ways = (*self._own(rules), *rules.presets)
        chips = [PresetChip(p.key, p.name, p.note, p.key == chosen) for p in ways]
        if self._kept(rules):
            name, note = _("As last time"), _("With the house rules of your last game.")
            chips.insert(0, PresetChip(LAST, name, note, chosen == LAST))
        if rules.named_by_table:
            note = _("You make it on the next page.")
            chips.insert(0, PresetChip("", _("A new game"), note, chosen == ""))
        elif not any(chip.checked for chip in chips):
            chips.insert(0, PresetChip("", _("Usual rules"), "", chosen == ""))
        return chips

    @property
    def made(self) -> list[Made]:
        """The games this club has made."""
        return [
            Made(key, preset)
            for key, presets in self.own.items()
            if VARIANTS[key].named_by_table
            for preset in presets
        ]

    def _own(self, rules: AnyVariant) -> Sequence[Preset]:
        return self.own.get(rules.key, ())

    @property
    def is_unmade(self) -> bool:
        """A game was chosen that the table has yet to make: its rules come first."""
        rules = VARIANTS.get(self.variant)
        return rules is not None and rules.named_by_table and not self._preset_key(rules)

    def _kept(self, rules: AnyVariant) -> bool:
        """The last game's rules are in no preset."""
        return rules.key in self.last and bool(self._last(rules)[1])

    def _preset_key(self, rules: AnyVariant) -> str:
        if self.data is not None and f"preset-{rules.key}" in self.data:
            return str(self.data[f"preset-{rules.key}"])
        if self._kept(rules):
            return LAST
        if rules.key in self.last:
            return self._last(rules)[0]
        usual = usual_preset(rules, rules.seats.start)
        return usual.key if usual else ""

    def _last(self, rules: AnyVariant) -> tuple[str, dict[str, Any]]:
        """The house rules of the last game of this kind."""
        return house_rules(self.last[rules.key], self._own(rules))

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
        name = ""
        if key == LAST and rules.key in self.last:
            key, told = self._last(rules)
            name = self.last[rules.key].preset
        preset = chosen_preset(rules, key, seats, side, self._own(rules))
        options = {**(preset.options if preset else {}), **told}
        rules.load_options(options, seats, side)
        return Plan(rules.key, options, preset.name if preset else name, side)


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

    ``rules``: the game; ``players``: the club's, by id; ``seated``: who begins at the table;
    ``own``: the club's ways to play it; ``called``: what the table called these rules last.
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
        own: Sequence[Preset] = (),
        called: str = "",
    ) -> None:
        self.rules, self.players, self.data, self.currency = rules, players, data, currency
        self.error = self.seats_error = ""
        self.own = own
        self.keeping = Keeping.read(data, called, wanted=rules.named_by_table)
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
    def title(self) -> str:
        """The game, or that one is being made."""
        return _("Your own game") if self.rules.named_by_table else words(self.rules.name)

    @property
    def seats_open(self) -> bool:
        """The seats are wrong, or being changed."""
        wrong = self.seats_error or any(row.error for row in self.new.rows)
        moved = self.act.name in ("up", "down", "on", "off", "new")
        return bool(wrong) or moved or len(self.seated) not in self.rules.seats

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
        if fitting_side(self.rules, len(self.seated)) > 1:
            return True
        return self.data is not None and self.data.get("partners") == "1"

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
            self.own,
        )

    @property
    def plan(self) -> Plan:
        """What to start; ``keeping`` may give it a name."""
        options, side = self.options, 2 if self.partners else 1
        named = self.keeping.wanted or self.rules.named_by_table
        name = (self.keeping.name if named else "") or options.preset_name
        return Plan(self.rules.key, options.options, name, side)

    # Judging

    def is_valid(self) -> bool:
        if self.data is None or not 0 < len(self.token) <= 64:
            self.error = _("This page is too old: load it again.")
            return False
        good = self.new.is_valid() and not self.seats_error
        good &= self.keeping.is_valid(must=not self.rules.named_by_table)
        return good & self.options.is_valid()

    def refuse(self, error: EntryError) -> None:
        if error.field == "seats":
            self.seats_error = words(error)
        else:
            self.options.refuse(error)


def as_last_time(
    game: Game | None, rules: AnyVariant, own: Sequence[Preset] = ()
) -> tuple[str | None, dict[str, Any]]:
    """Preset and options to begin with: those of the last game of this kind, if there was one."""
    if game is None or game.variant != rules.key:
        return None, {}
    return house_rules(game, own)
