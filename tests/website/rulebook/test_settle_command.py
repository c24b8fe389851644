"""``manage.py settle FILE [--check]``, as somebody at a prompt meets it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorekeeper.variants import VARIANTS

ROOT = Path(__file__).parents[3]
FIXTURES = ROOT / "fixtures" / "variants"

RUMMI: dict[str, Any] = {
    "id": "first",
    "variant": "rummi",
    "seats": ["Zoë", "B"],
    "hands": [{"lines": {"Zoë": {"points": 5}, "B": {"points": 9}}}],
    "expect": {"money": {"Zoë": 100, "B": -100}, "over": False},
}
REFUSED: dict[str, Any] = {
    **RUMMI,
    "id": "refused",
    "hands": [{"lines": {"Zoë": {"points": -5}}}],
    "expect": {"error": {"hand": 0, "seat": "Zoë", "field": "points"}},
}
TAPPED: dict[str, Any] = {
    "id": "tapped",
    "variant": "house_game",
    "cards": {"hand": "7S"},
    "expect": {"points": 7},
}


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    error: str


def settle(*arguments: str) -> Ran:
    """Run here, where a test that is not marked for it cannot reach a database."""
    out = StringIO()
    try:
        call_command("settle", *arguments, stdout=out)
    except CommandError as error:
        return Ran(error.returncode, out.getvalue(), str(error))
    except SystemExit as end:
        return Ran(int(end.code or 0), out.getvalue(), "")
    return Ran(0, out.getvalue(), "")


def typed(*arguments: str, given: bytes | None = None, **environment: str) -> Ran:
    """Run as typed at a prompt, with a database that cannot be."""
    ran = subprocess.run(
        [sys.executable, "manage.py", "settle", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        env={**os.environ, "DATABASE_URL": "sqlite:////nowhere/at/all.sqlite3", **environment},
        timeout=60,
        check=False,
    )
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


@pytest.fixture
def file(tmp_path: Path) -> Callable[[Any], str]:
    def write(content: Any) -> str:
        path = tmp_path / "cases.json"
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
        return str(path)

    return write


# Results -------------------------------------------------------------------------------------


def test_results_are_one_object_by_case_id(file: Callable[[Any], str]) -> None:
    ran = settle(file([RUMMI, REFUSED, TAPPED]))
    assert (ran.code, ran.error) == (0, "")
    results = json.loads(ran.out)
    assert list(results) == ["first", "refused", "tapped"]
    assert results["first"] == {
        "hands": [{"money": {"Zoë": 100, "B": -100}}],
        "money": {"Zoë": 100, "B": -100},
        "over": False,
        "out": [],
    }
    assert results["refused"]["error"].pop("message")
    assert results["refused"] == {"error": {"hand": 0, "seat": "Zoë", "field": "points"}}
    assert results["tapped"] == {"unsupported": True}


@pytest.mark.programs
def test_results_are_utf_8_whatever_the_locale(file: Callable[[Any], str]) -> None:
    ran = typed(file([RUMMI]), LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 0
    assert '"Zoë": 100' in ran.out
    assert ran.out.startswith('{\n  "first": {\n')


@pytest.mark.programs
def test_half_a_character_comes_out_as_json_writes_it() -> None:
    content = json.dumps([{**RUMMI, "id": "\ud83d"}]).encode()
    ran = typed("-", given=content)
    assert ran.code == 0
    assert list(json.loads(ran.out)) == ["\ud83d"]


@pytest.mark.programs
def test_a_dash_reads_the_standard_input() -> None:
    ran = typed("-", given=json.dumps([RUMMI]).encode())
    assert list(json.loads(ran.out)) == ["first"]


# Checking ------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", VARIANTS)
def test_the_project_s_own_cases_pass(key: str) -> None:
    ran = settle(str(FIXTURES / f"{key}.json"), "--check")
    assert (ran.code, ran.error) == (0, "")
    assert ", 0 different, " in ran.out


def test_a_check_counts_what_passed_and_what_cannot_be_counted_yet(
    file: Callable[[Any], str],
) -> None:
    ran = settle(file([RUMMI, REFUSED, TAPPED]), "--check")
    assert ran.code == 0
    assert ran.out == "2 passed, 0 different, 1 unsupported\n"


def test_a_check_prints_each_difference_and_fails(file: Callable[[Any], str]) -> None:
    wrong = {**RUMMI, "id": "wrong", "expect": {"money": {"Zoë": 101, "B": -100}, "over": True}}
    ran = settle(file([wrong, RUMMI]), "--check")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "wrong: money.Zoë: expected 101, found 100",
        "wrong: over: expected true, found false",
        "1 passed, 1 different, 0 unsupported",
    ]
    assert ran.error == ""


def test_a_check_tells_a_refusal_from_a_result(file: Callable[[Any], str]) -> None:
    played = {**RUMMI, "expect": REFUSED["expect"]}
    refused = {**REFUSED, "expect": RUMMI["expect"]}
    ran = settle(file([played, refused]), "--check")
    assert ran.code == 1
    first, second, summary = ran.out.splitlines()
    assert first.startswith("first: expected {")
    assert "found the result" in first
    assert "found the error" in second
    assert summary == "0 passed, 2 different, 0 unsupported"


@pytest.mark.parametrize("expect", [{}, None])
def test_a_case_that_expects_nothing_cannot_be_checked(
    file: Callable[[Any], str], expect: Any
) -> None:
    silent = {key: value for key, value in RUMMI.items() if key != "expect"}
    path = file([RUMMI, {**silent, "id": "silent"} | ({} if expect is None else {"expect": {}})])
    assert settle(path).code == 0
    assert refusal(settle(path, "--check")) == (
        f"{path}: case 'silent' has no expected result to check"
    )


# Bad files -----------------------------------------------------------------------------------


def refusal(ran: Ran) -> str:
    """What was said, in one line and without a result."""
    assert ran.code == 2
    assert ran.out == ""
    [line] = ran.error.splitlines()
    return line.removeprefix("CommandError: ")


@pytest.mark.programs
def test_a_missing_file_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "none.json"
    assert refusal(typed(str(path))) == f"{path}: can't be read: No such file or directory"


def test_a_directory_is_one_line(tmp_path: Path) -> None:
    ran = settle(str(tmp_path))
    assert ran.code and ran.out == ""
    assert ran.error == f"Error: argument file: {tmp_path} is a folder or a device, not a file."


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON: Expecting value"),
        (b"\xff", "not UTF-8"),
        (b'[{"a": 1, "a": 2}]', "'a' appears twice"),
        (b"[[NaN]]", "NaN is not a number"),
        (b"[" * 10_000, "nested too deeply"),
        (b"[" + b"7" * 5000 + b"]", "too many digits"),
        ({"cases": []}, "a case file is a list of cases"),
        ([RUMMI, 7], "case 2 is not an object"),
        ([RUMMI, RUMMI], "two cases have the id 'first'"),
        ([{**RUMMI, "variant": "bridge"}], "there is no variant called 'bridge'"),
        ([{**RUMMI, "id": "two\nlines", "hands": 7}], "hands must be a list"),
    ],
)
@pytest.mark.parametrize("check", [(), ("--check",)])
def test_a_bad_file_is_one_line(
    file: Callable[[Any], str], content: Any, message: str, check: tuple[str, ...]
) -> None:
    path = file(content)
    line = refusal(settle(path, *check))
    assert line.startswith(f"{path}: ")
    assert message in line


@pytest.mark.programs
def test_bad_input_is_one_line() -> None:
    assert refusal(typed("-", given=b"{}")).startswith("standard input: ")


@pytest.mark.parametrize("depth", [150, 300, 600, 900])
def test_deep_nesting_is_a_result_or_one_line(file: Callable[[Any], str], depth: int) -> None:
    """Below the limit of reading, writing and comparing go as deep."""
    deep = b'{"x":' * depth + b"1" + b"}" * depth
    content = json.dumps([{**RUMMI, "expect": {"money": 7}, "options": {"stake": 8}}]).encode()
    for place in (b": 7", b": 8"):
        path = file(content.replace(place, b": " + deep))
        assert settle(path).code in (0, 2)
        assert settle(path, "--check").code in (1, 2)


def test_a_number_of_many_digits_is_refused_like_any_other(file: Callable[[Any], str]) -> None:
    path = file([{**RUMMI, "options": {"stake": 10**4000}}])
    error = json.loads(settle(path).out)["first"]["error"]
    assert (error["hand"], error["seat"], error["field"]) == (-1, None, "stake")
