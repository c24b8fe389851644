"""Everything a picture of a result says, as plain values: who won, who stands where, how it ran.

In the words of whoever asked: drawing it (``picture_drawing``) needs no database. The same words
are sent beside the picture, and read to those who do not see it. What is said of a night, a game or
a hand is read in ``picture_reading``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.standings.chart import Track


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it is written. ``leans``: above 0 won, below 0 lost, 0 neither."""

    text: str
    leans: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the table. ``figures``: one for each of the picture's ``columns``."""

    name: str
    figures: tuple[Figure, ...]
    won: bool = False
    out: bool = False
    """Is out of the game."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """A game of a night, and who won it; "" while nobody has."""

    game: str
    by: str


@dataclass(frozen=True, slots=True)
class Picture:
    locale: str
    """In which its numbers are written."""
    club: str
    occasion: str
    """The night and its day."""
    title: str
    """What was played."""
    winners: tuple[str, ...]
    says: str
    """What they did: ``won the game``; what is said instead where nobody did."""
    columns: tuple[str, ...]
    places: tuple[Ranked, ...]
    prize: str = ""
    """What the winner won by, written large."""
    gone: str = ""
    """Who went out with this hand: ``Anand is out``."""
    games: tuple[Won, ...] = ()
    tracks: tuple[Track, ...] = ()
    """How it ran; none where there is nothing to draw."""
    track_title: str = ""
    currency: str = ""
    """Of ``tracks``, in minor units; "" where they are points."""
    leader: int = 0
    """Whose line is the thick one, as an index of ``tracks``."""
    note: str = ""
    hides_money: bool = False
    """Money moved, and is not told."""
    shows_money: bool = False

    @property
    def headline(self) -> str:
        """``Dev wins, Anand is out``."""
        return ", ".join(filter(None, (self.who_won, self.gone)))

    @property
    def who_won(self) -> str:
        return " ".join(filter(None, (" + ".join(self.winners), self.says)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The picture in words, line by line."""
        return tuple(filter(None, self._lines()))

    def _lines(self) -> Iterator[str]:
        yield " · ".join((self.club, self.occasion))
        yield f"{self.title}: {self.headline}"
        for place in self.places:
            yield f"{place.name}: {self._told(place)}"
        for each in self.games:
            if each.by:
                yield f"{each.game}: {each.by}"
        yield self.note

    def _told(self, place: Ranked) -> str:
        pairs = zip(self.columns, place.figures, strict=True)
        told = [f"{figure.text} ({column})" for column, figure in pairs if figure.text]
        return ", ".join([*told, *filter(None, [place.why])])

    @property
    def alt(self) -> str:
        """The same in one sentence, for a page that shows the picture."""
        return "; ".join(self.lines)
