"""The highest card chooses first, equal ranks draw again, and the first dealer is who should be."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.cards import PACK
from scorekeeper.engine.seats.draw import draw, height, ranking, seated
from scorekeeper.engine.seats.table_card import FirstDealer


def test_the_highest_chooses_the_first_seat_the_next_highest_the_next() -> None:
    assert ranking(draw(["4S", "AH", "2C", "KD"], 4)) == (1, 3, 0, 2)


def test_equal_ranks_draw_again_and_only_they() -> None:
    rounds = draw(["9S", "9D", "KH", "KC", "2S", "3S", "AS", "4S"], 4)
    assert [[person for person, _card in drawn_round] for drawn_round in rounds] == [
        [0, 1, 2, 3],
        [0, 1, 2, 3],
    ]
    assert ranking(rounds) == (2, 3, 1, 0)
    again = draw(["9S", "2D", "9H", "5C", "5S", "7S", "8S"], 3)
    assert [len(cards) for cards in again] == [3, 2, 2]
    assert ranking(again) == (2, 0, 1)


def test_left_of_the_highest_deals_first_and_the_highest_sits_at_his_right() -> None:
    """Play goes to the right in these games, so that who comes before somebody sits left of him."""
    assert seated((7, 8, 9), FirstDealer.BEFORE_HIGHEST, 0) == (9, 7, 8)
    assert seated((7, 8, 9), FirstDealer.BEFORE_HIGHEST, 2) == (7, 8, 9)


def test_the_highest_deals_first_elsewhere() -> None:
    assert seated((7, 8, 9), FirstDealer.HIGHEST, 0) == (7, 8, 9)
    assert seated((7, 8, 9), FirstDealer.HIGHEST, 2) == (8, 9, 7)


@given(st.integers(2, 12), st.integers(0, 10**6))
def test_every_draw_ends_with_everybody_in_one_order(persons: int, seed: int) -> None:
    pack = sorted(PACK)
    Random(seed).shuffle(pack)
    rounds = draw(pack, persons)
    drawn = [card for drawn_round in rounds for _person, card in drawn_round]
    assert len(set(drawn)) == len(drawn) and set(drawn) <= set(PACK)
    order = ranking(rounds)
    assert sorted(order) == list(range(persons))
    first = dict(rounds[0])
    heights = [height(first[person]) for person in order]
    assert heights == sorted(heights, reverse=True)
