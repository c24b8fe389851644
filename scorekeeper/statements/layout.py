"""What every part of a printed sheet is made with: names, amounts, headings and tables.

Which parts there are, and in which order, is said in ``drawing``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from typing import Final, Protocol

from django.utils.translation import gettext as _

from scorekeeper.engine.words import number
from scorekeeper.statements.contents import HandRow, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.marks import (
    FELT,
    GREEN,
    HEIGHT,
    INK,
    LINE,
    RED,
    SOFT,
    WHITE,
    Anchor,
    Colour,
    Mark,
)
from scorekeeper.statements.paper import INSIDE, MARGIN, PADDING, Column, Grid, Paper, Said, wrap
from scorekeeper.statements.typesetting import is_whole, isolated, plain, width
from scorekeeper.wording import currencies

UNDER_A_ROW: Final = INSIDE - 30 - PADDING
"""Width of what stands under a row of hands."""


class Fit(Enum):
    """How a sheet is laid out, in the order in which it is tried until its end is not lonely."""

    USUAL = 1
    TIGHT = 2
    """With a lower chart and a smaller end."""
    TOGETHER = 3
    """What stands before the end comes along to its page."""


def points(value: float) -> str:
    return number(value).replace("-", "−")


class Headed(Protocol):
    """What every sheet has on top, of a night or of a season."""

    @property
    def club(self) -> str: ...
    @property
    def night(self) -> str: ...
    @property
    def day(self) -> str: ...
    @property
    def currency(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def leftward(self) -> bool: ...
    @property
    def people(self) -> tuple[str, ...]: ...
    @property
    def player(self) -> PersonIndex | None: ...


class SheetLayout:
    """A sheet being laid out."""

    contents: Headed

    def __init__(self, contents: Headed, fit: Fit = Fit.USUAL) -> None:
        self.contents = contents
        self.fit = fit
        self.is_lonely = False
        """What stands at the end would have a page of its own."""
        self.paper = Paper(self.running_head, contents.leftward)
        self.money = lru_cache(maxsize=None)(self._money)
        self.signed = lru_cache(maxsize=None)(self._signed)

    def _money(self, amount: int) -> str:
        return self.isolated(currencies.money(amount, self.contents.currency))

    def _signed(self, amount: int) -> str:
        return self.isolated(currencies.signed(amount, self.contents.currency))

    def isolated(self, text: str) -> str:
        """Text that is put in order by itself where the page is read from the right."""
        return isolated(text, self.contents.leftward)

    def name(self, person: PersonIndex | None) -> str:
        """A player as printed. Where letters are missing his number tells him apart."""
        if person is None:
            return _("the pot")
        name = self.contents.people[person]
        shown = self.isolated(name)
        return shown if is_whole(name) else f"{shown} ({person + 1})"

    def names(self, people: Iterable[PersonIndex | None]) -> str:
        return ", ".join(self.name(person) for person in people)

    def lay_out(self) -> None:
        """Everything but the feet of the pages, whose number is known then."""
        raise NotImplementedError

    def subject(self) -> str:
        """What the sheet says, in a sentence."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        parts = [self.contents.club, self.contents.night, self.contents.day]
        if self.contents.player is not None:
            parts.append(self.contents.people[self.contents.player])
        return " · ".join(self.isolated(part) for part in parts if part)

    def running_head(self, paper: Paper) -> None:
        text = wrap(self.title, INSIDE / 8, Style.PLAIN, 1)[0]
        paper.words(MARGIN, paper.y + 2, text, 8, colour=SOFT)
        paper.rule(paper.y + 8, FELT, 0.5)
        paper.skip(20)

    def letterhead(self, occasion: str) -> None:
        """The club and the occasion, on top of the first page."""
        self.suits(MARGIN + INSIDE, MARGIN + 14)
        self.head_lines(self.contents.club, 23, INSIDE - 110, Style.HEAD, FELT)
        self.head_lines(occasion, 11, INSIDE, Style.PLAIN, SOFT)

    def double_rule(self) -> None:
        self.paper.rule(self.paper.y, FELT, 1.6)
        self.paper.rule(self.paper.y + 3, FELT, 0.5)
        self.paper.skip(14)

    def foot(self, page: int) -> list[Mark]:
        foot, y = Paper(self.running_head, self.paper.leftward), HEIGHT - 30
        foot.rule(y - 12, LINE)
        self.foot_lines(foot, y)
        whole = _("%(page)d of %(pages)d") % {"page": page, "pages": len(self.paper.pages)}
        foot.words(MARGIN + INSIDE, y, whole, 8, colour=SOFT, align="right")
        return foot.pages[0]

    def foot_lines(self, foot: Paper, y: float) -> None:
        """What stands at the foot of each page beside its number."""

    def heading(self, text: str, aside: str = "", keep: float = 60) -> None:
        """A heading, on a page with room for ``keep`` below it. ``aside``, at the other end of its
        first line, has half of the width at most."""
        paper = self.paper
        paper.skip(10)
        aside = wrap(aside, INSIDE / 2 / 9, Style.PLAIN, 1)[0]
        room = INSIDE - width(aside) * 9 - 12
        lines = wrap(text, room / 14, Style.HEAD, 3)
        paper.need(20 * len(lines) + keep)
        paper.put([Anchor(paper.y, plain(text))])
        for place, line in enumerate(lines):
            paper.words(MARGIN, paper.y + 13, line, 14, Style.HEAD, FELT)
            if not place:
                paper.words(MARGIN + INSIDE, paper.y + 13, aside, 9, colour=SOFT, align="right")
            paper.skip(20)

    def table(self, widths: Sequence[Column], names: Sequence[str]) -> Grid:
        """A table begun: its head stands on the page."""
        head = [[_heading(n, column, 8)] for n, column in zip(names, widths, strict=True)]
        table = Grid(self.paper, widths, head)
        table.start()
        return table

    def suits(self, right: float, y: float) -> None:
        for suit, hue in zip(reversed("♠♥♦♣"), (FELT, RED, RED, FELT), strict=True):
            self.paper.words(right - 8, y, suit, 17, colour=hue, align="centre")
            right -= 22

    def head_lines(
        self, text: str, size: float, room: float, style: Style, hue: Colour = INK, most: int = 2
    ) -> None:
        """Lines on top of a sheet."""
        for line in wrap(text, room / size, style, most):
            self.paper.words(MARGIN, self.paper.y + size * 0.9, line, size, style, hue)
            self.paper.skip(size * 1.3)

    def closing_line(self) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        self.paper.skip(8)

    def amount(
        self, amount: int, style: Style = Style.PLAIN, size: float = 9.5, *, played: bool = False
    ) -> Said:
        hue = GREEN if amount > 0 else RED if amount < 0 else SOFT
        return Said((self.moved(amount, played),), size, style, hue)

    def moved(self, amount: int, played: bool) -> str:
        """``played``: he took part in it, so that nothing is an amount too."""
        return self.signed(amount) if amount or played else "–"

    def why_nothing(self, hand: HandRow) -> str:
        """What is said of a deal that brought nobody anything."""
        return hand.outcome.why_nothing or _("ended void")

    def small(self, text: str) -> list[Said]:
        """What stands under a row of a table, beside its first column."""
        lines = wrap(text, UNDER_A_ROW / 7, Style.PLAIN, 30)
        return [Said(lines, 7, colour=SOFT)] if text else []

    def when(self, hand: int | None) -> str:
        return _("end") if hand is None else str(hand) if hand else _("start")


def _heading(text: str, column: Column, size: float) -> Said:
    lines = wrap(text, (column.width - 2 * PADDING) / size, Style.BOLD, 3)
    return Said(lines, size, Style.BOLD, WHITE)
