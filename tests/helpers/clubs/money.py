"""Finds money in an answer: signs, codes and words. For ``test_points_only.py``."""

import io
import re
from html.parser import HTMLParser
from typing import Any, Final

from pypdf import PdfReader

SIGNS: Final = re.compile(r"[₹$€£¥₨]|\b(INR|NPR|EUR|USD|GBP)\b|\bRs\b")
WORDS: Final = {
    "en": re.compile(
        r"\b(money|stakes?|pays?|paying|paid|payers?|payees?|payments?|payouts?|owes?|owed|debts?"
        r"|settle[sd]?|settling|settlement|expenses?|currency|buy-ins?|deposits?|cash|amounts?"
        r"|pots?|prices?|balances?|banker|UPI|IBAN)\b",
        re.IGNORECASE,
    ),
    "hi": re.compile(
        "पैस|भुगतान|दाँव|हिसाब बराबर|हिसाब चुक|ख़र्च|मुद्रा|रक़म|नक़द|पॉट|बाय-इन"
        "|चुकता|चुकाए|चुकाना|उधार|क़र्ज़|UPI|IBAN"
    ),
}
READ: Final = {"alt", "aria-label", "title", "placeholder", "content", "value"}
"""Attributes that a person sees or hears."""
SILENT: Final = {"script", "style", "template"}


class _Text(HTMLParser):
    """The text of a page, and of the attributes that are read."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        named = dict(attrs)
        if tag == "input" and named.get("type") == "hidden":
            return
        is_typed = named.get("type", "text") in ("text", "submit", "number", "search")
        read = READ if tag in ("input", "button") and is_typed else READ - {"value"}
        self.parts += [value for name, value in attrs if name in read and value]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data)


def text_of(response: Any) -> str:
    """Returns the text that a person can read of an answer, of whatever kind."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    kind = response.get("Content-Type", "")
    if body.startswith(b"%PDF"):
        pages = PdfReader(io.BytesIO(body)).pages
        return " ".join(page.extract_text() for page in pages)
    text = body.decode("utf-8", "replace")
    if not kind.startswith("text/html"):
        return text
    parser = _Text()
    parser.feed(text)
    return " ".join(" ".join(parser.parts).split())


def money_in(text: str, language: str) -> list[str]:
    """Each sign or word of money, with what is around it."""
    hits = [*SIGNS.finditer(text), *WORDS[language].finditer(text)]
    return [text[max(0, hit.start() - 40) : hit.end() + 40] for hit in hits]


def is_sign(hit: str) -> bool:
    """Whether what was found is a sign or code, not a word."""
    return bool(SIGNS.search(hit))
