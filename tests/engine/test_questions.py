"""Questions as declared, when they are asked, and answers that nobody asked for."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import (
    Input,
    Word,
    canonical,
    holds,
    question,
    questions,
    unasked,
    unless,
    when,
)
from tests.helpers.engine.tiny import Deal, Line, Options, Packs, Result


def test_questions_stand_in_the_order_they_were_written() -> None:
    assert [q.name for q in questions(Deal)] == ["result", "turned"]


def test_a_question_knows_its_type_default_and_whether_it_may_be_empty() -> None:
    turned, result = question(Deal, "turned"), question(Deal, "result")
    assert (turned.type, turned.default, turned.optional) == (str, None, True)
    assert (result.type, result.default, result.optional) == (Result, Result.PLAYED, False)


def test_a_question_without_a_label_is_called_by_its_name() -> None:
    assert question(Options, "stake").label == "Stake"
    labelled = replace(question(Options, "stake"), kind=Input(label="Money a point"))
    assert labelled.label == "Money a point"


def test_every_field_is_a_question_with_a_default() -> None:
    @dataclass(frozen=True)
    class Faulty:
        count: int = 0

    with pytest.raises(TypeError, match="count is not declared as a question"):
        questions(Faulty)
    count: Any = ask.count
    with pytest.raises(TypeError, match="default"):
        count("Packs")


def test_a_word_has_a_value_a_label_and_a_help() -> None:
    assert (Result.PLAYED.value, Result.PLAYED.label, Result.PLAYED.help) == (
        "played",
        "Played",
        "Somebody won.",
    )
    assert (Result.VOID.label, Result.VOID.help) == ("Void", "")
    assert Packs(2) is Packs.TWO


def test_conditions_look_at_siblings_the_deal_and_the_options() -> None:
    line, deal, options = Line(won=True), Deal(turned="7S"), Options(doubles=True)
    assert holds(when("won", True), line, deal, options)
    assert not holds(when("won", False), line, deal, options)
    assert holds(when("deal.turned", "7S", "8S"), line, deal, options)
    assert holds(unless("options.packs", Packs.TWO), line, deal, options)
    assert not holds(unless("options.doubles", True), line, deal, options)


def test_one_of_two_conditions_is_enough() -> None:
    either = when("deal.turned", "7S") | unless("options.doubles", False)
    assert holds(either, Line(), Deal(turned="7S"), Options())
    assert holds(either, Line(), Deal(), Options(doubles=True))
    assert not holds(either, Line(), Deal(), Options())


def test_three_conditions_chain() -> None:
    any_of = when("won", True) | when("points", 1) | when("points", 2)
    assert holds(any_of, Line(points=2), Deal(), Options())
    assert not holds(any_of, Line(points=3), Deal(), Options())


def test_answers_to_questions_not_asked_go_back_to_default() -> None:
    line = Line(won=True, points=7, twos=3, caught=True)
    assert unasked(line, Deal(), Options()) == {"points": None, "twos": 0, "caught": False}
    assert canonical(line, Deal(), Options()) == Line(won=True)
    chosen = Options(packs=Packs.TWO, doubles=True)
    assert canonical(line, Deal(), chosen) == Line(won=True, twos=3, caught=True)


def test_only_what_is_wanted_of_a_seat_is_kept() -> None:
    line = Line(won=True, aces=(1, 0))
    assert canonical(line, Deal(), Options(), frozenset({"won"})) == Line(won=True)
    assert canonical(line, Deal(), Options(), frozenset()) == Line()


def test_an_answer_that_goes_back_takes_those_below_it_along() -> None:
    @dataclass(frozen=True)
    class Chain:
        first: bool = ask.flag("", False, when=(when("options.doubles", True),))
        second: bool = ask.flag("", False, when=(when("first", True),))
        third: int = ask.count("", 0, when=(when("second", True),))

    chain = Chain(first=True, second=True, third=4)
    assert canonical(chain, Deal(), Options()) == Chain()
    assert canonical(chain, Deal(), Options(doubles=True)) == chain


def test_canonical_answers_are_the_same_object_when_nothing_changes() -> None:
    line = Line(points=4)
    assert canonical(line, Deal(), Options()) is line


def test_words_with_one_value_are_one_word() -> None:
    class Twice(Word):
        A = "a", "A"
        B = "a", "B"

    assert [member.label for member in Twice] == ["A"]
