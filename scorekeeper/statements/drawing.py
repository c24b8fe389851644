"""The printed sheet: A4, the same bytes for the same contents, in any script the fonts have.

What it says is ``contents.Contents``; which font a word gets, ``typesetting``; where a page ends,
``paper``. Arabic and Hebrew names read from right to left, each in its place; the page itself is
never mirrored, and its columns run from left to right for every reader.
"""

from __future__ import annotations

from typing import IO

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.statements.contents import Contents
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.game_part import GamePart
from scorekeeper.statements.layout import WON
from scorekeeper.statements.marks import FELT, HEIGHT, LINE, RED, SOFT, WIDTH, Mark, paint
from scorekeeper.statements.paper import INSIDE, MARGIN, Grid, Paper, Said, columns, said, wrap
from scorekeeper.statements.typesetting import is_whole, isolated, plain
from scorekeeper.wording import currencies


def draw(contents: Contents, file: IO[bytes]) -> None:
    """Write the sheet as PDF."""
    with currencies.reading_as(contents.locale):
        sheet = PrintedSheet(contents)
        sheet.lay_out()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
    canvas.setTitle(plain(sheet.title))
    canvas.setAuthor("Scorekeeper")
    for page, marks in enumerate(sheet.paper.pages, start=1):
        paint(canvas, marks)
        paint(canvas, sheet.foot(page))
        canvas.showPage()
    canvas.save()


class PrintedSheet(GamePart):
    """One statement being laid out."""

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

    @property
    def occasion(self) -> str:
        contents = self.contents
        day = f"{contents.weekday}, {contents.day}"
        return f"{isolated(contents.night)} · {day}" if contents.night else day

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

    def foot(self, page: int) -> list[Mark]:
        foot = Paper(self.running_head)
        y = HEIGHT - 30
        foot.rule(y - 12, LINE)
        if not self.contents.is_closed:
            foot.words(MARGIN, y, _("As things stood; the night was still open."), 7.5, colour=SOFT)
        whole = _("%(page)d of %(pages)d") % {"page": page, "pages": len(self.paper.pages)}
        foot.words(MARGIN + INSIDE, y, whole, 8, colour=SOFT, align="right")
        return foot.pages[0]

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

    def transfers(self) -> None:
        transfers = self.contents.transfers
        if not transfers:
            if not any(balance.left for balance in self.contents.balances):
                self.paper.paragraph(_("Everything is settled."), 9.5)
            return
        table = Grid(self.paper, columns(0, -110))
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

    def legend(self) -> None:
        paper = self.paper
        paper.skip(6)
        if any(hand.outcome.winners for game in self.contents.games for hand in game.hands):
            won = _("won the hand")
            paper.paragraph(f"{WON} {won}", 7.5, colour=SOFT)
        if not all(is_whole(name) for name in self.contents.people):
            paper.paragraph(
                _("□ stands for a letter this sheet has no font for; such names carry a number."),
                7.5,
                colour=SOFT,
            )
