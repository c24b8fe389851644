"""Text that people type, on one line: names, notes, answers, headers of e-mails."""

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Invisible characters that Indic names and family emoji need."""
BLANKS: Final = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters, marks and symbols that have no shape."""


def one_line(text: str) -> str:
    """Returns the text composed, trimmed, with single spaces, without control characters and
    marks of direction; "" if nothing of it can be seen.

    >>> one_line(" Asha\\r\\nBcc:\\tall ")
    'Asha Bcc: all'
    >>> one_line("\u200d \u3164")
    ''
    """
    text = unicodedata.normalize("NFC", text)
    seen = "".join(c if c in JOINERS or _is_shown(c) else " " for c in text)
    is_empty = all(unicodedata.category(c)[0] in "CMZ" for c in seen)
    return "" if is_empty else " ".join(seen.split())


def _is_shown(letter: str) -> bool:
    return letter.isprintable() and letter not in BLANKS
