"""A phrase: English as text, a message with its values as JSON."""

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.engine.words import (
    ENGLISH,
    NO_WORDS,
    Day,
    Phrase,
    Tongue,
    _,
    dump,
    dumps,
    joined,
    load,
    loads,
    ngettext,
    number,
    verbatim,
)

COUNT = _("count of {count}").format(count=29)
DAY = _("carried over from {session}").format(session=Day("2026-11-20"))
HALF = _("half a {words}").format(words=COUNT)
ALL = joined([HALF, ngettext("{count} drop left", "{count} drops left", 2), verbatim("Rummy [2]")])
BACKWARDS = Tongue(
    lambda text: text[::-1] if "{" not in text else f"<{text}>",
    lambda singular, many, count: f"<{many}>" if count != 1 else f"<{singular}>",
    lambda value: f"#{number(value)}",
    lambda day: f"day {day[-2:]}",
)


def test_as_text_it_is_english():
    assert HALF == "half a count of 29"
    assert ALL == "half a count of 29, 2 drops left, Rummy [2]"
    assert _("count of {count}").format(count=15.5) == "count of 15½"
    assert ngettext("{count} drop left", "{count} drops left", 1) == "1 drop left"


def test_a_tongue_words_what_is_inside_too():
    assert BACKWARDS.say(HALF) == "<half a <count of #29>>"
    assert BACKWARDS.say(ngettext("{count} drop", "{count} drops", 3)) == "<#3 drops>"
    assert BACKWARDS.say(DAY) == "<carried over from day 20>"
    assert BACKWARDS.say(joined([_("won"), verbatim("Rummy")])) == "<now ,<Rummy>>"


@pytest.mark.parametrize("phrase", [COUNT, DAY, HALF, ALL, _("won"), NO_WORDS, verbatim('["won"]')])
def test_what_is_stored_is_the_message_and_its_values(phrase: Phrase):
    for again in (
        load(json.loads(json.dumps(dump(phrase)))),
        loads(dumps(phrase)),
        pickle.loads(pickle.dumps(phrase)),
        copy.deepcopy(phrase),
    ):
        assert (again, dict(again.values), again.plural) == (
            phrase,
            dict(phrase.values),
            phrase.plural,
        )
        assert BACKWARDS.say(again) == BACKWARDS.say(phrase)


def test_a_reason_is_stored_as_a_key_and_its_values_and_any_other_message_as_it_is():
    assert dumps(_("first drop")) == "@first_drop"
    assert dumps(COUNT) == '["@count_of",{"count":29}]'
    assert dumps(joined([_("unseen"), COUNT])) == (
        '["@parts",{"parts":[["@unseen"],["@count_of",{"count":29}]]}]'
    )
    assert dumps(_("no such reason")) == "no such reason"


def test_a_sentence_stored_without_its_key_is_the_same():
    assert loads('["count of {count}",{"count":29}]') == loads(dumps(COUNT)) == "count of 29"


@given(st.text())
def test_any_other_text_is_read_as_what_it_is(text: str):
    assert loads(text) == text or text.startswith("[")
    assert loads(dumps(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "[1]",
        '["a",1]',
        "[[]]",
        '["{x.y}",{"x":1},[]]',
        "[]",
        '["{x}",{"x":{"day":"no"}}]',
        '["{x}",{"x":{}}]',
    ],
)
def test_text_that_is_nearly_a_phrase_stays_text(text: str):
    assert loads(text) == text


def test_a_template_gets_at_nothing_but_its_values():
    assert loads('["{x.__class__} {x!r} {y}",{"x":1}]') == "{x.__class__} {x!r} {y}"


def test_numbers_are_worded_late():
    assert ENGLISH.say(COUNT) == str(COUNT)
    assert BACKWARDS.say(COUNT) == "<count of #29>"
