"""Kalookie, clause by clause. Seats A B C D, a stake of 1.00 and 5.00 into the pot unless said."""

from typing import Any

import pytest

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.kalookie import Result, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.card_hands import laid_cards
from tests.helpers.case_table import CaseTable, Hand

OUT, IN = {"won": True}, {"buy_in": True}
KALOOKIE, VOID_DEAL = {"result": "kalookie"}, {"result": "void"}
VOID: Hand = {"deal": VOID_DEAL, "lines": {}}

WITNESSES = [
    {
        "options": {"jokers": 4},
        "seats": ["A", "B"],
        "hands": [{"deal": {}, "lines": {"A": OUT, "B": {"cards": "JK JK JK 4C"}}}],
    }
]
"""Options that few drawn games show: two jokers are not three."""

TABLE = CaseTable(variant, 4)
game, penalties, money = TABLE.game, TABLE.points, TABLE.money
refused, fold = TABLE.refused, TABLE.fold


def left(points: Any, **more: Any) -> dict[str, Any]:
    return {"points": points, **more}


def tapped(cards: str, **more: Any) -> dict[str, Any]:
    return {"cards": cards, **more}


def deal(*lines: dict[str, Any] | int | None, **answers: Any) -> Hand:
    """Lines in order of seat; a number for the points left, 0 for the winner, None for a seat
    that is out."""
    written = [(left(line) if line else OUT) if isinstance(line, int) else line for line in lines]
    seated = zip("ABCDE", written, strict=False)
    return {"deal": answers, "lines": {seat: line for seat, line in seated if line is not None}}


def counted(hand: str, **options: Any) -> dict[str, Any]:
    return settle(variant, {"options": options, "cards": {"hand": hand}})


TWO_DEALS = (deal(0, 41, 12, 66), deal(70, 55, 0, 38, **KALOOKIE))
"""A 70, B 96, C 12, D 104."""
D_OUT = (*TWO_DEALS, deal(20, 0, 9, 51))
"""A 90, B 96, C 21, D 155."""
D_BACK = (*TWO_DEALS, deal(20, 0, 9, left(51, **IN)))
"""A 90, B 96, C 21, D 96."""
TWO_LEFT = (*D_BACK, deal(0, 60, 44, 70))
"""A 90, B 156, C 65, D 166."""


# Stakes and penalties ------------------------------------------------------------------------


def test_everybody_pays_into_the_pot_before_the_first_deal() -> None:
    assert money() == [-500, -500, -500, -500, 2000]
    assert money(stake=20, initial_units=3) == [-60, -60, -60, -60, 240]
    assert money(initial_units=0) == [0, 0, 0, 0]


def test_each_other_player_pays_for_a_call_up_and_counts_what_he_holds() -> None:
    result = game(TWO_DEALS[0])
    assert result["points"] == {"A": 0, "B": 41, "C": 12, "D": 66}
    assert result["money"] == {"A": -200, "B": -600, "C": -600, "D": -600, "pot": 2000}


def test_kalookie_is_paid_instead_of_the_call_up() -> None:
    result = game(*TWO_DEALS)
    assert result["points"] == {"A": 70, "B": 96, "C": 12, "D": 104}
    assert result["hands"][1]["money"] == {"A": -200, "B": -200, "C": 600, "D": -200}


def test_the_stakes_can_be_agreed() -> None:
    options = {"stake": 10, "call_up_units": 3, "kalookie_units": 7, "initial_units": 0}
    assert money(TWO_DEALS[0], **options) == [90, -30, -30, -30]
    assert money(deal(4, 0, 5, 6, **KALOOKIE), **options) == [-70, 210, -70, -70]
    assert money(TWO_DEALS[0], initial_units=0, call_up_units=0) == [0, 0, 0, 0]


def test_kalookie_doubles_the_penalties_where_that_is_played() -> None:
    assert penalties(*TWO_DEALS, kalookie_doubles=True) == [140, 151, 12, 142]
    assert penalties(TWO_DEALS[0], kalookie_doubles=True) == [0, 41, 12, 66]


