"""A language is its folder in locale/: what it has is shown, what it lacks stays English."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.engine.questions import Word, questions
from scorekeeper.settings import languages
from scorekeeper.variants import VARIANTS
from tests import factories as make
from tests.factories import pool_hand

ROOT = Path(__file__).parent.parent
CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
HINDI = {"accept-language": "hi-IN,hi;q=0.9,en;q=0.5"}
HOLES = re.compile(r"%\(\w+\)[sd]|%[sd]|{\w+}|</?\w+>")


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as opened:
        return read_po(opened)


def texts(told: Any) -> tuple[str, ...]:
    return (told,) if isinstance(told, str) else tuple(told)


def translated(path: Path) -> Iterator[Message]:
    return (m for m in catalogue(path) if m.id and any(texts(m.string)))


def page(variant: str, headers: dict[str, str]) -> str:
    at = make.night(variant)
    browser = make.host_client(at.game.session.club, headers=headers)
    answer = browser.get(reverse("capture:hand_new", args=[at.game.session.code, 1]))
    return answer.content.decode()


# What people see ------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_hindi_phone_writes_hands_in_hindi():
    shown = page("pool_rummy", HINDI)
    assert '<html lang="hi"' in shown
    for words in ("हाथ 1", "कौन जीते?", "पहला ड्रॉप", "ग़लत शो", "हाथ 1 सहेजें", "आगे"):
        assert words in shown
    assert "First drop" not in shown


@pytest.mark.django_db
def test_what_is_not_translated_stays_english():
    shown = page("marriage", HINDI)
    assert "हाथ 1 सहेजें" in shown
    assert "Maal" in shown


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en-IN", "fr", ""])
def test_everybody_else_reads_english(language: str):
    shown = page("pool_rummy", {"accept-language": language})
    assert '<html lang="en"' in shown
    assert "First drop" in shown and "पहला" not in shown


@pytest.mark.django_db
def test_what_the_engine_says_comes_in_hindi_too():
    at = make.play(make.night(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    browser = make.client_with(Role.SCORER, at.game.session.club, headers=HINDI)
    code = at.game.session.code
    told = {"p0-finish": "first_drop", "number": 2, "token": make.token()}
    slip = browser.post(reverse("capture:slip", args=[code, 1]), told).content.decode()
    assert "हाथ कैसे समाप्त किया?" in slip
    board = browser.get(reverse("board:night", args=[code])).content.decode()
    assert "अब तक के हाथ" in board
    hand = at.game.hands.get()
    assert "पहला ड्रॉप" in browser.get(reverse("board:hand", args=[code, hand.pk])).content.decode()


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
        one, *more = texts(message.id)
        wanted = texts(message.string)[0]
        found = compiled.ngettext(one, more[0], 1) if more else compiled.gettext(one)
        assert found == wanted, "run: python3 go.py manage compilemessages"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_a_translation_keeps_the_places_for_names_and_numbers(path: Path):
    for message in translated(path):
        wanted = sorted(HOLES.findall(texts(message.id)[-1]))
        for text in texts(message.string):
            assert sorted(HOLES.findall(text)) == wanted, message.id


# What can be translated at all ----------------------------------------------------------------


def marked() -> set[str]:
    """Every text written as ``_("…")`` in the rules."""
    found = set()
    for folder in ("engine", "variants"):
        for path in (ROOT / "scorekeeper" / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_":
                    found |= {str(a.value) for a in node.args if isinstance(a, ast.Constant)}
    return found


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
