"""Which sessions say somebody's name, and in which order names are listed."""

import datetime

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.clubs.selectors import members, players, sessions_naming
from scorekeeper.clubs.services import add_players
from scorekeeper.ledger.models import Payment, PaymentKind
from scorekeeper.settlement.models import Expense, How, Terms, Way
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 5, 1)


def payment(session, **ends):
    Payment.objects.create(session=session, kind=PaymentKind.EXPENSE, amount=5, reason="", **ends)


def cost(session, player, said_by=None):
    columns = {"label": "tea", "amount": 5, "how": How.EQUAL, "token": "t"}
    Expense.objects.create(session=session, paid_by=player, player=said_by, **columns)


NAMED = {
    "pays": lambda session, who, other: payment(session, payer=who, payee=other),
    "is paid": lambda session, who, other: payment(session, payer=other, payee=who),
    "paid a cost": lambda session, who, _other: cost(session, who),
    "said what a cost was": lambda session, who, other: cost(session, other, said_by=who),
    "keeps the bank": lambda session, who, _other: Terms.objects.create(
        session=session, way=Way.BANKER, banker=who, token="t"
    ),
}


@pytest.mark.parametrize("how", NAMED)
def test_a_new_name_moves_the_sessions_on_that_say_it(how):
    club = make.club()
    who, other = add_players(club=club, names=["Asha", "Dev"])
    named, strange = (Session.objects.create(club=club, played_on=DAY) for _ in range(2))
    NAMED[how](named, who, other)
    assert list(sessions_naming(who)) == [named]
    make.rename(who, "Usha")
    moved = {session.pk: session.version for session in Session.objects.all()}
    assert (moved[named.pk], moved[strange.pk]) == (named.version + 1, strange.version)


def test_players_are_listed_whatever_the_case_and_the_accents_of_their_names():
    club = make.club()
    club.players.all().delete()
    add_players(club=club, names=["Zoë", "hugo", "Åsa", "Bo", "Émile"])
    assert [player.name for player in members(club)] == ["Åsa", "Bo", "Émile", "hugo", "Zoë"]
    assert players(club) == members(club)
