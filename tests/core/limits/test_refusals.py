"""What a stranger meets who does something without end, and what a table does not."""

import html
import re
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from scorekeeper.clubs.models import Club, Membership, Player, Role, Session, ShareLink
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.acts import HOUR, MINUTE
from scorekeeper.core.limits.middleware import in_words
from scorekeeper.core.limits.spending import spend
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.play.models import Game
from scorekeeper.seasons.models import Season
from tests.helpers import factories as make
from tests.helpers.clubs.scanning import come_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


def most(act: acts.Act, per: str) -> int:
    return min(limit.most for limit in act.limits if limit.per == per)


def nearly_spent(act: acts.Act, per: str, **whom: Any) -> None:
    """All but one of it; ``per``: the limit that is met first."""
    request = RequestFactory().get("/")
    spend(act, request, times=most(act, per) - 1, **whom)


def start(number: int, **extra: Any) -> Any:
    fields = {"name": ["Asha", "Dev"], "variant": "pool_rummy", "token": f"a-token-of-{number:08}"}
    return Client().post(reverse("home:start"), fields, **extra)


def test_clubs_from_one_address_come_to_an_end_and_from_the_next_they_begin():
    answers = [start(number).status_code for number in range(30)]
    assert answers == [302] * 20 + [429] * 10
    assert Club.objects.count() == most(acts.NEW_CLUB, "address") == 20
    assert start(99, REMOTE_ADDR="192.0.2.9").status_code == 302


def test_the_page_says_what_was_too_much_and_when_it_works_again():
    nearly_spent(acts.NEW_CLUB, "address")
    start(1)
    refused = start(2)
    page = refused.content.decode()
    assert refused.status_code == 429
    assert "Too many groups were created from this network." in page
    assert "Try again in 3 minutes." in page
    assert refused["Retry-After"] == "180"
    assert "no-store" in refused["Cache-Control"]


def test_the_page_keeps_what_was_typed_and_sends_it_again(clock: Any):
    nearly_spent(acts.NEW_CLUB, "address")
    start(1)
    browser, place = Client(), reverse("home:start")
    fields = {"name": ["Zoë <3", "Dev"], "variant": "pool_rummy", "token": "a-token-of-the-phone"}
    page = browser.post(place, {**fields, "csrfmiddlewaretoken": "old"}).content.decode()
    assert ">Send again</button>" in page and 'value="old"' not in page
    kept = re.findall(r'<input type="hidden" name="(name|variant|token)" value="([^"]*)">', page)
    clock.go_on(HOUR)
    again: dict[str, list[str]] = {}
    for name, value in kept:
        again.setdefault(name, []).append(html.unescape(value))
    assert browser.post(place, again).status_code == 302
    assert Player.objects.filter(name="Zoë <3").exists()


def test_what_nobody_typed_is_not_said_to_be_kept():
    place = reverse("clubs:join", args=["guess"])
    page = [Client().get(place) for _time in range(61)][-1].content.decode()
    assert "Too many requests" in page and "Send again" not in page


def test_it_is_said_in_the_language_of_who_asks():
    assert in_words(1) == "Try again in 1 minute."
    assert in_words(61) == "Try again in 2 minutes."
    assert in_words(90 * MINUTE) == "Try again in 90 minutes."
    assert in_words(2 * HOUR + 1) == "Try again in 3 hours."


def test_a_link_opened_without_cookies_makes_no_more_places_than_may_be():
    _link, secret = make.link(Role.VIEWER, make.club())
    place = reverse("clubs:join", args=[secret])
    answers = [come_in(Client(REMOTE_ADDR=f"192.0.2.{n}"), place).status_code for n in range(102)]
    assert answers == [302] * 100 + [429] * 2
    link = ShareLink.objects.get()
    assert Membership.objects.filter(link=link).count() == most(acts.JOIN, "link") == 100


def test_who_has_a_place_already_comes_in_however_many_were_made():
    _link, secret = make.link(Role.VIEWER, make.club())
    place, phone = reverse("clubs:join", args=[secret]), Client()
    for _time in range(110):
        assert come_in(phone, place).status_code == 302


def test_guessing_links_comes_to_an_end_for_who_guesses_alone():
    _link, secret = make.link(Role.VIEWER, make.club())
    for number in range(60):
        assert Client().get(reverse("clubs:join", args=[f"guess-{number}"])).status_code == 404
    assert Client().get(reverse("clubs:join", args=["guess"])).status_code == 429
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    assert come_in(elsewhere, reverse("clubs:join", args=[secret])).status_code == 302


DOCUMENT = '{"document": "scorekeeper house rules", "version": 1, "game": "pool_rummy"}'


def _session(club: Club, number: int) -> tuple[str, dict[str, Any]]:
    players = [p.pk for p in club.players.all()]
    fields = {"player": players, "variant": "pool_rummy", "token": f"session-{number}"}
    return reverse("starting:session_new", args=[club.code]), fields


def _game(club: Club, number: int) -> tuple[str, dict[str, Any]]:
    session = club.sessions.first()
    assert session is not None
    fields = {"seat": [p.pk for p in club.players.all()], "variant": "pool_rummy", "do": "start"}
    return reverse("starting:game_new", args=[session.code]), {**fields, "token": f"game-{number}"}


