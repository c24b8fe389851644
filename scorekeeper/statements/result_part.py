"""The head of a sheet: whose night it was, who won how much, and how the money ran."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.statements.chart import LEADING, MOST_NAMED, Frame, chart_marks, least_height
from scorekeeper.statements.contents import Contents, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import Fit, SheetLayout
from scorekeeper.statements.marks import GREEN, INK, RED, SOFT, Colour
from scorekeeper.statements.paper import INSIDE, MARGIN, wrap
from scorekeeper.statements.typesetting import width

GAP: Final = 16.0
RANKED_SIZE: Final = 10.5
LOWER: Final = 60.0
"""So much lower is the chart where that saves a page."""
MOST_RANKED: Final = 6
"""More than these are read beside their lines, and in the table."""


class ResultPart(SheetLayout):
    contents: Contents

    @property
    def occasion(self) -> str:
        contents = self.contents
        day = f"{contents.weekday}, {contents.day}"
        return f"{self.isolated(contents.night)} · {day}" if contents.night else day

    def first_head(self) -> None:
        self.letterhead(self.occasion)
        self.paper.skip(2)
        self.double_rule()

    # Who won --------------------------------------------------------------------------------

    def result(self) -> None:
        """The result as a title, and where everybody ended."""
        size = 25.0
        title, hue = self.said_of_it()
        for line in wrap(title, INSIDE / size, Style.HEAD, 3):
            self.paper.words(MARGIN, self.paper.y + size * 0.8, line, size, Style.HEAD, hue)
            self.paper.skip(size * 1.2)
        self.paper.skip(2)
        if self.contents.player is None:
            self.ranked()
        self.chart()

    def said_of_it(self) -> tuple[str, Colour]:
        """The result in one sentence, and its colour."""
        balances = self.contents.balances
        if self.contents.player is not None:
            (own,) = balances
            return self.of_one(own.person, own.games)
        if self.contents.winners:
            told = {"names": self.names(self.contents.winners), "won": self.contents.won}
            return _("%(names)s %(won)s") % told, INK
        best = max((balance.games for balance in balances), default=0)
        if best > 0 and not self.contents.is_closed:
            first = [b.person for b in balances if b.games == best]
            told = {"names": self.names(first), "amount": self.money(best)}
            if any(game.is_running for game in self.contents.games):
                return _("%(names)s: ahead by %(amount)s so far") % told, INK
            if len(first) > 1:
                return _("%(names)s won %(amount)s each") % told, INK
            return _("%(names)s won %(amount)s") % told, INK
        won = [
            _("%(names)s won %(game)s") % {"names": self.names(g.winners), "game": g.name}
            for g in self.contents.games
            if g.winners
        ]
        return " · ".join(won) or self.nobody(), INK

    def nobody(self) -> str:
        if self.contents.open_pots:
            return _("Nobody has won yet.")
        played = any(game.hands for game in self.contents.games)
        return _("Nobody won or lost anything") if played else _("Nothing was played yet")

    def of_one(self, person: PersonIndex, amount: int) -> tuple[str, Colour]:
        told = {"name": self.name(person), "amount": self.money(abs(amount))}
        if amount and any(game.is_running for game in self.contents.games):
            sum_ = {"name": self.name(person), "amount": self.signed(amount)}
            return _("%(name)s: %(amount)s so far") % sum_, GREEN if amount > 0 else RED
        if amount > 0:
            return _("%(name)s won %(amount)s") % told, GREEN
        if amount < 0:
            return _("%(name)s lost %(amount)s") % told, RED
        return self.name(person), INK

    def ranked(self) -> None:
        """Everybody with what the games brought, the best first."""
        paper, x, size = self.paper, 0.0, RANKED_SIZE
        moved = any(balance.games for balance in self.contents.balances)
        if not moved or len(self.contents.people) > MOST_RANKED:
            return
        for name, amount, hue in self.places():
            taken = (width(name) + width(amount, Style.BOLD) + 0.35) * size
            if x and x + taken > INSIDE:
                x = 0.0
                paper.skip(size * 1.5)
            name = wrap(name, (INSIDE - width(amount, Style.BOLD) * size) / size - 1, most=1)[0]
            paper.words(MARGIN + x, paper.y + size, name, size, colour=SOFT)
            right = MARGIN + x + (width(name) + 0.35) * size
            paper.words(right, paper.y + size, amount, size, Style.BOLD, hue)
            x += taken + GAP
        paper.skip(size * 1.5 + 4)

    def places(self) -> Iterator[tuple[str, str, Colour]]:
        for balance in sorted(self.contents.balances, key=lambda each: -each.games):
            amount = self.signed(balance.games)
            hue = GREEN if balance.games > 0 else RED if balance.games < 0 else SOFT
            yield self.name(balance.person), amount, hue

    # How it went ----------------------------------------------------------------------------

    def chart(self) -> None:
        running, paper = self.contents.running, self.paper
        people = min(len(running.tracks), MOST_NAMED)
        height = least_height(people) * (1 if people <= MOST_RANKED else 1.15)
        if self.fit is not Fit.USUAL:
            height = max(height - LOWER, (people + 3) * 8 * LEADING)
        frame = Frame(MARGIN, paper.y, INSIDE, height)
        marks = chart_marks(
            running.named([self.name(person) for person in range(len(running.tracks))]),
            frame,
            self.signed,
            self.contents.player,
        )
        if marks:
            paper.put(marks)
            paper.skip(height + 4)
