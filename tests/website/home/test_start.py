"""First visit: one screen, one press, and the browser is the host of a running game."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.models import Club, Device, Membership, Player, Role, Session
from scorekeeper.play import services as play
from scorekeeper.play.models import Game
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db

TOKEN = "a-token-made-on-the-phone"


def press(browser: Client, *names: str, variant: str = "pool_rummy", token: str = TOKEN, **more):
    fields = {"name": names or ("Asha", "Dev", "Meera"), "variant": variant, "token": token}
    return browser.post(reverse("home:start"), {**fields, **more})


def errors(response) -> str:
    return str(response.content.decode())


def test_the_first_screen_asks_for_names_and_a_game_and_works_without_scripts(client: Client):
    page = client.get("/").content.decode()
    assert page.count('name="name"') == 6
    assert 'value="pool_rummy"' in page
    assert 'action="/start/"' in page


def test_one_press_makes_club_players_session_game_and_host(client: Client):
    response = press(client)
    game = Game.objects.get()
    assert response["Location"] == reverse("entry:hand_new", args=[game.session.code, 1])
    assert [seat.player.name for seat in game.seats.all()] == ["Asha", "Dev", "Meera"]
    assert Membership.objects.get().role == Role.HOST
    assert client.get(reverse("home:club", args=[Club.objects.get().code])).status_code == 200


def visitor() -> Client:
    """A browser that has seen the first screen."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/")
    return browser


def home() -> str:
    return reverse("home:club", args=[Club.objects.get().code])


def sign(browser: Client) -> dict[str, str]:
    """The mark of the browser’s forms, without which it may post nothing."""
    return {"csrfmiddlewaretoken": browser.cookies["csrftoken"].value}


def test_pressing_twice_makes_one_and_lets_the_same_device_in_again():
    browser = visitor()
    first = press(browser, **sign(browser))
    del browser.cookies[settings.SESSION_COOKIE_NAME]  # the first answer was lost on its way
    second = press(browser, **sign(browser))
    assert second["Location"] == first["Location"]
    counts = [m.objects.count() for m in (Club, Session, Game, Player, Membership, Device)]
    assert counts == [1, 1, 1, 3, 1, 1]
    assert browser.get(home()).status_code == 200
    third = press(browser, **sign(browser))  # and back, and again
    assert third["Location"] == first["Location"]
    assert Device.objects.count() == 1


def test_the_code_to_write_down_is_shown_whichever_of_two_presses_was_answered():
    browser = visitor()
    codes = set()
    for _press in range(2):
        press(browser, **sign(browser))
        page = browser.get(reverse("clubs:recovery", args=[Club.objects.get().code]))
        codes.add(tuple(page.context["groups"]))
        del browser.cookies[settings.SESSION_COOKIE_NAME]
    assert len(codes) == 1 and len(codes.pop()) == 6


def test_a_start_token_is_no_key_for_another_browser():
    first = visitor()
    press(first, **sign(first))
    before = [m.objects.count() for m in (Club, Session, Game, Player, Membership, Device)]
    for other in (Client(), visitor()):
        mark = sign(other) if other.cookies else {}
        answer = press(other, **mark)
        assert answer.status_code == 409
        assert "already created" in answer.content.decode()
        assert settings.SESSION_COOKIE_NAME not in other.cookies
        assert other.get(home()).status_code == 404
    assert [m.objects.count() for m in (Club, Session, Game, Player, Membership, Device)] == before


def test_a_start_without_a_mark_of_the_browser_lets_in_nobody_twice():
    browser = Client()
    press(browser)
    assert browser.get(home()).status_code == 200
    assert press(browser).status_code == 302  # its cookie shows that it is the host
    assert press(Client()).status_code == 409


