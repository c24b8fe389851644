"""Each kind of row is changed behind the app's back, and page and command name it."""

import re
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from scorekeeper.clubs.invitations import proof_links
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.extensions.exchange.proof.checking import check
from scorekeeper.ledger.models import GameResult, Payment, PaymentKind
from scorekeeper.play import seating
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand, SeatChange, SeatScore
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.settlement.expenses import add_expense
from scorekeeper.settlement.models import ExpenseShare, HandoverStep, How, StepKind
from scorekeeper.settlement.payments import record_step
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
FIRST = pool_hand("Asha", Dev=20, Meera=30, Omar=5)


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def table() -> Table:
    """Paplu of four: three hands, one corrected, somebody left; cash handed over and taken back.
    And a pool that is over."""
    played_table = make.play(make.session("paplu", make.NAMES[:4], {"rounds": None}), FIRST, FIRST)
    game = played_table.game
    view = seating.TableVersion(game.last_number + 1, game.change_count)
    seating.leave_game(game=game, person=3, version=view, token="left")
    played_table = game_table(Game.objects.select_related("session__club").get(pk=game.pk))
    played_table = make.play(played_table, pool_hand("Dev", Asha=7, Meera=8) | {"absent": ["Omar"]})
    old = played_table.game.hands.get(number=2)
    entry = played_table.entry(played_table.game.hands.get(number=1))
    corrections.amend_hand(hand=old, entry=entry, token="same", reason="twice")
    session = played_table.game.session
    asha, dev, meera, _omar = played_table.players
    make.hands_over(session, meera, asha, 700)
    back = make.hands_over(session, dev, asha, 300)
    record_step(handover=back, kind=StepKind.UNDONE, token="back", by=None)
    weights = {player.pk: 1 for player in (asha, dev, meera)}
    add_expense(
        session=session,
        label="Snacks",
        paid_by=meera,
        amount=900,
        how=How.EQUAL,
        entered_weights=weights,
        token="snacks",
        by=None,
    )
    pool = make.next_game(session, "pool_rummy", make.NAMES[:2])
    make.play(pool, pool_hand("Asha", Dev=80), pool_hand("Asha", Dev=30))
    return played_table


def sql(text: str, *values: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text, values)
        assert cursor.rowcount, "nothing was changed"


def handed(table: Table, amount: int) -> Payment:
    """The payment of a handover of this amount."""
    step = HandoverStep.objects.get(handover__amount=amount, kind=StepKind.RECEIVED)
    assert step.payment is not None
    return step.payment


def payment(table: Table, **more: Any) -> Payment:
    """One that stands, which brought the third hand."""
    lookups = {"reverses": None, "reversed_by": None, "hand__number": 3, "game": table.game} | more
    return Payment.objects.filter(**lookups).earliest("pk")


def entry_changed(table: Table) -> None:
    hand = Hand.objects.get(game=table.game, number=1)
    entry = str(hand.entry).replace("20", "2").replace("'", '"')
    sql("UPDATE play_hand SET entry = %s WHERE id = %s", entry, hand.pk)


def entry_broken(table: Table) -> None:
    hand = Hand.objects.get(game=table.game, number=1)
    sql("UPDATE play_hand SET entry = %s WHERE id = %s", "[1]", hand.pk)


def digest_changed(table: Table) -> None:
    hand = Hand.objects.get(game=table.game, number=1)
    sql("UPDATE play_hand SET digest = %s WHERE id = %s", "0" * 64, hand.pk)


def end_of_chain(table: Table) -> None:
    sql("UPDATE play_game SET last_digest = %s WHERE id = %s", "0" * 64, table.game.pk)


def hand_voided(table: Table) -> None:
    hand = Hand.objects.get(game=table.game, number=3)
    sql("UPDATE play_hand SET voided_at = at WHERE id = %s", hand.pk)


def score_changed(table: Table) -> None:
    score = SeatScore.objects.get(hand__game=table.game, hand__number=1, seat=1)
    sql("UPDATE play_seatscore SET points = points + 1 WHERE id = %s", score.pk)


def winner_changed(table: Table) -> None:
    score = SeatScore.objects.get(hand__game=table.game, hand__number=1, seat=1)
    sql("UPDATE play_seatscore SET won = %s WHERE id = %s", "[1]", score.pk)


def score_removed(table: Table) -> None:
    score = SeatScore.objects.get(hand__game=table.game, hand__number=1, seat=1)
    sql("DELETE FROM play_seatscore WHERE id = %s", score.pk)


def amount_changed(table: Table) -> None:
    sql("UPDATE ledger_payment SET amount = amount + 100 WHERE id = %s", payment(table).pk)


def payment_removed(table: Table) -> None:
    sql("DELETE FROM ledger_payment WHERE id = %s", payment(table).pk)


