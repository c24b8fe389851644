"""The only writer of rounds: a draft is drawn, replaced by a later one, published, or taken back.

A round's number is that of the next round to be published. What is drawn is stored with its seed
and its flaws, so that two directors see one draft.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from secrets import randbelow
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, author_fields
from scorekeeper.core import clock
from scorekeeper.core.database import one_view
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.extensions.tournaments.draw import Draft, by_hand, by_lot, by_standing, plan_ahead
from scorekeeper.extensions.tournaments.draw import Round as DrawnRound
from scorekeeper.extensions.tournaments.draw.flaws import flaws
from scorekeeper.extensions.tournaments.draw.setting import least_repeats
from scorekeeper.extensions.tournaments.models import MoreTime, Round, Tournament, players_of
from scorekeeper.extensions.tournaments.people.services import end_rests, restore_rests
from scorekeeper.extensions.tournaments.plan import DrawBy
from scorekeeper.extensions.tournaments.rounds.basis import (
    NextDraw,
    earlier_draw,
    most_at_table,
    next_draw,
)
from scorekeeper.extensions.tournaments.rounds.flaws import check_playable, check_still_right
from scorekeeper.extensions.tournaments.rounds.tables import (
    close_played,
    open_tables,
    remove_tables,
)
from scorekeeper.extensions.tournaments.rounds.unseated import check_may_sit
from scorekeeper.extensions.tournaments.services import hold_day, withdraw_drafts

ATTEMPTS: Final = 4
"""How often a round is drawn anew because people came or left meanwhile."""


def no_longer() -> str:
    return _("This is no longer the draft. Check the newest one.")


Tables = Sequence[Sequence[int]]
"""Ids of players in the order of their seats."""


# A draft -----------------------------------------------------------------------------------


def draw_round(
    *,
    tournament: Tournament,
    token: str,
    by: Membership | None,
    tables: Tables | None = None,
    number: int | None = None,
    instead_of: int | None = None,
) -> Round:
    """Writes the next round as a draft, in place of an older one. ``tables``: as drawn by hand;
    ``number``: which round the page showed as the next; ``instead_of``: the id of the draft that
    it showed.

    Refuses what is not possible as things stand; OtherwiseError if the token has drawn otherwise.
    """
    rows = Round.objects.filter(tournament=tournament)
    for _attempt in range(ATTEMPTS):
        if first := first_answer(rows, token, lambda row: _is_same(row, tables)):
            return first
        with one_view():
            basis = next_draw(tournament)
        _check_number(basis.number, number)
        seed = randbelow(2**31 - 1) + 1 if tables is None else 0
        draft = _drawn(tournament, basis, tables, seed)  # up to a second, so without the lock
        if turn := _write(tournament, basis, draft, seed, token, by, instead_of):
            return turn
    raise Refusal(_("People came or left while it was drawn. Draw again."))


def _is_same(turn: Round, tables: Tables | None) -> bool:
    """Whether a round was drawn in this way; only what is drawn by hand has no seed."""
    if tables is None:
        return turn.seed > 0
    return turn.seed == 0 and turn.tables == [list(table) for table in tables]


def _check_number(number: int, expected: int | None) -> None:
    if expected is not None and number != expected:
        raise Refusal(_("The next round is round %(number)s."), fate=Stale, number=number)


def _drawn(tournament: Tournament, draw: NextDraw, tables: Tables | None, seed: int) -> Draft:
    if tables is not None:
        return drawn_by_hand(tournament, draw, tables)
    if draw.goes_on:
        known_flaws = flaws(draw.setting, draw.before, draw.played)
        return Draft(
            draw.before,
            known_flaws,
            least_repeats(draw.setting, draw.ahead, draw.played),
        )
    if tournament.plan.draw == DrawBy.AHEAD:
        known: dict[str, Any] = {"played": draw.played, "before": draw.before}
        return plan_ahead(draw.setting, draw.ahead, **known, seed=seed)
    if draw.standing:
        return by_standing(draw.setting, draw.standing, played=draw.played, seed=seed)
    return by_lot(draw.setting, played=draw.played, seed=seed)


def drawn_by_hand(tournament: Tournament, draw: NextDraw, tables: Tables) -> Draft:
    """Returns these tables with what is not as wished; one may have as many people as can play the
    game, also more than agreed. Refuses if it cannot be played."""
    seated = tuple(tuple(table) for table in tables)
    taken = {person for table in seated for person in table}
    out = tuple(person for person in draw.setting.people if person not in taken)
    most = most_at_table(tournament.plan)
    draft = by_hand(draw.setting, DrawnRound(seated, out), played=draw.played, most=most)
    check_playable(draft, draw.setting.smallest, most)
    return draft


@transaction.atomic
def _write(
    tournament: Tournament,
    draw: NextDraw,
    draft: Draft,
    seed: int,
    token: str,
    by: Membership | None,
    instead_of: int | None,
) -> Round | None:
    """Writes the draft; returns None if it would be drawn from something else now."""
    session = hold_day(tournament)
    rows = Round.objects.filter(tournament=tournament)
    if rows.filter(token=token).exists() or next_draw(tournament) != draw:
        return None
    older = rows.filter(number=draw.number, withdrawn_at__isnull=True).first()
    if instead_of is not None and (older is None or older.pk != instead_of):
        raise Refusal(no_longer(), fate=Stale)
    if older is not None:
        withdraw(older)
    locks.touch(session)
    return write_round(tournament, draw.number, older, draft, token, by, seed=seed)


def write_round(
    tournament: Tournament,
    number: int,
    older: Round | None,
    draft: Draft,
    token: str,
    by: Membership | None,
    *,
    seed: int = 0,
    published_at: datetime | None = None,
) -> Round:
    """Writes a round as it was drawn, in the place of an ``older`` one; ``seed`` 0: by hand, so
    that what was planned for later rounds stays."""
    first, *later = [_plain(turn) for turn in draft.rounds]
    if not seed:
        later = older.drawn.get("ahead", []) if older else []
    return Round.objects.create(
        tournament=tournament,
        number=number,
        drawn={**first, "ahead": later},
        flaws=[
            [flaw.kind.value, flaw.round, list(flaw.persons), flaw.count, flaw.proven]
            for flaw in draft.flaws
        ],
        seed=seed,
        token=token,
        published_at=published_at,
        **author_fields(by),
    )


def _plain(turn: DrawnRound) -> dict[str, Any]:
    return {"tables": [list(table) for table in turn.tables], "out": list(turn.out)}


def withdraw(turn: Round) -> None:
    turn.withdrawn_at = clock.now()
    turn.save(update_fields=["withdrawn_at"])


# Publishing --------------------------------------------------------------------------------


@transaction.atomic
def publish_round(
    *, tournament: Tournament, number: int, by: Membership | None, draft: int | None = None
) -> Round:
    """Publishes the draft of this round: each table gets its session and its game, and those of the
    round before that have finished are ended. ``draft``: the id of the one that the page showed.

    Publishing it again changes nothing. Raises ClosedError, EntryError
    (seats, options); OtherwiseError if another draft of this round was published.
    """
    tournament.session = session = hold_day(tournament)
    turn = tournament.rounds.filter(number=number, withdrawn_at__isnull=True).first()
    if turn is not None and turn.published_at:
        if draft not in (None, turn.pk):
            raise OtherwiseError(turn)
        return turn
    if turn is None or draft not in (None, turn.pk):
        raise Refusal(no_longer(), fate=Stale)
    check_still_right(tournament, turn, next_draw(tournament))
    turn.published_at = clock.now()
    turn.save(update_fields=["published_at"])
    close_played(tournament, number - 1, by)
    open_tables(tournament, turn, by)
    end_rests(tournament, turn, by)
    note(ActivityKind.ROUND_PUBLISHED, club=session.club, session=session, by=by, number=number)
    locks.touch(session)
    return turn


@transaction.atomic
def take_back_round(
    *, tournament: Tournament, number: int, by: Membership | None, which: int | None = None
) -> Round:
    """Withdraws the round that was published last, before a hand was saved at its tables: their
    sessions are ended and shown nowhere. ``which``: the id of the round that the page showed.

    Taking it back again changes nothing. Raises ClosedError.
    """
    session = hold_day(tournament)
    rounds = tournament.rounds.filter(published_at__isnull=False).order_by("number", "pk")
    again = rounds.filter(number=number, withdrawn_at__isnull=False)
    if which is not None and (before := again.filter(pk=which).first()):
        return before
    last = rounds.filter(withdrawn_at__isnull=True).last()
    if last is None or last.number != number or which not in (None, last.pk):
        raise Refusal(_("Only the round that was published last can be withdrawn."), fate=Stale)
    remove_tables(last.table_sessions.all(), by)
    withdraw(last)
    withdraw_drafts(tournament)
    restore_rests(tournament, last, by)
    note(ActivityKind.ROUND_WITHDRAWN, club=session.club, session=session, by=by, number=number)
    locks.touch(session)
    return last


# By hand in a draft, or in a published round ---------------------------------------------------


Seats = list[list[int]]
Entry = Callable[[Mapping[int, str]], tuple[ActivityKind, dict[str, str | int]]]


def swapped(turn: Round, person: int, other: int) -> Seats:
    """Returns the tables of a round after two of its people changed seats; one of them may sit
    out."""
    change = {person: other, other: person}
    return [[change.get(player, player) for player in table] for table in turn.tables]


def moved(turn: Round, person: int, table: int) -> Seats:
    """Returns the tables of a round after one of its people took the last seat of ``table``, from
    1; 0: they sit out. A person who is there already keeps their seat. Refuses if there
    is no such table."""
    if table > len(turn.tables):
        raise Refusal(no_longer(), fate=Stale)
    if table and person in turn.tables[table - 1]:
        return turn.tables
    left = [[player for player in seats if player != person] for seats in turn.tables]
    if table:
        left[table - 1].append(person)
    return left


def swap_seats(
    *,
    tournament: Tournament,
    number: int,
    which: int,
    person: int,
    other: int,
    token: str,
    by: Membership | None,
) -> Round:
    """Lets two people of round ``number`` (``which``: its id) change seats. A draft is drawn anew
    with these tables; of the round published last only their tables start anew, and its clock goes
    on.

    Refuses where a hand was saved there. Raises ClosedError; OtherwiseError if the
    token has written another round.
    """
    return _change(
        tournament,
        (number, which),
        (person, other),
        lambda turn: swapped(turn, person, other),
        lambda names: (ActivityKind.SEATS_CHANGED, {"name": names[person], "person": names[other]}),
        token,
        by,
    )


def move_person(
    *,
    tournament: Tournament,
    number: int,
    which: int,
    person: int,
    table: int,
    token: str,
    by: Membership | None,
) -> Round:
    """Moves one of a round to another table (from 1), or lets them sit out (0). Somebody who is
    here and is not in a published round gets a seat. Otherwise as ``swap_seats``; raises
    Refuses also where a table would be too small, or too large for the game."""

    def entry(names: Mapping[int, str]) -> tuple[ActivityKind, dict[str, str | int]]:
        name = {"name": names[person]}
        if not table:
            return ActivityKind.SEAT_GIVEN_UP, {**name}
        return ActivityKind.SEAT_MOVED, {**name, "table": table}

    return _change(
        tournament,
        (number, which),
        (person,),
        lambda turn: moved(turn, person, table),
        entry,
        token,
        by,
    )


def _change(
    tournament: Tournament,
    shown: tuple[int, int],
    people: Collection[int],
    change: Callable[[Round], Seats],
    entry: Entry,
    token: str,
    by: Membership | None,
) -> Round:
    """``shown``: the number and the id of the round that the page showed; ``people``: who has to be
    in it or, if it is published, here without a seat; ``change``: its tables afterwards; ``entry``:
    what the group's activity gets once it is published, by names of ``people``."""
    number, which = shown
    turn = tournament.rounds.filter(pk=which, number=number).first()
    if turn is None:
        raise Refusal(no_longer(), fate=Stale)
    if turn.published_at is not None:
        return _reseat(tournament, which, people, change, entry, token, by)
    if not {*people} <= {*players_of(turn.drawn)}:
        raise Refusal(no_longer(), fate=Stale)
    return draw_round(
        tournament=tournament,
        tables=change(turn),
        number=number,
        instead_of=which,
        token=token,
        by=by,
    )