def test_a_void_deal_changes_nothing_and_its_lines_are_not_looked_at() -> None:
    void = {"deal": VOID_DEAL, "lines": {"A": OUT, "B": OUT, "C": left(-4), "X": {}}}
    result = game(*TWO_DEALS, void)
    assert result["hands"][2]["points"] == result["hands"][2]["money"]
    assert result["points"] == {"A": 70, "B": 96, "C": 12, "D": 104}


# Out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("points", "out"), [(150, []), (151, ["B"])])
def test_exactly_the_limit_stays_in(points: int, out: list[str]) -> None:
    assert game(deal(0, points, 5, 6))["out"] == out


def test_the_limit_can_be_agreed() -> None:
    assert [game(deal(0, 60, 5, 6), limit=n)["out"] for n in (60, 59)] == [[], ["B"]]


def test_who_is_out_neither_pays_nor_is_paid() -> None:
    assert game(*D_OUT)["out"] == ["D"]
    result = game(*D_OUT, deal(0, 4, 5, None))
    assert result["hands"][3]["money"] == {"A": 200, "B": -100, "C": -100, "D": 0}
    assert result["hands"][3]["points"] == {"A": 0, "B": 4, "C": 5, "D": 0}


def test_the_last_within_the_limit_takes_the_pot() -> None:
    result = game(*TWO_LEFT, deal(70, None, 0, None, **KALOOKIE))
    last = {"A": -200, "B": 0, "C": 2700, "D": 0, "pot": -2500}
    assert result["hands"][4]["money"] == last
    assert result["money"] == {"A": -400, "B": -600, "C": 2500, "D": -1500}
    assert (result["over"], result["out"]) == (True, ["A", "B", "D"])


def test_no_deal_is_played_after_the_end() -> None:
    assert refused(deal(0, 151), deal(0, 4), seats=2) == (1, None, None)


# Buying in -----------------------------------------------------------------------------------


def test_a_buy_in_pays_the_pot_and_starts_at_the_highest_within_the_limit() -> None:
    result = game(*D_BACK)
    assert result["hands"][2]["points"] == {"A": 20, "B": 0, "C": 9, "D": -8}
    assert result["points"] == {"A": 90, "B": 96, "C": 21, "D": 96}
    assert result["hands"][2]["money"] == {"A": -100, "B": 300, "C": -100, "D": -600, "pot": 500}
    assert (result["money"]["pot"], result["out"]) == (2500, [])


def test_a_buy_in_is_for_who_wants_it() -> None:
    result = game(*D_OUT)
    assert (result["points"]["D"], result["money"]["pot"], result["out"]) == (155, 2000, ["D"])


def test_its_price_can_be_agreed() -> None:
    assert money(*D_BACK, buy_in_units=8)[3:] == [-1700, 2800]
    assert money(*D_BACK, buy_in_units=0)[3:] == [-900, 2000]


def test_it_may_start_at_the_average_rounded_down() -> None:
    assert penalties(*D_BACK, buy_in_at="average") == [90, 96, 21, 69]


def test_two_may_buy_in_and_neither_counts_for_the_other() -> None:
    both = deal(0, 31, left(151, **IN), left(170, **IN))
    assert penalties(both) == [0, 31, 31, 31]
    assert penalties(both, buy_in_at="average") == [0, 31, 15, 15]
    assert money(both)[4] == 3000


def test_a_doubled_penalty_can_be_bought_off() -> None:
    doubled = deal(0, 30, left(76, **IN), 5, **KALOOKIE)
    assert penalties(doubled, kalookie_doubles=True) == [0, 60, 60, 10]
    assert refused(doubled) == (0, "C", "buy_in")


def test_two_others_must_be_within_the_limit() -> None:
    assert refused(deal(0, left(151, **IN), 160, 170)) == (0, "B", "buy_in")
    assert refused(deal(0, left(151, **IN), left(160, **IN), 170)) == (0, "B", "buy_in")
    assert refused(deal(0, left(151, **IN)), seats=2) == (0, "B", "buy_in")


def test_who_is_within_the_limit_cannot_buy_in() -> None:
    assert refused(deal(0, 4, left(150, **IN), 6)) == (0, "C", "buy_in")
    assert refused(deal({**OUT, **IN}, 4, 5, 6)) == (0, "A", "buy_in")


