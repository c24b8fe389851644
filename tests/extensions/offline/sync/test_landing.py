"""Rows of a snapshot land as they were told, or not at all."""

from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE
from scorekeeper.extensions.offline.sync.snapshots.device_import import KEY_RANGE, land
from scorekeeper.extensions.offline.sync.snapshots.tables import MODELS
from scorekeeper.play.models import Hand
from scorekeeper.variants import VARIANTS
from tests.extensions.offline.sync.device import Both, Inside
from tests.extensions.offline.sync.same_pages import chain, played, typed, version
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db]
HTMX: dict[str, Any] = {"HX-Request": "true"}


@pytest.fixture
def both(inside: Inside) -> Both:
    table = make.play(make.session(), pool_hand("Asha", Dev=30, Meera=10, Omar=5))
    return Both(make.member(Role.SCORER, table.game.session.club), table.game.session, inside)


# As it was told --------------------------------------------------------------------------------


def test_every_row_lands_with_its_key_and_its_values(both: Both) -> None:
    both.take()  # as it is sent, so it is told again by what has landed
    snapshot = both.snapshot["rows"]
    assert {"play_hand", "ledger_payment", "play_seatscore"} & snapshot.keys()
    for table, block in snapshot.items():
        [[count]] = both.inside.rows(f"SELECT COUNT(*) FROM {table}")
        assert count == len(block["rows"])
        keys = both.inside.rows(f"SELECT id FROM {table} ORDER BY id")
        assert [key for (key,) in keys] == sorted(row[0] for row in block["rows"])
    [[saved_at]] = both.inside.rows("SELECT at FROM play_hand")
    assert saved_at == str(Hand.objects.get().at.replace(tzinfo=None))


