"""The dealer, and a running game when somebody leaves, comes back or joins."""

import json
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.entry_json import dump_entry, freeze_game, load_entry, thaw_game
from scorekeeper.engine.questions.options import load_options, stated_options
from scorekeeper.engine.seats.changes import (
    come_back,
    free_places,
    join,
    leave,
    longer,
    options_for_one_more,
    options_of_other_number,
    refused_option,
)
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import VARIANTS
from tests.helpers.engine import tiny
from tests.helpers.engine.changed import changed
from tests.helpers.engine.tiny import Deal, Line, Packs, partners

variant: Any = changed(tiny.variant, out=lambda game: ())
A, B, C, D = range(4)
NAMES = ("A", "B", "C", "D", "E")
WON, LOST = Line(won=True), Line(points=5)


def started(seats: int = 3, *, rules: AnyVariant = variant, **options: Any) -> Any:
    return playing.start(rules, load_options(rules, options, seats), seats)


def played(game: Any, *, absent: tuple[int, ...] = (), dealer: int | None = None) -> Any:
    """One more hand, won by the first who takes part."""
    away = game.left | set(absent)
    winner = next(p for p in range(game.seats) if p not in away)
    lines = tuple(WON if p == winner else LOST for p in range(game.seats))
    return playing.play(variant, game, Entry(Deal(), lines, frozenset(away), dealer=dealer))


def field_of(act: Any, *given: Any) -> str:
    with pytest.raises(EntryError) as caught:
        act(*given)
    return caught.value.field


# Who deals -----------------------------------------------------------------------------------


def test_the_deal_goes_round_in_the_order_of_seats() -> None:
    game, dealers = started(), []
    for _hand in range(4):
        dealers.append(playing.next_dealer(variant, game))
        game = played(game)
    assert dealers == [A, B, C, A]


def test_who_sits_out_is_passed_over_and_the_order_goes_on_from_who_dealt() -> None:
    game = played(started(4), absent=(A,))
    assert playing.next_dealer(variant, game) == C, "B dealt for A, who is missing"


def test_who_sat_out_the_last_hand_may_deal_the_next() -> None:
    assert playing.next_dealer(variant, played(started(), absent=(B,))) == B


def test_the_order_goes_on_from_the_dealer_the_table_names() -> None:
    game = played(started(4), dealer=C)
    assert playing.next_dealer(variant, game) == D
    assert playing.next_dealer(variant, played(game)) == A


def test_who_has_left_does_not_deal() -> None:
    game = leave(variant, played(started(4)), B)
    assert playing.next_dealer(variant, game) == C
    assert playing.next_dealer(variant, played(game)) == D
    assert playing.next_dealer(variant, come_back(variant, game, B)) == B


def taken_over(game: Any, person: int) -> Any:
    left = leave(variant, game, person)
    return join(variant, left, left.options, in_place_of=person)


def dealers(game: Any, hands: int = 4) -> list[Any]:
    found = []
    for _hand in range(hands):
        found.append(playing.next_dealer(variant, game))
        game = played(game)
    return found


E = 4


@pytest.mark.parametrize(
    ("hands", "expected"), [(0, [A, E, C, D]), (1, [E, C, D, A]), (2, [C, D, A, E])]
)
def test_who_takes_over_a_seat_deals_in_its_turn(hands: int, expected: list[int]) -> None:
    game = started(4)
    for _hand in range(hands):
        game = played(game)
    assert dealers(taken_over(game, B)) == expected


def test_the_last_seat_taken_over_is_not_a_seat_after_it() -> None:
    """D dealt last: A is next, not who sits in D's seat now."""
    game = played(started(4), dealer=D)
    assert dealers(taken_over(game, D)) == [A, B, C, E]


def test_who_comes_back_to_a_seat_taken_over_sits_beside_it() -> None:
    game = come_back(variant, taken_over(played(started(4)), B), B)
    assert (game.seating, dealers(game, 5)) == ((A, B, E, C, D), [B, E, C, D, A])
    later = come_back(variant, taken_over(played(played(started(4))), B), B)
    assert dealers(later, 5) == [C, D, A, B, E]


def test_who_comes_back_to_their_own_seat_deals_in_its_turn() -> None:
    game = leave(variant, taken_over(played(started(4)), B), E)
    assert dealers(come_back(variant, game, B)) == [B, C, D, A]


def test_where_the_winner_deals_so_does_who_sits_there_now() -> None:
    winner_deals = changed(variant, dealer=lambda game: game.state.last or A)
    game = taken_over(played(started(4), absent=(A,)), B)
    assert game.state.last == B and playing.next_dealer(winner_deals, game) == E
    back = come_back(variant, leave(variant, game, E), B)
    assert playing.next_dealer(winner_deals, back) == B


