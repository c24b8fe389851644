"""Gin rummy with tapped cards: two players A and B unless said."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.variants.gin_rummy import Deal, Line, Result, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute import gin as slow
from tests.helpers.brute.answers import answer
from tests.helpers.card_hands import hands, laid_cards, random_hand, rich_hand
from tests.helpers.case_table import CaseTable

Hand = dict[str, Any]

# gin_rummy.md §10
C1 = ("5H 6H 7H 9S 9D 9C 2C 3D AC AD", "8H 9H TS TD JC 4C 4D 4S KD 6S")
C2 = ("4H 5H 6H TS TD TC 2S 3C AD AC", "7C 7D 7H 8H KS KD KC 5S 2D 2C")
C3 = ("6H 7H 8H QS QD QC 2S 2D 2C 4D", "9S 9D 9C 9H TH AS 3D 5C JD JC")
C4 = ("3H 4H 5H 6H 6S 6D 6C 8D AC AD", "7H 8H 2S 2D 2C 9D TD QD QC 4C")
C5 = ("5S 6S 7S JD JH JC 2C 2H 3D AS", "4S 8S 9S 3C 3H 3S 7D 7C 7H AC")
C6 = ("AS 2S 3S 4S 8D 8C 8H QS QD QC", "5S 9D 9C 9H KD KH 3C 2D 7C 4D")
C7 = ("2H 3H 4H JS JD JC 9S 9D 9H 8C", "TS TD TC 5C 6C 7C 4S 5S 6S 8D")
C8 = ("2H 3H 4H 5H JS JD JC 9S 9D 9H 9C", "TS TD TC 5C 6C 7C KH 2S 3D AC")
LONG = ["3H 4H 5H 6H", "6S 6D 6C"]
"""C4 laid so that the opponent has something to lay off on."""


def tapped(hands: tuple[str | None, str | None], result: str = "knock", **knocker: Any) -> Hand:
    first, other = hands
    lines = {"A": {"knocked": True, "cards": first, **knocker}, "B": {"cards": other}}
    return {"deal": {"result": result}, "lines": lines}


TABLE = CaseTable(variant, "AB")
game, points = TABLE.game, TABLE.points
refused = TABLE.refused


def card_answer(options: dict[str, Any] | None = None, **cards: Any) -> dict[str, Any]:
    return settle(variant, {"options": options or {}, "cards": cards})


# What tapped hands count ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "scored"),
    [
        (C1, [39, 0]),
        (C2, [10, 0]),
        (C3, [25, 0]),
        (C4, [48, 0]),
        (C5, [0, 32]),
        (C7, [0, 25]),
    ],
)
def test_a_knock_counts_melds_and_lay_offs_by_itself(
    hands: tuple[str, str], scored: list[int]
) -> None:
    assert points(tapped(hands)) == scored


def test_nothing_is_laid_off_on_gin() -> None:
    assert points(tapped(C6, "gin")) == [66, 0]


def test_big_gin_takes_eleven_cards_of_the_knocker() -> None:
    assert points(tapped(C8, "big_gin"), big_gin_bonus=31) == [47, 0]
    ten = (C8[0][:-3], C8[1])
    assert refused(tapped(ten, "big_gin"), big_gin_bonus=31) == (0, "A", "cards")
    assert points(tapped(ten, "gin"), big_gin_bonus=31) == [41, 0]


def test_the_knocker_lays_what_leaves_the_opponent_most_unless_told_otherwise() -> None:
    assert points(tapped(C4)) == [48, 0]
    assert points(tapped(C4, melds=LONG)) == [33, 0]


def test_with_melds_the_knocker_has_what_he_left_over() -> None:
    hands = ("AS 2S 3S 8D 8C 8H JS QS KS 4D", "5D 9D 9C 9H KD KH 3C 2D 7C 6H")
    assert points(tapped(hands)) == [43 - 4, 0]
    assert points(tapped(hands, melds=["8D 8C 8H", "JS QS KS"])) == [43 - 10, 0]
    assert refused(tapped(hands, melds=["AS 2S 3S", "8D 8C 8H"])) == (0, "A", "melds")


def test_tapped_hands_count_for_each_table_of_partners() -> None:
    lines = tapped(C1)["lines"] | {
        "D": {"knocked": True, "cards": C3[0]},
        "C": {"cards": C3[1]},
    }
    hand = {"deal": {}, "lines": lines}
    assert points(hand, seats=("A+C", "B+D")) == [39 - 25, 0]


def test_tapped_hands_count_where_one_of_three_rests() -> None:
    lines = {"C": {"knocked": True, "cards": C1[0]}, "A": {"cards": C1[1]}, "B": {"sat_out": True}}
    assert points({"deal": {}, "lines": lines}, seats=("A", "B", "C")) == [0, 0, 39]


def test_the_upcard_limits_and_doubles_tapped_hands_too() -> None:
    hand = tapped(C1)
    hand["deal"]["upcard"] = "7S"
    assert points(hand, oklahoma=True) == [78, 0]
    hand["deal"]["upcard"] = "6H"
    assert refused(hand, oklahoma=True) == (0, "A", "cards")


def test_typed_deadwood_may_stand_beside_the_cards_if_it_is_right() -> None:
    hand = tapped(C1, deadwood=7)
    hand["lines"]["B"]["deadwood"] = 46
    assert points(hand) == [39, 0]
    hand["lines"]["B"]["deadwood"] = 65
    assert refused(hand) == (0, "B", "deadwood")
    assert refused(tapped(C1, deadwood=8)) == (0, "A", "deadwood")
    assert refused(tapped(C4, melds=LONG, deadwood=9)) == (0, "A", "deadwood")


# What is refused -----------------------------------------------------------------------------

ONE, OTHER = C1
MELDS = ["5H 6H 7H", "9S 9D 9C"]
DEAR = ONE.replace("AC", "JD")
"""Outside the melds are sixteen."""


@pytest.mark.parametrize(
    ("hand", "seat", "field"),
    [
        (tapped((ONE, None)), "B", "cards"),
        (tapped((None, OTHER), deadwood=7), "A", "cards"),
        (tapped((ONE[:-3], OTHER)), "A", "cards"),
        (tapped((ONE + " 2H", OTHER)), "A", "cards"),
        (tapped((ONE, OTHER + " 2H")), "B", "cards"),
        (tapped((ONE[:-2] + "AC", OTHER)), "A", "cards"),
        (tapped((ONE, OTHER[:-2] + "KD")), "B", "cards"),
        (tapped((ONE[:-2] + "JK", OTHER)), "A", "cards"),
        (tapped((ONE, OTHER[:-2] + "5H")), None, "cards"),
        (tapped((DEAR, OTHER)), "A", "cards"),
        (tapped((ONE, OTHER), "gin"), "A", "cards"),
        (tapped(C6), "A", "cards"),
        (tapped(C6, melds=["AS 2S 3S", "8D 8C 8H", "QS QD QC"]), "A", "cards"),
        (tapped((None, None), deadwood=7, melds=MELDS), "A", "melds"),
        (tapped(C1, melds=["5H 6H 7H", "9S 9D"]), "A", "melds"),
        (tapped(C1, melds=[*MELDS, "2C"]), "A", "melds"),
        (tapped(C1, melds=[*MELDS, MELDS[1]]), "A", "melds"),
        (tapped(C1, melds=[MELDS[0], "9S 9D 9C 9H"]), "A", "melds"),
        (tapped(C1, melds=["5H 6H 7H", "9S 9D 9H"]), "A", "melds"),
        (tapped(C1, melds=["5H 6H 7H", "5H 6H 7H"]), "A", "melds"),
        (tapped(C1, melds=["5H 6H 7H"]), "A", "melds"),
        (tapped(C1, melds=[]), "A", "melds"),
        (tapped(C1, "gin", melds=MELDS), "A", "melds"),
    ],
)
def test_refused_tapped_cards(hand: Hand, seat: str | None, field: str) -> None:
    assert refused(hand) == (0, seat, field)


def test_refused_melds_of_the_opponent() -> None:
    hand = tapped(C1)
    hand["lines"]["B"]["melds"] = ["4C 4D 4S"]
    assert refused(hand) == (0, "B", "melds")


def test_queen_king_ace_is_no_sequence() -> None:
    hand = tapped(("QS KS AS 9S 9D 9C 2C 3D AC AD", OTHER), melds=["QS KS AS", "9S 9D 9C"])
    assert refused(hand) == (0, "A", "melds")


def test_a_refusal_says_what_is_left_and_what_may_be() -> None:
    words = game(tapped((DEAR, OTHER)))["error"]["message"]
    assert words == "These cards leave 16; it can be 1 to 10."
    words = game(tapped(C1, melds=["5H 6H 7H", "9S 9D"]))["error"]["message"]
    assert words == "9♠ 9♦: a meld has 3 cards at least."


def test_cards_of_a_void_hand_are_not_looked_at() -> None:
    assert points(tapped((DEAR, DEAR), "void")) == [0, 0]


# Questions about cards alone -----------------------------------------------------------------


def test_the_deadwood_of_a_hand_and_whether_it_may_knock() -> None:
    assert card_answer(hand="4S 5S 6S 7S 7H 7D 4H 4D AC AD") == {"deadwood": 10, "may_knock": True}
    assert card_answer(hand="QS KS AS 5D 5C 5H 2C 3C 4C 7D") == {"deadwood": 28, "may_knock": False}
    assert (
        card_answer({"knock_limit": 9}, hand="4S 5S 6S 7S 7H 7D 4H 4D AC AD")["may_knock"] is False
    )
    assert card_answer(hand=C8[0]) == {"deadwood": 0, "may_knock": True}


@pytest.mark.parametrize(
    ("hands", "options", "expected"),
    [
        (C5, {}, (8, 1, "undercut", "opponent", 32)),
        (C6, {"preset": "classic"}, (0, 41, "gin", "knocker", 61)),
        (C7, {"tie": "no_score"}, (8, 8, "tie", None, 0)),
        (C7, {}, (8, 8, "undercut", "opponent", 25)),
        (C8, {"preset": "modern"}, (0, 16, "big_gin", "knocker", 47)),
    ],
)
def test_what_a_knock_comes_to(
    hands: tuple[str, str], options: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    response = card_answer(options, knocker=hands[0], opponent=hands[1])
    assert tuple(response.values()) == expected


def test_the_upcard_is_needed_in_oklahoma_only() -> None:
    hands: Hand = {"knocker": C1[0], "opponent": C1[1]}
    assert card_answer({"oklahoma": True}, **hands, upcard="9S")["points"] == 78
    assert card_answer({"oklahoma": True}, **hands)["error"]["field"] == "upcard"
    assert card_answer(**hands, upcard="9S")["points"] == 39


@pytest.mark.parametrize(
    ("cards", "options", "field"),
    [
        ({}, {}, "hand"),
        ({"hand": ONE[:-3]}, {}, "hand"),
        ({"hand": ONE[:-2] + "AC"}, {}, "hand"),
        ({"hand": ONE[:-2] + "JK"}, {}, "hand"),
        ({"hand": "9X " * 10}, {}, "hand"),
        ({"knocker": ONE}, {}, "opponent"),
        ({"opponent": OTHER}, {}, "knocker"),
        ({"knocker": ONE[:-2] + "AC", "opponent": OTHER}, {}, "knocker"),
        ({"knocker": ONE, "opponent": OTHER + " 2H"}, {}, "opponent"),
        ({"knocker": ONE, "opponent": OTHER[:-2] + "5H"}, {}, "opponent"),
        ({"knocker": DEAR, "opponent": OTHER}, {}, "knocker"),
        ({"knocker": C8[0], "opponent": C8[1]}, {}, "knocker"),
        ({"knocker": ONE + " KS", "opponent": OTHER}, {"big_gin_bonus": 31}, "knocker"),
        ({"knocker": C8[0][:-2] + "AS", "opponent": C8[1]}, {"big_gin_bonus": 31}, "knocker"),
        ({"knocker": ONE, "opponent": OTHER}, {"knock_limit": 6}, "knocker"),
        ({"knocker": ONE, "opponent": OTHER, "upcard": "JK"}, {"oklahoma": True}, "upcard"),
        ({"knocker": ONE, "opponent": OTHER, "upcard": "6D"}, {"oklahoma": True}, "knocker"),
        ({"melds": MELDS}, {}, "melds"),
    ],
)
def test_a_fault_in_a_card_question_names_its_key(
    cards: dict[str, Any], options: dict[str, Any], field: str
) -> None:
    error = card_answer(options, **cards)["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


def test_there_is_one_of_each_card_and_no_joker() -> None:
    options = load_options(variant, {}, 2)
    assert {variant.stock(options, Deal()).copies(card) for card in PACK} == {1}
    assert variant.stock(options, Deal()).copies(JOKER) == 0
    assert variant.stock(options, Deal()).wild == frozenset()


# How cards are laid --------------------------------------------------------------------------


def cards(text: str) -> tuple[str, ...]:
    return parse_cards(text)


def entry_of(hands: tuple[str | None, str | None], result: Result, **knocker: Any) -> Any:
    first, other = (None if hand is None else cards(hand) for hand in hands)
    lines = (Line(knocked=True, cards=first, **knocker), Line(cards=other))
    return Entry(Deal(result), lines)


def laid(entry: Any, person: int, seats: int = 2, **options: Any) -> Arrangement | None:
    return laid_cards(
        variant, playing.start(variant, load_options(variant, options, seats), seats), entry, person
    )


def described(arrangement: Arrangement | None) -> tuple[list[tuple[str, str]], str]:
    assert arrangement is not None
    groups = [(str(group.kind), " ".join(group.cards)) for group in arrangement.groups]
    return groups, " ".join(arrangement.cards_left)


def test_the_layout_that_was_counted_is_shown_with_its_lay_offs() -> None:
    entry = entry_of(C1, Result.KNOCK)
    assert described(laid(entry, 0)) == (
        [("pure", "5H 6H 7H"), ("set", "9S 9D 9C")],
        "3D 2C AD AC",
    )
    assert described(laid(entry, 1)) == (
        [("set", "4S 4D 4C"), ("laid_off", "8H 9H")],
        "10S 10D KD JC 6S",
    )


def test_the_knocker_is_shown_as_he_laid() -> None:
    groups, _left = described(laid(entry_of(C4, Result.KNOCK), 0))
    assert groups == [("pure", "3H 4H 5H"), ("set", "6S 6H 6D 6C")]
    melds = tuple(cards(meld) for meld in LONG)
    entry = entry_of(C4, Result.KNOCK, melds=melds)
    assert described(laid(entry, 0))[0] == [("pure", "3H 4H 5H 6H"), ("set", "6S 6D 6C")]
    assert ("laid_off", "7H 8H") in described(laid(entry, 1))[0]


def test_no_lay_offs_are_shown_on_gin() -> None:
    groups, _left = described(laid(entry_of(C6, Result.GIN), 1))
    assert groups == [("set", "9H 9D 9C")]


def test_a_hand_is_laid_while_the_rest_is_still_missing() -> None:
    alone = entry_of((C4[0], None), Result.KNOCK)
    arrangement = laid(alone, 0)
    assert arrangement is not None and arrangement.points == 10
    assert laid(alone, 1) is None
    nobody = replace(alone, lines=(Line(cards=cards(C1[0])), Line(cards=cards(C1[1]))))
    assert described(laid(nobody, 1))[0] == [("set", "4S 4D 4C")]
    assert laid(replace(nobody, deal=Deal(Result.VOID)), 1) is None
    assert laid(nobody, 2, seats=3) is None


def test_a_hand_that_cannot_be_is_not_laid_but_the_other_is() -> None:
    twice = entry_of((C1[0][:-2] + "AC", C1[1]), Result.KNOCK)
    with pytest.raises(EntryError) as refusal:
        laid(twice, 0)
    assert (refusal.value.seat, refusal.value.field) == (0, "cards")
    assert described(laid(twice, 1))[0] == [("set", "4S 4D 4C")]
    shared = entry_of((C1[0], C1[1][:-2] + "5H"), Result.KNOCK)
    for person in (0, 1):
        with pytest.raises(EntryError):
            laid(shared, person)
    short = entry_of(C1, Result.KNOCK, melds=(("9S", "9D"),))
    with pytest.raises(EntryError) as refusal:
        laid(short, 0)
    assert refusal.value.field == "melds"


def test_partners_are_laid_against_those_at_their_own_table() -> None:
    other = (Line(cards=cards(C3[1])), Line(knocked=True, cards=cards(C3[0])))
    lines = (*entry_of(C1, Result.KNOCK).lines, *other)
    entry: Any = Entry(Deal(), lines, more=(Deal(),))
    start = playing.start(variant, load_options(variant, {}, 2, 2), 2, 2)
    assert ("laid_off", "9H 10H") in described(laid_cards(variant, start, entry, 2))[0]
    assert ("laid_off", "8H 9H") in described(laid_cards(variant, start, entry, 1))[0]


# A show --------------------------------------------------------------------------------------


def shown(hand: str, *groups: str, upcard: str | None = None, **options: Any) -> Verdict:
    game = playing.start(variant, load_options(variant, options, 2), 2)
    claim = Claim(1, cards(hand), tuple(cards(group) for group in groups))
    return variant.judge(game, Deal(upcard=upcard), claim)


def answers(verdict: Verdict) -> tuple[Any, ...]:
    return verdict.valid, verdict.sentence, dict(verdict.answers), dict(verdict.deal)


def test_a_hand_within_the_limit_may_knock() -> None:
    knocked = {"knocked": True, "deadwood": 7}
    assert answers(shown(ONE)) == (True, "Knock with 7.", knocked, {"result": "knock"})
    assert shown(ONE).laid is not None and shown(ONE).hint == shown(ONE).price == ""


def test_a_hand_all_in_melds_is_gin() -> None:
    assert answers(shown(C6[0])) == (True, "Gin.", {"knocked": True}, {"result": "gin"})


def test_too_much_left_over_may_not_knock() -> None:
    verdict = shown(DEAR)
    assert answers(verdict) == (False, "16 are left over; the limit is 10.", {}, {})
    assert verdict.laid is not None and verdict.laid.points == 16


def test_straight_gin_and_an_ace_turned_up_allow_no_knock() -> None:
    words = "7 are left over; it must be gin."
    assert shown(ONE, knock_limit=0).sentence == words
    assert shown(ONE, upcard="AD", oklahoma=True, ace_gin_only=True).sentence == words
    assert shown(C6[0], knock_limit=0).valid


def test_the_upcard_sets_the_limit_of_a_show() -> None:
    assert shown(ONE, upcard="7D", oklahoma=True).valid
    assert shown(ONE, upcard="6D", oklahoma=True).sentence == "7 are left over; the limit is 6."
    with pytest.raises(EntryError) as refusal:
        shown(ONE, oklahoma=True)
    assert refusal.value.field == "upcard"


def test_of_eleven_cards_the_best_one_is_discarded() -> None:
    assert shown(ONE + " KS").sentence == "Without the K♠ a knock with 7."
    assert shown(C6[0] + " KS").sentence == "Without the K♠ it is gin."
    assert shown(DEAR + " KS").sentence == "16 are left over; the limit is 10."


def test_big_gin_is_a_show_only_where_it_is_played() -> None:
    verdict = shown(C8[0], big_gin_bonus=31)
    assert answers(verdict) == (True, "Big gin.", {"knocked": True}, {"result": "big_gin"})
    verdict = shown(C8[0])
    assert verdict.valid and verdict.deal == {"result": "gin"}


def test_what_is_laid_is_looked_at_before_what_could_be() -> None:
    verdict = shown(ONE, "5H 6H 7H", "9S 9D")
    assert not verdict.valid
    assert verdict.sentence == "9♠ 9♦: a meld has 3 cards at least."
    assert verdict.hint == "Laid otherwise: Knock with 7."


def test_where_all_cards_are_laid_the_last_group_may_be_what_is_left() -> None:
    assert shown(ONE, "5H 6H 7H", "9S 9D 9C", "2C 3D AC AD").sentence == "Knock with 7."
    assert shown(C6[0], "AS 2S 3S 4S", "8D 8C 8H", "QS QD QC").sentence == "Gin."
    verdict = shown(ONE, "5H 6H 7H", "2C 3D AC", "AD 9S 9D 9C")
    assert verdict.sentence == "2♣ 3♦ A♣: neither of one suit nor of one rank."


def test_a_legal_show_that_leaves_too_much_is_told_there_is_better() -> None:
    longer = "4S 5S 6S 7S 7H 7D 4H 4D AC AD"
    verdict = shown(longer, "4S 5S 6S 7S")
    assert not verdict.valid and verdict.sentence == "24 are left over; the limit is 10."
    assert verdict.hint == "Laid otherwise: Knock with 10."
    knocked = shown("AS 2S 3S 4S 8D 8C 8H QS QD QC", "AS 2S 3S", "8D 8C 8H", "QS QD QC")
    assert (knocked.valid, knocked.sentence, knocked.hint) == (
        True,
        "Knock with 4.",
        "Laid otherwise: Gin.",
    )
    assert shown(longer, "4S 5S 6S", "7S 7H 7D").hint == ""


def test_eleven_cards_laid_in_melds_lose_the_end_of_a_long_one() -> None:
    groups = ("2H 3H 4H 5H", "JS JD JC", "9S 9D 9H 9C")
    verdict = shown(C8[0], *groups)
    assert verdict.valid and verdict.sentence == "Without the 9♠ it is gin."
    assert (
        shown(C8[0], *groups[:2], "9S 9D 9H", big_gin_bonus=31).hint == "Laid otherwise: Big gin."
    )


@pytest.mark.parametrize(
    ("hand", "groups"),
    [
        (ONE[:-3], ()),
        (ONE + " KS KC", ()),
        (ONE[:-2] + "AC", ()),
        (ONE[:-2] + "JK", ()),
        (ONE, ("9S 9D 9H",)),
        (ONE, ("9S 9D 9C", "9S 9D 9C")),
    ],
)
def test_cards_that_cannot_be_are_no_show(hand: str, groups: tuple[str, ...]) -> None:
    with pytest.raises(EntryError) as refusal:
        shown(hand, *groups)
    assert refusal.value.field == "cards"


def test_the_answers_of_a_show_make_a_hand() -> None:
    for hand, result in ((ONE, "knock"), (C6[0], "gin")):
        verdict = shown(hand)
        entry = {"deal": verdict.deal, "lines": {"B": verdict.answers, "A": {"deadwood": 30}}}
        assert verdict.deal["result"] == result
        assert points(json.loads(json.dumps(entry)))[1] > 0


# Against the slow counting -------------------------------------------------------------------


def two_hands(rng: Random, size: int = 10) -> tuple[list[str], list[str]]:
    hand = rng.choice((random_hand, rich_hand, rich_hand))
    first = rich_hand(rng, size, 1, 0)
    return first, hand(rng, 10, 1, 0, without=first)


def as_text(hand: list[str]) -> str:
    return " ".join(hand)


def test_deadwood_agrees_with_the_slow_counting() -> None:
    rng = Random(29)
    for _hand in hands(400):
        first, other = two_hands(rng, rng.choice((10, 11)))
        for hand in (first, other):
            question: Hand = {"hand": as_text(hand)}
            assert card_answer(**question) == answer("gin_rummy", {}, question), hand


def test_knocks_agree_with_the_slow_counting() -> None:
    rng = Random(31)
    seen: dict[str, int] = {}
    while sum(seen.values()) < len(hands(400)):
        first, other = two_hands(rng)
        options: dict[str, Any] = {
            "preset": rng.choice(("seed", "classic", "modern")),
            "tie": rng.choice(("undercut", "no_score")),
            "oklahoma": rng.random() < 0.2,
        }
        question: Hand = {"knocker": as_text(first), "opponent": as_text(other)}
        if options["oklahoma"]:
            question["upcard"] = rng.choice(sorted(PACK))
        response = card_answer(options, **question)
        if "error" in response:
            with pytest.raises(ValueError, match="no knock"):
                answer("gin_rummy", options, question)
            continue
        assert response == answer("gin_rummy", options, question), question
        seen[response["result"]] = seen.get(response["result"], 0) + 1
    assert {"knock", "undercut", "gin"} <= seen.keys()


def test_melds_really_put_down_agree_with_the_slow_counting() -> None:
    rng = Random(37)
    compared = 0
    while compared < len(hands(120)):
        first, other = two_hands(rng)
        if not 0 < slow.deadwood(first) <= 10:
            continue
        ways = [w for w in slow.layouts(first) if 0 < slow.left_over(first, w) <= 10]
        melds = rng.choice(ways)
        compared += 1
        hand = tapped((as_text(first), as_text(other)), melds=[" ".join(meld) for meld in melds])
        wanted = slow.showdown(first, other, melds=melds)
        scored = [wanted.points, 0] if wanted.scorer == "knocker" else [0, wanted.points]
        assert points(hand, tie="undercut") == scored, hand


def test_what_is_laid_holds_the_hand_and_counts_what_is_scored() -> None:
    rng = Random(41)
    compared = 0
    while compared < len(hands(150)):
        first, other = two_hands(rng)
        left = slow.deadwood(first)
        if left > 10:
            continue
        compared += 1
        result = Result.KNOCK if left else Result.GIN
        entry = entry_of((as_text(first), as_text(other)), result)
        response = card_answer(knocker=as_text(first), opponent=as_text(other))
        for person, hand in ((0, first), (1, other)):
            arrangement = laid(entry, person)
            assert arrangement is not None
            assert load_arrangement(json.loads(json.dumps(dump_arrangement(arrangement)))) == (
                arrangement
            )
            in_groups = [card for group in arrangement.groups for card in group.cards]
            assert sorted([*in_groups, *arrangement.cards_left]) == sorted(hand)
            key = ("knocker_deadwood", "opponent_deadwood")[person]
            assert arrangement.points == response[key]


def test_a_show_is_judged_as_it_would_be_scored() -> None:
    rng = Random(43)
    for _hand in range(100):
        first, _other = two_hands(rng)
        verdict = shown(as_text(first))
        assert verdict.valid == (slow.deadwood(first) <= 10)
        assert verdict.laid is not None and verdict.laid.points == slow.deadwood(first)
        with_one_more = [*first, rng.choice(sorted(PACK - set(first)))]
        best = min(
            slow.deadwood([card for card in with_one_more if card != gone])
            for gone in with_one_more
        )
        assert shown(as_text(with_one_more)).valid == (best <= 10)
