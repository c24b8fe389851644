"""The only writer of what comes in from an earlier book, and of its going: all of it or nothing,
once per token."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership, Player, Session
from scorekeeper.clubs.selectors import next_of_day
from scorekeeper.clubs.services import add_players
from scorekeeper.clubs.signing import author_fields
from scorekeeper.history.book import Book, BookCounts, read_book
from scorekeeper.history.cells import sheet
from scorekeeper.history.foreseen import Foreseen, NightForeseen, foresee
from scorekeeper.history.models import BookImport, BookNight, BookPlayer
from scorekeeper.history.values import DayOrder
from scorekeeper.serving.rows import made
from scorekeeper.standings.models import BookLine
from scorekeeper.standings.services import forget_book, write_book
from scorekeeper.wording import currencies

TOGETHER = 500
"""Rows in one statement."""


@dataclass(frozen=True, slots=True)
class BookAsked:
    """What somebody brought, and said of it. ``variant``: the game, "" where it is not known;
    ``whose``: by name of the book, as ``foresee`` takes it."""

    text: str
    called: str = ""
    counts: BookCounts = BookCounts.AMOUNT
    order: DayOrder | None = None
    variant: str = ""
    lowest: bool = False
    whose: Mapping[str, str] = field(default_factory=dict)


class NotAsSeenError(Exception):
    """It would bring something else by now, or cannot come in as it is: ``foreseen``."""

    def __init__(self, foreseen: Foreseen) -> None:
        super().__init__("not as seen")
        self.foreseen = foreseen


class RestsError(Exception):
    """Something was played or paid in this ``night`` since."""

    def __init__(self, night: Session) -> None:
        super().__init__("something rests on it")
        self.night = night


def look(club: Club, asked: BookAsked, *, most: int) -> Foreseen:
    """Writes nothing. Raises UnreadableError."""
    return foresee(club, _read(club, asked, most), asked.whose)


def _read(club: Club, asked: BookAsked, most: int) -> Book:
    table = sheet(asked.text, most=most)
    return read_book(
        table,
        digits=currencies.digits(club.currency),
        marks=currencies.marks_of(club.currency),
        counts=asked.counts,
        order=asked.order,
    )


@transaction.atomic
def take_in(
    *,
    club: Club,
    asked: BookAsked,
    seen: str | None,
    most: int,
    token: str,
    by: Membership | None,
) -> BookImport:
    """``seen``: the key of what was shown; None: whatever it is. ``most``: lines.

    Once per token. Raises UnreadableError; NotAsSeenError.
    """
    # The same token with another book, of a page that was gone back to, is another import.
    told = f"{token}\0{asked!r}".encode("utf-8", "surrogatepass")
    token = hashlib.sha256(told).hexdigest()
    held = locks.hold_club(club)
    if earlier := BookImport.objects.filter(club=held, token=token).first():
        return earlier
    found = look(held, asked, most=most)
    if not found.may or seen not in (None, found.key):
        raise NotAsSeenError(found)
    book = BookImport.objects.create(
        club=held, called=asked.called[:80], token=token, **author_fields(by)
    )
    people = _people(held, found, book)
    lines = [
        line for night in found.new for line in _lines(_opened(book, night), night, people, asked)
    ]
    for first in range(0, len(lines), TOGETHER):
        write_book(lines[first : first + TOGETHER])
    nights, new = len(found.new), BookPlayer.objects.filter(came_with=book).count()
    note(Happened.BOOK_IN, club=held, by=by, nights=nights, people=new)
    return book


def _people(club: Club, found: Foreseen, book: BookImport) -> dict[str, Player]:
    """By name of the book; who is new comes to the club."""
    wanted = dict.fromkeys(line.name.text for night in found.new for line in night.day.lines)
    people: dict[str, Player] = {}
    last = Player.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True).first()
    for whose in found.names:
        if whose.told in wanted:
            people[whose.told] = whose.player or add_players(club=club, names=[whose.name])[0]
    new = {player.pk for player in people.values() if player.pk > (last or 0)}
    BookPlayer.objects.bulk_create(BookPlayer(player_id=pk, came_with=book) for pk in sorted(new))
    _welcome_again(people.values(), book)
    return people


def _welcome_again(people: Iterable[Player], book: BookImport) -> None:
    """Who went when an import was taken back, and stands in this one."""
    again = BookPlayer.objects.filter(
        player__in=[player.pk for player in people], came_with__taken_back_at__isnull=False
    )
    Player.objects.filter(pk__in=list(again.values_list("player", flat=True))).update(left_at=None)
    again.update(came_with=book)


def _opened(book: BookImport, night: NightForeseen) -> Session:
    """Closed from the first: nobody plays in it."""
    session = Session.objects.create(
        club=book.club,
        played_on=night.day.on,
        of_day=next_of_day(book.club, night.day.on),
        closed_at=timezone.now(),
        from_book=True,
    )
    BookNight.objects.create(session=session, came_with=book)
    return session


def _lines(
    session: Session,
    night: NightForeseen,
    people: Mapping[str, Player],
    asked: BookAsked,
) -> list[BookLine]:
    lines = []
    for said in night.day.lines:
        line = made(
            BookLine,
            session_id=session.pk,
            player_id=people[said.name.text].pk,
            variant=asked.variant,
            amount=said.amount,
            points=said.points,
            lowest=asked.lowest,
        )
        line.session = session
        lines.append(line)
    return lines


# Taken back ----------------------------------------------------------------------------------


@transaction.atomic
def take_back(*, book: BookImport, by: Membership | None) -> BookImport:
    """None of its nights counts any more; what it said stays written down. The same again changes
    nothing. Raises RestsError."""
    nights = Session.every.filter(book_night__came_with=book)
    ids = locks.hold_nights(nights)
    locks.hold_club(book.club)
    held = BookImport.objects.get(pk=book.pk)
    if held.taken_back_at is not None:
        return held
    if rests := _resting(ids):
        raise RestsError(rests)
    forget_book(ids)
    now = timezone.now()
    Session.every.filter(pk__in=ids).update(removed_at=now, version=F("version") + 1)
    held.taken_back_at, held.taken_back_by = now, by
    held.save(update_fields=["taken_back_at", "taken_back_by"])
    _let_go(held)
    note(Happened.BOOK_OUT, club=held.club, by=by, nights=len(ids))
    return held


def _resting(nights: list[int]) -> Session | None:
    """The first in which something was played or paid, or is still being played."""
    used = Q(games__isnull=False) | Q(payments__isnull=False) | Q(handovers__isnull=False)
    used |= Q(costs__isnull=False) | Q(draws__isnull=False) | Q(closed_at=None)
    return Session.every.filter(used, pk__in=nights).order_by("played_on", "pk").first()


def _let_go(book: BookImport) -> None:
    """Who came with it and has nothing else is of the club no more."""
    came = Player.objects.filter(pk__in=book.players.values("player"), left_at=None)
    idle = came.filter(seats=None, results=None, names=None, person=None)
    idle.exclude(
        pk__in=Membership.objects.filter(club=book.club, player__isnull=False).values("player")
    ).update(left_at=timezone.now())
