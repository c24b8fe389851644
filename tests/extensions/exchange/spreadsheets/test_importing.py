"""Sessions from an earlier book come in as a whole, count, and go as a whole."""

import re
from collections.abc import Mapping
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import RequestFactory
from pypdf import PdfReader

from scorekeeper.clubs.models import (
    Club,
    Happening,
    Membership,
    Player,
    Role,
    SamePerson,
    Session,
    Signature,
)
from scorekeeper.clubs.selectors import members
from scorekeeper.clubs.services import add_players, update_club
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.exchange.group_file.incoming.reading import parse_own
from scorekeeper.extensions.exchange.group_file.services import import_document as take_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.exchange.people.services import merge_players
from scorekeeper.extensions.exchange.spreadsheets.cells import UnreadableError
from scorekeeper.extensions.exchange.spreadsheets.models import (
    ImportedPlayer,
    ImportedSession,
    SpreadsheetImport,
)
from scorekeeper.extensions.exchange.spreadsheets.parsing import Unit
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
    preview_import,
    undo_import,
)
from scorekeeper.ledger.models import GameResult, ImportedResult
from scorekeeper.play.services import reopen_session
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.ranking.method import Method, Over
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.selectors import ranked
from scorekeeper.seasons.services import all_time, version_of
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.layouts.season import SeasonLayout, season_rows
from tests.helpers import factories as make
from tests.helpers.seasons.sessions import checked

pytestmark = [pytest.mark.django_db]
TEXT = "Date,Asha,Dev,Meera\n2024-11-30,120,-80,-40\n2024-12-07,-50,,50\n"


def bring(club: Club, text: str = TEXT, **fields: Any) -> SpreadsheetImport:
    upload = SpreadsheetUpload(text=text, **fields)
    return import_spreadsheet(
        club=club, upload=upload, preview_key=None, most=2000, token=make.token(), by=None
    )


def nets(club: Club, rules: SeasonRules | None = None) -> Mapping[str, object]:
    return {rank.name: rank.placing.figure for rank in ranked(club, None, rules).ranks}


def test_it_counts_goes_and_comes_again() -> None:
    club = make.club()
    (_asha,) = add_players(club=club, names=["Asha"])
    before = version_of(all_time(club))
    spreadsheet_import = bring(club)
    assert nets(club) == {"Asha": 7000, "Dev": -8000, "Meera": 1000}
    assert {session.played_on for session in club.sessions.all()} == {
        date(2024, 11, 30),
        date(2024, 12, 7),
    }
    season_contents(all_time(club))
    checked(club)
    there = version_of(all_time(club))
    undo_import(source=spreadsheet_import, by=None)
    assert nets(club) == {} and not club.sessions.exists() and Session.every.count() == 2
    assert version_of(all_time(club)) > there > before
    gone = Player.objects.filter(left_at__isnull=False).values_list("name", flat=True)
    assert set(gone) == {"Dev", "Meera"}
    undo_import(source=spreadsheet_import, by=None)
    checked(club)
    bring(club)
    assert nets(club)["Asha"] == 7000


def test_what_is_here_already_stays_out() -> None:
    club = make.club()
    bring(club)
    preview = preview_import(club, SpreadsheetUpload(TEXT + "2024-12-14,1,-1,\n"), most=2000)
    assert [session.existing is None for session in preview.sessions] == [False, False, True]
    bring(club, TEXT + "2024-12-14,1,-1,\n")
    assert club.sessions.count() == 3
    with pytest.raises(Refusal, match="has changed since the preview"):
        bring(club)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Date,Asha,Dev\n2024-11-30,1,-2\n", "missing"),
        ("Date,Asha,Dev\n2024-11-30,3,-2\n", "too much"),
        ("Date,Asha,Dev\n2024-11-30,1,\n", "needs two players"),
        ("Date,Asha,asha\n2024-11-30,1,-1\n", "same player"),
        ("Date,Asha,Pot\n2024-11-30,1,-1\n", "not a valid name"),
    ],
)
def test_nothing_half_done(text: str, says: str) -> None:
    club = make.club()
    previewed = preview_import(club, SpreadsheetUpload(text), most=2000)
    assert any(says in str(fault.phrase) for fault in previewed.faults)
    with pytest.raises(Refusal, match="has changed since the preview"):
        bring(club, text)
    assert not Player.objects.exists() and not Session.every.exists()


