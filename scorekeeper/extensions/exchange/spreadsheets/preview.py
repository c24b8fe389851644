"""Previews an import: whose the names are, which sessions exist already, and what has to be fixed.
Reads only."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils import timezone

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.clubs.players.names import alike, letters
from scorekeeper.clubs.services import clean_name
from scorekeeper.core.localization.words import Minor
from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError
from scorekeeper.extensions.exchange.spreadsheets.parsing import (
    Spreadsheet,
    SpreadsheetDay,
    SpreadsheetFault,
    SpreadsheetResult,
)
from scorekeeper.extensions.exchange.spreadsheets.selectors import gone_players
from scorekeeper.ledger.models import GameResult

NEW = "new"
"""The answer for a name of somebody who is not in the group yet."""


@dataclass(frozen=True, slots=True)
class NameMatch:
    """A name in the spreadsheet. ``player`` None: new to the group."""

    text: str
    name: str
    """As it would be stored."""
    player: Player | None
    guessed: bool
    """The name is not exactly the same."""
    others: tuple[Player, ...] = ()
    """Other players it may be."""


@dataclass(frozen=True, slots=True)
class SessionPreview:
    day: SpreadsheetDay
    existing: Session | None
    """The same session, with the same people and numbers, exists already and is skipped."""
    same_day: bool
    """Another session of that day exists: both count."""


@dataclass
class ImportPreview:
    spreadsheet: Spreadsheet
    names: list[NameMatch] = field(default_factory=list)
    sessions: list[SessionPreview] = field(default_factory=list)
    faults: list[SpreadsheetFault] = field(default_factory=list)

    @property
    def new(self) -> list[SessionPreview]:
        return [session for session in self.sessions if session.existing is None]

    @property
    def can_import(self) -> bool:
        return bool(self.new) and not self.faults and not self.spreadsheet.is_unclear

    @cached_property
    def _by_name(self) -> dict[str, NameMatch]:
        return {match.text: match for match in self.names}

    def match_of(self, line: SpreadsheetResult) -> NameMatch:
        return self._by_name[line.name.text]

    @property
    def key(self) -> str:
        """Identifies exactly what was shown."""
        rows = [
            [session.day.on.isoformat(), [self._key_of(line) for line in session.day.lines]]
            for session in self.new
        ]
        return hashlib.sha256(json.dumps(rows).encode()).hexdigest()

    def _key_of(self, line: SpreadsheetResult) -> list[object]:
        match = self.match_of(line)
        return [match.player.pk if match.player else match.name, line.amount, line.points]


MOST_NAMES = 200
"""How many names an import may have: each is compared with everyone in the group."""


def build_preview(
    club: Club, spreadsheet: Spreadsheet, answers: Mapping[str, str]
) -> ImportPreview:
    """Previews an import. ``answers``: by name, the id of a player, or ``NEW``. A handful of
    queries."""
    if len(spreadsheet.names) > MOST_NAMES:
        raise UnreadableError(
            _("Too many names: {n} (max. {most} at a time).").format(
                n=len(spreadsheet.names), most=MOST_NAMES
            )
        )
    preview = ImportPreview(spreadsheet, faults=list(spreadsheet.faults))
    here = club.players.exclude(pk__in=gone_players(club))
    players = list(here.select_related("person").order_by("pk"))
    for text in spreadsheet.names:
        preview.names.append(_match(text, players, answers.get(text, ""), preview, spreadsheet))
    existing = _results(club, [day.on for day in spreadsheet.days])
    for day in spreadsheet.days:
        _check(day, preview)
        session = _session(day, preview, existing.get(day.on, {}))
        if session.existing is not None:  # another of that day with the same results is new
            del existing[day.on][session.existing.pk]
        preview.sessions.append(session)
    preview.faults.sort(key=lambda fault: (fault.line, fault.column))
    return preview


# Names ---------------------------------------------------------------------------------------


def _match(
    text: str,
    players: Sequence[Player],
    answer: str,
    preview: ImportPreview,
    spreadsheet: Spreadsheet,
) -> NameMatch:
    same = next((player for player in players if player.name == text), None)
    if same is not None:
        return NameMatch(text, same.name, same.person or same, guessed=False)
    name = _cleaned(text, preview, spreadsheet)
    people = [player for player in players if player.person_id is None]
    likely = tuple(player for player in people if alike(player.name, name))
    certain = [player for player in likely if letters(player.name) == letters(name)]
    if answer == NEW:
        return NameMatch(text, name, None, guessed=bool(likely), others=likely)
    chosen = next((player for player in likely if str(player.pk) == answer), None)
    chosen = chosen or (certain[0] if len(certain) == 1 else None)
    return NameMatch(text, name, chosen, guessed=bool(likely), others=likely)


def _cleaned(text: str, preview: ImportPreview, spreadsheet: Spreadsheet) -> str:
    try:
        return clean_name(text)
    except ValidationError:
        cell = next(
            line.name for day in spreadsheet.days for line in day.lines if line.name.text == text
        )
        phrase = _("“{text}” is not a valid name.").format(text=text[:40])
        preview.faults.append(SpreadsheetFault(cell.line, cell.column, phrase))
        return text


# Sessions --------------------------------------------------------------------------------------


def _check(day: SpreadsheetDay, preview: ImportPreview) -> None:
    def add_fault(phrase: Phrase, line: int = day.line, column: int = 0) -> None:
        preview.faults.append(SpreadsheetFault(line, column, phrase))

    if day.on > timezone.localdate() + timedelta(days=1):  # somewhere it is tomorrow
        add_fault(_("This day is in the future."))
    if len(day.lines) < 2:
        add_fault(
            _("Only {name} is listed for this day. A session needs two players.").format(
                name=day.lines[0].name.text
            )
        )
    if off := day.total:
        add_fault(
            _("This session’s amounts don’t add up to zero: {off} too much.").format(off=Minor(off))
            if off > 0
            else _("This session’s amounts don’t add up to zero: {off} missing.").format(
                off=Minor(-off)
            )
        )
    with_amount = [line for line in day.lines if line.amount is not None]
    if with_amount and len(with_amount) < len(day.lines):
        add_fault(_("Some players have no amount in this session."))
    names_by_person: dict[str | int, str] = {}
    for line in day.lines:
        match = preview.match_of(line)
        person = match.player.pk if match.player else letters(match.name) or match.name
        other = names_by_person.setdefault(person, line.name.text)
        if other != line.name.text:
            text = _("{name} and {other} are the same player, and are listed for the same day.")
            phrase = text.format(name=other, other=line.name.text)
            add_fault(phrase, line.cell.line, line.cell.column)


StoredSessions = dict[int, frozenset[tuple[int, int, float | None]]]
"""By session (its id): each person's net and points."""