def test_a_start_token_lets_in_nobody_whose_device_was_taken_out():
    browser = visitor()
    press(browser, **sign(browser))
    Membership.objects.update(revoked_at=timezone.now())
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    assert press(browser, **sign(browser)).status_code == 409
    assert browser.get(home()).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_the_same_moment_are_one_table_for_the_device_that_pressed():
    browser = visitor()
    twin = visitor()
    twin.cookies["csrftoken"] = browser.cookies["csrftoken"].value
    stranger = visitor()
    gate = Barrier(3)

    def press_start(who: Client) -> int:
        gate.wait()
        try:
            return int(press(who, **sign(who)).status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(3) as threads:
        answers = list(threads.map(press_start, (browser, twin, stranger)))
    assert Club.objects.count() == Membership.objects.count() == Device.objects.count() == 1
    inside = [who.get(home()).status_code == 200 for who in (browser, twin, stranger)]
    assert inside in ([True, True, False], [False, False, True]), answers
    assert [answer == 302 for answer in answers] == inside


@pytest.mark.parametrize("token", ["", "short", "x" * 65])
def test_a_token_that_could_be_guessed_starts_nothing(client: Client, token: str):
    assert "Reload it" in errors(press(client, token=token))
    assert not Club.objects.exists()


def test_a_preset_is_frozen_into_the_game(client: Client):
    press(client, **{"preset-pool_rummy": "201"})
    assert Game.objects.get().preset == "201 pool"
    assert Game.objects.get().options["pool"] == 201


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (["Asha", "x" * 10_000], "You entered 10000"),
        (["Asha", " asha "], "Two players have this name"),
        (["Asha", "pot"], "Choose another"),
        (["Asha", "\u200b\x85"], "Enter a name."),
    ],
)
def test_a_name_that_cannot_be_is_told_beside_its_field_and_kept(client, names, message):
    page = errors(press(client, *names))
    assert message in page
    assert page.count('aria-invalid="true"') == 1
    assert 'value="Asha"' in page
    assert not Club.objects.exists()


def test_one_name_is_not_enough(client: Client):
    assert "at least two players" in errors(press(client, "Asha", "", " "))


def test_names_of_any_script_are_kept_as_typed(client: Client):
    names = ["ஆஷா", "دانا", "क्‍ष", "👩‍👩‍👧 Mum", "O’Brien <b>"]
    press(client, *names)
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(names)
    page = client.get(reverse("home:club", args=[Club.objects.get().code])).content.decode()
    assert "O’Brien &lt;b&gt;" in page


@pytest.mark.parametrize("variant", ["", "bridge", "../secret"])
def test_a_game_that_does_not_exist_is_told_and_the_names_are_kept(client: Client, variant: str):
    page = errors(press(client, variant=variant))
    assert "Choose a game." in page or "There is no game called" in page
    assert 'value="Meera"' in page
    assert not Club.objects.exists()


def test_too_many_players_are_told_beside_the_game_with_its_name_and_bounds(client: Client):
    page = errors(press(client, *"ABCDEFGH", variant="rummi"))
    assert "Rummi is for 2 to 5 players." in page
    assert not Club.objects.exists()


def test_four_people_play_gin_as_partners(client: Client):
    press(client, "Asha", "Dev", "Meera", "Omar", variant="gin_rummy")
    assert Game.objects.get().side == 2


def test_more_rows_can_be_had_without_scripts(client: Client):
    page = errors(press(client, *"ABCDEF", then="rows"))
    assert page.count('name="name"') == 7
    assert not Club.objects.exists()


def test_house_rules_can_be_looked_at_before_the_game_starts(client: Client):
    response = press(client, then="rules", **{"preset-pool_rummy": "61"})
    assert Session.objects.count() == 1
    assert not Game.objects.exists()
    page = " ".join(client.get(response["Location"]).content.decode().split())
    assert [name in page for name in ("Asha", "Dev", "Meera")] == [True] * 3
    assert 'value="61" id="preset-61" checked' in page


@pytest.mark.parametrize(
    ("zone", "language", "currency", "kept"),
    [
        ("Asia/Calcutta", "en-US", "INR", "Asia/Calcutta"),
        ("Asia/Kathmandu", "en", "NPR", "Asia/Kathmandu"),
        ("Asia/Tokyo", "ja", "JPY", "Asia/Tokyo"),
        ("", "ar-KW,ar;q=0.9", "KWD", "Asia/Kolkata"),
        ("Mars/Olympus", "", "INR", "Asia/Kolkata"),
    ],
)
def test_money_and_time_zone_are_guessed_from_the_device(zone, language, currency, kept):
    press(Client(headers={"accept-language": language}), time_zone=zone)
    club = Club.objects.get()
    assert (club.currency, club.time_zone) == (currency, kept)


