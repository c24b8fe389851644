"""Cards that players hold come from the packs: who and which question a refusal is about."""

from collections.abc import Iterable

import pytest

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.packs import Held, Stock, check_in_packs, held_by

TWO_OF_EACH = Stock(packs=2, jokers=2)


def refused(*pieces: Iterable[Held]) -> EntryError:
    with pytest.raises(EntryError) as caught:
        check_in_packs([one for some in pieces for one in some], TWO_OF_EACH)
    return caught.value


def test_as_many_as_the_packs_have_are_fine() -> None:
    check_in_packs([*held_by(0, ["7S", "7S", "JK"]), *held_by(1, None)], TWO_OF_EACH)


def test_a_face_outside_the_packs_and_the_card_on_the_table_are_not_held() -> None:
    stock = Stock(packs=2, jokers=1, drawn="7S", faces=frozenset({"7S", "8S"}))
    assert [stock.copies(card) for card in ("7S", "8S", "9S", "JK")] == [1, 2, 0, 1]


def test_whoever_alone_has_too_many_is_named() -> None:
    error = refused(held_by(0, ["7S"]), held_by(1, ["7S"] * 3), held_by(2, ["7S"]))
    assert (error.seat, error.field) == (1, "cards")
    assert "2" in str(error)
    assert "7♠" in str(error)
    assert "5" in str(error)


def test_the_last_who_has_one_is_named_if_only_together_they_have_too_many() -> None:
    error = refused(held_by(0, ["7S"]), held_by(2, ["7S"], "table"), held_by(1, ["7S"], "left"))
    assert (error.seat, error.field) == (1, "left")


def test_numbers_of_a_card_count_as_that_many() -> None:
    assert refused([(0, "tiplu", "7S", 2)], held_by(1, ["7S"])).seat == 1
    assert refused([(0, "tiplu", "7S", 3)], [(1, "tiplu", "7S", 0)]).seat == 0


def test_a_card_without_a_face_has_the_label_of_its_question() -> None:
    with pytest.raises(EntryError, match="Tiplu"):
        check_in_packs([(0, "tiplu", "tiplu", 3)], TWO_OF_EACH, str.capitalize)
