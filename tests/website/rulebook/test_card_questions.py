"""Questions about cards alone, of games that declare nothing for them."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score, Scores
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Tapped, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.card_questions import UNSUPPORTED, settle
from tests.helpers.engine.changed import changed


@dataclass(frozen=True, slots=True)
class Line:
    points: int | None = ask.points("", None)
    cards: tuple[str, ...] | None = ask.cards("", None, instead="points")


@dataclass(frozen=True, slots=True)
class Typed:
    points: int = ask.points("", 0)


class Reckoned(Variant[Any, Any, Any, Any]):
    key, name, summary = "reckoned", "Reckoned", ""
    seats = range(2, 3)
    line = Line

    def score(self, game: Any, entry: Any) -> Scores:
        return tuple(Score(line.points or 0, _("counted")) for line in entry.lines)

    def tapped(self, game: Any, entry: Any, person: int) -> Tapped | None:
        """A card counts ten."""
        cards = entry.lines[person].cards
        return None if cards is None else Tapped(numbers={"points": 10 * len(cards)})


variant = Reckoned()


def answer(variant: Any = variant, **cards: Any) -> Any:
    return settle(variant, {"cards": cards})


def field_of(result: Any) -> tuple[int, str | None, str | None]:
    error = result["error"]
    return error["hand"], error["seat"], error["field"]


def test_a_hand_comes_to_its_number() -> None:
    assert answer(hand="7S 8S") == {"points": 20}
    assert answer(cards="7S 8S 9S") == {"points": 30}


def test_a_fault_names_the_question_as_it_was_asked() -> None:
    for wrong in ({}, {"hand": "7X"}, {"hand": None}, {"points": 5}):
        assert field_of(answer(**wrong)) == (-1, None, "hand")
    assert field_of(answer(cards="7X")) == (-1, None, "cards")
    assert field_of(answer(declare="7S")) == (-1, None, "declare")
    assert field_of(settle(variant, {"options": {"x": 1}, "cards": {}})) == (-1, None, "x")


def test_a_game_that_counts_no_cards_has_no_answer_about_them() -> None:
    assert answer(changed(variant, line=Typed), hand="7S") == UNSUPPORTED == {"unsupported": True}


def test_cards_are_left_in_the_deal_of_this_number() -> None:
    growing, hand = VARIANTS["three_thirteen"], "3S 4S 5S"
    for number, points in ((1, 29), (2, 28), (11, 12)):
        options = {"options": {"wild_value": 20}, "cards": {"hand": hand, "round": number}}
        assert settle(growing, options) == {"points": points}


@pytest.mark.parametrize("number", [0, 12, "2", True])
def test_there_is_no_deal_of_another_number(number: Any) -> None:
    assert field_of(answer(VARIANTS["three_thirteen"], hand="7S", round=number))[2] == "round"


def test_a_game_without_numbered_deals_is_asked_of_none() -> None:
    assert field_of(answer(hand="7S", round=1)) == (-1, None, "round")


def judge(game: Any, deal: Any, claim: Claim) -> Verdict:
    if "JK" in claim.cards:
        raise EntryError("No jokers.", field="cards")
    return Verdict(claim.cards == ("7S", "8S"), _(""))


def test_a_declaration_is_put_before_the_referee() -> None:
    shows = changed(variant, shows=range(2, 3), judge=judge)
    assert answer(shows, declare="7S 8S") == {"valid": True}
    assert answer(shows, declare="7S 7S", hand="7S") == {"valid": False, "points": 10}
    assert field_of(answer(shows, declare="7S 8S 9S")) == (-1, None, "declare")
    assert field_of(answer(shows, declare="7S JK")) == (-1, None, "declare")


def test_games_of_a_family_are_asked_alike() -> None:
    cards = {"turned": "9C", "hand": "AH KH QH 2S 3S 4S 5D 5C 5H 7C 8D TH JS"}
    for key in ("points_rummy", "pool_rummy", "deals_rummy"):
        assert settle(VARIANTS[key], {"cards": cards}) == {"penalty": 35, "deadwood": 35}
