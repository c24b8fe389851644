"""The clauses of three_thirteen.md that no golden case shows."""

from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.options import load_options
from scorekeeper.variants.three_thirteen import CARDS, Settlement, variant


def fold(*deals: dict[str, Any], seats: int = 3, **options: Any) -> Game[Any, Any]:
    """The game after these deals, each the lines of the seats A, B, …; empty: a void deal."""
    game = playing.start(variant, load_options(variant, options, seats), seats)
    for lines in deals:
        entry = {"deal": {} if lines else {"result": "void"}, "lines": lines}
        game = playing.play(variant, game, load_entry(variant, game, entry, list("ABCDEF")[:seats]))
    return game


OUT = {"A": {"won": True}, "B": {"points": 12}, "C": {"points": 0}}


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_more_players_take_more_packs(seats: int, packs: int) -> None:
    assert (fold(seats=seats).options.packs, fold(seats=seats).options.jokers) == (packs, 0)


def test_five_suits_take_two_packs_with_three_jokers_each_and_dearer_cards() -> None:
    options = fold(form="five_suits").options
    assert (options.packs, options.jokers) == (2, 6)
    assert (options.face_cards.value, options.wild_value.value) == ("index", 20)
    assert fold(form="five_suits", packs=3).options.jokers == 9


def test_a_pack_has_the_cards_of_its_form() -> None:
    def copies(form: str) -> list[int]:
        options, deal = fold(form=form, packs=1).options, variant.deal()
        return [
            variant.stock(options, deal).copies(face) for face in ("AS", "2H", "3D", "KX", "JK")
        ]

    assert copies("standard") == [1, 1, 1, 0, 0]
    assert copies("five_suits") == [0, 0, 1, 1, 3]


def test_a_card_of_the_fifth_suit_is_read_and_shown() -> None:
    assert CARDS.parse(" 10x ") == "10X"
    assert (str(CARDS.show("10X")), str(CARDS.show("10H"))) == ("10★", "10♥")
    for text in ("2X", "JKX", "", None):
        with pytest.raises(ValueError, match="is not a card"):
            CARDS.parse(text)


def test_kings_are_wild_in_the_last_deal() -> None:
    game = fold(*[OUT] * 10, wild_value=25)
    assert game.state.dealt == 10 and not game.over
    assert [variant.value(game)((card,)) for card in ("KS", "QS", "3S")] == [25, 10, 3]
    assert variant.notes(game, 1) == ("deal 11 of 11", "K is wild")


def test_the_number_of_the_deal_is_told_until_the_end() -> None:
    assert variant.report(fold(OUT, {})).results == {"round": 2}
    assert variant.report(fold(OUT, deals=1)).results == {}


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 30),
        ({"face_cards": "index"}, 39),
        ({"ace_value": 15}, 45),
        ({"wild_value": 20}, 60),
        ({"jokers": 1}, 150),
    ],
)
def test_no_more_points_are_typed_than_the_dearest_cards_count(
    options: dict[str, Any], most: int
) -> None:
    assert fold({**OUT, "B": {"points": most}}, **options).totals[1] == most
    with pytest.raises(EntryError) as refused:
        fold({**OUT, "B": {"points": most + 1}}, **options)
    assert (refused.value.field, refused.value.seat) == ("points", 1)


def test_who_goes_out_is_paid_after_each_deal_and_nobody_at_the_end() -> None:
    options: dict[str, Any] = {"settlement": "per_deal", "point_value": 10, "deals": 2}
    game = fold(OUT, {**OUT, "A": {"points": 1}, "C": {"won": True}}, **options)
    assert (game.over, game.balances) == (True, (120 - 10, -120 - 120, 10 + 120))
    assert variant.settlement(fold(**options).options) is None
    assert fold({}, **options).balances == (0, 0, 0)


def test_other_settlements_move_nothing_before_the_end() -> None:
    for settlement in (Settlement.DIFFERENCE, Settlement.TIERS):
        assert fold(OUT, settlement=settlement.value).balances == (0, 0, 0)
