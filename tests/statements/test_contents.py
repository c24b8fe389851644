"""What a statement says, against numbers worked out by hand. Money in paise."""

from dataclasses import replace
from datetime import datetime

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.core.localization import currencies
from scorekeeper.play import services as play
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, hands_in_force
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements.contents.session import (
    Contents,
    HandRow,
    UnbalancedError,
    check,
    for_player,
)
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.layouts.session import SessionLayout
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.statements.contents import amend, played_session, rummi

pytestmark = pytest.mark.django_db


def contents_of(table: Table, player: str = "") -> Contents:
    session = table.game.session
    session.refresh_from_db()
    with currencies.reading_as("en-IN"):
        pk = next((p.pk for p in table.players if p.name == player), None)
        return contents(session, pk)


def test_the_session_adds_up_as_worked_out_by_hand():
    statement = contents_of(played_session())
    assert statement.people == ("Asha", "Dev", "Meera", "Omar")
    assert [(b.games, b.cash, b.left) for b in statement.balances] == [
        (300, 0, 300),
        (500, 0, 500),
        (-400, 0, -400),
        (-400, 0, -400),
    ]
    assert sum(t.amount for t in statement.transfers) == 800
    assert len(statement.transfers) == 3 and statement.proven


def money(hand: HandRow) -> list[int]:
    """By seat, one person each."""
    return [seat.net for seat in hand.outcome.seats]


def test_every_hand_is_listed_with_its_money_and_its_winner():
    [game] = contents_of(played_session()).games
    assert [hand.number for hand in game.hands] == [1, 2]
    assert [money(hand) for hand in game.hands] == [
        [600, -100, -200, -300],
        [-300, 600, -200, -100],
    ]
    assert [hand.outcome.winners for hand in game.hands] == [frozenset({0}), frozenset({1})]
    assert [(p.payer, p.payee, p.amount) for p in game.payments if p.hand == 1] == [
        (1, 0, 100),
        (2, 0, 200),
        (3, 0, 300),
    ]
    assert all(paid.reason for paid in game.payments)


def test_a_pool_lists_points_reasons_totals_and_who_paid_into_the_pot():
    table = make.play(
        make.session(options={"fee": 5000}),
        pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show"),
        pool_hand("Dev", Asha="middle_drop", Meera=26, Omar=29),
    )
    statement = contents_of(table)
    [game] = statement.games
    assert [seat.points for seat in game.hands[0].outcome.seats] == [0, 43, 20, 80]
    assert game.hands[0].outcome.seats[2].reason == "first drop"
    assert game.totals == (40, 43, 46, 109)
    assert game.pot == 20_000 and statement.open_pots == (game,)
    assert [b.left for b in statement.balances] == [0, 0, 0, 0], "an open pot is not settled"
    assert game.options == (("Entry fee", "₹50 (default ₹100)"),)


def test_what_a_game_counts_beyond_points_is_told():
    gin = make.play(
        make.session("gin_rummy", make.NAMES[:2], {"hollywood": True}),
        {"deal": {"result": "gin"}, "lines": {"Asha": {"knocked": True}, "Dev": {"deadwood": 5}}},
    )
    extras = dict(contents_of(gin).games[0].more_results)
    assert extras["Columns 1: boxes"] == (1, 0)
    assert dict(contents_of(gin, "Dev").games[0].more_results) == extras
    assert contents_of(played_session()).games[0].more_results == ()


def test_only_options_that_differ_from_the_usual_are_told():
    assert contents_of(make.session("rummi")).games[0].options == ()
    [option] = contents_of(make.session("rummi", options={"stake": 250})).games[0].options
    assert option == ("Stake", "₹2.50 (default ₹1)")


def test_what_follows_from_another_house_rule_is_not_told_as_one():
    pool = contents_of(make.session(options={"pool": 201, "first_drop": 30})).games[0]
    assert pool.options == (("Pool", "201 (default 101)"), ("First drop", "30 (default 25)"))


def test_a_game_the_table_made_is_told_by_its_name_and_words():
    table = make.session("house_game", options={"buttons": [["Drop", 20]], "won_word": "Bazi"})
    table.game.preset = "Uncle’s rummy"
    table.game.save()
    lines: dict[str, dict[str, object]] = {"Asha": {"finish": "won"}, "Dev": {"finish": "own_1"}}
    lines |= {"Meera": {"points": 5}, "Omar": {"points": 6}}
    game = contents_of(make.play(table, {"lines": lines})).games[0]
    assert (game.name, game.preset) == ("Uncle’s rummy", "")
    assert [seat.reason for seat in game.hands[0].outcome.seats][:2] == ["Bazi", "Drop"]
    assert ("Your own buttons", "Drop 20 (default none)") in game.options