def test_names_are_matched_guessed_and_answered() -> None:
    club = make.club()
    asha, meera = add_players(club=club, names=["Asha", "Meera"])
    text = "Date,ASHA,Mera,Dev\n2024-11-30,2,-1,-1\n"
    preview = preview_import(club, SpreadsheetUpload(text), most=2000)
    assert [whose.player for whose in preview.names] == [asha, None, None]
    assert preview.names[1].others == (meera,)
    bring(club, text, answers={"Mera": str(meera.pk)})
    assert set(nets(club)) == {"Asha", "Meera", "Dev"}


def test_points_count_where_their_facts_are_and_hands_do_not() -> None:
    club = make.club()
    bring(club, "Date,Asha,Dev\n2024-11-30,20,80\n", counts=Unit.POINTS, lowest=True)
    by = {measure: SeasonRules(Method(measure), usual=False) for measure in Measure}
    assert nets(club, by[Measure.POINTS]) == {"Asha": 30, "Dev": -30}
    assert nets(club, by[Measure.PLACES]) == {"Asha": 10, "Dev": 6}
    for silent in (Measure.WINS, Measure.GAMES, Measure.GAME_POINTS):
        assert set(nets(club, by[silent]).values()) == {None}
    by_hand = SeasonRules(Method(Measure.POINTS, Over.HAND), usual=False)
    assert set(nets(club, by_hand).values()) == {None}
    checked(club)


def test_what_rests_on_it_keeps_it() -> None:
    club = make.club()
    spreadsheet_import = bring(club)
    reopen_session(session=club.sessions.order_by("pk")[0])
    with pytest.raises(Refusal, match="newer hands or payments"):
        undo_import(source=spreadsheet_import, by=None)


def test_a_name_of_the_book_joined_with_one_of_the_club() -> None:
    club = make.club()
    bring(club, "Date,A,Dev\n2024-11-30,2,-2\n")
    table = make.play(make.session("points_rummy", ("Asha", "Dev")), make.pool_hand("Asha", Dev=2))
    bring(table.game.session.club, "Date,A,Dev\n2024-11-30,2,-2\n")
    club = table.game.session.club
    names = {player.name: player for player in club.players.all()}
    merge_players(club=club, name=names["A"], person=names["Asha"], token="t", by=None)
    assert set(nets(club)) == {"Asha", "Dev"}
    checked(club)


def test_a_document_carries_it() -> None:
    club = make.club()
    bring(club)
    names = {player.name: player for player in club.players.all()}
    (other,) = add_players(club=club, names=["Ash"])
    merge_players(club=club, name=other, person=names["Asha"], token="t", by=None)
    here, exported = nets(club), document(Extent(club))
    for of_books in (
        ImportedPlayer,
        ImportedSession,
        SpreadsheetImport,
        ImportedResult,
        GameResult,
        SamePerson,
    ):
        of_books._base_manager.all().delete()
    Player.objects.update(person=None)
    for of_club in (Happening, Season, Session, Player, Membership, Signature, Club):
        of_club._base_manager.all().delete()
    there, preview = take_document(parse_own(exported))
    assert len(preview.new) == 2 and nets(there) == here
    assert Player.objects.get(name="Ash").person == Player.objects.get(name="Asha")
    assert {session.kind for session in there.sessions.all()} == {"imported"}
    checked(there)


