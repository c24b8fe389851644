"""What taking a book in would bring the club: whose the names are, which nights are here already,
and what stands in the way. Reads only."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from django.core.exceptions import ValidationError
from django.utils import timezone

from scorekeeper.clubs.alike import alike, letters
from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.clubs.services import clean_name
from scorekeeper.engine.words import Phrase, _
from scorekeeper.history.book import Book, BookDay, BookFault, BookSaid
from scorekeeper.history.cells import UnreadableError
from scorekeeper.standings.models import GameResult
from scorekeeper.wording.words import Minor

NEW = "new"
"""BookSaid of a name: somebody whom the club does not know yet."""


@dataclass(frozen=True, slots=True)
class Whose:
    """A name of the book. ``player`` None: comes new to the club."""

    told: str
    name: str
    """As it is kept."""
    player: Player | None
    guessed: bool
    """The name is not quite the same."""
    others: tuple[Player, ...] = ()
    """Who else it may be."""


@dataclass(frozen=True, slots=True)
class NightForeseen:
    day: BookDay
    here: Session | None
    """It is here already, with the same people and numbers, and stays out."""
    same_day: bool
    """Another night of that day is here: both count."""


@dataclass
class Foreseen:
    book: Book
    names: list[Whose] = field(default_factory=list)
    nights: list[NightForeseen] = field(default_factory=list)
    faults: list[BookFault] = field(default_factory=list)

    @property
    def new(self) -> list[NightForeseen]:
        return [night for night in self.nights if night.here is None]

    @property
    def may(self) -> bool:
        return bool(self.new) and not self.faults and not self.book.unclear

    @cached_property
    def _by_name(self) -> dict[str, Whose]:
        return {whose.told: whose for whose in self.names}

    def whose_of(self, line: BookSaid) -> Whose:
        return self._by_name[line.name.text]

    @property
    def key(self) -> str:
        """Says that exactly this was seen."""
        told = [
            [night.day.on.isoformat(), [self._told(line) for line in night.day.lines]]
            for night in self.new
        ]
        return hashlib.sha256(json.dumps(told).encode()).hexdigest()

    def _told(self, line: BookSaid) -> list[object]:
        whose = self.whose_of(line)
        return [whose.player.pk if whose.player else whose.name, line.amount, line.points]


MOST_NAMES = 200
"""In a book: each is compared with everybody in the club."""


def foresee(club: Club, book: Book, answers: Mapping[str, str]) -> Foreseen:
    """``answers``: by name, the id of a player, or ``NEW``. A handful of queries."""
    if len(book.names) > MOST_NAMES:
        raise UnreadableError(
            _("These are {n} names; {most} come in at once.").format(
                n=len(book.names), most=MOST_NAMES
            )
        )
    found = Foreseen(book, faults=list(book.faults))
    known = list(club.players.select_related("person").order_by("pk"))
    for told in book.names:
        found.names.append(_whose(told, known, answers.get(told, ""), found, book))
    here = _results(club, [day.on for day in book.days])
    for day in book.days:
        _check(day, found)
        found.nights.append(_night(day, found, here.get(day.on, {})))
    found.faults.sort(key=lambda fault: (fault.line, fault.column))
    return found


# Names ---------------------------------------------------------------------------------------


def _whose(told: str, known: Sequence[Player], answer: str, found: Foreseen, book: Book) -> Whose:
    same = next((player for player in known if player.name == told), None)
    if same is not None:
        return Whose(told, same.name, same.person or same, guessed=False)
    name = _cleaned(told, found, book)
    people = [player for player in known if player.person_id is None]
    likely = tuple(player for player in people if alike(player.name, name))
    certain = [player for player in likely if letters(player.name) == letters(name)]
    if answer == NEW:
        return Whose(told, name, None, guessed=bool(likely), others=likely)
    chosen = next((player for player in likely if str(player.pk) == answer), None)
    chosen = chosen or (certain[0] if len(certain) == 1 else None)
    return Whose(told, name, chosen, guessed=bool(likely), others=likely)


def _cleaned(told: str, found: Foreseen, book: Book) -> str:
    try:
        return clean_name(told)
    except ValidationError:
        cell = next(line.name for day in book.days for line in day.lines if line.name.text == told)
        text = _("“{told}” cannot be a name.").format(told=told[:40])
        found.faults.append(BookFault(cell.line, cell.column, text))
        return told


# Nights --------------------------------------------------------------------------------------


def _check(day: BookDay, found: Foreseen) -> None:
    def wrong(phrase: Phrase, line: int = day.line, column: int = 0) -> None:
        found.faults.append(BookFault(line, column, phrase))

    if day.on > timezone.localdate() + timedelta(days=1):  # somewhere it is tomorrow
        wrong(_("This day is still to come."))
    if len(day.lines) < 2:
        wrong(
            _("Only {name} stands here for this day: two make a night.").format(
                name=day.lines[0].name.text
            )
        )
    if off := day.off:
        wrong(
            _("The amounts of this night do not come to zero: {off} is too much.").format(
                off=Minor(off)
            )
            if off > 0
            else _("The amounts of this night do not come to zero: {off} is missing.").format(
                off=Minor(-off)
            )
        )
    with_amount = [line for line in day.lines if line.amount is not None]
    if with_amount and len(with_amount) < len(day.lines):
        wrong(_("Some have an amount in this night, and others have none."))
    seen: dict[str | int, str] = {}
    for line in day.lines:
        whose = found.whose_of(line)
        who = whose.player.pk if whose.player else letters(whose.name) or whose.name
        if seen.setdefault(who, line.name.text) != line.name.text:
            text = _("{one} and {other} are one person, and stand here for the same day.")
            wrong(text.format(one=seen[who], other=line.name.text), line.at.line, line.at.column)


KeptNights = Mapping[int, frozenset[tuple[int, int, float | None]]]
"""By night (its id): who won or lost what there, and with which points."""


def _results(club: Club, days: Sequence[date]) -> dict[date, KeptNights]:
    """Of each of these days, what its nights brought. One query."""
    if not days:
        return {}
    rows = GameResult.objects.filter(club=club, played_on__range=(min(days), max(days)))
    sums: dict[tuple[date, int], dict[int, tuple[int, float | None]]] = defaultdict(dict)
    told = ("played_on", "session_id", "player_id", "player__person_id", "net", "points", "game_id")
    for on, night, player, person, net, points, game in rows.values_list(*told):
        there = sums[on, night]
        before = there.get(person or player, (0, None))
        there[person or player] = before[0] + net, points if game is None else None
    found: dict[date, dict[int, frozenset[tuple[int, int, float | None]]]] = defaultdict(dict)
    for (on, night), by_player in sums.items():
        found[on][night] = frozenset((who, *told) for who, told in by_player.items())
    return dict(found)


def _night(day: BookDay, found: Foreseen, kept: KeptNights) -> NightForeseen:
    people = [found.whose_of(line).player for line in day.lines]
    if all(people):
        pairs = list(zip(people, day.lines, strict=True))
        mine = frozenset((p.pk, line.amount or 0, line.points) for p, line in pairs if p)
        money = frozenset((p.pk, line.amount or 0, None) for p, line in pairs if p)
        played = all(line.amount is not None for line in day.lines)
        for night, theirs in kept.items():
            if theirs == mine or (played and theirs == money):
                return NightForeseen(day, Session.objects.filter(pk=night).first(), same_day=True)
    return NightForeseen(day, None, same_day=bool(kept))
