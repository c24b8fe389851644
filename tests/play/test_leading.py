"""An edit leads through the later hands it changes, in every game that remembers."""

from collections.abc import Mapping
from typing import Any

import pytest

from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.play.edits import leading
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.leading import Correction, FollowUp, Lead, lead
from scorekeeper.play.models import Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import replay_before
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.play.services import StaleError
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db

THREE = ("Fay", "Pia", "Vik")
Typed = Mapping[int, Mapping[str, Any] | None]
"""Hands as in a case file, by number; None: not played."""


def fresh(table: Table) -> Table:
    table.game.refresh_from_db()
    return game_table(table.game)


def in_force(table: Table, number: int) -> Hand:
    return next(hand for hand in hands_in_force(table.game) if hand.number == number)


def led(correction: Correction, typed: Typed | None = None) -> Lead:
    table = correction.table

    def answer(hand: Hand, fold: Any) -> FollowUp | None:
        if typed is None or hand.number not in typed:
            return None
        written = typed[hand.number]
        if written is None:
            return leading.DELETED
        return FollowUp(hand, load_entry(table.rules, fold, written, table.names))

    return lead(correction, answer)


def amended(table: Table, number: int, written: Mapping[str, Any]) -> tuple[Hand, Any, Correction]:
    hand = in_force(table, number)
    fold = replay_before(table, hand, hands_in_force(table.game))
    entry = load_entry(table.rules, fold, written, table.names)
    return hand, entry, leading.amended(table, hand, entry)


def amend(
    table: Table, number: int, written: Mapping[str, Any], typed: Typed | None = None
) -> Table:
    hand, entry, correction = amended(table, number, written)
    found = led(correction, typed)
    assert found.open is None, found.open
    follow_ups = found.follow_ups
    corrections.amend_hand(hand=hand, entry=entry, token=make.token(), follow_ups=follow_ups)
    return checked(table)


def checked(table: Table) -> Table:
    table = fresh(table)
    assert list(differences(table.game)) == []
    return table


def missing(
    table: Table, number: int, written: Mapping[str, Any], typed: Typed | None = None
) -> str:
    asked = led(amended(table, number, written)[2], typed).open
    assert asked is not None
    return str(asked.missing)


def totals(table: Table) -> list[float]:
    return list(table.state.totals)


# Pool ----------------------------------------------------------------------------------------

POOL = (
    pool_hand("Vik", Pia="wrong_show", Fay=26),
    pool_hand("Vik", Pia=30, Fay=5),
    pool_hand("Fay", Vik=40),
)


def pool(*more: Any) -> Table:
    return make.play(make.session(names=THREE, options={"pool": 101}), *POOL, *more)


def test_a_player_who_is_still_in_is_asked_about_in_the_next_hand():
    table = pool()
    right = pool_hand("Vik", Pia=3, Fay=5)
    assert missing(table, 2, right) == "Pia would still be in: what did Pia have in hand 3?"
    table = amend(table, 2, right, {3: pool_hand("Fay", Vik=40, Pia=12)})
    assert totals(table) == [31, 95, 40]
    assert [hand.number for hand in hands_in_force(table.game)] == [1, 2, 3]


def test_each_hand_is_asked_about_after_the_other():
    table = pool(pool_hand("Vik", Fay=10), pool_hand("Vik", Fay=10))
    right, third = pool_hand("Vik", Pia=3, Fay=5), pool_hand("Fay", Vik=40, Pia=2)
    assert "hand 4" in missing(table, 2, right, {3: third})
    typed = {3: third, 4: pool_hand("Vik", Fay=10, Pia=30)}
    table = amend(table, 2, right, typed)
    assert totals(table) == [51, 115, 40], "out again: not asked in hand 5"


def test_a_rejoin_that_was_not_needed_falls_away():
    rejoin = pool_hand("Fay", Vik=40)
    rejoin["lines"]["Pia"] = {"rejoin": True, "finish": "counted", "points": 10}
    table = make.play(make.session(names=THREE, options={"pool": 101}), *POOL[:2], rejoin)
    table = make.play(table, pool_hand("Pia", Fay=10, Vik=10))
    pot = table.state.pot
    table = amend(table, 2, pool_hand("Vik", Pia=1, Fay=5))
    assert totals(table) == [41, 91, 50]
    assert pot - table.state.pot == 10_000


