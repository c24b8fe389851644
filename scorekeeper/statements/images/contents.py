"""Everything an image of a result shows, as plain values: who won, the ranking, how it developed.

In the requester's language; drawing it (``page``) needs no database. The same words are
sent with the image, and read out by screen readers. ``reading`` reads sessions, games and
hands.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.core.charts import Track
from scorekeeper.core.localization.words import together


@dataclass(frozen=True, slots=True)
class Figure:
    """A formatted number. ``leans``: above 0 won, below 0 lost, 0 neither."""

    text: str
    leans: int = 0


@dataclass(frozen=True, slots=True)
class Ranked:
    """A row of the ranking. ``figures``: one for each of the image's ``columns``."""

    name: str
    figures: tuple[Figure, ...]
    won: bool = False
    out: bool = False
    """Out of the game."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Won:
    """A game of the session, and who won it; "" while nobody has."""

    game: str
    by: str


@dataclass(frozen=True, slots=True)
class ResultImage:
    locale: str
    """For its numbers."""
    club: str
    occasion: str
    """The session and its day."""
    title: str
    """What was played."""
    winners: tuple[str, ...]
    says: str
    """What the winners did: ``won the game``; or the sentence shown where there are none."""
    columns: tuple[str, ...]
    places: tuple[Ranked, ...]
    prize: str = ""
    """What the winner won by, in large type."""
    eliminated: str = ""
    """Who is out with this hand: ``Anand is out``."""
    games: tuple[Won, ...] = ()
    tracks: tuple[Track, ...] = ()
    """The running totals; empty where there is nothing to draw."""
    track_title: str = ""
    currency: str = ""
    """Of ``tracks``, in minor units; "" where they are points."""
    leader: int = 0
    """Index of the thick line in ``tracks``."""
    note: str = ""
    hides_money: bool = False
    """Money moved, and is not shown."""
    shows_money: bool = False

    @property
    def headline(self) -> str:
        """``Dev wins, Anand is out``."""
        return ", ".join(filter(None, (self.who_won, self.eliminated)))

    @property
    def who_won(self) -> str:
        return " ".join(filter(None, (together(self.winners), self.says)))

    @property
    def lines(self) -> tuple[str, ...]:
        """The image in words, line by line."""
        return tuple(filter(None, self._lines()))

    def _lines(self) -> Iterator[str]:
        yield " · ".join((self.club, self.occasion))
        yield f"{self.title}: {self.headline}"
        for place in self.places:
            yield f"{place.name}: {self._place_words(place)}"
        for game in self.games:
            if game.by:
                yield f"{game.game}: {game.by}"
        yield self.note

    def _place_words(self, place: Ranked) -> str:
        pairs = zip(self.columns, place.figures, strict=True)
        figures = [f"{figure.text} ({column})" for column, figure in pairs if figure.text]
        return ", ".join([*figures, *filter(None, [place.why])])

    @property
    def alt(self) -> str:
        """The image in one sentence, as its alternative text."""
        return "; ".join(self.lines)
