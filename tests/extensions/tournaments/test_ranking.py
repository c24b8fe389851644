"""The ranking of a tournament, read from the results of its tables."""

from fractions import Fraction
from typing import Any

import pytest

from scorekeeper.clubs.models import Player
from scorekeeper.extensions.tournaments.models import Entrant, Penalty, Tournament
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import RankedEntrant, ranking
from scorekeeper.extensions.tournaments.services import add_entrants
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import game_of, publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN = days.PEOPLE[:6]


def figures(rows: list[RankedEntrant]) -> list[tuple[int | None, str, Fraction]]:
    return [(row.place, str(row.entrant.player), row.points) for row in rows]


def entrant(tournament: Tournament, name: str) -> Entrant:
    return tournament.entrants.get(player__name=name)


def test_places_at_tables_make_the_ranking() -> None:
    tournament = days.tournament(days.PEOPLE[:7])
    assert [row.place for row in ranking(tournament)] == [None] * 7
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    score(turn, 1, won=ASHA, **{DEV.replace(" ", "_"): 4, MEERA.replace(" ", "_"): 9})
    score(turn, 2, won=KIRAN)
    first, second = ranking(tournament)[:2]
    assert (first.place, second.place) == (1, 1)
    assert first.points == 10
    rest = figures(ranking(tournament))[2:]
    assert rest == [
        (3, DEV, Fraction(6)),
        (4, RAVI, Fraction(9, 2)),
        (4, SITA, Fraction(9, 2)),
        (6, MEERA, Fraction(3)),
        (None, days.PEOPLE[6], Fraction(0)),
    ]


def test_a_deleted_hand_changes_the_ranking() -> None:
    tournament = days.tournament(days.PEOPLE[:3])
    turn = publish_tables(tournament, (ASHA, DEV, MEERA))
    score(turn, won=ASHA)
    score(turn, won=DEV)
    score(turn, won=DEV)
    assert str(ranking(tournament)[0].entrant) == DEV
    for number in (3, 2):
        hand = Hand.objects.get(game=game_of(turn), number=number, voided_at=None)
        void_hand(hand=hand)
    assert str(ranking(tournament)[0].entrant) == ASHA


def test_a_substitute_plays_for_whom_they_replace_also_at_second_hand() -> None:
    tournament = days.tournament(days.PEOPLE[:3])
    turn = publish_tables(tournament, (ASHA, DEV, MEERA))
    score(turn, won=ASHA)
    replaced = ASHA
    for name in (RAVI, SITA):
        player = Player.objects.create(club=tournament.session.club, name=name)
        [taking] = add_entrants(
            tournament=tournament, players=[player], token=make.token(), by=None
        )
        taking.plays_for = entrant(tournament, replaced)
        taking.save()
        replaced = name
        turn = publish_tables(tournament, (name, DEV, MEERA))
        score(turn, won=name)
    rows = ranking(tournament)
    assert [str(row.entrant) for row in rows] == [ASHA, DEV, MEERA]
    assert rows[0].points == 30
    assert rows[0].tables == 3
    assert ranking(tournament, upto=1)[0].points == 10


def test_survivors_of_a_cut_stand_above_whoever_was_cut() -> None:
    tournament = days.tournament(days.PEOPLE[:4], cuts=(Cut(after=1, keep=3),))
    turn = publish_tables(tournament, (ASHA, DEV, MEERA, RAVI))
    score(turn, won=ASHA)
    publish_tables(tournament, (DEV, MEERA, RAVI))
    rows = ranking(tournament)
    assert [row.stage for row in rows] == [1, 1, 1, 0]
    assert str(rows[-1].entrant) == ASHA
    assert str(ranking(tournament, upto=1)[0].entrant) == ASHA


def test_a_penalty_belongs_to_the_round_in_which_it_was_given() -> None:
    tournament = days.tournament(days.PEOPLE[:3])
    for _number in range(2):
        score(publish_tables(tournament, (ASHA, DEV, MEERA)), won=ASHA)
    Penalty.objects.create(
        tournament=tournament,
        entrant=entrant(tournament, ASHA),
        points=15.5,
        reason="late",
        token=make.token(),
    )
    assert figures(ranking(tournament))[-1][1:] == (ASHA, Fraction(9, 2))
    assert ranking(tournament, upto=1)[0].points == 10


def test_people_who_are_not_on_the_list_count_at_their_table_alone() -> None:
    tournament = days.tournament(days.PEOPLE[:3])
    turn = publish_tables(tournament, (ASHA, DEV, MEERA))
    score(turn, won=ASHA)
    tournament.entrants.filter(player__name=ASHA).delete()
    assert [row.points for row in ranking(tournament)] == [Fraction(9, 2)] * 2


def test_a_ranking_takes_four_queries(django_assert_num_queries: Any) -> None:
    tournament = days.tournament(days.PEOPLE[:6])
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    score(turn, 1, won=ASHA)
    with django_assert_num_queries(4):
        ranking(tournament)
