"""Whether two names can be one person: those who sat together or paid each other are two. Reads
only."""

from collections.abc import Sequence

from django.db.models import Q

from scorekeeper.clubs.models import Club, Session
from scorekeeper.ledger.models import ImportedResult, Payment
from scorekeeper.play.models import Draw, Seat
from scorekeeper.settlement.models import Handover

Ids = Sequence[int]


def session_of_both(club: Club, first: Ids, second: Ids) -> Session | None:
    """Returns the first session that shows two people. Names by their ids."""
    sessions = {
        *_sat(first, second),
        *_drew(club, first, second),
        *_paid(first, second),
        *_in_spreadsheet(first, second),
    }
    return Session.objects.filter(pk__in=sessions).order_by("played_on", "pk").first()


def _sat(first: Ids, second: Ids) -> set[int]:
    in_force = Q(game__removed_at=None) | Q(game__session__closed_at=None)  # it may be restored
    games = Seat.objects.filter(in_force, player__in=first).values("game")
    both = Seat.objects.filter(player__in=second, game__in=games)
    return set(both.values_list("game__session_id", flat=True))


def _drew(club: Club, first: Ids, second: Ids) -> set[int]:
    return {
        draw.session_id
        for draw in Draw.objects.filter(session__club=club)
        if {*first} & {*draw.drawn_by} and {*second} & {*draw.drawn_by}
    }


def _paid(first: Ids, second: Ids) -> set[int]:
    between = Q(payer__in=first, payee__in=second) | Q(payer__in=second, payee__in=first)
    rows = (Payment.objects.filter(between), Handover.objects.filter(between))
    return {pk for queryset in rows for pk in queryset.values_list("session_id", flat=True)}


def _in_spreadsheet(first: Ids, second: Ids) -> set[int]:
    """Finds imported sessions with a line for both."""
    sessions = ImportedResult.objects.filter(player__in=first).values("session")
    both = ImportedResult.objects.filter(player__in=second, session__in=sessions)
    return set(both.filter(session__removed_at=None).values_list("session_id", flat=True))
