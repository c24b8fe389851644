"""How long something takes here and now: the best of several goes, which noise disturbs least."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from statistics import quantiles
from threading import Event, Thread


def best_of(
    act: Callable[[], object], goes: int = 5, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Milliseconds of the fastest go. ``time.process_time`` leaves out waiting, for pure work."""
    spent = []
    for _go in range(goes):
        begun = clock()
        act()
        spent.append(clock() - begun)
    return min(spent) * 1000


@contextmanager
def meanwhile(acts: Iterable[Callable[[], object]], pause: float) -> Iterator[list[float]]:
    """Milliseconds of each go: every act goes on, in a thread of its own with so many seconds
    before each go, until the block ends."""
    times: list[float] = []
    over = Event()

    def repeat(act: Callable[[], object]) -> None:
        while not over.wait(pause):
            times.append(best_of(act, goes=1))

    threads = [Thread(target=repeat, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    try:
        yield times
    finally:
        over.set()
        for thread in threads:
            thread.join()


def figures(times: list[float]) -> tuple[str, str, str]:
    """The middle of them, what 95 of 100 stay below, and how many they are."""
    cuts = quantiles(times, n=20)
    return f"{cuts[9]:.0f}", f"{cuts[18]:.0f}", f"{len(times)}"


def ratio(measured: float, floor: float) -> str:
    """``2.4×``, for a figure beside its floor."""
    return f"{measured / floor:.1f}×"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Plain columns; numbers to the right, with one digit after the point."""
    texts = [[_text(cell) for cell in row] for row in rows]
    widths = [max(len(row[n]) for row in [list(heads), *texts]) for n in range(len(heads))]
    lines = [list(heads), ["-" * width for width in widths], *texts]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _text(cell: object) -> str:
    return f"{cell:.1f}" if isinstance(cell, float) else str(cell)
