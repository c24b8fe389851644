"""Whether examples are looked for, or the same few taken in every run (``tests/conftest.py``)."""

from __future__ import annotations

from hypothesis import settings

LOOKS_FOR_NEW = settings().max_examples >= 100
