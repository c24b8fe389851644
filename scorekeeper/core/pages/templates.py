"""Templates are written for people, with a line for each thing; devices are not sent the lines.

When a template is read (once, not with each page) every line break in it goes, with the blanks
around it. What is left of one is

- nothing beside a template tag that says nothing itself (``{% if %}``, ``{% include %}``), beside
  the tag of an element that is no word in a line (``<p>``, ``<input>``), and just inside any tag;
- a space everywhere else: between words, values and elements inside a line, as in any HTML.

A space that must be seen where nothing would be left is written ``{{ " " }}``. Nothing else is
touched: not what stands in one line, no value, no text to be translated, no ``<textarea>``.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

SPEAKING = (
    "blocktranslate",
    "cycle",
    "firstof",
    "game_text",
    "game_text_plural",
    "house_rules",
    "now",
    "static",
    "translate",
    "url",
)
"""Template tags that are words in a line."""
IN_A_LINE = (
    *("a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd"),
    *("mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var"),
)
"""Elements that are words in a line."""
SPACE = '{{ " " }}'

_MARK = r"{%.*?%}|{{.*?}}|{#.*?#}"
_KEPT = (
    r"{% *blocktranslate\b.*?{% *endblocktranslate *%}|{% *comment\b.*?{% *endcomment *%}"
    r"|<(?P<raw>pre|textarea|script|style)\b.*?</(?P=raw)>|<!--.*?-->"
)
_TAG = rf"""</?[a-zA-Z!](?:{_MARK}|"(?:{_MARK}|[^"])*"|'(?:{_MARK}|[^'])*'|[^<>"'{{]|{{)*>"""
_PART = re.compile(rf"(?P<kept>{_KEPT})|{_TAG}|{_MARK}", re.DOTALL)
_NAME = re.compile(r"</?([a-zA-Z!][\w-]*)")
_BREAK = re.compile(r"[ \t\r\n]*\n[ \t\r\n]*")


def tight(source: str) -> str:
    """A template without line breaks that mean nothing."""
    parts, position, left = [], 0, True
    for part in _PART.finditer(source):
        parts.append(_words(source[position : part.start()], left, _eats(part, before=True)))
        parts.append(part.group() if part["kept"] else _BREAK.sub(" ", part.group()))
        position, left = part.end(), _eats(part, before=False)
    parts.append(_words(source[position:], left, True))
    return "".join(parts).replace(SPACE, " ")


def _words(text: str, left: bool, right: bool) -> str:
    """Returns the text between two parts, each of which may eat a line break beside it."""
    if _BREAK.fullmatch(text):
        return "" if left or right else " "
    begins, ends = _BREAK.match(text), re.search(rf"{_BREAK.pattern}\Z", text)
    if ends and right:
        text = text[: ends.start()]
    if begins and left:
        text = text[begins.end() :]
    return _BREAK.sub(" ", text)


def _eats(part: re.Match[str], *, before: bool) -> bool:
    """Whether nothing is left of a line break before this part of a template, or after it."""
    source = part.group()
    if source.startswith("{%"):
        name, *rest = source[2:-2].split()
        return name not in SPEAKING or (name != "blocktranslate" and "as" in rest)
    if source.startswith("{"):
        return source == SPACE or source.startswith("{#")
    named = _NAME.match(source)
    is_word = named is not None and named[1].lower() in IN_A_LINE
    return not is_word or source.startswith("</") == before


class Loader(filesystem.Loader):
    """Reads our own templates; those of libraries stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        return tight(super().get_contents(origin))
