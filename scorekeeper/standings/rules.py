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
    usual: bool = True
    """Nobody chose: money, and where none moved, hands won."""

    def dump(self) -> dict[str, Any]:
        return {"method": self.method.dump(), "scope": str(self.scope), "of": self.of}

    @property
    def counted(self) -> Q:
        """On results: those of its games."""
        match self.scope:
            case SeasonScope.GAME:
                return Q(variant=self.of)
            case SeasonScope.FAMILY:
                return Q(variant__in=games_of(self.of))
            case SeasonScope.PRESET:
                return Q(preset=self.of)
            case _:
                return Q()

    def method_for(self, nights: tuple[NightFacts, ...]) -> Method:
        """The one that was chosen; else money, unless none moved."""
        if not self.usual:
            return self.method
        money = any(net for night in nights for net in night.nets.values())
        return self.method if money else replace(self.method, measure=Measure.WINS)


USUAL = SeasonRules()


def read(told: Mapping[str, Any]) -> SeasonRules:
    """What was stored, whatever of it is not known any more."""
    method, scope, of = told.get("method"), told.get("scope"), told.get("of")
    if not isinstance(method, dict):
        return USUAL
    known = (
        SeasonScope(scope)
        if isinstance(scope, str) and scope in set(SeasonScope)
        else SeasonScope.ALL
    )
    return SeasonRules(sound(load(method)), known, of if isinstance(of, str) else "", usual=False)


def only(game: str, rules: SeasonRules) -> SeasonRules:
    """The same of one game alone, by its key."""
    return replace(rules, scope=SeasonScope.GAME, of=game)


def by(measure: Measure, rules: SeasonRules) -> SeasonRules:
    """The same by another measure."""
    return replace(rules, method=sound(replace(rules.method, measure=measure)), usual=False)


def games_of(family: str) -> list[str]:
    """The keys of a family's games, by its name in ``Family``."""
    return [key for key, game in VARIANTS.items() if game.family.name == family]


def families() -> list[Family]:
    """Those that have games."""
    return [family for family in Family if games_of(family.name)]
