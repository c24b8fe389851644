"""Sessions and games begin and end by a press, once, by the host, with any house rules."""

import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club, Player, Role, Session
from scorekeeper.clubs.players.names import NameRows
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.extensions.exchange.people.services import merge_players
from scorekeeper.house_rules.services import own_presets
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.questions.presets import whole_preset
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.table.starting.views import address, form, sent

pytestmark = pytest.mark.django_db


def players(*names: str) -> tuple[Club, list[Player]]:
    from scorekeeper.clubs.services import add_players

    club = make.club()
    return club, add_players(club=club, names=names)


# Several names of one person -----------------------------------------------------------------


def devendra_is_dev() -> tuple[Club, list[Player]]:
    club, (asha, dev, devendra) = players("Asha", "Dev", "Devendra")
    merge_players(club=club, name=devendra, person=dev, token=make.token(), by=None)
    return club, [asha, dev]


def test_two_names_of_one_person_are_not_seated_and_it_is_said_beside_the_field():
    club, (asha, dev) = devendra_is_dev()
    for seated, names in (([asha, dev], ["Devendra"]), ([asha], ["Devendra", "Dev"])):
        answer = session_new(club, seated, name=names)
        page = answer.content.decode()
        assert answer.status_code == 200 and page.count("is Dev, who is already seated.") == 1
        assert page.count('aria-describedby="name-error-') == 1 and 'value="Devendra"' in page
    assert not Session.objects.exists()
    assert session_new(club, [asha], name=["Devendra"]).status_code == 302
    seats = Game.objects.get().seats.select_related("player")
    assert [seat.player.name for seat in seats] == ["Asha", "Dev"]


def test_so_it_is_on_the_page_of_the_next_game():
    club, seated = devendra_is_dev()
    session_new(club, seated)
    page = reverse("starting:game_new", args=[Session.objects.get().code])
    fields = {"variant": "pool_rummy", "seat": [p.pk for p in seated], "name": "Devendra"}
    answer = make.host_client(club).post(page, fields | {"do": "start", "token": "two"})
    assert "Devendra is Dev, who is already seated." in answer.content.decode()
    assert Game.objects.count() == 1


def test_names_that_were_joined_meanwhile_are_said(monkeypatch):
    club, (asha, dev) = devendra_is_dev()
    monkeypatch.setattr(NameRows, "_check_persons", lambda rows: None)
    answer = session_new(club, [asha, dev], name=["Devendra"])
    assert answer.status_code == 409
    assert "Dev is already playing." in answer.content.decode()
    assert not Session.objects.exists()


# A new session -----------------------------------------------------------------------------------


def session_new(club: Club, seated, variant="pool_rummy", token="t", browser=None, **more):
    fields = {"player": [p.pk for p in seated], "variant": variant, "token": token, **more}
    browser = browser or make.host_client(club)
    return browser.post(reverse("starting:session_new", args=[club.code]), fields)


def test_a_session_starts_with_players_of_the_club_and_new_ones():
    club, seated = players("Asha", "Dev", "Omar")
    response = session_new(club, seated[:2], name=["", "Meera"])
    game = Game.objects.get()
    assert response["Location"] == reverse("entry:hand_new", args=[game.session.code, 1])
    assert [seat.player.name for seat in game.seats.all()] == ["Asha", "Dev", "Meera"]


def test_starting_a_session_twice_makes_one():
    club, seated = players("Asha", "Dev")
    first, second = session_new(club, seated), session_new(club, seated)
    assert first["Location"] == second["Location"]
    assert (Session.objects.count(), Game.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"seated": []}, "at least two players"),
        ({"name": ["x" * 10_000]}, "You entered 10000"),
        ({"name": ["ASHA"]}, "Two players have this name"),
        ({"variant": "bridge"}, "There is no game called “bridge”"),
        ({"variant": "x" * 10_000}, "There is no game called"),
        ({"token": ""}, "Reload it"),
        ({"player": ["1000000"]}, "not a player in this group"),
        ({"player": ["x"]}, "not a player in this group"),
    ],
)
def test_what_cannot_be_starts_nothing(fields, message):
    club, seated = players("Asha", "Dev")
    seated = fields.pop("seated", seated)
    page = session_new(club, seated, **fields).content.decode()
    assert message in page
    assert not Session.objects.exists()
    assert not Player.objects.exclude(name__in=["Asha", "Dev"]).exists()