@transaction.atomic
def _reseat(
    tournament: Tournament,
    which: int,
    people: Collection[int],
    change: Callable[[Round], Seats],
    entry: Entry,
    token: str,
    by: Membership | None,
) -> Round:
    tournament.session = session = hold_day(tournament)
    rows = Round.objects.filter(tournament=tournament)
    before = rows.filter(pk=which, published_at__isnull=False).first()
    if before is None:
        raise Refusal(_("This round has changed. Check it again."), fate=Stale)
    tables = change(before)
    if first := first_answer(rows, token, lambda row: row.tables == tables):
        return first
    last = rows.filter(published_at__isnull=False, withdrawn_at__isnull=True).order_by("number")
    if before != last.last():
        raise Refusal(_("This round has changed. Check it again."), fate=Stale)
    new = set(people) - set(players_of(before.drawn))
    check_may_sit(tournament, before, new, tables)
    if tables == before.tables:
        return before
    turn = _start_changed(tournament, before, tables, new, token, by)
    names = dict(Player.objects.filter(pk__in=people).values_list("pk", "name"))
    kind, values = entry(names)
    note(kind, club=session.club, session=session, by=by, number=turn.number, **values)
    locks.touch(session)
    return turn


def _start_changed(
    tournament: Tournament,
    before: Round,
    tables: Seats,
    new: Collection[int],
    token: str,
    by: Membership | None,
) -> Round:
    """Puts a round with these tables in the place of one, and starts anew those that differ;
    ``new``: who was not in it."""
    changed = [
        number
        for number, (old, now) in enumerate(zip(before.tables, tables, strict=True), 1)
        if old != now
    ]
    remove_tables(before.table_sessions.filter(number__in=changed), by)
    draft = drawn_by_hand(tournament, earlier_draw(tournament, before, new), tables)
    withdraw(before)
    withdraw_drafts(tournament)
    turn = write_round(
        tournament, before.number, before, draft, token, by, published_at=before.published_at
    )
    before.table_sessions.exclude(number__in=changed).update(round=turn)
    MoreTime.objects.filter(round=before).update(round=turn)
    open_tables(tournament, turn, by, changed)
    return turn
