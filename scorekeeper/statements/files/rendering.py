"""Draws the files of a statement in the language and number format of its reader. Stores
nothing."""

from dataclasses import dataclass

from django.utils import translation
from django.utils.timezone import localdate

from scorekeeper.core.localization import currencies, dates
from scorekeeper.core.logs import bind
from scorekeeper.seasons.models import Season
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.drawing.typesetting import is_whole
from scorekeeper.statements.files.csv_file import csv_bytes, rows
from scorekeeper.statements.layouts.season import SeasonLayout, season_rows
from scorekeeper.statements.layouts.session import SessionLayout
from scorekeeper.statements.models import Statement
from scorekeeper.statements.subject import Topic


@dataclass(frozen=True, slots=True)
class DrawnFiles:
    """``version``: of the session or season that the files show."""

    pdf: bytes
    csv: bytes
    version: int


def draw(statement: Statement) -> DrawnFiles:
    """Reads the session or season again and draws it. Raises UnbalancedError."""
    statement.refresh_from_db(fields=["session", "season"])
    about, player = statement.about, statement.player_id
    bind(club=about.club_id)
    with (
        translation.override(statement.language),
        currencies.reading_as(statement.locale, money=not statement.points_only),
    ):
        tag = readable(statement.locale, about)
        if isinstance(about, Season):
            with currencies.reading_as(tag):
                season = season_contents(about, player)
            return DrawnFiles(
                SeasonLayout(season).pdf(), csv_bytes(season_rows(season)), season.version
            )
        with currencies.reading_as(tag):
            session = contents(about, player)
        return DrawnFiles(SessionLayout(session).pdf(), csv_bytes(rows(session)), session.version)


def readable(locale: str, about: Topic) -> str:
    """Returns the requested locale if the statement's fonts have all of its signs, else "en"."""
    day = (about.starts or localdate()) if isinstance(about, Season) else about.played_on
    with currencies.reading_as(locale):
        words = dates.weekday(day) + dates.day(day)
        amount = currencies.money(1234567890, about.club.currency) if currencies.are_shown() else ""
    return locale if is_whole(words + amount) else "en"
