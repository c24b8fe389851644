"""Imports a document: previews it, and then takes in all of it or nothing.

A new group is imported whole. Of a known group only new sessions are; a session that is already
here stays as it is, and one that differs is refused by name: nothing is ever overwritten. Every
game is replayed from its hands before anything counts, its hash chain is verified, and money
outside games must be explained.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import describe, required_values
from scorekeeper.clubs.models import Club, Happening, Membership, Player, Session
from scorekeeper.clubs.players.persons import CircularMergeError, keep_persons
from scorekeeper.core.localization.words import in_money
from scorekeeper.core.travel import map_players
from scorekeeper.engine.words import Phrase
from scorekeeper.extensions.exchange.group_file.incoming import reading
from scorekeeper.extensions.exchange.group_file.incoming.double_seats import seated_twice
from scorekeeper.extensions.exchange.group_file.incoming.existing_group import LeftOut, left_out
from scorekeeper.extensions.exchange.group_file.incoming.parts import (
    contents_by_session,
    select_rows,
)
from scorekeeper.extensions.exchange.group_file.incoming.readable import unreadable_parts
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    Document,
    NotADocumentError,
    parse_own,
)
from scorekeeper.extensions.exchange.group_file.tables import BY_MODEL, TABLES, DocTable, Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.exchange.proof.ledger_checks import removed_faults
from scorekeeper.ledger.results import check_imported_results
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import UNREADABLE, differences
from scorekeeper.play.replays.results import complete_results
from scorekeeper.settlement.audit import audit_faults

ROWS_PER_STATEMENT: Final = 200
ALONE_UP_TO: Final = 4
"""A session read by itself takes sixty queries, and about seven times as long as within its group:
up to one in this many of the group's sessions are read so, and no long group is read whole."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The changes that importing a document would make. ``new`` and ``same``: sessions by code."""

    club: str
    is_here: bool
    new: tuple[str, ...]
    same: tuple[str, ...]
    players: int
    games: int
    hands: int
    """In all of its sessions, deleted ones included."""
    left_out: LeftOut
    """What is not imported."""

    @property
    def changes(self) -> bool:
        return bool(self.new or not self.is_here)


# Preview -------------------------------------------------------------------------------------


def preview(content: Document) -> Preview:
    """Returns what an import would change. Writes nothing. Raises NotADocumentError."""
    with transaction.atomic():
        result = _compare(content, _club(content))
        if result.changes:
            _write(content, result)
        transaction.set_rollback(True)
    return result


@transaction.atomic
def import_document(content: Document) -> tuple[Club, Preview]:
    """Imports the document. Returns the group, and what was imported: nothing, the second time.
    Raises NotADocumentError; then nothing was written."""
    result = _compare(content, _club(content, hold=True))
    club = (
        _write(content, result) if result.changes else Club.objects.get(code=content.club["code"])
    )
    return club, result


def _club(content: Document, *, hold: bool = False) -> Club | None:
    club = Club.objects.filter(code=content.club["code"]).first()
    return locks.hold_club(club) if club and hold else club


def _compare(content: Document, club: Club | None) -> Preview:
    here = dict(Session.every.filter(code__in=content.sessions).values_list("code", "club"))
    if foreign := [code for code, club_pk in here.items() if club is None or club_pk != club.pk]:
        raise NotADocumentError(_("Session %s is already here, in another group.") % foreign[0])
    if club is not None and here:
        _check_same(content, club, list(here))
    new = tuple(code for code in content.sessions if code not in here)
    out = (
        left_out(content, club, select_rows(content, set(new), everything=False)) if club else None
    )
    return Preview(
        club=content.club["name"],
        is_here=club is not None,
        new=new,
        same=tuple(here),
        **{name: len(content.rows[name]) for name in ("players", "games", "hands")},
        left_out=out or LeftOut(),
    )


