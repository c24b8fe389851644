"""House rules as a document: the same choices have the same hash, whoever writes them down."""

import json
from random import Random
from typing import Any

import pytest

from scorekeeper.engine.cases.case import settle
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.options import load_options, stated_options
from scorekeeper.house_rules import documents
from scorekeeper.house_rules.documents import (
    Document,
    check,
    normalize_options,
    possible_tables,
    read,
)
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import options_of

POOL = VARIANTS["pool_rummy"]
every_game = pytest.mark.parametrize("key", VARIANTS)


def written(**changed: Any) -> bytes:
    parts = {"document": documents.DOCUMENT, "version": 1, "game": "pool_rummy", "name": "201"}
    parts |= {"options": {"pool": 201, "first_drop": 30}, **changed}
    return json.dumps({name: part for name, part in parts.items() if part is not None}).encode()


def refusal(content: bytes) -> EntryError:
    with pytest.raises(EntryError) as caught:
        read(content)
    return caught.value


@every_game
def test_a_document_is_read_back_as_it_was_written(key: str) -> None:
    rules = VARIANTS[key]
    for seed in range(20):
        rng = Random(seed)
        seats, side = rng.choice(list(possible_tables(rules)))
        stated = stated_options(rules, options_of(rules, rng, seats, side), seats, side)
        plain = json.loads(json.dumps({name: value_of(rules, name, stated) for name in stated}))
        first = Document(rules, normalize_options(rules, plain), "Rules", "A note", "INR")
        again = read(first.text().encode())
        assert (again.digest, again.text()) == (first.digest, first.text())


def value_of(rules: Any, name: str, stated: Any) -> Any:
    return codec.dump(rules.options(**{name: stated[name][0]}), full=True)[name]


def test_the_hash_is_of_the_game_and_its_options_alone() -> None:
    first = read(written())
    assert first.digest == read(written(name="Saturday", note="Since 2019.")).digest
    assert first.digest == read(written(options={"first_drop": 30, "pool": 201})).digest
    assert first.digest != read(written(options={"first_drop": 31, "pool": 201})).digest
    assert first.digest != read(written(options={"pool": 201})).digest


def test_the_hash_is_the_same_in_every_later_version() -> None:
    """Written down once; if this fails, documents handed on before have another hash now."""
    assert read(written()).digest == (
        "38a1119d9b1cfa2a2febba55c0fb0f81a03e6c0b1c31051cdf253bc900eff8c1"
    )


def test_own_words_are_in_the_hash_in_one_spelling() -> None:
    values: dict[str, Any] = {"game": "house_game", "options": {"won_word": "Caf\u00e9"}}
    other = {"game": "house_game", "options": {"won_word": " Cafe\u0301 "}}
    assert read(written(**values)).digest == read(written(**other)).digest


def test_money_names_its_currency_and_nothing_else_does() -> None:
    rules, fee = POOL, {"fee": 5000}
    assert '"currency": "INR"' in Document(rules, fee, "Fifty", "", "INR").text()
    assert "currency" not in Document(rules, {"pool": 61}, "Short", "", "INR").text()


