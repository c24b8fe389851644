"""Text that people type, on one line: names, notes, answers, headers of e-mails."""

import unicodedata
from typing import Final

JOINERS: Final = "\u200c\u200d"
"""Invisible characters that Indic names and family emoji need."""


def one_line(text: str) -> str:
    """Returns the text composed, trimmed, with single spaces, without control characters.

    >>> one_line(" Asha\\r\\nBcc:\\tall ")
    'Asha Bcc: all'
    """
    text = unicodedata.normalize("NFC", text)
    return " ".join("".join(c if c.isprintable() or c in JOINERS else " " for c in text).split())
