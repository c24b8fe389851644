"""Which games a season counts and by which method: as its hosts chose, or by default."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from django.db.models import Q

from scorekeeper.core.localization import currencies
from scorekeeper.engine.family import Family
from scorekeeper.seasons.ranking.measures import Measure, SessionBy, SessionFacts, figures
from scorekeeper.seasons.ranking.method import Method, load_method, normalized
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
    """``scope_key``: the key of the game, the family's name, or the name the group has for its
    rules."""

    method: Method = AS_USUAL
    scope: SeasonScope = SeasonScope.ALL
    scope_key: str = ""
    game: str = ""
    """Limits all these to one game, by its key: rules of several games may have the same name."""
    usual: bool = True
    """Counts money, or hands won where none moved."""

    def dump(self) -> dict[str, Any]:
        ranked = {"scope": str(self.scope), "of": self.scope_key, "game": self.game}
        return {"method": self.method.dump()} | ranked | {"usual": self.usual}

    @property
    def counted(self) -> Q:
        """Filter for results: those of the games that count."""
        game = Q(variant=self.game) if self.game else Q()
        match self.scope:
            case SeasonScope.GAME:
                return game & Q(variant=self.scope_key)
            case SeasonScope.FAMILY:
                return game & Q(variant__in=games_of_family(self.scope_key))
            case SeasonScope.PRESET:
                return game & Q(preset=self.scope_key)
            case _:
                return game

    def counts(self, variant: str, preset: str) -> bool:
        """Whether a game counts, by its key and the name of its rules."""
        values = {SeasonScope.GAME: variant, SeasonScope.PRESET: preset}
        if self.game not in ("", variant):
            return False
        if self.scope is SeasonScope.FAMILY:
            return variant in games_of_family(self.scope_key)
        return values.get(self.scope, self.scope_key) == self.scope_key

    @property
    def games(self) -> tuple[SeasonScope, str, str]:
        """Equal for two that count the same games."""
        return self.scope, self.scope_key, self.game

    @property
    def one_game(self) -> str:
        """The key of the only game that counts; "" if there may be several."""
        return self.scope_key if self.scope is SeasonScope.GAME else self.game

    def may_count(self, variant: str) -> bool:
        """Whether the game counts under some rules of the group."""
        return self.counts(variant, self.scope_key)

    def method_for(self, sessions: tuple[SessionFacts, ...]) -> Method:
        """Returns the chosen method; by default money, or hands won if none moved. Where no money
        is shown, points take its place, or hands won if no game has any."""
        if not currencies.are_shown():
            return self._method_without_money(sessions)
        if not self.usual:
            return self.method
        money = any(net for session in sessions for net in session.nets.values())
        return self.method if money else replace(self.method, measure=Measure.WINS)

    def _method_without_money(self, sessions: tuple[SessionFacts, ...]) -> Method:
        method = self.method
        if method.session is SessionBy.MONEY:
            method = replace(method, session=SessionBy.AUTO)
        if not method.counts_money:
            return method
        points = any(figures(Measure.POINTS, session) for session in sessions)
        return replace(method, measure=Measure.POINTS if points else Measure.WINS)


USUAL = SeasonRules()
STORED_NAMES = ("of", "game")


def parse_rules(stored: Mapping[str, Any]) -> SeasonRules:
    """Reads stored rules; unknown values become the defaults."""
    method, scope = stored.get("method"), stored.get("scope")
    if not isinstance(method, dict):
        return USUAL
    chosen = (
        SeasonScope(scope)
        if isinstance(scope, str) and scope in set(SeasonScope)
        else SeasonScope.ALL
    )
    scope_key, game = (
        word if isinstance(word := stored.get(name), str) else "" for name in STORED_NAMES
    )
    usual = stored.get("usual") is True and method.get("measure") == Measure.MONEY
    return SeasonRules(normalized(load_method(method)), chosen, scope_key, game, usual)


def limited_to(game: str, rules: SeasonRules) -> SeasonRules:
    """Limits the rules to one game, by its key; to nothing if they do not count it."""
    if rules.may_count(game):
        return replace(rules, game=game)
    return replace(rules, scope=SeasonScope.GAME, scope_key="", game=game)


def with_measure(measure: Measure, rules: SeasonRules) -> SeasonRules:
    """Returns the same rules with another measure."""
    return replace(rules, method=normalized(replace(rules.method, measure=measure)), usual=False)


def games_of_family(family: str) -> list[str]:
    """The keys of a family's games, by its name in ``Family``."""
    return [key for key, game in VARIANTS.items() if game.family.name == family]


def families() -> list[Family]:
    """The families that have games."""
    return [family for family in Family if games_of_family(family.name)]
