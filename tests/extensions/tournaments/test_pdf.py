"""The PDFs of a tournament say what the pages say."""

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from scorekeeper.clubs.models import Role
from scorekeeper.clubs.services import revoke_link
from scorekeeper.extensions.tournaments.hall.views import call_referee, card_secret, rule
from scorekeeper.extensions.tournaments.models import Presence, Tournament
from scorekeeper.extensions.tournaments.pdf.layouts import day_image
from scorekeeper.extensions.tournaments.people.services import set_presence, substitute
from scorekeeper.extensions.tournaments.plan import Cut
from scorekeeper.extensions.tournaments.rounds.services import take_back_round
from scorekeeper.play.services import close_session
from tests.helpers import factories as make
from tests.helpers.tournaments import days
from tests.helpers.tournaments.by_hand import publish_tables, score

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
LONG = "Anantharamakrishnan Venkatasubramanian I"
ARABIC = "عمر"


def played(names: tuple[str, ...] = days.PEOPLE[:6]) -> Tournament:
    tournament = days.tournament(names, cuts=(Cut(after=1, keep=2),))
    turn = publish_tables(tournament, names[:3], names[3:5], out=names[5:])
    score(turn, 1, won=names[0])
    score(turn, 2, won=names[4])
    entrant = tournament.entrants.get(number=1)
    tournament.penalties.create(entrant=entrant, points=1.5, reason="Late", token="first")
    return tournament


def text_of(client: Client, tournament: Tournament, page: str, *args: Any) -> str:
    answer = client.get(reverse(f"tournaments:{page}", args=[tournament.session.code, *args]))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.content))
    return " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_a_wall_list_has_names_from_a_to_z_with_table_and_seat() -> None:
    tournament = played((*days.PEOPLE[:4], LONG, "Zoë"))
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    text = text_of(viewer, tournament, "wall_list", 1)
    first, last = sorted(days.PEOPLE[:4])[0], "Zoë"
    assert "Round 1 Player Table Seat" in text
    assert f"{first} 1 1" in text and f"{last} sits out" in text
    order = [text.index(name) for name in ("Anantha", "Asha A", "Dev A", "Zoë")]
    assert order == sorted(order)
    address = reverse("tournaments:wall_list", args=[tournament.session.code, 2])
    assert viewer.get(address, follow=True).status_code == 404


def test_the_wall_list_of_a_withdrawn_round_leads_to_the_page_that_says_so() -> None:
    tournament = days.here(days.tournament())
    days.publish(tournament)
    take_back_round(tournament=tournament, number=1, by=None)
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    address = reverse("tournaments:wall_list", args=[tournament.session.code, 1])
    assert viewer.get(address, follow=True).status_code == 410


def links_on(page: Any) -> list[str]:
    return [str(note.get_object()["/A"]["/URI"]) for note in page["/Annots"]]


def test_a_card_for_each_table_has_its_number_and_its_own_code() -> None:
    tournament = days.tournament((*days.PEOPLE[:15], ARABIC), tables=5)
    host = make.host_client(tournament.session.club)
    address = reverse("tournaments:cards", args=[tournament.session.code])
    answer = host.get(address)
    assert answer["Cache-Control"] == "no-store, private"
    first, second = PdfReader(io.BytesIO(answer.content)).pages
    assert [f"Table {n}" in first.extract_text() for n in range(1, 6)] == [True] * 4 + [False]
    assert "Table 5" in second.extract_text()
    assert first.extract_text().count("Spring Cup") > 4
    links = links_on(first)
    secrets = [str(card_secret(tournament, number)) for number in range(1, 5)]
    assert [secret in link for secret, link in zip(secrets, links, strict=True)] == [True] * 4

    revoke_link(link=tournament.session.links.get(role=Role.SCORER))
    again = PdfReader(io.BytesIO(host.get(address).content)).pages[0]
    assert links[0] != links_on(again)[0]
    scorer = make.client_with(Role.SCORER, tournament.session.club)
    assert scorer.get(address).status_code == 403
    assert Client().get(address).status_code == 404


