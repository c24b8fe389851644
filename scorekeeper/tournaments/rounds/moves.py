"""People changed by hand: two of a draft change seats, or two of a published round where no hand
was saved."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Membership
from scorekeeper.clubs.signing import author_fields
from scorekeeper.core import clock
from scorekeeper.core.requests.tokens import first_answer
from scorekeeper.tournaments.models import MoreTime, Round, Tournament, players_of
from scorekeeper.tournaments.refusals import MovedError
from scorekeeper.tournaments.rounds.basis import earlier_draw
from scorekeeper.tournaments.rounds.services import drawn_by_hand, plain_flaws
from scorekeeper.tournaments.rounds.tables import open_tables, remove_tables
from scorekeeper.tournaments.services import hold_day


def swapped(turn: Round, person: int, other: int) -> list[list[int]]:
    """Returns the tables of a round after two of its people changed seats; one of them may sit
    out."""
    change = {person: other, other: person}
    return [[change.get(player, player) for player in table] for table in turn.tables]


@transaction.atomic
def swap_published(
    *,
    tournament: Tournament,
    which: int,
    person: int,
    other: int,
    token: str,
    by: Membership | None,
) -> Round:
    """Lets two people of the round published last (``which``: its id) change seats. Only their
    tables start anew; the round's clock goes on.

    Raises NotNowError where a hand was saved there, MovedError, ClosedError; OtherwiseError if the
    token has written another round.
    """
    tournament.session = session = hold_day(tournament)
    rows = Round.objects.filter(tournament=tournament)
    before = rows.filter(pk=which, published_at__isnull=False).first()
    if before is None or not {person, other} <= set(players_of(before.drawn)):
        raise MovedError(_("This round has changed. Check it again."))
    tables = swapped(before, person, other)
    if first := first_answer(rows, token, lambda row: row.tables == tables):
        return first
    last = rows.filter(published_at__isnull=False, withdrawn_at__isnull=True).order_by("number")
    if before != last.last():
        raise MovedError(_("This round has changed. Check it again."))
    changed = [
        number
        for number, (old, new) in enumerate(zip(before.tables, tables, strict=True), 1)
        if old != new
    ]
    remove_tables(before.table_sessions.filter(number__in=changed), by)
    turn = _replace(tournament, before, tables, token, by)
    before.table_sessions.exclude(number__in=changed).update(round=turn)
    MoreTime.objects.filter(round=before).update(round=turn)
    open_tables(tournament, turn, by, changed)
    locks.touch(session)
    return turn


def _replace(
    tournament: Tournament,
    before: Round,
    tables: list[list[int]],
    token: str,
    by: Membership | None,
) -> Round:
    draft = drawn_by_hand(earlier_draw(tournament, before), tables)
    before.withdrawn_at = clock.now()
    before.save(update_fields=["withdrawn_at"])
    later = tournament.rounds.filter(published_at__isnull=True, withdrawn_at__isnull=True)
    later.update(withdrawn_at=before.withdrawn_at)
    return Round.objects.create(
        tournament=tournament,
        number=before.number,
        drawn={
            "tables": tables,
            "out": list(draft.rounds[0].out),
            "ahead": before.drawn.get("ahead", []),
        },
        flaws=plain_flaws(draft),
        seed=0,
        token=token,
        published_at=before.published_at,
        **author_fields(by),
    )
