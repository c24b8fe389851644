"""Columns of JSON that name players: each reads a value and maps the keys in it.

All raise ValueError for a value of another shape: nothing replays it, and a page would fail on it
first.
"""

from collections.abc import Callable
from typing import Any

from scorekeeper.engine.cards import PACK

Key = Callable[[int], Any]
"""Maps a player's key to their row number in the document, or the reverse, or to their name."""


def _checked_rows(value: Any, *kinds: type) -> list[list[Any]]:
    """Returns lists of these kinds of values; without kinds, of ids."""
    if type(value) is not list or any(type(row) is not list for row in value):
        raise ValueError("no list of lists")
    for row in value:
        if list(map(type, row)) != list(kinds or [int] * len(row)):
            raise ValueError("a row of another shape")
    return value


def drawings(rounds: Any, key: Key) -> Any:
    if type(rounds) is not list or not rounds or not all(rounds):
        raise ValueError("nobody drew")
    checked = [_checked_rows(drawn, int, str) for drawn in rounds]
    if any(card not in PACK for drawn in checked for _player, card in drawn):
        raise ValueError("no card of the pack")
    return [[[key(player), card] for player, card in drawn] for drawn in checked]


def purses_of(purses: Any, key: Key) -> Any:
    checked = _checked_rows(purses)
    if not all(checked):
        raise ValueError("nobody's purse")
    return [[key(player) for player in purse] for purse in checked]


def sums_of(sums: Any, key: Key) -> Any:
    return [[key(player), *amounts] for player, *amounts in _checked_rows(sums, int, int, int)]


def awarded(sums: Any, key: Key) -> Any:
    return [[key(player), *rest] for player, *rest in _checked_rows(sums, int, int, int, int)]


def picked(players: Any, key: Key) -> Any:
    return [[key(player) for player in part] for part in _checked_rows(players)]


def drawn_round(drawn: Any, key: Key) -> Any:
    if type(drawn) is not dict or type(drawn.get("ahead")) is not list:
        raise ValueError("no round")
    return _seating(drawn, key) | {"ahead": [_seating(later, key) for later in drawn["ahead"]]}


def _seating(drawn: Any, key: Key) -> dict[str, Any]:
    if type(drawn) is not dict:
        raise ValueError("no seats")
    [out] = _checked_rows([drawn.get("out")])
    tables = _checked_rows(drawn.get("tables"))
    return {
        "tables": [[key(player) for player in table] for table in tables],
        "out": [key(player) for player in out],
    }


def flaws_of(flaws: Any, key: Key) -> Any:
    checked = _checked_rows(flaws, str, int, list, int, bool)
    return [
        [kind, turn, [key(player) for player in players], count, proven]
        for kind, turn, players, count, proven in checked
    ]


def transfers_of(transfers: Any, key: Key) -> Any:
    checked = _checked_rows(transfers, int, int, int, int)
    return [[key(payer), key(payee), *amounts] for payer, payee, *amounts in checked]
