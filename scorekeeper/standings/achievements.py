"""What a player has achieved, and with which hand first; and what is within reach in the games he
plays. Read from his results alone: no rule runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import chain
from typing import Any, Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import OF_ALL_GAMES, Feat
from scorekeeper.standings.models import GameResult
from scorekeeper.standings.player import results_of
from scorekeeper.variants import VARIANTS

NEXT: Final = 4
"""So many of those that are still to be had are named."""


@dataclass(frozen=True, slots=True)
class Earned:
    """``on``: when first; ``game`` and ``number``: that hand."""

    feat: Feat
    times: int
    on: date
    game: int
    number: int


@dataclass(frozen=True, slots=True)
class KeptFeats:
    """``earned``: as ``Earned``, with keys of feats, for no function can be kept; ``hands``: where
    these hands are, by game and number."""

    earned: tuple[tuple[str, int, date, int, int], ...] = ()
    hands: Mapping[tuple[int, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EarnedRow:
    """``to``: where the hand is that earned it first; "" if it is not there any more."""

    earned: Earned
    to: str


@dataclass(frozen=True, slots=True)
class Achieved:
    """``groups``: by family of games; ``beyond``: some that are still to be had."""

    groups: Sequence[tuple[str, Sequence[EarnedRow]]]
    beyond: Sequence[Feat]
    count: int
    whole: int
    """How many there are in the games he plays."""


@cache
def feats() -> Mapping[str, Feat]:
    """All there are, by key, in the order in which they are shown."""
    of_games = (feat for rules in VARIANTS.values() for feat in rules.board.feats)
    order = [None, *Family]
    found = sorted(chain(OF_ALL_GAMES, of_games), key=lambda feat: order.index(feat.family))
    return {feat.key: feat for feat in found}


def of_games(games: Iterable[str]) -> list[Feat]:
    """That can be earned in these games (keys), the first of them first."""
    known = (VARIANTS[key].board.feats for key in games if key in VARIANTS)
    return list(dict.fromkeys(chain(OF_ALL_GAMES, *known)))


def achieved(told: KeptFeats, games: Sequence[str]) -> Achieved:
    """``games``: the keys of those he plays, the most played first."""
    found = [Earned(feats()[k], times, on, game, n) for k, times, on, game, n in told.earned]
    hands = told.hands
    had = {each.feat.key for each in found}
    there = of_games(games)
    beyond = [feat for feat in there if feat.key not in had]
    shown = [EarnedRow(each, hands.get((each.game, each.number), "")) for each in found]
    return Achieved(
        list(_grouped(shown)), beyond[:NEXT], len(found), len(had | {*(feat.key for feat in there)})
    )


def kept_feats(player: Player) -> KeptFeats:
    """Two queries."""
    found = earned(kept(player))
    told = tuple((e.feat.key, e.times, e.on, e.game, e.number) for e in found)
    return KeptFeats(told, hands_of(found))


def kept(player: Player) -> list[tuple[Any, date, int]]:
    """What was kept of each of his games in which he achieved anything, the oldest first."""
    mine = results_of(player).filter(feats__isnull=False, game__isnull=False)
    rows = mine.order_by("played_on", "session_id", "game_id")
    return list(rows.values_list("feats", "played_on", "game_id"))


def earned(rows: Iterable[tuple[Any, date, int]]) -> list[Earned]:
    """By feat, what is known today and was well kept."""
    found: dict[str, Earned] = {}
    for told, on, game in rows:
        for key, (times, number) in _sound(told):
            before = found.get(key)
            first = (
                (on, game, number) if before is None else (before.on, before.game, before.number)
            )
            so_far = before.times if before else 0
            found[key] = Earned(feats()[key], so_far + times, *first)
    return [found[key] for key in feats() if key in found]


def _sound(told: Any) -> Iterator[tuple[str, tuple[int, int]]]:
    """Rows may come from elsewhere, in a document."""
    for key, pair in told.items() if isinstance(told, dict) else ():
        if key in feats() and isinstance(pair, list) and [*map(type, pair)] == [int, int]:
            yield key, (pair[0], pair[1])


def hands_of(found: Sequence[Earned]) -> dict[tuple[int, int], str]:
    """Where the hands are that earned these, by game and number. One query."""
    if not found:
        return {}
    which = Q()
    for each in found:
        which |= Q(game=each.game, game__hands__number=each.number)
    games = {each.game for each in found}
    there = GameResult.objects.filter(which, game__in=games, game__hands__voided_at__isnull=True)
    place = "session__code", "game__number", "game__hands__token"
    rows = there.values_list("game_id", "game__hands__number", *place)
    return {(game, n): reverse("board:hand", args=to) for game, n, *to in rows}


def _grouped(rows: Sequence[EarnedRow]) -> Iterator[tuple[str, list[EarnedRow]]]:
    for family in (None, *Family):
        own = [row for row in rows if row.earned.feat.family is family]
        if own:
            yield _(family.value) if family else _("In every game"), own
