"""A table's own words: typed in, shown on its buttons, never taken for anything else."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.http import QueryDict

from scorekeeper.engine import playing
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import NamedPoints, when
from scorekeeper.play.wording.answers import entry_reports
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.layout import HandField
from scorekeeper.table.entry.templatetags import capture
from tests.helpers.drawing import names
from tests.helpers.engine import tiny
from tests.helpers.engine.changed import changed
from tests.helpers.engine.tiny import Result


@dataclass(frozen=True)
class Line:
    reply: str = ask.text("Said", "nothing", max=8)
    extras: tuple[tuple[str, int], ...] = ask.question(
        NamedPoints(label="Extras", most=3, letters=8), ()
    )
    result: Result | None = ask.pick(
        "Result", None, sole=(), sole_value=Result.PLAYED, suggest=Result.VOID
    )


def outcome(game: Any, entry: Any) -> Any:
    return tiny.variant.outcome(game, replace(entry, lines=(tiny.Line(),) * len(entry.lines)))


table = changed(
    tiny.variant,
    line=Line,
    outcome=outcome,
    check=lambda game, entry: None,
    own_words=lambda options: {Result.PLAYED: "<Bazi>", Result.VOID: "Phat"},
)
GAME = playing.start(table, tiny.Options(), 3)


def form(**typed: list[str]) -> HandForm:
    data = QueryDict(mutable=True)
    for name, texts in typed.items():
        data.setlist(name.replace("_", "-", 1), texts)
    return HandForm(table, GAME, names(3), data)


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        (["Gin", "25", "", "", " Big  gin ", "10+5"], (("Gin", 25), ("Big gin", 15))),
        (["", ""], ()),
    ],
)
def test_typed_pairs_are_read_in_order(texts: list[str], read: object) -> None:
    assert form(p1_extras=texts).entry.lines[1].extras == read


def test_a_typed_word_is_read_and_an_empty_one_is_the_usual() -> None:
    lines = form(p0_reply=[" Rummy! "], p1_reply=[""]).entry.lines
    assert [line.reply for line in lines] == ["Rummy!", "nothing", "nothing"]


@pytest.mark.parametrize(
    ("name", "texts", "message"),
    [
        ("p1_extras", ["Gin", "x"], "Enter a whole number."),
        ("p1_extras", ["Gin", ""], "Enter a whole number."),
        ("p1_extras", ["", "5"], "Enter a word."),
        ("p1_extras", ["Gin", "1", "gin", "2"], "The name Gin is used twice."),
        ("p1_reply", ["nine letters"], "Enter at most 8 characters."),
    ],
)
def test_what_cannot_be_is_told_beside_it_and_kept(
    name: str, texts: list[str], message: str
) -> None:
    bound = form(**{name: texts})
    assert not bound.is_valid()
    field = bound.fields[name.replace("_", "-")]
    assert isinstance(field, HandField)
    assert [str(error) for error in field.errors] == [message]
    assert field.texts == texts


def test_buttons_carry_the_words_of_the_table() -> None:
    part = HandForm(table, GAME, names(3)).parts[0]
    row = str(capture.drawn(part.seats[0]["result"]))
    assert ">Phat<" in row and "Void" not in row
    who = str(capture.drawn(part.person_choices["result"]))
    assert "&lt;Bazi&gt;: who?" in who


def test_the_report_is_told_in_the_words_of_the_table() -> None:
    entry = replace(form().entry, lines=(Line(result=Result.PLAYED), Line(), Line()))
    [report] = entry_reports(table, GAME, entry, names(3), "INR")
    assert report.answers == [("Result", "<Bazi>")]


@dataclass(frozen=True)
class Short:
    result: Result = ask.pick("Result", Result.VOID, sole=(), sole_value=Result.PLAYED)
    reply: str = ask.text("Said", "", when=(when("result", Result.VOID),))


def test_the_one_answer_left_stands_there_without_being_asked() -> None:
    """Nothing to tap, but the page finds it: other questions depend on it."""
    part = HandForm(changed(table, line=Short), GAME, names(3)).parts[0]
    drawn = capture.drawn(part.seats[0]["result"]).strip()
    assert drawn == '<input type="hidden" name="p0-result" value="void">'
    assert part.seats[0]["reply"].rule == (when("result", Result.VOID),)