def test_who_stayed_out_cannot_buy_in_later() -> None:
    assert refused(*D_OUT, deal(0, 4, 5, IN)) == (3, "D", "buy_in")


def test_buying_in_is_unlimited_or_once_or_never() -> None:
    again = deal(0, 4, 5, left(99, **IN))
    assert penalties(*D_BACK, again) == [90, 100, 26, 100]
    assert refused(*D_BACK, again, buy_ins="once") == (3, "D", "buy_in")
    assert refused(*D_BACK, buy_ins="never") == (2, "D", "buy_in")
    other = deal(0, left(99, **IN), 5, 6)
    assert penalties(*D_BACK, other, buy_ins="once") == [90, 102, 26, 102]


# Cards ---------------------------------------------------------------------------------------

HAND = "JK AS AH KD QC JS 10H 9D 2C"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, 88),
        ({"joker_value": 25}, 98),
        ({"joker_value": 50}, 123),
        ({"form": "jamaican"}, 117),
        ({"form": "jamaican", "joker_value": 15}, 82),
    ],
)
def test_what_cards_left_in_hand_count(options: dict[str, Any], expected: int) -> None:
    assert counted(HAND, **options) == {"points": expected}
    assert penalties(deal(0, tapped(HAND), 5, 6), **options)[1] == expected


def test_of_the_aces_only_the_black_are_dear_in_the_jamaican_form() -> None:
    values = [counted(ace, form="jamaican")["points"] for ace in ("AS", "AC", "AH", "AD")]
    assert values == [15, 15, 1, 1]


def test_nothing_is_counted_without_cards() -> None:
    error = settle(variant, {"options": {}, "cards": {}})["error"]
    assert (error["hand"], error["field"]) == (-1, "hand")


THIRTEEN = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"


@pytest.mark.parametrize(
    ("hand", "options", "address"),
    [
        (deal(0, tapped(THIRTEEN), 5, 6), {}, None),
        (deal(0, tapped(THIRTEEN + " 2H"), 5, 6), {}, (0, "B", "cards")),
        (deal(0, tapped(THIRTEEN + " 2H"), 5, 6), {"form": "jamaican"}, None),
        (deal(0, tapped("9H 9H"), 5, 6), {}, None),
        (deal(0, tapped("9H 9H 9H"), 5, 6), {}, (0, "B", "cards")),
        (deal(0, tapped("9H 9H"), tapped("9H"), 6), {}, (0, None, "cards")),
        (deal(0, tapped("JK JK"), 5, 6), {}, None),
        (deal(0, tapped("JK JK JK"), 5, 6), {}, (0, "B", "cards")),
        (deal(0, tapped("JK JK"), tapped("JK"), 6), {}, (0, None, "cards")),
        (deal(0, tapped("JK JK"), tapped("JK JK"), 6), {"jokers": 4}, None),
    ],
)
def test_cards_come_from_two_packs_and_their_jokers(
    hand: Hand, options: dict[str, Any], address: tuple[Any, ...] | None
) -> None:
    result = game(hand, **options)
    assert address == (refused(hand, **options) if "error" in result else None)


def test_where_cards_are_tapped_the_packs_are_known() -> None:
    options = load_options(variant, {"jokers": 4}, 4)
    assert [variant.stock(options, variant.deal()).copies(face) for face in ("9H", "JK")] == [2, 4]


def test_tapped_cards_are_laid_out_one_by_one_the_dearest_first() -> None:
    for form, left_over in (
        ("british", (("JK", 15), ("AH", 11), ("KD", 10))),
        ("jamaican", (("JK", 50), ("KD", 10), ("AH", 1))),
    ):
        board = fold(form=form)
        entry = load_entry(variant, board, deal(0, tapped("AH KD JK"), 3, 4), "ABCD")
        laid = laid_cards(variant, board, entry, 1)
        assert laid is not None
        assert (laid.left, laid_cards(variant, board, entry, 2)) == (left_over, None)
    entry = load_entry(variant, board, deal(0, tapped(THIRTEEN + " 2H"), 5, 6), "ABCD")
    assert laid_cards(variant, board, entry, 1) is not None
    with pytest.raises(EntryError):
        laid_cards(variant, fold(), entry, 1)


