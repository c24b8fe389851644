"""The page of the ranking: places, points of each round, penalties, cuts and what hosts decide."""

import csv
import io
import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.clubs.models import Happening, Role
from scorekeeper.extensions.tournaments.hall.views import call_referee, rule
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.people.services import substitute
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.ranking.page import full_ranking
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = pytest.mark.django_db
ASHA, DEV, MEERA, RAVI, SITA, KIRAN = days.PEOPLE[:6]


def played(**fields: Any) -> Tournament:
    tournament = days.tournament(days.PEOPLE[:7], **fields)
    turn = publish_tables(tournament, (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN))
    for table, (winner, second) in enumerate(((ASHA, DEV), (RAVI, SITA)), 1):
        score(turn, table, won=winner, **{second.replace(" ", "_"): 4})
    return tournament


def address(tournament: Tournament, page: str = "ranking", *args: object) -> str:
    return reverse(f"tournaments:{page}", args=[tournament.session.code, *args])


def text_of(client: Client, url: str) -> str:
    html = client.get(url).content.decode().split("<main")[1]
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def fate(answer: Any) -> str:
    return str(json.loads(answer["X-Outcome"])["fate"])


def test_it_shows_places_points_and_the_rounds_behind_them() -> None:
    tournament = played(cuts=(Cut(after=1, keep=3),), ties=())
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    page = text_of(viewer, address(tournament))
    assert f"{ASHA} Round 1, table 1 10 10" in page
    assert "Tied: no tie-break applies." in page
    assert "Cut after round 1: the best 3 play on" in page
    assert f"– {days.PEOPLE[6]}" in page
    assert "Choose who plays on" not in page
    assert ASHA in text_of(viewer, address(tournament, "day"))


def test_nobody_decides_a_cut_before_anybody_played_in_its_round() -> None:
    tournament = days.tournament(days.PEOPLE[:6], cuts=(Cut(after=2, keep=3),), ties=())
    tables = (ASHA, DEV, MEERA), (RAVI, SITA, KIRAN)
    first = publish_tables(tournament, *tables)
    score(first, 1, won=ASHA)
    score(first, 2, won=RAVI)
    second, host = publish_tables(tournament, *tables), make.host_client(tournament.session.club)
    assert "Choose who plays on" not in text_of(host, address(tournament))
    score(second, 1, won=ASHA)
    assert "Choose who plays on" in text_of(host, address(tournament))


def test_an_unchanged_ranking_is_not_sent_again() -> None:
    tournament = played()
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    page = viewer.get(address(tournament)).content.decode()
    (poll,) = re.findall(r'hx-get="([^"]*mark=[^"]*)"', page)
    assert viewer.get(poll, headers={"HX-Request": "true"}).status_code == 204
    score(tournament.rounds.get(), 1, won=DEV)
    fresh = viewer.get(poll, headers={"HX-Request": "true"})
    assert fresh.status_code == 200
    assert b"<main" not in fresh.content


def test_a_host_gives_and_withdraws_a_penalty_that_everybody_reads() -> None:
    tournament = played()
    host = make.host_client(tournament.session.club)
    asha = tournament.entrants.get(player__name=ASHA)
    sent = {"entrant": asha.pk, "points": "२,५", "reason": "Phone at the table", "token": "first"}
    url = address(tournament, "penalties")
    assert [fate(host.post(url, sent)) for _again in range(2)] == ["done", "done"]
    assert fate(host.post(url, sent | {"points": "3"})) == "conflict"
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    page = text_of(viewer, address(tournament))
    assert "Penalty −2.5 : Phone at the table" in page
    assert f"2 {ASHA}" in page
    penalty = tournament.penalties.get()
    for _again in range(2):
        back = host.post(address(tournament, "penalty_withdraw", penalty.pk), {"token": "second"})
        assert fate(back) == "done"
    assert "Penalty" not in text_of(viewer, address(tournament))
    kinds = Happening.objects.filter(session=tournament.session).values_list("kind", flat=True)
    assert list(kinds.order_by("pk"))[-2:] == ["penalty_given", "penalty_withdrawn"]


@pytest.mark.parametrize(
    ("field", "value"),
    [("points", "0"), ("points", "1.3"), ("points", "x"), ("points", "1e2"), ("reason", " ")],
)
def test_a_penalty_needs_points_and_a_reason(field: str, value: str) -> None:
    tournament = played()
    host = make.host_client(tournament.session.club)
    asha = tournament.entrants.get(player__name=ASHA)
    sent = {"entrant": asha.pk, "points": "2", "reason": "late", "token": "first"}
    assert fate(host.post(address(tournament, "penalties"), sent | {field: value})) == "refused"
    assert not tournament.penalties.exists()


def test_after_the_end_no_penalty_is_given_or_withdrawn() -> None:
    tournament = played()
    asha = tournament.entrants.get(player__name=ASHA)
    penalty = tournament.penalties.create(entrant=asha, points=1, reason="late", token="first")
    close_session(session=tournament.session)
    host = make.host_client(tournament.session.club)
    sent = {"entrant": asha.pk, "points": "2", "reason": "late", "token": "second"}
    assert fate(host.post(address(tournament, "penalties"), sent)) == "refused"
    withdraw = address(tournament, "penalty_withdraw", penalty.pk)
    assert fate(host.post(withdraw, {"token": "third"})) == "refused"
    assert tournament.penalties.get().withdrawn_at is None


