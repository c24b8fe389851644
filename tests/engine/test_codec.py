"""Answers to JSON and back: strict, and addressed when refused."""

import json
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.codec import dump, freeze, load, thaw
from scorekeeper.engine.questions.kinds import NamedPoints, questions
from tests.helpers.engine.tiny import Deal, Line, Options, Packs, Result, State


def refusal(declared: type[Any], value: object, **more: Any) -> EntryError:
    with pytest.raises(EntryError) as caught:
        load(declared, value, **more)
    return caught.value


FULL = Line(False, 7, ("7S", "10H"), (("AS", "JK"), ("2C",)), 3, (1, 2), caught=True)


def test_answers_survive_json() -> None:
    assert load(Line, json.loads(json.dumps(dump(FULL)))) == FULL
    deal = Deal(Result.VOID, "10H")
    assert load(Deal, json.loads(json.dumps(dump(deal)))) == deal


def test_words_travel_by_value_and_cards_by_their_text() -> None:
    assert dump(Options(packs=Packs.TWO)) == {"packs": 2}
    assert dump(FULL)["cards"] == "7S 10H"
    assert dump(FULL)["melds"] == ["AS JK", "2C"]


def test_defaults_are_left_out_unless_asked_for() -> None:
    assert dump(Line()) == {}
    assert dump(Deal(), full=True) == {"result": "played", "turned": None}
    assert load(Deal, dump(Deal(), full=True)) == Deal()


def test_nothing_told_is_all_defaults() -> None:
    assert load(Line, None) == load(Line, {}) == Line()


def test_null_is_the_default() -> None:
    assert load(Options, {"stake": None, "hands": None}) == Options()
    assert load(Options, {"stake": None}, defaults={"stake": 25}).stake == 25


def test_null_empties_what_has_another_default_now() -> None:
    assert load(Options, {"hands": None}, defaults={"hands": 4}).hands is None


def test_null_can_be_refused_where_an_answer_is_needed() -> None:
    assert refusal(Options, {"stake": None}, null_is_default=False).field == "stake"
    assert load(Options, {"hands": None}, null_is_default=False).hands is None


def test_defaults_give_way_to_answers() -> None:
    assert load(Options, {"stake": 3}, defaults={"stake": 25, "fee": 7}) == Options(3, 7)


@pytest.mark.parametrize(
    ("declared", "name", "value"),
    [
        (Options, "stake", 0),
        (Options, "stake", True),
        (Options, "stake", 12.0),
        (Options, "stake", "12"),
        (Options, "stake", 10**13),
        (Options, "stake", [1]),
        (Options, "hands", 0),
        (Options, "hands", 10**400),
        (Options, "bonus", 51),
        (Options, "bonus", -1),
        (Options, "ladder", [1, 2]),
        (Options, "ladder", [1, 2, -3]),
        (Options, "ladder", [1, 2, True]),
        (Options, "ladder", "123"),
        (Options, "ladder", {"1": 2}),
        (Options, "packs", "2"),
        (Options, "packs", True),
        (Options, "packs", 3),
        (Options, "packs", [2]),
        (Options, "doubles", 1),
        (Options, "doubles", "yes"),
        (Deal, "result", "VOID"),
        (Deal, "turned", "JK"),
        (Deal, "turned", "1S"),
        (Deal, "turned", 7),
        (Line, "cards", "7S"),
        (Line, "cards", "7S 8S JK"),
        (Line, "cards", "7S {x}"),
        (Line, "cards", ["7S", "8S"]),
        (Line, "melds", "7S 8S"),
        (Line, "melds", [7]),
        (Line, "melds", ["7S", "9"]),
        (Line, "aces", [1]),
        (Line, "aces", [1, 3]),
        (Line, "nonsense", 1),
        (Line, "{x}", 1),
    ],
)
def test_what_does_not_answer_the_question_is_refused_by_name(
    declared: type[Any], name: str, value: object
) -> None:
    error = refusal(declared, {name: value}, seat=2)
    assert (error.field, error.seat) == (name, 2)
    assert str(error)


@pytest.mark.parametrize("value", [[], 7, "stake", True, [["stake", 1]]])
def test_answers_come_by_name(value: object) -> None:
    error = refusal(Options, value, seat=1)
    assert (error.field, error.seat) == ("", 1)