def test_the_pages() -> None:
    club = make.club()
    host = make.host_client(club)
    page = f"/g/{club.code}/spreadsheets/"
    assert host.get(page).status_code == 200
    seen = host.post(page, {"text": TEXT, "then": "look", "token": "t"})
    assert seen.status_code == 200 and not Session.every.exists()
    key = seen.context["preview"].key
    fields = {"text": TEXT, "then": "take", "token": "t", "seen": key}
    assert host.post(page, fields | {"seen": "other"}).status_code == 409
    assert host.post(page, fields).status_code == 302
    assert host.post(page, fields).status_code == 302 and SpreadsheetImport.objects.count() == 1
    book, session = SpreadsheetImport.objects.get(), club.sessions.order_by("played_on")[0]
    assert host.get(f"/g/{club.code}/spreadsheets/{book.pk}/").status_code == 200
    assert host.get(f"/sessions/{session.code}/").headers["Location"].endswith("/spreadsheet/")
    shown = make.client_with(Role.VIEWER, club).get(f"/sessions/{session.code}/spreadsheet/")
    assert "Imported" in shown.content.decode()
    home = host.get(f"/g/{club.code}/").content.decode()
    assert "Imported" in home
    asha = Player.objects.get(name="Asha")
    assert host.get(f"/g/{club.code}/players/{asha.pk}/").status_code == 200
    assert host.get(f"/g/{club.code}/standings/").status_code == 200
    assert host.post(page, {"text": "", "token": "t"}).status_code == 400
    assert host.post(f"/g/{club.code}/spreadsheets/{book.pk}/").status_code == 302
    assert host.get(f"/sessions/{session.code}/").status_code == 404


def test_previews_come_to_an_end_and_what_was_pasted_is_kept() -> None:
    """Each preview of 60 kB costs up to a second of this process."""
    club = make.club()
    member = make.member(Role.HOST, club)
    host, page = make.client_as(member), f"/g/{club.code}/spreadsheets/"
    fields = {"text": TEXT, "then": "look", "token": "a-token-of-this-page"}
    request = RequestFactory().get("/")
    spend(acts.PREVIEW, request, acts.PREVIEW.limits[0].most - 1, member=member)
    assert host.post(page, fields).status_code == 200
    refused = host.post(page, fields)
    assert refused.status_code == 429 and refused["Retry-After"]
    kept = refused.content.decode()
    assert "Too many standings were previewed just now." in kept
    assert "2024-11-30,120,-80,-40" in kept and ">Send again</button>" in kept
    assert host.get(page).status_code == 200
    neighbour = make.host_client(club)
    assert neighbour.post(page, fields).status_code == 200


def test_the_command_names_each_fault_by_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "book.csv"
    file.write_text("Date,Asha,Dev\n2024-11-30,120,much\n")
    call_command("import_spreadsheet", make.club().code, str(file))
    assert "line 2, column 3: " in capsys.readouterr().out


def test_the_command(tmp_path: Path) -> None:
    club = make.club()
    file = tmp_path / "book.csv"
    file.write_text(TEXT)
    call_command("import_spreadsheet", club.code, str(file))
    assert not Session.every.exists()
    for _again in range(2):
        call_command("import_spreadsheet", club.code, str(file), "--write")
    assert club.sessions.count() == 2


def test_a_second_part_under_the_same_token_comes_in_too() -> None:
    """Of a page that was gone back to."""
    club, token = make.club(), make.token()
    for text in (TEXT, "Date,Asha,Dev\n2024-12-14,5,-5\n", TEXT):
        import_spreadsheet(
            club=club,
            upload=SpreadsheetUpload(text=text),
            preview_key=None,
            most=2000,
            token=token,
            by=None,
        )
    assert club.sessions.count() == 3 and SpreadsheetImport.objects.count() == 2


def test_who_went_with_a_book_is_back_with_the_next() -> None:
    club = make.club()
    undo_import(source=bring(club), by=None)
    again = bring(club)
    assert not club.players.filter(left_at__isnull=False).exists()
    undo_import(source=again, by=None)
    assert club.players.filter(left_at__isnull=False).count() == 3
    add_players(club=club, names=["Dev"])
    assert club.players.get(name="Dev").left_at is None, "named at a table again"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Date,Asha,Dev\n2204-11-30,5,-5\n", "in the future"),
        (
            "Date," + ",".join(f"P{n}" for n in range(201)) + "\n2024-11-30" + ",0" * 201,
            "at a time",
        ),
    ],
)
def test_no_day_to_come_and_no_crowd(text: str, says: str) -> None:
    club = make.club()
    try:
        previewed = preview_import(club, SpreadsheetUpload(text=text), most=2000)
        phrases = " ".join(words(fault.phrase) for fault in previewed.faults)
    except UnreadableError as error:
        phrases = words(error.phrase)
    assert says in phrases