def test_a_host_decides_who_plays_on_of_those_tied_across_the_cut() -> None:
    tournament = played(cuts=(Cut(after=1, keep=3),), ties=())
    host = make.host_client(tournament.session.club)
    assert "Decide the cut" in text_of(host, address(tournament))
    assert "Decide the cut" in text_of(host, address(tournament, "day"))
    url = address(tournament, "cut")
    page = text_of(host, url)
    assert DEV in page and SITA in page and MEERA not in page
    sita = tournament.entrants.get(player__name=SITA)
    meera = tournament.entrants.get(player__name=MEERA)
    assert fate(host.post(url, {"player": [meera.player_id], "token": "a"})) == "refused"
    assert fate(host.post(url, {"player": [sita.player_id], "token": "b"})) == "done"
    ranked = text_of(host, address(tournament))
    assert "Decide the cut" not in ranked
    assert "Decide the cut" not in text_of(host, address(tournament, "day"))
    assert ranked.index(SITA) < ranked.index("Cut after round 1") < ranked.index(DEV)
    assert fate(host.post(url, {"lot": "1", "token": "c"})) == "done"


def test_hosts_see_which_earlier_results_changed_after_a_publication() -> None:
    tournament = played()
    publish_tables(tournament, (ASHA, RAVI, SITA))
    host = make.host_client(tournament.session.club)
    assert "have changed" not in text_of(host, address(tournament))
    score(tournament.rounds.get(number=1), 2, won=KIRAN)
    page = text_of(host, address(tournament))
    assert "have changed" in page and "Round 1, table 2" in page.split("have changed")[1]
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    assert "have changed" not in text_of(viewer, address(tournament))


def test_the_ranking_as_csv_and_all_results_as_json() -> None:
    tournament = played()
    asha = tournament.entrants.get(player__name=ASHA)
    tournament.penalties.create(entrant=asha, points=1, reason="=late", token="first")
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    rows = viewer.get(address(tournament, "ranking_csv")).content.decode("utf-8-sig").splitlines()
    assert rows[0] == "Place,Player,Points,Round 1,Penalties,Why,Tables"
    assert f"2,{ASHA},9,10,-1,'=late,1" in rows
    results = viewer.get(address(tournament, "results_json")).json()
    assert results["ranking"][1]["penalties"] == [{"points": 1.0, "reason": "=late"}]
    assert results["rounds"][0]["tables"][0]["players"][0] == {
        "player": ASHA,
        "points": 14.0,
        "hands": 1,
        "hands_won": 1,
    }


def test_the_files_say_why_somebody_with_as_many_points_is_above() -> None:
    tournament = played()
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    tied = [row for row in full_ranking(tournament).rows if row.why]
    results = viewer.get(address(tournament, "results_json")).json()["ranking"]
    assert tied and {row["player"]: row["tie"] for row in results if row["tie"]} == {
        row.name: row.why for row in tied
    }
    rows = csv.DictReader(
        io.StringIO(viewer.get(address(tournament, "ranking_csv")).content.decode("utf-8-sig"))
    )
    assert {row["Player"]: row["Why"] for row in rows if row["Why"]} == {
        row.name: row.why for row in tied
    }
    pages = PdfReader(io.BytesIO(viewer.get(address(tournament, "ranking_pdf")).content)).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    assert all(row.why in text for row in tied)


def test_rulings_and_penalties_are_in_both_files_with_round_and_table() -> None:
    tournament = played()
    entrant = tournament.entrants.get(player__name=SITA)
    entrant.tournament = tournament
    taking = substitute(entrant=entrant, name="Zara", token="zara", by=None)
    tournament.penalties.create(entrant=taking, points=1.5, reason="=late", token="first")
    tournament.penalties.update(at=tournament.session.created_at)
    table = tournament.rounds.get().table_sessions.get(number=1)
    call = call_referee(tournament=tournament, table=table, text="", token="a", by=None)
    rule(tournament=tournament, call=call, text="§4: no meld", token="b", by=None)
    tournament.penalties.create(entrant=taking, points=2, reason="Phone", token="second")
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    rows = viewer.get(address(tournament, "ranking_csv")).content.decode("utf-8-sig").splitlines()
    assert rows[-4:] == [
        "Round,Table,Player,Ruling or reason,Points,Call",
        ",,Zara,'=late,-1.5,",
        "1,1,,§4: no meld,,",
        "1,2,Zara,Phone,-2,",
    ]
    assert viewer.get(address(tournament, "results_json")).json()["decisions"] == [
        {"round": None, "table": None, "penalty": 1.5, "player": "Zara", "reason": "=late"},
        {"round": 1, "table": 1, "ruling": "§4: no meld", "call": ""},
        {"round": 1, "table": 2, "penalty": 2.0, "player": "Zara", "reason": "Phone"},
    ]
    tournament.penalties.update(withdrawn_at=tournament.session.created_at)
    (left,) = viewer.get(address(tournament, "results_json")).json()["decisions"]
    assert left["ruling"] == "§4: no meld"
