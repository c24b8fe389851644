"""A language is its folder in locale/: what it has is shown, what it lacks stays English."""

import ast
import gettext
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.models import Role
from scorekeeper.core.localization.words import words
from scorekeeper.core.server.environment import languages
from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import load_seating as seats_of
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import Word, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.words import Phrase
from scorekeeper.play.addresses import hand_address
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.trees import nodes, parsed, templates

ROOT = Path(__file__).parents[2]
CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
HINDI = {"accept-language": "hi-IN,hi;q=0.9,en;q=0.5"}
HOLES = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w+}|</?\w+>")


ONE_FORM = re.compile(
    r"(?:\{\w+\}|%\(\w+\)[sd]) (?:points|hands|games)\b(?! or more| are too many)"
)
"""A count before a word that has a singular; more than one by nature are those after it."""


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as opened:
        return read_po(opened)


def texts(value: Any) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def translated(path: Path) -> Iterator[Message]:
    return (m for m in catalogue(path) if m.id and any(texts(m.string)))


def page(variant: str, headers: dict[str, str]) -> str:
    table = make.session(variant)
    browser = make.host_client(table.game.session.club, headers=headers)
    answer = browser.get(reverse("entry:hand_new", args=[table.game.session.code, 1]))
    return answer.content.decode()


SHOWN = re.compile(r"""{% translate (?:"([^"]+)"|'([^']+)')""")


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_what_a_template_says_is_in_the_catalogue(path: Path) -> None:
    """A text that changes with a variable's name loses its translation."""
    ids = {text for message in catalogue(path) for text in texts(message.id)}
    pages = (page for page in templates() if "admin" not in page.parts)
    shown = {a or b: page for page in pages for a, b in SHOWN.findall(page.read_text())}
    assert {text: page for text, page in shown.items() if text not in ids} == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_what_the_code_says_is_in_the_catalogue(path: Path) -> None:
    ids = {text for message in catalogue(path) for text in texts(message.id)}
    missing = {
        str(module.relative_to(ROOT)): unknown
        for module in (ROOT / "scorekeeper").rglob("*.py")
        if (unknown := [text for text in gathered(parsed(module)) if text not in ids])
    }
    assert missing == {}


