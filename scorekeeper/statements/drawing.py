"""The printed sheet: A4, the same bytes for the same contents, in any script the fonts have.

What it says is ``contents.Contents``; which font a word gets, ``fonts``; where a page ends,
``paper``. Arabic and Hebrew names read from right to left, each in its place; the page itself is
never mirrored, and its columns run from left to right for every reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import IO, Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.engine.words import number
from scorekeeper.statements.contents import (
    Contents,
    Correction,
    GameSheet,
    HandRow,
    Line,
    Paid,
    Person,
)
from scorekeeper.statements.fonts import Style, is_whole, isolated, plain, width
from scorekeeper.statements.paper import (
    FELT,
    GREEN,
    HEIGHT,
    INSIDE,
    LINE,
    MARGIN,
    PADDING,
    RED,
    SOFT,
    WIDTH,
    Colour,
    Column,
    Mark,
    Paper,
    Said,
    Table,
    columns,
    fit,
    paint,
    said,
    wrap,
)
from scorekeeper.wording import currencies

WHITE: Final[Colour] = (1.0, 1.0, 1.0)
WON: Final = "♠"


def draw(contents: Contents, file: IO[bytes]) -> None:
    """Write the sheet as PDF."""
    with currencies.reading_as(contents.locale):
        sheet = Sheet(contents)
        sheet.lay_out()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    canvas.setTitle(plain(sheet.title))
    canvas.setAuthor("Scorekeeper")
    for page, marks in enumerate(sheet.paper.pages, start=1):
        paint(canvas, marks)
        paint(canvas, sheet.foot(page))
        canvas.showPage()
    canvas.save()


def points(value: float) -> str:
    return number(value).replace("-", "−")


class Sheet:
    """One statement being laid out."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.paper = Paper(self.running_head)
        self.money = lru_cache(maxsize=None)(self._money)
        self.signed = lru_cache(maxsize=None)(self._signed)

    def _money(self, amount: int) -> str:
        return currencies.money(amount, self.contents.currency)

    def _signed(self, amount: int) -> str:
        return currencies.signed(amount, self.contents.currency)

    # Words -----------------------------------------------------------------------------

    def name(self, person: Person | None) -> str:
        """A player as printed. Where letters are missing his number tells him apart."""
        if person is None:
            return _("the pot")
        name = self.contents.people[person]
        return isolated(name) if is_whole(name) else f"{isolated(name)} ({person + 1})"

    def names(self, people: Iterable[Person | None]) -> str:
        return ", ".join(self.name(person) for person in people)

    @property
    def title(self) -> str:
        parts = [self.contents.club, self.contents.night, self.contents.day]
        if self.contents.player is not None:
            parts.append(self.contents.people[self.contents.player])
        return " · ".join(isolated(part) for part in parts if part)

    @property
    def occasion(self) -> str:
        contents = self.contents
        day = f"{contents.weekday}, {contents.day}"
        return f"{isolated(contents.night)} · {day}" if contents.night else day

    # Pages -----------------------------------------------------------------------------

    def lay_out(self) -> None:
        self.first_head()
        if self.contents.has_money:
            self.settling()
        for game in self.contents.games:
            self.game(game)
        if self.contents.player is not None:
            self.account()
        else:
            self.cash()
        self.legend()

    def first_head(self) -> None:
        paper, contents = self.paper, self.contents
        self.suits(MARGIN + INSIDE, MARGIN + 14)
        for line in wrap(contents.club, (INSIDE - 110) / 23, Style.HEAD, 2):
            paper.words(MARGIN, paper.y + 18, line, 23, Style.HEAD, FELT)
            paper.skip(28)
        for line in wrap(self.occasion, INSIDE / 11, Style.PLAIN, 2):
            paper.words(MARGIN, paper.y + 10, line, 11, colour=SOFT)
            paper.skip(16)
        if contents.player is not None:
            paper.skip(4)
            for line in wrap(self.name(contents.player), INSIDE / 17, Style.HEAD, 2):
                paper.words(MARGIN, paper.y + 15, line, 17, Style.HEAD)
                paper.skip(22)
        paper.skip(2)
        paper.rule(paper.y, FELT, 1.6)
        paper.rule(paper.y + 3, FELT, 0.5)
        paper.skip(14)

    def suits(self, right: float, y: float) -> None:
        for suit, hue in zip(reversed("♠♥♦♣"), (FELT, RED, RED, FELT), strict=True):
            self.paper.words(right - 8, y, suit, 17, colour=hue, align="centre")
            right -= 22

    def running_head(self, paper: Paper) -> None:
        text = wrap(self.title, INSIDE / 8, Style.PLAIN, 1)[0]
        paper.words(MARGIN, paper.y + 2, text, 8, colour=SOFT)
        paper.rule(paper.y + 8, FELT, 0.5)
        paper.skip(20)

    def foot(self, page: int) -> list[Mark]:
        foot = Paper(self.running_head)
        y = HEIGHT - 30
        foot.rule(y - 12, LINE)
        if not self.contents.is_closed:
            foot.words(MARGIN, y, _("As things stood; the night was still open."), 7.5, colour=SOFT)
        whole = _("%(page)d of %(pages)d") % {"page": page, "pages": len(self.paper.pages)}
        foot.words(MARGIN + INSIDE, y, whole, 8, colour=SOFT, align="right")
        return foot.pages[0]

    def heading(self, text: str, aside: str = "", keep: float = 60) -> None:
        """A heading, on a page with room for ``keep`` below it."""
        paper = self.paper
        paper.skip(10)
        room = INSIDE - width(aside) * 9 - 12
        lines = wrap(text, room / 14, Style.HEAD, 3)
        paper.need(20 * len(lines) + keep)
        for place, line in enumerate(lines):
            paper.words(MARGIN, paper.y + 13, line, 14, Style.HEAD, FELT)
            if not place:
                paper.words(MARGIN + INSIDE, paper.y + 13, aside, 9, colour=SOFT, align="right")
            paper.skip(20)

    # Settling up -----------------------------------------------------------------------

    def settling(self) -> None:
        self.heading(_("Settling up"))
        has_cash = bool(self.contents.cash)
        names = [_("Player"), _("Games"), *[_("Paid in cash")] * has_cash, _("To settle")]
        table = self.table(columns(0, -95, *[-95] * has_cash, -95), names)
        for balance in self.contents.balances:
            amounts = [self.amount(balance.games), *[self.amount(balance.cash)] * has_cash]
            left = self.amount(balance.left, Style.BOLD)
            name = said(self.name(balance.person), table.columns[0], 9.5)
            table.row([[name], *([part] for part in amounts), [left]])
        self.closing_line()
        self.transfers()
        self.pots()

    def table(self, widths: Sequence[Column], names: Sequence[str]) -> Table:
        """A table begun: its head stands on the page."""
        head = [[_heading(n, column, 8)] for n, column in zip(names, widths, strict=True)]
        table = Table(self.paper, widths, head)
        table.start()
        return table

    def closing_line(self) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        self.paper.skip(8)

    def amount(self, amount: int, style: Style = Style.PLAIN, size: float = 9.5) -> Said:
        hue = GREEN if amount > 0 else RED if amount < 0 else SOFT
        return Said((self.signed(amount) if amount else "–",), size, style, hue)

    def transfers(self) -> None:
        transfers = self.contents.transfers
        if not transfers:
            if not any(balance.left for balance in self.contents.balances):
                self.paper.paragraph(_("Everything is settled."), 9.5)
            return
        table = Table(self.paper, columns(0, -110))
        for transfer in transfers:
            text = _("%(payer)s pays %(payee)s") % {
                "payer": self.name(transfer.payer),
                "payee": self.name(transfer.payee),
            }
            amount = Said((self.money(transfer.amount),), 10, Style.BOLD)
            table.row([[said(text, table.columns[0], 10)], [amount]])
        if not self.contents.proven:
            self.paper.paragraph(
                _("With so many players there may be a way with fewer payments."), 8, colour=SOFT
            )

    def pots(self) -> None:
        for game in self.contents.open_pots:
            self.paper.skip(3)
            told = {"amount": self.money(game.pot), "game": game.number}
            text = _("%(amount)s lies in the pot of game %(game)d, which is not counted here yet.")
            self.paper.paragraph(text % told, 9, colour=RED)

    # Games -----------------------------------------------------------------------------

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
        cell = hand.cells[seat]
        people = range(seat, len(game.persons), game.seats)
        won = any(person in hand.won for person in people)
        parts = []
        if game.keeps_score:
            text = "–" if cell.points is None else points(cell.points)
            style = Style.BOLD if won else Style.PLAIN
            parts.append(Said((f"{WON} {text}" if won else text,), size, style))
        money = [hand.money[person] for person in people]
        if any(money):
            text = " / ".join(self.signed(amount) if amount else "–" for amount in money)
            if won and not game.keeps_score:
                text = f"{WON} {text}"
            small = fit(text, room - 2 * PADDING, size - 1, 4.5)
            parts.append(Said((text,), small, colour=GREEN if sum(money) > 0 else RED))
        elif not game.keeps_score:
            parts.append(Said((f"{WON} –" if won else "–",), size, colour=SOFT))
        return parts

    def reasons(self, game: GameSheet, hand: HandRow) -> list[Said]:
        """Who got which points why, players of one reason together."""
        told: dict[str, list[str]] = {}
        for seat, cell in enumerate(hand.cells):
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

    def own_extras(self, game: GameSheet, person: Person) -> None:
        seat = game.persons.index(person) % game.seats
        told = "; ".join(f"{label}: {points(values[seat])}" for label, values in game.extras)
        if told:
            self.paper.paragraph(told, 8.5)

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

    def when(self, hand: int | None) -> str:
        return _("end") if hand is None else str(hand) if hand else _("start")

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

    def cash(self) -> None:
        cash = self.contents.cash
        if not cash:
            return
        self.heading(_("Paid in cash"))
        half = (INSIDE - 140) / 2
        names = [_("Time"), _("From"), _("To"), _("Amount")]
        table = self.table(columns(50, half, half, -90), names)
        for paid in cash:
            texts = [paid.at, self.name(paid.payer), self.name(paid.payee), self.money(paid.amount)]
            table.row([[said(t, c, 9)] for t, c in zip(texts, table.columns, strict=True)])
        self.closing_line()

    # One player ------------------------------------------------------------------------

    def own_hands(self, game: GameSheet, person: Person) -> None:
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        place = game.persons.index(person)
        has_money = any(hand.money[place] for hand in game.hands)
        names = [_("Hand"), *[_("Points"), _("Total")] * game.keeps_score]
        names += [*[_("Money")] * has_money, _("Why")]
        widths = columns(40, *[-55, -55] * game.keeps_score, *[-85] * has_money, 0)
        table = self.table(widths, names)
        total = 0.0
        for hand in game.hands:
            cell, money = hand.cells[place % game.seats], hand.money[place]
            total += cell.points or 0
            won = place in hand.won
            parts = [Said((str(hand.number),), 8.5, colour=SOFT)]
            if game.keeps_score:
                text = "–" if cell.points is None else points(cell.points)
                style = Style.BOLD if won else Style.PLAIN
                parts += [Said((text,), 8.5, style), Said((points(total),), 8.5)]
            if has_money:
                parts.append(self.amount(money, size=8.5))
            why = f"{WON} {cell.reason or _('won')}" if won else cell.reason
            table.row([*([part] for part in parts), [said(why, widths[-1], 8.5)]])
        self.closing_line()

    def account(self) -> None:
        lines = self.contents.account
        if not lines:
            return
        self.heading(_("Every payment"))
        names = [_("Hand"), _("With"), _("Why"), _("Amount"), _("Sum so far")]
        table = self.table(columns(60, 130, 0, -80, -80), names)
        many = len(self.contents.games) > 1
        for line in lines:
            texts = [self.place(line, many), self.name(line.other), line.reason]
            cells = [[said(t, c, 8.5)] for t, c in zip(texts, table.columns, strict=False)]
            sums = [[self.amount(line.amount, size=8.5)], [self.amount(line.sum, size=8.5)]]
            table.row([*cells, *sums])
        self.closing_line()

    def place(self, line: Line, many: bool) -> str:
        """``2 · 14``: game and hand, where a night had several games."""
        if line.game is None:
            return _("cash")
        return f"{line.game} · {self.when(line.hand)}" if many else self.when(line.hand)

    def legend(self) -> None:
        paper = self.paper
        paper.skip(6)
        if any(hand.won for game in self.contents.games for hand in game.hands):
            paper.paragraph(f"{WON} {_('won the hand')}", 7.5, colour=SOFT)
        if not all(is_whole(name) for name in self.contents.people):
            paper.paragraph(
                _("□ stands for a letter this sheet has no font for; such names carry a number."),
                7.5,
                colour=SOFT,
            )


def _heading(text: str, column: Column, size: float) -> Said:
    lines = wrap(text, (column.width - 2 * PADDING) / size, Style.BOLD, 3)
    return Said(lines, size, Style.BOLD, WHITE)


def _together(
    payments: Iterable[Paid],
) -> dict[tuple[int | None, Person | None, int, str], list[Person | None]]:
    """Payers by what they paid: those who paid one person the same for the same share a line."""
    rows: dict[tuple[int | None, Person | None, int, str], list[Person | None]] = {}
    for p in payments:
        rows.setdefault((p.hand, p.payee, p.amount, p.reason), []).append(p.payer)
    return rows
