"""What a season counts, and by which method: as its hosts chose, or as usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import Q

from scorekeeper.engine.family import Family
from scorekeeper.standings.ranking.facts import NightFacts
from scorekeeper.standings.ranking.measures import Measure
from scorekeeper.standings.ranking.method import Method, load, sound
from scorekeeper.variants import VARIANTS


class SeasonScope(StrEnum):
    """Which games count."""

    ALL = "all"
    GAME = "game"
    FAMILY = "family"
    PRESET = "preset"


AS_USUAL = Method()


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """``of``: the key of the game, the family's name, or the name the table has for its rules."""

    method: Method = AS_USUAL
    scope: SeasonScope = SeasonScope.ALL
    of: str = ""
    game: str = ""
    """Of all these only those of this game, by its key: rules of several games are called alike."""
    usual: bool = True
    """Of money, hands won where none moved."""

    def dump(self) -> dict[str, Any]:
        told = {"scope": str(self.scope), "of": self.of, "game": self.game, "usual": self.usual}
        return {"method": self.method.dump()} | told

    @property
    def counted(self) -> Q:
        """On results: those of its games."""
        one = Q(variant=self.game) if self.game else Q()
        match self.scope:
            case SeasonScope.GAME:
                return one & Q(variant=self.of)
            case SeasonScope.FAMILY:
                return one & Q(variant__in=games_of(self.of))
            case SeasonScope.PRESET:
                return one & Q(preset=self.of)
            case _:
                return one

    def counts(self, variant: str, preset: str) -> bool:
        """The same of one game, by its key and what the table called its rules."""
        told = {SeasonScope.GAME: variant, SeasonScope.PRESET: preset}
        if self.game not in ("", variant):
            return False
        if self.scope is SeasonScope.FAMILY:
            return variant in games_of(self.of)
        return told.get(self.scope, self.of) == self.of

    @property
    def games(self) -> tuple[SeasonScope, str, str]:
        """The same for two that count the same games."""
        return self.scope, self.of, self.game

    @property
    def one_game(self) -> str:
        """The key of the only game that counts; "" if there may be several."""
        return self.of if self.scope is SeasonScope.GAME else self.game

    def may_count(self, variant: str) -> bool:
        """Under some rules of the table, if not under all."""
        return self.counts(variant, self.of)

    def method_for(self, nights: tuple[NightFacts, ...]) -> Method:
        """The one that was chosen; else money, unless none moved."""
        if not self.usual:
            return self.method
        money = any(net for night in nights for net in night.nets.values())
        return self.method if money else replace(self.method, measure=Measure.WINS)


USUAL = SeasonRules()
NAMED = ("of", "game")


def read(told: Mapping[str, Any]) -> SeasonRules:
    """What was stored, whatever of it is not known any more."""
    method, scope = told.get("method"), told.get("scope")
    if not isinstance(method, dict):
        return USUAL
    known = (
        SeasonScope(scope)
        if isinstance(scope, str) and scope in set(SeasonScope)
        else SeasonScope.ALL
    )
    of, game = (word if isinstance(word := told.get(name), str) else "" for name in NAMED)
    usual = told.get("usual") is True and method.get("measure") == Measure.MONEY
    return SeasonRules(sound(load(method)), known, of, game, usual)


def only(game: str, rules: SeasonRules) -> SeasonRules:
    """Of what they count one game alone, by its key; nothing, if they do not count it."""
    if rules.may_count(game):
        return replace(rules, game=game)
    return replace(rules, scope=SeasonScope.GAME, of="", game=game)


def by(measure: Measure, rules: SeasonRules) -> SeasonRules:
    """The same by another measure."""
    return replace(rules, method=sound(replace(rules.method, measure=measure)), usual=False)


def games_of(family: str) -> list[str]:
    """The keys of a family's games, by its name in ``Family``."""
    return [key for key, game in VARIANTS.items() if game.family.name == family]


def families() -> list[Family]:
    """Those that have games."""
    return [family for family in Family if games_of(family.name)]
