"""Results of earlier rounds that changed after the last round was published. Reads only."""

from typing import NamedTuple

from django.db.models import Q

from scorekeeper.play.models import Hand
from scorekeeper.tournaments.models import Tournament
from scorekeeper.tournaments.selectors import published


class Corrected(NamedTuple):
    """A table of an earlier round whose hands changed."""

    round: int
    table: int
    code: str
    """Of its session."""


def corrected_tables(tournament: Tournament) -> set[Corrected]:
    """Returns tables of rounds before the last published one where a hand was saved, edited or
    deleted after that publication. Two queries."""
    last = published(tournament).last()
    if last is None or last.published_at is None:
        return set()
    table = "game__session__tournament_table"
    changed = Hand.objects.filter(
        Q(at__gt=last.published_at) | Q(voided_at__gt=last.published_at),
        **{
            f"{table}__round__tournament": tournament,
            f"{table}__round__number__lt": last.number,
            f"{table}__round__withdrawn_at__isnull": True,
            f"{table}__play_off": False,
        },
    )
    columns = (f"{table}__round__number", f"{table}__number", "game__session__code")
    return {Corrected(*row) for row in changed.values_list(*columns).distinct()}
