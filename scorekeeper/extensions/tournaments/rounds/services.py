"""The only writer of rounds: a draft is drawn, replaced by a later one, published, or taken back.

A round's number is that of the next round to be published. What is drawn is stored with its seed
and its flaws, so that two directors see one draft.
"""

from collections.abc import Sequence
from datetime import datetime
from secrets import randbelow
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, author_fields
from scorekeeper.core import clock
from scorekeeper.core.database import one_view
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.extensions.tournaments.draw import Draft, by_hand, by_lot, by_standing, plan_ahead
from scorekeeper.extensions.tournaments.draw import Round as DrawnRound
from scorekeeper.extensions.tournaments.draw.bounds import least_repeats
from scorekeeper.extensions.tournaments.draw.flaws import flaws
from scorekeeper.extensions.tournaments.models import Round, Tournament
from scorekeeper.extensions.tournaments.people.services import end_rests, restore_rests
from scorekeeper.extensions.tournaments.plan import DrawBy
from scorekeeper.extensions.tournaments.rounds.basis import NextDraw, next_draw
from scorekeeper.extensions.tournaments.rounds.flaws import check_playable, check_still_right
from scorekeeper.extensions.tournaments.rounds.standby import most_at_table
from scorekeeper.extensions.tournaments.rounds.tables import (
    close_played,
    open_tables,
    remove_tables,
)
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