# The Jamaican form ---------------------------------------------------------------------------

JAMAICAN: dict[str, Any] = {"form": "jamaican"}
CONTRACTS = [deal(0, 3, 5, 9)] * 7


def test_it_has_no_stakes_no_pot_and_no_limit() -> None:
    result = game(deal(0, 400, 5, 6), **JAMAICAN)
    assert result["money"] == {"A": 0, "B": 0, "C": 0, "D": 0}
    assert (result["over"], result["out"]) == (False, [])
    assert penalties(deal(0, 400, 5, 6), deal(5, 6, 0, 7), **JAMAICAN) == [5, 406, 5, 13]


def test_after_seven_deals_the_lowest_total_is_paid_the_differences() -> None:
    assert [game(*CONTRACTS[:n], **JAMAICAN)["over"] for n in (6, 7)] == [False, True]
    assert game(VOID, *CONTRACTS[:6], **JAMAICAN)["over"] is False
    assert money(*CONTRACTS, **JAMAICAN) == [119, -21, -35, -63]
    assert money(*CONTRACTS[:2], **JAMAICAN, deals=2, point_value=10) == [340, -60, -100, -180]
    assert money(*CONTRACTS, **JAMAICAN, cap=40) == [96, -21, -35, -40]


def test_it_may_be_played_for_a_pool_or_by_place() -> None:
    pool = {**JAMAICAN, "settlement": "pool", "stake": 30, "deals": 1}
    assert money(**pool) == [-30, -30, -30, -30, 120]
    assert money(CONTRACTS[0], **pool) == [90, -30, -30, -30]
    tiers = {**JAMAICAN, "settlement": "tiers", "deals": 1}
    assert money(deal(0, 5, 5, 9), **tiers) == [600, -150, -150, -300]
    assert money(CONTRACTS[0], **tiers, tiers=[2, 2, 5]) == [900, -200, -200, -500]


def test_nobody_goes_kalookie_or_buys_in_there() -> None:
    assert refused(deal(0, 3, 5, 9, **KALOOKIE), **JAMAICAN) == (0, None, "result")
    assert refused(deal(0, 3, 5, left(200, **IN)), **JAMAICAN) == (0, "D", "buy_in")


def test_the_british_form_does_not_end_by_deals() -> None:
    assert game(*CONTRACTS[:2], deals=1)["over"] is False


# What else is refused ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "address"),
    [
        (deal(3, 4, 5, 6), (0, None, "won")),
        (deal(OUT, OUT, 5, 6), (0, None, "won")),
        (deal({**OUT, "points": 12}, 4, 5, 6), (0, "A", "points")),
        (deal({**OUT, "cards": "4D"}, 4, 5, 6), (0, "A", "cards")),
        (deal(OUT, {}, 5, 6), (0, "B", "points")),
        (deal(OUT, left(0), 5, 6), (0, "B", "points")),
        (deal(OUT, tapped(""), 5, 6), (0, "B", "cards")),
        (deal(OUT, left(12.5), 5, 6), (0, "B", "points")),
        (deal(OUT, left(True), 5, 6), (0, "B", "points")),
        (deal(OUT, tapped("9H 9S", points=19), 5, 6), (0, "B", "points")),
        (deal(OUT, tapped("1H"), 5, 6), (0, "B", "cards")),
        (deal(OUT, left(4, buy_in=1), 5, 6), (0, "B", "buy_in")),
        (deal(OUT, 4, 5, 6, 7), (0, "E", None)),
        (deal(OUT, 4, 5, 6, result="out"), (0, None, "result")),
        ({**deal(OUT, 4, 5, 6), "absent": ["C"]}, (0, "C", None)),
    ],
)
def test_a_report_that_cannot_be_is_refused_where_the_fault_lies(
    hand: Hand, address: tuple[Any, ...]
) -> None:
    assert refused(hand) == address