def _check_same(content: Document, club: Club, codes: Sequence[str]) -> None:
    """Raises NotADocumentError, naming the first session that differs here."""
    standing = Session.every.filter(club=club, code__in=codes).select_related("club")
    sessions = {session.code: session for session in standing}
    theirs = contents_by_session(content)
    for extent in _extents_to_compare(club, list(sessions.values())):
        ours = contents_by_session(parse_own(document(extent)))
        for code in sessions.keys() & ours.keys():
            if ours[code] != theirs[code]:
                raise NotADocumentError(
                    _("Session %s is already here, and differs from the file.") % sessions[code]
                )


def _extents_to_compare(club: Club, sessions: Sequence[Session]) -> list[Extent]:
    """Returns what to read of the group to compare these sessions: each alone, or all of it."""
    if len(sessions) == 1 or ALONE_UP_TO * len(sessions) < club.sessions.count():
        return [Extent(club, session) for session in sessions]
    return [Extent(club)] if sessions else []


def is_too_long_here(content: Document, club: Club) -> bool:
    """Tells whether what the document is compared with is too long for a page, though the document
    itself is not."""
    sessions = club.sessions.filter(code__in=content.sessions)
    extents = _extents_to_compare(club, list(sessions))
    whole = any(extent.session is None for extent in extents)
    hands = Hand.objects.filter(game__session__in=club.sessions.all() if whole else sessions)
    return hands.count() > reading.MOST_HANDS


# Writing -------------------------------------------------------------------------------------


def _write(content: Document, result: Preview) -> Club:
    """Writes the rows and checks them. Raises NotADocumentError."""
    club = _club(content)
    rows = select_rows(content, set(result.new), everything=club is None)
    if club is None:
        club = Club.objects.create(**content.club)
    try:
        with transaction.atomic():
            keys = _insert(club, rows)
    except DatabaseError:
        raise NotADocumentError(_("Its rows contradict one another.")) from None
    if result.is_here is False:
        try:
            keep_persons(club)
        except CircularMergeError:
            raise NotADocumentError(_("Its rows contradict one another.")) from None
    _check_people(keys[Session].values())
    _check_games(keys[Game].values())
    _check_added_rows(keys[Session].values())
    _check_imported_results(club)
    _check_money(keys[Session].values())
    _check_happenings(keys[Happening].values())
    complete_results(keys[Game].values())
    return club


Keys = dict[type[models.Model], dict[int, int]]
"""By model: the new key of each row number."""


def _insert(club: Club, rows: Mapping[str, Mapping[int, Sequence[Any]]]) -> Keys:
    keys: Keys = {}
    for table in TABLES:
        wanted = rows.get(table.name, {})
        own_keys = keys[table.model] = dict[int, int]()
        if table.model is Player:
            own_keys |= _known_players(club, wanted)
        new = {place: row for place, row in wanted.items() if place not in own_keys}
        _insert_rows(table, club, new, keys)
    return keys


def _known_players(club: Club, wanted: Mapping[int, Sequence[Any]]) -> dict[int, int]:
    """Returns the keys of players who are already here, by name."""
    name_column = BY_MODEL[Player].columns.index("name")
    here = dict(club.players.values_list("name", "pk"))
    return {
        index: here[row[name_column]] for index, row in wanted.items() if row[name_column] in here
    }


def _insert_rows(
    table: DocTable, club: Club, wanted: Mapping[int, Sequence[Any]], keys: Keys
) -> None:
    """Inserts rows in order; references within their own table are set afterwards."""
    mine, places = keys[table.model], list(wanted)
    for first in range(0, len(places), ROWS_PER_STATEMENT):
        part = places[first : first + ROWS_PER_STATEMENT]
        rows = [_build_row(table, club, wanted[place], keys) for place in part]
        table.model._base_manager.bulk_create(rows)
        mine |= {place: row.pk for place, row in zip(part, rows, strict=True)}
    _link_rows(table, wanted, mine)