def test_cash_counts_as_settled_and_is_listed():
    table = played_session()
    meera, dev = table.players[2], table.players[1]
    make.hands_over(table.game.session, meera, dev, 400)
    statement = contents_of(table)
    assert [(b.games, b.cash, b.left) for b in statement.balances] == [
        (300, 0, 300),
        (500, -400, 100),
        (-400, 400, 0),
        (-400, 0, -400),
    ]
    assert [(p.payer, p.payee, p.amount) for p in statement.cash] == [(2, 1, 400)]


def test_a_corrected_hand_shows_once_and_the_correction_is_noted():
    table = played_session()
    amend(table, 1, rummi(30, 12, 45, 61), reason="wrong winner")
    [game] = contents_of(table).games
    assert money(game.hands[0]) == [-100, 600, -200, -300]
    assert [(c.hand, c.is_edited, c.reason) for c in game.corrections] == [
        (1, True, "wrong winner")
    ]


def test_a_deleted_hand_is_noted_and_counts_no_more():
    table = played_session()
    last = hands_in_force(table.game)[-1]
    corrections.void_hand(hand=last, reason="misdeal")
    statement = contents_of(table)
    [game] = statement.games
    assert [hand.number for hand in game.hands] == [1]
    assert [(c.hand, c.is_edited) for c in game.corrections] == [(2, False)]
    assert [b.left for b in statement.balances] == [600, -100, -200, -300]


def test_a_hand_that_was_deleted_and_restored_is_not_said_to_be_edited():
    table = played_session()
    last = hands_in_force(table.game)[-1]
    corrections.void_hand(hand=last, reason="misdeal")
    corrections.restore_hand(hand=last, token=make.token())
    [game] = contents_of(table).games
    assert [hand.number for hand in game.hands] == [1, 2]
    assert [(c.hand, c.is_edited, c.is_restored, c.reason) for c in game.corrections] == [
        (2, False, False, "misdeal"),
        (2, False, True, ""),
    ]


def test_a_player_sees_his_payments_with_what_they_come_to():
    statement = contents_of(played_session(), "Dev")
    assert [(line.amount, line.so_far) for line in statement.account] == [
        (-100, -100),
        (100, 0),
        (200, 200),
        (300, 500),
    ]
    assert [b.left for b in statement.balances] == [500]
    assert all(1 in (t.payer, t.payee) for t in statement.transfers)


def test_a_player_who_handed_over_cash_sees_it_in_his_account():
    table = played_session()
    omar, dev = table.players[3], table.players[1]
    make.hands_over(table.game.session, omar, dev, 400)
    statement = contents_of(table, "Omar")
    assert (statement.account[-1].amount, statement.account[-1].so_far) == (400, 0)
    assert statement.transfers == ()


def test_what_lies_in_an_open_pot_is_in_the_account_but_not_in_the_balance():
    statement = contents_of(
        make.play(make.session(), pool_hand("Asha", Dev=43, Meera=20, Omar=80)), "Dev"
    )
    assert statement.account[-1].so_far == -10_000
    assert statement.balances[0].left == 0
    label, given_back, total = list(SessionLayout(statement).account_rows())[-1].cells
    assert label == "In open pots, not counted yet"
    assert [cell.text for cell in (given_back, total) if isinstance(cell, Text)] == ["+₹100", "–"]


def test_while_a_pot_is_open_no_line_says_what_the_table_does_not():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera=20, Omar=80))
    statement = contents_of(table)
    assert not statement.running.moves
    assert SessionLayout(statement).result_line()[0] == "Nobody has won yet."
    play.close_game(game=table.game)
    both = make.play(
        make.next_game(table.game.session, "rummi", make.NAMES[:4]), rummi(12, 30, 45, 61)
    )
    make.play(make.next_game(table.game.session, "pool_rummy", make.NAMES[:4]))
    statement = contents_of(both)
    ends = [track.values[-1] for track in statement.running.tracks]
    assert ends == [balance.games for balance in statement.balances] and any(ends)