def _rules(club: Club, number: int) -> tuple[str, dict[str, Any]]:
    fields = {
        "game": "pool_rummy",
        "document": DOCUMENT,
        "do": "accept",
        "called": f"Rules {number}",
    }
    place = reverse("house_rules:import", args=[club.code])
    return place, {**fields, "token": f"rules-{number}"}


def _season(club: Club, number: int) -> tuple[str, dict[str, Any]]:
    place = reverse("seasons:season_new", args=[club.code])
    year = 2026 + number
    days = {"starts": f"{year}-01-01", "ends": f"{year}-12-31"}
    return place, {"name": f"Season {number}", **days}


@pytest.mark.parametrize(
    ("act", "model", "make_one"),
    [
        (acts.NEW_SESSION, Session, _session),
        (acts.NEW_GAME, Game, _game),
        (acts.NEW_RULES, ClubPreset, _rules),
        (acts.NEW_SEASON, Season, _season),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_what_a_club_makes_without_end_comes_to_one(act: acts.Act, model: Any, make_one: Any):
    club, other = (make.session(club=make.club()).game.session.club for _club in range(2))
    host, before = make.host_client(club), model.objects.count()
    nearly_spent(act, "club", club=club)
    answers = [host.post(*make_one(club, number)) for number in range(3)]
    assert [answer.status_code == 429 for answer in answers] == [False, True, True]
    assert model.objects.count() == before + 1
    assert make.host_client(other).post(*make_one(other, 9)).status_code != 429


def test_names_of_new_players_come_to_an_end():
    session = make.session().game.session
    host = make.host_client(session.club)
    names = [f"Player {n}" for n in range(200)]
    for ten in range(0, 200, 10):
        fields = {"name": names[ten : ten + 10], "variant": "pool_rummy", "do": "new"}
        host.post(
            reverse("starting:game_new", args=[session.code]), {**fields, "token": f"t-{ten}"}
        )
    assert Player.objects.filter(club=session.club).count() <= 4 + most(acts.NEW_PLAYERS, "club")


def test_a_device_that_asks_without_a_pause_keeps_its_page_and_is_told_on_it():
    table = make.session()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    place = reverse("entry:slip", args=[table.game.session.code, 1])
    nearly_spent(acts.LOOK, "member", member=Membership.objects.get(role=Role.SCORER))
    assert scorer.post(place, headers={"HX-Request": "true"}).status_code == 200
    refused = scorer.post(place, headers={"HX-Request": "true"})
    assert refused.status_code == 429
    assert refused["HX-Retarget"] == "#too-much"
    assert b"<html" not in refused.content
    assert "What you entered is still here." in refused.content.decode()
    other = make.client_with(Role.SCORER, table.game.session.club)
    assert other.post(place, headers={"HX-Request": "true"}).status_code == 200


def test_every_page_with_htmx_has_the_place_where_that_is_said():
    table = make.session()
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    page = scorer.get(reverse("entry:hand_new", args=[table.game.session.code, 1])).content.decode()
    assert '<div class="too-much" id="too-much"></div>' in page
    assert '{"code": "429", "swap": true, "error": true}' in page


def test_writing_without_end_comes_to_one_for_the_club_and_not_for_its_neighbours():
    table, other = make.session(), make.session()
    club = table.game.session.club
    scorer = make.client_with(Role.SCORER, club)
    place = reverse("settlement:paid", args=[table.game.session.code])
    for other_phone in range(4):
        times = most(acts.WRITE, "member") - (other_phone == 3)
        request = RequestFactory().get("/")
        spend(acts.WRITE, request, times=times, club=club, member=f"phone {other_phone}")
    assert [scorer.post(place).status_code for _time in range(2)] == [400, 429]
    neighbour = make.client_with(Role.SCORER, other.game.session.club)
    assert (
        neighbour.post(reverse("settlement:paid", args=[other.game.session.code])).status_code
        == 400
    )


def test_a_guest_who_posts_without_end_does_not_stop_who_writes_down_hands():
    table = make.session()
    club, place = (
        table.game.session.club,
        reverse("scoreboard:money", args=[table.game.session.code]),
    )
    viewer = make.client_with(Role.VIEWER, club)
    nearly_spent(acts.WRITE, "member", club=club, member=Membership.objects.get(role=Role.VIEWER))
    assert [viewer.post(place).status_code for _time in range(2)] == [302, 429]
    scorer = make.client_with(Role.SCORER, club)
    assert (
        scorer.post(reverse("settlement:paid", args=[table.game.session.code])).status_code == 400
    )


def test_trying_hands_comes_to_an_end_for_who_tries_without_a_pause():
    place = reverse("rulebook:try_cards", args=["points_rummy"])
    nearly_spent(acts.TRY, "address")
    assert [Client().post(place).status_code for _time in range(2)] == [404, 429]
    assert Client().get(reverse("rulebook:try_it", args=["points_rummy"])).status_code == 200


def test_invitations_made_and_revoked_without_end_come_to_one():
    club = make.club()
    host, page = make.host_client(club), reverse("clubs:share", args=[club.code])
    nearly_spent(acts.NEW_LINK, "club", club=club)
    answers = [host.get(f"{page}?role={role}").status_code for role in (1, 2, 3, 1)]
    assert answers == [200, 429, 429, 200]  # what stands is shown again