def payment_turned(table: Table) -> None:
    statement = "UPDATE ledger_payment SET payer_id = payee_id, payee_id = payer_id WHERE id = %s"
    sql(statement, payment(table).pk)


def payment_invented(table: Table) -> None:
    payer, payee = table.players[0], table.players[1]
    Payment.objects.create(
        session=table.game.session,
        game=table.game,
        payer=payer,
        payee=payee,
        amount=100,
        reason="because",
    )


def payment_of_a_stranger(table: Table) -> None:
    other = Player.objects.create(club=Club.objects.create(name="Others"), name="Stranger")
    sql("UPDATE ledger_payment SET payer_id = %s WHERE id = %s", other.pk, handed(table, 700).pk)


def payment_of_another_hand(table: Table) -> None:
    other = Hand.objects.filter(game__session=table.game.session).exclude(game=table.game).first()
    assert other is not None
    sql("UPDATE ledger_payment SET hand_id = %s WHERE id = %s", other.pk, payment(table).pk)


def reversal_removed(table: Table) -> None:
    row = Payment.objects.get(reverses=handed(table, 300))
    sql("DELETE FROM ledger_payment WHERE id = %s", row.pk)


def reversal_changed(table: Table) -> None:
    row = Payment.objects.get(reverses=handed(table, 300))
    sql("UPDATE ledger_payment SET amount = 299 WHERE id = %s", row.pk)


def kind_changed(table: Table) -> None:
    row = handed(table, 700)
    sql("UPDATE ledger_payment SET kind = %s WHERE id = %s", PaymentKind.GAME, row.pk)


def word_removed(table: Table) -> None:
    row = HandoverStep.objects.get(kind=StepKind.UNDONE)
    sql("DELETE FROM settlement_handoverstep WHERE id = %s", row.pk)


def handover_changed(table: Table) -> None:
    sql("UPDATE settlement_handover SET amount = 800 WHERE amount = %s", 700)


def share_changed(table: Table) -> None:
    row = ExpenseShare.objects.filter(cost__session=table.game.session).latest("pk")
    sql("UPDATE settlement_expenseshare SET amount = amount + 1 WHERE id = %s", row.pk)


def invented_beside(table: Table, kind: str) -> None:
    payer, payee = table.players[0], table.players[1]
    Payment.objects.create(
        session=table.game.session,
        kind=kind,
        payer=payer,
        payee=payee,
        amount=100,
        reason="because",
    )


def cost_invented(table: Table) -> None:
    invented_beside(table, "cost")


def cash_invented(table: Table) -> None:
    invented_beside(table, "cash")


def rounding_invented(table: Table) -> None:
    invented_beside(table, "round")


def balance_kept(table: Table) -> None:
    fold = Game.objects.get(pk=table.game.pk).fold
    balances = [fold["balances"][0] + 100, *fold["balances"][1:]]
    game = Game.objects.get(pk=table.game.pk)
    game.fold = fold | {"balances": balances}
    game.save(update_fields=["fold"])


def fold_broken(table: Table) -> None:
    sql("UPDATE play_game SET fold = %s WHERE id = %s", "{}", table.game.pk)


def fold_of_another_shape(table: Table) -> None:
    sql("UPDATE play_game SET fold = %s WHERE id = %s", "[]", table.game.pk)


def tally_changed(table: Table) -> None:
    sql("UPDATE play_game SET tally = %s WHERE id = %s", "{}", table.game.pk)


def count_changed(table: Table) -> None:
    sql("UPDATE play_game SET hand_count = hand_count + 1 WHERE id = %s", table.game.pk)


def option_changed(table: Table) -> None:
    game = Game.objects.get(pk=table.game.pk)
    game.options = game.options | {"point_value": 200}
    game.save(update_fields=["options"])


def result_changed(table: Table) -> None:
    row = GameResult.objects.filter(game=table.game).earliest("pk")
    sql("UPDATE ledger_gameresult SET net = net + 1 WHERE id = %s", row.pk)


def result_removed(table: Table) -> None:
    row = GameResult.objects.filter(game=table.game).earliest("pk")
    sql("DELETE FROM ledger_gameresult WHERE id = %s", row.pk)


def result_of_another_day(table: Table) -> None:
    row = GameResult.objects.filter(game=table.game).earliest("pk")
    sql("UPDATE ledger_gameresult SET played_on = '2020-01-01' WHERE id = %s", row.pk)


def seat_change_changed(table: Table) -> None:
    sql("UPDATE play_seatchange SET person = 2 WHERE id = %s", SeatChange.objects.get().pk)


def seat_change_removed(table: Table) -> None:
    sql("DELETE FROM play_seatchange WHERE id = %s", SeatChange.objects.get().pk)


def game_hidden(table: Table) -> None:
    sql("UPDATE play_game SET removed_at = started_at WHERE id = %s", table.game.pk)