def test_a_player_who_would_be_out_is_asked_whether_they_rejoin():
    first, second = pool_hand("Vik", Pia="wrong_show", Fay=26), pool_hand("Vik", Pia=3, Fay=5)
    third = pool_hand("Fay", Vik=40, Pia=12)
    table = make.play(make.session(names=THREE, options={"pool": 101}), first, second, third)
    sentence = missing(table, 2, POOL[1])
    assert sentence == (
        "Pia would be out before hand 3. Tick “Rejoins” if Pia played it all the same."
    )
    rejoin = pool_hand("Fay", Vik=40)
    rejoin["lines"]["Pia"] = {"rejoin": True, "finish": "counted", "points": 12}
    assert totals(amend(table, 2, POOL[1], {3: rejoin})) == [31, 44, 40]


def test_the_answers_of_a_player_who_may_not_come_back_fall_away():
    hands = pool_hand("Vik", Pia="wrong_show", Fay=85), pool_hand("Vik", Pia=3, Fay=5)
    third = pool_hand("Fay", Vik=40, Pia=12)
    table = make.play(make.session(names=THREE, options={"pool": 101}), *hands, third)
    table = amend(table, 2, pool_hand("Vik", Pia=30, Fay=5))
    assert totals(table) == [85, 110, 40]
    assert "1" not in in_force(table, 3).entry["lines"]


def test_hands_after_the_end_are_deleted_and_come_back_with_undo():
    table = pool()
    old = in_force(table, 2)
    table = amend(table, 2, pool_hand("Vik", Pia=30, Fay=80))
    assert [hand.number for hand in hands_in_force(table.game)] == [1, 2]
    assert table.game.closed_at is not None
    old.refresh_from_db()
    undo = led(leading.restored(table, old))
    corrections.restore_hand(hand=old, token=make.token(), follow_ups=undo.follow_ups)
    table = checked(table)
    assert totals(table) == [31, 110, 40]
    assert table.game.closed_at is None


def test_undo_takes_back_what_the_edit_did_to_later_hands():
    rejoin = pool_hand("Fay", Vik=40)
    rejoin["lines"]["Pia"] = {"rejoin": True, "finish": "counted", "points": 20}
    table = make.play(make.session(names=THREE, options={"pool": 101}), *POOL[:2], rejoin)
    before, pot, old = totals(table), table.state.pot, in_force(table, 2)
    table = amend(table, 2, pool_hand("Vik", Pia=1, Fay=5))
    assert totals(table) != before
    old.refresh_from_db()
    undo = led(leading.restored(table, old))
    assert undo.open is None
    corrections.restore_hand(hand=old, token=make.token(), follow_ups=undo.follow_ups)
    table = checked(table)
    assert (totals(table), table.state.pot) == (before, pot)


def test_a_deleted_hand_leads_through_those_after_it():
    table = pool()
    hand = in_force(table, 1)
    asked = led(leading.deleted(table, hand)).open
    assert asked is not None and "Pia would still be in" in asked.missing
    answered = led(leading.deleted(table, hand), {3: pool_hand("Fay", Vik=40, Pia=12)})
    corrections.void_hand(hand=hand, follow_ups=answered.follow_ups)
    table = checked(table)
    assert totals(table) == [5, 42, 40]
    hand.refresh_from_db()
    back = led(leading.restored(table, hand))
    corrections.restore_hand(hand=hand, token=make.token(), follow_ups=back.follow_ups)
    assert totals(checked(table)) == [31, 110, 40]


def test_an_inserted_hand_leads_through_those_after_it_and_its_undo_too():
    first, second = pool_hand("Vik", Pia=60, Fay=26), pool_hand("Vik", Pia=3, Fay=5)
    table = make.play(make.session(names=THREE, options={"pool": 101}), first, second)
    before = in_force(table, 2)
    entry = load_entry(table.rules, table.fold, pool_hand("Vik", Pia=50, Fay=1), table.names)
    found = led(leading.inserted(table, before, entry))
    assert found.open is not None and "before hand 3" in found.open.missing
    typed = {3: pool_hand("Vik", Fay=5)}
    found = led(leading.inserted(table, before, entry), typed)
    saved = corrections.insert_hand(
        before=before, entry=entry, token=make.token(), follow_ups=found.follow_ups
    )
    table = checked(table)
    assert totals(table) == [32, 110, 0]
    undo = led(leading.deleted(table, saved.hand))
    corrections.void_hand(hand=saved.hand, follow_ups=undo.follow_ups)
    assert totals(checked(table)) == [31, 63, 0]


