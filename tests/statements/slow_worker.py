"""A real worker for the test that kills it: its first drawing never ends.

``SLOW`` names a file; while it exists, drawing says so in ``SLOW.begun`` and then waits.
"""

import os
import time
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402

settings.DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE_NAME"]

from scorekeeper.celery import app  # noqa: E402
from scorekeeper.statements.layouts.session import SessionLayout  # noqa: E402

SLOW = Path(os.environ["SLOW"])


draw = SessionLayout.pdf


def draw_slowly(layout: SessionLayout) -> bytes:
    pdf = draw(layout)
    if SLOW.exists():
        SLOW.with_suffix(".begun").touch()
        time.sleep(60)
    return pdf


setattr(SessionLayout, "pdf", draw_slowly)  # noqa: B010

__all__ = ["app"]