def test_only_a_place_where_nobody_sits_is_taken_over() -> None:
    game = taken_over(started(4), B)
    for person in (A, B, E, 99):
        assert field_of(join, variant, leave(variant, game, D), game.options, person) == "seats"
    gone = leave(variant, game, E)
    assert free_places(gone) == [E]
    assert join(variant, gone, gone.options, E).places == ((A,), (B, E, 5), (C,), (D,))


def test_a_seat_that_is_out_does_not_deal() -> None:
    last_winner_is_out: Any = tiny.variant
    game = played(played(played(started())))
    assert (playing.next_dealer(variant, game), playing.next_dealer(last_winner_is_out, game)) == (
        A,
        B,
    )
    nobody = changed(variant, out=lambda game: tuple(range(game.seats)))
    assert playing.next_dealer(nobody, game) is None


def test_a_game_may_have_its_own_rule_who_deals() -> None:
    def never(game: Any) -> None:
        return None

    winner_deals = changed(variant, dealer=lambda game: game.state.last or A)
    game = played(played(started()))
    assert (playing.next_dealer(variant, game), playing.next_dealer(winner_deals, game)) == (C, A)
    assert playing.next_dealer(winner_deals, leave(variant, game, A)) == B
    assert playing.next_dealer(changed(variant, dealer=never), game) is None


def test_the_dealer_named_is_written_beside_the_hand() -> None:
    game = started()
    entry = Entry(Deal(), (WON, LOST, LOST), dealer=C)
    dumped = dump_entry(entry, NAMES[:3])
    assert dumped["dealer"] == "C"
    assert load_entry(variant, game, json.loads(json.dumps(dumped)), NAMES[:3]) == entry
    assert "dealer" not in dump_entry(replace(entry, dealer=None), NAMES[:3])


@pytest.mark.parametrize("name", ["D", 2, True, [], ["A"]])
def test_a_dealer_who_is_not_there_is_refused(name: Any) -> None:
    entry = {"lines": {"A": {"won": True}}, "dealer": name}
    assert field_of(load_entry, variant, started(), entry, NAMES[:3]) == "dealer"


# Leaving and coming back ---------------------------------------------------------------------


def test_who_leaves_keeps_what_he_won_and_is_asked_nothing_more() -> None:
    game = leave(variant, played(started(4)), A)
    assert game.balances[A] == 150
    after = played(game)
    assert after.balances == (150, 50, -100, -100)
    assert after.present == (B, C, D)


def test_a_frozen_game_remembers_who_left_and_whose_turn_it_is() -> None:
    game = leave(variant, played(started(4)), C)
    frozen = json.loads(json.dumps(freeze_game(game)))
    thawed: Game[Any, Any] = thaw_game(variant, frozen, game.options, 4)
    assert thawed == game
    assert (thawed.left, thawed.turn) == (frozenset({C}), B)


def test_enough_must_stay() -> None:
    game = leave(variant, started(), C)
    assert field_of(leave, variant, game, B) == "seats"


@pytest.mark.parametrize("person", [C, 3, -1])
def test_only_somebody_who_is_there_can_leave(person: int) -> None:
    game = leave(variant, started(3), C) if person == C else started()
    four = changed(variant, seats=range(1, 5))
    assert field_of(leave, four, game, person) == "seats"


@pytest.mark.parametrize("person", [A, 3])
def test_only_who_left_can_come_back(person: int) -> None:
    assert field_of(come_back, variant, leave(variant, started(), C), person) == "seats"


def test_nobody_comes_or_goes_where_totals_run_to_an_end() -> None:
    fixed = Ending(lambda game: False, is_fixed=True)
    together = changed(variant, ends=lambda options: None if options.stake == 99 else fixed)
    game = started()
    assert join(together, started(stake=99), started(stake=99).options).seats == 4
    left = leave(variant, game, C)
    assert field_of(leave, together, game, C) == "seats"
    assert field_of(come_back, together, left, C) == "seats"
    assert field_of(join, together, game, game.options) == "seats"


def test_partners_stay_to_the_end() -> None:
    sides: Any = changed(partners, seats=range(2, 4), may_miss=True)
    game = playing.start(sides, load_options(sides, {}, 2, 2), 2, 2)
    assert field_of(join, sides, game, game.options) == "seats"
    assert field_of(leave, changed(sides, seats=range(1, 4)), game, A) == "seats"


# Joining -------------------------------------------------------------------------------------


def test_who_joins_begins_with_nothing_and_sits_last() -> None:
    game = join(variant, played(started()), load_options(variant, {"stake": 20}, 4))
    assert (game.seats, game.totals, game.balances) == (4, (0, 5, 5, 0), (100, -50, -50, 0))
    assert game.present == (A, B, C, D)
    assert played(game).balances == (400, -150, -150, -100)


