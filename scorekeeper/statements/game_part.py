"""What a sheet says of a game: who played by which rules, each hand, and who paid for what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import Correction, GameSheet, HandRow, PaidRow, Person
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import WON, points
from scorekeeper.statements.own_part import OwnPart
from scorekeeper.statements.paper import (
    FELT,
    GREEN,
    INSIDE,
    PADDING,
    RED,
    SOFT,
    Said,
    columns,
    fit,
    said,
    wrap,
)
from scorekeeper.statements.typesetting import isolated


class GamePart(OwnPart):
    def game(self, game: GameSheet) -> None:
        name = f"{game.name} – {game.preset}" if game.preset else game.name
        text = _("Game %(number)d: %(name)s") % {"number": game.number, "name": name}
        self.heading(text, game.state, keep=90)
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
        for hand in game.hands:
            cells = (self.hand_cell(game, hand, seat, each, size) for seat in range(game.seats))
            number_ = Said((str(hand.number),), size, colour=SOFT)
            table.row([[number_], *cells], self.reasons(game, hand))
        if game.keeps_score:
            self.paper.rule(self.paper.y, FELT, 0.8)
            totals = ([Said((points(t),), size + 1, Style.BOLD)] for t in game.totals)
            table.row([[Said((_("Total"),), size, colour=SOFT)], *totals], line=False)
        self.closing_line()

    def hand_cell(
        self, game: GameSheet, hand: HandRow, seat: int, room: float, size: float
    ) -> list[Said]:
        """Points, marked for the winner, over the money of that hand."""
        cell = hand.outcome.seats[seat]
        parts = []
        if game.keeps_score:
            text = "–" if cell.absent else points(cell.points)
            style = Style.BOLD if cell.won else Style.PLAIN
            parts.append(Said((f"{WON} {text}" if cell.won else text,), size, style))
        if any(cell.money):
            text = " / ".join(self.signed(amount) if amount else "–" for amount in cell.money)
            if cell.won and not game.keeps_score:
                text = f"{WON} {text}"
            small = fit(text, room - 2 * PADDING, size - 1, 4.5)
            parts.append(Said((text,), small, colour=GREEN if cell.net > 0 else RED))
        elif not game.keeps_score:
            parts.append(Said((f"{WON} –" if cell.won else "–",), size, colour=SOFT))
        return parts

    def reasons(self, game: GameSheet, hand: HandRow) -> list[Said]:
        """Who got which points why, players of one reason together."""
        told: dict[str, list[str]] = {}
        for seat, cell in enumerate(hand.outcome.seats):
            if cell.reason:
                side = "+".join(self.name(p) for p in game.sides[seat])
                told.setdefault(cell.reason, []).append(side)
        text = "; ".join(f"{', '.join(names)}: {reason}" for reason, names in told.items())
        text = "; ".join(filter(None, (text, *(f"{name}: {cards}" for name, cards in hand.laid))))
        lines = wrap(text, (INSIDE - 30 - PADDING) / 7, Style.PLAIN, 30)
        return [Said(lines, 7, colour=SOFT)] if text else []

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
        if not game.payments:
            return
        self.paper.skip(4)
        names = [_("Hand"), _("From"), _("To"), _("Why"), _("Each")]
        table = self.table(columns(36, 150, 100, 0, -80), names)
        before: int | None = -1
        for (hand, payee, amount, reason), payers in _together(game.payments).items():
            texts = [self.when(hand), self.names(payers), self.name(payee), reason]
            cells = [[said(t, c, 8)] for t, c in zip(texts, table.columns, strict=False)]
            cells.append([Said((self.money(amount),), 8)])
            new, before = hand != before or table.turns(cells), hand
            table.row(cells if new else [[], *cells[1:]], line=new)
        self.closing_line()

    def corrections(self, corrections: Sequence[Correction]) -> None:
        for correction in corrections:
            told = {"hand": correction.hand, "at": correction.at}
            if correction.corrected:
                text = _("Hand %(hand)d was corrected at %(at)s") % told
            else:
                text = _("Hand %(hand)d was taken back at %(at)s") % told
            text += f" ({isolated(correction.by)})" if correction.by else ""
            text += f": {isolated(correction.reason)}" if correction.reason else "."
            self.paper.paragraph(text, 8, colour=SOFT)


def _together(
    payments: Iterable[PaidRow],
) -> dict[tuple[int | None, Person | None, int, str], list[Person | None]]:
    """Payers by what they paid: those who paid one person the same for the same share a line."""
    rows: dict[tuple[int | None, Person | None, int, str], list[Person | None]] = {}
    for p in payments:
        rows.setdefault((p.hand, p.payee, p.amount, p.reason), []).append(p.payer)
    return rows
