"""Every game says what its words mean: those of its questions and answers, and no other."""

import inspect
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.utils import translation

from scorekeeper.core.localization.words import words
from scorekeeper.engine.questions.kinds import Question, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants import VARIANTS
from tests.helpers.clubs.money import money_in

TEMPLATES: Final = Path(__file__).parents[2] / "templates/table/entry/variants"

PLAIN: Final = frozenset(
    """
    a ace aces adds after again all alone always american an and are as at auto average back be
    below best better big black bonus bonuses both british button buttons by call can card cards
    cash chip chips classic columns comes coming count counts deal deals dealt declared
    difference double doubled doubles down each earlier eight end ended ends enough entry equal
    every everybody everything extra fee fewest fine finish finished first fit five for form
    four free full game games get had half halves hand hands high highest in ins into is its
    jack jamaican joker jokers keep king last least left limit lose losers losses lost low
    lowest made minus modern money more most much nd need needs neighbours never next no nobody
    none not nothing number of off often on once one only or other others otherwise out own
    packs paid pairs pay pays penalty per place play played player players point points print
    printed put queen ran rank ranked rd receive receives red regular reshuffle rested round
    rounds runs same sat save saved scale scales score scores seat sets settled seven sevens
    several share show showed shown some spades st stake stakes starts stop suits sum table
    taken takes target ten th that the their them they third this three threes ties tiles times
    to too top total totals turn turned twice two twos units up used usual value wanted was we
    what when who whole win winner winners winning wins with without won word worse yes yet you
    your zero
    """.split()  # noqa: SIM905 — a list of words is read as text
)
"""Everyday English, and what every card player knows. A new word of a question is one of these, or
its game says what it means."""

FORMS: Final = {
    **dict.fromkeys(("going", "went", "goes"), "go"),
    **dict.fromkeys(("melded", "melding"), "meld"),
    "knocked": "knock",
    "buys": "buy",
    "boxes": "box",
    "lives": "life",
    "men": "man",
    "fouls": "foul",
    "rejoins": "rejoin",
}
"""Other forms of the words of a glossary; those with an -s alone need no line."""


def stems(text: object) -> list[str]:
    words = re.findall(r"[^\W\d_]+|★", str(text).casefold())
    return [FORMS.get(word, word.removesuffix("s")) for word in words]


def unusual(text: object) -> set[str]:
    words = {word for word in re.findall(r"[^\W\d_]+", str(text).casefold()) if word not in PLAIN}
    return {stem for word in words for stem in stems(word)}


def all_questions(rules: AnyVariant) -> list[Question]:
    return [q for part in (rules.deal, rules.line, rules.options) for q in questions(part)]


def labels(rules: AnyVariant) -> Iterator[object]:
    """What stands on the buttons and beside the fields."""
    for question in all_questions(rules):
        yield question.label
        yield from (word.label for word in answers(question))
    yield from rules.called.values()


def answers(question: Question) -> Iterable[Any]:
    members: dict[str, Any] = getattr(question.type, "__members__", {})
    return members.values()


def shows_jokers(rules: AnyVariant) -> bool:
    """Whether its page has a key with a star: among the cards, or of its own."""
    screen = TEMPLATES / f"{rules.key}.html"
    has_cards = any(getattr(q.kind, "joker", False) for q in all_questions(rules))
    return has_cards or (screen.exists() and '"★"' in screen.read_text())


def told(rules: AnyVariant) -> Iterator[object]:
    """What its pages say besides labels: prose, helps, presets, what can be achieved, the guide."""
    yield from (rules.name, rules.summary, inspect.getmodule(type(rules)).__doc__)
    for question in all_questions(rules):
        yield question.kind.help
        yield from (word.help for word in answers(question))
    for preset in rules.presets:
        yield from (preset.name, preset.note)
    for feat in rules.feats:
        yield from (feat.name, feat.description)
    seats = min(rules.seats)
    card = rules.table_card(load_options(rules, {}, seats), seats)
    assert card is not None
    for _label, sentences in card.rows:
        yield from sentences


def entries(rules: AnyVariant) -> tuple[object, ...]:
    return (*rules.glossary, *rules.money_glossary)


def word_of(sentence: object) -> str:
    word, colon, meaning = str(sentence).partition(": ")
    assert colon and meaning.endswith("."), f"no word, colon and sentence: {sentence}"
    return word


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_word_of_a_question_is_plain_english_or_explained(key: str) -> None:
    rules = VARIANTS[key]
    explained = {stem for sentence in entries(rules) for stem in stems(word_of(sentence))}
    unexplained = {
        str(label): missing for label in labels(rules) if (missing := unusual(label) - explained)
    }
    assert unexplained == {}
    assert ("★" in explained) == shows_jokers(rules)


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_explained_word_is_used(key: str) -> None:
    rules = VARIANTS[key]
    meanings = [str(sentence).partition(": ")[2] for sentence in entries(rules)]
    texts = [*labels(rules), *told(rules), *meanings]
    used = {stem for text in texts for stem in stems(text)} | {"★"}
    unused = [str(s) for s in entries(rules) if not set(stems(word_of(s))) <= used]
    assert unused == []


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_no_word_is_explained_twice(key: str) -> None:
    words = [word_of(sentence) for sentence in entries(VARIANTS[key])]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("language", ["en", "hi"])
@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_a_group_without_money_reads_of_none(key: str, language: str) -> None:
    with translation.override(language):
        told_to_all = " ".join(words(sentence) for sentence in VARIANTS[key].glossary)
    assert money_in(told_to_all, language) == []
