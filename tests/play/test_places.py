"""A hand is found by its game and its token, whatever stands in that."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import LONGEST_TOKEN, TokenInAddress, hand_address
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers import factories as make

ODD = ["a/b", "..", ".", "/", "x/amend", "~", "%2F", "a b?c#d", "é/✓", "12", "a\nb", "&<'\""]
PAGES = [
    *("scoreboard:hand", "entry:hand_amend", "entry:hand_left_out"),
    *("approvals:said", "statements:share_hand"),
]
PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~"


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=LONGEST_TOKEN))
def test_each_token_has_one_name_which_needs_no_encoding(token: str) -> None:
    place = reverse("scoreboard:hand", args=["n", 1, token])
    assert set(place.split("/")[6]) <= set(PLAIN) and place.count("/") == 7
    assert resolve(unquote(urlsplit(place).path)).kwargs["hand_token"] == token


@pytest.mark.parametrize("token", ["A-z_09", make.token(), "x" * LONGEST_TOKEN])
def test_a_token_as_phones_make_them_stands_as_it_is(token: str) -> None:
    assert TokenInAddress().to_url(token) == token


@pytest.mark.parametrize(
    "part", ["~", "~2", "~2f", "~zz", "~61", "~FF", "a b", "a.b", "x" * 65, ""]
)
def test_what_names_no_token_is_no_address(part: str) -> None:
    with pytest.raises(Resolver404):
        resolve(f"/sessions/n/games/1/hands/{part}/")


@pytest.fixture
def at() -> Table:
    return make.session("pool_rummy", make.NAMES[:3])


def posted(at: Table, token: str, *, points: int = 10) -> dict[str, object]:
    told: dict[str, object] = {"token": token, "number": 1, "who-finish": 0}
    for person in (1, 2):
        told |= {f"p{person}-finish": "counted", f"p{person}-points": points + person}
    return told


def save(host: Client, at: Table, token: str) -> Hand:
    place = reverse("entry:hand_new", args=[at.game.session.code, at.game.number])
    answer = host.post(place, posted(at, token), follow=True)
    assert "Hand 1 saved." in answer.content.decode()
    return Hand.objects.get(game=at.game, token=token)


@pytest.mark.django_db
@pytest.mark.parametrize("token", ODD)
def test_a_hand_of_any_token_is_seen_shared_corrected_and_taken_back(at: Table, token: str) -> None:
    host = make.host_client(at.game.session.club)
    hand = save(host, at, token)
    board = host.get(reverse("scoreboard:session", args=[at.game.session.code])).content.decode()
    assert f'href="{hand_address("scoreboard:hand", hand)}"' in board
    for page in PAGES:
        assert host.get(hand_address(page, hand)).status_code == 200, page
    told = posted(at, "instead", points=20) | {"amends": token}
    answer = host.post(hand_address("entry:hand_amend", hand), told, follow=True)
    assert "Hand 1 edited." in answer.content.decode()
    undo = hand_address("entry:hand_back", hand)
    assert f'action="{undo}"' in answer.content.decode()
    answer = host.post(undo, {"token": token + "'"}, follow=True)
    assert "restored." in answer.content.decode()
    back = Hand.objects.get(game=at.game, voided_at=None)
    answer = host.post(hand_address("entry:hand_void", back), {"reason": "x"}, follow=True)
    assert "deleted. It no longer counts." in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.one_database
def test_one_token_in_two_games_names_the_hand_of_each(at: Table) -> None:
    other = make.next_game(at.game.session, "pool_rummy", make.NAMES[:3])
    host = make.host_client(at.game.session.club)
    one, two = save(host, at, "same"), save(host, other, "same")
    assert hand_address("scoreboard:hand", one) != hand_address("scoreboard:hand", two)
    for hand, there in ((one, at), (two, other)):
        page = host.get(hand_address("scoreboard:hand", hand))
        assert page.context["shown_version"].hand == hand
        assert page.context["table"].game == there.game
    host.post(hand_address("entry:hand_void", two))
    assert Hand.objects.get(voided_at=None) == one


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_hand_is_not_in_another_game_of_its_session(at: Table) -> None:
    other = make.next_game(at.game.session, "pool_rummy", make.NAMES[:3])
    host = make.host_client(at.game.session.club)
    hand = save(host, at, "here")
    hand.game = other.game
    for page in PAGES:
        assert host.get(hand_address(page, hand)).status_code == 404, page
    for act in ("hand_void", "hand_back"):
        answer = host.post(hand_address(f"entry:{act}", hand), {"token": "t"})
        assert answer.status_code == 404


@pytest.mark.django_db
@pytest.mark.one_database
def test_an_address_of_before_leads_to_the_hand_and_changes_nothing(at: Table) -> None:
    host = make.host_client(at.game.session.club)
    hand = save(host, at, "7")
    old = f"/sessions/{at.game.session.code}/hands/{hand.pk}/"
    answer = make.client_with(Role.VIEWER, at.game.session.club).get(old)
    assert answer.status_code == 302
    assert answer["Location"] == hand_address("scoreboard:hand", hand)
    assert host.post(old).status_code == 405
    for more in ("picture/", "picture/png/", "said/", "line/", "overrule/"):
        assert host.get(old + more).status_code == 404
    for act in ("amend", "before", "void", "back"):
        place = f"/sessions/{at.game.session.code}/games/1/hands/{hand.pk}/{act}/"
        assert host.post(place, {"token": "t"}).status_code == 404
    assert host.get(f"/sessions/{at.game.session.code}/hands/{10**9}/").status_code == 404
    assert make.host_client(make.club()).get(old).status_code == 404