TAMPERED: dict[Callable[[Table], None], str] = {
    entry_changed: "Game 1, Paplu: hand 1: the chain is broken",
    entry_broken: "Game 1, Paplu: hand 1: the chain is broken",
    digest_changed: "Game 1, Paplu: hand 1: the chain is broken",
    end_of_chain: "Game 1, Paplu: the chain is broken: a hand is missing at its end",
    hand_voided: "Game 1, Paplu: 2 hands are there, the game knows of 3",
    score_changed: "Game 1, Paplu: hand 1, Dev: 1 stored, 0 by the rules",
    winner_changed: "Game 1, Paplu: hand 1, Dev: won by [1] as stored, by [] by the rules",
    score_removed: "Game 1, Paplu: hand 1, Dev: nothing stored, 0 by the rules",
    amount_changed: "Game 1, Paplu: hand 3: Asha → Dev ₹7 is missing",
    payment_removed: "Game 1, Paplu: hand 3: Asha → Dev ₹7 is missing",
    payment_turned: "Game 1, Paplu: hand 3: Asha → Dev ₹7 is missing",
    payment_invented: "Game 1, Paplu: outside the hands: Asha → Dev ₹1 is too much",
    payment_of_a_stranger: "names a player who is not in the group",
    payment_of_another_hand: "Game 1, Paplu: hand 3: Asha → Dev ₹7 is missing",
    reversal_removed: "undone in one place only",
    reversal_changed: "doesn’t match payment",
    word_removed: "undone in one place only",
    handover_changed: "its payment has another amount",
    share_changed: "the shares are not the whole",
    cost_invented: "no expense is recorded for it",
    cash_invented: "no handover is recorded for it",
    rounding_invented: "nobody agreed to rounding",
    kind_changed: "has the wrong kind",
    balance_kept: "Game 1, Paplu: saved: Asha has",
    fold_broken: "Game 1, Paplu: the saved game cannot be read",
    fold_of_another_shape: "Game 1, Paplu: the saved game cannot be read",
    tally_changed: "Game 1, Paplu: tally: {} stored",
    count_changed: "Game 1, Paplu: 3 hands are there, the game knows of 4",
    option_changed: "Game 1, Paplu: hand 1: Dev → Asha ₹40 is missing",
    result_changed: "Game 1, Paplu: standings: Asha is not ₹",
    result_removed: "Game 1, Paplu: standings: Asha is not ₹",
    result_of_another_day: "standings: a result of this session has a wrong day",
    seat_change_changed: "Game 1, Paplu: seat 2: the chain is broken",
    seat_change_removed: "the chain is broken",
    game_hidden: "game 1 was deleted, but part of it still counts",
}


def words(page: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.content.decode()).split())


def verified(*args: str) -> str:
    out = StringIO()
    call_command("verify", *args, stdout=out)
    return out.getvalue()


def test_a_session_as_it_was_played_is_proven(table):
    link = proof_links.make_link(session=table.game.session, origin="")
    text = words(Client().get(proof_links.link_path(link)))
    assert "Everything matches" in text and "Something does not match" not in text
    assert "Recalculated 5 hands (games: 2)." in text
    assert "7 entries" in text  # 6 hands of which one is replaced, and a change of seats
    rows = Payment.objects.filter(session=table.game.session)
    assert f"{rows.count()} payments, ₹" in text
    assert "reverses another" in text or "reverse others" in text
    club = table.game.session.club
    assert "1 session, 5 hands" in verified(club.code)


@pytest.mark.parametrize("tamper", TAMPERED, ids=lambda tamper: tamper.__name__)
def test_what_was_changed_is_named_by_page_and_command(table, tamper):
    session = table.game.session
    link = proof_links.make_link(session=session, origin="")
    tamper(table)
    checked = check(session)
    assert checked.fault is not None
    text = words(Client().get(proof_links.link_path(link)))
    assert "Something does not match" in text and "Everything matches" not in text
    message = TAMPERED[tamper]
    assert message in text.replace("&#x27;", "'"), text
    for args in ((session.club.code,), ()):
        with pytest.raises(CommandError) as raised:
            verified(*args)
        assert raised.value.returncode == 1
        assert message in str(raised.value) and session.code in str(raised.value)
    members = make.client_with(Role.VIEWER, session.club)
    assert message in words(members.get(f"/sessions/{session.code}/proof/")).replace("&#x27;", "'")


def test_a_club_that_is_not_there_is_said(table):
    with pytest.raises(CommandError) as raised:
        verified("nothere")
    assert raised.value.returncode == 2


def test_another_club_is_not_looked_at(table):
    other = make.play(make.session("paplu", make.NAMES[:4], club=make.club("Others")), FIRST)
    amount_changed(table)
    assert "Others: 1 session," in verified(other.game.session.club.code)
