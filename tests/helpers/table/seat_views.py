"""A hand of Rummi for four."""

from typing import Any

POINTS = {"Asha": 4, "Dev": 21, "Meera": 17, "Omar": 33}


LINES = {name: {"points": points} for name, points in POINTS.items()}


HAND: dict[str, Any] = {"deal": {"result": "points"}, "lines": LINES}
