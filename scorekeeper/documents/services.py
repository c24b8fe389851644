"""Takes a document in: what it would bring, and then all of it or nothing.

A club that is not here comes whole. Of one that is here come the nights that are not; a night that
is here as it stands in the document stays as it is, and one that differs is refused by its name:
nothing that stands is ever written over. Every game is played anew from its hands before anything
counts, its chain of digests is followed, and money that no game brought is what was said of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import DatabaseError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import describe, required_values
from scorekeeper.clubs.models import Club, Happening, Membership, Player, Session
from scorekeeper.clubs.persons import CircularMergeError, keep_persons
from scorekeeper.documents import reading
from scorekeeper.documents.parts import parts_of, selected
from scorekeeper.documents.reading import NotADocumentError, Read, read_own
from scorekeeper.documents.staying import StaysOut, stays_out
from scorekeeper.documents.tables import BY_MODEL, TABLES, DocTable, Extent
from scorekeeper.documents.twice import twice_there
from scorekeeper.documents.writing import document
from scorekeeper.ledger.results_audit import check_books
from scorekeeper.play.audit import UNREADABLE, differences
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.results import complete_results
from scorekeeper.serving.rows import insert_with_times
from scorekeeper.settling.audit import audit_faults
from scorekeeper.wording.words import in_money

TOGETHER: Final = 200
"""Rows in one statement."""
SHARE: Final = 4
"""A night read for itself takes sixty queries, and about seven times as long as in its club: up to
this part of the nights of a club they are read so, and a club of any length is not read whole."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What taking a document in would change. ``new`` and ``same``: nights by their codes."""

    club: str
    is_here: bool
    new: tuple[str, ...]
    same: tuple[str, ...]
    players: int
    games: int
    hands: int
    """In all nights of it, voided ones included."""
    out: StaysOut
    """What stays out."""

    @property
    def changes(self) -> bool:
        return bool(self.new or not self.is_here)


# Looking -------------------------------------------------------------------------------------


def preview(told: Read) -> Preview:
    """Writes nothing. Raises NotADocumentError."""
    with transaction.atomic():
        found = _compared(told, _club(told))
        if found.changes:
            _write(told, found)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def take_in(told: Read) -> tuple[Club, Preview]:
    """The club with what was taken in, and what that was: nothing, the second time. Raises
    NotADocumentError; then nothing was written."""
    found = _compared(told, _club(told, hold=True))
    club = _write(told, found) if found.changes else Club.objects.get(code=told.club["code"])
    return club, found


def _club(told: Read, *, hold: bool = False) -> Club | None:
    club = Club.objects.filter(code=told.club["code"]).first()
    return locks.hold_club(club) if club and hold else club


def _compared(told: Read, club: Club | None) -> Preview:
    here = dict(Session.every.filter(code__in=told.nights).values_list("code", "club"))
    if foreign := [code for code, of in here.items() if club is None or of != club.pk]:
        raise NotADocumentError(_("Session %s is already here, in another group.") % foreign[0])
    if club is not None and here:
        _check_same(told, club, list(here))
    new = tuple(code for code in told.nights if code not in here)
    out = stays_out(told, club, selected(told, set(new), everything=False)) if club else None
    return Preview(
        club=told.club["name"],
        is_here=club is not None,
        new=new,
        same=tuple(here),
        **{name: len(told.rows[name]) for name in ("players", "games", "hands")},
        out=out or StaysOut(),
    )


def _check_same(told: Read, club: Club, codes: Sequence[str]) -> None:
    """Raises NotADocumentError, naming the first night that stands here otherwise."""
    standing = Session.every.filter(club=club, code__in=codes).select_related("club")
    nights = {night.code: night for night in standing}
    theirs = parts_of(told)
    for extent in _compared_with(club, list(nights.values())):
        ours = parts_of(read_own(document(extent)))
        for code in nights.keys() & ours.keys():
            if ours[code] != theirs[code]:
                raise NotADocumentError(
                    _("Session %s is already here, and differs from the file.") % nights[code]
                )


def _compared_with(club: Club, nights: Sequence[Session]) -> list[Extent]:
    """What of the club is read to compare these nights of it: each alone, or all of it."""
    if len(nights) == 1 or SHARE * len(nights) < club.sessions.count():
        return [Extent(club, night) for night in nights]
    return [Extent(club)] if nights else []


def is_long_here(told: Read, club: Club) -> bool:
    """What it is compared with is too long for a page, though the document itself is not."""
    nights = club.sessions.filter(code__in=told.nights)
    extents = _compared_with(club, list(nights))
    whole = any(extent.night is None for extent in extents)
    hands = Hand.objects.filter(game__session__in=club.sessions.all() if whole else nights)
    return hands.count() > reading.MOST_HANDS


# Writing -------------------------------------------------------------------------------------


def _write(told: Read, found: Preview) -> Club:
    """Raises NotADocumentError."""
    club = _club(told)
    rows = selected(told, set(found.new), everything=club is None)
    if club is None:
        club = Club(**told.club)
        insert_with_times([club])
    try:
        with transaction.atomic():
            keys = _insert(club, rows)
    except DatabaseError:
        raise NotADocumentError(_("Its rows contradict one another.")) from None
    if found.is_here is False:
        try:
            keep_persons(club)
        except CircularMergeError:
            raise NotADocumentError(_("Its rows contradict one another.")) from None
    _check_people(keys[Session].values())
    _check_games(keys[Game].values())
    _check_books(club)
    _check_money(keys[Session].values())
    _check_happenings(keys[Happening].values())
    complete_results(keys[Game].values())
    return club


