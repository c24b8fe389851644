"""A hand of an earlier round: once a later one is published a host sees what its change does."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.tournaments.models import Round, Tournament
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.selectors import playing_after_cut, ranking
from scorekeeper.extensions.tournaments.rounds.unseated import plays_on_in
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.models import Hand
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import game_of, publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN = days.PEOPLE[:6]


@pytest.fixture
def tournament() -> Tournament:
    tournament = days.tournament(days.PEOPLE[:6])
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    score(turn, 1, won=ASHA, **{name_of(DEV): 4})
    score(turn, 2, won=RAVI, **{name_of(SITA): 4})
    return tournament


def name_of(player: str) -> str:
    return player.replace(" ", "_")


def first_hand(turn: Round) -> Hand:
    return game_of(turn, 1).hands.get()


def delete(client: Client, hand: Hand, **fields: str) -> Any:
    return client.post(hand_address("entry:hand_delete", hand), {"token": make.token(), **fields})


def words(answer: Any) -> str:
    html = answer.content.decode().split("<main")[-1]
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_before_the_next_round_it_counts_at_once(tournament: Tournament) -> None:
    hand = first_hand(tournament.rounds.get())
    scorer = make.client_with(Role.SCORER, tournament.session.club)
    assert delete(scorer, hand).status_code == 302
    hand.refresh_from_db()
    assert hand.voided_at is not None


def test_after_it_a_host_sees_first_what_it_changes(tournament: Tournament) -> None:
    first = tournament.rounds.get()
    publish_tables(tournament, (ASHA, RAVI, MEERA), (DEV, SITA, KIRAN))
    hand, host = first_hand(first), make.host_client(tournament.session.club)
    before = [(str(row.entrant), row.points) for row in ranking(tournament)]
    edit = words(host.get(hand_address("entry:hand_edit", hand)))
    assert "The next round is published. You’ll see what changes before you save." in edit
    assert "Preview changes" in edit and "Save changes" not in edit
    answer = delete(host, hand)
    page = words(answer)
    assert "The next round is published. Nothing is saved yet." in page
    assert "Ranking: place and points" in page and "Nobody owes more or less." not in page
    assert all(name in page for name in (ASHA, DEV, MEERA))
    assert [(str(row.entrant), row.points) for row in ranking(tournament)] == before
    match = re.search(r'name="agreed"\s+value="(\w+)"', answer.content.decode())
    assert match
    assert delete(host, hand, agreed=match[1]).status_code == 302
    hand.refresh_from_db()
    assert hand.voided_at is not None
    assert [(str(row.entrant), row.points) for row in ranking(tournament)] != before


def test_after_it_a_table_changes_no_hand_alone(tournament: Tournament) -> None:
    first = tournament.rounds.get()
    publish_tables(tournament, (ASHA, RAVI, MEERA), (DEV, SITA, KIRAN))
    hand = first_hand(first)
    scorer = make.client_with(Role.SCORER, tournament.session.club)
    for answer in (delete(scorer, hand), scorer.get(hand_address("entry:hand_edit", hand))):
        assert "Only a host can still change hands of this one." in words(answer)
    hand.refresh_from_db()
    assert hand.voided_at is None


def test_a_hand_of_the_last_round_counts_at_once(tournament: Tournament) -> None:
    turn = publish_tables(tournament, (ASHA, RAVI, MEERA), (DEV, SITA, KIRAN))
    score(turn, 1, won=ASHA)
    scorer = make.client_with(Role.SCORER, tournament.session.club)
    assert delete(scorer, first_hand(turn)).status_code == 302


def test_who_would_be_through_a_cut_by_a_correction_does_not_sit_out() -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:6], cuts=(Cut(after=1, keep=3),)))
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    score(turn, 1, won=ASHA, **{name_of(DEV): 4})
    score(turn, 2, won=RAVI, **{name_of(SITA): 5})
    final = publish_tables(tournament, (ASHA, RAVI, SITA))
    drawn = {person for table in final.tables for person in table}
    score(turn, 1, won=DEV, **{name_of(ASHA): 90})
    score(turn, 2, won=KIRAN, **{name_of(SITA): 90, name_of(RAVI): 90})
    assert set(playing_after_cut(tournament, 2) or ()) != drawn
    assert set(plays_on_in(tournament, final) or ()) == drawn
