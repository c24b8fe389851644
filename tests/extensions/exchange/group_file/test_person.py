"""The data kept of a player, and what remains once the player is anonymized."""

import csv
import io
import json

import pytest
from django.db import transaction
from django.test import RequestFactory
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Happening, Player, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.extensions.calendar.mail.addresses import save_address
from scorekeeper.extensions.exchange.group_file.player import data
from scorekeeper.extensions.exchange.group_file.player.erasing import erase
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.ledger.models import Payment
from scorekeeper.play.replays.audit import differences
from scorekeeper.settlement.agreements import agree
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.expenses import add_expense
from scorekeeper.settlement.models import Expense, How, Way
from scorekeeper.settlement.payment_details.models import PayAddress
from scorekeeper.settlement.payment_details.services import save_addresses
from scorekeeper.statements.models import Statement
from tests.helpers import factories as make
from tests.helpers.exchange.round import lively, settled

pytestmark = pytest.mark.django_db
NAME = "Xanthippe"


@pytest.fixture
def player():
    session = lively()
    person = next(player for player, amount in session_balances(session).net.items() if amount)
    make.rename(person, NAME)
    save_addresses(player=person, addresses={"upi": "xan@bank"}, sent_along=True)
    return person


def url(name, player):
    return reverse(f"group_file:{name}", args=[player.club.code, player.pk])


def test_the_own_data_add_up(player):
    exported = data.as_json(player, addresses=False)
    (session,) = exported["sessions"]
    assert exported["name"] == NAME and session["games"][0]["hands"]
    left = session_balances(player.club.sessions.get()).net[player]
    assert session["payments"][-1]["sum"] == left
    rows = list(csv.DictReader(io.StringIO(data.as_csv(player))))
    assert len(rows) == len(session["payments"])


def test_no_file_says_an_address_and_it_says_that_one_is_kept(player):
    """Every host gets these for anybody, and a device has only said whose it is."""
    save_address(player=player, value="xan@example.org")
    assert data.as_json(player, addresses=False)["addresses kept"] == ["upi", "e-mail"]
    browser = make.host_client(player.club)
    for name in ("json", "csv"):
        message = browser.get(url(name, player)).content.decode()
        assert "xan@" not in message


def test_the_device_that_wrote_them_down_gets_the_addresses(player):
    """And no other that says it is the same player's."""
    phones = [make.member(Role.VIEWER, player.club) for _phone in range(2)]
    browsers = [make.client_as(phone) for phone in phones]
    for phone in phones:
        phone.player = player
        phone.save()
    Player.objects.filter(pk=player.pk).update(keeper=phones[0].device)
    documents = [browser.get(url("json", player)).json() for browser in browsers]
    assert [exported.get("addresses") for exported in documents] == [{"upi": "xan@bank"}, None]
    assert [exported["addresses kept"] for exported in documents] == [["upi"]] * 2
    Player.objects.filter(pk=player.pk).update(keeper=None)
    assert "addresses" not in browsers[0].get(url("json", player)).json()


def test_what_no_game_brought_is_called_what_it_is():
    session = settled()
    cost = Expense.objects.filter(session=session).order_by("pk")[0]
    rows = list(csv.DictReader(io.StringIO(data.as_csv(cost.paid_by))))
    assert {row["Game"] for row in rows if "Tea" in row["Why"]} == {"Shared expense"}
    (first_session, *_next) = data.as_json(cost.paid_by, addresses=False)["sessions"]
    assert {"", "Cash", "Shared expense"} <= {row["kind"] for row in first_session["payments"]}


def test_a_session_of_which_only_a_cost_is_his_is_among_the_own_sessions():
    session = make.play(
        make.session(), make.pool_hand("Asha", Dev=30, Meera=10, Omar=5)
    ).game.session
    (guest,) = clubs.add_players(club=session.club, names=["Guest"])
    agree(session=session, way=Way.BANKER, banker=guest.pk, token="t", by=None)
    assert (
        data.as_json(guest, addresses=False)["sessions"] == []
    )  # he is named there, and nothing is his
    add_expense(
        session=session,
        label="Pizza",
        paid_by=guest,
        amount=900,
        how=How.EQUAL,
        entered_weights={player.pk: 1 for player in session.club.players.exclude(pk=guest.pk)},
        token="c",
        by=None,
    )
    (table,) = data.as_json(guest, addresses=False)["sessions"]
    assert [row["amount"] for row in table["payments"]] == [225] * 4


def test_only_the_holder_and_hosts_get_them(player):
    member = make.member(Role.VIEWER, player.club)
    browser = make.client_as(member)
    assert browser.get(url("json", player)).status_code == 403
    member.player = player
    member.save()
    assert json.loads(browser.get(url("json", player)).content)["name"] == NAME
    assert browser.get(url("csv", player)).content.startswith(b"\xef\xbb\xbf")
    assert make.host_client(player.club).get(url("csv", player)).status_code == 200


