"""The words of a page, without its tags."""

import re


def words(page: str) -> str:
    """One after another, with a space wherever a mark stood."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).strip()


def count_of(page: str, said: str) -> int:
    """Returns how many elements of a page say exactly this."""
    return len(re.findall(rf">\s*{re.escape(said)}\s*<", page))
