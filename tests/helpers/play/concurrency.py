"""Several phones that do the same at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection

PHONES = 6


def together(act: Callable[[int], Any], times: int = PHONES) -> list[Any]:
    """Returns what ``act`` gave, or raised, in this many threads at the same moment."""
    gate = Barrier(times)

    def run(number: int) -> Any:
        gate.wait()
        try:
            return act(number)
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(run, range(times)))