def test_their_files_are_not_to_be_had_without_end(player):
    limit = next(limit for limit in acts.OWN_DATA.limits if limit.per == "member")
    member, request = make.member(Role.HOST, player.club), RequestFactory().get("/")
    spend(acts.OWN_DATA, request, limit.most - 1, club=player.club, member=member)
    browser = make.client_as(member)
    assert [browser.get(url(name, player)).status_code for name in ("csv", "json")] == [200, 429]


def test_only_a_host_forgets_for_ever(player):
    """Whose device it is, the device has said itself."""
    member = make.member(Role.SCORER, player.club)
    browser = make.client_as(member)
    fields = {"player": player.pk}
    assert (
        browser.post(reverse("clubs:own_device", args=[player.club.code]), fields).status_code
        == 302
    )
    page = browser.get(url("anonymize", player)).content.decode()
    assert "Only a host can do this" in page and "btn--danger" not in page
    assert browser.post(url("anonymize", player)).status_code == 403
    player.refresh_from_db()
    assert player.name == NAME


def test_the_name_goes_and_the_sums_stay(player):
    session = player.club.sessions.get()
    Statement.objects.create(session=session, version=1)
    sums = sorted(session_balances(session).net.values())
    browser = make.host_client(player.club)
    assert NAME in browser.get(url("anonymize", player)).content.decode()
    for _time in range(2):
        assert browser.post(url("anonymize", player)).status_code == 302
    assert NAME not in text(document(Extent(player.club)))
    assert not PayAddress.objects.exists() and not Statement.objects.exists()
    assert NAME not in str(list(Happening.objects.values_list("values", flat=True)))
    assert sorted(session_balances(session).net.values()) == sums
    assert Payment.objects.filter(payer=player).exists()
    for game in session.games.all():
        assert list(differences(game)) == []
    table = browser.get(f"/sessions/{session.code}/").content.decode()
    assert "N. N. 1" in table and NAME not in table


def test_two_forgotten_ones_are_told_apart(player):
    other = player.club.players.exclude(pk=player.pk).first()
    names = {erase(player=who, by=None).name for who in (player, other, player)}
    assert names == {"N. N. 1", "N. N. 2"}


def test_an_initial_is_no_forgotten_name(player):
    make.rename(player, "N. N. Pillai")
    assert not player.is_anonymized
    assert erase(player=player, by=None).is_anonymized


def test_earlier_names_go_and_somebody_elses_stay(player):
    """He was Xan and Tippe before; another one is called Xan since, and one is called Tippe Jo."""
    club, session = player.club, player.club.sessions.get()
    make.rename(player, "Xan")
    with transaction.atomic():
        note(ActivityKind.SEATS_DRAWN, club=club, session=session, names="Xan, Tippe Jo")
        note(ActivityKind.DEVICE_REMOVED, club=club, device="Xan’s old phone")
    make.rename(player, "Tippe")
    clubs.add_players(club=club, names=["Xan", "Tippe Jo"])
    with transaction.atomic():
        note(ActivityKind.SEATS_DRAWN, club=club, session=session, names="Xan, Tippe, Tippe Jo")
    erase(player=player, by=None)
    values = [str(happening.values) for happening in Happening.objects.order_by("pk")]
    assert not [line for line in values if NAME in line]
    assert [line for line in values if "Xan" in line] == [
        str({"names": f"Xan, {player_now(player)}, Tippe Jo"})
    ]
    assert str({"names": f"{player_now(player)}, Tippe Jo"}) in values
    assert str({"device": f"{player_now(player)}’s old phone"}) in values


def player_now(player):
    return Player.objects.get(pk=player.pk).name


def rename(club, name):
    clubs.update_club(
        club=club, name=name, currency=club.currency, time_zone=club.time_zone, renamed={}
    )


def test_a_club_that_is_called_after_somebody_is_to_be_renamed_first(player):
    browser, club = make.host_client(player.club), player.club
    assert "Rename group" not in browser.get(url("anonymize", player)).content.decode()
    rename(club, f"{NAME}’s table")
    page = browser.get(url("anonymize", player)).content.decode()
    assert f"{NAME}’s table" in page and f"/g/{club.code}/settings/" in page
    rename(club, "Ours")
    browser.post(url("anonymize", player))
    assert NAME not in text(document(Extent(Club.objects.get(pk=club.pk))))


def test_a_name_that_somebody_typed_into_a_label_goes_too(player):
    session = player.club.sessions.get()
    label = f"{NAME}’s cake, wine"
    with transaction.atomic():
        note(ActivityKind.LATE_EXPENSE, club=player.club, session=session, label=label)
    erase(player=player, by=None)
    noted_label = Happening.objects.get(kind=ActivityKind.LATE_EXPENSE).values["label"]
    assert NAME not in noted_label and noted_label.endswith("’s cake, wine")