def test_who_is_at_no_game_any_more_but_has_sent_money_is_on_the_statement():
    table = make.play(make.session("rummi"), rummi(12, 30, 45, 61))
    session = table.game.session
    first = session_balances(session).plan.transfers[0]
    make.sends(session, first)
    corrections.void_hand(hand=hands_in_force(table.game)[-1], reason="misdeal")
    remove_game(game=table.game)
    make.next_game(session, "rummi", ["Priya", "Ravi"])
    statement = contents_of(table)
    names = {first.payer.name, first.payee.name}
    assert set(statement.people) == {"Priya", "Ravi", *names}
    assert [(t.payer, t.amount) for t in statement.pending] == [
        (statement.people.index(first.payer.name), first.amount)
    ]
    assert all(balance.left == 0 for balance in statement.balances)


def test_what_is_corrected_on_another_day_says_which():
    table = played_session()
    amend(table, 1, rummi(30, 12, 45, 61))
    amended = Hand.objects.filter(voided_at__isnull=False)
    zone = table.game.session.club.zone
    for moment, clock_time in (
        (datetime(2026, 11, 20, 23, 5, tzinfo=zone), "11:05\u202fpm"),
        (datetime(2026, 11, 21, 2, 5, tzinfo=zone), "2:05\u202fam"),
        (datetime(2026, 11, 24, 9, 5, tzinfo=zone), "24 Nov 2026, 9:05\u202fam"),
    ):
        amended.update(voided_at=moment)
        [game] = contents_of(table).games
        assert [c.time for c in game.corrections] == [clock_time]


def test_a_player_of_another_session_has_no_statement_here():
    table, other = played_session(), make.session("rummi", club=make.club("Elsewhere"))
    with pytest.raises(ValueError, match="did not play"):
        contents(table.game.session, other.players[0].pk)


def test_several_games_of_a_session_stand_in_order():
    table = played_session()
    play.close_game(game=table.game)
    make.next_game(table.game.session, "pool_rummy", ["Dev", "Ravi", "Asha"])
    statement = contents_of(table)
    assert [game.number for game in statement.games] == [1, 2]
    assert statement.people == ("Asha", "Dev", "Meera", "Omar", "Ravi")
    assert [statement.people[p] for p in statement.games[1].persons] == ["Dev", "Ravi", "Asha"]
    assert statement.games[0].state == "played to the end"


@pytest.mark.parametrize("person", range(4))
def test_a_wrong_balance_is_never_printed(person):
    statement = contents_of(played_session())
    wrong = list(statement.balances)
    wrong[person] = replace(wrong[person], left=wrong[person].left + 1)
    with pytest.raises(UnbalancedError):
        check(replace(statement, balances=tuple(wrong)))


def test_a_payment_that_went_missing_is_noticed():
    statement = contents_of(played_session())
    game = replace(statement.games[0], payments=statement.games[0].payments[1:])
    with pytest.raises(UnbalancedError):
        check(replace(statement, games=(game,)))
    with pytest.raises(UnbalancedError):
        for_player(replace(statement, games=(game,)), 0)


def test_transfers_that_do_not_settle_are_noticed():
    statement = contents_of(played_session())
    with pytest.raises(UnbalancedError):
        check(replace(statement, transfers=statement.transfers[1:]))


def test_a_pot_that_holds_something_else_is_noticed():
    statement = contents_of(make.play(make.session(), pool_hand("Asha", Dev=43, Meera=20, Omar=80)))
    with pytest.raises(UnbalancedError, match="pot"):
        check(replace(statement, games=(replace(statement.games[0], pot=1),)))


def test_amounts_are_written_as_the_reader_writes_them():
    table = make.session("rummi", options={"stake": 12_345_650})
    assert ("Stake", "₹1,23,456.50 (default ₹1)") in contents_of(table).games[0].options


def test_reading_costs_the_same_queries_however_long_the_session(django_assert_num_queries):
    table = played_session()
    short = Session.objects.select_related("club").get(pk=table.game.session_id)
    with django_assert_num_queries(12):
        contents(short)
    make.play(table, *[rummi(12, 30, 45, 61)] * 5)
    play.close_game(game=table.game)
    make.next_game(short, "pool_rummy", ["Dev", "Ravi", "Asha"])
    long = Session.objects.select_related("club").get(pk=table.game.session_id)
    with django_assert_num_queries(12):
        contents(long)