def test_hands_that_nobody_knows_are_not_shown_as_none() -> None:
    """On the season's page, a player's page, the list of days, on paper and in the CSV."""
    club = make.club()
    bring(club)
    asha = Player.objects.get(club=club, name="Asha")
    host = make.client_with(Role.HOST, club)
    shown = ""
    for address in (
        f"/g/{club.code}/standings/?season=all",
        f"/g/{club.code}/standings/charts/?season=all",
        f"/g/{club.code}/players/{asha.pk}/",
        f"/g/{club.code}/people/",
    ):
        answer = host.get(address)
        assert answer.status_code == 200, address
        shown += re.sub(r"(?<=>)\s+|\s+(?=<)", "", " ".join(answer.content.decode().split()))
    for untrue in ('"num">0</td>', 'wide">0</td>', "0 wins", "0 hands", "0 of 0", "0 hand"):
        assert untrue not in shown, untrue
    assert "hands not known" in shown
    season = all_time(club)
    for player in (None, asha.pk):
        contents = season_contents(season, player)
        pages = PdfReader(BytesIO(SeasonLayout(contents).pdf())).pages
        text = " ".join(page.extract_text() for page in pages)
        assert "0 hands" not in text and "0 wins" not in text
        assert " 0 0 " not in " ".join(text.split())
        head, *lines = season_rows(contents)
        hands = head.index("Hands")
        assert lines and all(line[hands : hands + 2] == ["", ""] for line in lines)


DAY = "Date,Player,Amount\n"
TWICE = DAY + "".join(
    f"2024-11-30,{name},{amount}\n"
    for won in (5, 5, 7)
    for name, amount in (("Asha", won), ("Dev", -won))
)


def test_games_of_one_day_are_imported_once_each() -> None:
    club = make.club()
    bring(club, TWICE)
    assert sorted(club.sessions.values_list("of_day", flat=True)) == [1, 2, 3]
    assert nets(club) == {"Asha": 1700, "Dev": -1700}
    more = SpreadsheetUpload(TWICE + "2024-11-30,Asha,5\n2024-11-30,Dev,-5\n")
    again = preview_import(club, more, most=50)
    assert [session.existing is None for session in again.sessions] == [False, False, False, True]


UNEVEN = "Date,Asha,Dev,,\n2024-11-30,30,-20,9,\n2024-12-07,-5,5,,\n"


def test_the_page_asks_what_becomes_of_cells_of_nobody_and_of_uneven_sessions() -> None:
    club = make.club()
    host, page = make.host_client(club), f"/g/{club.code}/spreadsheets/"
    sent = {"text": UNEVEN, "then": "look", "token": "t"}
    shown = host.post(page, sent)
    assert not shown.context["preview"].can_import
    content = shown.content.decode()
    assert "“9” is under no heading" in content and "Leave them out" in content
    choices = {"drops_loose": "on", "uneven": "book", "booked_on": "Kitty"}
    assert not host.post(page, sent | choices | {"booked_on": " "}).context["preview"].can_import
    left = host.post(page, sent | choices | {"uneven": "out"})
    assert left.context["new_session_count"] == 1 and left.context["preview"].can_import
    booked = host.post(page, sent | choices)
    assert "is booked on Kitty" in booked.content.decode()
    seen = booked.context["preview"].key
    assert host.post(page, sent | choices | {"then": "take", "seen": seen}).status_code == 302
    assert nets(club) == {"Asha": 2500, "Dev": -1500, "Kitty": -1000}


SEVERAL_UNEVEN = """Date,Asha,Dev
2024-03-01,30,-20
2024-03-02,5,-7
2024-03-02,9,-1
2024-03-03,4,-4
"""


@pytest.mark.parametrize("choice", [{"uneven": "book"}, {"uneven-2024-03-01-1": "book"}])
def test_a_difference_without_a_name_to_put_it_on_is_said_beside_the_field(
    choice: dict[str, str],
) -> None:
    club = make.club()
    host, page = make.host_client(club), f"/g/{club.code}/spreadsheets/"
    sent = {"text": SEVERAL_UNEVEN, "token": make.token(), **choice}
    without = host.post(page, sent).content.decode()
    assert re.search(r'id="booked-on"[^>]*aria-describedby="booked-on-error"', without)
    assert without.count("Enter the name to put the difference on.") == 1
    booked = host.post(page, sent | {"booked_on": "Kitty"}).content.decode()
    assert "booked-on-error" not in booked
    assert "−₹10 is booked on Kitty" in booked.replace("<bdi>", "")


