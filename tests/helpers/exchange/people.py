"""A group in which names were joined, a book was imported and a session is planned."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.services import add_players
from scorekeeper.extensions.calendar.planning.services import PlanDetails, plan_session
from scorekeeper.extensions.exchange.people.services import merge_players, unmerge_players
from scorekeeper.extensions.exchange.spreadsheets.models import SpreadsheetImport
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
    undo_import,
)
from tests.helpers import factories as make

BOOK = "Date,Asha,Dev\n2024-11-30,120,-120\n"
HAND = make.pool_hand("Asha", Dev=20, Meera=30)


def brought(club: Club, text: str = BOOK) -> SpreadsheetImport:
    upload = SpreadsheetUpload(text=text)
    return import_spreadsheet(
        club=club, upload=upload, preview_key=None, most=50, token=make.token(), by=None
    )


def joined(club: Club, name: str, person: str) -> Any:
    by_name = {player.name: player for player in club.players.all()}
    whom: Any = {"name": by_name[name], "person": by_name[person]}
    return merge_players(club=club, token=make.token(), by=None, **whom)


def all_of_it() -> Club:
    """A session, one of an earlier book, one taken back, one that is planned; two names of one
    person, and two who were one for a while."""
    table = make.play(make.session("points_rummy", make.NAMES[:3]), HAND)
    club = table.game.session.club
    brought(club)
    undo_import(source=brought(club, BOOK.replace("11-30", "12-07")), by=None)
    add_players(club=club, names=["Devendra", "Meera B"])
    joined(club, "Devendra", "Dev")
    unmerge_players(fact=joined(club, "Meera B", "Meera"), token=make.token(), by=None)
    starts = timezone.now() + timedelta(days=7)
    plan_session(club=club, details=PlanDetails(starts_at=starts, zone="Asia/Kolkata"), token="t")
    return club
