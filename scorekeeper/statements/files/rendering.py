"""Makes the files of a statement in the language and number format of its reader. Stores
nothing."""

from dataclasses import dataclass

from django.utils import translation
from django.utils.timezone import localdate

from scorekeeper.core.localization import currencies, dates
from scorekeeper.core.logs import bind
from scorekeeper.seasons.models import Season
from scorekeeper.statements.drawing.typesetting import is_whole
from scorekeeper.statements.files.csv_file import csv_bytes
from scorekeeper.statements.models import Statement
from scorekeeper.statements.papers import Paper
from scorekeeper.statements.papers.season import SEASON
from scorekeeper.statements.papers.session import SESSION
from scorekeeper.statements.subject import Topic


@dataclass(frozen=True, slots=True)
class MadeSheet:
    """``version``: of the session or season that the files show."""

    sheet: bytes
    table: bytes
    version: int


def paper_of(about: Topic) -> Paper:
    return SEASON if isinstance(about, Season) else SESSION


def make(statement: Statement) -> MadeSheet:
    """Reads the session or season again and draws it. Raises UnbalancedError."""
    statement.refresh_from_db(fields=["session", "season"])
    about = statement.about
    bind(club=about.club_id)
    paper = paper_of(about)
    with (
        translation.override(statement.language),
        currencies.reading_as(statement.locale, money=not statement.points_only),
    ):
        with currencies.reading_as(readable(statement.locale, about)):
            contents = paper.contents(about, statement.player_id)
        sheet, table = paper.sheet(contents).pdf(), csv_bytes(paper.rows(contents))
    return MadeSheet(sheet, table, contents.version)


def readable(locale: str, about: Topic) -> str:
    """Returns the requested locale if the statement's fonts have all of its signs, else "en"."""
    day = (about.starts or localdate()) if isinstance(about, Season) else about.played_on
    with currencies.reading_as(locale):
        words = dates.weekday(day) + dates.day(day)
        amount = currencies.money(1234567890, about.club.currency) if currencies.are_shown() else ""
    return locale if is_whole(words + amount) else "en"
