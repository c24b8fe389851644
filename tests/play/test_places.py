"""A hand is found by its game and its token, whatever stands in that."""

from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.core.requests.sent import LONGEST_TOKEN
from scorekeeper.play.addresses import TokenInAddress, hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make

ODD = ["a/b", "..", ".", "/", "x/amend", "~", "%2F", "a b?c#d", "é/✓", "12", "a\nb", "&<'\""]
PAGES = [
    *("scoreboard:hand", "entry:hand_edit", "entry:hand_insert"),
    *("approvals:news", "statements:share_hand"),
]
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_TOKEN))
def test_each_token_has_one_name_which_needs_no_encoding(token: str) -> None:
    place = reverse("scoreboard:hand", args=["n", 1, token])
    assert set(place.split("/")[6]) <= set(PLAIN) and place.count("/") == 7
    assert resolve(unquote(urlsplit(place).path)).kwargs["hand_token"] == token


@pytest.mark.parametrize("token", ["A-z_09", make.token(), "x" * LONGEST_TOKEN])
def test_a_token_as_devices_make_them_stands_as_it_is(token: str) -> None:
    assert TokenInAddress().to_url(token) == token


@pytest.mark.parametrize(
    "part", ["~", "~2", "~2f", "~zz", "~61", "~FF", "a b", "a.b", "x" * 65, ""]
)
def test_what_names_no_token_is_no_address(part: str) -> None:
    with pytest.raises(Resolver404):
        resolve(f"/sessions/n/games/1/hands/{part}/")


@pytest.fixture
def table() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


def posted(table: Table, token: str, *, points: int = 10) -> dict[str, object]:
    fields: dict[str, object] = {"token": token, "number": 1, "who-finish": 0}
    for person in (1, 2):
        fields |= {f"p{person}-finish": "counted", f"p{person}-points": points + person}
    return fields


def save(host: Client, table: Table, token: str) -> Hand:
    place = reverse("entry:hand_new", args=[table.game.session.code, table.game.number])
    answer = host.post(place, posted(table, token), follow=True)
    assert "Hand 1 saved." in answer.content.decode()
    return Hand.objects.get(game=table.game, token=token)


@pytest.mark.django_db
@pytest.mark.parametrize("token", ODD)
def test_a_hand_of_any_token_is_seen_shared_corrected_and_deleted(table: Table, token: str) -> None:
    host = make.host_client(table.game.session.club)
    hand = save(host, table, token)
    board = host.get(reverse("scoreboard:session", args=[table.game.session.code])).content.decode()
    assert f'href="{hand_address("scoreboard:hand", hand)}"' in board
    for page in PAGES:
        assert host.get(hand_address(page, hand)).status_code == 200, page
    fields = posted(table, "instead", points=20) | {"amends": token}
    answer = host.post(hand_address("entry:hand_edit", hand), fields, follow=True)
    assert "Hand 1 edited." in answer.content.decode()
    undo = hand_address("entry:hand_restore", hand)
    assert f'action="{undo}"' in answer.content.decode()
    answer = host.post(undo, {"token": token + "'"}, follow=True)
    assert "restored." in answer.content.decode()
    back = Hand.objects.get(game=table.game, voided_at=None)
    answer = host.post(hand_address("entry:hand_delete", back), {"reason": "x"}, follow=True)
    assert "deleted. It no longer counts." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.one_database
def test_one_token_in_two_games_names_the_hand_of_each(table: Table) -> None:
    other = make.next_game(table.game.session, "pool_rummy", make.NAMES[:3])
    host = make.host_client(table.game.session.club)
    first, second = save(host, table, "same"), save(host, other, "same")
    assert hand_address("scoreboard:hand", first) != hand_address("scoreboard:hand", second)
    for hand, there in ((first, table), (second, other)):
        page = host.get(hand_address("scoreboard:hand", hand))
        assert page.context["shown_version"].hand == hand
        assert page.context["table"].game == there.game
    host.post(hand_address("entry:hand_delete", second))
    assert Hand.objects.get(voided_at=None) == first


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_hand_is_not_in_another_game_of_its_session(table: Table) -> None:
    other = make.next_game(table.game.session, "pool_rummy", make.NAMES[:3])
    host = make.host_client(table.game.session.club)
    hand = save(host, table, "here")
    hand.game = other.game
    for page in PAGES:
        assert host.get(hand_address(page, hand)).status_code == 404, page
    for act in ("hand_delete", "hand_restore"):
        answer = host.post(hand_address(f"entry:{act}", hand), {"token": "t"})
        assert answer.status_code == 404
