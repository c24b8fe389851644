"""A file is handed in whole or in pieces, looked at, and taken in once."""

import gzip
import json
from collections import defaultdict
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.models import Spent
from scorekeeper.extensions.exchange.group_file.incoming import uploads
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    NotADocumentError,
    compress,
    parse,
)
from scorekeeper.extensions.exchange.group_file.models import Incoming
from scorekeeper.extensions.exchange.group_file.services import preview
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Hand
from scorekeeper.settlement.balances import session_balances
from tests.helpers import factories as make
from tests.helpers.exchange.handing_in import PIECE, TAKE, hand_in, stranger
from tests.helpers.exchange.round import elsewhere, lively, sealed
from tests.helpers.play.every_write import pays

pytestmark = pytest.mark.django_db


@pytest.fixture
def file() -> bytes:
    whole, _session = elsewhere(lively)
    return compress(text(whole))


def test_whoever_brings_a_club_runs_it(file):
    browser = stranger()
    hand_in(browser, file, "t")
    looked = browser.post(TAKE, {"token": "t"})
    assert "1 session will be imported" in looked.content.decode() and Club.objects.count() == 1
    answer = browser.post(TAKE, {"token": "t", "do": "accept"})
    club = Club.objects.latest("pk")
    assert answer["Location"] == f"/g/{club.code}/"
    assert browser.get(answer["Location"]).status_code == 200
    assert browser.get(f"/g/{club.code}/settings/").status_code == 200
    assert gzip.decompress(browser.get(f"/g/{club.code}/document/").content)


def test_pressed_twice_takes_in_once(file):
    browser = stranger()
    hand_in(browser, file, "t")
    for _time in range(2):
        answer = browser.post(TAKE, {"token": "t", "do": "accept"})
        assert answer.status_code == 302
    assert Club.objects.count() == 2


def test_a_lost_answer_costs_nobody_the_club(file):
    """The answer was lost on the way, with the secret of the device in it."""
    browser = stranger()
    hand_in(browser, file, "t")
    before = {name: morsel.value for name, morsel in browser.cookies.items()}
    browser.post(TAKE, {"token": "t", "do": "accept"})
    browser.cookies.clear()
    browser.cookies.load(before)
    club = Club.objects.latest("pk")
    assert browser.get(f"/g/{club.code}/").status_code == 404
    answer = browser.post(TAKE, {"token": "t", "do": "accept"})
    assert answer["Location"] == f"/g/{club.code}/"
    assert browser.get(answer["Location"]).status_code == 200


def test_a_club_that_is_here_is_for_its_hosts(file):
    browser = stranger()
    hand_in(browser, file, "t")
    browser.post(TAKE, {"token": "t", "do": "accept"})
    club = Club.objects.latest("pk")
    other = stranger()
    hand_in(other, file, "u")
    refused = other.post(TAKE, {"token": "u"})
    assert refused.status_code == 400 and "Only its hosts" in refused.content.decode()
    scorer = make.client_with(Role.SCORER, club)
    hand_in(scorer, file, "v")
    assert scorer.post(TAKE, {"token": "v"}).status_code == 400
    host = make.host_client(club)
    hand_in(host, file, "w")
    assert "already here" in host.post(TAKE, {"token": "w"}).content.decode()


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
        fields = {"token": "t", "place": place, "piece": part}
        assert browser.post(PIECE, fields).status_code == 400
    assert browser.post(PIECE, {"token": "t", "place": "0"}).status_code == 400


def test_what_nobody_went_on_with_is_forgotten():
    uploads.save_piece("t", 0, b"x")
    Incoming.objects.update(at=timezone.now() - timedelta(days=2))
    uploads.save_piece("u", 0, b"x")
    uploads.delete_stale_uploads()
    assert not uploads.content("t") and uploads.content("u")


