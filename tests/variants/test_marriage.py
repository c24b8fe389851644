"""Marriage, clause by clause. Seats A B C D and 1.00 a point unless said."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants import marriage
from scorekeeper.variants.marriage import (
    ITEMS,
    Entry,
    Line,
    Status,
    value_cards,
    variant,
    wild_cards,
)
from tests.helpers.card_hands import IN_ORDER, full_pack
from tests.helpers.case_table import CaseTable
from tests.helpers.drawing import with_line

Hand = dict[str, Any]
VOID: Hand = {"deal": {"outcome": "void"}, "lines": {}}
OUT = {"status": "sat_out"}


def line_of(status: str | None, maal: Any, more: dict[str, Any]) -> dict[str, Any]:
    line = {"status": status, "maal": maal, **more}
    return {name: value for name, value in line.items() if value is not None}


def won(maal: Any = None, **more: Any) -> dict[str, Any]:
    return {"finish": "won", **line_of(None, maal, more)}


def seen(maal: Any = None, **more: Any) -> dict[str, Any]:
    return line_of("seen", maal, more)


def unseen(maal: Any = None, **more: Any) -> dict[str, Any]:
    return line_of("unseen", maal, more)


def foul(maal: Any = None, **more: Any) -> dict[str, Any]:
    return line_of("foul", maal, more)


fold = CaseTable(variant, 4).fold


def hand(*lines: dict[str, Any], **deal: Any) -> Hand:
    return {"deal": deal, "lines": dict(zip("ABCDEFG", lines, strict=False))}


def game(*hands: Hand, seats: int = 0, **options: Any) -> dict[str, Any]:
    names = list("ABCDEFG"[: seats or max(len(h["lines"]) for h in hands)])
    return settle(variant, {"options": options, "seats": names, "hands": hands})


def points(*hands: Hand, **options: Any) -> list[int]:
    return list(game(*hands, **options)["points"].values())


def maal(status: str = "seen", options: dict[str, Any] | None = None, **items: Any) -> int:
    """What these items are worth to a loser of a game of two."""
    chosen = {"seen": 0, "unseen": 0, **(options or {})}
    return -points(hand(won(), line_of(status, None, items)), **chosen)[0]


def refused(*hands: Hand, **options: Any) -> tuple[Any, ...]:
    error = game(*hands, **options)["error"]
    return error["hand"], error["seat"], error["field"]


# What is paid --------------------------------------------------------------------------------


def test_every_two_exchange_the_difference_and_everybody_pays_the_winner() -> None:
    assert points(hand(won(5), seen(10), unseen(0), seen(3))) == [18, 19, -28, -9]


def test_the_winner_may_lose() -> None:
    assert points(hand(seen(2), seen(30), won(3))) == [-32, 52, -20]


def test_eight_dublees_are_paid_on_top() -> None:
    lines = (seen(7), won(10), unseen(2), seen(5), unseen(0))
    assert points(hand(*lines, declared="dublees")) == [3, 72, -29, -7, -39]


def test_seen_unseen_and_dublees_cost_what_the_table_says() -> None:
    lines = hand(won(), seen(), unseen(), declared="dublees")
    assert points(lines, seen=1, unseen=20, dublee_win=7) == [35, -8, -27]


def test_the_winner_may_be_said_to_have_seen() -> None:
    assert points(hand(won(status="seen"), unseen())) == [10, -10]


def test_who_sat_out_is_not_in_the_hand() -> None:
    assert points(hand(won(8), OUT, seen(2), unseen(1))) == [26, 0, -8, -18]


def test_an_absent_seat_is_like_one_that_sat_out() -> None:
    entry = {"deal": {}, "lines": {"A": won(8), "C": seen(2), "D": unseen(1)}, "absent": ["B"]}
    assert points(entry, seats=4) == [26, 0, -8, -18]


def test_money_is_the_net_times_the_point_value_whatever_is_written_down() -> None:
    lines = hand(won(5), seen(10), unseen(0), seen(3))
    for ledger in ("pairwise", "gross"):
        money = game(lines, ledger=ledger, point_value=50)["money"]
        assert money == {"A": 900, "B": 950, "C": -1400, "D": -450}
    assert set(game(lines, point_value=0)["money"].values()) == {0}


def test_a_gross_sheet_shows_what_each_receives() -> None:
    assert points(hand(won(5), seen(10), unseen(0), seen(3)), ledger="gross") == [31, 30, 0, 9]
    lines = hand(won(5), seen(10), OUT, foul(3), declared="dublees")
    assert points(lines, ledger="gross", foul="this_hand") == [10 + 3 + 5 + 5 + 15, 20, 0, 0]


def test_a_void_hand_costs_nothing() -> None:
    assert game(VOID, seats=3)["hands"][0]["points"] == {"A": 0, "B": 0, "C": 0}


# Maal ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "worth"),
    [
        ("tiplu", [3, 7]),
        ("poplu", [2, 5, 10]),
        ("jhiplu", [2, 5, 10]),
        ("tunnela", [5, 10, 15]),
        ("tunnela_joker", [10, 20, 30]),
        ("tunnela_value", [20, 40]),
    ],
)
def test_each_item_is_worth_what_the_table_says(item: str, worth: list[int]) -> None:
    assert [maal("seen", None, **{item: copies}) for copies in range(1, len(worth) + 1)] == worth


def test_a_marriage_counts_together_and_two_of_them_once_more() -> None:
    assert maal(tiplu=1, poplu=1, jhiplu=1) == 10
    assert maal(tiplu=2, poplu=2, jhiplu=2) == 20
    assert maal(options={"marriage_points": [10, 30]}, tiplu=2, poplu=2, jhiplu=2) == 30


def test_each_card_counts_once_and_the_best_sum_is_taken() -> None:
    assert maal(tiplu=2, poplu=3, jhiplu=1) == 19
    assert maal(tiplu=1, poplu=3, jhiplu=3) == 23
    assert maal(tiplu=2, poplu=1, jhiplu=1) == 13


def test_the_tables_of_points_can_be_changed() -> None:
    table = {"tiplu_points": [4, 8], "poplu_points": [1, 2, 3], "jhiplu_points": [6, 7, 8]}
    assert maal(options=table, tiplu=2) == 8
    assert maal(options=table, poplu=3) == 3
    assert maal(options=table, jhiplu=1) == 6
    kinds = {"tunnela_points": [1, 20, 300]}
    assert maal(options=kinds, tunnela=2, tunnela_joker=1, tunnela_value=1) == 322


def test_alters_and_men_count_where_the_table_plays_them() -> None:
    both = {"alter": True, "man": True}
    assert maal(options=both, alter=2, man=1) == 20
    table = {"alter_points": [1, 2, 3], "man_points": [10, 20, 30]}
    assert maal(options=both | table, alter=3, man=3) == 33


@pytest.mark.parametrize(("tunnelas", "worth"), [(1, 5), (2, 15), (3, 30), (4, 45), (5, 45)])
def test_regular_tunnelas_of_one_player_may_rise(tunnelas: int, worth: int) -> None:
    rising: Hand = {"tunnela_scale": "rising"}
    assert maal(options=rising, tunnela=tunnelas) == worth
    assert maal(options=rising, tunnela=tunnelas, tunnela_joker=2) == worth + 20


@pytest.mark.parametrize(("tunnelas", "worth"), [(1, 5), (2, 15), (3, 40), (4, 40), (7, 40)])
def test_regular_tunnelas_may_have_a_scale_of_the_tables_own(tunnelas: int, worth: int) -> None:
    assert maal(options={"tunnela_scale": "own"}, tunnela=tunnelas) == worth
    short: Hand = {"tunnela_scale": "own", "tunnela_steps": [6]}
    assert maal(options=short, tunnela=tunnelas, tunnela_value=1) == 6 + 20


def test_scales_of_alters_and_men_have_any_length() -> None:
    short: Hand = {"alter": True, "man": True, "alter_points": [4], "man_points": [5, 9]}
    assert maal(options=short, alter=3, man=3) == 4 + 9
    long = short | {"alter_points": [5, 15, 25, 30], "man_points": [5, 15, 25, 30]}
    assert maal(options=long, alter=3, man=4) == 25 + 30


def test_there_are_as_many_printed_jokers_as_the_scale_of_men_has_numbers() -> None:
    men: Hand = {"man": True, "man_points": [5, 15, 25, 30]}
    assert "error" not in game(hand(won(man=3), seen(man=1)), **men)
    assert refused(hand(won(man=3), seen(man=2)), **men) == (0, "B", "man")
    assert refused(hand(won(man=3), seen(man=1)), man=True, man_points=[5]) == (0, "B", "man")
    assert load_options(variant, men, 4).jokers == 4
    assert load_options(variant, {"man_points": [5, 15, 25, 30]}, 4).jokers == 0


def test_the_niyamawali_pays_alters_men_and_tunnelas_by_its_scales() -> None:
    house = next(preset.options for preset in variant.presets if preset.key == "niyamawali")
    assert [maal(options={**house}, man=copies) for copies in range(1, 5)] == [5, 15, 25, 30]
    assert [maal(options={**house}, alter=copies) for copies in range(1, 4)] == [5, 15, 25]
    assert [maal(options={**house}, tunnela=copies) for copies in range(1, 4)] == [5, 15, 40]


@pytest.mark.parametrize("scale", ["tunnela_steps", "alter_points", "man_points"])
@pytest.mark.parametrize("steps", [[], [1] * 8, [-1]])
def test_a_scale_has_one_to_seven_numbers(scale: str, steps: list[int]) -> None:
    on = {"tunnela_scale": "own", "alter": True, "man": True}
    assert refused(seats=4, **on | {scale: steps}) == (-1, None, scale)


def test_six_play_with_three_packs() -> None:
    lines = (won(5), seen(10), unseen(0), seen(3), seen(0), unseen(2))
    assert points(hand(*lines)) == [39, 37, -30, -5, -23, -18]
    card = variant.table_card(load_options(variant, {}, 6), 6)
    assert (card.packs, card.hand_size) == (3, 21)


def test_exposed_tunnelas_count_for_whoever_exposed_them_unless_the_house_wants_him_to_have_seen():
    items: Hand = {"poplu": 1, "tunnela_joker": 1}
    assert (maal(**items), maal("unseen", **items)) == (12, 12)
    assert maal("unseen", {"tunnela_needs_seen": True}, **items) == 2


def test_the_nepali_house_wants_tunnelas_to_have_been_seen() -> None:
    house = {preset.key: preset.options for preset in variant.presets}
    assert [key for key, options in house.items() if options.get("tunnela_needs_seen")] == [
        "nepali-house"
    ]


def test_a_typed_maal_is_final() -> None:
    assert maal("unseen", maal=17) == 17


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("count", [20, 14, -5, -29]),
        ("murder", [34, 28, -31, -31]),
        ("kidnap", [76, 14, -45, -45]),
    ],
)
def test_maal_of_the_unseen_counts_is_void_or_goes_to_the_winner(
    rule: str, expected: list[int]
) -> None:
    assert points(hand(won(8), seen(13), unseen(10), unseen(4)), unseen_maal=rule) == expected


def test_who_showed_seven_dublees_does_not_pay_for_having_seen() -> None:
    lines = hand(won(6), seen(12), seen(3, dublee_shown=True), unseen(0), declared="dublees")
    assert points(lines, dublee_loser_exempt=True) == [31, 19, -14, -36]


# Fouls ---------------------------------------------------------------------------------------

FOULED = hand(won(8), seen(13), foul(10), unseen(4))


def test_a_foul_has_no_maal_and_pays_neither_seen_nor_unseen() -> None:
    assert points(FOULED, foul="next_hand") == [20, 24, -25, -19]


def test_a_foul_pays_for_dublees() -> None:
    lines = hand(won(8), seen(13), foul(10), unseen(4), declared="dublees")
    assert points(lines, foul="next_hand") == [35, 19, -30, -24]


def test_maal_of_a_foul_is_not_kidnapped() -> None:
    assert points(FOULED, foul="next_hand", unseen_maal="kidnap") == [36, 24, -25, -35]


def test_the_fine_goes_to_the_winner_of_this_hand_or_of_the_next() -> None:
    assert points(FOULED, foul="this_hand") == [35, 24, -40, -19]
    following = hand(seen(2), won(5), unseen(0), seen(3))
    assert points(FOULED, following, foul="next_hand") == [15, 65, -60, -20]
    assert points(FOULED, following, foul="this_hand") == [30, 50, -60, -20]
    assert points(FOULED, following, foul="next_hand", foul_points=20)[2] == -65


def test_a_void_hand_is_passed_over() -> None:
    following = hand(seen(2), won(5), unseen(0), seen(3))
    assert points(FOULED, VOID, following, foul="next_hand") == [15, 65, -60, -20]


def test_the_debt_is_paid_from_outside_the_hand_too() -> None:
    following = hand(won(), seen(), OUT, seen())
    assert points(FOULED, following, foul="next_hand")[2] == -25 - 15
    absent = {"deal": {}, "lines": {"A": won(), "B": seen(), "D": seen()}, "absent": ["C"]}
    assert points(FOULED, absent, foul="next_hand")[2] == -25 - 15


def test_the_debt_lapses_if_he_wins_himself() -> None:
    following = hand(seen(), seen(), won(), seen())
    assert points(FOULED, following, foul="next_hand")[2] == -25 + 9
    assert [tells_of_the_foul(FOULED, following, person) for person in range(4)] == [False] * 4


def test_who_pays_for_an_earlier_foul_is_told_so() -> None:
    following = hand(won(), seen(), seen(), seen())
    told = [tells_of_the_foul(FOULED, following, person) for person in range(4)]
    assert told == [False, False, True, False]


def tells_of_the_foul(before: Hand, after: Hand, person: int) -> bool:
    last = fold(before, after, foul="next_hand").last
    assert last is not None
    return str(marriage.EARLIER_FOUL) in str(last.scores[person].reason)


def test_a_debt_is_paid_once_and_a_new_foul_makes_a_new_one() -> None:
    again = hand(won(), seen(), foul(), seen())
    calm = hand(won(), seen(), seen(), seen())
    after = [points(FOULED, *hands, foul="next_hand")[2] for hands in ((again,), (again, calm))]
    assert after == [-25 - 15, -25 - 15 - 3 - 15]
    assert points(FOULED, calm, calm, foul="next_hand")[2] == -25 - 15 - 3 - 3


# The end -------------------------------------------------------------------------------------


def test_the_game_ends_after_so_many_hands_and_void_ones_count() -> None:
    calm = hand(won(), seen())
    assert game(calm, VOID, hands=3)["over"] is False
    assert game(calm, VOID, calm, hands=3)["over"] is True
    assert refused(calm, VOID, hands=1) == (1, None, None)
    assert game(*[calm] * 20)["over"] is False


# What is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (hand(seen(), seen()), (0, None, "finish")),
        (hand(won(), seen(), won()), (0, "C", "finish")),
        (hand({"finish": "counted"}, seen()), (0, "A", "finish")),
        (hand(won(), {"maal": 3}), (0, "B", "status")),
        (hand(won(), {}), (0, "B", "status")),
        (hand(won(status="unseen"), seen()), (0, "A", "status")),
        (hand(won(status="sat_out"), seen()), (0, "A", "status")),
        (hand(won(), foul()), (0, "B", "status")),
        (hand(won(), OUT, OUT), (0, None, "status")),
        (hand(won(), seen(), {**OUT, "maal": 3}), (0, "C", "maal")),
        (hand(won(), seen(), {**OUT, "poplu": 1}), (0, "C", "poplu")),
        (hand(won(), seen(-1)), (0, "B", "maal")),
        (hand(won(), seen(3, poplu=1)), (0, "B", "maal")),
        (hand(won(), seen(3, cards="7S"), tiplu="6S"), (0, "B", "maal")),
        (hand(won(), seen(poplu=1, exposed=["7S 7S 7S"]), tiplu="6S"), (0, "B", "cards")),
        (hand(won(), seen(tiplu=3)), (0, "B", "tiplu")),
        (hand(won(), seen(tunnela=8)), (0, "B", "tunnela")),
        (hand(won(), seen(alter=1)), (0, "B", "alter")),
        (hand(won(), seen(man=1)), (0, "B", "man")),
        (hand(won(), seen(dublee_shown=True)), (0, "B", "dublee_shown")),
        (hand(won(), seen(), outcome="void"), (0, "A", "finish")),
        (hand(won(), seen(), tiplu="JK"), (0, None, "tiplu")),
        (hand(won(), seen(), declared="hand"), (0, None, "declared")),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    lines: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(lines) == address


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (hand(won(dublee_shown=True, status="seen"), seen()), (0, "A", "dublee_shown")),
        (hand(won(), unseen(dublee_shown=True)), (0, "B", "dublee_shown")),
    ],
)
def test_only_a_loser_who_has_seen_is_asked_for_seven_dublees(
    lines: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(lines, dublee_loser_exempt=True) == address


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (hand(won(tiplu=1), seen(tiplu=1), seen(tiplu=1)), (0, "C", "tiplu")),
        (hand(won(poplu=2), seen(jhiplu=3), seen(poplu=2)), (0, "C", "poplu")),
        (hand(won(alter=2), seen(), seen(alter=2)), (0, "C", "alter")),
        (hand(won(man=3), seen(man=1)), (0, "B", "man")),
        (hand(won(tunnela_joker=2), seen(tunnela_joker=2)), (0, "B", "tunnela_joker")),
        (hand(won(tunnela_value=2), seen(tunnela_value=1)), (0, "B", "tunnela_value")),
        (hand(won(poplu=1, jhiplu=1), seen(tunnela_value=1)), (0, "B", "tunnela_value")),
        (hand(won(tunnela_joker=3), seen(alter=1)), (0, "B", "alter")),
        (hand(won(tiplu=1), seen(cards="6S 6S"), tiplu="6S"), (0, "B", "cards")),
        (hand(won(cards="7S 7S"), seen(poplu=2), tiplu="6S"), (0, "B", "poplu")),
    ],
)
def test_the_table_cannot_hold_more_than_three_packs(lines: Hand, address: tuple[Any, ...]) -> None:
    assert refused(lines, alter=True, man=True) == address


def test_regular_tunnelas_and_possible_items_are_taken() -> None:
    assert "error" not in game(hand(won(tunnela=7), seen(tunnela=7)))
    assert "error" not in game(hand(won(tunnela_value=1, poplu=3), seen(tiplu=2)))
    assert "error" not in game(hand(won(tunnela_joker=2, alter=3), seen()), alter=True)


@pytest.mark.parametrize(
    ("line", "options", "address"),
    [
        (seen(exposed=["5C 5C"]), {}, (0, "B", "exposed")),
        (seen(exposed=["5C 5C 5D"]), {}, (0, "B", "exposed")),
        (seen(exposed=["JK JK JK"]), {"man": True}, (0, "B", "exposed")),
        (seen(exposed=["5C 5C 5X"]), {}, (0, "B", "exposed")),
        (seen(cards="JK"), {}, (0, "B", "cards")),
        (seen(cards="JK JK JK JK"), {"man": True}, (0, "B", "cards")),
        (seen(cards="5C 5C 5C 5C"), {}, (0, "B", "cards")),
        (seen(cards="5C", exposed=["5C 5C 5C"]), {}, (0, "B", "cards")),
        (seen(exposed=["6S 6S 6S"]), {}, (0, "B", "exposed")),
        (seen(cards="6S 6S 6S"), {}, (0, "B", "cards")),
        (
            seen(cards="2S 3S 4S", exposed=[f"{n}C {n}C {n}C" for n in range(2, 9)]),
            {},
            (0, "B", "cards"),
        ),
        (seen(exposed=[f"{n}C {n}C {n}C" for n in range(2, 10)]), {}, (0, "B", "exposed")),
    ],
)
def test_tapped_cards_must_be_from_the_packs(
    line: dict[str, Any], options: dict[str, Any], address: tuple[Any, ...]
) -> None:
    assert refused(hand(won(), line, tiplu="6S"), **options) == address


def test_cards_are_refused_before_any_is_counted() -> None:
    lines = (won(cards="7S"), seen(cards="7S"), seen(cards="7S 7S"))
    assert refused(hand(*lines, tiplu="6S")) == (0, "C", "cards")
    assert refused(hand(*lines[:2])) == (0, None, "tiplu")
    assert "error" not in game(hand(*lines[:2], tiplu="6S"))


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"hands": 0}, "hands"),
        ({"seen": -1}, "seen"),
        ({"tiplu_points": [3, 7, 9]}, "tiplu_points"),
        ({"poplu_points": [2, 5]}, "poplu_points"),
        ({"marriage_points": [10, -1]}, "marriage_points"),
        ({"tunnela_points": 5}, "tunnela_points"),
        ({"tunnela_points": [5, 10, "20"]}, "tunnela_points"),
        ({"foul": True}, "foul"),
        ({"alter": "on"}, "alter"),
        ({"tiplu2": 8}, "tiplu2"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(seats=2, **options) == (-1, None, field)


@pytest.mark.parametrize("seats", [1, 7])
def test_two_to_six_can_play(seats: int) -> None:
    assert refused(seats=seats) == (-1, None, "seats")


# On the screen and the board -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiplu", "poplu", "jhiplu", "alter"),
    [("AS", "2S", "KS", "AC"), ("KD", "AD", "QD", "KH"), ("2H", "3H", "AH", "2D")],
)
def test_poplu_and_jhiplu_go_round_the_corner(
    tiplu: str, poplu: str, jhiplu: str, alter: str
) -> None:
    cards = value_cards(tiplu)
    assert (cards["poplu"], cards["jhiplu"], cards["alter"]) == (poplu, jhiplu, alter)


def test_a_foul_is_offered_only_where_the_table_plays_it() -> None:
    assert Status.FOUL not in (variant.limits(fold(), "status").offered or ())
    assert variant.limits(fold(foul="next_hand"), "status").offered is None


def test_notes_tell_who_owes_for_a_foul() -> None:
    board = fold(FOULED, foul="next_hand")
    assert [variant.notes(board, seat) for seat in (1, 2)] == [
        (),
        ("owes the next winner 15",),
    ]


def test_reasons_are_in_the_words_of_the_table() -> None:
    last = fold(FOULED, foul="this_hand").last
    assert last is not None
    assert [score.reason for score in last.scores] == [
        "won, maal 8",
        "seen, maal 13",
        "foul, maal 0",
        "unseen, maal 4",
    ]
    to_a = {(p.payer, p.reason, p.amount) for p in last.payments if p.payee == 0}
    assert {(1, "seen", 300), (2, "foul", 1500), (3, "unseen", 1000)} <= to_a


# Drawn games ---------------------------------------------------------------------------------


def likely(game: marriage.Game, entry: Entry, rng: Random) -> Entry:
    """Everybody's maal is tapped, in cards that may well count."""
    if rng.random() < 0.6 or entry.deal.outcome is marriage.Outcome.VOID:
        return entry
    tiplu = entry.deal.tiplu or rng.choice(IN_ORDER)
    stock = full_pack(3, 3 if game.options.man else 0, [tiplu])
    rng.shuffle(stock)
    wild = wild_cards(tiplu) | {"JK"}
    stock.sort(key=lambda card: card not in wild and rng.random() < 0.9)
    for person in marriage.in_hand(entry):
        entry = with_line(entry, person, tapped(entry.lines[person], stock, rng))
    return replace(entry, deal=replace(entry.deal, tiplu=tiplu))


def tapped(line: Line, stock: list[str], rng: Random) -> Line:
    """Takes the cards out of ``stock``."""
    nothing: dict[str, Any] = dict.fromkeys(ITEMS, 0) | {"maal": None}
    exposed = []
    for card in rng.sample(sorted(set(stock)), rng.choice((0, 0, 1, 2))):
        if stock.count(card) == 3 and card != "JK":
            exposed.append((card,) * 3)
            stock[:] = [other for other in stock if other != card]
    cards = tuple(stock.pop(0) for _card in range(rng.randint(0, 5)))
    return replace(line, **nothing, cards=cards or None, exposed=tuple(exposed) or None)