@pytest.mark.parametrize(
    ("line", "field"),
    [
        (OUT, "won"),
        (left(4), "points"),
        (left(0), "points"),
        (tapped("9H"), "cards"),
        (tapped(""), "cards"),
        (IN, "buy_in"),
    ],
)
def test_who_is_out_has_nothing_to_report(line: dict[str, Any], field: str) -> None:
    assert refused(*D_OUT, deal(0, 4, 5, line)) == (3, "D", field)
    entry = deal(0, 4, 5, {"won": False, "points": None, "buy_in": False})
    assert "error" not in game(*D_OUT, entry)


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"form": "american"}, "form"),
        ({"stake": 0}, "stake"),
        ({"call_up_units": -1}, "call_up_units"),
        ({"kalookie_units": -1}, "kalookie_units"),
        ({"initial_units": -1}, "initial_units"),
        ({"buy_in_units": -1}, "buy_in_units"),
        ({"limit": 0}, "limit"),
        ({"buy_ins": "twice"}, "buy_ins"),
        ({"buy_in_at": "lowest"}, "buy_in_at"),
        ({"kalookie_doubles": 1}, "kalookie_doubles"),
        ({"joker_value": 20}, "joker_value"),
        ({"jokers": 3}, "jokers"),
        ({"deals": 0}, "deals"),
        ({"deals": 8}, "deals"),
        ({"settlement": "flat"}, "settlement"),
        ({"point_value": -1}, "point_value"),
        ({"tiers": [1, 2]}, "tiers"),
        ({"tiers": [1, 3, 2]}, "tiers"),
        ({"cap": 0}, "cap"),
        ({"packs": 2}, "packs"),
    ],
)
def test_options_outside_the_table_are_refused(options: dict[str, Any], field: str) -> None:
    assert refused(**options) == (-1, None, field)


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_may_play(seats: int) -> None:
    case = {"options": {}, "seats": list("ABCDEF"[:seats]), "hands": []}
    assert settle(variant, case)["error"]["field"] == "seats"


# On the board --------------------------------------------------------------------------------


def test_notes_tell_how_far_it_is_to_the_limit_and_who_is_out() -> None:
    board = fold(*D_OUT)
    assert [variant.notes(board, seat) for seat in range(4)] == [
        ("60 to the limit",),
        ("54 to the limit",),
        ("129 to the limit",),
        ("out",),
    ]
    over = fold(deal(0, 151), seats=2)
    assert [variant.notes(over, seat) for seat in range(2)] == [(), ("out",)]


def test_notes_tell_who_has_used_his_one_buy_in() -> None:
    board = fold(*D_BACK, buy_ins="once")
    assert variant.notes(board, 3) == ("54 to the limit", "has bought in")
    assert variant.notes(board, 1) == ("54 to the limit",)
    assert variant.notes(fold(*D_BACK), 3) == ("54 to the limit",)


def test_the_dealer_is_told_the_contract_in_the_jamaican_form() -> None:
    notes = [variant.notes(fold(*CONTRACTS[:n], **JAMAICAN), n % 4) for n in range(8)]
    assert notes == [
        ("deal 1 of 7", "three threes"),
        ("deal 2 of 7", "two threes, one four"),
        ("deal 3 of 7", "one three, two fours"),
        ("deal 4 of 7", "three fours"),
        ("deal 5 of 7", "four threes"),
        ("deal 6 of 7", "three threes, one four"),
        ("deal 7 of 7", "two threes, two fours"),
        (),
    ]


def test_only_those_are_asked_to_buy_in_who_might() -> None:
    leftovers = frozenset({"won", "points", "cards"})
    assert [variant.asks(fold(), s) for s in range(4)] == [leftovers | {"buy_in"}] * 4
    board = fold(*D_BACK, buy_ins="once")
    assert variant.asks(board, 1) == leftovers | {"buy_in"}
    assert variant.asks(board, 3) == leftovers
    assert variant.asks(fold(*D_OUT), 3) == frozenset()
    assert variant.asks(fold(*TWO_LEFT), 0) == leftovers
    assert variant.asks(fold(**JAMAICAN), 0) == leftovers
    assert variant.asks(fold(buy_ins="never"), 0) == leftovers


