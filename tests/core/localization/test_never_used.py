"""Words that no text on a screen, in an e-mail, on a statement or in a terminal uses.

The list is that of the glossary's old terms. A text that may use one is named with its reason.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import polib
import pytest

from tests.helpers.trees import nodes, scripts, templates

ROOT: Final = Path(__file__).parents[3]
CATALOGUES: Final = sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))

NEVER: Final = {
    "take back": r"\b(?:take[ns]?|taking|took)\b(?: (?:it|them|all))? (?:along|in|out|over|back)\b",
    "write down": r"\b(?:write[s]?|writing|written|wrote)\b(?: \w+)? (?:down|in)\b",
    "written": r"\b(?:written|wrote)\b",
    "come in": r"\b(?:come|comes|came|coming) in\b",
    "bring": r"\b(?:bring|brings|brought)\b",
    "stand": r"\b(?:stand|stands|stood)\b",
    "tell": r"\b(?:tell|tells|told)\b",
    "anew": r"\banew\b",
    "meanwhile": r"\bmeanwhile\b",
    "beside": r"\bbeside\b",
    "bear": r"\bbears?\b",
    "purse": r"\bpurses?\b",
    "all square": r"\b(?:all|a full|an empty) square\b",
    "seal": r"\bseal(?:s|ed)?\b",
    "the own": r"\bthe own\b",
    "he": r"\b(?:he|his|him|himself)\b",
    "your line": r"\b(?:your|my|their|somebody’s|own) line\b",
    "signal": r"\bsignal\b",
    "letter": r"\bletters?\b",
    "sign to scan": r"\b(?:QR signs?|signs? to)\b",
    "sheet": r"\bsheets?\b",
    "paper": r"\bpapers?\b",
    "book": r"\bbooks?\b",
    "night": r"\b(?:nights?|tonight|evenings?)\b",
    "your table": r"\b(?:my|your|new|other|another|earlier) tables?\b(?! deal)",
    "at the most": r"\bat the (?:most|least)\b",
    "very many": r"\bvery (?:many|much|often)\b",
    "called so": r"\b(?:called|settle it|booked) so\b",
    "is no name": r"\b(?<!there )(?:is|are) no (?!longer\b|more\b)\w",
    "who runs": r"\b(?:whoever|who) runs\b",
    "club": r"\bclub\b|\b(?:the|your|all|of|which|these) clubs\b",
    "phone": r"(?<!on this )\bphones?\b",
    "picture": r"\bpictures?\b",
    "correct the hand": r"\bcorrect(?:s|ed|ion|ions|ing)\b|\bcorrect (?:the|this|a|hand)\b",
    "contest": r"\bcontest(?:s|ed|ing)?\b",
    "put back": r"\bput (?:back|right)\b",
    "on its way": r"\bon (?:its|their) way\b",
    "closed": r"\b(?:closed|closes the|close the (?:session|night)|closing)\b",
    "hand was left out": r"\bhand (?:was|had been|that was) left out\b",
    "work out anew": r"\bwork(?:s|ed)? (?:it |this |them )?out (?:anew|again)\b",
    "whose phone": r"\bwhose phone\b",
    "let in": r"\b(?:let|lets) (?:\w+ )?(?:back )?in\b",
    "perhaps": r"\bperhaps\b",
    "look at": r"\blook(?:ed|s)? at\b|^Look\b",
    "typed": r"\btyped\b|^Type (?:a|an|it|the|more|in|how)\b",
    "usual rules": r"\busual rules\b",
    "way of playing": r"\bways? of playing\b",
    "carry between": r"\bcarr(?:y|ied) between\b",
    "document": r"\bdocuments?\b",
    "handed over": r"\bhand(?:s|ed|ing)? over\b",
    "so many": r"\bso (?:many|much|often)\b",
    "keep it": r"\bkeep (?:it|them|these)\b|^Kept\b",
    "prove": r"\bprov(?:e|es|ed|ing)\b|\bproofs?\b",
    "digest": r"\bdigests?\b",
    "forget a player": r"\bforget (?:a|the|this)\b",
}
"""What is never used: an example, and what finds it."""

ALLOWED: Final = {
    "Points come in fives.": "multiples of five",
    "looks at a card": "of a dealer",
    "A joker is looked at again": "of a dealer",
    "may stand for": "a wild card: a word of the game",
    "Tell the players yourself": "to say it to a person",
    "That night the clocks go": "a real night",
    "My phone": "an example of a device's name",
    "when it is closed": "a window",
    "was not written": "a file",
    "could not be written": "a file, or an e-mail",
    "Small letters": "of a recovery code",
    "Latin letters": "the alphabet",
    "letters and digits": "of a fingerprint",
    "two letters for the country": "of an IBAN",
    "A letter or digit of this IBAN": "of an IBAN",
    "tell a host what’s wrong": "to say it to a person",
    "to pay by phone": "a phone in the hand",
    "unlock the phone": "a phone in the hand",
    "does not ask the phone": "a phone in the hand",
    "your phone trusts it": "a phone in the hand",
    "Your phone lists them": "a phone in the hand",
    "This phone trusts it already": "a phone in the hand",
    "set up each phone once": "a phone in the hand",
    "as your table does it": "the table that cards lie on",
    "{fault} The table plays on.": "the table that cards lie on",
}
"""What may be used all the same, as a part of the text, and why."""

SILENT: Final = re.compile(
    r"%\(\w+\)[sd]|\{\w*[^{}]*\}|</?\w+[^<>]*>|https?://\S+|/\w+/|\b\w+\.\w+\b|&\w+;"
)
"""Parts of a text that are no words of ours: values, tags, addresses."""
PLACES: Final = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w+\}|</?\w+>")


def used(text: str) -> list[str]:
    """The names of what is never used and stands in this text.

    >>> used("Who holds the purse?")
    ['purse']
    >>> used("Delete this hand")
    []
    """
    for allowed in ALLOWED:
        text = text.replace(allowed, " ")
    plain = SILENT.sub(" ", text)
    return [name for name, words in NEVER.items() if re.search(words, plain, re.IGNORECASE)]


# The catalogue --------------------------------------------------------------------------------


@cache
def entries(path: Path) -> list[polib.POEntry]:
    return [entry for entry in polib.pofile(str(path)) if not entry.obsolete]


def english(entry: polib.POEntry) -> list[str]:
    return [text for text in (entry.msgid, entry.msgid_plural) if text]


def translations(entry: polib.POEntry) -> list[str]:
    return [entry.msgstr] if entry.msgstr else [*entry.msgstr_plural.values()]


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_no_message_uses_them(path: Path) -> None:
    forbidden = {
        text: names for entry in entries(path) for text in english(entry) if (names := used(text))
    }
    assert forbidden == {}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_each_placeholder_of_a_message_is_in_its_translation(path: Path) -> None:
    for entry in entries(path):
        wanted = sorted(PLACES.findall(english(entry)[-1]))
        for text in filter(None, translations(entry)):
            assert sorted(PLACES.findall(text)) == wanted, entry.msgid


@pytest.mark.gettext
@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parents[1].name)
def test_gettext_accepts_the_catalogue(path: Path) -> None:
    command = ["msgfmt", "--check-format", "--check-domain", "--output-file=/dev/null", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr


# Whether or not it is in the catalogue ---------------------------------------------------------

COMMENT: Final = re.compile(
    r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}|<!--.*?-->|<(script|style)\b.*?</\1>", re.DOTALL
)
TAG: Final = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
MESSAGE: Final = re.compile(r"""\{%\s*trans(?:late)?\s+(?:"([^"]*)"|'([^']*)')""")
ATTRIBUTE: Final = re.compile(r"""\b(?:alt|title|placeholder|aria-label|content)="([^"]*)\"""")
SAYS: Final = {"_", "CommandError", "ImproperlyConfigured", "ngettext", "pgettext", "print"}
WRITES: Final = {"critical", "debug", "error", "exception", "info", "warning", "write"}


