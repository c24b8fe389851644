"""A real worker for the test that kills it: one session at a time, and in the third one it waits.

``SLOW`` names a file; while it exists, the worker says so in ``SLOW.begun`` and then waits, with
what it has written not committed.
"""

import os
import time
from collections.abc import Sequence
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402

settings.DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE_NAME"]

from scorekeeper.celery import app  # noqa: E402
from scorekeeper.seasons.rebuilds import services  # noqa: E402

SLOW = Path(os.environ["SLOW"])
WORKED: list[int] = []
REBUILD = services.rebuild_results


def write_slowly(sessions: Sequence[int]) -> services.RebuildCounts:
    written = REBUILD(sessions)
    WORKED.extend(sessions)
    if SLOW.exists() and len(WORKED) == 3:
        SLOW.with_suffix(".begun").touch()
        time.sleep(60)
    return written


setattr(services, "PIECE", 1)  # noqa: B010
setattr(services, "rebuild_results", write_slowly)  # noqa: B010

__all__ = ["app"]