def test_a_split_that_is_not_possible_any_more_is_asked_about():
    split = {"deal": {"outcome": "split"}, "lines": {}}
    names = ("Fay", "Pia", "Vik", "Zoe")
    hands = (
        pool_hand("Vik", Pia="wrong_show", Fay=26, Zoe=10),
        pool_hand("Vik", Pia=30, Fay=5, Zoe=10),
        split,
    )
    table = make.play(make.session(names=names, options={"pool": 101}), *hands)
    assert table.game.closed_at
    right = pool_hand("Vik", Pia=3, Fay=5, Zoe=10)
    assert missing(table, 2, right) == (
        "Hand 3 would not be possible then. The pot cannot be split now."
    )
    table = amend(table, 2, right, {3: None})
    assert totals(table) == [31, 83, 0, 20]
    assert table.game.closed_at is None


def test_a_follow_up_that_somebody_else_has_edited_is_stale():
    table = pool()
    hand, entry, correction = amended(table, 2, pool_hand("Vik", Pia=3, Fay=5))
    found = led(correction, {3: pool_hand("Fay", Vik=40, Pia=12)})
    corrections.void_hand(hand=in_force(table, 3))
    with pytest.raises(StaleError):
        corrections.amend_hand(
            hand=hand, entry=entry, token=make.token(), follow_ups=found.follow_ups
        )
    assert in_force(fresh(table), 2).pk == hand.pk


def test_an_edit_with_its_follow_ups_is_written_once_per_token():
    table = pool()
    hand, entry, correction = amended(table, 2, pool_hand("Vik", Pia=3, Fay=5))
    found = led(correction, {3: pool_hand("Fay", Vik=40, Pia=12)})
    for repeated in (False, True):
        saved = corrections.amend_hand(
            hand=hand, entry=entry, token="once", follow_ups=found.follow_ups
        )
        assert saved.repeated == repeated
    assert Hand.objects.count() == 5


# Other games that remember -------------------------------------------------------------------


def rummy_hand(winner: str, **points: int) -> dict[str, Any]:
    lines: dict[str, Any] = {name: {"points": left} for name, left in points.items()}
    return {"deal": {}, "lines": {winner: {"won": True}, **lines}}


def test_kalookie_asks_what_a_player_still_in_had():
    table = make.session("kalookie", THREE, {"buy_ins": "never"})
    hands = rummy_hand("Vik", Pia=160, Fay=20), rummy_hand("Fay", Vik=30)
    table = make.play(table, *hands)
    right = rummy_hand("Vik", Pia=16, Fay=20)
    assert missing(table, 1, right) == "Pia would still be in: what did Pia have in hand 2?"
    table = amend(table, 1, right, {2: rummy_hand("Fay", Vik=30, Pia=4)})
    assert totals(table) == [20, 20, 30]


def test_kalookie_asks_about_a_buy_in_and_drops_one_that_was_not_due():
    table = make.session("kalookie", THREE, {"buy_ins": "unlimited"})
    hands = rummy_hand("Vik", Pia=100, Fay=20), rummy_hand("Fay", Vik=30, Pia=40)
    table = make.play(table, *hands, rummy_hand("Pia", Fay=10, Vik=10))
    wrong = rummy_hand("Vik", Pia=140, Fay=20)
    sentence = missing(table, 1, wrong)
    assert sentence == ("Pia would be out after hand 2. Tick “Buys in” if that applies to Pia.")
    buys = rummy_hand("Fay", Vik=30, Pia=40)
    buys["lines"]["Pia"]["buy_in"] = True
    table = amend(table, 1, wrong, {2: buys})
    assert totals(table) == [30, 30, 40]
    assert totals(amend(table, 1, hands[0])) == [30, 140, 40]


