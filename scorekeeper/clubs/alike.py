"""Which names may be one person's: plain comparing of letters, no database. A guess, to be
shown and never acted upon."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

INDIC: Final = {
    # The consonants of Devanagari and Tamil, by what they share with a name in Latin letters:
    # Tamil writes k and g, t and d, p and b as one.
    **dict.fromkeys("कखगघक़ख़ग़க", "k"),
    **dict.fromkeys("चछजझशषसज़சஜஶஷஸ", "s"),
    **dict.fromkeys("टठडढतथदधடதற", "t"),
    **dict.fromkeys("पफबभफ़பஃ", "p"),
    **dict.fromkeys("ङञणनऩஙஞணநன", "n"),
    **dict.fromkeys("रऱड़ढ़ர", "r"),
    **dict.fromkeys("लळऴலளழ", "l"),
    **dict.fromkeys("मம", "m"),
    **dict.fromkeys("वவ", "v"),
}
LATIN: Final = {
    **dict.fromkeys("kgcqx", "k"),
    **dict.fromkeys("szj", "s"),
    **dict.fromkeys("td", "t"),
    **dict.fromkeys("pbf", "p"),
    **dict.fromkeys("vw", "v"),
    **{letter: letter for letter in "nrlm"},
}
LEAST: Final = 4
"""Shorter names differ by a letter for good reasons: Jan and Jon."""


@lru_cache(maxsize=2048)
def letters(name: str) -> str:
    """Without case, accents, spaces and marks, in any script.

    >>> letters("  José-Ann ") == letters("JOSE ANN")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in plain if c.isalnum() or _is_vowel_sign(c))


def _is_vowel_sign(letter: str) -> bool:
    """Of a script that writes vowels as marks; no accent."""
    return unicodedata.category(letter)[0] == "M" and not "\u0300" <= letter <= "\u036f"


@lru_cache(maxsize=2048)
def skeleton(name: str) -> str:
    """Its consonants, as they sound alike in every script known here; "" of another.

    >>> skeleton("Ravi") == skeleton("रवि") == skeleton("ரவி")
    True
    """
    told = letters(name).replace("ch", "s")
    found = [INDIC.get(c) or LATIN.get(c) or "" for c in told]
    return "".join(c for place, c in enumerate(found) if c and found[place - 1 : place] != [c])


def script(name: str) -> str:
    """``LATIN``, ``DEVANAGARI``, …; "" of a name without letters."""
    letter = next((c for c in name if c.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def alike(one: str, other: str) -> bool:
    """Both may well be one person's."""
    first, second = letters(one), letters(other)
    if not first or not second:
        return False
    if first == second or _with_initial(one, other) or _with_initial(other, one):
        return True
    if script(one) != script(other):
        return len(skeleton(one)) > 1 and skeleton(one) == skeleton(other)
    return min(len(first), len(second)) >= LEAST and one_letter_apart(first, second)


def _with_initial(short: str, long: str) -> bool:
    """``Asha`` and ``Asha R.``"""
    first, second = short.casefold().split(), long.casefold().split()
    rest = [letters(part) for part in second[len(first) :]]
    return bool(rest) and second[: len(first)] == first and all(len(part) <= 1 for part in rest)


def one_letter_apart(one: str, other: str) -> bool:
    """One letter is another, is missing, or two are swapped.

    >>> one_letter_apart("meera", "mera"), one_letter_apart("omar", "amor")
    (True, False)
    """
    if len(one) > len(other):
        one, other = other, one
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def likely(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of places in this list, those of the same letters first."""
    pairs = [
        pair for pair in combinations(range(len(names)), 2) if alike(*(names[n] for n in pair))
    ]
    yield from sorted(pairs, key=lambda pair: letters(names[pair[0]]) != letters(names[pair[1]]))
