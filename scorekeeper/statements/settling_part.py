"""What a sheet says of settling up: balances, who pays whom, with signs to scan, and why else money
is owed than for the games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _

from scorekeeper.engine.settle_up import Transfer
from scorekeeper.statements.contents import Contents, PaidRow, PaySign, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import SheetLayout
from scorekeeper.statements.marks import INK, LINE, RED, SOFT, WHITE, Box, Matrix
from scorekeeper.statements.paper import INSIDE, MARGIN, Said, columns, said, wrap

SIGN: Final = 70.0
"""Side of a sign: a phone reads it at arm's length."""
QUIET: Final = 9.0
"""Around it nothing is drawn: four of its modules at least."""
BLOCK: Final = SIGN + 2 * QUIET
BETWEEN: Final = 9.0
OPEN, PAID = "☐", "☑"
"""A box to tick for each payment."""


class SettlingPart(SheetLayout):
    contents: Contents

    def balances(self) -> None:
        contents = self.contents
        self.heading(_("Settling up"), self.agreed())
        has_cash = bool(contents.cash)
        has_more = bool(contents.beside)
        names = [_("Player"), _("Games"), *[_("Beside the games")] * has_more]
        names += [*[_("Paid in cash")] * has_cash, _("To settle")]
        widths = columns(0, *[-92] * (len(names) - 1))
        table = self.table(widths, names)
        for balance in contents.balances:
            amounts = [self.amount(balance.games), *[self.amount(balance.beside)] * has_more]
            amounts += [self.amount(balance.cash)] * has_cash
            left = self.amount(balance.left, Style.BOLD)
            name = said(self.name(balance.person), table.columns[0], 9.5)
            table.row([[name], *([part] for part in amounts), [left]])
        self.closing_line()

    def agreed(self) -> str:
        """How it is settled, beside the heading."""
        step = self.contents.step
        rounded = _("rounded to %(step)s") % {"step": self.money(step)} if step else ""
        return " · ".join(filter(None, (self.contents.way, rounded)))

    # Who pays whom --------------------------------------------------------------------------

    def transfers(self) -> None:
        transfers = self.contents.transfers
        for sent in self.contents.going:
            told = {
                "payer": self.name(sent.payer),
                "payee": self.name(sent.payee),
                "amount": self.money(sent.amount),
            }
            text = _("%(payer)s has sent %(payee)s %(amount)s, which is not confirmed yet")
            self.paper.paragraph(text % told, 9.5)
        if not transfers:
            unsettled = any(balance.left for balance in self.contents.balances)
            if not unsettled and not self.contents.open_pots:
                self.paper.paragraph(_("Everything is settled."), 9.5)
            return
        signs = {(sign.payer, sign.payee): sign for sign in self.contents.signs}
        if signs:
            self.blocks([(t, signs.get((t.payer, t.payee))) for t in transfers])
        else:
            self.lines(transfers)
        if not self.contents.proven and not self.contents.way:
            self.paper.paragraph(
                _("With so many players there may be a way with fewer payments."), 8, colour=SOFT
            )

    def lines(self, transfers: Sequence[Transfer[PersonIndex]]) -> None:
        table = self.table(columns(20, 0, -110), ["", _("Payments"), _("Amount")])
        for transfer in transfers:
            amount = Said((self.money(transfer.amount),), 10, Style.BOLD)
            who = said(self.pays(transfer), table.columns[1], 10)
            table.row([[Said((OPEN,), 11)], [who], [amount]])

    def pays(self, transfer: Transfer[PersonIndex]) -> str:
        payers = transfer.payers or (transfer.payer,)
        payees = transfer.payees or (transfer.payee,)
        return _("%(payer)s pays %(payee)s") % {
            "payer": " + ".join(self.name(person) for person in payers),
            "payee": " + ".join(self.name(person) for person in payees),
        }

    def blocks(self, rows: Sequence[tuple[Transfer[PersonIndex], PaySign | None]]) -> None:
        """Two beside each other, each with its sign."""
        wide = (INSIDE - BETWEEN) / 2
        for at in range(0, len(rows), 2):
            pair = rows[at : at + 2]
            height = BLOCK if any(sign and sign.rows for _transfer, sign in pair) else BLOCK * 0.6
            self.paper.need(height + 4)
            for place, (transfer, sign) in enumerate(pair):
                self.block(MARGIN + place * (wide + BETWEEN), wide, height, transfer, sign)
            self.paper.skip(height + BETWEEN)

    def block(
        self,
        x: float,
        wide: float,
        height: float,
        transfer: Transfer[PersonIndex],
        sign: PaySign | None,
    ) -> None:
        paper, left = self.paper, x + QUIET
        paper.put([Box(x, paper.y, wide, height, WHITE, 4, LINE)])
        if sign and sign.rows:
            paper.put([Matrix(x + QUIET, paper.y + QUIET, SIGN, sign.rows, sign.link)])
            left += SIGN + QUIET
        y, room = paper.y + 15, x + wide - left - 6
        for line in wrap(f"{OPEN} {self.pays(transfer)}", room / 9.5, Style.PLAIN, 2):
            paper.words(left, y, line, 9.5)
            y += 12
        y += 7
        paper.words(left, y, self.money(transfer.amount), 17, Style.HEAD, INK)
        if sign:
            y += 13
            paper.words(left, y, wrap(sign.kind, room / 7, Style.BOLD, 1)[0], 7, Style.BOLD, SOFT)
            for line in wrap(sign.address, room / 7, Style.PLAIN, 2):
                y += 9
                paper.words(left, y, line, 7, colour=SOFT)

    def pots(self) -> None:
        for game in self.contents.open_pots:
            self.paper.skip(3)
            told = {"amount": self.money(game.pot), "game": game.number}
            text = _("%(amount)s lies in the pot of game %(game)d, which is not counted here yet.")
            self.paper.paragraph(text % told, 9, colour=RED)

    # What else is owed ----------------------------------------------------------------------

    def beside_games(self) -> None:
        """Shared costs with everybody's part, then what came from other nights, and rounding."""
        contents = self.contents
        others = [paid for paid in contents.beside if not (contents.costs and paid.cost)]
        if contents.player is not None:
            others = []  # his account has them already
        if not contents.costs and not others:
            return
        self.heading(_("Beside the games"))
        for cost in contents.costs:
            told = {
                "label": self.isolated(cost.label),
                "amount": self.money(cost.amount),
                "name": self.name(cost.payer),
                "how": cost.how,
            }
            text = _("%(label)s: %(amount)s, paid by %(name)s, shared: %(how)s") % told
            self.paper.paragraph(text, 9.5)
            parts = (f"{self.name(who)} {self.money(part)}" for who, part in cost.shares if part)
            self.paper.paragraph("  ·  ".join(parts), 8, colour=SOFT, x=MARGIN + 12, within=450)
            self.paper.skip(3)
        if others:
            self.rows_of(others, _("Why"), [paid.reason for paid in others])

    def cash(self) -> None:
        cash = self.contents.cash
        if cash:
            self.heading(_("Paid in cash"))
            self.rows_of(cash, _("Time"), [f"{PAID} {paid.at}" for paid in cash])

    def rows_of(self, rows: Sequence[PaidRow], name: str, texts: Sequence[str]) -> None:
        """A line for each, ``texts`` under ``name``."""
        table = self.table(columns(110, 110, 0, -90), [_("From"), _("To"), name, _("Amount")])
        for paid, text in zip(rows, texts, strict=True):
            told = [self.name(paid.payer), self.name(paid.payee), text, self.money(paid.amount)]
            table.row([[said(t, c, 9)] for t, c in zip(told, table.columns, strict=True)])
        self.closing_line()