def test_the_next_session_begins_with_the_players_and_rules_of_the_last():
    table = make.session("rummi", options={"stake": 250})
    club = table.game.session.club
    browser = make.host_client(club)
    fields = sent(browser.get(reverse("starting:session_new", args=[club.code])))
    assert fields["variant"] == ["rummi"]
    assert fields["preset-rummi"] == ["last"]
    assert fields["player"] == [str(p.pk) for p in table.players]
    browser.post(reverse("starting:session_new", args=[club.code]), fields)
    assert Game.objects.latest("pk").options["stake"] == 250


def test_house_rules_first_makes_a_session_without_a_game():
    club, seated = players("Asha", "Dev")
    response = session_new(club, seated, then="rules", name=["Meera"])
    assert not Game.objects.exists()
    fields = sent(make.host_client(club).get(response["Location"]))
    assert len(fields["seat"]) == 3


# A new game ------------------------------------------------------------------------------------


@pytest.fixture
def table() -> Table:
    return make.session("rummi")


@pytest.fixture
def host(table: Table) -> Client:
    return make.host_client(table.game.session.club)


def start(host: Client, table: Table, variant: str = "rummi", **changed: Any):
    """By a page that does not say what is played for, and so is not asked again."""
    fields = {**form(host, table, variant), "do": "start", **changed}
    return host.post(address(table), {name: fields[name] for name in fields if name != "stakes"})


def test_an_untouched_form_starts_the_game_with_every_default(host: Client, table: Table):
    response = start(host, table)
    game = Game.objects.latest("pk")
    assert response["Location"] == reverse("entry:hand_new", args=[game.session.code, 2])
    assert game.options == table.game.options
    assert game.preset == "1-2-3 game"


@pytest.mark.parametrize("variant", ["rummi", "pool_rummy", "marriage", "paplu"])
def test_any_variant_starts_from_its_own_form(host: Client, table: Table, variant: str):
    start(host, table, variant)
    assert Game.objects.latest("pk").variant == variant


def test_pressing_start_twice_makes_one_game(host: Client, table: Table):
    fields = {**form(host, table), "do": "start"}
    first, second = host.post(address(table), fields), host.post(address(table), fields)
    assert first["Location"] == second["Location"]
    assert Game.objects.count() == 2


def test_what_was_typed_is_frozen_in_minor_units(host: Client, table: Table):
    start(host, table, **{"o-stake": "2.50", "o-hu_units": "6", "o-tie": "BEST"})
    options = Game.objects.latest("pk").options
    assert (options["stake"], options["hu_units"], options["tien_hu_units"]) == (250, 6, 12)


def test_defaults_follow_the_seats_unless_they_were_changed(host: Client, table: Table):
    """Units for a Hu are as many as there are players; a changed stake stays."""
    fields = form(host, table, **{"o-stake": "3.00"})
    fields = sent(host.post(address(table), {**fields, "do": f"off:{table.players[3].pk}"}))
    assert fields["o-tiers"] == ["1", "2"]
    assert fields["o-hu_units"] == ["3"]
    assert fields["o-stake"] == ["3"]
    host.post(address(table), {**fields, "do": "start"})
    options = Game.objects.latest("pk").options
    assert (options["tiers"], options["stake"]) == ([1, 2], 300)


