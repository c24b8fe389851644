"""Marriage with tapped cards: seats A B C D and 1.00 a point unless said."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK, parse_cards
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.variants.marriage import Deal, Line, Outcome, Status, variant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.brute.answers import answer
from tests.helpers.brute.marriage import wild_cards
from tests.helpers.card_hands import IN_ORDER, hands, laid_cards, random_hand, rich_hand, wild_hand

Hand = dict[str, Any]
WON: Hand = {"finish": "won"}


def hand(*lines: dict[str, Any], **deal: Any) -> Hand:
    return {"deal": deal, "lines": dict(zip("ABCDE", lines, strict=False))}


def game(*hands: Hand, **options: Any) -> dict[str, Any]:
    names = list("ABCDE"[: max(len(h["lines"]) for h in hands)])
    return settle(variant, {"options": options, "seats": names, "hands": hands})


def points(*hands: Hand, **options: Any) -> list[int]:
    return list(game(*hands, **options)["points"].values())


def maal(tiplu: str, line: Hand, **options: Any) -> int:
    """The points that the loser of a game of two receives for cards."""
    answers = {"status": "seen", **line}
    return -points(hand(WON, answers, tiplu=tiplu), seen=0, unseen=0, **options)[0]


def refused(*hands: Hand, **options: Any) -> tuple[Any, ...]:
    error = game(*hands, **options)["error"]
    return error["hand"], error["seat"], error["field"]


def card_answer(options: dict[str, Any] | None = None, **cards: Any) -> dict[str, Any]:
    return settle(variant, {"options": options or {}, "cards": cards})


# What tapped cards are worth -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiplu", "cards", "exposed", "worth"),
    [
        ("JC", "JC JC QC QC QC 10C", [], 19),
        ("AS", "KS AS 2S", [], 10),
        ("KD", "AD AD QD", [], 7),
        ("7H", "8H", ["7S 7S 7S"], 12),
        ("5C", "5C 4C", ["6C 6C 6C"], 25),
        ("9D", "8D 8D 9D 9D 10D 10D", [], 20),
        ("9D", "10D 10D 10D 8D 8D 8D 9D", [], 23),
        ("2S", "AS 3S 3S", ["KH KH KH"], 12),
    ],
)
def test_each_card_counts_once_where_it_is_worth_most(
    tiplu: str, cards: str, exposed: list[str], worth: int
) -> None:
    assert maal(tiplu, {"cards": cards, "exposed": exposed}) == worth


def test_cards_without_a_value_count_nothing() -> None:
    assert maal("JC", {"cards": "JH JS 2D 2D 2D"}) == 0
    assert maal("JC", {"cards": ""}) == 0


def test_alters_and_men_count_only_where_the_table_plays_them() -> None:
    assert maal("3D", {"cards": "3D 3H 3H JK"}, alter=True, man=True) == 23
    assert maal("3D", {"cards": "3D 3H 3H"}) == 3


def test_an_exposed_tunnela_is_of_a_regular_card_an_ordinary_joker_or_a_poplu() -> None:
    line = {"exposed": ["KH KH KH", "3S 3S 3S", "AD AD AD"]}
    assert maal("3H", line) == 5 + 10 + 5
    assert maal("2D", line) == 5 + 5 + 20
    assert maal("AH", line) == 20 + 5 + 10


def test_exposed_alters_are_a_tunnela_of_an_ordinary_joker_only() -> None:
    assert maal("3D", {"exposed": ["3H 3H 3H"]}, alter=True) == 10


def test_regular_tunnelas_may_rise_whatever_the_others_are() -> None:
    line = {"exposed": ["KH KH KH", "3S 3S 3S", "2C 2C 2C"]}
    assert maal("3H", line, tunnela_scale="rising") == 15 + 10


def test_exposed_tunnelas_may_need_the_tiplu_seen_but_cards_never_do() -> None:
    line = {"status": "unseen", "cards": "8H", "exposed": ["7S 7S 7S"]}
    assert maal("7H", line) == 12
    assert maal("7H", line, tunnela_needs_seen=True) == 2


def test_tapped_maal_is_void_or_kidnapped_like_any_other() -> None:
    lines = (WON, {"status": "seen"}, {"status": "unseen", "cards": "KS AS 2S"})
    options = {"seen": 0, "unseen": 0}
    assert points(hand(*lines, tiplu="AS"), **options) == [-10, -10, 20]
    assert points(hand(*lines, tiplu="AS"), **options, unseen_maal="murder") == [0, 0, 0]
    assert points(hand(*lines, tiplu="AS"), **options, unseen_maal="kidnap") == [20, -10, -10]


def test_one_may_type_what_another_taps() -> None:
    lines = (WON | {"cards": "KS AS 2S"}, {"status": "seen", "maal": 10}, {"status": "seen"})
    assert points(hand(*lines, tiplu="AS"), seen=0) == [10, 10, -20]


def test_the_reason_names_the_maal_that_was_counted() -> None:
    start = playing.start(variant, load_options(variant, {}, 2), 2)
    entry = hand(WON | {"cards": "KS AS 2S"}, {"status": "unseen"}, tiplu="AS")
    last = playing.play(variant, start, load_entry(variant, start, entry, "AB")).last
    assert last is not None
    assert [score.reason for score in last.scores] == ["won, maal 10", "unseen, maal 0"]


# Questions about cards alone -----------------------------------------------------------------


def test_the_maal_of_a_hand_may_depend_on_having_seen() -> None:
    cards: Hand = {"tiplu": "7H", "hand": "8H", "exposed": ["7S 7S 7S"]}
    assert card_answer(**cards) == card_answer(**cards, seen=False) == {"maal": 12}
    strict = {"tunnela_needs_seen": True}
    assert card_answer(strict, **cards) == {"maal": 12}
    assert card_answer(strict, **cards, seen=False) == {"maal": 2}
    assert card_answer(tiplu="7H", exposed=["7S 7S 7S"]) == {"maal": 10}
    assert card_answer(tiplu="7H", hand="") == {"maal": 0}


MELDS = "3S 4S 5S 6H 6H 6H QH KH AH 6D QC 8D KS KC KH JD 2C 2H 10C JC 9C"
SHORT = "3S 4S 5S 6H 6H 6H QH KH AH 6D QC 8D KS KC KH JD 2C 2C 10C 9S 4D"
"""Three pure sequences, but cards to spare."""
TWO_PURE = "3S 4S 5S 6H 6H 6H 9S 4D 2C 8D KC QH 10D AD 7S JS 3D 5C 8H QS 10H"
DUBLEES = "3S 3S 4D 4D 6H 6H 7C 7C 9S 9S JD JD QC QC AS AS 2C 5D 8H 10H KC"


def test_seven_melds_or_eight_dublees_can_be_shown() -> None:
    assert card_answer(tiplu="JC", declare=MELDS) == {"valid": True}
    assert card_answer(tiplu="JC", declare=DUBLEES) == {"valid": True}
    assert card_answer(tiplu="JC", declare=SHORT) == {"valid": False}
    assert card_answer(tiplu="JC", declare=TWO_PURE) == {"valid": False}


FOURS = "6H 7H 8H 10S JS QS 3D 4D 5D KS KH KD KC 9S 9H 9D 9C 5S 5H 5D 5C"
RUNS = "6H 7H 8H 9H 10S JS QS KS 3D 4D 5D 6D 9C 9C 9C 5S 5H 5D KC KH KD"


def test_a_meld_has_three_cards_never_four() -> None:
    for cards in (FOURS, RUNS):
        question: Hand = {"tiplu": "2S", "declare": cards}
        assert card_answer(**question) == answer("marriage", {}, question) == {"valid": False}
    groups = ("6H 7H 8H", "10S JS QS", "3D 4D 5D", "KS KH KD KC")
    assert shown(FOURS, *groups, tiplu="2S").sentence.startswith("K♠ K♥ K♦ K♣: a set has 3 cards")


@pytest.mark.parametrize(
    ("cards", "options", "field"),
    [
        ({"hand": "8H"}, {}, "tiplu"),
        ({"tiplu": "JK", "hand": "8H"}, {}, "tiplu"),
        ({"tiplu": "7H"}, {}, "hand"),
        ({"tiplu": "7H", "hand": "8X"}, {}, "hand"),
        ({"tiplu": "7H", "hand": "JK"}, {}, "hand"),
        ({"tiplu": "7H", "hand": "JK JK JK JK"}, {"man": True}, "hand"),
        ({"tiplu": "7H", "hand": "8H 8H 8H 8H"}, {}, "hand"),
        ({"tiplu": "7H", "hand": "7H 7H 7H"}, {}, "hand"),
        ({"tiplu": "7H", "hand": "8H", "exposed": ["8H 8H 8H"]}, {}, "hand"),
        ({"tiplu": "7H", "hand": " ".join(IN_ORDER[:22])}, {}, "hand"),
        ({"tiplu": "7H", "exposed": ["7S 7S"]}, {}, "exposed"),
        ({"tiplu": "7H", "exposed": ["JK JK JK"]}, {"man": True}, "exposed"),
        ({"tiplu": "7H", "exposed": ["7H 7H 7H"]}, {}, "exposed"),
        ({"tiplu": "7H", "exposed": [f"{n}C {n}C {n}C" for n in range(2, 10)]}, {}, "exposed"),
        ({"tiplu": "7H", "declare": MELDS + " 2D"}, {}, "declare"),
        ({"tiplu": "7H", "declare": MELDS.replace("9C", "6H")}, {}, "declare"),
        ({"tiplu": "7H", "declare": MELDS.replace("9C", "JK")}, {}, "declare"),
        ({"tiplu": "7H", "hand": "8H", "seen": 1}, {}, "seen"),
        ({"tiplu": "7H", "turned": "8H"}, {}, "turned"),
    ],
)
def test_a_fault_in_a_card_question_names_its_key(
    cards: dict[str, Any], options: dict[str, Any], field: str
) -> None:
    error = card_answer(options, **cards)["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, field)


def test_there_are_three_of_each_card_but_two_tiplus_and_men_if_played() -> None:
    options = load_options(variant, {}, 4)
    assert {variant.stock(options, Deal()).copies(card) for card in PACK} == {3}
    assert variant.stock(options, Deal(tiplu="7H")).copies("7H") == 2
    assert variant.stock(options, Deal(tiplu="7H")).copies("7S") == 3
    assert variant.stock(options, Deal()).copies(JOKER) == 0
    assert variant.stock(load_options(variant, {"man": True}, 4), Deal()).copies(JOKER) == 3


def test_wild_are_the_tiplu_its_neighbours_and_its_rank() -> None:
    options = load_options(variant, {}, 4)
    assert variant.stock(options, Deal(tiplu="KD")).wild == {"KD", "AD", "QD", "KS", "KH", "KC"}
    assert variant.stock(options, Deal()).wild == frozenset()


# How cards are counted -----------------------------------------------------------------------


def laid(tiplu: str | None, line: Hand, **options: Any) -> Arrangement | None:
    """The arrangement of a line that is still being typed."""
    start = playing.start(variant, load_options(variant, options, 2), 2)
    entry = {"deal": {"tiplu": tiplu} if tiplu else {}, "lines": {"B": line}}
    return laid_cards(variant, start, load_entry(variant, start, entry, "AB", strict=False), 1)


def described(arrangement: Arrangement | None) -> tuple[list[tuple[str, str, int | None]], str]:
    assert arrangement is not None
    groups = [(str(g.kind), " ".join(g.cards), g.worth) for g in arrangement.groups]
    return groups, " ".join(arrangement.cards_left)


def test_items_are_shown_with_their_points_before_anything_else_is_answered() -> None:
    line = {"cards": "2H JC 8D 9D 10D 10D", "exposed": ["9S 9S 9S"]}
    assert described(laid("9D", line)) == (
        [
            ("marriage", "8D 9D 10D", 10),
            ("poplu", "10D", 2),
            ("tunnela", "9S 9S 9S", 10),
        ],
        "2H JC",
    )


def test_what_is_not_worth_a_marriage_is_not_laid_as_one() -> None:
    groups, _left = described(laid("JC", {"cards": "JC JC QC QC QC 10C"}))
    assert groups == [
        ("tiplu", "JC JC", 7),
        ("poplu", "QC QC QC", 10),
        ("jhiplu", "10C", 2),
    ]


def test_what_is_worth_as_much_together_is_laid_together() -> None:
    groups, _left = described(laid("9D", {"cards": "8D 9D 10D"}, marriage_points=[7, 14]))
    assert groups == [("marriage", "8D 9D 10D", 7)]


def test_a_second_marriage_and_a_rising_tunnela_show_what_they_add() -> None:
    line = {"cards": "8D 8D 9D 9D 10D 10D"}
    assert [g[2] for g in described(laid("9D", line, marriage_points=[10, 30]))[0]] == [10, 20]
    three = {"exposed": ["KH KH KH", "9S 9S 9S", "2C 2C 2C", "3C 3C 3C"]}
    groups, _left = described(laid("9D", three, tunnela_scale="rising"))
    assert [worth for _kind, _cards, worth in groups] == [5, 10, 10, 15]


def test_alters_and_men_are_items_where_they_are_played() -> None:
    cards = {"cards": "3D 3H 3H JK"}
    assert described(laid("3D", cards, alter=True, man=True)) == (
        [("tiplu", "3D", 3), ("alter", "3H 3H", 15), ("man", "JK", 5)],
        "",
    )
    assert described(laid("3D", {"cards": "3D 3H 3H"})) == ([("tiplu", "3D", 3)], "3H 3H")


def test_what_does_not_count_is_shown_with_nothing() -> None:
    line = {"cards": "8H", "exposed": ["7S 7S 7S"]}
    groups, _left = described(laid("7H", {"status": "unseen", **line}, tunnela_needs_seen=True))
    assert groups == [("poplu", "8H", 2), ("tunnela", "7S 7S 7S", 0)]
    groups, _left = described(laid("7H", {"status": "foul", **line}, foul="this_hand"))
    assert [worth for _kind, _cards, worth in groups] == [0, 0]


def test_nothing_is_laid_where_nothing_was_tapped_or_looked_at() -> None:
    assert laid("7H", {"maal": 5}) is None
    assert laid(None, {"poplu": 1}) is None
    start = playing.start(variant, load_options(variant, {}, 2), 2)
    line = Line(cards=("8H",))
    void: Any = Entry(Deal(Outcome.VOID, tiplu="7H"), (line, line))
    assert laid_cards(variant, start, void, 0) is None
    out: Any = Entry(Deal(tiplu="7H"), (Line(status=Status.SAT_OUT, cards=("8H",)), line))
    assert laid_cards(variant, start, out, 0) is None


@pytest.mark.parametrize(
    ("tiplu", "line", "address"),
    [
        (None, {"cards": "8H"}, (None, "tiplu")),
        ("7H", {"cards": "JK"}, (1, "cards")),
        ("7H", {"cards": "8H 8H 8H 8H"}, (1, "cards")),
        ("7H", {"exposed": ["8H 8H"]}, (1, "exposed")),
        ("7H", {"exposed": ["7H 7H 7H"]}, (1, "exposed")),
    ],
)
def test_cards_that_cannot_be_are_not_laid(
    tiplu: str | None, line: Hand, address: tuple[Any, ...]
) -> None:
    with pytest.raises(EntryError) as refusal:
        laid(tiplu, line)
    assert (refusal.value.seat, refusal.value.field) == address


def test_a_hand_that_cannot_be_is_refused_before_the_tiplu_is_asked_for() -> None:
    def message(line: Hand) -> str:
        error = game(hand(WON, {"status": "seen", **line}))["error"]
        assert error["seat"] == "B"
        return str(error["message"])

    assert message({"cards": "JK"}) == "There is no joker in this pack."
    assert message({"exposed": ["8H 8H"]}) == "A tunnela is three identical cards."
    assert message({"cards": " ".join(IN_ORDER[:22])}) == "A hand has 21 cards."


# A show --------------------------------------------------------------------------------------

SEVEN = ("3S 4S 5S", "6H 6H 6H", "QH KH AH", "6D QC 8D", "KS KC KH", "JD 2C 2H", "10C JC 9C")
EIGHT = [" ".join(DUBLEES.split()[n : n + 2]) for n in range(0, 16, 2)]


def shown(
    cards: str, *groups: str, tiplu: str | None = "JC", declared: str = "normal", **options: Any
) -> Verdict:
    game = playing.start(variant, load_options(variant, options, 4), 4)
    entry = {"deal": {"declared": declared, **({"tiplu": tiplu} if tiplu else {})}}
    claim = Claim(1, parse_cards(cards), tuple(parse_cards(group) for group in groups))
    return variant.judge(game, load_entry(variant, game, entry, "ABCD").deal, claim)


def ruled(verdict: Verdict) -> tuple[Any, ...]:
    return verdict.valid, verdict.sentence, dict(verdict.answers), dict(verdict.deal)


def test_seven_melds_win_as_usual_and_eight_dublees_as_such() -> None:
    won = {"finish": "won"}
    assert ruled(shown(MELDS)) == (True, "Seven melds.", won, {"declared": "normal"})
    assert ruled(shown(MELDS, *SEVEN)) == ruled(shown(MELDS))
    assert ruled(shown(DUBLEES)) == (True, "Eight dublees.", won, {"declared": "dublees"})
    assert ruled(shown(DUBLEES, *EIGHT, "2C 5D 8H 10H KC")) == ruled(shown(DUBLEES))


def test_a_show_is_laid_out() -> None:
    arrangement = shown(MELDS).laid
    assert arrangement is not None
    assert (len(arrangement.groups), arrangement.left) == (7, ())
    arrangement = shown(DUBLEES).laid
    assert arrangement is not None
    assert len(arrangement.groups) == 8
    assert arrangement.cards_left == ("8H", "10H", "5D", "2C", "KC")
    assert arrangement.points == 0


def test_two_pure_sequences_are_not_enough() -> None:
    verdict = shown(TWO_PURE)
    assert verdict.sentence == "Only 2 of 3 pure sequences. The table plays on."
    assert (verdict.valid, verdict.price, dict(verdict.answers), dict(verdict.deal)) == (
        (False, "", {}, {})
    )


def test_a_card_too_many_is_named() -> None:
    verdict = shown(SHORT)
    assert verdict.sentence.endswith(" not in any meld. The table plays on.")
    assert verdict.laid is not None
    assert verdict.laid.points == 0 and len(verdict.laid.left) == 3


def test_who_has_nearly_eight_dublees_is_told_how_many() -> None:
    verdict = shown(DUBLEES.replace("AS AS", "AS 3D"))
    assert verdict.sentence == "Only 7 of 8 dublees. The table plays on."
    verdict = shown(DUBLEES, *EIGHT[:7], "AS 2C")
    assert verdict.sentence == "A♠ 2♣: a dublee is two identical cards. The table plays on."
    assert verdict.hint == "Laid otherwise: Eight dublees."


def test_what_was_laid_is_looked_at_before_what_could_be() -> None:
    verdict = shown(MELDS, *SEVEN[:5], "JD 2C 9C", "10C JC 2H")
    assert (verdict.valid, verdict.hint) == (False, "Laid otherwise: Seven melds.")
    assert shown(MELDS, *SEVEN[:6]).sentence.startswith("9♣ 10♣ J♣ are not in any meld.")
    assert shown(MELDS, *SEVEN[:3]).sentence.startswith("K♠ 2♥ K♥ 6♦ 8♦ J♦ 2♣")
    assert "no pure" in shown(MELDS, *SEVEN[3:6]).sentence.lower()


def test_a_show_that_would_be_paid_more_as_dublees_is_told_so() -> None:
    both = "2C 2C 3C 3C 4C 4C 5H 5H 6H 6H 7H 7H 9S 9S 10S 10S JS JS QD QD QD"
    groups = [
        *("2C 3C 4C", "2C 3C 4C", "5H 6H 7H", "5H 6H 7H", "9S 10S JS", "9S 10S JS", "QD QD QD")
    ]
    assert shown(both, tiplu="KC").deal["declared"] == "dublees"
    laid_so = shown(both, *groups, tiplu="KC")
    assert laid_so.deal["declared"] == "normal"
    assert laid_so.hint == "Shown as eight dublees, everybody would pay 5 more."
    unpaid = shown(both, *groups, tiplu="KC", dublee_win=0)
    assert (unpaid.deal["declared"], unpaid.hint) == ("normal", "")
    assert shown(both, tiplu="KC", dublee_win=0).deal["declared"] == "normal"


def test_a_wrong_show_is_a_foul_where_the_table_fines_them() -> None:
    this = shown(SHORT, foul="this_hand")
    assert this.price == "A foul: no maal, and 15 points to the winner of this hand."
    assert dict(this.answers) == {"status": "foul"}
    later = shown(SHORT, foul="next_hand", foul_points=20)
    assert later.price == "A foul: no maal, and 20 points to the winner of the next hand."
    assert "plays on" not in later.sentence
    assert shown(MELDS, foul="next_hand").price == ""


@pytest.mark.parametrize(
    ("cards", "groups", "tiplu", "field"),
    [
        (MELDS, (), None, "tiplu"),
        (MELDS + " 2D", (), "JC", "cards"),
        (MELDS[:-3], (), "JC", "cards"),
        (MELDS.replace("9C", "6H"), (), "JC", "cards"),
        (MELDS.replace("9C", "JK"), (), "JC", "cards"),
        (MELDS, ("2D 3D 4D",), "JC", "cards"),
    ],
)
def test_cards_that_cannot_be_are_no_show(
    cards: str, groups: tuple[str, ...], tiplu: str | None, field: str
) -> None:
    with pytest.raises(EntryError) as refusal:
        shown(cards, *groups, tiplu=tiplu)
    assert refusal.value.field == field


def test_the_answers_of_a_show_make_a_hand() -> None:
    verdict = shown(DUBLEES)
    lines = {"B": dict(verdict.answers), "A": {"status": "unseen"}}
    entry = {"deal": dict(verdict.deal), "lines": lines}
    assert points(json.loads(json.dumps(entry))) == [-15, 15]
    foul = dict(shown(SHORT, foul="this_hand").answers)
    entry = {"deal": {}, "lines": {"A": WON, "B": foul}}
    assert points(json.loads(json.dumps(entry)), foul="this_hand") == [15, -15]


# Against the slow counting -------------------------------------------------------------------


def options_of(rng: Random) -> dict[str, Any]:
    """Options that say what cards are worth."""
    return {
        "alter": rng.random() < 0.5,
        "man": rng.random() < 0.5,
        "tunnela_scale": rng.choice(("each", "rising")),
        "tunnela_needs_seen": rng.random() < 0.7,
        "marriage_points": rng.choice(([10, 20], [10, 30], [4, 9])),
        "tiplu_points": rng.choice(([3, 7], [3, 8])),
        "poplu_points": rng.choice(([2, 5, 10], [1, 6, 7])),
        "tunnela_points": rng.choice(([5, 10, 20], [6, 7, 8])),
    }


def maal_question(rng: Random, options: dict[str, Any]) -> dict[str, Any]:
    tiplu = rng.choice(IN_ORDER)
    jokers = 3 if options["man"] else 0
    size = rng.randint(1, 21)
    wild = wild_cards(tiplu, man=options["man"])
    if size >= 6 and rng.random() < 0.6:
        cards = wild_hand(rng, size, 3, jokers, wild, [tiplu])
    else:
        cards = rich_hand(rng, size, 3, jokers, [tiplu])
    tunnelas = [card for card, held in Counter(cards).items() if held == 3 and card != JOKER]
    exposed = rng.sample(tunnelas, rng.randint(0, len(tunnelas)))
    return {
        "tiplu": tiplu,
        "hand": " ".join(card for card in cards if card not in exposed),
        "exposed": [f"{card} {card} {card}" for card in exposed],
        "seen": rng.random() < 0.7,
    }


def test_maal_agrees_with_the_slow_counting() -> None:
    rng = Random(53)
    for _hand in hands(1500):
        options = options_of(rng)
        question = maal_question(rng, options)
        assert card_answer(options, **question) == answer("marriage", options, question), question


def test_what_is_laid_adds_up_to_the_maal_and_holds_all_the_cards() -> None:
    rng = Random(59)
    for _hand in hands(1000):
        options = options_of(rng)
        question = maal_question(rng, options)
        line = {
            "status": "seen" if question["seen"] else "unseen",
            "cards": question["hand"] or None,
            "exposed": question["exposed"] or None,
        }
        arrangement = laid(question["tiplu"], line, **options)
        assert arrangement is not None
        assert arrangement.worth == card_answer(options, **question)["maal"]
        assert (
            load_arrangement(json.loads(json.dumps(dump_arrangement(arrangement)))) == arrangement
        )
        in_groups = [card for group in arrangement.groups for card in group.cards]
        tapped = " ".join([question["hand"], *question["exposed"]]).split()
        assert sorted([*in_groups, *arrangement.cards_left]) == sorted(tapped)


def test_shows_agree_with_the_slow_counting() -> None:
    rng = Random(61)
    valid = 0
    for number in range(30):
        tiplu, man = rng.choice(IN_ORDER), rng.random() < 0.5
        jokers, wild = 3 if man else 0, wild_cards(tiplu, man=man)
        if number % 3:
            cards = wild_hand(rng, 21, 3, jokers, wild, [tiplu])
        else:
            deal = rng.choice((random_hand, rich_hand))
            cards = deal(rng, 21, 3, jokers, [tiplu])
        question = {"tiplu": tiplu, "declare": " ".join(cards)}
        expected: dict[str, Any] = answer("marriage", {"man": man}, question)
        assert card_answer({"man": man}, tiplu=tiplu, declare=" ".join(cards)) == expected, question
        verdict = shown(" ".join(cards), tiplu=tiplu, man=man)
        assert verdict.valid == expected["valid"]
        assert verdict.laid is not None
        assert sum(len(group.cards) for group in verdict.laid.groups) + len(verdict.laid.left) == 21
        if verdict.valid and verdict.deal["declared"] == "normal":
            groups = [" ".join(group.cards) for group in verdict.laid.groups]
            assert ruled(shown(" ".join(cards), *groups, tiplu=tiplu, man=man)) == ruled(verdict)
        valid += verdict.valid
    assert 5 < valid < 25