def test_rounds_ranking_and_certificates() -> None:
    names = (*days.PEOPLE[:5], ARABIC)
    tournament = played(names)
    host = make.host_client(tournament.session.club)
    rounds = text_of(host, tournament, "rounds_pdf")
    assert f"1 {names[0]}, {names[1]}, {names[2]}" in rounds and "Sits out: " in rounds
    ranking = text_of(host, tournament, "ranking_pdf")
    assert "Penalty −1.5: Late" in ranking
    assert "Cut after round 1: the best 2 play on" in ranking
    assert "Not final" in ranking
    certificates = text_of(host, tournament, "certificates_pdf")
    assert f"Place 1 {names[4]} Points: 10" in certificates
    assert f"Place 2 {names[0]} Points: 8.5" in certificates


def test_the_pdf_of_the_ranking_ends_with_rulings_and_penalties() -> None:
    tournament = played()
    host = make.host_client(tournament.session.club)
    turn = tournament.rounds.get()
    table = turn.table_sessions.get(number=2)
    call = call_referee(tournament=tournament, table=table, text="Wrong show?", token="a", by=None)
    unanswered = text_of(host, tournament, "ranking_pdf")
    first = "Rulings and penalties Round Table Player Ruling or reason Points 1 1 Asha A Late −1.5"
    assert f"{first} 1 of 1" in unanswered
    rule(tournament=tournament, call=call, text="§4: the hand counts", token="b", by=None)
    text = text_of(host, tournament, "ranking_pdf")
    assert f"{first} 1 2 – §4: the hand counts Wrong show? 1 of 1" in text


def test_certificates_are_for_hosts() -> None:
    tournament = played()
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    address = reverse("tournaments:certificates_pdf", args=[tournament.session.code])
    assert viewer.get(address).status_code == 403


def test_a_new_hand_is_on_the_next_pdf() -> None:
    tournament = played()
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    before = text_of(viewer, tournament, "ranking_pdf")
    for _hand in range(1):
        score(
            tournament.rounds.get(), 1, won=days.PEOPLE[2], **{days.PEOPLE[0].replace(" ", "_"): 40}
        )
    assert text_of(viewer, tournament, "ranking_pdf") != before


def test_the_image_of_the_day_shows_the_first_places_and_the_round() -> None:
    tournament = days.tournament(days.PEOPLE[:6], rounds=3)
    viewer = make.client_with(Role.VIEWER, tournament.session.club)
    code = tournament.session.code
    page = reverse("tournaments:share", args=[code])
    assert "Tournament: No hand has been scored yet." in viewer.get(page).content.decode()
    publish_tables(tournament, days.PEOPLE[:3], days.PEOPLE[3:6])
    for table, winner in ((1, 0), (2, 4)):
        score(tournament.rounds.get(), table, won=days.PEOPLE[winner])
    left = tournament.entrants.get(number=6)
    left.tournament = tournament
    set_presence(entrant=left, presence=Presence.LEFT, token="left", by=None)
    substitute(entrant=left, name="Zara", token="zara", by=None)
    assert day_image(tournament).note == "6 players"
    shown = viewer.get(page).content.decode()
    assert "Round 1 of 3: " in shown
    assert f"{days.PEOPLE[0]} + {days.PEOPLE[4]} are ahead" in shown
    assert f"1. {days.PEOPLE[0]}: 10 (Points)" in shown
    close_session(session=tournament.session)
    assert "won the tournament" in viewer.get(page).content.decode()
    picture = viewer.get(reverse("statements:image_session", args=[code]), follow=True)
    assert picture["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert viewer.get(reverse("statements:share_session", args=[code]))["Location"] == page
    assert Client().get(page).status_code == 404
