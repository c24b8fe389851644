"""Cards in place of a number, whatever the game: the rules see the number."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game, Score, Scores
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.entry_json import dump_entry, load_entry
from scorekeeper.engine.questions.kinds import Both
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import CardQuestion, NamedValues, Tapped, Variant
from scorekeeper.engine.words import _
from tests.helpers.engine.changed import changed


@dataclass(frozen=True, slots=True)
class Line:
    points: int | None = ask.points("", None)
    cards: tuple[str, ...] | None = ask.cards("", None, instead="points")


@dataclass(frozen=True, slots=True)
class OneWay:
    points: int | None = ask.points("", None)
    cards: tuple[str, ...] | None = ask.cards("", None, instead="points", both=Both.REFUSED)


@dataclass(frozen=True, slots=True)
class OwnWay:
    points: int | None = ask.points("", None)
    cards: tuple[str, ...] | None = ask.cards("", None, instead="points", both=Both.LOOKED_AT)
    face_down: bool = ask.flag("", False)


class Reckoned(Variant[Any, Any, Any, Any]):
    key, name, summary = "reckoned", "Reckoned", ""
    seats = range(2, 3)

    def score(self, game: Any, entry: Any) -> Scores:
        """It looks at the number alone."""
        return tuple(Score(line.points or 0, _("counted")) for line in entry.lines)

    def tapped(self, game: Any, entry: Any, person: int) -> Tapped | None:
        """A card counts ten."""
        cards = entry.lines[person].cards
        return None if cards is None else Tapped(numbers={"points": 10 * len(cards)})


def game_of(line: type[Any]) -> Any:
    return changed(Reckoned(), line=line)


variant = game_of(Line)


def played(values: NamedValues, variant: Any = variant) -> Game[Any, Any]:
    game = playing.start(variant, variant.options(), 2)
    entry = load_entry(variant, game, {"lines": {"A": values}}, ["A", "B"])
    return playing.play(variant, game, entry)


@pytest.mark.parametrize("line", [Line, OneWay, OwnWay])
@pytest.mark.parametrize("values", [{"points": 20}, {"cards": "7S 8S"}])
def test_rules_see_the_number_however_it_was_told(line: type[Any], values: NamedValues) -> None:
    assert played(values, game_of(line)).totals == (20, 0)


def test_what_was_reported_is_kept_as_it_was() -> None:
    last = played({"cards": "7S 8S"}).last
    assert last is not None
    assert last.entry.lines == (Line(cards=("7S", "8S")), Line())
    assert dump_entry(last.entry, ["A", "B"])["lines"] == {"A": {"cards": "7S 8S"}}


def test_a_number_typed_beside_its_cards_must_say_the_same() -> None:
    assert played({"points": 20, "cards": "7S 8S"}).totals == (20, 0)
    with pytest.raises(EntryError, match="The cards tapped count 20") as refused:
        played({"points": 21, "cards": "7S 8S"})
    assert (refused.value.field, refused.value.seat) == ("points", 0)


def test_a_number_that_is_told_in_one_way_is_not_told_in_two() -> None:
    with pytest.raises(EntryError) as refused:
        played({"points": 20, "cards": "7S 8S"}, game_of(OneWay))
    assert (refused.value.field, refused.value.seat) == ("points", 0)


def test_a_game_may_look_at_both_itself() -> None:
    assert played({"points": 21, "cards": "7S 8S"}, game_of(OwnWay)).totals == (20, 0)


def test_nothing_is_reckoned_of_who_is_not_in_the_hand() -> None:
    only_b = changed(variant, asks=b_is_asked)
    assert played({"cards": "7S 8S"}, only_b).totals == (0, 0)


def b_is_asked(game: Any, person: int) -> frozenset[str] | None:
    return None if person == 1 else frozenset()


# Cards alone ---------------------------------------------------------------------------------


def card_answer(variant: Any = variant, **cards: Any) -> Any:
    return settle(variant, {"cards": cards})


def field_of(result: Any) -> tuple[int, str | None, str | None]:
    error = result["error"]
    return error["hand"], error["seat"], error["field"]


def test_a_hand_comes_to_its_number() -> None:
    assert card_answer(hand="7S 8S") == {"points": 20}
    assert card_answer(cards="7S 8S 9S") == {"points": 30}


def test_a_fault_names_the_question_as_it_was_asked() -> None:
    for wrong in ({}, {"hand": "7X"}, {"hand": None}, {"points": 5}):
        assert field_of(card_answer(**wrong)) == (-1, None, "hand")
    assert field_of(card_answer(cards="7X")) == (-1, None, "cards")
    assert field_of(card_answer(declare="7S")) == (-1, None, "declare")
    assert field_of(settle(variant, {"options": {"x": 1}, "cards": {}})) == (-1, None, "x")


def judge(game: Any, deal: Any, claim: Claim) -> Verdict:
    if "JK" in claim.cards:
        raise EntryError("No jokers.", field="cards")
    return Verdict(claim.cards == ("7S", "8S"), _(""))


def test_a_declaration_is_put_before_the_referee() -> None:
    shows = changed(variant, shows=range(2, 3), judge=judge)
    assert card_answer(shows, declare="7S 8S") == {"valid": True}
    assert card_answer(shows, declare="7S 7S", hand="7S") == {"valid": False, "points": 10}
    assert field_of(card_answer(shows, declare="7S 8S 9S")) == (-1, None, "declare")
    assert field_of(card_answer(shows, declare="7S JK")) == (-1, None, "declare")


def test_a_game_may_know_more_and_ask_otherwise() -> None:
    def known(options: Any, deal: Any, held: Line) -> NamedValues:
        return {"black": sum(card[-1] in "SC" for card in held.cards or ())}

    more = changed(variant, card_question=CardQuestion(known))
    assert card_answer(more, hand="7S 8H") == {"black": 1}
    other = changed(variant, card_question=CardQuestion(known, OwnWay))
    assert card_answer(other, hand="7S 8H", face_down=True) == {"black": 1}
    assert field_of(card_answer(more, hand="7S", face_down=True)) == (-1, None, "face_down")