def test_deals_asks_who_would_be_in_an_extra_deal():
    table = make.session("deals_rummy", THREE, {"deals": 2, "mode": "lowest_points"})
    table = make.play(table, pool_hand("Vik", Pia=10, Fay=20), pool_hand("Pia", Vik=10, Fay=20))
    table = make.play(table, pool_hand("Vik", Pia=5))
    assert table.game.closed_at
    right = pool_hand("Pia", Vik=10, Fay=20)
    first = pool_hand("Vik", Pia=10, Fay=20)
    both = pool_hand("Fay", Vik=10, Pia=20)
    assert missing(table, 2, pool_hand("Fay", Vik=20, Pia=10)).startswith("Fay would still be in")
    assert right and first and both
    table = amend(table, 2, pool_hand("Pia", Vik=9, Fay=20))
    assert [hand.number for hand in hands_in_force(table.game)] == [1, 2]


def test_gin_ends_earlier_and_goes_on():
    table = make.session("gin_rummy", ("Fay", "Pia"), {"target": 50})

    def hand(winner: str, loser: str, left: int) -> dict[str, Any]:
        lines = {winner: {"knocked": True}, loser: {"deadwood": left}}
        return {"deal": {"result": "gin"}, "lines": lines}

    table = make.play(table, hand("Fay", "Pia", 10), hand("Pia", "Fay", 5))
    table = amend(table, 1, hand("Fay", "Pia", 60))
    assert [saved.number for saved in hands_in_force(table.game)] == [1]
    table = amend(table, 1, hand("Fay", "Pia", 10))
    assert table.game.closed_at is None


def test_an_inserted_deal_of_a_contract_game_leaves_no_room_for_its_last():
    table = make.session("contract_rummy", THREE)
    table = make.play(table, *(rummy_hand("Vik", Pia=10 + deal, Fay=5) for deal in range(7)))
    assert table.game.closed_at
    before = in_force(table, 2)
    fold = replay_before(table, before, hands_in_force(table.game))
    entry = load_entry(table.rules, fold, rummy_hand("Fay", Pia=1, Vik=1), table.names)
    found = led(leading.inserted(table, before, entry))
    assert [(follow.hand.number, follow.entry) for follow in found.follow_ups] == [(8, None)]
    corrections.insert_hand(
        before=before, entry=entry, token=make.token(), follow_ups=found.follow_ups
    )
    assert [hand.number for hand in hands_in_force(checked(table).game)] == list(range(1, 8))


def test_canasta_deletes_what_follows_its_end_and_undo_brings_it_back():
    table = make.session("canasta", ("Fay", "Pia"), {"target": 1000})

    def hand(melded: int) -> dict[str, Any]:
        return {
            "deal": {},
            "lines": {"Fay": {"melded": melded, "in_hand": 5}, "Pia": {"in_hand": 5}},
        }

    table = make.play(table, hand(300), hand(300), hand(500))
    before, old = totals(table), in_force(table, 1)
    table = amend(table, 1, hand(1050))
    assert [saved.number for saved in hands_in_force(table.game)] == [1]
    old.refresh_from_db()
    undo = led(leading.restored(table, old))
    corrections.restore_hand(hand=old, token=make.token(), follow_ups=undo.follow_ups)
    assert totals(checked(table)) == before


def test_gin_for_three_takes_from_the_later_hand_who_rested():
    table = make.session("gin_rummy", THREE, {"target": 500})

    def hand(winner: str, loser: str) -> dict[str, Any]:
        lines = {winner: {"knocked": True}, loser: {"deadwood": 10}}
        return {"deal": {"result": "gin"}, "lines": lines}

    resting = table.names[table.fold.state.resting]
    first, second = (name for name in THREE if name != resting)
    table = make.play(table, hand(first, second))
    now = table.names[table.fold.state.resting]
    others = [name for name in THREE if name != now]
    table = make.play(table, hand(*others))
    won = {name: 35 * (name == second) + 35 * (name == others[0]) for name in THREE}
    table = checked(amend(table, 1, hand(second, first)))
    assert totals(table) == list(won.values())
    reasons = {score.seat: str(score.reason) for score in in_force(table, 2).scores.all()}
    assert [THREE[seat] for seat, reason in reasons.items() if reason == "rested"] == [now]