def test_every_table_of_ours_counts_on_from_a_key_that_no_server_has(both: Both) -> None:
    counted = dict(both.inside.rows("SELECT name, seq FROM sqlite_sequence"))
    ours = {m for m in apps.get_models() if m.__module__.startswith("scorekeeper.")}
    assert ours >= {*MODELS}
    firsts = sorted(counted[model._meta.db_table] + 1 for model in ours)
    assert firsts[0] >= FIRST_OF_DEVICE and firsts[-1] < 2**53, "a script reads them"
    places = [(first - FIRST_OF_DEVICE) // KEY_RANGE for first in firsts]
    assert len(set(places)) == len(firsts), "none has another's keys"
    room = [KEY_RANGE - (first - FIRST_OF_DEVICE) % KEY_RANGE for first in firsts]
    assert min(room) >= KEY_RANGE // 2


def test_the_devices_own_secret_stays_on_the_server(both: Both) -> None:
    [[digest]] = both.inside.rows("SELECT digest FROM clubs_device")
    device = both.mine.device
    assert device is not None and len(digest) == 64 and digest != device.digest
    before = dict(both.cookies)
    both.take()
    assert both.cookies["scorekeeper"] != before["scorekeeper"]
    home = f"/sessions/{both.session.code}/"
    stale = {**both.cookies, "scorekeeper": before["scorekeeper"]}
    message = {"method": "GET", "path": home, "body": "", "now": both.now.isoformat()}
    assert both.inside.tell("ask", **message, cookies=stale, headers={})["status"] == 404
    assert both.offline(home).status == 200


def test_a_page_drawn_inside_is_accepted_outside_and_the_other_way_round(both: Both) -> None:
    page = f"/sessions/{both.session.code}/games/1/hand/"
    there, here = both.mark(both.online(page)), both.mark(both.offline(page))
    assert there != here and len(there) == len(here) == 64
    for ask in (both.online, both.offline):
        for mark in (there, here):
            assert ask(f"{page}slip/", [("csrfmiddlewaretoken", mark)], **HTMX).status == 200
        assert ask(f"{page}slip/", [("csrfmiddlewaretoken", "x" * 64)], **HTMX).status == 403


# Another release -------------------------------------------------------------------------------


def landed(both: Both) -> str:
    return str(both.inside.tell("land", **both.snapshot).get("error", ""))


def test_what_is_not_known_here_is_left_out_and_what_is_not_told_is_empty(both: Both) -> None:
    rows = both.snapshot["rows"]
    rows["of_next_year"] = {"columns": ["id"], "rows": [[1]]}
    hands = rows["play_hand"]
    hands["columns"] = [{"late": "of_next_year"}.get(column, column) for column in hands["columns"]]
    assert landed(both) == ""
    assert both.inside.rows("SELECT late, reason FROM play_hand") == [[0, ""]]
    assert len(both.inside.rows("SELECT id FROM play_seatscore")) == 4


def spoil(rows: Any, how: str) -> None:
    hands, scores = rows["play_hand"], rows["play_seatscore"]
    if how == "no game":
        rows["play_game"]["rows"] = []
    elif how == "no key":
        hands["rows"][0][0] = None
    elif how == "twice":
        hands["rows"].append(hands["rows"][0])
    elif how == "no hand named":
        del scores["columns"][1]
        scores["rows"] = [[row[0], *row[2:]] for row in scores["rows"]]
    elif how == "no number":
        hands["rows"][0][hands["columns"].index("number")] = "seven"
    elif how == "no phone":
        rows["clubs_device"]["rows"] = []
    elif how == "cut off":
        scores["rows"][0] = scores["rows"][0][:2]


SPOILT = ("no game", "no key", "twice", "no hand named", "no number", "no phone", "cut off")


@pytest.mark.parametrize("how", SPOILT)
def test_rows_that_cannot_be_are_refused_as_a_whole(both: Both, how: str) -> None:
    spoil(both.snapshot["rows"], how)
    assert landed(both) != ""
    assert both.inside.rows("SELECT id FROM clubs_club") == []
    both.take()  # the next one lands


def test_nothing_lands_in_a_servers_database(both: Both, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    with pytest.raises(RuntimeError):
        land(both.snapshot)


def test_what_was_drawn_of_an_earlier_base_is_forgotten(both: Both) -> None:
    """The session's version is no higher, and what a page shows is another one."""
    home = f"/sessions/{both.session.code}/"
    assert "Asha" in both.offline(home).body
    players = both.snapshot["rows"]["clubs_player"]
    index = players["columns"].index("name")
    for row in players["rows"]:
        row[index] = {"Asha": "Zenobia"}.get(row[index], row[index])
    landed_in = both.inside.tell("land", **both.snapshot)
    both.cookies["scorekeeper"] = landed_in["cookie"]
    for path in (home, f"{home}games/1/hand/"):
        page = both.offline(path).body
        assert "Zenobia" in page, path
        assert "Asha" not in page, path


# Any session -------------------------------------------------------------------------------------


@settings(max_examples=min(5, settings().max_examples), suppress_health_check=list(HealthCheck))
@given(key=st.sampled_from(sorted(VARIANTS)), seed=st.integers(0, 2**32 - 1), data=st.data())
def test_any_short_session_lands_and_goes_on_alike(
    inside: Inside, key: str, seed: int, data: st.DataObject
) -> None:
    drawn = draw_game(VARIANTS[key], Random(seed), hands=4)
    before = data.draw(st.integers(0, len(drawn.entries)))
    table = played(drawn, before)
    both = Both(make.member(Role.SCORER, table.game.session.club), table.game.session, inside)
    home = f"/sessions/{both.session.code}/"
    for number in range(before + 1, len(drawn.entries) + 1):
        both.agree_to_write(f"{home}games/1/hand/", typed(drawn, number))
    for path in (home, f"{home}games/1/hand/"):
        both.agree(path)
    both.agree(f"{home}newer/?v={version(both) - 1}", **HTMX)
    hands = Hand.objects.filter(game=table.game).order_by("pk")
    assert chain(both) == [list(row) for row in hands.values_list("number", "token", "digest")]