@pytest.mark.parametrize("do", ["again", "options", "start"])
def test_a_preset_comes_whole_whatever_was_changed_before(host: Client, table: Table, do: str):
    fields = form(host, table, **{"o-joker_value": "0.75", "preset": "2-4-6"})
    if do != "start":
        fields |= sent(host.post(address(table), {**fields, "do": do}))
        assert (fields["o-stake"], fields["o-joker_value"]) == (["2"], ["0.50"])
    fields.pop("stakes", None)
    host.post(address(table), {**fields, "tapped": "1", "do": "start"})
    game = Game.objects.latest("pk")
    assert (game.preset, game.options["stake"]) == ("2-4-6 game", 200)
    assert game.options["joker_value"] == 50


def test_what_is_changed_after_a_preset_was_tapped_counts(host: Client, table: Table):
    fields = form(host, table, preset="2-4-6")
    fields = sent(host.post(address(table), {**fields, "do": "again"}))
    fields.pop("stakes", None)
    host.post(address(table), {**fields, "o-joker_value": "0.75", "do": "start"})
    game = Game.objects.latest("pk")
    assert (game.options["stake"], game.options["joker_value"]) == (200, 75)


def test_the_rules_of_last_time_are_a_choice_that_says_how_it_differs():
    """Paplu with a cap of 80, then a preset without one."""
    table = make.session("paplu", make.NAMES[:3], {"cap": 80, "point_value": 100})
    host = make.host_client(table.game.session.club)
    page = unescape(host.get(address(table), {"variant": "paplu"}).content.decode())
    fields = form(host, table, "paplu")
    assert (fields["preset"], fields["o-cap"]) == (["last"], ["80"])
    assert re.search(r"Like “[^”]+”, but [^.]*80\.", page)
    preset = next(p for p in VARIANTS["paplu"].presets if p.key != "seed")
    other = sent(host.post(address(table), {**fields, "preset": preset.key, "do": "again"}))
    assert other["o-cap"] == [""] and other["preset"] == [preset.key]
    back = sent(host.post(address(table), {**other, "preset": "last", "do": "again"}))
    assert back["o-cap"] == ["80"]
    host.post(address(table), {**back, "do": "start"})
    assert Game.objects.latest("pk").options["cap"] == 80


@pytest.mark.parametrize(
    ("changed", "is_named"),
    [({}, True), ({"o-point_value": "3"}, True), ({"o-cap": "80"}, False)],
)
def test_a_preset_is_named_only_if_it_is_played_whole(
    host: Client, table: Table, changed: dict[str, str], *, is_named: bool
) -> None:
    session = table.game.session
    fields = form(host, table, "paplu")
    fields.pop("stakes", None)
    host.post(address(table), {**fields, "preset": "house", **changed, "do": "start"})
    game = Game.objects.latest("pk")
    assert game.preset == "Without a cap"
    scores = host.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    rules = host.get(reverse("starting:game_rules", args=[session.code, game.number]))
    pages = [scores, rules.content.decode()]
    headings = [re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page, re.S) for page in pages]
    assert [any("Without a cap" in h for h in found) for found in headings] == [is_named] * 2
    assert contents(session).games[-1].preset == ("Without a cap" if is_named else "")


@pytest.mark.parametrize(("cap", "is_named"), [("60", True), ("80", False)])
def test_a_group_s_own_rules_are_named_only_if_they_are_played_whole(
    host: Client, table: Table, cap: str, *, is_named: bool
) -> None:
    fields = form(host, table, "paplu")
    sent_ = {**fields, "o-cap": "60", "called": "At home", "keep": "on", "do": "start"}
    host.post(address(table), sent_)
    key = next(p.key for p in own_presets(table.game.session.club)["paplu"])
    fields = form(host, table, "paplu", preset=key)
    host.post(address(table), {**fields, "o-cap": cap, "do": "start"})
    game = Game.objects.latest("pk")
    assert game.preset == "At home"
    assert bool(whole_preset(game)) is is_named


def test_last_time_is_not_another_game_that_was_started_meanwhile(host: Client, table: Table):
    make.next_game(table.game.session, "rummi", make.NAMES[:4], {"stake": 50})
    fields = form(host, table)
    make.next_game(table.game.session, "rummi", make.NAMES[:4], {"stake": 500})
    count = Game.objects.count()
    page = host.post(address(table), {**fields, "do": "start"}).content.decode()
    assert "another game" in page and Game.objects.count() == count


