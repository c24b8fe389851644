"""The words of a page, without its tags."""

import re


def words(page: str) -> str:
    """One after another, with a space wherever a mark stood."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).strip()
