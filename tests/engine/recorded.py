"""Set-up that ``test_recorded.py`` shares with other tests."""

from typing import Any


def lines(**ends: Any) -> dict[str, Any]:
    """Lines of players who counted so many points, or ended the hand otherwise."""
    by_seat = {
        name: {"finish": "counted", "points": end} if isinstance(end, int) else {"finish": end}
        for name, end in ends.items()
    }
    return {"deal": {}, "lines": by_seat}
