"""What is kept of a player, and what is left when the name is forgotten."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.urls import reverse

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Happening, Role
from scorekeeper.documents import own
from scorekeeper.documents.erasing import erase
from scorekeeper.documents.tables import Extent
from scorekeeper.documents.writing import document, text
from scorekeeper.ledger.models import Payment
from scorekeeper.paying.models import PayAddress
from scorekeeper.paying.services import keep
from scorekeeper.play.audit import differences
from scorekeeper.settling.standing import standing
from scorekeeper.statements.models import Statement
from tests import factories as make
from tests.documents.test_round import lively

pytestmark = pytest.mark.django_db
NAME = "Xanthippe"


@pytest.fixture
def player():
    session = lively()
    found = next(player for player, amount in standing(session).balances.items() if amount)
    clubs.rename_player(player=found, name=NAME)
    keep(player=found, addresses={"upi": "xan@bank"}, sent_along=True)
    return found


def url(name, player):
    return reverse(f"documents:{name}", args=[player.club.code, player.pk])


def test_the_own_data_add_up(player):
    told = own.as_json(player)
    (night,) = told["nights"]
    assert told["name"] == NAME and told["paid to"] == {"upi": "xan@bank"}
    left = standing(player.club.sessions.get()).balances[player]
    assert night["payments"][-1]["sum"] == left
    rows = list(csv.DictReader(io.StringIO(own.as_csv(player))))
    assert len(rows) == len(night["payments"])
    assert night["games"][0]["hands"]


def test_only_the_holder_and_hosts_get_them(player):
    member = make.member(Role.VIEWER, player.club)
    browser = make.client_as(member)
    assert browser.get(url("json", player)).status_code == 403
    member.player = player
    member.save()
    assert json.loads(browser.get(url("json", player)).content)["name"] == NAME
    assert browser.get(url("csv", player)).content.startswith(b"\xef\xbb\xbf")
    assert make.host_client(player.club).get(url("csv", player)).status_code == 200


def test_the_name_goes_and_the_sums_stay(player):
    session = player.club.sessions.get()
    Statement.objects.create(session=session, version=1)
    sums = sorted(standing(session).balances.values())
    browser = make.host_client(player.club)
    assert NAME in browser.get(url("forget", player)).content.decode()
    for _time in range(2):
        assert browser.post(url("forget", player)).status_code == 302
    assert NAME not in text(document(Extent(player.club)))
    assert not PayAddress.objects.exists() and not Statement.objects.exists()
    assert NAME not in str(list(Happening.objects.values_list("values", flat=True)))
    assert sorted(standing(session).balances.values()) == sums
    assert Payment.objects.filter(payer=player).exists()
    for game in session.games.all():
        assert list(differences(game)) == []
    night = browser.get(f"/nights/{session.code}/").content.decode()
    assert "N. N. 1" in night and NAME not in night


def test_two_forgotten_ones_are_told_apart(player):
    other = player.club.players.exclude(pk=player.pk).first()
    names = {erase(player=who, by=None).name for who in (player, other, player)}
    assert names == {"N. N. 1", "N. N. 2"}
