"""Set-up that ``test_standings.py`` shares with other tests."""

from collections.abc import Sequence
from datetime import date

from scorekeeper.clubs.models import Club
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make

NAMES = make.NAMES[:3]


def deal(*order: str) -> dict:
    """A Rummi deal by place: the second pays the first 100, the third 200."""
    points = {name: {"points": place * 3} for place, name in enumerate(order)}
    return {"deal": {}, "lines": points}


def played_session(club: Club, on: date, *hands: dict, names: Sequence[str] = NAMES) -> Table:
    return make.play(make.session("rummi", names, club=club, played_on=on), *hands)