@pytest.mark.parametrize(
    ("changed", "message", "kept"),
    [
        ({"o-stake": "1;5"}, "Enter an amount such as 1.50.", 'value="1;5"'),
        ({"o-stake": "0"}, "Enter ₹0.01 or more.", 'value="0"'),
        ({"o-stake": "x" * 10_000}, "Enter an amount", "x" * 10_000),
        ({"o-tiers": ["1", "2"]}, "Give 3 numbers", 'id="o-tiers-2" value="2"'),
        ({"o-tiers": ["3", "2", "1"]}, "A later place cannot pay less.", 'value="3"'),
        ({"o-tiers": ["1", "two", "3"]}, "Enter a whole number.", 'value="two"'),
        ({"o-hu_units": "1.5"}, "Enter a whole number.", 'value="1.5"'),
        ({"o-hu_units": ""}, "Enter a whole number.", 'id="o-hu_units" value=""'),
        ({"o-hu_units": "9" * 5000}, "Enter a whole number.", "9" * 5000),
        ({"o-tie": "COIN"}, "Choose one of the answers offered.", "o-tie-error"),
        ({"preset": "dragon"}, "no preset called “dragon”", "dragon"),
    ],
)
def test_an_option_that_cannot_be_is_told_beside_it_and_kept(host, table, changed, message, kept):
    page = start(host, table, **changed).content.decode()
    assert message in page
    assert kept in " ".join(page.split())
    assert Game.objects.count() == 1


def test_wrong_house_rules_lie_open(host: Client, table: Table):
    page = start(host, table, **{"o-hu_units": "x"}).content.decode()
    assert "<details open" in page


def test_options_for_counted_cards_are_not_asked(host: Client, table: Table):
    assert "o-passport_jokers" not in form(host, table)


def test_an_option_appears_when_another_asks_for_it(host: Client, table: Table):
    fields = form(host, table)
    assert "o-no_passport_units" not in fields
    fields["o-no_passport"] = ["FLAT_TO_ALL"]
    assert "o-no_passport_units" in sent(host.post(address(table), {**fields, "do": "again"}))


def test_people_change_places_without_scripts(host: Client, table: Table):
    first, second, *_others = (str(p.pk) for p in table.players)
    fields = form(host, table)
    fields = sent(host.post(address(table), {**fields, "do": f"down:{first}"}))
    assert fields["seat"][:2] == [second, first]
    fields = sent(host.post(address(table), {**fields, "do": f"off:{second}"}))
    assert second not in fields["seat"]
    fields = sent(host.post(address(table), {**fields, "do": f"on:{second}"}))
    assert fields["seat"][-1] == second
    fields = sent(host.post(address(table), {**fields, "do": "new", "name": "Zoya"}))
    assert fields["seat"][-1] == str(Player.objects.get(name="Zoya").pk)
    assert Game.objects.count() == 1


def test_somebody_new_sits_down_with_the_start(host: Client, table: Table):
    start(host, table, name="Zoya")
    names = [seat.player.name for seat in Game.objects.latest("pk").seats.all()]
    assert names == [*make.NAMES[:4], "Zoya"]


def test_nobody_joins_the_club_when_the_game_cannot_start(host: Client, table: Table):
    """Five would need a ladder of four places."""
    fields = {"name": "Zoya", "o-tiers": ["2", "4", "6"]}
    page = start(host, table, "rummi", **fields).content.decode()
    assert "Give 4 numbers" in page
    assert 'value="Zoya"' in page
    assert not Player.objects.filter(name="Zoya").exists()


def test_partners_sit_crosswise(host: Client, table: Table):
    fields = form(host, table, "gin_rummy")
    assert fields["partners"] == ["1"]
    page = host.post(address(table), {**fields, "do": "again"}).content.decode()
    assert "against" in page
    host.post(address(table), {**fields, "do": "start"})
    game = Game.objects.latest("pk")
    assert (game.side, len(game.seats.all())) == (2, 4)


