"""Games as folds of entries: what every variant gets from the kernel."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import LARGEST, Entry, Game
from scorekeeper.engine.money import POT, Payment
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import dump_entry, freeze_game, load_entry, thaw_game
from scorekeeper.engine.questions.options import load_options, stated_options, usual_options
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import history, options_of
from tests.helpers.engine.changed import changed
from tests.helpers.engine.tiny import Deal, Line, Options, Result, partners, strict, variant

ABC = ("A", "B", "C")


def started(seats: int = 3, *, rules: AnyVariant = variant, side: int = 1, **options: Any) -> Any:
    return playing.start(rules, load_options(rules, options, seats, side), seats, side)


def hand(*lines: Line, deal: Deal | None = None, absent: tuple[int, ...] = ()) -> Any:
    return Entry(deal or Deal(), lines, frozenset(absent))


WON = Line(won=True)


def left(points: int) -> Line:
    return Line(points=points)


def refusal(play: Any, *given: Any, **more: Any) -> tuple[Any, str]:
    with pytest.raises(EntryError) as caught:
        play(*given, **more)
    return caught.value.seat, caught.value.field


# The fold ------------------------------------------------------------------------------------


def test_a_hand_adds_points_and_moves_money() -> None:
    game = playing.play(variant, started(), hand(WON, left(5), left(7)))
    assert (game.number, game.totals, game.balances) == (1, (0, 5, 7), (120, -50, -70))
    assert game.last is not None
    assert [p.amount for p in game.last.payments] == [50, 70]


def test_a_game_is_its_entries() -> None:
    start = started()
    entries = [hand(WON, left(5), left(7)), hand(left(1), WON, left(2))]
    *_, game = history(variant, start.options, 3, entries)
    assert game == playing.play(variant, playing.play(variant, start, entries[0]), entries[1])
    assert list(history(variant, start.options, 3, [])) == [start]


def test_fees_are_paid_before_the_first_hand_and_the_pot_at_the_end() -> None:
    start = started(fee=100, hands=1)
    assert start.opening == tuple(Payment(p, POT, 100, _("fee")) for p in range(3))
    assert (start.balances, start.pot, start.number) == ((-100, -100, -100), 300, 0)
    game = playing.play(variant, start, hand(left(1), WON, left(2)))
    assert game.over
    assert game.last is not None
    assert game.last.payments[-1] == Payment(POT, 1, 300, _("pot"))
    assert (game.pot, sum(game.balances)) == (0, 0)


def test_nothing_is_played_after_the_end() -> None:
    entry = hand(WON, left(5), left(7))
    game = playing.play(variant, started(hands=1), entry)
    assert refusal(playing.play, variant, game, entry) == (None, "")


def test_a_refused_hand_leaves_the_game_as_it_was() -> None:
    game = playing.play(variant, started(), hand(WON, left(5), left(7)))
    before = repr(game)
    assert refusal(playing.play, variant, game, hand(WON, left(5), Line())) == (2, "points")
    assert repr(game) == before


@pytest.mark.parametrize("stake", [10**9, 10**9 - 1])
def test_what_would_not_fit_a_ledger_is_refused(stake: int) -> None:
    game = started(stake=stake)
    many = replace(game, balances=(LARGEST - 1, 0, 1 - LARGEST))
    assert refusal(playing.play, variant, many, hand(WON, left(99), left(99))) == (None, "")
    assert playing.play(variant, game, hand(WON, left(99), left(99))).balances[0] == 198 * stake


def test_fees_that_would_not_fit_are_refused() -> None:
    assert refusal(playing.start, variant, Options(fee=LARGEST), 3) == (None, "")


# Canonical entries ---------------------------------------------------------------------------


def test_what_is_not_asked_has_no_effect() -> None:
    game = started()
    entry = hand(Line(won=True, points=9, caught=True), left(5), replace(left(7), twos=4))
    assert playing.canonical(variant, game, entry).lines == (WON, left(5), left(7))
    assert playing.play(variant, game, entry) == playing.play(
        variant, game, hand(WON, left(5), left(7))
    )


def test_conditions_on_options_and_deal_are_seen() -> None:
    caught = replace(left(5), caught=True)
    entry = hand(WON, caught, left(1))
    assert playing.play(variant, started(), entry).totals == (0, 5, 1)
    assert playing.play(variant, started(doubles=True), entry).totals == (0, 2.5, 1)
    turned = hand(WON, caught, left(1), deal=Deal(turned="7S"))
    assert playing.play(variant, started(), turned).totals == (0, 2.5, 1)


def test_a_void_deal_asks_nothing_of_the_seats() -> None:
    void = hand(WON, left(5), left(7), deal=Deal(Result.VOID))
    game = playing.play(variant, started(), void)
    assert game.last is not None
    assert game.last.entry.lines == (Line(),) * 3
    assert game.balances == (0, 0, 0)


def test_who_is_asked_little_answers_little() -> None:
    asks = changed(variant, asks=lambda game, person: frozenset({"won", "points"}))
    entry = hand(WON, replace(left(5), aces=(1, 1)), left(1))
    assert playing.canonical(asks, started(), entry).lines[1] == left(5)


def test_who_may_join_is_asked_the_rest_only_when_he_does() -> None:
    joining = changed(
        variant,
        asks=lambda game, person: None if person == 2 else frozenset({"won", "points"}),
        joins="caught",
    )
    game = started(rules=joining, doubles=True)
    aside, inside = replace(left(7), caught=False), replace(left(7), caught=True)
    assert playing.canonical(joining, game, hand(WON, left(5), aside)).lines[2] == Line()
    assert playing.canonical(joining, game, hand(WON, left(5), inside)).lines[2] == inside


# Absent seats --------------------------------------------------------------------------------


def test_who_is_absent_is_asked_nothing() -> None:
    game = playing.play(variant, started(), hand(WON, left(5), left(7), absent=(2,)))
    assert (game.totals, game.balances) == ((0, 5, 0), (50, -50, 0))


def test_enough_must_stay() -> None:
    entry = hand(WON, left(5), left(7), absent=(1, 2))
    assert refusal(playing.play, variant, started(), entry) == (None, "absent")


def test_some_games_need_everybody() -> None:
    together = changed(variant, may_miss=False)
    entry = hand(WON, left(5), left(7), absent=(2, 1))
    assert refusal(playing.play, together, started(), entry) == (1, "")


# Options -------------------------------------------------------------------------------------


def test_defaults_may_depend_on_the_table() -> None:
    assert load_options(variant, {}, 5).ladder == (5, 2, 3)
    assert load_options(variant, {"ladder": [1, 1, 1]}, 5).ladder == (1, 1, 1)
    assert load_options(variant, {"ladder": None}, 4).ladder == (4, 2, 3)


def test_defaults_may_depend_on_other_options() -> None:
    asking = changed(variant, defaults=lambda given, seats, side: {"fee": len(given)})
    assert load_options(asking, {"packs": 2, "hands": None}, 3).fee == 1
    assert load_options(asking, {}, 3).fee == 0


def test_what_follows_from_another_option_is_not_stated() -> None:
    """The first drop of a 201 pool is 25 by itself; 30 is somebody's choice."""
    pool = VARIANTS["pool_rummy"]
    usual = load_options(pool, {"pool": 201}, 4)
    assert list(stated_options(pool, usual, 4)) == ["pool"]
    stated = stated_options(pool, load_options(pool, {"pool": 201, "first_drop": 30}, 4), 4)
    assert {name: usual for name, (_value, usual) in stated.items()} == {
        "pool": pool.options().pool,
        "first_drop": 25,
    }
    assert stated_options(pool, load_options(pool, {}, 4), 4) == {}


