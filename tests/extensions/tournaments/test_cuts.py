"""Who plays on after a cut: by the ranking, by a host where people are tied, then as drawn."""

import pytest

from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.extensions.tournaments.models import Attendance, Presence, Tournament
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import (
    playing_after_cut,
)
from scorekeeper.extensions.tournaments.ranking.services import pick_for_cut
from scorekeeper.extensions.tournaments.services import add_entrants
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN = days.PEOPLE[:6]
CUT = Cut(after=1, keep=3)


def played() -> Tournament:
    """Two tables: Asha and Ravi won, Dev and Sita are second, Meera and Kiran are last."""
    tournament = days.tournament(days.PEOPLE[:7], cuts=(CUT,), ties=())
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    for table, (winner, second) in enumerate(((ASHA, DEV), (RAVI, SITA)), 1):
        score(turn, table, won=winner, **{second.replace(" ", "_"): 4})
    return tournament


def ids(tournament: Tournament, *names: str) -> list[int]:
    by_name = {entrant.player.name: entrant.player_id for entrant in tournament.entrants.all()}
    return [by_name[name] for name in names]


def leaves(tournament: Tournament, name: str) -> None:
    entrant = tournament.entrants.get(player__name=name)
    Attendance.objects.create(entrant=entrant, presence=Presence.LEFT, token=make.token())


def test_no_cut_before_a_round() -> None:
    assert playing_after_cut(played(), 1) is None


def test_people_tied_across_a_cut_wait_for_a_host() -> None:
    tournament = played()
    with pytest.raises(Refusal, match="Tied at the cut") as undecided:
        playing_after_cut(tournament, 2)
    assert [str(row.entrant) for row in undecided.value.now.tied] == [DEV, SITA]
    assert undecided.value.now.places_left == 1
    [sita] = ids(tournament, SITA)
    token = make.token()
    for _again in range(2):
        pick_for_cut(tournament=tournament, cut=CUT, players=[sita], token=token, by=None)
    assert playing_after_cut(tournament, 2) == ids(tournament, ASHA, RAVI, SITA)
    assert tournament.cut_picks.count() == 1
    players = ids(tournament, DEV)
    with pytest.raises(OtherwiseError):
        pick_for_cut(tournament=tournament, cut=CUT, players=players, token=token, by=None)


def test_a_lot_takes_as_many_as_there_are_places_once_per_token() -> None:
    tournament, token = played(), make.token()
    first = pick_for_cut(tournament=tournament, cut=CUT, players=None, token=token, by=None)
    again = pick_for_cut(tournament=tournament, cut=CUT, players=None, token=token, by=None)
    assert first == again
    assert len(playing_after_cut(tournament, 2) or []) == 3


def test_only_those_who_are_tied_are_picked() -> None:
    tournament = played()
    for names in ((MEERA,), (DEV, SITA), ()):
        with pytest.raises(Refusal, match="no longer tied across the cut"):
            pick_for_cut(
                tournament=tournament,
                cut=CUT,
                players=ids(tournament, *names),
                token=make.token(),
                by=None,
            )


def test_a_pick_holds_only_while_these_people_are_tied() -> None:
    tournament = played()
    pick_for_cut(
        tournament=tournament, cut=CUT, players=ids(tournament, SITA), token=make.token(), by=None
    )
    turn = tournament.rounds.get()
    score(turn, 1, won=DEV, **{ASHA.replace(" ", "_"): 20})
    with pytest.raises(Refusal, match="Tied at the cut") as undecided:
        playing_after_cut(tournament, 2)
    assert [str(row.entrant) for row in undecided.value.now.tied] == [ASHA, SITA]


def test_whoever_left_makes_room_unless_somebody_plays_for_them() -> None:
    tournament = played()
    leaves(tournament, ASHA)
    assert playing_after_cut(tournament, 2) == ids(tournament, RAVI, DEV, SITA)
    last = tournament.entrants.get(number=7)
    last.delete()
    asha = tournament.entrants.get(player__name=ASHA)
    [taking] = add_entrants(
        tournament=tournament, players=[last.player], token=make.token(), by=None
    )
    tournament.entrants.filter(pk=taking.pk).update(plays_for=asha)
    leaves(tournament, SITA)
    expected = ids(tournament, ASHA, days.PEOPLE[6], RAVI, DEV)
    assert playing_after_cut(tournament, 2) == expected


def test_once_drawn_they_have_survived_whatever_is_corrected() -> None:
    tournament = played()
    publish_tables(tournament, (ASHA, RAVI, SITA))
    score(tournament.rounds.get(number=1), 1, won=DEV)
    assert set(playing_after_cut(tournament, 3) or []) == set(ids(tournament, ASHA, RAVI, SITA))
