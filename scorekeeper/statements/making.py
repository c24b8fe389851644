"""Makes the files of a sheet, in the language and the numbers of who asked. Keeps nothing."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from django.utils import translation
from django.utils.timezone import localdate

from scorekeeper.serving.logs import bind
from scorekeeper.standings.models import Season
from scorekeeper.statements.about import Topic
from scorekeeper.statements.contents import Contents
from scorekeeper.statements.csv_file import write_csv, write_rows
from scorekeeper.statements.drawing import draw
from scorekeeper.statements.models import Statement
from scorekeeper.statements.reading import contents
from scorekeeper.statements.season_contents import SeasonContents
from scorekeeper.statements.season_csv import season_rows
from scorekeeper.statements.season_drawing import draw_season
from scorekeeper.statements.season_reading import season_contents
from scorekeeper.statements.typesetting import is_whole
from scorekeeper.wording import currencies


@dataclass(frozen=True, slots=True)
class MadeSheet:
    """``version``: of the night, or season, that the files show."""

    sheet: bytes
    table: bytes
    version: int


def make(statement: Statement) -> MadeSheet:
    """Reads the night, or season, anew. Raises UnbalancedError."""
    statement.refresh_from_db(fields=["session", "season"])
    with translation.override(statement.language):
        if statement.season_id is not None:
            return _of_season(statement)
        return _of_night(statement)


def _of_night(statement: Statement) -> MadeSheet:
    session = statement.session
    assert session is not None
    bind(club=session.club_id)
    with currencies.reading_as(readable(statement.locale, session)):
        told: Contents = contents(session, statement.player_id)
    sheet = _written(lambda file: draw(told, file))
    return MadeSheet(sheet, _written(lambda file: write_csv(told, file)), told.version)


def _of_season(statement: Statement) -> MadeSheet:
    season = statement.season
    assert season is not None
    bind(club=season.club_id)
    with currencies.reading_as(readable(statement.locale, season)):
        told: SeasonContents = season_contents(season, statement.player_id)
    sheet = _written(lambda file: draw_season(told, file))
    return MadeSheet(
        sheet, _written(lambda file: write_rows(season_rows(told), file)), told.version
    )


def _written(write: Callable[[IO[bytes]], None]) -> bytes:
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def readable(locale: str, about: Topic) -> str:
    """The asker's way of writing numbers, if the sheet's fonts have the signs for it."""
    on = (about.starts or localdate()) if isinstance(about, Season) else about.played_on
    with currencies.reading_as(locale):
        day = currencies.weekday(on) + currencies.day(on)
        written = currencies.money(1234567890, about.club.currency) + day
    return locale if is_whole(written) else "en"
