"""Cards in place of a number, whatever the game: the rules see the number."""

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game, Outcome, Score
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.entry_json import dump_entry, load_entry
from scorekeeper.engine.questions.kinds import Both
from scorekeeper.engine.variant import NamedValues, Tapped, Variant
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

    def outcome(self, game: Any, entry: Any) -> Outcome:
        """It looks at the number alone."""
        return Outcome(tuple(Score(line.points or 0, _("counted")) for line in entry.lines))

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
