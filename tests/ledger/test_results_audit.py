"""The audit of results names what is wrong, and only that; a repair leaves it right."""

from collections.abc import Iterator

import pytest

from scorekeeper.clubs.models import Club, Session
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
)
from scorekeeper.ledger.models import GameResult, ImportedResult
from scorekeeper.ledger.results import check_imported_results, repair_imported_results, wrong_rows
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


def named(club: Club) -> list[str]:
    """What the audit says of the imported sessions, without where."""
    return [str(difference).split(": ", 1)[1] for difference in check_imported_results(club)[1]]


@pytest.fixture
def club() -> Club:
    """Two imported sessions, of which the first counts points without an amount for Meera."""
    club = make.club()
    sheet = (
        "Date,Player,Amount,Points\n2024-11-30,Asha,5,10\n2024-11-30,Dev,-5,20\n"
        "2024-12-01,Asha,1,\n2024-12-01,Dev,-1,\n"
    )
    import_spreadsheet(
        club=club, upload=SpreadsheetUpload(sheet), preview_key=None, most=9,
        token=make.token(), by=None,
    )  # fmt: skip
    return club


def rows(club: Club) -> list[GameResult]:
    return list(GameResult.objects.filter(club=club).order_by("session", "player"))


def test_results_of_a_game_that_are_right_differ_in_nothing():
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))
    stored = list(table.game.results.all())
    assert len(stored) == 4 and list(wrong_rows(stored, stored, "here")) == []


def test_a_result_that_is_wrong_missing_or_too_many_is_named_with_both_values():
    table = make.play(make.session(), make.pool_hand("Asha", Dev=43, Meera=10, Omar=20))
    right = list(table.game.results.order_by("player"))
    GameResult.objects.filter(pk=right[1].pk).update(hands=7)
    stored = [*table.game.results.exclude(pk=right[0].pk).order_by("player")]
    names = [str(difference) for difference in wrong_rows(stored, right[:3], "here")]
    assert names == [
        "here: the result of Asha is not there, right is there",
        "here: hands of Dev is 7, right is 1",
        "here: the result of Omar is there, right is not there",
    ]


def test_imported_results_that_are_right_are_not_named(club):
    expected, wrong = check_imported_results(club)
    assert wrong == [] and len(expected) == 4
    other = make.club("Another")
    assert check_imported_results(other) == ([], [])


def test_an_imported_result_that_is_wrong_missing_or_too_many_is_named(club):
    first, second, third, _fourth = rows(club)
    GameResult.objects.filter(pk=first.pk).update(net=first.net + 1)
    net = first.net
    assert named(club) == [f"net of Asha is {net + 1}, right is {net}"]
    first.save()
    second.delete()
    assert named(club) == ["the result of Dev is not there, right is there"]
    second.save(force_insert=True)
    ImportedResult.objects.filter(session_id=third.session_id, player_id=third.player_id).delete()
    name, off = "the result of Asha", third.net
    assert named(club) == [
        f"{name} is there, right is not there",
        f"the sum of everybody is {-off}, right is 0",
    ]


def test_an_imported_session_is_named_by_itself(club):
    for row in rows(club)[2:]:
        GameResult.objects.filter(pk=row.pk).update(net=0)
    session = rows(club)[2].session_id
    wheres = {difference.where for difference in check_imported_results(club)[1]}
    assert wheres == {f"group {club.code}, imported session {session}"}


def sessions(club: Club) -> Iterator[Session]:
    yield from club.sessions.order_by("pk")


@pytest.mark.parametrize("wrong", ["changed", "gone", "too many"])
def test_a_repair_writes_what_the_lines_say_once(club, wrong):
    first, other = sessions(club)
    before = [(row.player_id, row.net, row.points) for row in rows(club)]
    own = GameResult.objects.filter(session=first)
    if wrong == "changed":
        own.update(net=7)
    elif wrong == "gone":
        own.delete()
    else:
        row = own[0]
        row.pk, row.player = None, club.players.create(name="Nobody")
        row.save(force_insert=True)
    assert not repair_imported_results(other)
    assert repair_imported_results(first)
    assert not repair_imported_results(first)
    assert [(row.player_id, row.net, row.points) for row in rows(club)] == before


def test_a_line_of_points_alone_moves_no_money():
    club = make.club()
    sheet = "Date,Player,Points\n2024-11-30,Asha,10\n2024-11-30,Dev,20\n"
    import_spreadsheet(
        club=club, upload=SpreadsheetUpload(sheet), preview_key=None, most=9,
        token=make.token(), by=None,
    )  # fmt: skip
    assert [(row.net, row.points) for row in rows(club)] == [(0, 10.0), (0, 20.0)]