def test_the_usual_options_are_those_of_a_table_where_everybody_plays_for_himself() -> None:
    gin = VARIANTS["gin_rummy"]
    assert [usual_options(gin, {}, 2, *side).target for side in ((), (1,), (2,))] == [100, 100, 125]
    assert stated_options(gin, gin.options(), 2) == {}


def test_what_follows_is_by_what_was_chosen_but_not_by_an_empty_answer() -> None:
    house = VARIANTS["pool_rummy"]
    pool = load_options(house, {"pool": 201}, 4).pool
    assert usual_options(house, {"pool": pool}, 4).first_drop == 25
    assert usual_options(house, {"pool": None}, 4).first_drop == 20


@pytest.mark.parametrize("key", VARIANTS)
def test_the_stated_options_say_all(key: str) -> None:
    rules = VARIANTS[key]
    for seed in range(60):
        rng = Random(seed)
        side = rng.choice(rules.sides)
        seats = 2 if side > 1 else rng.choice(rules.seats)
        options = options_of(rules, rng, seats, side)
        stated = dict.fromkeys(stated_options(rules, options, seats, side))
        reduced = {name: dump(options, full=True)[name] for name in stated}
        assert load_options(rules, reduced, seats, side) == options


def test_options_that_do_not_suit_the_table_are_refused() -> None:
    assert load_options(variant, {"doubles": True, "bonus": 5}, 4).bonus == 5
    options = {"doubles": True, "bonus": 5}
    assert refusal(load_options, variant, options, 5) == (None, "bonus")


@pytest.mark.parametrize("options", [{"stakes": 1}, {"stake": 0}, {"packs": "one"}])
def test_unknown_options_and_values_are_refused_by_name(options: dict[str, Any]) -> None:
    assert refusal(load_options, variant, options, 3) == (None, next(iter(options)))


@pytest.mark.parametrize(
    "sides",
    [
        [],
        [["A"]],
        [[name] for name in "ABCDEF"],
        [["A"], ["A"]],
        [["A"], [""]],
        [["A"], ["  "]],
        [["A"], ["pot"]],
        [["A", "B"], ["C", "D"]],
    ],
)
def test_seats_that_cannot_sit_down_are_refused(sides: list[list[str]]) -> None:
    assert refusal(check_seats, variant, sides) == (None, "seats")