@pytest.mark.parametrize(
    ("hands", "options", "asked"),
    [
        ((*TWO_DEALS, deal(20, 0, 9, 51)), {}, {3: "155: over the limit"}),
        ((*TWO_DEALS, deal(20, 0, 9, 46)), {}, {}),
        ((*TWO_DEALS, deal(20, 0, 9, 47)), {}, {3: "151: over the limit"}),
        ((*TWO_DEALS, deal(20, 0, 9, 51)), {"buy_ins": "never"}, {}),
        ((*D_BACK, deal(20, 0, 9, 60)), {"buy_ins": "once"}, {}),
        (
            (*TWO_DEALS, deal(90, 0, 9, 51)),
            {},
            {0: "160: over the limit", 3: "155: over the limit"},
        ),
        ((*TWO_DEALS, deal(90, 0, 140, 51)), {}, {}),
        ((*TWO_DEALS, deal(20, 0, 9, tapped("KS KH QD QS JC JH"))), {}, {3: "164: over the limit"}),
        ((*TWO_DEALS, deal(20, 0, 9, 51, **VOID_DEAL)), {}, {}),
    ],
)
def test_the_buy_in_is_asked_of_those_whom_the_deal_puts_over_the_limit(
    hands: tuple[Hand, ...], options: dict[str, Any], asked: dict[int, str]
) -> None:
    *before, last = hands
    board = fold(*before, **options)
    entry = load_entry(variant, board, last, "ABCD")
    said = {seat: str(why) for seat, why in variant.asks_last(board, entry).items()}
    assert said == asked


def test_kalookie_is_offered_in_the_british_form_only() -> None:
    assert variant.limits(fold(), "result").offered is None
    assert variant.limits(fold(**JAMAICAN), "result").offered == (Result.CALL_UP, Result.VOID)


def test_the_deal_passes_to_the_next_seat_still_in_and_a_void_deal_is_dealt_again() -> None:
    after = [fold(*D_OUT[:n]) for n in range(4)]
    assert [variant.dealer(board) for board in after] == [0, 1, 2, 0]
    assert variant.dealer(fold(*D_OUT[:2], VOID)) == 2
    assert variant.dealer(fold(deal(0, 151), seats=2)) is None


def test_reasons_are_in_the_words_of_the_table() -> None:
    board = fold(*D_BACK)
    assert board.last is not None
    assert [score.reason for score in board.last.scores] == [
        "cards left",
        "called up",
        "cards left",
        "cards left; buys in at 96",
    ]
    assert [(p.payer, p.payee, p.reason) for p in board.last.payments] == [
        (0, 1, "Call-up"),
        (2, 1, "Call-up"),
        (3, 1, "Call-up"),
        (3, "pot", "buy-in"),
    ]


def test_reasons_tell_a_kalookie_its_doubling_and_the_end() -> None:
    last = fold(deal(0, 80, **KALOOKIE), seats=2, kalookie_doubles=True).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["kalookie", "cards left, doubled"]
    assert [p.reason for p in last.payments] == ["Kalookie", "pot won"]


def test_nothing_is_said_of_who_is_out_or_of_a_void_deal() -> None:
    for hand in (deal(0, 4, 5, None), VOID):
        last = fold(*D_OUT, hand).last
        assert last is not None
        assert last.scores[3].reason == ""
    last = fold(deal(0, 3, 5, 9), **JAMAICAN).last
    assert last is not None
    assert [score.reason for score in last.scores][:2] == ["went out", "cards left"]


def test_who_went_out_has_won_the_deal() -> None:
    assert winners(variant, fold(*TWO_DEALS)) == {2}
    assert winners(variant, fold(*TWO_DEALS, VOID)) == set()


def test_the_pad_knows_the_most_that_thirteen_cards_count() -> None:
    assert variant.limits(fold(), "points").answer == 2 * 15 + 8 * 11 + 3 * 10
    assert variant.limits(fold(jokers=4), "points").answer == 4 * 15 + 8 * 11 + 10
    assert variant.limits(fold(), "cards").answer is None
    assert variant.limits(fold(**JAMAICAN), "points").answer is None
