"""A club's name, money, time zone and players: all kept, or none, with the reason beside it."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Player
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db


def fields(club: Club, **changed):
    form_fields = {"name": club.name, "currency": club.currency, "time_zone": club.time_zone}
    names = {f"player-{p.pk}": p.name for p in club.players.all()}
    return {**form_fields, **names, **changed}


def keep(club: Club, **changed):
    address = reverse("clubs:settings", args=[club.code])
    return make.host_client(club).post(address, fields(club, **changed), follow=True)


def test_name_money_and_time_zone_are_kept():
    club = make.club()
    page = keep(club, name="  Sunday   club ", currency="NPR", time_zone="Asia/Kathmandu")
    assert "Saved." in page.content.decode()
    club.refresh_from_db()
    assert (club.name, club.currency) == ("Sunday club", "NPR")
    assert club.time_zone == "Asia/Kathmandu"


def test_lists_of_money_and_time_zones_begin_with_the_readers():
    club = make.club()
    address = reverse("clubs:settings", args=[club.code])
    page = (
        make.host_client(club).get(address, headers={"accept-language": "de-AT"}).content.decode()
    )
    assert re.findall(r'<option value="([A-Z]{3})"', page)[:2] == ["INR", "EUR"]
    country, zone = re.findall(r'<optgroup label="([^"]+)">\s*<option value="([^"]+)"', page)[0]
    assert (country, zone) == ("Österreich", "Europe/Vienna")
    zones = re.findall(r'<option value="(\w+/[^"]+)"', page)
    assert len(zones) == len(set(zones))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"name": " "}, "Enter a group name."),
        ({"name": "x" * 10_000}, "You entered 10000"),
        ({"currency": "XYZ"}, "Select a valid choice"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_kept(changed, message):
    club = make.club()
    page = keep(club, **{"currency": "NPR", **changed}).content.decode()
    assert message in page
    club.refresh_from_db()
    assert club.currency == "INR"


def test_money_written_down_is_not_read_with_other_decimals():
    club = make.session().game.session.club
    page = keep(club, currency="JPY").content.decode()
    assert "can’t be shown in JPY" in page
    assert "Saved." in keep(club, currency="EUR").content.decode()


def versions(*sessions) -> list[int]:
    sessions_ = [table.game.session for table in sessions]
    for session in sessions_:
        session.refresh_from_db()
    return [session.version for session in sessions_]


def test_a_new_name_is_shown_by_the_sessions_he_played_in_and_no_others():
    played = make.session()
    club = played.game.session.club
    absent = make.session(names=["Zoe", "Yann"], club=club)
    before = versions(played, absent)
    keep(club, **{f"player-{Player.objects.get(club=club, name='Asha').pk}": "Asha R."})
    assert versions(played, absent) == [before[0] + 1, before[1]]


@pytest.mark.parametrize(
    "changed", [{"name": "Sunday"}, {"currency": "EUR"}, {"time_zone": "Asia/Kathmandu"}]
)
def test_what_a_club_is_called_and_counts_in_is_shown_by_all_its_sessions(changed):
    session, elsewhere = make.session(), make.session(club=make.club("Elsewhere"))
    before = versions(session, elsewhere)
    keep(session.game.session.club, **changed)
    assert versions(session, elsewhere) == [before[0] + 1, before[1]]


def test_settings_kept_as_they_were_change_no_session():
    session = make.session()
    before = versions(session)
    assert "Saved." in keep(session.game.session.club).content.decode()
    assert versions(session) == before


def test_a_name_that_is_refused_changes_no_session():
    session = make.session()
    before, club = versions(session), session.game.session.club
    keep(club, name="Sunday", **{f"player-{Player.objects.get(name='Asha').pk}": "Dev"})
    assert versions(session) == before


def test_a_player_is_renamed():
    club = make.session().game.session.club
    dev = club.players.get(name="Dev")
    keep(club, **{f"player-{dev.pk}": "Devika"})
    dev.refresh_from_db()
    assert dev.name == "Devika"


@pytest.mark.parametrize("name", ["", "Asha", "aSHA", "x" * 41])
def test_a_name_that_cannot_be_is_told_beside_it_and_nobody_is_renamed(name: str):
    club = make.session().game.session.club
    dev, omar = club.players.get(name="Dev"), club.players.get(name="Omar")
    page = keep(club, **{f"player-{dev.pk}": name, f"player-{omar.pk}": "Umar"}).content.decode()
    assert page.count('aria-invalid="true"') == 1
    assert f'value="{name}"' in page
    assert 'value="Umar"' in page
    assert Player.objects.filter(club=club, name="Omar").exists()


def test_two_players_cannot_swap_names_halfway():
    """The database holds one name once; the error says so and nothing is kept."""
    club = make.session().game.session.club
    dev, omar = club.players.get(name="Dev"), club.players.get(name="Omar")
    page = keep(club, **{f"player-{dev.pk}": "Omar", f"player-{omar.pk}": "Dev"}).content.decode()
    assert "A player in this group already has that name" in page
    assert club.players.get(pk=dev.pk).name == "Dev"


@pytest.mark.parametrize("has_games", [True, False])
def test_who_changes_the_currency_is_told_that_nothing_is_converted(has_games: bool) -> None:
    club = make.session().game.session.club if has_games else make.club()
    page = make.host_client(club).get(reverse("clubs:settings", args=[club.code]))
    assert ("Nothing is converted." in page.content.decode()) is has_games


def test_no_name_is_offered_of_who_was_anonymized_or_left_without_a_seat() -> None:
    club = make.session(names=("Asha", "Dev")).game.session.club
    for name in ("Kitty", "N. N. 1"):
        clubs.add_players(club=club, names=[name])
    club.players.filter(name__in=("Dev", "Kitty")).update(left_at=timezone.now())
    page = make.host_client(club).get(reverse("clubs:settings", args=[club.code]))
    offered = re.findall(r'name="player-\d+"[^>]*value="([^"]*)"', page.content.decode())
    assert sorted(offered) == ["Asha", "Dev"]
