"""The only writer of rounds: a draft is drawn, replaced by a later one, published, or taken back.

A round's number is that of the next round to be published. What is drawn is stored with its seed
and its flaws, so that two directors see one draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbelow
from typing import Any

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.signing import author_fields
from scorekeeper.core import clock
from scorekeeper.core.database.one_view import one_view
from scorekeeper.core.requests.tokens import first_answer
from scorekeeper.engine.draw import Draft, by_hand, by_lot, by_standing, plan_ahead
from scorekeeper.engine.draw import Round as DrawnRound
from scorekeeper.tournaments.models import Round, Tournament
from scorekeeper.tournaments.plan import DrawBy
from scorekeeper.tournaments.rounds.basis import DrawRefusedError, NextDraw, next_draw
from scorekeeper.tournaments.rounds.tables import open_tables
from scorekeeper.tournaments.services import hold_day

TABLES = Sequence[Sequence[int]]
"""Ids of players in the order of their seats."""


def draw_round(
    *,
    tournament: Tournament,
    token: str,
    by: Membership | None,
    tables: TABLES | None = None,
) -> Round:
    """Writes the next round as a draft, in place of an older one; ``tables``: as drawn by hand.

    Raises DrawRefusedError, ClosedError; OtherwiseError if the token has drawn otherwise.
    """
    seed = randbelow(2**31 - 1) + 1 if tables is None else 0
    with one_view():
        basis = next_draw(tournament)
    draft = _drawn(tournament, basis, tables, seed)  # up to a second: outside the lock
    return _write(tournament, basis, draft, seed, token, by)


def _drawn(tournament: Tournament, draw: NextDraw, tables: TABLES | None, seed: int) -> Draft:
    chance: dict[str, Any] = {"played": draw.played, "seed": seed}
    if tables is not None:
        seated = tuple(tuple(table) for table in tables)
        taken = {person for table in seated for person in table}
        out = tuple(person for person in draw.setting.people if person not in taken)
        return by_hand(draw.setting, DrawnRound(seated, out), played=draw.played)
    if tournament.plan.draw == DrawBy.AHEAD:
        return plan_ahead(draw.setting, draw.ahead, before=draw.before, **chance)
    if tournament.plan.draw == DrawBy.STANDING and draw.standing:
        return by_standing(draw.setting, draw.standing, **chance)
    return by_lot(draw.setting, **chance)


@transaction.atomic
def _write(
    tournament: Tournament,
    draw: NextDraw,
    draft: Draft,
    seed: int,
    token: str,
    by: Membership | None,
) -> Round:
    session = hold_day(tournament)
    if first := first_answer(Round.objects.filter(tournament=tournament), token, lambda _: True):
        return first
    drafts = tournament.rounds.filter(withdrawn_at__isnull=True, published_at__isnull=True)
    drafts.update(withdrawn_at=clock.now())
    first_round, *ahead = draft.rounds
    locks.touch(session)
    return Round.objects.create(
        tournament=tournament,
        number=draw.number,
        drawn={**_plain(first_round), "ahead": [_plain(turn) for turn in ahead]},
        flaws=[
            [flaw.kind.value, flaw.round, list(flaw.persons), flaw.count, flaw.proven]
            for flaw in draft.flaws
        ],
        seed=seed,
        token=token,
        **author_fields(by),
    )


def _plain(turn: DrawnRound) -> dict[str, Any]:
    return {"tables": [list(table) for table in turn.tables], "out": list(turn.out)}


@transaction.atomic
def publish_round(*, tournament: Tournament, number: int, by: Membership | None) -> Round:
    """Publishes the draft of this round: each table gets its session and its game. Raises
    DrawRefusedError, ClosedError."""
    session = hold_day(tournament)
    tournament.session = session
    draft = tournament.rounds.filter(number=number, withdrawn_at__isnull=True).first()
    if draft is None:
        raise DrawRefusedError("")
    if draft.published_at:
        return draft
    draft.published_at = clock.now()
    draft.save(update_fields=["published_at"])
    open_tables(tournament, draft, by)
    locks.touch(session)
    return draft
