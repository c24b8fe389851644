"""All sheets of a night: how far they are. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import get_language

from scorekeeper.clubs.models import Player, Session
from scorekeeper.jobs.models import IN_WORK, JobState
from scorekeeper.ledger.selectors import players_of
from scorekeeper.statements.models import Statement


@dataclass(frozen=True, slots=True)
class Together:
    """The sheets of a night as it stands, in the reader's language: the whole night's and that of
    each who was there."""

    players: tuple[Player, ...]
    done: tuple[Statement, ...]
    """The whole night's first, then as they sat down."""
    waiting: int
    failed: tuple[Statement, ...]

    @property
    def most(self) -> int:
        return 1 + len(self.players)

    @property
    def is_whole(self) -> bool:
        return len(self.done) == self.most

    @property
    def mark(self) -> str:
        """Changes with whatever a page shows of it."""
        return f"{self.most}-{len(self.done)}-{self.waiting}-{len(self.failed)}"


def together(session: Session) -> Together:
    """Two queries, however many there are."""
    players = players_of(session)
    order = {player: place for place, player in enumerate([None, *players])}
    stands = Q(state=JobState.DONE, shows__gte=session.edition) | Q(state__in=IN_WORK)
    stands |= Q(state=JobState.FAILED, version=session.edition)
    rows = Statement.objects.filter(stands, session=session, language=get_language())
    newest = {row.player_id: row for row in rows.select_related("player").order_by("pk")}
    found = sorted(
        (row for player, row in newest.items() if player in order),
        key=lambda row: order[row.player_id],
    )
    return Together(
        players=tuple(players.values()),
        done=tuple(row for row in found if row.state == JobState.DONE),
        waiting=sum(row.state in IN_WORK for row in found),
        failed=tuple(row for row in found if row.state == JobState.FAILED),
    )
