"""A message with a plural is never translated without a number: older Pythons, such as Debian 12's,
then leave it in English."""

import re
from pathlib import Path

import polib
import pytest

from tests.helpers.trees import templates

ROOT = Path(__file__).parents[3]
CATALOGUES = sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))
SINGLE = re.compile(r'(?:\{% translate |\b(?:_|gettext|gettext_lazy)\()"([^"]+)"')


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda path: path.parts[-3])
def test_no_message_with_a_plural_is_translated_without_a_number(catalogue: Path) -> None:
    with_plural = {
        entry.msgid for entry in polib.pofile(catalogue) if entry.msgid_plural and not entry.msgctxt
    }
    sources = [*templates(), *(ROOT / "scorekeeper").rglob("*.py")]
    single = {message for path in sources for message in SINGLE.findall(path.read_text("utf-8"))}
    assert with_plural and single
    assert with_plural & single == set()