def test_three_are_not_two_sides(host: Client, table: Table):
    fields = form(host, table, "gin_rummy") | {"partners": ["1"]}
    seats = fields["seat"][:3]
    page = host.post(address(table), {**fields, "seat": seats, "do": "start"}).content.decode()
    assert "The sides must be of equal size." in page
    assert Game.objects.latest("pk").variant != "gin_rummy"


def test_a_fourth_makes_partners_where_only_partners_can_play(host: Client, table: Table):
    """Whatever stood there while three were seated."""
    fields = form(host, table, "canasta") | {"partners": ["0"]}
    host.post(address(table), {**fields, "do": "start"})
    assert Game.objects.latest("pk").side == 2


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seat": []}, "is for 2 to 5 players"),
        ({"name": ["x" * 41]}, "You entered 41"),
        ({"name": ["asha"]}, "Two players have this name"),
        ({"seat": ["x", "y"]}, "not a player in this group"),
        ({"token": ""}, "Reload it"),
    ],
)
def test_seats_that_cannot_be_are_told(host: Client, table: Table, changed, message):
    assert message in start(host, table, **changed).content.decode()
    assert Game.objects.count() == 1


def test_players_of_another_club_cannot_sit_down(host: Client, table: Table):
    theirs = [p.pk for p in make.session("rummi").players]
    assert "not a player in this group" in start(host, table, seat=theirs).content.decode()


def test_a_game_that_does_not_exist_shows_the_list(host: Client, table: Table):
    page = host.get(address(table), {"variant": "bridge"}).content.decode()
    assert "There is no game called “bridge”." in page
    assert "?variant=rummi" in page
    page = host.post(address(table), {"variant": "bridge", "do": "start"}).content.decode()
    assert "There is no game called “bridge”." in page


def test_the_next_game_keeps_the_house_rules(host: Client, table: Table):
    start(host, table, preset="double-hu")
    assert form(host, table)["preset"] == ["double-hu"]
    start(host, table, **{"o-stake": "2.50"})
    fields = form(host, table)
    assert (fields["o-stake"], fields["preset"]) == (["2.50"], ["last"])
    assert Game.objects.latest("pk").options["hu_mode"] == "double_tiers"


def test_yen_are_typed_without_decimals():
    table = make.session("rummi", club=make.club(currency="JPY"))
    host = make.host_client(table.game.session.club)
    assert form(host, table)["o-stake"] == ["100"]
    assert "no smaller unit" in start(host, table, **{"o-stake": "1.5"}).content.decode()


def test_htmx_gets_the_form_only(host: Client, table: Table):
    fields = {**form(host, table), "do": "again"}
    page = host.post(address(table), fields, headers={"hx-request": "true"}).content.decode()
    assert page.lstrip().startswith('<form id="game-form"')


def test_the_form_costs_the_same_with_many_games(host, table, django_assert_num_queries):
    for _n in range(4):
        make.next_game(table.game.session, "rummi", make.NAMES[:4])
    with django_assert_num_queries(6):
        host.get(address(table))


def beside_start(page: str) -> str:
    """What is said of money beside the button that starts."""
    (stakes,) = re.findall(r'<p class="stakes" id="stakes".*?</p>', page, re.S)
    assert page.index(stakes) < page.index('value="start"')
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", stakes)).split())


def test_what_is_played_for_stands_beside_start_and_what_it_was_before() -> None:
    table = make.session("points_rummy")
    host = make.host_client(table.game.session.club)

    def stakes_of(variant: str) -> str:
        return beside_start(host.get(address(table), {"variant": variant}).content.decode())

    assert stakes_of("points_rummy") == "Money per point ₹1"
    assert stakes_of("pool_rummy") == "Entry fee ₹100"  # another game's say nothing of it
    nothing = form(host, table, "points_rummy", **{"o-point_value": "0", "do": "again"})
    page = host.post(address(table), nothing).content.decode()
    assert beside_start(page) == "No stakes: points only. Last game: Money per point ₹1"


