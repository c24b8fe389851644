"""Gin rummy: deadwood, lay-offs and the points of a knock (gin_rummy.md §3, §6, §10)."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from scorekeeper.engine.cards import RANKS, rank, suit
from tests.helpers.brute.melds import MeldRules, kinds, melds, total
from tests.helpers.brute.packings import covers, picked

RULES = MeldRules(ace_high=False)
Meld: TypeAlias = tuple[str, ...]


class Showdown(NamedTuple):
    knocker_deadwood: int
    opponent_deadwood: int
    result: str
    scorer: str | None
    points: int


def count(cards: Sequence[str]) -> int:
    return total(cards, (), ace=1)


def deadwood(hand: Sequence[str]) -> int:
    """The least sum outside melds, of 10 or 11 cards."""
    return count(hand) - max(count(picked(hand, subset)) for subset in covers(hand, RULES))


def layouts(hand: Sequence[str]) -> Iterator[tuple[Meld, ...]]:
    """Every way to lay down some disjoint melds, none included."""
    possible = sorted(melds(hand, RULES))

    def laid(used: int, start: int) -> Iterator[tuple[int, ...]]:
        yield ()
        for after, meld in enumerate(possible[start:], start + 1):
            if not meld & used:
                for more in laid(used | meld, after):
                    yield (meld, *more)

    for chosen in laid(0, 0):
        yield tuple(tuple(picked(hand, meld)) for meld in chosen)


def left_over(hand: Sequence[str], layout: tuple[Meld, ...]) -> int:
    return count(hand) - sum(count(meld) for meld in layout)


def opponent_deadwood(layout: tuple[Meld, ...], opponent: Sequence[str]) -> int:
    """The least the opponent can be left with: his own melds and lay-offs chosen together."""

    @cache
    def least(cards: frozenset[str], lying: frozenset[Meld]) -> int:
        best = count(sorted(cards))
        for card in cards:
            for meld in lying:
                longer = tuple(sorted((*meld, card)))
                if kinds(longer, RULES):
                    best = min(best, least(cards - {card}, lying - {meld} | {longer}))
        return best

    everything = (1 << len(opponent)) - 1
    lying = frozenset(tuple(sorted(meld)) for meld in layout)
    return min(
        least(frozenset(picked(opponent, everything ^ subset)), lying)
        for subset in covers(opponent, RULES)
    )


def knock_limit_of(upcard: str, *, ace_gin_only: bool = False) -> int:
    if rank(upcard) == "A":
        return 0 if ace_gin_only else 1
    return min(10, RANKS.index(rank(upcard)) + 1)


def showdown(
    knocker: Sequence[str],
    opponent: Sequence[str],
    *,
    melds: Sequence[Meld] | None = None,
    gin_bonus: int = 25,
    undercut_bonus: int = 25,
    big_gin_bonus: int = 0,
    tie: str = "undercut",
    knock_limit: int = 10,
    upcard: str | None = None,
    ace_gin_only: bool = False,
    spade_double: bool = True,
) -> Showdown:
    """What a knock comes to. ``upcard`` is given in Oklahoma only; ``melds`` as really laid.

    Without ``melds`` the knocker lays, of the layouts with least deadwood, the one that leaves
    the opponent most. Raises ValueError when he may not knock.
    """
    if upcard is not None:
        knock_limit = knock_limit_of(upcard, ace_gin_only=ace_gin_only)
    laid_melds = None if melds is None else tuple(melds)
    held = deadwood(knocker) if laid_melds is None else left_over(knocker, laid_melds)
    if held > knock_limit or (len(knocker) == 11 and (held or not big_gin_bonus)):
        raise ValueError(f"no knock with {held}")
    if held == 0:
        against = deadwood(opponent)
    elif laid_melds is not None:
        against = opponent_deadwood(laid_melds, opponent)
    else:
        against = max(
            opponent_deadwood(layout, opponent)
            for layout in layouts(knocker)
            if left_over(knocker, layout) == held
        )
    if held == 0:
        name = "big_gin" if len(knocker) == 11 else "gin"
        bonus = big_gin_bonus if name == "big_gin" else gin_bonus
        scored = Showdown(held, against, name, "knocker", against + bonus)
    elif held < against:
        scored = Showdown(held, against, "knock", "knocker", against - held)
    elif held == against and tie == "no_score":
        scored = Showdown(held, against, "tie", None, 0)
    else:
        points = held - against + undercut_bonus
        scored = Showdown(held, against, "undercut", "opponent", points)
    doubled = upcard is not None and spade_double and suit(upcard) == "S"
    return scored._replace(points=scored.points * 2) if doubled else scored