def gathered(tree: ast.AST) -> Iterator[str]:
    """The texts that code hands to gettext."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(
                func=ast.Name(id="_" | "gettext" | "gettext_lazy" | "ngettext" | "ngettext_lazy"),
                args=[ast.Constant(value=str(text)), *_],
            ):
                yield text


# What people see ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_hindi_device_writes_hands_in_hindi():
    shown = page("pool_rummy", HINDI)
    assert '<html lang="hi"' in shown
    for text in ("हाथ 1", "कौन जीते?", "पहला ड्रॉप", "ग़लत शो", "हाथ 1 सहेजें", "आगे"):
        assert text in shown
    assert "First drop" not in shown


@pytest.mark.django_db
def test_what_is_not_translated_stays_english():
    with translation.override("hi"):
        assert words("Nobody ever said this.") == "Nobody ever said this."
        assert words(Phrase("{n} said nothing", {"n": 3})) == "3 said nothing"


@pytest.mark.django_db
def test_one_writes_in_english_and_another_reads_in_hindi():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    hand, pages = table.game.hands.get(), {}
    for language in ("en", "hi-IN"):
        browser = make.host_client(table.game.session.club, headers={"accept-language": language})
        board = hand_address("scoreboard:hand", hand)
        pages[language] = browser.get(board).content.decode()
    assert "count of 43" in pages["en"] and "count of" not in pages["hi-IN"]
    assert "गिनती 43" in pages["hi-IN"]


@pytest.mark.django_db
def test_the_finished_texts_of_old_sessions_stay_as_they_are():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE play_seatscore SET reason = 'count of 43, as it was' WHERE seat = 1")
    browser = make.host_client(table.game.session.club, headers=HINDI)
    hand = table.game.hands.get()
    shown = browser.get(hand_address("scoreboard:hand", hand))
    assert "count of 43, as it was" in shown.content.decode()
    assert "पहला ड्रॉप" in shown.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en-IN", "fr", ""])
def test_everybody_else_reads_english(language: str):
    shown = page("pool_rummy", {"accept-language": language})
    assert '<html lang="en"' in shown
    assert "First drop" in shown and "पहला" not in shown


@pytest.mark.django_db
def test_what_the_engine_says_comes_in_hindi_too():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    browser = make.client_with(Role.SCORER, table.game.session.club, headers=HINDI)
    code = table.game.session.code
    fields = {"p0-finish": "first_drop", "number": 2, "token": make.token()}
    slip = browser.post(reverse("entry:slip", args=[code, 1]), fields).content.decode()
    assert "हाथ कैसे खत्म हुआ।" in slip
    board = browser.get(reverse("scoreboard:session", args=[code])).content.decode()
    assert "अब तक के हाथ" in board
    hand = table.game.hands.get()
    assert "पहला ड्रॉप" in browser.get(hand_address("scoreboard:hand", hand)).content.decode()


# The catalogues -------------------------------------------------------------------------------


def test_a_language_is_its_folder():
    there = {path.parents[1].name for path in CATALOGUES}
    assert there == {code for code, _name in settings.LANGUAGES} - {"en"}
    assert dict(settings.LANGUAGES)["hi"] == "हिंदी"


def test_a_folder_may_name_a_country_or_a_language_django_does_not_know(tmp_path: Path):
    for name in ("pt_BR", "mai"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
    assert languages(tmp_path) == [
        ("en", "English"),
        ("mai", "mai"),
        ("pt-br", "Português Brasileiro"),
    ]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_catalogue_is_compiled(path: Path):
    with path.with_suffix(".mo").open("rb") as opened:
        compiled = gettext.GNUTranslations(opened)
    for message in translated(path):
        singular, *more = texts(message.id)
        wanted = texts(message.string)[0]
        if message.context:
            compiled_text = compiled.pgettext(message.context, singular)
        else:
            compiled_text = (
                compiled.ngettext(singular, more[0], 1) if more else compiled.gettext(singular)
            )
        assert compiled_text == wanted, "run: python3 go.py manage compilemessages"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_translation_keeps_the_places_for_names_and_numbers(path: Path):
    for message in translated(path):
        wanted = sorted(HOLES.findall(texts(message.id)[-1]))
        for text in texts(message.string):
            assert sorted(HOLES.findall(text)) == wanted, message.id


HEADS = {
    "Rummy and canasta": "Canasta",
    "Gin and games for two": "Gin",
    "Which canasta is played.": "Canasta",
    "Contract rummy: the lowest total wins.": "Contract Rummy",
    "Contract rummy in seven deals, with a bonus for an exact cut.": "Contract Rummy",
}
"""Messages that name a game, and not in full or not as its list does."""
MOVES = {"Canasta", "Kalookie", "Marriage"}
"""Games named after a move or a meld, which is translated."""
SPELT_OUT = re.compile("(?:कॉन्ट्रैक्ट|जिन|पूल|डील्स?|पॉइंट्स?|बेसिक|शंघाई|लिवरपूल) रमी|रमीकब|रम्मीकब")


def game_names(english: str) -> Iterator[str]:
    """Returns the games that a message names."""
    for variant in VARIANTS.values():
        name, is_translated = variant.name, isinstance(variant.name, Phrase)
        is_said = re.search(rf"\b{re.escape(name)}\b", english)
        if is_said and not is_translated and name not in MOVES:
            yield name
    if english in HEADS:
        yield HEADS[english]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_the_name_of_a_game_is_written_as_in_the_list(path: Path):
    named = [
        (message.id, name, text)
        for message in translated(path)
        for name in game_names(texts(message.id)[0])
        for text in texts(message.string)
    ]
    assert len(named) >= len(HEADS)
    assert [entry for entry in named if entry[1] not in entry[2]] == []
    spelt = [m.id for m in translated(path) if SPELT_OUT.search(" ".join(texts(m.string)))]
    assert spelt == []


# Nothing is kept as a sentence ----------------------------------------------------------------


def told_in(key: str) -> Iterator[str]:
    """Every reason and every note of the games in this game's fixtures."""
    for case in json.loads((ROOT / f"fixtures/variants/{key}.json").read_text(encoding="utf-8")):
        if "hands" not in case or "error" in case.get("expect", {}):
            continue
        rules, seated = VARIANTS[key], seats_of(VARIANTS[key], case["seats"])
        options = load_options(rules, case.get("options"), len(seated.seats), seated.side)
        game = playing.start(rules, options, len(seated.seats), seated.side)
        yield from (payment.reason for payment in game.opening)
        for hand in case["hands"]:
            game = playing.play(rules, game, load_entry(rules, game, hand, seated.persons))
            assert game.last is not None
            yield from (score.reason for score in game.last.scores)
            yield from (payment.reason for payment in game.last.payments)
            yield from (n for p in range(game.persons) for n in rules.notes(game, p))