@pytest.mark.parametrize(
    ("content", "field", "message"),
    [
        (b"", "", "cannot be read"),
        (b"{", "", "cannot be read"),
        (b"\xff\xfe", "", "cannot be read"),
        (b"[" * 5000, "", "cannot be read"),
        (b'{"a": ' + b"9" * 6000 + b"}", "", "cannot be read"),
        (b'{"a": 1, "a": 2}', "", "appears twice"),
        (b'{"a": NaN}', "", "not a number"),
        (b"[]", "", "not house rules from Scorekeeper"),
        (b"{}", "", "not house rules from Scorekeeper"),
        (b" " * 30_000, "", "too long"),
        (written(document="something else"), "", "not house rules"),
        (written(version=2), "version", "These rules are from a newer Scorekeeper (version 2)"),
        (written(version=0), "version", "not known"),
        (written(version=True), "version", "not known"),
        (written(version="1"), "version", "not known"),
        (written(version=None), "version", "not known"),
        (written(game="bridge"), "game", "no game called “bridge”"),
        (written(game=None), "game", "no game called"),
        (written(game=["rummi"]), "game", "no game called"),
        (written(umpire="Asha"), "umpire", "no part called umpire"),
        (written(name="x" * 61), "name", "at most 60 characters"),
        (written(name=7), "name", "Enter a word"),
        (written(note="x" * 201), "note", "at most 200 characters"),
        (written(currency="rupees"), "currency", "not a valid currency"),
        (written(game="\ud800"), "", "half a character"),
        (written(umpire="\udfff"), "", "half a character"),
        (written(options={"\ud800": 1}), "", "half a character"),
        (b'{"a": ' + b"[" * 900 + b"]" * 900 + b"}", "", "nested too deeply"),
        (written(options=[]), "options", "by name"),
        (written(options={"umpire": 1}), "umpire", "no question called umpire"),
        (written(options={"pool": 102}), "pool", "one of the answers"),
        (written(options={"pool": None}), "pool", "missing"),
        (written(options={"fee": "100"}), "fee", "whole number"),
        (written(options={"rejoin_up_to": 100}), "rejoin_up_to", "must still be in: at most 99"),
    ],
)
def test_what_cannot_be_read_is_refused_where_it_stands(
    content: bytes, field: str, message: str
) -> None:
    error = refusal(content)
    assert error.field == field
    assert message in str(error)


def test_an_empty_answer_is_a_choice_where_it_may_be_empty() -> None:
    assert read(written(game="rummi", options={"cap": None})).options == {"cap": None}


@pytest.mark.parametrize(
    ("key", "options"),
    [
        ("pool_rummy", {"rejoin_up_to": 100}),
        ("pool_rummy", {"first_drop": 0}),
        ("pool_rummy", {"umpire": 1}),
        ("rummi", {"stake": 0}),
        ("rummi", {"tiers": [3, 2, 1]}),
        ("gin_rummy", {"target": "hundred"}),
        ("house_game", {"payment": "pot", "ends": "open"}),
        ("house_game", {"buttons": [["Drop", 1], ["Drop", 2]]}),
    ],
)
def test_settle_and_a_document_refuse_the_same_option(key: str, options: dict[str, Any]) -> None:
    seats = list("ABCD"[: min(4, VARIANTS[key].seats.stop - 1)])
    settled = settle(VARIANTS[key], {"options": options, "seats": seats, "hands": []})["error"]
    refused = refusal(written(game=key, options=options))
    assert (refused.field, str(refused)) == (settled["field"], settled["message"])


def test_rules_for_some_tables_only_are_rules() -> None:
    """A ladder of four places is for five players."""
    check(VARIANTS["rummi"], {"tiers": [1, 2, 3, 4]})
    with pytest.raises(EntryError):
        check(VARIANTS["rummi"], {"tiers": [1, 2, 3, 4, 5, 6]})


@pytest.mark.parametrize(
    ("name", "file"), [("Saturday 201", "saturday-201.json"), ("शनिवार", "pool_rummy.json")]
)
def test_a_file_has_a_plain_name(name: str, file: str) -> None:
    assert Document(POOL, {}, name).file_name == file


def test_what_follows_from_the_other_choices_is_not_written_down_by_a_form() -> None:
    options = {"pool": 201, "first_drop": 25, "wrong_show": 60, "fee": 10_000}
    assert documents.minimal_options(POOL, options) == {"pool": 201, "wrong_show": 60}
    assert documents.minimal_options(POOL, {"pool": 101}) == {}


def test_what_follows_at_some_tables_only_is_written_down() -> None:
    """Four units for a Hu are usual at four players alone."""
    assert documents.minimal_options(VARIANTS["rummi"], {"hu_units": 4, "tie": "share"}) == {
        "hu_units": 4
    }


@every_game
def test_lean_rules_are_the_same_rules(key: str) -> None:
    rules = VARIANTS[key]
    for seed in range(10):
        seats, side = next(possible_tables(rules))
        options = options_of(rules, Random(seed), seats, side)
        full = codec.dump(options, full=True)
        lean = documents.minimal_options(rules, full)
        assert load_options(rules, lean, seats, side) == options
        assert documents.minimal_options(rules, lean) == lean