def _results(club: Club, days: Sequence[date]) -> dict[date, StoredSessions]:
    """Returns by day the results of its sessions. One query."""
    if not days:
        return {}
    rows = GameResult.objects.filter(club=club, played_on__range=(min(days), max(days)))
    sums: dict[tuple[date, int], dict[int, tuple[int, float | None]]] = defaultdict(dict)
    columns = ("played_on", "session_id", "player_id", "player__person_id", "net")
    for on, session, player, person, net, points, game in rows.values_list(
        *columns, "points", "game_id"
    ):
        results = sums[on, session]
        before = results.get(person or player, (0, None))
        results[person or player] = before[0] + net, points if game is None else None
    by_day: dict[date, dict[int, frozenset[tuple[int, int, float | None]]]] = defaultdict(dict)
    for (on, session), by_person in sums.items():
        by_day[on][session] = frozenset((pk, *result) for pk, result in by_person.items())
    return dict(by_day)


def _session(day: SpreadsheetDay, preview: ImportPreview, stored: StoredSessions) -> SessionPreview:
    people = [preview.match_of(line).player for line in day.lines]
    if all(people):
        pairs = list(zip(people, day.lines, strict=True))
        mine = frozenset((p.pk, line.amount or 0, line.points) for p, line in pairs if p)
        money = frozenset((p.pk, line.amount or 0, None) for p, line in pairs if p)
        played = all(line.amount is not None for line in day.lines)
        for session, theirs in stored.items():
            if theirs == mine or (played and theirs == money):
                return SessionPreview(
                    day, Session.objects.filter(pk=session).first(), same_day=True
                )
    return SessionPreview(day, None, same_day=bool(stored))