def test_other_stakes_than_the_page_says_are_shown_before_they_are_played_for(
    host: Client, table: Table
) -> None:
    """Also without scripts it is two presses."""
    fields = form(host, table, "points_rummy", **{"o-point_value": "20", "do": "start"})
    page = host.post(address(table), fields)
    assert Game.objects.count() == 1
    text = beside_start(page.content.decode())
    assert text.startswith("The game has not started.") and "Money per point ₹20" in text
    assert host.post(address(table), {**sent(page), "do": "start"}).status_code == 302
    assert Game.objects.latest("pk").options["point_value"] == 2000


def test_stakes_that_are_refused_are_not_said_beside_start(host: Client, table: Table) -> None:
    fields = form(host, table, "points_rummy", **{"o-point_value": "abc0", "do": "start"})
    page = host.post(address(table), fields).content.decode()
    assert Game.objects.count() == 1 and 'aria-invalid="true"' in page
    assert beside_start(page).partition("Last game")[0].strip() == ""


# The fragment of house rules --------------------------------------------------------------------


def again(host: Client, table: Table, fields: Mapping[str, Any]):
    return host.post(address(table), {**fields, "do": "options"}, headers={"HX-Request": "true"})


def test_a_change_on_which_nothing_depends_changes_nothing(host: Client, table: Table):
    fields = form(host, table, **{"o-foul_units": "15"})
    fields["shown"] = sent(again(host, table, fields))["shown"]
    assert again(host, table, {**fields, "o-foul_units": "20"}).status_code == 204


def test_a_choice_shows_its_explanation_and_that_it_was_changed(host: Client, table: Table):
    text = unescape(again(host, table, form(host, table, **{"o-tie": "worst"})).content.decode())
    assert "Worse place: Tied players each pay as for the worse place." in text
    assert "Share: Tied" not in text and "1 changed" in text


def test_a_change_of_the_stake_changes_what_is_said_beside_start(host: Client, table: Table):
    answer = again(host, table, form(host, table, **{"o-stake": "2.00"}))
    assert answer["HX-Reswap"] == "none"
    text = answer.content.decode()
    assert 'id="stakes" hx-swap-oob="true"' in text and "₹2" in text and "<section" not in text


def test_a_change_on_which_others_depend_gives_the_fragment(host: Client, table: Table):
    page = again(host, table, form(host, table, **{"o-hu_units": "6"}))
    assert sent(page)["o-tien_hu_units"] == ["12"]
    assert page.content.decode().lstrip().startswith("<section")


def test_the_fragment_shows_and_clears_errors(host: Client, table: Table):
    page = again(host, table, form(host, table, **{"o-stake": "x"}))
    assert "Enter an amount" in page.content.decode()
    fields = {**form(host, table), "shown": sent(page)["shown"], "o-stake": "2.00"}
    assert "Enter an amount" not in again(host, table, fields).content.decode()


@pytest.mark.one_database
@pytest.mark.parametrize("variant", VARIANTS)
def test_any_variant_answers_a_change(host: Client, table: Table, variant: str):
    fields = {**form(host, table, variant), "preset": [""]}
    assert again(host, table, fields).status_code in (200, 204)
    assert Game.objects.count() == 1


@pytest.mark.one_database
@pytest.mark.parametrize(
    "variant", [key for key, rules in VARIANTS.items() if not rules.named_by_rules]
)
def test_every_option_says_what_is_usual_and_why(host: Client, table: Table, variant: str):
    page = unescape(host.get(address(table), {"variant": variant}).content.decode())
    shown = [q for q in questions(VARIANTS[variant].options) if f'"o-{q.name}"' in page]
    assert shown
    assert page.count("Default: ") >= len(shown)
    named = sum(q.kind.source in ("seed", "choice") for q in shown)
    assert page.count('class="option__source"') == named
    assert reverse("rulebook:game", args=[variant]) in page