def _build_row(table: DocTable, club: Club, row: Sequence[Any], keys: Keys) -> models.Model:
    values: dict[str, Any] = {table.club_column: club.pk} if table.club_column else {}
    for field, value in zip(table.fields, row, strict=True):
        related = field.related_model
        if related is table.model:
            value = None  # set by _link_rows
        elif related in BY_MODEL and value is not None:
            value = keys[related][value]
        elif shape := table.travel.players_in.get(field.name):
            value = map_players(shape, value, keys[Player].__getitem__)
        values[field.attname] = value
    if table.model is Membership:  # shows who wrote what, and gives no access
        values |= {"revoked_at": timezone.now(), "last_seen_at": None}
    return table.model(**values)


def _link_rows(
    table: DocTable, wanted: Mapping[int, Sequence[Any]], mine: Mapping[int, int]
) -> None:
    for column, field in enumerate(table.fields):
        if field.related_model is table.model:
            for place, row in wanted.items():
                if row[column] is not None:
                    row_query = table.model._base_manager.filter(pk=mine[place])
                    row_query.update(**{field.attname: mine[row[column]]})


# Checking -------------------------------------------------------------------------------------


def _check_people(sessions: Iterable[int]) -> None:
    """Raises NotADocumentError where one person sits twice at a table, or is twice in an imported
    spreadsheet, under two names."""
    if case := seated_twice(sessions):
        session, player, other = case
        raise NotADocumentError(
            _(
                "%(player)s and %(other)s are the same player, but sat together in session "
                "%(session)s."
            )
            % {"player": player, "other": other, "session": session}
        )


def _check_games(games: Iterable[int]) -> None:
    """Raises NotADocumentError, naming the first game that differs from a replay of its hands."""
    for game in Game.every.select_related("session__club").filter(pk__in=list(games)):
        if difference := next(_game_faults(game), None):
            fault = in_money(difference, game.session.club.currency)
            raise NotADocumentError(
                _("Session %(session)s, game %(number)d: %(fault)s.")
                % {"session": game.session, "number": game.number, "fault": fault.rstrip(".।")}
            )


def _game_faults(game: Game) -> Iterator[Phrase]:
    """Yields the faults of a game. Nothing of a deleted game may count."""
    faults = chain(differences(game), unreadable_parts(game))
    return chain(faults, removed_faults(game.session)) if game.removed_at else faults


def _check_added_rows(sessions: Iterable[int]) -> None:
    """Raises NotADocumentError where rows of an extension contradict one another."""
    for contradictions in settings.EXTENSIONS.functions("contradictions in imported sessions"):
        for sentence in contradictions(sessions):
            raise NotADocumentError(sentence)


def _check_imported_results(club: Club) -> None:
    """Raises NotADocumentError unless imported spreadsheets add up to their lines."""
    _right, wrong = check_imported_results(club)
    if wrong:
        raise NotADocumentError(_("The imported results don’t add up."))


def _check_money(sessions: Iterable[int]) -> None:
    """Raises NotADocumentError unless money outside games is explained."""
    for session in Session.objects.select_related("club").filter(pk__in=list(sessions)):
        added = settings.EXTENSIONS.functions("faults in a session's money")
        faults = chain(audit_faults(session), *(more(session) for more in added))
        if difference := next(faults, None):
            fault = in_money(difference, session.club.currency)
            raise NotADocumentError(
                _("Session %(session)s: %(fault)s.")
                % {"session": session, "fault": fault.rstrip(".।")}
            )


def _check_happenings(happenings: Iterable[int]) -> None:
    """Raises NotADocumentError unless the group's activity can be put in words."""
    for happening in Happening.objects.filter(pk__in=list(happenings)).select_related("session"):
        try:
            if not all(isinstance(value, str | int) for value in happening.values.values()):
                raise TypeError("no name and no number")
            if missing := required_values(happening) - happening.values.keys():
                raise LookupError(", ".join(missing))
            describe(happening)
        except UNREADABLE:
            raise NotADocumentError(_("The activity in the file can’t be read.")) from None
