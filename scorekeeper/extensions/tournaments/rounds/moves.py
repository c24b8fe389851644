"""People moved by hand, in a draft or in a published round where no hand was saved: two change
seats, or one moves to another table. Somebody here without a seat gets one in the same way."""

from collections.abc import Callable, Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.extensions.tournaments.models import MoreTime, Round, Tournament, players_of
from scorekeeper.extensions.tournaments.rounds.basis import earlier_draw
from scorekeeper.extensions.tournaments.rounds.services import (
    draw_round,
    drawn_by_hand,
    no_longer,
    withdraw,
    write_round,
)
from scorekeeper.extensions.tournaments.rounds.tables import open_tables, remove_tables
from scorekeeper.extensions.tournaments.rounds.unseated import check_may_sit
from scorekeeper.extensions.tournaments.services import hold_day, withdraw_drafts

Tables = list[list[int]]
Entry = Callable[[Mapping[int, str]], tuple[ActivityKind, dict[str, str | int]]]


def swapped(turn: Round, person: int, other: int) -> Tables:
    """Returns the tables of a round after two of its people changed seats; one of them may sit
    out."""
    change = {person: other, other: person}
    return [[change.get(player, player) for player in table] for table in turn.tables]


def moved(turn: Round, person: int, table: int) -> Tables:
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
    change: Callable[[Round], Tables],
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
    change: Callable[[Round], Tables],
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
    tables: Tables,
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