def parts_of(phrase: object) -> Iterator[object]:
    yield phrase
    if isinstance(phrase, Phrase):
        for value in phrase.values.values():
            for part in value if isinstance(value, tuple) else (value,):
                yield from parts_of(part)


@pytest.mark.parametrize("key", VARIANTS)
def test_no_game_puts_sentences_together(key: str):
    """A reason is a message with its values, so that whoever reads it has it in his language."""
    parts = {part for reason in told_in(key) if reason for part in parts_of(reason)}
    assert parts
    for part in parts:
        if isinstance(part, Phrase):
            assert part.message in marked() | {"{own}", "{parts}"}, part
        elif isinstance(part, str):
            assert not re.search(r"[a-z]{2}", part), f"{part!r} is no name, number or card"


# What can be translated at all ----------------------------------------------------------------


@cache
def marked() -> set[str]:
    """Every text written as ``_("…")`` or ``ngettext("…", …)`` in the rules."""
    in_code = set()
    for folder in ("engine", "variants"):
        for path in (ROOT / "scorekeeper" / folder).rglob("*.py"):
            for node in nodes(path):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("_", "ngettext"):
                    in_code |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return in_code


def declared(key: str) -> Iterator[str]:
    """What a game's screens say, as its file declares it."""
    rules = VARIANTS[key]
    yield rules.summary
    for preset in rules.presets:
        yield from (preset.name, preset.note)
    for part in (rules.options, rules.deal, rules.line):
        for q in questions(part):
            yield from (q.label, q.kind.help)
            if issubclass(q.type, Word):
                for word in q.type:
                    yield from (word.label, word.help)


@pytest.mark.parametrize("key", VARIANTS)
def test_every_word_a_game_declares_is_marked_for_translation(key: str):
    assert sorted({text for text in declared(key) if re.search(r"[a-z]", text)} - marked()) == []


def hidden(tree: ast.AST) -> list[str]:
    """Texts inside of a formatted string: nobody who gathers the words looks there."""
    inside = (
        part
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in ast.walk(node)
    )
    kept_texts = []
    for part in inside:
        match part:
            case ast.Call(
                func=ast.Name(id="_" | "gettext" | "ngettext" | "pgettext"),
                args=[ast.Constant(value=text), *_],
            ):
                kept_texts.append(str(text))
    return kept_texts


def test_no_text_is_hidden_from_who_gathers_them():
    assert hidden(ast.parse("f\"{_('won')}\"")) == ["won"] and not hidden(ast.parse("_('won')"))
    unlike = {
        str(path): texts
        for path in (ROOT / "scorekeeper").rglob("*.py")
        if (texts := hidden(parsed(path)))
    }
    assert unlike == {}


def test_what_is_counted_has_a_singular() -> None:
    """Points, hands and games: no message says "1 points". One of these is a range, two are
    what an audit says to whoever runs the site."""
    messages = catalogue(ROOT / "locale/hi/LC_MESSAGES/django.po")
    flat = [message.id for message in messages if isinstance(message.id, str)]
    assert sorted(text for text in flat if ONE_FORM.search(text)) == [
        "%(game)s: %(summary)s. Most often %(least)s to %(most)s points.",
        "standings: {name} is not {net} in {hands} hands, {wins} of them won",
        "{hands} hands are there, the game knows of {count}",
    ]
