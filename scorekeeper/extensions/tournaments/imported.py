"""Checks that the rows of an imported tournament belong together, as its own writers see to. The
group file asks for it."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from django.utils.translation import gettext as _

from scorekeeper.extensions.tournaments.extension import TOURNAMENT
from scorekeeper.extensions.tournaments.models import Entrant, Round, Tournament, players_of
from scorekeeper.extensions.tournaments.plan import MOST_PEOPLE, MOST_ROUNDS


def contradictions(sessions: Iterable[int]) -> Iterator[str]:
    """Yields a sentence if a tournament of these sessions cannot be shown and played on."""
    rows = Tournament.objects.select_related("session").filter(session__in=list(sessions))
    if not all(_is_consistent(tournament) for tournament in rows):
        yield _("The rows of a tournament contradict one another.")


def _is_consistent(tournament: Tournament) -> bool:
    entrants = list(tournament.entrants.select_related("plays_for"))
    players = {entrant.player_id for entrant in entrants}
    rounds = tournament.rounds.prefetch_related("table_sessions__session")
    return (
        tournament.session.kind == TOURNAMENT.key
        and len(entrants) <= MOST_PEOPLE
        and all(_is_listed(entrant) for entrant in entrants)
        and all(_is_seated(turn, players) for turn in rounds)
        and all(_are_known(pick.players, players) for pick in tournament.cut_picks.all())
        and all(players >= {row[0] for row in award.sums} for award in tournament.awards.all())
        and _refers_to_itself(tournament)
    )


def _is_listed(entrant: Entrant) -> bool:
    other = entrant.plays_for
    return entrant.number > 0 and (
        other is None or (other.tournament_id == entrant.tournament_id and other.pk != entrant.pk)
    )


def _are_known(parts: Iterable[Iterable[int]], players: Collection[int]) -> bool:
    """Tells whether all are entrants, and nobody is there twice."""
    times = Counter(player for part in parts for player in part)
    return times.keys() <= set(players) and max(times.values(), default=1) == 1


def _is_seated(turn: Round, players: Collection[int]) -> bool:
    later = [players_of(drawn) for drawn in turn.drawn["ahead"]]
    seated = [players_of(turn.drawn), *later]
    tables = [table for table in turn.table_sessions.all() if not table.play_off]
    return (
        1 <= turn.number <= MOST_ROUNDS
        and len(later) < MOST_ROUNDS
        and all(_are_known([drawn], players) for drawn in seated)
        and len(tables) == len(turn.tables) * _has_tables(turn, len(tables))
        and all(table.number > 0 for table in turn.table_sessions.all())
        and all(
            table.session.part_of_id == turn.tournament.session_id
            for table in turn.table_sessions.all()
        )
    )


def _has_tables(turn: Round, many: int) -> bool:
    """Tells whether it needs its tables: a withdrawn round may have lost them."""
    if turn.withdrawn_at is not None:
        return many > 0
    return turn.published_at is not None


def _refers_to_itself(tournament: Tournament) -> bool:
    """Tells whether no row names an entrant or a table of another tournament."""
    elsewhere = (
        tournament.wishes.exclude(entrant__tournament=tournament),
        tournament.wishes.filter(other__isnull=False).exclude(other__tournament=tournament),
        tournament.penalties.exclude(entrant__tournament=tournament),
    )
    return not any(rows.exists() for rows in elsewhere)
