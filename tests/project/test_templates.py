"""Templates are written for people, and a device is not sent what only people need."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.template import engines

from scorekeeper.core.localization.words import WON
from scorekeeper.core.pages.templates import tight

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
LONGEST = 160

IN_ONE_LINE = {
    "between blocks": (
        "<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n",
        "<ul><li>a</li><li>b</li></ul>",
    ),
    "inside a tag's own": ("<p>\n  some\n  words\n</p>", "<p>some words</p>"),
    "between words and elements in a line": (
        "a\n<b>\n  b\n</b>\n<i>c</i>\nd",
        "a <b>b</b> <i>c</i> d",
    ),
    "between values": ("{{ a }}\n{% translate 'b' %}\nc", "{{ a }} {% translate 'b' %} c"),
    "beside what decides": (
        "a\n{% if b %}\n  {{ b }}\n{% else %}\n  c\n{% endif %}\nd",
        "a{% if b %}{{ b }}{% else %}c{% endif %}d",
    ),
    "beside a fragment": ("a\n{% include 'b.html' %}\nc", "a{% include 'b.html' %}c"),
    "a value that is only named": (
        "<p>\n{% translate 'a' as b %}\n{{ b }}</p>",
        "<p>{% translate 'a' as b %}{{ b }}</p>",
    ),
    "between attributes": (
        '<a class="btn"\n   href="{% url "b" %}"\n   {% if c %}hidden{% endif %}>\n  d\n</a>',
        '<a class="btn" href="{% url "b" %}" {% if c %}hidden{% endif %}>d</a>',
    ),
    "a space that must be seen": (
        'a\n{{ " " }}\n{% if b %}{{ " " }}· b{% endif %}',
        "a {% if b %} · b{% endif %}",
    ),
    "a line is left as it is": ("<p> a  <b> c</b> {% if b %} {% endif %}</p>",) * 2,
    "a text to be translated": (
        "<p>\n{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}\n</p>",
        "<p>{% blocktranslate trimmed %}\n  a\n  b\n{% endblocktranslate %}</p>",
    ),
    "what is typed": (
        "<p>\n<textarea>\n a\n</textarea>\n</p>",
        "<p><textarea>\n a\n</textarea></p>",
    ),
    "an angle in an attribute": (
        "<a {% if b > c %}hidden{% endif %}\n title='>'>\n d</a>",
        "<a {% if b > c %}hidden{% endif %} title='>'>d</a>",
    ),
}


@pytest.mark.parametrize(("written", "sent"), IN_ONE_LINE.values(), ids=IN_ONE_LINE)
def test_line_breaks_are_not_sent(written: str, sent: str) -> None:
    assert tight(written) == sent
    assert tight(sent) == sent


def test_our_templates_are_read_so() -> None:
    template: Any = engines["django"].get_template("_brand.html")
    assert "\n" not in template.template.source


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_line_of_a_template_is_too_long(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert not [number for number, line in enumerate(lines, 1) if len(line) > LONGEST]


def test_the_mark_of_who_won_is_written_in_one_place() -> None:
    """Every page takes it from there, so no page can use another; paper does, too."""
    code = sorted((ROOT / "scorekeeper").rglob("*.py"))
    pages = [path for path in (*TEMPLATES, *code) if WON in path.read_text(encoding="utf-8")]
    assert pages == [ROOT / "scorekeeper" / "core" / "localization" / "words.py"]


def test_templates_are_formatted() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "djlint", "--check", "templates"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout


NO_SPACE = re.compile(
    r"(?<![:;.,])[.,:;](?:</(?:bdi|b|strong|span)>)*(?:\{% (?:end)?(?:if|for)\b[^%]*%\})+"
    r"(?:<(?:bdi|b|strong|span)\b|\{\{|\{% (?:block)?translate)"
)
"""A sentence's end or a colon, a tag that eats the line break, and the next word."""
NO_SPACE_AFTER_A_DOT = re.compile(
    r"\s·(?:\w|<(?:bdi|b|strong|span)\b|\{\{(?! \" \")|\{% (?!end|if\b))"
)
"""A dot between two values, and the next one without a space."""


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_after_a_full_stop_or_a_colon_there_is_a_space(path: Path) -> None:
    assert NO_SPACE.findall(tight(path.read_text())) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_after_a_dot_between_two_values_there_is_a_space(path: Path) -> None:
    assert NO_SPACE_AFTER_A_DOT.findall(tight(path.read_text())) == []
