"""The part of a statement about settling up: balances, who pays whom, with QR codes, and what is
owed outside games."""

from collections.abc import Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.platypus import Flowable, Spacer, Table

from scorekeeper.core.localization.words import together
from scorekeeper.engine.transfers.settle_up import Transfer
from scorekeeper.statements.contents.session import (
    Balance,
    Contents,
    ExpenseRow,
    PaidRow,
    PaySign,
    PersonIndex,
)
from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Sign, Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import Layout, bold, soft
from scorekeeper.statements.drawing.look import RED, SOFT, Look
from scorekeeper.statements.drawing.tables import BODY, Row, boxed, columns, padded, table

SIGN: Final = 70.0
"""Side of a QR code: a phone reads it at arm's length."""
QUIET: Final = 9.0
"""Light border of a QR code: at least four of its modules."""
BETWEEN: Final = 9.0
UNTICKED, TICKED = "☐", "☑"
"""A box to tick for each payment."""


class SettlingPart(Layout):
    contents: Contents

    def balances(self) -> Iterator[Flowable]:
        contents = self.contents
        yield from self.heading(_("Settling up"), self.terms())
        names = [_("Player"), _("Games"), *[_("Expenses and adjustments")] * bool(contents.beside)]
        names += [*[_("Paid in cash")] * bool(contents.cash), _("To settle")]
        rows = [Row(self.balance(balance)) for balance in contents.balances]
        yield table(columns(0, *[-92] * (len(names) - 1)), names, rows, BODY.changed(size=9.5))

    def balance(self, balance: Balance) -> list[str | Flowable]:
        beside = [self.amount(balance.beside)] * bool(self.contents.beside)
        cash = [self.amount(balance.cash)] * bool(self.contents.cash)
        left = self.amount(balance.left, Style.BOLD)
        return [self.name(balance.person), self.amount(balance.games), *beside, *cash, left]

    def terms(self) -> str:
        """How it is settled, beside the heading."""
        step = self.contents.step
        rounded = _("rounded to %(step)s") % {"step": self.money(step)} if step else ""
        return " · ".join(filter(None, (self.contents.way, rounded)))

    # Who pays whom --------------------------------------------------------------------------

    def transfers(self) -> Iterator[Flowable]:
        contents = self.contents
        for sent in contents.pending:
            parts = {
                "payer": self.name(sent.payer),
                "payee": self.name(sent.payee),
                "amount": self.money(sent.amount),
            }
            text = _("%(payer)s has sent %(payee)s %(amount)s, awaiting confirmation")
            yield Text(text % parts, size=9.5)
        if not contents.transfers:
            unsettled = any(balance.left for balance in contents.balances)
            if not unsettled and not contents.open_pots:
                yield Text(_("Everything is settled."), size=9.5)
            return
        yield from self.transfer_blocks() if contents.signs else self.transfer_lines()
        if not contents.proven and not contents.way:
            yield soft(_("There may be a way with fewer payments."))

    def transfer_lines(self) -> Iterator[Flowable]:
        rows = [
            Row(
                [
                    Text(UNTICKED, size=11),
                    self.pays_sentence(transfer),
                    bold(self.money(transfer.amount), 10),
                ]
            )
            for transfer in self.contents.transfers
        ]
        names = ["", _("Payments"), _("Amount")]
        yield table(columns(20, 0, -110), names, rows, BODY.changed(size=10))

    def pays_sentence(self, transfer: Transfer[PersonIndex]) -> str:
        payers = transfer.payers or (transfer.payer,)
        payees = transfer.payees or (transfer.payee,)
        pays = ngettext("%(payer)s pays %(payee)s", "%(payer)s pay %(payee)s", len(payers))
        return pays % {
            "payer": together(self.name(person) for person in payers),
            "payee": together(self.name(person) for person in payees),
        }

    def transfer_blocks(self) -> Iterator[Flowable]:
        """Two beside each other, each with its QR code."""
        signs = {(sign.payer, sign.payee): sign for sign in self.contents.signs}
        blocks = [
            self.transfer_block(transfer, signs.get((transfer.payer, transfer.payee)))
            for transfer in self.contents.transfers
        ]
        width = (INSIDE + BETWEEN) / 2
        rows = [[*blocks[start : start + 2], ""][:2] for start in range(0, len(blocks), 2)]
        style = [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *padded(0, 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), BETWEEN),
        ]
        yield Table(rows, [width, INSIDE - width], style=style, hAlign="LEFT")

    def transfer_block(self, transfer: Transfer[PersonIndex], sign: PaySign | None) -> Table:
        width = (INSIDE - BETWEEN) / 2
        lines = [
            Text(f"{UNTICKED} {self.pays_sentence(transfer)}", Look(9.5, leading=1.25, most=2)),
            Text(self.money(transfer.amount), Look(17, Style.HEAD)),
        ]
        if sign:
            lines.append(Text(sign.kind, Look(7, Style.BOLD, SOFT, leading=1.25, most=1)))
            lines.append(Text(sign.address, Look(7, colour=SOFT, leading=1.25, most=2)))
        if not sign or not sign.rows:
            return boxed([lines], [width], QUIET)
        side = SIGN + QUIET
        return boxed([Sign(sign.rows, SIGN, sign.link), lines], [side, width - side], QUIET)

    def pots(self) -> Iterator[Flowable]:
        for game in self.contents.open_pots:
            parts = {"amount": self.money(game.pot), "game": game.number}
            text = _("%(amount)s is in the pot of game %(game)d and not counted yet.")
            yield Spacer(0, 3)
            yield Text(text % parts, Look(9, colour=RED))

    # Outside games --------------------------------------------------------------------------

    def beside_games(self) -> Iterator[Flowable]:
        """Expenses with each player's share, then carried debts and rounding."""
        contents = self.contents
        others = [
            payment for payment in contents.beside if not (contents.expenses and payment.is_expense)
        ]
        if contents.player is not None:
            others = []  # already in their account
        if contents.expenses or others:
            yield from self.heading(_("Expenses and adjustments"))
        for expense in contents.expenses:
            yield from self.expense(expense)
        if others:
            yield self.payments_table(others, _("Why"), [payment.reason for payment in others])

    def expense(self, expense: ExpenseRow) -> Iterator[Flowable]:
        whole = {
            "label": self.isolated(expense.label),
            "amount": self.money(expense.amount),
            "name": self.name(expense.payer),
            "how": expense.how,
        }
        text = _("%(label)s: %(amount)s, paid by %(name)s, split: %(how)s")
        parts = (f"{self.name(who)} {self.money(part)}" for who, part in expense.shares if part)
        yield Text(text % whole, size=9.5)
        yield soft("  ·  ".join(parts))
        yield Spacer(0, 3)

    def cash(self) -> Iterator[Flowable]:
        cash = self.contents.cash
        if cash:
            yield from self.heading(_("Paid in cash"))
            yield self.payments_table(
                cash, _("Time"), [f"{TICKED} {payment.time}" for payment in cash]
            )

    def payments_table(
        self, payments: Sequence[PaidRow], name: str, texts: Sequence[str]
    ) -> Flowable:
        """A line per payment, with ``texts`` under ``name``."""
        rows = [
            Row(
                [
                    self.name(payment.payer),
                    self.name(payment.payee),
                    text,
                    self.money(payment.amount),
                ]
            )
            for payment, text in zip(payments, texts, strict=True)
        ]
        names = [_("From"), _("To"), name, _("Amount")]
        return table(columns(110, 110, 0, -90), names, rows, BODY.changed(size=9))
