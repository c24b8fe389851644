"""The card of each game says what its sources say of packs, cards, cutting, dealing and turns.

The words before each row are those of ``docs/rules/table_cards.md``.
"""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.table_card import FirstDealer, TableCard, deck
from scorekeeper.variants import VARIANTS


def card(key: str, seats: int, side: int = 1, **options: Any) -> TableCard:
    rules = VARIANTS[key]
    table_card = rules.table_card(load_options(rules, options, seats, side), seats * side)
    assert table_card is not None
    return table_card


def card_text(key: str, seats: int, **options: Any) -> str:
    """The whole card, as it is read."""
    rows = card(key, seats, **options).rows
    return " ".join(
        phrase.message.format(**phrase.values) for _label, part in rows for phrase in part
    )


def pairs_text(key: str) -> str:
    return str(card(key, 2, side=2).rows)


def facts(key: str, *tables: int, **options: Any) -> list[tuple[int, int, int]]:
    """Packs, printed jokers and cards each, at tables of so many seats."""
    cards = [card(key, seats, **options) for seats in tables]
    return [(shown.packs, shown.jokers, shown.hand_size) for shown in cards]


# Packs, printed jokers and cards each, for this number of players ------------------------------


def test_rummi_takes_two_packs_and_eight_jokers_and_deals_20_of_which_32_stay_out() -> None:
    assert facts("rummi", 4) == [(2, 8, 20)]
    assert "112 cards" in card_text("rummi", 4) and "other 32 cards are out of play" in card_text(
        "rummi", 4
    )


def test_basic_rummy_deals_ten_to_two_seven_to_four_and_ten_from_two_packs() -> None:
    assert facts("basic_rummy", 2, 3, 4, 5) == [(1, 0, 10), (1, 0, 7), (1, 0, 7), (1, 0, 7)]
    assert facts("basic_rummy", 4, 7, packs=2) == [(2, 0, 10), (2, 0, 10)]
    assert "7 or 10 cards" in card_text("basic_rummy", 3)


def test_gin_rummy_is_one_pack_without_jokers_and_ten_cards() -> None:
    assert facts("gin_rummy", 2) == [(1, 0, 10)]


def test_three_conquian_players_may_have_nine_cards() -> None:
    told = ["with 9 cards each" in card_text("conquian", seats) for seats in (2, 3)]
    assert told == [False, True]


def test_the_third_of_three_gin_players_rests_and_pairs_have_packs_of_their_own() -> None:
    resting, apart = "the third rests", "a pack and a deal of its own"
    assert [resting in card_text("gin_rummy", seats) for seats in (2, 3)] == [False, True]
    assert [apart in card_text("gin_rummy", 2), apart in pairs_text("gin_rummy")] == [False, True]


def test_paplu_takes_a_pack_for_three_two_for_six_and_three_above_with_a_joker_each() -> None:
    card_facts = facts("paplu", 2, 3, 4, 6, 7, 12)
    assert card_facts == [(1, 1, 13), (1, 1, 13), (2, 2, 13), (2, 2, 13), (3, 3, 13), (3, 3, 13)]


def test_21_and_27_cards_take_three_packs_and_three_jokers() -> None:
    assert facts("rummy_21", 2, 6) == [(3, 3, 21)] * 2
    assert facts("rummy_27", 2, 5) == [(3, 3, 27)] * 2


def test_marriage_takes_three_packs_without_jokers_and_three_with_a_man() -> None:
    assert facts("marriage", 2, 5) == [(3, 0, 21)] * 2
    assert facts("marriage", 4, man=True) == [(3, 3, 21)]


def test_vazhushal_takes_one_pack_and_two_jokers_for_three_two_and_four_above() -> None:
    assert facts("vazhushal", 2, 3, 4, 6) == [(1, 2, 13), (1, 2, 13), (2, 4, 13), (2, 4, 13)]


def test_the_other_games_take_what_their_rule_files_say() -> None:
    assert facts("kalookie", 4) == [(2, 2, 13)]
    assert facts("vatikan", 4) == [(2, 2, 13)]
    assert facts("shanghai_rummy", 4) == [(2, 1, 11)]
    assert facts("contract_rummy", 4, 5) == [(2, 1, 0), (3, 2, 0)]
    assert facts("rummy_500", 4, 5) == [(1, 2, 7), (2, 4, 7)]
    assert [card("canasta", 2, side).hand_size for side in (1, 2)] == [15, 11]
    assert card("canasta", 2, 2, form="modern").hand_size == 13
    for key in ("points_rummy", "pool_rummy", "deals_rummy"):
        assert facts(key, 4) == [(2, 2, 13)]
    assert "40 cards" in card_text("conquian", 2)
    assert "14 tiles each" in card_text("rummikub", 4)


# Cutting, dealing, turning up, turns and direction ---------------------------------------------

