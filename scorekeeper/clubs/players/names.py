"""Validates several names typed in a row of fields."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.services import clean_name

SURNAME_FIRST: Final = re.compile(r"[^,]+,(\s*\w\.)+\s*")
"""``Söze, K.``"""


def names_in(text: str) -> list[str]:
    """Returns the names of a typed or pasted list. A comma separates names only where all stand in
    one line, and does not before initials."""
    lines = re.split(r"[\n;]", text)
    if len(lines) == 1 and not SURNAME_FIRST.fullmatch(text.strip()):
        lines = text.split(",")
    return [name for line in lines if (name := line.strip().rstrip(",").rstrip())]


@dataclass(slots=True)
class NameRow:
    typed: str = ""
    error: str = ""
    name: str = ""
    """The cleaned name, once read."""


class NameRows:
    """The fields ``typed`` at a table with the names ``taken`` and the players ``seated``, in a
    ``club`` in which players may have several names."""

    def __init__(
        self,
        typed: Sequence[str] = (),
        *,
        taken: Iterable[str] = (),
        club: Club | None = None,
        seated: Iterable[Player] = (),
    ) -> None:
        self.rows = [NameRow(text) for text in typed]
        self.taken = {name.casefold() for name in taken}
        self.club, self.seated = club, [player.person_pk for player in seated]
        self.names: list[str] = []

    def is_valid(self) -> bool:
        """Validates the filled rows: names go to ``names``, errors to their row."""
        used = set(self.taken)
        self.names = []
        for row in self.rows:
            if row.typed.strip():
                self._read(row, used)
        self._check_persons()
        return not any(row.error for row in self.rows)

    def _read(self, row: NameRow, used: set[str]) -> None:
        try:
            name = clean_name(row.typed)
        except ValidationError as error:
            row.error = error.messages[0]
            return
        if name.casefold() in used:
            row.error = _("Two players have this name. Add an initial.")
            return
        used.add(name.casefold())
        row.name = name
        self.names.append(name)

    def _check_persons(self) -> None:
        """Rejects two names of one person. One query."""
        if self.club is None or not self.names:
            return
        players = self.club.players.filter(name__in=self.names).select_related("person")
        person_by_name = {player.name: player.person or player for player in players}
        present = set(self.seated)
        for row in self.rows:
            if (person := person_by_name.get(row.name)) is None:
                continue
            if person.pk in present:
                values = {"name": row.name, "person": person.name}
                row.error = _("%(name)s is %(person)s, who is already seated.") % values
            present.add(person.pk)

    def padded(self, min_rows: int) -> list[NameRow]:
        """Returns the filled rows, padded with empty ones to ``min_rows``, at least one."""
        filled = [row for row in self.rows if row.typed.strip()]
        blank = max(min_rows - len(filled), 1)
        return [*filled, *(NameRow() for _n in range(blank))]


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
    """Returns the name without case, accents, spaces and marks, in any script.

    >>> letters("  José-Ann ") == letters("JOSE ANN")
    True
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(c for c in plain if c.isalnum() or _is_vowel_sign(c))


def _is_vowel_sign(letter: str) -> bool:
    """Whether the mark is a vowel of its script, not an accent."""
    return unicodedata.category(letter)[0] == "M" and not "\u0300" <= letter <= "\u036f"


@lru_cache(maxsize=2048)
def skeleton(name: str) -> str:
    """Returns the name's consonants by sound, comparable across known scripts; "" for others.

    >>> skeleton("Ravi") == skeleton("रवि") == skeleton("ரவி")
    True
    """
    spelling = letters(name).replace("ch", "s")
    classes = [INDIC.get(c) or LATIN.get(c) or "" for c in spelling]
    return "".join(c for index, c in enumerate(classes) if c and classes[index - 1 : index] != [c])


def script(name: str) -> str:
    """Returns ``LATIN``, ``DEVANAGARI``, …; "" for a name without letters."""
    letter = next((c for c in name if c.isalpha()), "")
    return unicodedata.name(letter, "").partition(" ")[0] if letter else ""


def alike(name: str, other: str) -> bool:
    """Whether both names may belong to the same person."""
    first, second = letters(name), letters(other)
    if not first or not second:
        return False
    if first == second or _with_initial(name, other) or _with_initial(other, name):
        return True
    if script(name) != script(other):
        return len(skeleton(name)) > 1 and skeleton(name) == skeleton(other)
    return min(len(first), len(second)) >= LEAST and one_letter_apart(first, second)


def _with_initial(short: str, long: str) -> bool:
    """Whether ``long`` is ``short`` with initials added: ``Asha`` and ``Asha R.``"""
    first, second = short.casefold().split(), long.casefold().split()
    extra = [letters(part) for part in second[len(first) :]]
    return bool(extra) and second[: len(first)] == first and all(len(part) <= 1 for part in extra)


def one_letter_apart(word: str, other: str) -> bool:
    """Whether the words differ by one letter, changed, missing or swapped with its neighbour.

    >>> one_letter_apart("meera", "mera"), one_letter_apart("omar", "amor")
    (True, False)
    """
    if len(word) > len(other):
        word, other = other, word
    i = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), len(word))
    if len(word) < len(other):
        return word[i:] == other[i + 1 :]
    swapped = word[i : i + 2] == other[i : i + 2][::-1] and word[i + 2 :] == other[i + 2 :]
    return swapped or word[i + 1 :] == other[i + 1 :]


def likely(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yields pairs of indexes of similar names, those with the same letters first."""
    pairs = [
        pair for pair in combinations(range(len(names)), 2) if alike(*(names[n] for n in pair))
    ]
    yield from sorted(pairs, key=lambda pair: letters(names[pair[0]]) != letters(names[pair[1]]))
