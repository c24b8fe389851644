"""A refusal that a service raises is the outcome of its request and the sentence of its page."""

import json
from typing import Any, cast

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.test import RequestFactory
from django.utils.translation import gettext_lazy, override

from scorekeeper.core.requests.outcomes import Conflict, Gone, Outcome, Stale, WriteRequest
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.words import _


def request() -> WriteRequest:
    made = cast(Any, RequestFactory().post("/", {"token": "t"}))
    made.resolver_match = made.htmx = None
    return cast(WriteRequest, made)


def outcome_of(error: Exception) -> tuple[Refusal | None, dict[str, str]]:
    asked = request()

    def write() -> None:
        raise error

    refusal = attempt(asked, write)
    return refusal, json.loads(asked.outcome_json)


def test_what_is_written_is_done() -> None:
    asked, written = request(), list[int]()
    assert attempt(asked, lambda: written.append(1)) is None
    assert written == [1] and json.loads(asked.outcome_json)["fate"] == "done"


@pytest.mark.parametrize(
    ("error", "fate", "message"),
    [
        (Refusal("Only %(name)s may.", name="Asha"), "refused", "Only Asha may."),
        (Refusal("", status=200), "refused", ""),
        (Refusal("100 % of it."), "refused", "100 % of it."),
        (Refusal("Later.", fate=Stale), "stale", "Later."),
        (Refusal("Nowhere.", fate=Gone), "gone", "Nowhere."),
        (OtherwiseError(None, "Other."), "conflict", "Other."),
        (ValidationError(["One.", "Two."]), "refused", "One. Two."),
        (EntryError(_("Choose {name}."), name="Dev"), "refused", "Choose Dev."),
    ],
)
def test_each_refusal_has_its_fate_and_its_sentence(
    error: Exception, fate: str, message: str
) -> None:
    refusal, outcome = outcome_of(error)
    assert refusal is not None and refusal.sentence == message
    assert (outcome["fate"], outcome["message"], outcome["token"]) == (fate, message, "t")


def test_a_fault_of_ours_is_no_refusal() -> None:
    with pytest.raises(KeyError):
        outcome_of(KeyError("x"))


def test_a_refusal_about_a_field_names_it_and_a_form_takes_it() -> None:
    refusal, outcome = outcome_of(Refusal("Too long.", about="name"))
    assert refusal is not None and outcome["field"] == "name"
    form = NameForm({"name": "Asha"})
    assert form.is_valid()
    form.add_error("name", refusal)
    assert form.errors == {"name": ["Too long."]}


@pytest.mark.parametrize("fate", [Conflict, Stale])
def test_what_it_is_about_is_for_the_page_alone_unless_it_is_a_field(fate: type[Outcome]) -> None:
    for refusal in (Refusal("No.", about=(1, 2)), Refusal("No.", fate=fate, about="name")):
        assert not outcome_of(refusal)[1].get("field")


class NameForm(forms.Form):
    name = forms.CharField(error_messages={"required": "Enter a name."})


def test_a_valid_form_is_written_by_the_names_of_its_fields() -> None:
    written: list[dict[str, object]] = []

    def write(**fields: object) -> None:
        written.append(fields)

    assert attempt_form(request(), NameForm({"name": "Asha"}), write, by=None) is None
    assert written == [{"name": "Asha", "by": None}]
    asked = request()
    refusal = attempt_form(asked, NameForm({}), write, by=None)
    assert refusal is not None and (refusal.sentence, refusal.status) == ("Enter a name.", 400)
    assert json.loads(asked.outcome_json)["field"] == "name"
    assert len(written) == 1


def test_a_sentence_is_in_the_language_of_who_reads_it() -> None:
    with override("hi"):
        refusal = Refusal(gettext_lazy("Choose a banker."))
        hindi = refusal.sentence
    with override("en"):
        assert refusal.sentence == "Choose a banker." != hindi