def test_the_commands_write_and_take_in(tmp_path, capsys):
    game = make.play(make.session(), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5)).game
    club, session = game.session.club, game.session
    for name, more in (("a.json", ()), ("a.json.gz", ()), ("n.json", ("--session", session.code))):
        call_command("export_club", club.code, str(tmp_path / name), *more)
        call_command("import_club", str(tmp_path / name))
    assert document(Extent(club))["digest"] in capsys.readouterr().out
    with pytest.raises(CommandError, match="no group"):
        call_command("export_club", "nobody", str(tmp_path / "x"))
    with pytest.raises(CommandError, match="not written"):
        call_command("export_club", club.code, str(tmp_path / "no" / "x"))
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(CommandError, match="Nothing was imported"):
        call_command("import_club", str(tmp_path / "bad.json"))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(tmp_path / "none.json"))


@pytest.fixture
def path(file, tmp_path):
    file_path = tmp_path / "club.json.gz"
    file_path.write_bytes(file)
    return str(file_path)


def test_the_command_looks_first_and_asks(path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, taken in (("", 0), ("n", 0), ("y", 1)):
        monkeypatch.setattr("builtins.input", lambda _asked, answer=answer: answer)
        call_command("import_club", path)
        assert Club.objects.count() == 1 + taken
        assert ": new" in capsys.readouterr().out


def test_without_a_terminal_it_only_looks(path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin.isatty", lambda: False, raising=False)
    call_command("import_club", path)
    assert Club.objects.count() == 1 and "Use --yes to import" in capsys.readouterr().out
    call_command("import_club", path, "--look", "--yes")
    assert Club.objects.count() == 1
    call_command("import_club", path, "--yes")
    assert Club.objects.count() == 2 and "It has no host here yet" in capsys.readouterr().out


def test_the_command_and_the_page_say_what_stays_out(file, path, capsys):
    call_command("import_club", path, "--yes")
    club = Club.objects.latest("pk")
    called, club.name = club.name, "Another name"
    club.save()
    call_command("import_club", path)
    assert f"not imported: the name {called}" in capsys.readouterr().out
    browser = make.host_client(club)
    hand_in(browser, file, "t")
    page = browser.post(TAKE, {"token": "t"}).content.decode()
    assert "Not imported" in page and f"“{called}”" in page and "already" in page


def test_a_long_one_is_for_whoever_runs_the_site(file, monkeypatch):
    monkeypatch.setattr("scorekeeper.extensions.exchange.group_file.incoming.reading.MOST_HANDS", 1)
    monkeypatch.setattr("scorekeeper.extensions.exchange.group_file.services.preview", pytest.fail)
    browser = stranger()
    hand_in(browser, file, "t")
    for fields in ({}, {"do": "accept"}):
        hand_in(browser, file, "t")
        refused = browser.post(TAKE, {"token": "t"} | fields)
        assert refused.status_code == 400
        assert "Ask the server admin to import it" in refused.content.decode()
    assert Club.objects.count() == 1


def grown(sessions: int) -> tuple[Club, bytes]:
    """A club of nine sessions with a hand each, and its document of when there were so many."""
    club = make.club("Grown")
    for number in range(1, 10):
        make.play(make.session(club=club), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5))
        if number == sessions:
            file = compress(text(document(Extent(club))))
    return club, file


@pytest.mark.parametrize(("sessions", "status"), [(1, 200), (2, 200), (3, 400)])
def test_of_a_long_club_only_what_is_compared_counts(sessions, status, monkeypatch):
    """Less than a quarter of its sessions are compared each for itself."""
    monkeypatch.setattr("scorekeeper.extensions.exchange.group_file.incoming.reading.MOST_HANDS", 3)
    club, file = grown(sessions)
    browser = make.host_client(club)
    hand_in(browser, file, "t")
    answer = browser.post(TAKE, {"token": "t"})
    assert answer.status_code == status
    page = answer.content.decode()
    assert ("too large here to compare" in page) == (status == 400)
    assert ("All its sessions are already here" in page) == (status == 200)


@pytest.mark.parametrize("sessions", [2, 3])
def test_no_short_file_is_called_too_long_for_what_is_here(sessions, monkeypatch):
    _club, file = grown(sessions)
    parsed = parse(file)
    monkeypatch.setattr(
        "scorekeeper.extensions.exchange.group_file.incoming.reading.LARGEST", len(file)
    )
    assert len(preview(parsed).same) == sessions


@pytest.mark.parametrize("sessions", [2, 3])
def test_one_of_several_sessions_that_stands_here_otherwise_is_named(sessions):
    club, file = grown(sessions)
    second = club.sessions.order_by("pk")[1]
    corrections.void_hand(hand=Hand.objects.get(game__session=second))
    with pytest.raises(NotADocumentError, match="differs from the file"):
        preview(parse(file))


def test_a_club_counts_before_the_work_whatever_comes_of_it(file, monkeypatch):
    """Or strangers could have it worked out over and over, and never be asked to wait."""

    def broken(_told):
        raise NotADocumentError("broken")

    monkeypatch.setattr("scorekeeper.extensions.exchange.group_file.views.import_document", broken)
    browser = stranger()
    hand_in(browser, file, "t")
    before = Spent.objects.count()
    assert browser.post(TAKE, {"token": "t", "do": "accept"}).status_code == 400
    kinds = len(acts.DOCUMENT.limits) + len(acts.NEW_CLUB.limits)
    assert Spent.objects.count() - before == kinds


def test_another_choice_of_file_leaves_nothing_of_the_first(file):
    browser = stranger()
    hand_in(browser, file + b"x" * 5000, "t")
    hand_in(browser, file, "t")
    assert uploads.content("t") == file


def test_the_files_are_for_hosts():
    table = make.session()
    club = table.game.session.club
    for name, code in (("of_club", club.code), ("of_session", table.game.session.code)):
        url = reverse(f"group_file:{name}", args=[code])
        assert make.host_client(club).get(url)["Content-Type"] == "application/gzip"
        for role in (Role.VIEWER, Role.SCORER):
            assert make.client_with(role, club).get(url).status_code == 403
        assert Client().get(url).status_code == 404
        assert make.host_client(make.club("Another")).get(url).status_code == 404


def test_a_club_taken_in_by_page_is_the_same_but_for_its_recovery_code(file):
    """As ``docs/group-file.md`` says: one happening more, the recovery code, and so another
    digest. By the command it is the same (``test_round``)."""
    before = read_json(file)
    browser = stranger()
    hand_in(browser, file, "t")
    browser.post(TAKE, {"token": "t", "do": "accept"})
    after = read_json(browser.get(f"/g/{Club.objects.latest('pk').code}/document/").content)
    assert after.pop("digest") != before.pop("digest")
    happenings = after["tables"]["happenings"]
    known = len(before["tables"]["happenings"]["rows"])
    added = [row[happenings["columns"].index("kind")] for row in happenings["rows"][known:]]
    del happenings["rows"][known:]
    assert added == ["code_made"]
    assert after == before


def read_json(content: bytes) -> Any:
    return json.loads(gzip.decompress(content))


def test_the_sign_of_a_cash_row_is_as_the_page_says():
    """``docs/group-file.md``: its sign in a balance is the opposite of a game's, so that games and
    cash come to nothing where all is paid."""
    table = make.play(
        make.session("points_rummy"), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5)
    )
    while session_balances(table.game.session).plan.transfers:
        pays(table.game)()
    payments = document(Extent(table.game.session.club))["tables"]["payments"]
    rows = [dict(zip(payments["columns"], row, strict=True)) for row in payments["rows"]]
    balances: dict[int, int] = defaultdict(int)
    for row in rows:
        sign = -1 if row["kind"] == "cash" else 1
        balances[row["payee"]] += sign * row["amount"]
        balances[row["payer"]] -= sign * row["amount"]
    assert {row["kind"] for row in rows} == {"game", "cash"}
    assert set(balances.values()) == {0}


@pytest.mark.parametrize("currency", ["XXX", "XTS", "XAU", "ZZZ"])
def test_a_club_in_a_currency_of_no_country_is_not_taken_in(currency):
    """Signed as it should be: its digest is right."""
    whole, _session = elsewhere(lively)
    exported = whole | {"club": whole["club"] | {"currency": currency}}
    with pytest.raises(NotADocumentError):
        parse(compress(text(sealed(exported))))
    assert parse(compress(text(sealed(whole))))
