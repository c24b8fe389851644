"""The common base of all parts of a statement: names, amounts, headings and tables.

A statement is a story that ReportLab breaks into pages (``document``).
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, HRFlowable

from scorekeeper.core.localization import currencies
from scorekeeper.engine.words import number
from scorekeeper.statements.contents.session import HandRow, Head, PersonIndex
from scorekeeper.statements.drawing.document import (
    INSIDE,
    MARGIN,
    SMALL,
    WIDTH,
    pdf_bytes,
    rule,
)
from scorekeeper.statements.drawing.flowables import Heading, Text, write
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.look import FELT, INK, SOFT, Look, amount_colour
from scorekeeper.statements.drawing.tables import PADDING
from scorekeeper.statements.drawing.typesetting import is_whole, isolated

UNDER_A_ROW: Final = INSIDE - 34 - PADDING
"""Width of notes under a row, beside a first column of numbers."""
NOTE: Final = Look(7, colour=SOFT, leading=1.25, most=30)
FOOT: Final = 30.0
"""Height of the footer, from the lower edge of the page."""


def points(value: float) -> str:
    return number(value).replace("-", "−")


class Layout:
    """Base of all statements."""

    contents: Head

    def __init__(self, contents: Head) -> None:
        self.contents = contents
        self.money = lru_cache(maxsize=None)(self._money)
        self.signed = lru_cache(maxsize=None)(self._signed)

    def story(self) -> Iterator[Flowable]:
        raise NotImplementedError

    def subject(self) -> str:
        """The result in a sentence, "" where there is none."""
        return ""

    def pdf(self) -> bytes:
        """Returns the PDF, for readers of its locale: the same bytes for the same contents."""
        contents = self.contents
        with currencies.reading_as(contents.locale):
            return pdf_bytes(
                list(self.story()),
                self.foot,
                title=self.title,
                subject=self.subject(),
                language=contents.language,
                leftward=contents.leftward,
            )

    # Words

    def _money(self, amount: int) -> str:
        """Returns "" where no money is shown: a table leaves that column out."""
        if not currencies.are_shown():
            return ""
        return self.isolated(currencies.money(amount, self.contents.currency))

    def _signed(self, amount: int) -> str:
        if not currencies.are_shown():
            return ""
        return self.isolated(currencies.signed(amount, self.contents.currency))

    def isolated(self, text: str) -> str:
        """Returns text that is ordered by itself on a right-to-left page."""
        return isolated(text, self.contents.leftward)

    def name(self, person: PersonIndex | None) -> str:
        """A player as printed; with their number where letters are missing."""
        if person is None:
            return _("the pot")
        name = self.contents.people[person]
        printed = self.isolated(name)
        return printed if is_whole(name) else f"{printed} ({person + 1})"

    def names(self, people: Iterable[PersonIndex | None]) -> str:
        return ", ".join(self.name(person) for person in people)

    def change(self, amount: int, took_part: bool) -> str:
        """``took_part``: a change of 0 is an amount too."""
        return self.signed(amount) if amount or took_part else "–"

    def amount(
        self, amount: int, style: Style = Style.PLAIN, size: float = 9.5, *, took_part: bool = False
    ) -> Text:
        return Text(self.change(amount, took_part), Look(size, style, amount_colour(amount)))

    def outcome_note(self, hand: HandRow) -> str:
        """Why a deal brought nobody anything, or several a share of the pot; else ""."""
        if hand.outcome.is_split and currencies.are_shown():
            return _("pot split")
        if hand.outcome.is_void:
            return hand.outcome.void_reason or _("ended void")
        return ""

    def end_label(self, hand: int | None) -> str:
        return _("end") if hand is None else str(hand) if hand else _("start")

    # On every page

    @property
    def title(self) -> str:
        parts = [self.contents.club, self.contents.session, self.contents.day]
        if self.contents.player is not None:
            parts.append(self.contents.people[self.contents.player])
        return " · ".join(self.isolated(part) for part in parts if part)

    def foot(self, canvas: Canvas, page: int, pages: int) -> None:
        rule(canvas, FOOT + 12)
        whole = _("%(page)d of %(pages)d") % {"page": page, "pages": pages}
        if self.contents.seal:
            seal = {"fingerprint": self.isolated(grouped(self.contents.seal))}
            text = _("Fingerprint: %(fingerprint)s") % seal
            write(canvas, MARGIN, FOOT - 10, text, SMALL.changed(size=6))
        write(canvas, WIDTH - MARGIN, FOOT, whole, SMALL.changed(align="right"))

    # Parts

    def letterhead(self, occasion: str) -> Iterator[Flowable]:
        """The group and the occasion, on top of the first page."""
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
        """Notes under a row of a table, beside its first column."""
        return [Text(text, look, room=UNDER_A_ROW)] if text else []


def soft(text: str, size: float = 8) -> Text:
    return Text(text, Look(size, colour=SOFT))


def bold(text: str, size: float = 8.5) -> Text:
    return Text(text, Look(size, Style.BOLD, INK))


def grouped(seal: str) -> str:
    """In groups of four, as on the page, to compare by eye."""
    return " ".join(seal[start : start + 4] for start in range(0, len(seal), 4))