def test_refusals_are_sentences_with_the_bounds_in_them() -> None:
    assert str(refusal(Options, {"bonus": 51})) == "Enter 50 or less."
    assert str(refusal(Options, {"stake": 10**13})) == "Enter a smaller amount."
    assert str(refusal(Options, {"ladder": [1]})) == "Give 3 numbers."
    assert str(refusal(Deal, {"turned": "9X"})) == "9X is not a card."
    assert str(refusal(Line, {"cards": "7S"})) == "There are 1 cards here; it takes 2 / 3."


json_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    st.sampled_from([(part, q.name) for part in (Options, Deal, Line) for q in questions(part)]),
    json_values,
)
def test_no_value_at_any_question_breaks_loading(
    place: tuple[type[Any], str], value: object
) -> None:
    declared, name = place
    try:
        loaded = load(declared, {name: value})
    except EntryError as error:
        field = error.field
    else:
        field = name
        assert load(declared, json.loads(json.dumps(dump(loaded)))) == loaded
    assert field == name


# State ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Inner:
    word: Packs
    maybe: int | None = None


@dataclass(frozen=True, slots=True)
class Outer:
    pairs: tuple[tuple[int, str], ...]
    inners: tuple[Inner, ...]
    alone: Inner | None
    mixed: tuple[int, Packs]
    half: float
    empty: tuple[int, ...] = ()


def test_any_state_freezes_to_json_and_thaws_to_itself() -> None:
    state = Outer(
        ((1, "a"), (2, "b")),
        (Inner(Packs.ONE), Inner(Packs.TWO, 4)),
        None,
        (3, Packs.TWO),
        1.5,
    )
    assert thaw(Outer, json.loads(json.dumps(freeze(state)))) == state
    alone = Outer((), (), Inner(Packs.ONE, 0), (0, Packs.ONE), 0)
    assert thaw(Outer, json.loads(json.dumps(freeze(alone)))) == alone


def test_the_frozen_form_is_plain() -> None:
    frozen = freeze(State(1, Result.VOID, ((0, "x"),)))
    assert frozen == {"last": 1, "result": "void", "pairs": [[0, "x"]]}


# Words of the table's own --------------------------------------------------------------------


@dataclass(frozen=True)
class Own:
    word: str = ask.text("", "Won", max=6)
    buttons: tuple[tuple[str, int], ...] = ask.question(NamedPoints(min=-50, most=3, letters=6), ())


def test_own_words_survive_json_in_their_order() -> None:
    values = {"word": "Bazi", "buttons": [["Drop", 20], ["Bonus", -10]]}
    own = load(Own, values)
    assert own == Own("Bazi", (("Drop", 20), ("Bonus", -10)))
    assert json.loads(json.dumps(dump(own))) == values


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  a \t b\n", "a b"),
        ("e\u0301", "\u00e9"),
        ("\ud800x\u202e", "x"),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
    ],
)
def test_a_word_has_one_spelling(typed: str, kept: str) -> None:
    assert load(Own, {"word": typed}).word == kept
    assert load(Own, {"buttons": [[typed, 1]]}).buttons == ((kept, 1),)


def test_a_line_is_the_same_wherever_it_is_typed() -> None:
    assert one_line("e\u0301\r\nBcc: क\u094d\u200dष\u202e ") == "\u00e9 Bcc: क\u094d\u200dष"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("word", ""),
        ("word", " \u200d"),
        ("word", "seven letters"),
        ("word", 7),
        ("word", ["a"]),
        ("buttons", "Drop"),
        ("buttons", {"Drop": 20}),
        ("buttons", [["Drop"]]),
        ("buttons", ["Drop", 20]),
        ("buttons", [["", 20]]),
        ("buttons", [["Drop", None]]),
        ("buttons", [["Drop", "20"]]),
        ("buttons", [["Drop", -51]]),
        ("buttons", [["Drop", 20], ["DROP", 30]]),
        ("buttons", [["a", 1], ["b", 1], ["c", 1], ["d", 1]]),
    ],
)
def test_own_words_that_cannot_be_are_refused(name: str, value: object) -> None:
    assert refusal(Own, {name: value}).field == name
