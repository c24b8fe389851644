"""21-card rummy with tapped cards: seats A B C D, 7S turned up unless said."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.variants._indian import Finish
from scorekeeper.variants._value_cards import Deal, Options
from scorekeeper.variants.rummy_21 import Line, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute.answers import answer
from tests.helpers.card_hands import full_pack, hands, laid_cards, random_hand, rich_hand, wild_hand
from tests.helpers.changes import a_show
from tests.helpers.drawing import options_of

Hand = dict[str, Any]

# rummy_21.md §6.1
C1 = "2H 2C 2D 5H 5S 6H 8D 9C 9H 10D JC JH QS KD KH AC 4C 4S 7S JK 7D"
C2 = "3H 4H 5H 9C 9D 9S JD QD 6S KC KS AD 2C 10H 8D 4S 7H JS QC 5D 2S"
C3 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 8C 8D 8H KS AS JK 4D 2H 10S 7D"
C4 = "3H 4H 5H 9C 10C JC QD QD QD 5S 6S 7S 8C 8D 8H KS AS JK 4D 4H 4C"
C5 = "2H 2H 5C 5C 9D 9D JS JS KC KC AD AD 3S 4D 6H 10C QH 8C 7D 2S 9C"
C6 = "6S 6S 7S 7S 8S 8S JK 2H 4C 5D 9H 9C 10D JC QH KD AC 3S 4H 5C KH"
C7 = "5S 6S 7S 10H JH QH 2C 2D 2H 9S 9D KC KD AS AH 4C 8D 3D 7C JD 10C"
C8 = "7H 7D 3H 4H 5H 9C 10C JC QD QD QD 5S KS AC AD 2H 6C 8D 10H JS 4D"
C9 = "AH KS 2S 4H 5H 6H 9C 10C JC QD QD QD 8C 8D 5S 7H KD JD 4C 9S 3C"
C10 = "JK JK JK 3H 4H 5H 9C 10C JC KD KH KC 2C 8D AC QS 10S 4D 7H JS 5C"


def card_answer(
    options: Hand | None = None, turned: str | None = "7S", **cards: str
) -> dict[str, Any]:
    question = {"turned": turned, **cards} if turned else cards
    return settle(variant, {"options": options or {}, "cards": question})


def penalty(hand: str, turned: str = "7S", **options: Any) -> int:
    return int(card_answer({"cap": 999, **options}, turned, hand=hand)["penalty"])


def game(*lines: Hand, turned: str | None = "7S", **options: Any) -> dict[str, Any]:
    by_seat = dict(zip("ABCD", lines, strict=False))
    hand = {"deal": {"turned": turned}, "lines": by_seat}
    seats = list("ABCD"[: len(lines)])
    return settle(variant, {"options": options, "seats": seats, "hands": [hand]})


def counted(cards: str, **more: Any) -> Hand:
    return {"finish": "counted", "cards": cards, **more}


WON: Hand = {"finish": "won"}


# What a hand counts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "points"),
    [(C1, 133), (C2, 135), (C3, 16), (C4, 2), (C5, 2), (C6, 2), (C7, 106), (C8, 87), (C10, 16)],
)
def test_the_worked_hands_of_the_rules(hand: str, points: int) -> None:
    assert penalty(hand) == points
    assert card_answer(hand=hand)["penalty"] == min(120, points)
    assert -game(WON, counted(hand), value_points=[0, 0, 0], marriage_points=[0, 0, 0])["points"][
        "B"
    ] == min(120, points)


def test_the_whole_rank_is_wild_where_the_table_says_so() -> None:
    assert (penalty(C8), penalty(C8, same_rank_wild=True)) == (87, 33)


def test_after_a_printed_joker_the_aces_and_the_neighbours_of_the_ace_of_spades_are_wild() -> None:
    assert penalty(C9, "JK") == 14
    assert penalty(C9, "JK", printed_joker_values="all") == 14
    assert penalty(C9, "5D") == 71


def test_a_printed_joker_turned_up_gives_value_to_the_spades_or_to_the_ace_alone() -> None:
    assert card_answer(turned="JK", hand=C9)["value"] == 0
    assert card_answer({"printed_joker_values": "all"}, "JK", hand=C9)["value"] == 20


def test_one_or_two_pure_sequences_save_only_their_own_cards() -> None:
    two_and_a_set = "3H 4H 5H 9C 10C JC 2S 2D 2C KD KH KC QD QS 10D 8H 8D AS AC 4S 6C"
    assert penalty(two_and_a_set) == 153 - 12 - 29
    three = two_and_a_set.replace("QD QS 10D", "QD QD QD")
    assert penalty(three) == 10 * 2 + 8 * 2 + 4 + 6, "the sets save their cards too"


def test_three_printed_jokers_are_a_pure_sequence_where_they_are_needed() -> None:
    cards = C10.replace("9C 10C JC", "9C 10C QD").replace("QS 10S", "9D 2H")
    assert ("tunnela", "JK JK JK") not in laid_of(C10)[0]
    assert ("tunnela", "JK JK JK") not in laid_of(cards)[0]
    assert ("tunnela", "JK JK JK") in laid_of(cards.replace("4D 7H JS", "AH AH AH"))[0]


def test_value_cards_in_their_own_place_make_a_pure_sequence() -> None:
    assert ("pure", "5S 6S 7S") in laid_of(C7)[0]


@pytest.mark.parametrize(("needed", "points"), [(6, 2), (7, 151 - 27)])
def test_six_dublees_save_a_hand_or_as_many_as_the_table_wants(needed: int, points: int) -> None:
    assert penalty(C5, dublees_safe=needed) == points


@pytest.mark.parametrize(("needed", "points"), [(7, 2), (8, 101)])
def test_seven_jokers_save_a_hand_or_as_many_as_the_table_wants(needed: int, points: int) -> None:
    assert penalty(C6, jokers_safe=needed) == points


def test_all_that_is_wild_counts_as_a_joker() -> None:
    hand = C8.replace("KS AC", "7H 7D").replace("AD", "7C")
    assert penalty(hand, jokers_safe=5) > 2
    assert penalty(hand, jokers_safe=5, same_rank_wild=True) == 2


def test_a_safe_hand_counts_the_least_and_not_more_than_the_full_count() -> None:
    assert penalty(C5, safe_points=9) == 9
    assert card_answer({"safe_points": 9, "cap": 5}, hand=C5)["penalty"] == 5


# A hand of the game --------------------------------------------------------------------------


def test_tapped_cards_give_count_and_value() -> None:
    result = game(WON, counted(C6), counted(C3), {"finish": "first_drop"})
    assert result["points"] == {
        "A": 2 + 16 + 30 - 300 - 10,
        "B": -2 + 300 + 290,
        "C": -16 + 10 - 290,
        "D": -30,
    }


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (counted(C5), "count of 2, safe with 6 dublees"),
        (counted(C6), "count of 2, safe with 7 jokers, value 300"),
        (counted(C3), "count of 16, value 10"),
        (counted(C5, no_turn=True), "half a count of 2, safe with 6 dublees"),
    ],
)
def test_the_words_say_what_saved_a_hand(line: Hand, words: str) -> None:
    start = playing.start(variant, load_options(variant, {}, 2), 2)
    entry = {"deal": {"turned": "7S"}, "lines": {"A": WON, "B": line}}
    last = playing.play(variant, start, load_entry(variant, start, entry, "AB")).last
    assert last is not None and last.scores[1].reason == words


def test_without_a_turn_half_of_the_tapped_count_is_paid() -> None:
    assert game(WON, counted(C3, no_turn=True))["points"]["B"] == -8 + 10


def test_the_winners_and_a_wrong_shows_cards_count_for_value_only() -> None:
    wrong = {"finish": "wrong_show", "cards": C6}
    assert game({**WON, "cards": C3}, wrong)["points"] == {"A": 120 - 290, "B": 290 - 120}


# Questions about cards alone -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "field"),
    [
        ({"hand": C3}, "turned"),
        ({"declare": C3}, "turned"),
        ({"turned": "7S", "hand": C3[3:]}, "hand"),
        ({"turned": "7S", "declare": C3 + " 2H"}, "declare"),
        ({"turned": "7S", "hand": C3.replace("3H 4H 5H", "7S 7S 7S")}, "hand"),
        ({"turned": "7S", "hand": C3.replace("3H", "3X")}, "hand"),
        ({"turned": "1S", "hand": C3}, "turned"),
        ({"turned": "JK", "declare": C3.replace("8C 8D", "JK JK")}, "declare"),
    ],
)
def test_a_fault_in_a_card_question_names_its_key(cards: dict[str, str], field: str) -> None:
    error = settle(variant, {"options": {}, "cards": cards})["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


def test_three_of_each_card_are_there_without_the_one_turned_up() -> None:
    options = Options()
    copies = {
        card: variant.stock(options, Deal(turned="7S")).copies(card) for card in (*PACK, JOKER)
    }
    assert Counter(copies.values()) == {3: 52, 2: 1} and copies["7S"] == 2
    assert variant.stock(options, Deal(turned="JK")).copies(JOKER) == 2
    assert variant.stock(options, Deal()).copies("7S") == 3


def test_wild_cards_are_marked() -> None:
    options = Options()
    assert variant.stock(options, Deal()).wild == frozenset()
    assert variant.stock(options, Deal(turned="7S")).wild == {"6S", "7S", "8S"}
    whole = replace(options, same_rank_wild=True)
    assert variant.stock(whole, Deal(turned="7S")).wild == {"6S", "7S", "8S", "7H", "7D", "7C"}
    assert variant.stock(options, Deal(turned="JK")).wild == {"AS", "AH", "AD", "AC", "2S", "KS"}


# How cards are laid --------------------------------------------------------------------------


def laid(
    cards: str, finish: Finish | None = Finish.COUNTED, turned: str | None = "7S", **options: Any
) -> Arrangement | None:
    """The arrangement of seat B, for whom nothing else is answered yet."""
    start = playing.start(variant, load_options(variant, options, 3), 3)
    line = Line(finish=finish, cards=parse_cards(cards))
    return laid_cards(variant, start, Entry(Deal(turned=turned), (Line(), line, Line())), 1)


def laid_of(cards: str, **options: Any) -> tuple[list[tuple[str, str]], str]:
    arrangement = laid(cards, **options)
    assert arrangement is not None
    return [(g.kind, " ".join(g.cards)) for g in arrangement.groups], " ".join(
        arrangement.cards_left
    )


def test_a_count_is_laid_while_the_rest_is_still_missing() -> None:
    groups, left = laid_of(C3)
    assert ("tunnela", "QD QD QD") in groups and ("set", "8H 8D 8C") in groups
    assert Counter(left.split()) == Counter(["5S", "4D", "7D"])
    arrangement = laid(C3)
    assert arrangement is not None and arrangement.points == 16


def test_value_cards_are_shown_beside_the_melds_they_lie_in() -> None:
    arrangement = laid(C3)
    assert arrangement is not None
    assert [(g.kind, g.cards, g.worth) for g in arrangement.valued] == [("down", ("6S",), 10)]
    arrangement = laid(C6)
    assert arrangement is not None
    assert [(g.kind, Counter(g.cards), g.worth) for g in arrangement.valued] == [
        ("marriage", Counter(["6S", "6S", "7S", "7S", "8S", "8S"]), 300)
    ]
    arrangement = laid(C3.replace("6S", "8S").replace("10S", "7S"))
    assert arrangement is not None
    assert [group.kind for group in arrangement.valued] == ["cut", "up"]


def test_a_hand_saved_by_dublees_or_jokers_shows_what_saved_it() -> None:
    groups, left = laid_of(C5)
    assert [kind for kind, _cards in groups] == ["dublee"] * 6 and len(left.split()) == 9
    groups, left = laid_of(C6)
    assert groups == [("jokers", "6S 6S 7S 7S 8S 8S JK")] and len(left.split()) == 14
    for hand in (C5, C6):
        arrangement = laid(hand)
        assert arrangement is not None and arrangement.points == 0


def test_without_pure_sequence_every_card_counts() -> None:
    groups, left = laid_of(C1)
    assert groups == [] and Counter(left.split()) == Counter(C1.split())


def test_the_cards_of_others_are_laid_for_their_value_alone() -> None:
    for finish in (Finish.WON, Finish.WRONG_SHOW):
        arrangement = laid(C6, finish)
        assert arrangement is not None
        assert (arrangement.worth, arrangement.points, arrangement.valued) == (300, 0, ())
    unpaid = laid(C6, Finish.WRONG_SHOW, wrong_show_in_values=False)
    assert unpaid is not None and (unpaid.worth, unpaid.groups) == (0, ())


def test_nothing_is_laid_of_who_dropped_or_tapped_nothing() -> None:
    start = playing.start(variant, Options(), 2)
    assert laid(C3, Finish.FIRST_DROP) is None
    assert laid(C3, None) is None
    lines = (Line(finish=Finish.WON), Line(finish=Finish.COUNTED, points=3))
    assert laid_cards(variant, start, Entry(Deal(turned="7S"), lines), 1) is None


@pytest.mark.parametrize(
    ("cards", "turned", "seat", "field"),
    [
        (C3, None, None, "turned"),
        (C3.replace("3H 4H 5H", "7S 7S 7S"), "7S", 1, "cards"),
        (C3.replace("8C", "QD"), "7S", 1, "cards"),
    ],
)
def test_cards_that_cannot_be_are_not_laid(
    cards: str, turned: str | None, seat: int | None, field: str
) -> None:
    with pytest.raises(EntryError) as refusal:
        laid(cards, turned=turned)
    assert (refusal.value.seat, refusal.value.field) == (seat, field)


# A show --------------------------------------------------------------------------------------

TUNNELAS = "2H 2H 2H 9C 9C 9C KD KD KD 4C 6D 8H 10C QD 3S 5H 9D KC 2D 4D AH"
DUBLEES = "2H 2H 4C 4C 6D 6D 8H 8H 10C 10C QD QD 3S 3S KC KC 5D 7H 9S JC AH"
JOKERS = "JK JK JK 7S 7S 6S 6S 8S 2H 4C 6D 8H 10C QD 3S 5H 9D KC 2D 4D KH"
MARRIAGES = "6S 6S 7S 7S 8S 8S 2H 4C 6D 8H 10C QD 3S 5H 9D KC 2D 4D KH JD 9H"


def shown(hand: str, *groups: str, turned: str | None = "7S", **options: Any) -> Verdict:
    game = playing.start(variant, load_options(variant, options, 3), 3)
    claim = Claim(1, parse_cards(hand), tuple(parse_cards(group) for group in groups))
    return variant.judge(game, Deal(turned=turned), claim)


@pytest.mark.parametrize(
    ("hand", "sentence"),
    [
        (C4, "Shown with 3 pure sequences, and every other card in a meld."),
        (TUNNELAS, "Shown with 3 tunnelas."),
        (DUBLEES, "Shown with 8 dublees."),
        (JOKERS, "Shown with 8 jokers."),
    ],
)
def test_the_ways_to_show(hand: str, sentence: str) -> None:
    verdict = shown(hand)
    assert (verdict.valid, verdict.sentence) == (True, sentence)
    assert (verdict.answers, verdict.price, verdict.hint) == ({"finish": "won"}, "", "")
    assert card_answer(declare=hand) == {"valid": True}
    assert verdict.laid is not None and verdict.laid.points == 0


def test_two_marriages_are_a_show_only_where_they_are() -> None:
    assert shown(MARRIAGES, two_marriages_show=True).sentence == "Shown with two marriages."
    assert not shown(MARRIAGES).valid
    cards = MARRIAGES.replace("8S 8S", "8S 8D")
    assert not shown(cards, two_marriages_show=True).valid


def test_there_are_no_marriages_where_only_the_ace_of_spades_has_value() -> None:
    hand = MARRIAGES.replace("6S 6S 7S 7S 8S 8S", "KS KS AS AS 2S 2S")
    assert not shown(hand, turned="JK", two_marriages_show=True).valid
    neighbours = {"two_marriages_show": True, "printed_joker_values": "all"}
    assert shown(hand, turned="JK", **neighbours).valid


FULL = ("3H 4H 5H", "3C 4C 5C 6C", "3D 4D 5D 6D", "KS KH KD KC", "10S 10H 10D 10C")
"""Nothing can be added but to one of the three pure sequences."""
LOOSE = " ".join((*FULL, "JK JK"))


def test_jokers_may_lie_loose_beside_a_show() -> None:
    verdict = shown(LOOSE)
    assert verdict.valid and verdict.laid is not None
    assert verdict.laid.left == (("JK", 0), ("JK", 0))
    assert shown(LOOSE, *FULL, "JK JK").valid, "laid apart"
    assert shown(LOOSE, *FULL).valid, "in no group"
    assert not shown(LOOSE, *FULL[:-1], "JK JK", "10S 10H", "10D 10C").valid
    assert not shown(LOOSE.replace("JK JK", "JK 2S"), *FULL, "JK 2S").valid


@pytest.mark.parametrize(
    ("hand", "clause"),
    [
        (C1, "No pure sequence"),
        (C3, "are not in any meld."),
        (C7, "Only 2 of 3 pure sequences."),
        (DUBLEES.replace("KC KC", "KC KD"), "Only 7 of 8 dublees."),
        (JOKERS.replace("JK JK JK", "JK JK 9S"), "Only 7 of 8 jokers."),
    ],
)
def test_a_wrong_show_is_told_the_clause_it_breaks(hand: str, clause: str) -> None:
    verdict = shown(hand, wrong_show=75)
    assert not verdict.valid
    assert verdict.price == "Wrong show: 75 points."
    assert verdict.answers == {"finish": "wrong_show"}
    assert card_answer(declare=hand) == {"valid": False}
    assert clause in verdict.sentence


LAID = ("3H 4H 5H", "9C 10C JC", "QD QD QD", "5S 6S 7S", "8C 8D 8H", "JK KS AS", "4D 4H 4C")


def test_melds_are_judged_as_they_were_laid() -> None:
    verdict = shown(C4, *LAID)
    assert verdict.valid and verdict.laid is not None
    assert [set(group.cards) for group in verdict.laid.groups] == [set(g.split()) for g in LAID]
    otherwise = ("3H 4H 5H 4D", "4H 4C", *LAID[1:-1])
    verdict = shown(C4, *otherwise)
    assert (verdict.valid, verdict.sentence) == (
        False,
        "3♥ 4♥ 5♥ 4♦: neither of one suit nor of one rank.",
    )
    assert verdict.hint == "Laid otherwise: 3 pure sequences, and every other card in a meld"


def test_dublees_tunnelas_jokers_and_marriages_are_found_as_they_were_laid() -> None:
    dublees = [" ".join(pair) for pair in zip(*[iter(DUBLEES.split()[:16])] * 2, strict=True)]
    rest = " ".join(DUBLEES.split()[16:])
    assert shown(DUBLEES, *dublees, rest).sentence == "Shown with 8 dublees."
    assert shown(DUBLEES, *dublees[:-1], f"{rest} {dublees[-1]}").sentence == "Only 7 of 8 dublees."
    assert shown(TUNNELAS, "2H 2H 2H", "9C 9C 9C", "KD KD KD").sentence == "Shown with 3 tunnelas."
    assert shown(JOKERS, "JK JK JK 7S 7S 6S 6S 8S").sentence == "Shown with 8 jokers."
    assert shown(JOKERS, "JK JK JK 7S 7S 6S 6S").sentence == "Only 7 of 8 jokers."
    marriages = ("6S 7S 8S", "8S 7S 6S")
    verdict = shown(MARRIAGES, *marriages, two_marriages_show=True)
    assert verdict.sentence == "Shown with two marriages."
    both = "6S 6S 7S 7S 8S 8S"
    assert shown(MARRIAGES, both, two_marriages_show=True).valid
    assert not shown(MARRIAGES, "6S 7S 8S", two_marriages_show=True).valid


@pytest.mark.parametrize(
    ("hand", "groups", "turned", "field"),
    [
        (C4, (), None, "turned"),
        (C4.replace("8C", "QD"), (), "7S", "cards"),
        (C4.replace("3H 4H 5H", "7S 7S 7S"), (), "7S", "cards"),
        (C4, ("3H 4H 5H", "2D 2C 2S"), "7S", "cards"),
        (C4, ("3H 4H 5H", "3H 4H 5H"), "7S", "cards"),
    ],
)
def test_cards_that_cannot_be_are_no_show(
    hand: str, groups: tuple[str, ...], turned: str | None, field: str
) -> None:
    with pytest.raises(EntryError) as refusal:
        shown(hand, *groups, turned=turned)
    assert refusal.value.field == field


def test_the_answers_of_a_show_make_a_hand() -> None:
    for hand in (C4, C3):
        answers = json.loads(json.dumps(dict(shown(hand).answers)))
        other = counted(C3) if answers == WON else WON
        assert "error" not in game(other, answers)


# Against the slow counting -------------------------------------------------------------------


def a_hand(rng: Random, turned: str) -> list[str]:
    wild = {JOKER, *variant.stock(Options(), Deal(turned=turned)).wild}
    deal = rng.choice((random_hand, rich_hand, rich_hand, rich_hand, wild_hand))
    if deal is wild_hand:
        return wild_hand(rng, 21, 3, 3, wild, [turned])
    return deal(rng, 21, 3, 3, [turned])


def some_options(rng: Random) -> Hand:
    """Chance, with the full count out of the way."""
    options = dump(options_of(variant, rng, 4, 1), full=True)
    return {**options, "cap": rng.choice((120, 999))}


def turned_up(rng: Random) -> str:
    return rng.choice([*sorted(PACK), *[JOKER] * 8])


def test_counts_and_values_agree_with_the_slow_counting() -> None:
    rng = Random(47)
    for _hand in hands(100):
        options, turned = some_options(rng), turned_up(rng)
        question = {"turned": turned, "hand": " ".join(a_hand(rng, turned))}
        result = settle(variant, {"options": options, "cards": question})
        assert result == answer("rummy_21", options, question), (options, question)


def test_shows_agree_with_the_slow_counting() -> None:
    rng = Random(53)
    seen: Counter[bool] = Counter()
    for _hand in hands(100):
        options = some_options(rng)
        start = playing.start(variant, load_options(variant, options, 4), 4)
        drawn = a_show(variant, start, rng)
        assert drawn is not None
        deal, claim = drawn
        turned = deal.turned or turned_up(rng)
        question = {"turned": turned, "declare": " ".join(claim.cards)}
        result = settle(variant, {"options": options, "cards": question})
        if "error" in result:
            continue
        assert result == answer("rummy_21", options, question), (options, question)
        verdict = shown(question["declare"], turned=turned, **options)
        assert verdict.valid == result["valid"]
        seen[verdict.valid] += 1
    assert min(seen.values()) >= 2


def melded_hand(rng: Random) -> list[str]:
    """Twenty-one cards that lie in melds but for two at the most."""
    stock = full_pack(3, 3, ["7S"])
    hand: list[str] = []
    while len(hand) < 21:
        meld = rich_hand(rng, 3, 1, 0, ["7S"])
        if not Counter(meld) - Counter(stock):
            for card in meld:
                stock.remove(card)
            hand += meld
    return hand


def test_what_is_laid_holds_the_hand_and_counts_what_is_asked() -> None:
    rng = Random(59)
    for _hand in range(200):
        hand = rng.choice((melded_hand(rng), a_hand(rng, "7S")))
        response = card_answer({"cap": 999, "safe_points": 0}, hand=" ".join(hand))
        arrangement = laid(" ".join(hand))
        assert arrangement is not None
        kept = json.loads(json.dumps(dump_arrangement(arrangement)))
        assert load_arrangement(kept) == arrangement
        in_groups = [card for group in arrangement.groups for card in group.cards]
        assert sorted([*in_groups, *arrangement.cards_left]) == sorted(hand)
        assert arrangement.points == response["penalty"]
        assert arrangement.worth == response["value"]
