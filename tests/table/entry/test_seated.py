"""A hand shows and asks those who sat at the table when it was dealt, whoever sits there now."""

import re
from typing import Any

import pytest

from scorekeeper.clubs.models import Player, Role
from scorekeeper.play import seating
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits.leading import seatings
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import Replaying
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import Table, game_table
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.table.entry.views import address, in_force, text

pytestmark = pytest.mark.django_db

NAMES = ("Hana", "Ian", "Joy", "Kit")


def replaced() -> Table:
    """Two hands with Kit; then Kit goes and Lou comes; a hand with Lou."""
    table = make.session("points_rummy", NAMES, {})
    table = make.play(
        table,
        pool_hand("Ian", Hana=2, Joy=13, Kit=5),
        {"deal": {"outcome": "void"}, "lines": {}},
        pool_hand("Ian", Hana=1, Joy=2, Kit=0),
    )
    game = table.game
    view: dict[str, Any] = {"version": TableVersion(game.last_number + 1, 0), "token": make.token()}
    seating.leave_game(game=game, person=3, **view)
    game.refresh_from_db()
    view = {"version": TableVersion(game.last_number + 1, 1), "token": make.token()}
    seating.join_game(game=game, player="Lou", options=game.options, **view)
    game.refresh_from_db()
    table = game_table(game)
    entry = pool_hand("Joy", Hana=3, Ian=4, Lou=6) | {"absent": ["Kit"]}
    return make.play(table, entry)


def result_names(page: str) -> list[str]:
    lines = re.findall(r'<li class="result__line[^"]*">.*?</li>', page, re.S)
    return [m[1] for line in lines if (m := re.search(r"<bdi>(\w+)</bdi>", line))]


def test_the_result_card_after_an_edit_shows_who_sat_then() -> None:
    table = replaced()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    _first, _void, third, _fourth = in_force(table)
    fields: dict[str, Any] = {"token": "t", "number": 3, "who-finish": 1}
    for person, left in ((0, 9), (2, 2), (3, 0)):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": left}
    page = scorer.post(address(table, f"hands/{third.token}/edit/"), fields, follow=True)
    assert "Hand 3 edited" in text(page)
    assert result_names(text(page)) == ["Hana", "Ian", "Joy", "Kit"]


def test_the_page_of_a_hand_and_its_shared_text_name_who_sat_then() -> None:
    table = replaced()
    viewer = make.client_with(Role.SCORER, table.game.session.club)
    hands = in_force(table)
    for hand, there, away in ((hands[2], "Kit", "Lou"), (hands[3], "Lou", "Kit")):
        page = text(viewer.get(hand_address("scoreboard:hand", hand)))
        version = page.split("Scores and their reasons")[1].split("</table>")[0]
        assert there in version and away not in version
        assert f"<bdi>{away}</bdi>" not in page
        shared = text(viewer.get(hand_address("statements:share_hand", hand)))
        assert there in shared and away not in shared


def test_a_missing_hand_asks_who_sat_then() -> None:
    table = replaced()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    hands = in_force(table)
    place = address(table, f"hands/{hands[1].token}/insert/")
    page = text(scorer.get(place))
    assert ">Kit<" in page and ">Lou<" not in page
    fields: dict[str, Any] = {"token": "m", "number": 2, "who-finish": 0}
    for person, left in ((1, 9), (2, 2), (3, 7)):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": left}
    saved = scorer.post(place, fields, follow=True)
    assert "Hand 2 saved" in text(saved)
    assert result_names(text(saved)) == ["Hana", "Ian", "Joy", "Kit"]


def test_a_hand_missing_after_the_change_asks_who_sat_then() -> None:
    table = replaced()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    entry = pool_hand("Joy", Hana=3, Ian=4, Lou=6) | {"absent": ["Kit"]}
    table = make.play(table, entry)
    place = address(table, f"hands/{in_force(table)[4].token}/insert/")
    page = text(scorer.get(place))
    assert ">Lou<" in page and 'name="p3-points"' not in page
    fields: dict[str, Any] = {"token": "m", "number": 5, "who-finish": 0}
    for person, left in ((1, 9), (2, 2), (4, 7)):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": left}
    saved = scorer.post(place, fields, follow=True)
    assert "Hand 5 saved" in text(saved)
    assert result_names(text(saved)) == ["Hana", "Ian", "Joy", "Lou"]
    assert Player.objects.filter(name="Lou").count() == 1


def test_a_hand_missing_where_seats_changed_asks_who_sat_at_the_table() -> None:
    table = replaced()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    place = address(table, f"hands/{in_force(table)[3].token}/insert/")
    page = text(scorer.get(place))
    assert "Who sat at the table then?" in page
    assert "<bdi>Hana</bdi>, <bdi>Ian</bdi>, <bdi>Joy</bdi>" in page
    choices = re.findall(r'href="[^"]*\?seats=\d+".*?</a>', page, re.S)
    assert [re.findall(r"<bdi>(\w+)</bdi>", choice) for choice in choices] == [
        ["Hana", "Ian", "Joy", "Lou"],
        ["Hana", "Ian", "Joy"],
        ["Hana", "Ian", "Joy", "Kit"],
    ]
    assert 'name="p4-points"' in page and 'name="p3-points"' not in page
    before = text(scorer.get(f"{place}?seats=0"))
    assert 'name="p3-points"' in before and 'name="p4-points"' not in before
    fields: dict[str, Any] = {"token": "m", "number": 4, "who-finish": 0, "seats": 0}
    for person, left in ((1, 9), (2, 2), (3, 7)):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": left}
    slip = text(
        scorer.post(address(table, "hand/slip/"), fields | {"before": place.split("/")[-3]})
    )
    assert "Kit" in slip and "Lou" not in slip
    saved = scorer.post(place, fields, follow=True)
    assert "Hand 4 saved" in text(saved)
    assert result_names(text(saved)) == ["Hana", "Ian", "Joy", "Kit"]
    hands = in_force(table)
    assert [(hand.changes, hand.persons) for hand in hands[2:]] == [(0, 4), (0, 4), (2, 5)]
    table.game.refresh_from_db()
    assert list(differences(table.game)) == []


def test_who_sat_there_is_found_in_one_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each earlier hand is played once, however often seats changed after it."""
    table, played = replaced(), list[int]()
    play = Replaying.play

    def counted(replaying: Replaying, hand: Hand) -> Any:
        played.append(hand.number)
        return play(replaying, hand)

    monkeypatch.setattr(Replaying, "play", counted)
    found = seatings(table, in_force(table)[3])
    assert [seating.names for seating in found] == [
        ("Hana", "Ian", "Joy", "Lou"),
        ("Hana", "Ian", "Joy"),
        ("Hana", "Ian", "Joy", "Kit"),
    ]
    assert [seating.changes for seating in found] == [2, 1, 0]
    assert played == [1, 2, 3]


def test_elsewhere_nobody_is_asked_who_sat_there() -> None:
    table = replaced()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    place = address(table, f"hands/{in_force(table)[2].token}/insert/")
    assert "Who sat at the table then?" not in text(scorer.get(place))
    for seats in ("1", "9", "-1", "x", "9" * 30):
        page = text(scorer.get(f"{place}?seats={seats}"))
        assert ">Kit<" in page and ">Lou<" not in page
