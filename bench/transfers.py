"""Who pays whom: how long the fewest transfers take to find, and that nobody finds fewer.

``python -m bench.transfers`` settles 1000 sessions of every kind for tables of 12, 16 and 20
people; a number after it says how many. Milliseconds of processor time per session: the median and
the worst, against the limits. Beside it ``debts`` from PyPI (``requirements/bench.txt``), which
pays from the largest to the largest: on how many of the same sessions it needs more transfers than
we do, and on how many fewer, which must be none.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from bench.timing import table
from scorekeeper.engine.transfers.rounding import rounding, rounding_between
from scorekeeper.engine.transfers.settle_up import direct, settle_up
from tests.helpers.brute.transfers import KINDS, balances_of, lost

LIMITS = {12: 5.0, 16: 100.0, 20: None}


def took(act: Callable[[], object]) -> float:
    """Milliseconds of the faster of two goes: the other may have been disturbed."""
    spent = []
    for _go in range(2):
        begun = time.process_time()
        act()
        spent.append(time.process_time() - begun)
    return min(spent) * 1000


def fewest(sessions: int) -> Iterator[Sequence[object]]:
    for people, limit in LIMITS.items():
        for name, kind in KINDS.items():
            rng, spent = Random(people), []
            for _session in range(sessions):
                balances = dict(enumerate(kind(rng, people)))
                spent.append(took(partial(settle_up, balances)))
            worst = max(spent)
            verdict = "" if limit is None else "ok" if worst <= limit else "TOO SLOW"
            figures = f"{statistics.median(spent):.2f}", f"{worst:.2f}"
            yield f"{people} people, {name}", *figures, limit or "", verdict


def others(sessions: int) -> Iterator[Sequence[object]]:
    """The other ways, and rounding, for sixteen people."""
    rng = Random(16)
    owed = [lost(rng, 16) for _session in range(sessions)]
    acts: dict[str, Callable[[Any], object]] = {
        "who lost to whom": direct,
        "rounding of balances": lambda debts_of_session: rounding(
            balances_of(debts_of_session, 16), 100
        ),
        "rounding of debts": lambda debts_of_session: rounding_between(debts_of_session, 100),
    }
    for name, act in acts.items():
        spent = [took(partial(act, debts_of_session)) for debts_of_session in owed]
        yield f"16 people, {name}", f"{statistics.median(spent):.2f}", f"{max(spent):.2f}", "", ""


def against(sessions: int) -> Iterator[Sequence[object]]:
    try:
        from debts import settle
    except ImportError:
        yield "debts", "not installed", "", ""
        return
    for people in LIMITS:
        rng, more, fewer = Random(people), 0, 0
        listed = [kind(rng, people) for kind in KINDS.values() for _session in range(sessions)]
        for amounts in listed:
            ours = len(settle_up(dict(enumerate(amounts))).transfers)
            theirs = len(settle([*enumerate(amounts)]) or ())
            more, fewer = more + (theirs > ours), fewer + (theirs < ours)
        yield f"{people} people", len(listed), more, fewer


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    heads = ("one session, ms", "median", "worst", "limit", "")
    print(table(heads, [*fewest(many), *others(many)]), end="\n\n")
    print(table(("same sessions", "settled", "debts needs more", "fewer"), against(many)))