CLAUSES = {
    "rummi": (
        "The dealer cuts at random and looks at a card",
        "counted anticlockwise with the dealer as 1, names who cuts",
        "In batches of four, beginning at the dealer’s right",
        "The dealer’s right begins; play goes round anticlockwise",
        "The first play of each player is the passport",
        "Has anybody a Tien Hu? Has anybody no passport?",
    ),
    "basic_rummy": (
        "The rest lies face down; the next card is turned up next to it",
        "If the stock runs out, the discards are turned over and a new one is turned up",
        "Two or more jokers a pack",
    ),
    "gin_rummy": (
        "One at a time, the non-dealer first",
        "The next card is turned up",
        "The non-dealer may take it, then the dealer; else the non-dealer draws",
    ),
    "paplu": (
        "One at a time",
        "The player left of the dealer cuts",
        "The top card starts the discards",
        "The next is laid sideways under the stock: its rank is wild",
        "If it is a printed joker, only printed jokers are wild",
        "The dealer’s right begins; play goes round counter-clockwise",
    ),
    "rummy_21": (
        "A card is laid sideways under the stock",
        "It makes the cut joker, and the upper and lower jokers",
        "Then the discards are begun",
        "A discarded joker may not be taken, but for the very first card",
        "The dealer’s right begins; play goes round counter-clockwise",
    ),
    "rummy_27": (
        "two upper and two lower jokers",
        "Then the discards are begun",
        "The dealer’s right begins",
    ),
    "marriage": (
        "The player at the dealer’s right cuts",
        "One at a time, from the dealer’s left, clockwise",
        "The top card starts the discards",
        "Tunnelas may be shown before play",
        "by the first player to lay three tunnelas or pure sequences",
        "The dealer’s left begins; play goes round clockwise",
    ),
    "vazhushal": (
        "The player at the dealer’s right cuts twice",
        "The second cut leaves one unseen card across under the stock",
        "One at a time, from the dealer’s left, clockwise",
        "three pairs of a rank? All is thrown in and the same dealer deals again",
        "is shown: it is the negative joker",
        "Then the discards are begun",
        "The dealer’s left begins; play goes round clockwise",
    ),
}


@pytest.mark.parametrize("key", CLAUSES)
def test_the_card_says_who_cuts_who_begins_and_what_is_turned_up(key: str) -> None:
    text = card_text(key, 4 if 4 in VARIANTS[key].seats else 2)
    assert [clause for clause in CLAUSES[key] if clause not in text] == []


def test_three_pairs_are_thrown_in_only_where_three_or_more_play() -> None:
    assert "three pairs" not in card_text("vazhushal", 2)
    assert "negative joker" not in card_text("vazhushal", 4, negative_joker=False)


def test_the_card_follows_the_house_rule_for_a_printed_joker_turned_up() -> None:
    assert "aces are wild" in card_text("paplu", 4, printed_joker_turned="aces_wild")
    assert "its rank is wild" not in card_text("paplu", 4, wild_mode="printed_only")
    assert card("paplu", 4, wild_mode="none").jokers == 0


# Seats and first dealer -------------------------------------------------------------------------


def test_left_of_the_highest_deals_first_in_paplu_and_its_kin_the_highest_in_vazhushal() -> None:
    for key in ("paplu", "rummy_21", "rummy_27", "points_rummy"):
        assert card(key, 4).first_dealer is FirstDealer.BEFORE_HIGHEST
    assert card("vazhushal", 4).first_dealer is FirstDealer.HIGHEST


# Every game ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_game_has_a_card_at_every_table(key: str) -> None:
    rules = VARIANTS[key]
    for seats in rules.seats:
        shown_card = card(key, seats)
        labels = [label for label, _part in shown_card.rows]
        assert "Before play" in labels if rules.named_by_rules else "Who begins" in labels
        assert (
            shown_card.hand_size * seats <= 52 * shown_card.packs + shown_card.jokers
            or not shown_card.packs
        )
        assert playing.start(rules, load_options(rules, {}, seats), seats).persons == seats


def test_packs_are_told_in_one_sentence() -> None:
    messages = [deck(*counts) for counts in ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (3, 3))]
    assert [phrase.message.format(**phrase.values) for phrase in messages] == [
        "One pack without jokers: 52 cards.",
        "One pack and one printed joker: 53 cards.",
        "One pack and 2 printed jokers: 54 cards.",
        "2 packs without jokers: 104 cards.",
        "2 packs and one printed joker: 105 cards.",
        "3 packs and 3 printed jokers: 159 cards.",
    ]


MAY_HAVE_JOKERS = {"basic_rummy", "marriage", "three_thirteen", "conquian"}
"""Three may be played with jokers; Conquian refuses one in words, where points count."""


@pytest.mark.parametrize("key", sorted(VARIANTS.keys() - MAY_HAVE_JOKERS))
def test_no_entry_offers_a_joker_where_the_packs_have_none(key: str) -> None:
    rules = VARIANTS[key]
    seats = min(rules.seats)
    shown = rules.table_card(load_options(rules, {}, seats), seats)
    if shown is None or shown.jokers:
        return
    asked = [*questions(rules.deal), *questions(rules.line)]
    offered = [q.name for q in asked if getattr(q.kind, "joker", False)]
    assert offered == []
