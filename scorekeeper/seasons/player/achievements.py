"""A player's achievements, with the hand that first earned each, and those within reach in the
games they play. Read from results only: no rule runs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from itertools import chain
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.engine.family import Family
from scorekeeper.engine.outcomes.feats import OF_ALL_GAMES, Feat
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons.player.selectors import results_of
from scorekeeper.variants import VARIANTS

SUGGESTED: Final = 4
"""How many achievements still to be earned are listed."""


@dataclass(frozen=True, slots=True)
class Achievement:
    """A feat by its key, since functions cannot be cached. ``on``: the day it was first earned;
    ``game`` and ``number``: that hand; ``url``: its address, "" if it no longer exists."""

    key: str
    times: int
    on: date
    game: int
    number: int
    url: str = ""

    @property
    def feat(self) -> Feat:
        return feats()[self.key]


@dataclass(frozen=True, slots=True)
class AchievementList:
    """``groups``: by family of games; ``beyond``: some still to be earned."""

    groups: Sequence[tuple[str, Sequence[Achievement]]]
    beyond: Sequence[Feat]
    count: int
    whole: int
    """How many there are in the games the player plays."""


@cache
def feats() -> Mapping[str, Feat]:
    """All achievements by key, in the order in which they are shown."""
    return {feat.key: feat for family in (None, *Family) for feat in feats_of(family)}


@cache
def feats_of(family: Family | None) -> Sequence[Feat]:
    """Achievements of the games of this family; None: those of every game."""
    if family is None:
        return OF_ALL_GAMES
    by_game = (rules.feats for rules in VARIANTS.values() if rules.family is family)
    return list(dict.fromkeys(chain(*by_game)))


def of_games(games: Iterable[str]) -> list[Feat]:
    """Achievements that can be earned in these games (keys), in order."""
    by_game = (VARIANTS[key].feats for key in games if key in VARIANTS)
    return list(dict.fromkeys(chain(OF_ALL_GAMES, *by_game)))


def achievement_list(earned: Sequence[Achievement], games: Sequence[str]) -> AchievementList:
    """``games``: the keys of those the player plays, the most played first."""
    earned_keys = {item.key for item in earned}
    available = of_games(games)
    beyond = [feat for feat in available if feat.key not in earned_keys]
    whole = earned_keys | {feat.key for feat in available}
    return AchievementList(list(_grouped(earned)), beyond[:SUGGESTED], len(earned), len(whole))


def read_feats(player: Player) -> list[Achievement]:
    """Reads a player's achievements. Two queries."""
    achievements = add_up_feats(feat_rows(player))
    urls = hand_urls(achievements)
    return [replace(item, url=urls.get((item.game, item.number), "")) for item in achievements]


def feat_rows(player: Player) -> list[tuple[Any, date, int]]:
    """Returns the achievements stored of each game in which the player had any, oldest first."""
    mine = results_of(player).filter(feats__isnull=False, game__isnull=False)
    rows = mine.order_by("played_on", "session_id", "game_id")
    return list(rows.values_list("feats", "played_on", "game_id"))


def add_up_feats(rows: Iterable[tuple[Any, date, int]]) -> list[Achievement]:
    """Adds up the rows by achievement, skipping unknown keys and malformed values."""
    by_key: dict[str, Achievement] = {}
    for stored, on, game in rows:
        for key, (times, number) in _valid_pairs(stored):
            before = by_key.get(key)
            first = (
                (on, game, number) if before is None else (before.on, before.game, before.number)
            )
            so_far = before.times if before else 0
            by_key[key] = Achievement(key, so_far + times, *first)
    return [by_key[key] for key in feats() if key in by_key]


def _valid_pairs(stored: Any) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yields the well-formed entries: rows may come from an imported group file."""
    for key, pair in stored.items() if isinstance(stored, dict) else ():
        if key in feats() and isinstance(pair, list) and [*map(type, pair)] == [int, int]:
            yield key, (pair[0], pair[1])


def hand_urls(achievements: Sequence[Achievement]) -> dict[tuple[int, int], str]:
    """Addresses of the hands that earned these, by game and number. One query."""
    if not achievements:
        return {}
    hands = Q()
    for item in achievements:
        hands |= Q(game=item.game, game__hands__number=item.number)
    games = {item.game for item in achievements}
    results = GameResult.objects.filter(hands, game__in=games, game__hands__voided_at__isnull=True)
    place = "session__code", "game__number", "game__hands__token"
    rows = results.values_list("game_id", "game__hands__number", *place)
    return {(game, n): reverse("scoreboard:hand", args=to) for game, n, *to in rows}


def _grouped(earned: Sequence[Achievement]) -> Iterator[tuple[str, list[Achievement]]]:
    for family in (None, *Family):
        own = [item for item in earned if item.feat in feats_of(family)]
        if own:
            yield _(family.value) if family else _("In every game"), own
