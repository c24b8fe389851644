"""What the rules cost by themselves: a replay of 100 hands of each game, and settling up.

``python bench/engine.py``; it touches neither Django nor a database. Games are drawn as for the
laws, always the same ones; six seats where the game allows. Milliseconds of processor time.
"""

import sys
from collections import deque
from functools import partial
from pathlib import Path
from random import Random
from time import process_time

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from bench.timing import best_of, table  # noqa: E402
from scorekeeper.engine.questions.options import load_options  # noqa: E402
from scorekeeper.engine.transfers.settle_up import settle_up  # noqa: E402
from scorekeeper.engine.variant import AnyVariant  # noqa: E402
from scorekeeper.variants import VARIANTS  # noqa: E402
from tests.helpers.drawing import Drawn, draw_game, history  # noqa: E402

HANDS = 100
LIMIT = 20.0
"""Milliseconds for 100 hands."""
PEOPLE = (8, 12, 16)


def drawn_games(variant: AnyVariant) -> list[Drawn]:
    """Games of a hundred hands altogether; most games end long before."""
    seats = min(6, variant.seats.stop - 1)
    games: list[Drawn] = []
    rng = Random(2026)
    options = load_options(variant, {}, seats)
    while (left := HANDS - sum(len(game.entries) for game in games)) > 0:
        games.append(draw_game(variant, rng, seats=seats, side=1, options=options, hands=left))
    return games


def replay(games: list[Drawn]) -> None:
    for game in games:
        deque(history(game.variant, game.options, game.seats, game.entries, game.side), maxlen=0)


def replays() -> str:
    rows = []
    for variant in VARIANTS.values():
        games = drawn_games(variant)
        spent = best_of(partial(replay, games), goes=25, clock=process_time)
        verdict = "ok" if spent <= LIMIT else "TOO SLOW"
        rows.append((variant.name, games[0].seats, len(games), spent, LIMIT, verdict))
    return table((f"{HANDS} hands of", "seats", "games", "ms", "limit", ""), rows)


def session(people: int) -> dict[int, int]:
    """Balances without any that cancel out in pairs, the slowest kind."""
    rng = Random(people)
    amounts = [rng.randint(1, 10**6) * rng.choice((-1, 1)) for _person in range(people - 1)]
    return dict(enumerate([*amounts, -sum(amounts)]))


def settling() -> str:
    rows = []
    for people in PEOPLE:
        balances = session(people)
        plan = settle_up(balances)
        spent = best_of(partial(settle_up, balances), goes=3, clock=process_time)
        proven = "yes" if plan.proven else "no"
        rows.append((f"{people} people", len(plan.transfers), proven, spent))
    return table(("settle up", "transfers", "proven", "ms"), rows)


if __name__ == "__main__":
    print(replays(), settling(), sep="\n\n")
