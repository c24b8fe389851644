"""Two functions and you have a game."""

from typing import Any

from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.cases.files import read_cases
from tests.engine.smallest import variant

LINES: dict[str, Any] = {"A": {"points": 7}, "B": {"points": 2}}


def played(**more: Any) -> Any:
    return settle(variant, {"seats": ["A", "B", "C"], "hands": [{"lines": LINES}], **more})


def test_a_question_and_two_functions_are_a_game() -> None:
    result = played()
    assert result["points"] == {"A": 7, "B": 2, "C": 0}
    assert result["money"] == {"A": 12, "B": -3, "C": -9}
    assert not result["over"]


def test_what_it_does_not_say_is_refused() -> None:
    assert played(options={"stake": 5})["error"]["field"] == "stake"
    assert played(seats=["A"])["error"]["field"] == "seats"
    assert played(hands=[{"lines": LINES, "absent": ["C"]}])["error"]["seat"] == "C"


def test_a_file_may_hold_cases_for_it() -> None:
    file = b'[{"id": "x", "variant": "smallest", "seats": ["A", "B"], "hands": []}]'
    [case] = read_cases(file, {"smallest": variant})
    assert settle(variant, case)["money"] == {"A": 0, "B": 0}
