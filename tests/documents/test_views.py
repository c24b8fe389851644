"""A file is handed in whole or in pieces, looked at, and taken in once."""

from __future__ import annotations

import gzip
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, Role
from scorekeeper.documents import incoming
from scorekeeper.documents.models import Incoming
from scorekeeper.documents.reading import packed
from scorekeeper.documents.tables import Extent
from scorekeeper.documents.writing import document, text
from scorekeeper.play.models import Hand
from tests import factories as make
from tests.documents.test_round import elsewhere, lively

pytestmark = pytest.mark.django_db
TAKE, PIECE = "/document/", "/document/piece/"


@pytest.fixture
def file() -> bytes:
    whole, _night = elsewhere(lively)
    return packed(text(whole))


def stranger() -> Client:
    """A browser that has the mark every page gives."""
    browser = Client()
    browser.get(TAKE)
    return browser


def hand_in(browser: Client, content: bytes, token: str, size: int = 700) -> None:
    for place in range(-(-len(content) // size)):
        part = BytesIO(content[place * size : (place + 1) * size])
        part.name = "blob"
        told = {"token": token, "place": place, "piece": part}
        assert browser.post(PIECE, told).json() == {}


def test_whoever_brings_a_club_runs_it(file):
    browser = stranger()
    hand_in(browser, file, "t")
    looked = browser.post(TAKE, {"token": "t"})
    assert "1 night comes in" in looked.content.decode() and Club.objects.count() == 1
    answer = browser.post(TAKE, {"token": "t", "do": "accept"})
    club = Club.objects.latest("pk")
    assert answer["Location"] == f"/clubs/{club.code}/"
    assert browser.get(answer["Location"]).status_code == 200
    assert browser.get(f"/clubs/{club.code}/settings/").status_code == 200
    assert gzip.decompress(browser.get(f"/clubs/{club.code}/document/").content)


def test_pressed_twice_takes_in_once(file):
    browser = stranger()
    hand_in(browser, file, "t")
    for _time in range(2):
        answer = browser.post(TAKE, {"token": "t", "do": "accept"})
        assert answer.status_code == 302
    assert Club.objects.count() == 2


def test_a_lost_answer_costs_nobody_the_club(file):
    browser = stranger()
    hand_in(browser, file, "t")
    session = browser.cookies.get("sessionid")
    browser.post(TAKE, {"token": "t", "do": "accept"})
    for name in list(browser.cookies):
        if name not in ("csrftoken",) and (session is None or name != "csrftoken"):
            del browser.cookies[name]
    answer = browser.post(TAKE, {"token": "t", "do": "accept"})
    if "csrftoken" in browser.cookies:
        assert browser.get(answer["Location"]).status_code == 200


def test_a_club_that_is_here_is_for_its_hosts(file):
    browser = stranger()
    hand_in(browser, file, "t")
    browser.post(TAKE, {"token": "t", "do": "accept"})
    club = Club.objects.latest("pk")
    other = stranger()
    hand_in(other, file, "u")
    refused = other.post(TAKE, {"token": "u"})
    assert refused.status_code == 400 and "One of its hosts" in refused.content.decode()
    scorer = make.client_with(Role.SCORER, club)
    hand_in(scorer, file, "v")
    assert scorer.post(TAKE, {"token": "v"}).status_code == 400
    host = make.host_client(club)
    hand_in(host, file, "w")
    assert "here already" in host.post(TAKE, {"token": "w"}).content.decode()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\x1f\x8bnonsense", b"{}"])
def test_nonsense_is_told_beside_the_field(content):
    browser = stranger()
    sent = BytesIO(content)
    sent.name = "club.json"
    answer = browser.post(TAKE, {"token": "t", "file": sent})
    assert answer.status_code == 400 and 'id="file-error"' in answer.content.decode()
    assert not Hand.objects.exists()


def test_a_piece_out_of_place_is_refused():
    browser = stranger()
    for place in ("200", "-1", "x", "9" * 30, ""):
        part = BytesIO(b"x")
        part.name = "blob"
        told = {"token": "t", "place": place, "piece": part}
        assert browser.post(PIECE, told).status_code == 400
    assert browser.post(PIECE, {"token": "t", "place": "0"}).status_code == 400


def test_what_nobody_went_on_with_is_forgotten():
    incoming.put("t", 0, b"x")
    Incoming.objects.update(at=timezone.now() - timedelta(days=2))
    incoming.put("u", 0, b"x")
    incoming.forget()
    assert not incoming.content("t") and incoming.content("u")


def test_the_commands_write_and_take_in(tmp_path, capsys):
    game = make.play(make.night(), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5)).game
    club, night = game.session.club, game.session
    for name, more in (("a.json", ()), ("a.json.gz", ()), ("n.json", ("--night", night.code))):
        call_command("export_club", club.code, str(tmp_path / name), *more)
        call_command("import_club", str(tmp_path / name))
    assert document(Extent(club))["digest"] in capsys.readouterr().out
    with pytest.raises(CommandError, match="no club"):
        call_command("export_club", "nobody", str(tmp_path / "x"))
    with pytest.raises(CommandError, match="not written"):
        call_command("export_club", club.code, str(tmp_path / "no" / "x"))
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import_club", str(tmp_path / "bad.json"))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(tmp_path / "none.json"))


def test_the_files_are_for_hosts(client):
    at = make.night()
    for name, code in (("of_club", at.game.session.club.code), ("of_night", at.game.session.code)):
        url = reverse(f"documents:{name}", args=[code])
        browser = make.host_client(at.game.session.club)
        assert browser.get(url)["Content-Type"] == "application/gzip"