def test_each_uneven_session_may_have_a_choice_of_its_own() -> None:
    club = make.club()
    host, page = make.host_client(club), f"/g/{club.code}/spreadsheets/"
    sent = {"text": SEVERAL_UNEVEN, "token": make.token(), "uneven": "out", "booked_on": "Kitty"}
    shown = host.post(page, sent)
    content = shown.content.decode()
    keys = ["2024-03-01-1", "2024-03-02-1", "2024-03-02-2"]
    assert re.search(r"From line 2\s+· <bdi[^>]*>\+₹10<", content)
    assert re.findall(r'name="uneven-([^"]+)"', content) == keys
    assert shown.context["new_session_count"] == 1 and shown.context["preview"].can_import
    own = {"uneven-2024-03-02-2": "book", "uneven-2024-03-01-1": "", "uneven-2024-03-03-1": "x"}
    booked = host.post(page, sent | own)
    assert booked.context["new_session_count"] == 2
    assert re.search(r'value="book"\s+selected', booked.content.decode())
    fixed = host.post(page, sent | {"uneven-2024-03-02-1": "fix"})
    assert not fixed.context["preview"].can_import
    seen = booked.context["preview"].key
    assert host.post(page, sent | own | {"then": "take", "seen": seen}).status_code == 302
    assert nets(club) == {"Asha": 1300, "Dev": -500, "Kitty": -800}


def rename(club: Club, name: str, to: str) -> None:
    update_club(
        club=club,
        name=club.name,
        currency=club.currency,
        time_zone=club.time_zone,
        renamed={club.players.get(name=name): to},
    )


def test_a_name_that_went_with_an_undone_import_is_free() -> None:
    club = make.club()
    (ravi,) = add_players(club=club, names=["Ravi"])
    source = bring(club)
    with pytest.raises(ValidationError, match="already has that name"):
        rename(club, "Ravi", "Dev")
    undo_import(source=source, by=None)
    rename(club, "Ravi", "Dev")
    assert members(club) == [ravi] and members(club)[0].name == "Dev"
    page = make.host_client(club).get(f"/g/{club.code}/people/").content.decode()
    assert "Dev" in page and "N. N." not in page
    bring(club)
    assert nets(club)["Dev"] == -8000 and club.players.get(name="Dev") == ravi


def test_the_name_of_who_left_and_has_played_is_not_free() -> None:
    club = make.club()
    undo_import(source=bring(club), by=None)
    table = make.session("rummi", ["Dev", "Ravi"], club=club)
    club.players.filter(name="Dev").update(left_at=table.game.started_at)
    with pytest.raises(ValidationError, match="already has that name"):
        rename(club, "Ravi", "Dev")


def test_an_undone_import_leaves_no_names() -> None:
    club = make.club()
    (meera,) = add_players(club=club, names=["Meera"])
    first, second = bring(club), bring(club, TWICE)
    undo_import(source=first, by=None)
    assert {player.name for player in members(club)} == {"Asha", "Dev", "Meera"}
    undo_import(source=second, by=None)
    assert members(club) == [meera]
    page = make.host_client(club).get(f"/g/{club.code}/people/").content.decode()
    assert "Meera" in page and "Asha" not in page and "Dev" not in page
    table = make.session("rummi", ["Meera", "Omar"], club=club)
    make.play(table, {"deal": {}, "lines": {"Meera": {"points": 3}, "Omar": {"points": 9}}})
    for address in (f"players/{meera.pk}/", "settings/"):
        page = make.host_client(club).get(f"/g/{club.code}/{address}").content.decode()
        assert set(re.findall(r"[>\"](Omar|Asha|Dev)[<\"]", page)) == {"Omar"}
    page = make.host_client(club).get(f"/g/{club.code}/spreadsheets/{first.pk}/").content.decode()
    assert "Import undone" in page and "Asha" not in page and "Dev" not in page
    again = preview_import(club, SpreadsheetUpload(TWICE), most=50)
    assert [match.player for match in again.names] == [None, None]
