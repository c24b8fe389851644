"""What every part of a printed sheet is written with: names, amounts, headings and tables.

A sheet is written as a story, which ReportLab breaks into pages (``document``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import IO, Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, HRFlowable

from scorekeeper.engine.words import number
from scorekeeper.statements.contents import HandRow, Head, PersonIndex
from scorekeeper.statements.drawing.document import (
    INSIDE,
    MARGIN,
    SMALL,
    WIDTH,
    Document,
    print_document,
    rule,
)
from scorekeeper.statements.drawing.flowables import Heading, Text, write
from scorekeeper.statements.drawing.look import FELT, INK, SOFT, Look, leaning
from scorekeeper.statements.drawing.tables import PADDING
from scorekeeper.statements.drawing.typesetting import is_whole, isolated
from scorekeeper.statements.fonts import Style
from scorekeeper.wording import currencies

UNDER_A_ROW: Final = INSIDE - 34 - PADDING
"""Width of what stands under a row, beside a first column of numbers."""
NOTE: Final = Look(7, colour=SOFT, leading=1.25, most=30)
FOOT: Final = 30.0
"""Where the foot of a page stands, from its lower edge."""


def points(value: float) -> str:
    return number(value).replace("-", "−")


class Sheet:
    """A sheet that is written."""

    contents: Head

    def __init__(self, contents: Head) -> None:
        self.contents = contents
        self.money = lru_cache(maxsize=None)(self._money)
        self.signed = lru_cache(maxsize=None)(self._signed)

    def story(self) -> Iterator[Flowable]:
        raise NotImplementedError

    def subject(self) -> str:
        """What the sheet says, in a sentence, where that is known."""
        return ""

    def print(self, file: IO[bytes]) -> None:
        """As PDF, for readers of its locale: the same bytes for the same contents."""
        contents = self.contents
        with currencies.reading_as(contents.locale):
            document = Document(
                self.title,
                self.subject(),
                contents.language,
                contents.leftward,
                list(self.story()),
                self.foot,
            )
            print_document(document, file)

    # Words

    def _money(self, amount: int) -> str:
        return self.isolated(currencies.money(amount, self.contents.currency))

    def _signed(self, amount: int) -> str:
        return self.isolated(currencies.signed(amount, self.contents.currency))

    def isolated(self, text: str) -> str:
        """Text that is put in order by itself where the page is read from the right."""
        return isolated(text, self.contents.leftward)

    def name(self, person: PersonIndex | None) -> str:
        """A player as printed. Where letters are missing their number tells them apart."""
        if person is None:
            return _("the pot")
        name = self.contents.people[person]
        shown = self.isolated(name)
        return shown if is_whole(name) else f"{shown} ({person + 1})"

    def names(self, people: Iterable[PersonIndex | None]) -> str:
        return ", ".join(self.name(person) for person in people)

    def moved(self, amount: int, played: bool) -> str:
        """``played``: they took part in it, so that nothing is an amount too."""
        return self.signed(amount) if amount or played else "–"

    def amount(
        self, amount: int, style: Style = Style.PLAIN, size: float = 9.5, *, played: bool = False
    ) -> Text:
        return Text(self.moved(amount, played), Look(size, style, leaning(amount)))

    def unplayed(self, hand: HandRow) -> str:
        """Why a deal brought nobody anything, or several a share of the pot; else nothing."""
        if hand.outcome.is_split:
            return _("pot split")
        if hand.outcome.is_void:
            return hand.outcome.void_reason or _("ended void")
        return ""

    def when(self, hand: int | None) -> str:
        return _("end") if hand is None else str(hand) if hand else _("start")

    # On every page

    @property
    def title(self) -> str:
        parts = [self.contents.club, self.contents.night, self.contents.day]
        if self.contents.player is not None:
            parts.append(self.contents.people[self.contents.player])
        return " · ".join(self.isolated(part) for part in parts if part)

    def foot(self, canvas: Canvas, page: int, pages: int) -> None:
        rule(canvas, FOOT + 12)
        whole = _("%(page)d of %(pages)d") % {"page": page, "pages": pages}
        if self.contents.seal:
            seal = {"fingerprint": self.isolated(grouped(self.contents.seal))}
            text = _("Fingerprint: %(fingerprint)s") % seal
            write(canvas, MARGIN, FOOT - 10, text, SMALL.but(size=6))
        write(canvas, WIDTH - MARGIN, FOOT, whole, SMALL.but(align="right"))

    # Parts

    def letterhead(self, occasion: str) -> Iterator[Flowable]:
        """The club and the occasion, on top of the first page."""
        yield Text(
            self.contents.club, Look(23, Style.HEAD, FELT, leading=1.3, most=2), room=INSIDE - 110
        )
        yield Text(occasion, Look(11, colour=SOFT, leading=1.3, most=2))

    def double_rule(self) -> Iterator[Flowable]:
        for thick, after in ((1.6, 1.5), (0.5, 10)):
            yield HRFlowable("100%", thick, color=FELT, spaceBefore=1.5, spaceAfter=after)

    def heading(self, text: str, aside: str = "", keep: float = 60) -> Iterator[Flowable]:
        """A heading, on a page with room for ``keep`` below it."""
        yield CondPageBreak(30 + keep)
        yield Heading(text, aside)

    def under(self, text: str, look: Look = NOTE) -> list[Flowable]:
        """What stands under a row of a table, beside its first column."""
        return [Text(text, look, room=UNDER_A_ROW)] if text else []


def soft(text: str, size: float = 8) -> Text:
    return Text(text, Look(size, colour=SOFT))


def bold(text: str, size: float = 8.5) -> Text:
    return Text(text, Look(size, Style.BOLD, INK))


def grouped(seal: str) -> str:
    """In fours, as on the page, to be compared by eye."""
    return " ".join(seal[at : at + 4] for at in range(0, len(seal), 4))