def test_sides_are_equal_and_two() -> None:
    check_seats(partners, [["A", "C"], ["B", "D"]])
    assert refusal(check_seats, partners, [["A", "C"], ["B"]]) == (None, "seats")
    assert refusal(check_seats, partners, [["A", "C", "E"], ["B", "D", "F"]]) == (None, "seats")
    three = changed(partners, seats=range(2, 4))
    assert refusal(check_seats, three, [["A", "B"], ["C", "D"], ["E", "F"]]) == (None, "seats")


# JSON ----------------------------------------------------------------------------------------


def test_an_entry_survives_json() -> None:
    game = started(doubles=True)
    entry = hand(WON, replace(left(5), caught=True), Line(), deal=Deal(turned="7S"), absent=(2,))
    dumped = dump_entry(entry, ABC)
    assert dumped == {
        "deal": {"turned": "7S"},
        "lines": {"A": {"won": True}, "B": {"points": 5, "caught": True}},
        "absent": ["C"],
    }
    assert load_entry(variant, game, json.loads(json.dumps(dumped)), ABC) == entry


def test_what_is_missing_is_the_default() -> None:
    for entry in ({}, {"deal": None, "lines": None, "absent": None}, {"lines": {"A": None}}):
        assert load_entry(variant, started(), entry, ABC) == hand(Line(), Line(), Line())


@pytest.mark.parametrize(
    ("entry", "seat", "field"),
    [
        ([], None, ""),
        ("hand", None, ""),
        ({"deal": []}, None, ""),
        ({"deal": {"results": "void"}}, None, "results"),
        ({"deal": {"result": "none"}}, None, "result"),
        ({"lines": [1]}, None, ""),
        ({"lines": {"D": {}}}, "D", ""),
        ({"lines": {"B": 7}}, 1, ""),
        ({"lines": {"B": {"points": "7"}}}, 1, "points"),
        ({"lines": {"C": {"point": 7}}}, 2, "point"),
        ({"absent": "A"}, None, "absent"),
        ({"absent": ["D"]}, None, "absent"),
        ({"absent": [["A"]]}, None, "absent"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(
    entry: Any, seat: int | str | None, field: str
) -> None:
    assert refusal(load_entry, variant, started(), entry, ABC) == (seat, field)


def test_a_strict_game_refuses_what_is_not_asked() -> None:
    entry = {"lines": {"A": {"won": True, "points": 4}}}
    assert load_entry(variant, started(), entry, ABC).lines[0] == Line(won=True, points=4)
    assert refusal(load_entry, strict, started(), entry, ABC) == (0, "points")
    assert load_entry(strict, started(), entry, ABC, strict=False).lines[0].points == 4


def test_a_lenient_game_may_refuse_a_single_answer() -> None:
    def inspect(game: Any, entry: Any) -> None:
        if entry.lines[0].twos:
            raise EntryError("No twos for the first.", field="twos", seat=0)

    watching = changed(variant, inspect=inspect)
    hand_entry = {"lines": {"A": {"twos": 1}, "B": {"twos": 1}}}
    assert refusal(load_entry, watching, started(), hand_entry, ABC) == (0, "twos")


def test_names_are_not_looked_at_when_nobody_plays() -> None:
    entry = {"deal": {"result": "void"}, "lines": {"Nobody": {"points": "x"}}}
    assert load_entry(variant, started(), entry, ABC).lines == (Line(),) * 3


def test_a_frozen_game_goes_on() -> None:
    entries = [hand(WON, left(5), left(7)), hand(left(1), WON, left(2))]
    game = playing.play(variant, started(fee=50), entries[0])
    frozen = json.loads(json.dumps(freeze_game(game)))
    thawed: Game[Any, Any] = thaw_game(variant, frozen, game.options, 3)
    assert thawed == replace(game, opening=())
    assert (
        playing.play(variant, thawed, entries[1]).last
        == playing.play(variant, game, entries[1]).last
    )


# Partners ------------------------------------------------------------------------------------

FOUR = ("A", "B", "C", "D")


def test_persons_of_a_side_share_a_seat() -> None:
    game = started(2, rules=partners, side=2)
    assert (game.persons, [game.seat_of(p) for p in range(4)]) == (4, [0, 1, 0, 1])
    assert (game.totals, game.balances) == ((0, 0), (0, 0, 0, 0))


def test_each_table_has_its_deal() -> None:
    game = started(2, rules=partners, side=2)
    typed = {"deal": {"result": ["played", "void"]}, "lines": {"A": {"won": True}}}
    entry = load_entry(partners, game, typed, FOUR)
    assert [deal.result for deal in entry.deals] == [Result.PLAYED, Result.VOID]
    assert [game.deal_of(entry, p).result.value for p in range(4)] == [
        "played",
        "played",
        "void",
        "void",
    ]
    assert load_entry(partners, game, dump_entry(entry, FOUR), FOUR) == entry


@pytest.mark.parametrize("result", ["played", ["played"], ["played"] * 3, {}])
def test_a_table_without_an_answer_is_missed(result: Any) -> None:
    game = started(2, rules=partners, side=2)
    entry = {"deal": {"result": result}}
    assert refusal(load_entry, partners, game, entry, FOUR) == (None, "result")
