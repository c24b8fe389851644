"""Which nights say somebody's name."""

from __future__ import annotations

import datetime

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.clubs.selectors import nights_naming
from scorekeeper.clubs.services import add_players
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.models import Cost, How, Terms, Way
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 5, 1)


def payment(night, **ends):
    Payment.objects.create(session=night, kind=PaymentKind.COST, amount=5, reason="", **ends)


def cost(night, player, said_by=None):
    told = {"label": "tea", "amount": 5, "how": How.EQUAL, "token": "t"}
    Cost.objects.create(session=night, paid_by=player, player=said_by, **told)


NAMED = {
    "pays": lambda night, who, other: payment(night, payer=who, payee=other),
    "is paid": lambda night, who, other: payment(night, payer=other, payee=who),
    "paid a cost": lambda night, who, _other: cost(night, who),
    "said what a cost was": lambda night, who, other: cost(night, other, said_by=who),
    "keeps the bank": lambda night, who, _other: Terms.objects.create(
        session=night, way=Way.BANKER, banker=who, token="t"
    ),
}


@pytest.mark.parametrize("how", NAMED)
def test_a_new_name_moves_the_nights_on_that_say_it(how):
    club = make.club()
    who, other = add_players(club=club, names=["Asha", "Dev"])
    named, strange = (Session.objects.create(club=club, played_on=DAY) for _ in range(2))
    NAMED[how](named, who, other)
    assert list(nights_naming(who)) == [named]
    make.rename(who, "Usha")
    moved = {night.pk: night.version for night in Session.objects.all()}
    assert (moved[named.pk], moved[strange.pk]) == (named.version + 1, strange.version)
