"""Cases: settled, read strictly, compared."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scorekeeper.engine.cases.files import differences, read_cases
from scorekeeper.engine.errors import CaseError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.website.rulebook.card_questions import settle
from tests.helpers.engine.tiny import partners, strict, variant

VARIANTS: dict[str, AnyVariant] = {"tiny": variant, "strict": strict, "partners": partners}
HAND = {"deal": {}, "lines": {"A": {"won": True}, "B": {"points": 5}, "C": {"points": 7}}}


def case(*hands: Any, seats: Any = ("A", "B", "C"), key: str = "tiny", **more: Any) -> Any:
    return {"id": "x", "variant": key, "seats": list(seats), "hands": list(hands), **more}


def settled(*hands: Any, **more: Any) -> dict[str, Any]:
    whole_case = case(*hands, **more)
    return settle(VARIANTS[whole_case["variant"]], whole_case)


def address(result: dict[str, Any]) -> tuple[Any, Any, Any]:
    error = result["error"]
    assert error["message"]
    return error["hand"], error["seat"], error["field"]


# Settling ------------------------------------------------------------------------------------


def test_a_result_names_seats_and_sums_to_nothing() -> None:
    assert settled(HAND, HAND, options={"fee": 10, "hands": 3}) == {
        "hands": [
            {"points": {"A": 0, "B": 5, "C": 7}, "money": {"A": 120, "B": -50, "C": -70}},
            {"points": {"A": 0, "B": 5, "C": 7}, "money": {"A": 120, "B": -50, "C": -70}},
        ],
        "points": {"A": 0, "B": 10, "C": 14},
        "money": {"A": 230, "B": -110, "C": -150, "pot": 30},
        "over": False,
        "out": ["A"],
        "sheet": [{"A": 1, "B": 1, "C": 1}],
        "name": "tiny",
    }


def test_a_pot_is_named_only_where_something_is_in_it() -> None:
    result = settled(HAND, options={"fee": 10, "hands": 1})
    assert result["hands"][0]["money"] == {"A": 150, "B": -50, "C": -70, "pot": -30}
    assert "pot" not in result["money"]
    assert result["over"]


def test_half_points_stay_halves_and_whole_ones_whole() -> None:
    hand = {"lines": {"A": {"won": True}, "B": {"points": 5, "caught": True}, "C": {"points": 7}}}
    points = settled(hand, options={"doubles": True})["points"]
    assert json.dumps(points) == '{"A": 0, "B": 2.5, "C": 7}'


def test_partners_share_points_and_pay_person_by_person() -> None:
    lines = {"A": {"won": True}, "B": {"points": 1}, "C": {"points": 2}, "D": {"points": 3}}
    result = settled({"lines": lines}, seats=("A+C", "B+D"), key="partners")
    assert result["points"] == {"A+C": 2, "B+D": 4}
    assert result["money"] == {"A": 60, "B": -10, "C": -20, "D": -30}


def test_a_game_without_hands_has_a_result() -> None:
    assert settled() == {
        "hands": [],
        "points": {"A": 0, "B": 0, "C": 0},
        "money": {"A": 0, "B": 0, "C": 0},
        "over": False,
        "out": [],
        "sheet": [{"A": 1, "B": 1, "C": 1}],
        "name": "tiny",
    }


@pytest.mark.parametrize(
    "seats",
    [
        [],
        ["A"],
        ["A", "A"],
        ["A", ""],
        ["A", "pot"],
        ["A", 7],
        ["A", None],
        ["A", ["B"]],
        ["A+C", "B+D"],
        list("ABCDEF"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: list[Any]) -> None:
    assert address(settled(seats=seats)) == (-1, None, "seats")


@pytest.mark.parametrize("seats", [["A+C", "B"], ["A+C", "B+A"], ["A+", "B+D"], ["A+B+C", "D"]])
def test_sides_that_cannot_be_are_refused(seats: list[str]) -> None:
    assert address(settled(seats=seats, key="partners")) == (-1, None, "seats")


def test_refused_options_stand_before_the_first_hand() -> None:
    assert address(settled(HAND, options={"stake": 0})) == (-1, None, "stake")
    assert address(settled(HAND, options={"stakes": 5})) == (-1, None, "stakes")


def test_the_first_refused_hand_is_named() -> None:
    nobody = {"lines": {"B": {"points": 5}}}
    assert address(settled(HAND, nobody, nobody)) == (1, None, "won")


def test_a_refused_answer_is_named_by_seat_and_question() -> None:
    hand = {"lines": {"A": {"won": True}, "B": {"points": 500}}}
    assert address(settled(hand)) == (0, "B", "points")
    assert address(settled({"lines": {"D": {}}})) == (0, "D", None)


def test_a_hand_after_the_end_is_refused() -> None:
    assert address(settled(HAND, HAND, options={"hands": 1})) == (1, None, None)


def test_what_is_not_asked_is_refused_where_the_game_is_strict() -> None:
    hand = {"lines": {"A": {"won": True, "points": 3}, "B": {"points": 5}, "C": {"points": 7}}}
    assert address(settled(hand, key="strict")) == (0, "A", "points")
    assert settled(hand)["points"]["A"] == 0


# Reading -------------------------------------------------------------------------------------


def read(content: bytes | str | list[Any]) -> Any:
    if isinstance(content, list):
        content = json.dumps(content)
    return read_cases(content if isinstance(content, bytes) else content.encode(), VARIANTS)


def complaint(content: bytes | str | list[Any]) -> str:
    with pytest.raises(CaseError) as caught:
        read(content)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_good_cases_are_read_as_they_stand() -> None:
    cases = [case(HAND, expect={"over": False}), case() | {"id": "y", "source": "rules §1"}]
    assert read(cases) == cases
    assert read("﻿[]") == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"[", "not JSON"),
        (b"[1,]", "not JSON"),
        (b"\xff\xfe[]", "not UTF-8"),
        (b"[\xc3\x28]", "not UTF-8"),
        (b"[NaN]", "NaN is not a number"),
        (b"[-Infinity]", "-Infinity is not a number"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"[" + b"9" * 5000 + b"]", "too many digits"),
        (b'[{"id": "x", "id": "y"}]', "'id' appears twice"),
        (b'[{"id": "x", "options": {"a": 1, "a": 1}}]', "'a' appears twice"),
        (b"{}", "list of cases"),
        (b"null", "list of cases"),
        (b'"case"', "list of cases"),
    ],
)
def test_a_file_that_is_no_list_of_cases_is_refused(content: bytes, message: str) -> None:
    assert message in complaint(content)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": None}, "needs an id"),
        ({"id": ""}, "needs an id"),
        ({"id": 7}, "needs an id"),
        ({"variant": None}, "needs a variant"),
        ({"variant": ["tiny"]}, "needs a variant"),
        ({"variant": "Tiny"}, "no variant called 'Tiny'"),
        ({"options": []}, "options must be an object"),
        ({"seats": "AB"}, "seats must be a list"),
        ({"seats": None}, "seats must be a list"),
        ({"hands": {}}, "hands must be a list"),
        ({"hands": None}, "hands must be a list"),
        ({"hands": [[]]}, "hand 0 is not an object"),
        ({"hands": [HAND, None]}, "hand 1 is not an object"),
        ({"hands": [{"deal": []}]}, "hand 0: deal must be an object"),
        ({"hands": [{"lines": []}]}, "hand 0: lines must be an object"),
        ({"hands": [{"lines": {"A": True}}]}, "the line of 'A' must be an object"),
        ({"hands": [{"absent": "A"}]}, "absent must be a list"),
        ({"hands": [{"line": {}}]}, "'line' is not part of an entry"),
        ({"expect": []}, "expect must be an object"),
        ({"expect": None}, "expect must be an object"),
        ({"cards": "7S"}, "cards must be an object"),
        ({"cards": {}}, "cannot have hands"),
    ],
)
def test_a_case_that_is_not_in_the_format_is_refused(changes: dict[str, Any], message: str) -> None:
    assert message in complaint([case(HAND) | {"id": "first"}, case(HAND) | changes])


def test_a_case_that_is_no_object_is_named_by_its_place() -> None:
    assert complaint([case(), 7]) == "case 2 is not an object"


def test_two_cases_with_one_id_are_refused() -> None:
    assert complaint([case(), case()]) == "two cases have the id 'x'"


# Comparing -----------------------------------------------------------------------------------

ERROR = {"hand": 0, "seat": "B", "field": "points", "message": "Too many."}


@pytest.mark.parametrize(
    ("expected", "result", "lines"),
    [
        ({}, {"over": True}, []),
        ({"over": True}, {"over": True, "money": {}}, []),
        ({"over": True}, {"over": False}, ["over: expected true, found false"]),
        ({"over": True}, {}, ["over: expected true, found nothing"]),
        ({"over": True}, {"over": 1}, ["over: expected true, found 1"]),
        ({"points": {"A": 1}}, {"points": {"A": True}}, ["points.A: expected 1, found true"]),
        ({"points": {"A": 2.5}}, {"points": {"A": 2.5}}, []),
        ({"points": {"A": 2.0}}, {"points": {"A": 2}}, []),
        (
            {"hands": [{"money": {"A": 5}}]},
            {"hands": [{"money": {"A": -5}}]},
            ["hands[0].money.A: expected 5, found -5"],
        ),
        ({"hands": [{}]}, {"hands": []}, ["hands: expected [{}], found []"]),
        ({"hands": [{}]}, {"hands": [{"money": {}}]}, []),
        ({"out": ["Ω"]}, {"out": []}, ['out: expected ["Ω"], found []']),
        ({"out": {}}, {"out": []}, ["out: expected {}, found []"]),
        ({"error": {"hand": 0, "seat": "B", "field": "points"}}, {"error": ERROR}, []),
        ({"error": {**ERROR, "message": "Other words."}}, {"error": ERROR}, []),
        ({"error": {"hand": 1}}, {"error": ERROR}, ["error.hand: expected 1, found 0"]),
        (
            {"error": {"seat": None}},
            {"error": ERROR},
            ['error.seat: expected null, found "B"'],
        ),
        (
            {"error": {"hand": 0}},
            {"over": True},
            ['expected {"error": {"hand": 0}}, found the result {"over": true}'],
        ),
    ],
)
def test_every_expected_key_must_match(
    expected: dict[str, Any], result: dict[str, Any], lines: list[str]
) -> None:
    assert list(differences(expected, result)) == lines


def test_an_unexpected_error_is_one_difference() -> None:
    [line] = differences({"over": True, "money": {"A": 1}}, {"error": ERROR})
    assert "found the error" in line
    assert "Too many." in line


# Anything at all -----------------------------------------------------------------------------

anything = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**20), 10**20),
        st.floats(allow_nan=False),
        st.text(max_size=5),
        st.sampled_from(["A", "B", "won", "points", "played", "void", "7S 8S", "tiny", "pot"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["A", "B", "deal", "lines", "won", "points", "result", "x"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=12,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    paths = [path]
    if isinstance(value, dict | list):
        for key, item in inside:
            paths += places(item, (*path, key)) if isinstance(item, dict | list) else [(*path, key)]
    return paths


def put(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    key, *rest = path
    changed = put(value[key], tuple(rest), new)
    if isinstance(value, dict):
        return {**value, key: changed}
    return [*value[:key], changed, *value[key + 1 :]]


WHOLE = [
    case(
        {**HAND, "deal": {"result": "played", "turned": "7S"}, "absent": []},
        {"deal": {"result": "void"}, "lines": {}, "absent": ["C"]},
        options={"stake": 5, "ladder": [1, 2, 3], "packs": 2},
        expect={"hands": [{"money": {"A": 1}}], "over": False, "error": {"hand": 0}},
    ),
    {"id": "y", "variant": "tiny", "cards": {"hand": "7S"}, "expect": {"penalty": 7}},
]


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(places(WHOLE)), anything)
@example((0, "seats"), [[], {}])
@example((0, "hands", 0, "absent"), [["A"]])
@example((0, "options", "stake"), 10**400)
def test_no_value_at_any_place_breaks_a_file(path: tuple[Any, ...], value: Any) -> None:
    text = json.dumps(put(WHOLE, path, value))
    try:
        cases = read(text)
    except CaseError as error:
        assert str(error)  # noqa: PT017  (either way is right, a traceback is not)
        return
    for listed_case in cases:
        result = settle(VARIANTS[listed_case["variant"]], listed_case)
        json.dumps(result, allow_nan=False)
        assert all(
            isinstance(line, str) for line in differences(listed_case.get("expect", {}), result)
        )
