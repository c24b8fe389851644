"""Reads files of cases strictly, and compares results with what they expect.

A faulty file raises ``CaseError`` with one line for its author. A faulty entry is a result of the
case, and not checked here.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NoReturn

from scorekeeper.engine.cases.case import Case, CaseResult
from scorekeeper.engine.errors import CaseError, NotJsonError, TooDeepError
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import _

DEEPEST: Final = 50
"""Lists and objects within one another; a group's document has about ten."""
ADDRESS = ("hand", "seat", "field")
"""The parts of an error that are compared; its message is free."""


# Reading -------------------------------------------------------------------------------------


def read_cases(content: bytes, variants: Mapping[str, AnyVariant]) -> list[Case]:
    """Returns the cases of a file, checked against format and ``variants``. Raises CaseError."""
    cases = strict_json(content)
    if not isinstance(cases, list):
        raise CaseError("a case file is a list of cases")
    for place, case in enumerate(cases, start=1):
        check_case(case, place, variants)
    _check_ids(cases)
    return cases


def strict_json(content: bytes) -> Any:
    """Parses JSON in UTF-8 without repeated names. Raises NotJsonError naming the place."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotJsonError(_("not UTF-8 at byte {place}").format(place=error.start + 1)) from None
    try:
        value = json.loads(text, object_pairs_hook=_parse_object, parse_constant=_refuse_constant)
        _check_depth(value)
    except RecursionError:
        raise TooDeepError(_("nested too deeply")) from None
    except json.JSONDecodeError as error:
        where = _("not JSON at line {line}, column {column}")
        where = where.format(line=error.lineno, column=error.colno)
        raise NotJsonError(where, f"not JSON: {error}") from None
    except NotJsonError:
        raise
    except ValueError:
        raise NotJsonError(_("a number has too many digits")) from None
    return value


def storable_json(content: bytes) -> Any:
    """Like ``strict_json``, for storable values: no lone surrogate, no infinity, no NaN."""
    value = strict_json(content)
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise NotJsonError(_("half a character")) from None
    except (RecursionError, ValueError):
        raise NotJsonError(_("nested too deeply, or a number without end")) from None
    return value


def _check_depth(value: Any) -> None:
    """Raises RecursionError for what is nested deeper than anything of ours: what still can be
    parsed here would be too deep where more functions are running."""
    level = [value]
    for _depth in range(DEEPEST):
        level = [
            part
            for whole in level
            if isinstance(whole, dict | list)
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
        if not level:
            return
    raise RecursionError


def _parse_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    parsed = dict(pairs)
    if len(parsed) == len(pairs):
        return parsed
    names = [name for name, _value in pairs]
    repeated = next(name for name in names if names.count(name) > 1)
    raise NotJsonError(_("{name} appears twice in one object").format(name=repr(repeated)))


def _refuse_constant(name: str) -> NoReturn:
    raise NotJsonError(_("not JSON: {name} is not a number").format(name=name))


def _check_ids(cases: Iterable[Case]) -> None:
    ids: set[str] = set()
    for case in cases:
        if case["id"] in ids:
            raise CaseError(f"two cases have the id {case['id']!r}")
        ids.add(case["id"])


def check_case(case: object, place: int, variants: Mapping[str, AnyVariant]) -> None:
    """Raises CaseError unless this case, the ``place``-th of its file, is in the case format."""
    if not isinstance(case, dict):
        raise CaseError(f"case {place} is not an object")
    name = case.get("id")
    if not isinstance(name, str) or not name:
        raise CaseError(f"case {place} needs an id, a text")
    where = f"case {name!r}"
    key = case.get("variant")
    if not isinstance(key, str):
        raise CaseError(f"{where} needs a variant")
    if key not in variants:
        raise CaseError(f"{where}: there is no variant called {key!r}")
    _check_object(case.get("options"), f"{where}: options")
    if "expect" in case and not isinstance(case["expect"], dict):
        raise CaseError(f"{where}: expect must be an object")
    if "cards" in case:
        _check_card_question(case, where)
    else:
        _check_game(case, where)


def _check_card_question(case: Case, where: str) -> None:
    if not isinstance(case["cards"], dict):
        raise CaseError(f"{where}: cards must be an object")
    if extra := {"seats", "hands"} & case.keys():
        raise CaseError(f"{where} has cards, so it cannot have {min(extra)}")


def _check_game(case: Case, where: str) -> None:
    if not isinstance(case.get("seats"), list):
        raise CaseError(f"{where}: seats must be a list of names")
    if not isinstance(case.get("hands"), list):
        raise CaseError(f"{where}: hands must be a list")
    for index, hand in enumerate(case["hands"]):
        _check_hand(hand, f"{where}, hand {index}")


def _check_hand(hand: object, where: str) -> None:
    if not isinstance(hand, dict):
        raise CaseError(f"{where} is not an object")
    for name in hand:
        if name not in ("deal", "lines", "absent"):
            raise CaseError(f"{where}: {name!r} is not part of an entry")
    _check_object(hand.get("deal"), f"{where}: deal")
    _check_object(hand.get("lines"), f"{where}: lines")
    for seat, line in (hand.get("lines") or {}).items():
        _check_object(line, f"{where}: the line of {seat!r}")
    if not isinstance(hand.get("absent"), list | None):
        raise CaseError(f"{where}: absent must be a list of names")


def _check_object(value: object, where: str) -> None:
    if value is not None and not isinstance(value, dict):
        raise CaseError(f"{where} must be an object")


# Comparing -----------------------------------------------------------------------------------


def differences(expected: CaseResult, actual: CaseResult) -> Iterator[str]:
    """Yields where a result differs from what was expected; extra keys are allowed.

    >>> list(differences({"over": True}, {"over": False, "money": {}}))
    ['over: expected true, found false']
    """
    if "error" in expected:
        expected = {**expected, "error": _without_message(expected["error"])}
    if ("error" in expected) != ("error" in actual):
        kind = "error" if "error" in actual else "result"
        yield f"expected {_as_json(expected)}, found the {kind} {_as_json(actual)}"
    else:
        yield from _compare(expected, actual, "")


def _without_message(error: object) -> object:
    if not isinstance(error, dict):
        return error
    return {name: value for name, value in error.items() if name in ADDRESS}


def _compare(expected: Any, actual: Any, path: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            where = f"{path}.{key}" if path else key
            if key in actual:
                yield from _compare(value, actual[key], where)
            else:
                yield f"{where}: expected {_as_json(value)}, found nothing"
    elif isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        for index, (left, right) in enumerate(zip(expected, actual, strict=True)):
            yield from _compare(left, right, f"{path}[{index}]")
    elif isinstance(expected, bool) != isinstance(actual, bool) or expected != actual:
        yield f"{path}: expected {_as_json(expected)}, found {_as_json(actual)}"


def _as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
