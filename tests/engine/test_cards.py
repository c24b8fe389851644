"""Cards as text."""

import pytest

from scorekeeper.engine.cards import (
    PACK,
    parse_card,
    parse_cards,
    rank,
    show,
    show_all,
    suit,
)


@pytest.mark.parametrize(
    ("text", "card"),
    [("10H", "10H"), ("TH", "10H"), ("th", "10H"), (" as ", "AS"), ("jk", "JK"), ("JC", "JC")],
)
def test_a_card_has_one_spelling(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", ["", "1H", "11H", "10", "H10", "10HH", "JKS", "XX", "T", "TJK", "1 0H", 7, None, ["AS"]]
)
def test_anything_else_is_not_a_card(text: object) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_the_pack_has_52_cards_that_read_back() -> None:
    assert len(PACK) == 52
    assert all(parse_card(card) == card for card in PACK)
    assert {rank(card) + suit(card) for card in PACK} == PACK


def test_cards_stand_in_their_order_and_may_repeat() -> None:
    assert parse_cards("7S  JK 7S\nTH") == ("7S", "JK", "7S", "10H")
    assert parse_cards("") == ()


def test_cards_are_text() -> None:
    with pytest.raises(ValueError, match="text"):
        parse_cards(["7S"])


def test_a_joker_has_no_suit() -> None:
    assert (rank("JK"), suit("JK")) == ("JK", "")


def test_people_read_symbols() -> None:
    assert show("10H") == "10♥"
    assert show_all(("AS", "JK", "QD", "2C")) == "A♠ Joker Q♦ 2♣"