def test_a_named_way_of_playing_is_no_reason_to_call_its_rules_usual(host: Client, table: Table):
    page = host.get(address(table), {"variant": "marriage", "preset": "kidnap"}).content.decode()
    usual = next(q for q in questions(VARIANTS["marriage"].options) if q.name == "unseen_maal")
    assert "Default: Kidnap" not in page
    assert f"Default: {usual.default.label}" in page


def test_a_game_being_made_says_so_of_what_was_changed(host: Client, table: Table):
    fields = form(host, table, "house_game", preset=[""])
    assert "Default: Each counts" not in again(host, table, fields).content.decode()
    page = again(host, table, {**fields, "o-scoring": ["PLACES"]}).content.decode()
    assert "Default: Each counts" in page and "common practice" in page


# Rules in words, and the end --------------------------------------------------------------------


def test_frozen_rules_are_told_in_words_and_differences_marked():
    table = make.session("rummi", options={"stake": 250, "tie": "best"})
    session = table.game.session
    viewer = make.client_with(Role.VIEWER, session.club, headers={"accept-language": "en-IN"})
    page = viewer.get(reverse("starting:game_rules", args=[session.code, 1])).content.decode()
    assert "₹2.50" in page
    assert "default: ₹1" in page
    assert page.count("rule--differs") == 2


@pytest.mark.parametrize(("settlement", "warns"), [("pay", False), ("penalty", True)])
def test_what_a_game_pays_at_its_end_is_told_where_it_pays_then(settlement: str, warns: bool):
    table = make.session("basic_rummy", make.NAMES[:3], {"settlement": settlement})
    place = reverse("starting:game_close", args=[table.game.session.code, table.game.number])
    page = make.host_client(table.game.session.club).get(place).text
    assert ("pays at its end" in page) is warns


def test_closing_the_session_says_what_happens_to_the_pot_and_settles():
    table = make.session("pool_rummy")
    session, host = table.game.session, make.host_client(table.game.session.club)
    where = reverse("starting:session_close", args=[session.code])
    page = host.get(where).content.decode()
    assert "Pool Rummy" in page
    assert ("goes back" in page) == bool(table.game.fold["pot"])
    assert host.post(where)["Location"] == reverse("settlement:settle", args=[session.code])
    session.refresh_from_db()
    assert session.closed_at
    assert "Reopen session" in host.get(where).content.decode()
    assert host.get(address(session))["Location"] == where
    host.post(reverse("starting:session_reopen", args=[session.code]))
    session.refresh_from_db()
    assert session.closed_at is None


def test_a_game_cannot_start_in_a_closed_session(host: Client, table: Table):
    fields = {**form(host, table), "do": "start"}
    from scorekeeper.play.services import close_session

    close_session(session=table.game.session)
    host.post(address(table), fields)
    assert Game.objects.count() == 1


def test_a_game_is_ended_by_the_host(host: Client, table: Table):
    where = reverse("starting:game_close", args=[table.game.session.code, 1])
    page = host.get(where).content.decode()
    assert "End game" in page and "What it means for money" in page
    assert host.post(where)["Location"] == reverse(
        "scoreboard:session", args=[table.game.session.code]
    )
    table.game.refresh_from_db()
    assert table.game.stopped
    assert "ended already" in host.get(where).content.decode()


PAGES = ["game_new", "session_close", "session_reopen"]


@pytest.mark.parametrize("page", [*PAGES, "game_close"])
@pytest.mark.parametrize("role", [Role.VIEWER, Role.SCORER])
def test_only_the_host_begins_and_ends(table: Table, role: Role, page: str):
    args = [table.game.session.code, 1][: 2 if page == "game_close" else 1]
    browser = make.client_with(role, table.game.session.club)
    assert browser.post(reverse(f"starting:{page}", args=args)).status_code in (403, 405)
    assert Client().post(reverse(f"starting:{page}", args=args)).status_code in (404, 405)


def test_a_game_of_another_session_is_not_found(host: Client, table: Table):
    for page in ("game_close", "game_rules"):
        where = reverse(f"starting:{page}", args=[table.game.session.code, 7])
        assert host.get(where).status_code == 404