Keys = dict[type[models.Model], dict[int, int]]
"""By model: the key here of the row at each place."""


def _insert(club: Club, rows: Mapping[str, Mapping[int, Sequence[Any]]]) -> Keys:
    keys: Keys = {}
    for table in TABLES:
        wanted = rows.get(table.name, {})
        mine = keys[table.model] = dict[int, int]()
        if table.model is Player:
            mine |= _known(club, wanted)
        new = {place: row for place, row in wanted.items() if place not in mine}
        _insert_table(table, club, new, keys)
    return keys


def _known(club: Club, wanted: Mapping[int, Sequence[Any]]) -> dict[int, int]:
    """Players who are here are who they are by their names."""
    place = BY_MODEL[Player].columns.index("name")
    here = dict(club.players.values_list("name", "pk"))
    return {at: here[row[place]] for at, row in wanted.items() if row[place] in here}


def _insert_table(
    table: DocTable, club: Club, wanted: Mapping[int, Sequence[Any]], keys: Keys
) -> None:
    """In their order; a row that points at one of its own table comes after that one."""
    mine = keys[table.model]
    waiting: list[tuple[int, models.Model]] = []
    for place, row in wanted.items():
        waiting.append((place, _made(table, club, row, keys)))
        if len(waiting) == TOGETHER:
            _put(waiting, mine)
    _put(waiting, mine)
    _join(table, wanted, mine)


def _put(waiting: list[tuple[int, models.Model]], mine: dict[int, int]) -> None:
    insert_with_times([row for _place, row in waiting])
    mine |= {place: row.pk for place, row in waiting}
    waiting.clear()


def _made(table: DocTable, club: Club, row: Sequence[Any], keys: Keys) -> models.Model:
    values: dict[str, Any] = {table.club_column: club.pk} if table.club_column else {}
    for field, value in zip(table.fields, row, strict=True):
        related = field.related_model
        if related is table.model:
            value = None  # until all of them are there
        elif related in BY_MODEL and value is not None:
            value = keys[related][value]
        elif field.name in table.players_in:
            value = table.players_in[field.name](value, keys[Player].__getitem__)
        values[field.attname] = value
    if table.model is Membership:  # it tells who wrote what, and opens nothing
        values |= {"revoked_at": timezone.now(), "last_seen_at": None}
    return table.model(**values)


def _join(table: DocTable, wanted: Mapping[int, Sequence[Any]], mine: Mapping[int, int]) -> None:
    for at, field in enumerate(table.fields):
        if field.related_model is table.model:
            for place, row in wanted.items():
                if row[at] is not None:
                    one = table.model._base_manager.filter(pk=mine[place])
                    one.update(**{field.attname: mine[row[at]]})


# Believing -----------------------------------------------------------------------------------


def _check_people(nights: Iterable[int]) -> None:
    """Nobody sits twice at one table, or stands twice in an earlier book, under two names that are
    one person's here. Raises NotADocumentError."""
    if found := twice_there(nights):
        raise NotADocumentError(
            _("%(one)s and %(other)s are the same player, but sat together in session %(night)s.")
            % {"one": found.one, "other": found.other, "night": found.night}
        )


def _check_games(games: Iterable[int]) -> None:
    """Every game is what its hands give. Raises NotADocumentError, naming the first fault."""
    for game in Game.every.select_related("session__club").filter(pk__in=list(games)):
        if found := next(differences(game), None):
            fault = in_money(found, game.session.club.currency)
            raise NotADocumentError(
                _("Session %(night)s, game %(number)d: %(fault)s.")
                % {"night": game.session, "number": game.number, "fault": fault.rstrip(".।")}
            )


def _check_books(club: Club) -> None:
    """What earlier books brought is what their lines say. Raises NotADocumentError."""
    _right, wrong = check_books(club)
    if wrong:
        raise NotADocumentError(_("The imported results don’t add up."))


def _check_money(nights: Iterable[int]) -> None:
    """Money that no game brought is what somebody said. Raises NotADocumentError."""
    for night in Session.objects.select_related("club").filter(pk__in=list(nights)):
        if found := next(audit_faults(night), None):
            fault = in_money(found, night.club.currency)
            raise NotADocumentError(
                _("Session %(night)s: %(fault)s.") % {"night": night, "fault": fault.rstrip(".।")}
            )


def _check_happenings(happenings: Iterable[int]) -> None:
    """What is told of the club can be worded. Raises NotADocumentError."""
    for happening in Happening.objects.filter(pk__in=list(happenings)):
        try:
            if not all(isinstance(value, str | int) for value in happening.values.values()):
                raise TypeError("no name and no number")
            if missing := required_values(happening) - happening.values.keys():
                raise LookupError(", ".join(missing))
            describe(happening)
        except UNREADABLE:
            raise NotADocumentError(_("The activity in the file can’t be read.")) from None
