"""What a sheet says of a game: who played by which rules, each hand, and who paid for what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scorekeeper.statements.cards import Strip
from scorekeeper.statements.contents import (
    Correction,
    GameSheet,
    HandRow,
    LineSaid,
    PaidRow,
    PersonIndex,
)
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import Fit, points
from scorekeeper.statements.marks import FELT, GREEN, RED, SOFT
from scorekeeper.statements.own_part import OwnPart
from scorekeeper.statements.paper import INSIDE, PADDING, Grid, Said, columns, fit, said
from scorekeeper.telling.night import numbers_removed
from scorekeeper.wording.words import WON


class GamePart(OwnPart):
    def game(self, game: GameSheet) -> None:
        name = f"{game.name} – {game.preset}" if game.preset else game.name
        text = _("Game %(number)d: %(name)s") % {"number": game.number, "name": name}
        self.heading(text, self.ended(game), keep=90)
        self.seats(game)
        self.options(game)
        self.paper.skip(5)
        if self.contents.player is None:
            self.hands(game)
            self.extras(game)
            self.payments(game)
        else:
            self.own_hands(game, self.contents.player)
            self.own_extras(game, self.contents.player)
        self.corrections(game.corrections)
        self.lines_said(game.said)

    def removed(self) -> None:
        """Why a number is missing."""
        for number in numbers_removed(game.number for game in self.contents.games):
            text = _("Game %(number)d was started by mistake and removed.") % {"number": number}
            self.paper.paragraph(text, 9, colour=SOFT)

    def ended(self, game: GameSheet) -> str:
        if not game.winners:
            return game.state
        return _("%(names)s won") % {"names": self.names(game.winners)}

    def seats(self, game: GameSheet) -> None:
        sides = (" + ".join(self.name(p) for p in side) for side in game.sides)
        seated = "  ·  ".join(f"{seat}. {side}" for seat, side in enumerate(sides, start=1))
        self.paper.paragraph(seated, 9)

    def options(self, game: GameSheet) -> None:
        if game.options:
            told = "; ".join(f"{label}: {answer}" for label, answer in game.options)
            self.paper.paragraph(_("House rules: %(rules)s") % {"rules": told}, 8, colour=SOFT)

    def hands(self, game: GameSheet) -> None:
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        each, size = (INSIDE - 30) / game.seats, 8.5 if game.seats <= 8 else 7.5
        names = ["+".join(self.name(person) for person in side) for side in game.sides]
        table = self.table(columns(30, *[-each] * game.seats), [_("Hand"), *names])
        self.beside(table, game, 0, size)
        for hand in game.hands:
            cells = (self.hand_cell(game, hand, seat, each, size) for seat in range(game.seats))
            number_ = Said((str(hand.number),), size, colour=SOFT)
            table.row([[number_], *cells], self.reasons(game, hand))
        self.beside(table, game, None, size)
        self.total(table, game, size)
        self.closing_line()

    def beside(self, table: Grid, game: GameSheet, hand: int | None, size: float) -> None:
        """A row of what was paid before the first hand, or after the last, if anything was."""
        nets = [[game.net_beside(person, hand) for person in side] for side in game.sides]
        if any(map(any, nets)):
            first = Said((self.when(hand),), size, colour=SOFT)
            table.row([[first], *(self.sums(money, table, size) for money in nets)])

    def total(self, table: Grid, game: GameSheet, size: float) -> None:
        """The line under the hands: points where they are kept, money where it moved."""
        cells: list[list[Said]] = []
        for seat, side in enumerate(game.sides):
            score = [Said((points(game.totals[seat]),), size + 1, Style.BOLD)]
            nets = [game.net(person) for person in side]
            money = self.sums(nets, table, size, Style.BOLD, played=True)
            cells.append(score * game.keeps_score + money * bool(game.payments))
        if any(cells):
            self.paper.rule(self.paper.y, FELT, 0.8)
            table.row([[Said((_("Total"),), size, colour=SOFT)], *cells], line=False)

    def sums(
        self,
        money: Sequence[int],
        table: Grid,
        size: float,
        style: Style = Style.PLAIN,
        *,
        played: bool = False,
    ) -> list[Said]:
        """The amounts of those who share a seat, small enough for their column."""
        text = " / ".join(self.moved(amount, played) for amount in money)
        small = fit(text, table.columns[-1].width - 2 * PADDING, size - 1, 4.5, style)
        total = sum(money)
        return [Said((text,), small, style, GREEN if total > 0 else RED if total < 0 else SOFT)]

    def hand_cell(
        self, game: GameSheet, hand: HandRow, seat: int, room: float, size: float
    ) -> list[Said]:
        """Points, marked for the winner, over the money of that hand."""
        cell = hand.outcome.seats[seat]
        parts, mark = [], f"{WON} " if cell.won else ""
        if game.keeps_score:
            text = "–" if cell.sat_out else points(cell.points)
            style = Style.BOLD if cell.won else Style.PLAIN
            parts.append(Said((mark + text,), size, style))
        played = bool(game.payments) and not cell.sat_out
        text = " / ".join(self.moved(amount, played) for amount in cell.money)
        if any(cell.money):
            text = text if game.keeps_score else mark + text
            small = fit(text, room - 2 * PADDING, size - 1, 4.5)
            parts.append(Said((text,), small, colour=GREEN if cell.net > 0 else RED))
        elif not game.keeps_score:
            text = mark + self.moved(0, played)
            parts.append(Said((text,), fit(text, room - 2 * PADDING, size, 4.5), colour=SOFT))
        return parts

    def reasons(self, game: GameSheet, hand: HandRow) -> list[Said | Strip]:
        """Who got which points why, players of one reason together."""
        told: dict[str, list[str]] = {}
        if hand.outcome.brought_nothing:
            return [*self.small(self.why_nothing(hand))]
        for seat, cell in enumerate(hand.outcome.seats):
            if cell.reason:
                side = "+".join(self.name(p) for p in game.sides[seat])
                told.setdefault(cell.reason, []).append(side)
        texts = [f"{', '.join(names)}: {reason}" for reason, names in told.items()]
        return [*self.small("; ".join(texts)), *self.laid(game, hand)]

    def extras(self, game: GameSheet) -> None:
        """What the game counts beyond points, such as boxes."""
        if not game.extras:
            return
        self.paper.skip(4)
        each = min(90.0, (INSIDE - 120) / game.seats)
        names = ["+".join(self.name(person) for person in side) for side in game.sides]
        table = self.table(columns(0, *[-each] * game.seats), [_("More results"), *names])
        for label, values in game.extras:
            counts = ([Said((points(value),), 8.5)] for value in values)
            table.row([[said(label, table.columns[0], 8.5)], *counts])
        self.closing_line()

    def payments(self, game: GameSheet) -> None:
        """Who paid whom in the whole game, and for what: hand by hand the table above has it."""
        if not game.payments:
            return
        if self.fit is Fit.TOGETHER and game is self.contents.games[-1]:
            self.paper.turn()
        self.paper.skip(4)
        names = [_("Paid in all"), _("To"), _("Why")]
        names += [_("Payments"), _("Per payment"), _("Sum per player")]
        table = self.table(columns(130, 80, 0, -58, -70, -82), names)
        for paid, payers in _together(game.payments).items():
            texts = [self.names(payers), self.name(paid.payee), paid.why]
            cells = [[said(t, c, 8)] for t, c in zip(texts, table.columns, strict=False)]
            each = "–" if paid.each is None else self.money(paid.each)
            figures = (str(paid.count), each, self.money(paid.amount))
            table.row([*cells, *([Said((figure,), 8)] for figure in figures)])
        self.closing_line()

    def corrections(self, corrections: Sequence[Correction]) -> None:
        for correction in corrections:
            told = {"hand": correction.hand, "at": correction.at}
            if correction.corrected:
                text = _("Hand %(hand)d was corrected at %(at)s") % told
            else:
                text = _("Hand %(hand)d was taken back at %(at)s") % told
            text += f" ({self.isolated(correction.by)})" if correction.by else ""
            text += f": {self.isolated(correction.reason)}" if correction.reason else "."
            self.paper.paragraph(text, 8, colour=SOFT)

    def lines_said(self, said: Sequence[LineSaid]) -> None:
        for each in said:
            text = each.told + (f": {self.isolated(each.why)}" if each.why else ".")
            self.paper.paragraph(text, 8, colour=SOFT)


@dataclass(frozen=True, slots=True)
class PaidInAll:
    """What somebody paid one person in a whole game, in minor units."""

    payee: PersonIndex | None
    amount: int
    why: str
    count: int
    """Payments."""
    each: int | None
    """What each of them was; None where they differ."""


def _together(payments: Iterable[PaidRow]) -> dict[PaidInAll, list[PersonIndex | None]]:
    """Payers by what they paid in all: those who paid one person the same share a line."""
    by_ends: dict[tuple[PersonIndex | None, PersonIndex | None], list[PaidRow]] = {}
    for p in payments:
        by_ends.setdefault((p.payer, p.payee), []).append(p)
    rows: dict[PaidInAll, list[PersonIndex | None]] = {}
    for (payer, payee), paid in by_ends.items():
        reasons, amounts = {p.reason for p in paid}, {p.amount for p in paid}
        why = reasons.pop() if len(reasons) == 1 else _("several reasons")
        each = amounts.pop() if len(amounts) == 1 else None
        whole = sum(p.amount for p in paid)
        rows.setdefault(PaidInAll(payee, whole, why, len(paid), each), []).append(payer)
    return rows