def shown(path: Path) -> Iterator[str]:
    """What a template shows: its messages, if not in the catalogue too, and all else."""
    text = COMMENT.sub(" ", path.read_text(encoding="utf-8"))
    for double, single in MESSAGE.findall(text):
        yield double or single
    text = TAG.sub(" ", text)
    yield from ATTRIBUTE.findall(text)
    yield re.sub(r"<[^<>]*>", " ", text)


def test_no_template_uses_them() -> None:
    forbidden = {
        str(path.relative_to(ROOT)): names
        for path in templates()
        for text in shown(path)
        if (names := used(text))
    }
    assert forbidden == {}


def is_said(node: ast.Call) -> bool:
    """Whether this call marks a message, or writes to a terminal or a log."""
    match node.func:
        case ast.Name(id=name):
            return name in SAYS
        case ast.Attribute(attr=name):
            return name in WRITES
    return False


def strings(node: ast.AST) -> Iterator[str]:
    """Texts in this part of a program; a value in a text is a space."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=parts):
            yield " ".join(
                str(part.value) if isinstance(part, ast.Constant) else "" for part in parts
            )
        case _:
            for child in ast.iter_child_nodes(node):
                yield from strings(child)


def printed(path: Path) -> Iterator[str]:
    """A module's messages, what it writes to a terminal or a log, and its commands' help."""
    for node in nodes(path):
        if isinstance(node, ast.Call):
            if is_said(node):
                for argument in node.args:
                    yield from strings(argument)
            for keyword in node.keywords:
                if keyword.arg == "help" and "commands" in path.parts:
                    yield from strings(keyword.value)
        elif isinstance(node, ast.Assign) and "commands" in path.parts:
            yield from strings(node.value)


def modules() -> list[Path]:
    code = [*(ROOT / "scorekeeper").rglob("*.py"), ROOT / "go.py"]
    return sorted(path for path in code if "migrations" not in path.parts)


def test_no_message_of_the_code_no_command_and_no_log_uses_them() -> None:
    assert "Scorekeeper needs" in (ROOT / "go.py").read_text(encoding="utf-8")
    forbidden = {
        (str(path.relative_to(ROOT)), text): names
        for path in modules()
        for text in printed(path)
        if " " in text.strip() and (names := used(text))
    }
    assert forbidden == {}


SCRIPT_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
LITERAL: Final = re.compile(r"\"([^\"\n]*)\"|`([^`]*)`")


def test_no_script_uses_them() -> None:
    """A script's sentences come from its template; one of its own would begin with a capital."""
    forbidden = {
        (str(path.relative_to(ROOT)), text): names
        for path in scripts()
        for match in LITERAL.finditer(SCRIPT_COMMENT.sub("", path.read_text(encoding="utf-8")))
        if re.match(r"[A-Z].* ", text := match[1] or match[2] or "") and (names := used(text))
    }
    assert forbidden == {}


# The list itself ------------------------------------------------------------------------------


def test_each_word_of_the_list_is_found() -> None:
    for name, words in NEVER.items():
        assert re.search(words, name, re.IGNORECASE), name


def test_nothing_is_allowed_that_no_text_needs() -> None:
    texts = [text for path in CATALOGUES for entry in entries(path) for text in english(entry)]
    texts += [text for path in modules() for text in printed(path)]
    texts += [path.read_text(encoding="utf-8") for path in scripts()]
    assert [part for part in ALLOWED if not any(part in text for text in texts)] == []