def test_his_turn_to_deal_comes_after_the_last_one() -> None:
    dealt_by_c = played(played(played(started())))
    game = join(variant, dealt_by_c, dealt_by_c.options)
    assert (playing.next_dealer(variant, dealt_by_c), playing.next_dealer(variant, game)) == (A, D)
    assert playing.next_dealer(variant, played(game)) == A


def test_the_larger_table_must_be_one_the_game_can_be_played_at() -> None:
    game = started(5)
    assert field_of(join, variant, game, game.options) == "seats"
    four = started(4, doubles=True, bonus=5)
    assert field_of(join, variant, four, four.options) == "bonus"


# The options of the larger table -------------------------------------------------------------


def tiers(given: Any, seats: int, side: int) -> dict[str, Any]:
    return {"ladder": tuple(range(1, seats)), "stake": 10 * seats}


def check_tiers(options: Any, seats: int) -> None:
    if len(options.ladder) != seats - 1:
        raise EntryError("One for each place.", field="ladder")
    if options.stake < 10 * seats and options.packs.value == 1:
        raise EntryError("Too little.", field="stake")


@dataclass(frozen=True, slots=True)
class Laddered:
    ladder: tuple[int, ...] = ask.steps("", (1, 2))
    stake: int = ask.amount("", 10, min=1)
    packs: Packs = ask.pick("", Packs.ONE)
    fee: int = ask.amount("", 0)
    hands: int | None = ask.count("", None, min=1, max=None)


with_ladder: Any = changed(variant, options=Laddered, defaults=tiers, check_options=check_tiers)


def test_a_ladder_goes_on_for_one_more_place() -> None:
    game = playing.start(
        with_ladder, load_options(with_ladder, {"ladder": [2, 5], "packs": 2}, 3), 3
    )
    proposed = options_for_one_more(with_ladder, game)
    assert proposed == replace(game.options, ladder=(2, 5, 8), stake=40)
    assert refused_option(with_ladder, game.options, 4) == "ladder"
    assert join(with_ladder, game, proposed).options.ladder == (2, 5, 8)


def test_what_so_many_cannot_play_is_as_usual_at_the_larger_table() -> None:
    game = playing.start(with_ladder, load_options(with_ladder, {"stake": 33}, 3), 3)
    assert options_for_one_more(with_ladder, game) == replace(
        game.options, ladder=(1, 2, 3), stake=40
    )


def test_options_that_can_be_played_on_stay_as_they_were() -> None:
    game = started(3, stake=77, ladder=[9, 9, 9])
    assert options_for_one_more(variant, game) == game.options


def test_what_nobody_chose_is_usual_at_the_larger_table_too() -> None:
    rummi = VARIANTS["rummi"]
    four = playing.start(rummi, load_options(rummi, {"stake": 50}, 4), 4)
    five = join(rummi, four, options_for_one_more(rummi, four))
    assert (five.options.hu_units, five.options.tien_hu_units) == (5, 10)
    assert set(stated_options(rummi, five.options, 5)) == {"stake"}
    chosen = playing.start(rummi, load_options(rummi, {"hu_units": 6}, 4), 4)
    assert options_for_one_more(rummi, chosen).hu_units == 6


def test_options_that_follow_from_the_number_of_players_stay_when_one_leaves() -> None:
    rummi = VARIANTS["rummi"]
    five = playing.start(rummi, load_options(rummi, {"stake": 50}, 5), 5)
    assert options_of_other_number(rummi, five) == []
    four = leave(rummi, five, 2)
    assert four.options == five.options
    names = ["tiers", "hu_units", "tien_hu_units", "packs"]
    assert sorted(options_of_other_number(rummi, four)) == sorted(names)
    chosen = playing.start(rummi, load_options(rummi, {"hu_units": 6}, 5), 5)
    assert "hu_units" not in options_of_other_number(rummi, leave(rummi, chosen, 2))
    assert options_of_other_number(rummi, come_back(rummi, four, 2)) == []


def test_who_takes_a_seat_that_was_left_plays_by_the_same_rules() -> None:
    paplu = VARIANTS["paplu"]
    six = playing.start(paplu, load_options(paplu, {}, 6), 6)
    assert options_for_one_more(paplu, six) != six.options
    assert options_for_one_more(paplu, leave(paplu, six, 1)) == six.options


def test_what_a_larger_table_cannot_have_goes_back_to_the_usual() -> None:
    four = started(4, doubles=True, bonus=5)
    assert refused_option(variant, four.options, 5) == "bonus"
    assert options_for_one_more(variant, four) == replace(four.options, bonus=0, ladder=(5, 2, 3))


def test_a_ladder_never_goes_down() -> None:
    assert longer((5, 2)) == (5, 2, 2)