@pytest.mark.parametrize(
    ("zone", "language", "first", "stake"),
    [
        ("Asia/Calcutta", "en-US", "$1", "₹1"),
        ("Europe/Dublin", "en-IE", "€1", ""),
        ("Mars/Olympus", "", "₹1", ""),
    ],
)
def test_the_stakes_said_before_the_start_are_those_of_the_club_it_makes(
    zone, language, first, stake
):
    """Until the clock is known by the language; ``stake``: said in its place then."""
    browser = Client(headers={"accept-language": language})
    there = f'data-stakes="conquian stakes">Stake {first}<'
    assert there in browser.get("/").content.decode()
    later = browser.get("/", {"time_zone": zone})
    assert later.status_code == (200 if stake else 204)
    assert there.replace(first, stake) in later.content.decode() or not stake
    page = browser.post(reverse("home:start"), {"time_zone": zone}).content.decode()
    assert there.replace(first, stake or first) in page


def test_the_start_cannot_be_got_by_a_link(client: Client):
    assert client.get("/start/")["Location"] == "/"


# Coming back -----------------------------------------------------------------------------------


def test_a_returning_device_finds_the_running_session_first():
    table = make.session()
    browser = make.host_client(table.game.session.club)
    make.play(table, make.pool_hand("Asha", Dev=10, Meera=20, Omar=30))
    page = browser.get("/").content.decode()
    assert "Continue: hand 2" in page
    assert reverse("entry:hand_new", args=[table.game.session.code, 1]) in page
    assert page.index("Continue") < page.index("New session")


def test_a_viewer_is_led_to_the_board_not_to_the_form():
    table = make.session()
    page = make.client_with(Role.VIEWER, table.game.session.club).get("/").content.decode()
    assert reverse("scoreboard:session", args=[table.game.session.code]) in page
    assert "Continue" not in page


def test_the_home_of_a_club_has_one_continue_and_it_is_of_the_session_with_a_game():
    table = make.session()
    club = table.game.session.club
    play.open_session(club=club, played_on=table.game.session.played_on)
    page = make.host_client(club).get(reverse("home:club", args=[club.code])).content.decode()
    assert page.count("Continue") == 1
    assert page.count(reverse("entry:hand_new", args=[table.game.session.code, 1])) == 1
    assert reverse("scoreboard:session", args=[table.game.session.code]) in page


def test_the_first_page_costs_the_same_with_many_clubs(django_assert_num_queries):
    sessions = [make.session() for _n in range(5)]
    holder = make.client_as(*(make.member(Role.HOST, n.game.session.club) for n in sessions))
    with django_assert_num_queries(3):
        holder.get("/")


def test_the_club_costs_the_same_with_many_sessions(django_assert_num_queries):
    club = make.club()
    for _n in range(6):
        table = make.session(club=club)
        from scorekeeper.play.services import close_session

        close_session(session=table.game.session)
    make.session(club=club)
    browser = make.host_client(club)
    with django_assert_num_queries(9):
        page = browser.get(reverse("home:club", args=[club.code])).content.decode()
    assert page.count("Pool Rummy") == 7


@pytest.mark.parametrize("page", ["home:club", "clubs:settings", "clubs:share"])
def test_nobody_outside_sees_a_club(client: Client, page: str):
    club = make.club()
    assert client.get(reverse(page, args=[club.code])).status_code == 404
    assert make.host_client(make.club()).get(f"/g/{club.code}/").status_code == 404


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
@pytest.mark.parametrize("page", ["clubs:settings", "clubs:share", "starting:session_new"])
def test_only_the_host_runs_the_club(role: Role, page: str):
    club = make.club()
    assert make.client_with(role, club).get(reverse(page, args=[club.code])).status_code == 403
