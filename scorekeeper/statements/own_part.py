"""What a player's own sheet says of his hands and payments."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import GameSheet, PaidRow, Person
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import WON, Layout, points
from scorekeeper.statements.paper import SOFT, Said, columns, said
from scorekeeper.telling.money import Booked


class OwnPart(Layout):
    def own_hands(self, game: GameSheet, person: Person) -> None:
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        place = game.persons.index(person)
        has_money = any(hand.outcome.money(place) for hand in game.hands)
        names = [_("Hand"), *[_("Points"), _("Total")] * game.keeps_score]
        names += [*[_("Money")] * has_money, _("Why")]
        widths = columns(40, *[-55, -55] * game.keeps_score, *[-85] * has_money, 0)
        table = self.table(widths, names)
        total = 0.0
        for hand in game.hands:
            cell = hand.outcome.seat_of(place).of(place)
            total += cell.points
            parts = [Said((str(hand.number),), 8.5, colour=SOFT)]
            if game.keeps_score:
                text = "–" if cell.absent else points(cell.points)
                style = Style.BOLD if cell.won else Style.PLAIN
                parts += [Said((text,), 8.5, style), Said((points(total),), 8.5)]
            if has_money:
                parts.append(self.amount(cell.net, size=8.5))
            why = f"{WON} {cell.reason or _('won')}" if cell.won else cell.reason
            table.row([*([part] for part in parts), [said(why, widths[-1], 8.5)]])
        self.closing_line()

    def own_extras(self, game: GameSheet, person: Person) -> None:
        seat = game.persons.index(person) % game.seats
        told = "; ".join(f"{label}: {points(values[seat])}" for label, values in game.extras)
        if told:
            self.paper.paragraph(told, 8.5)

    def account(self) -> None:
        lines = self.contents.account
        if not lines:
            return
        self.heading(_("Every payment"))
        names = [_("Hand"), _("With"), _("Why"), _("Amount"), _("Sum so far")]
        table = self.table(columns(60, 130, 0, -80, -80), names)
        many = len(self.contents.games) > 1
        for line in lines:
            texts = [self.place(line, many), self.name(line.other), line.payment.reason]
            cells = [[said(t, c, 8.5)] for t, c in zip(texts, table.columns, strict=False)]
            sums = [[self.amount(line.amount, size=8.5)], [self.amount(line.so_far, size=8.5)]]
            table.row([*cells, *sums])
        self.closing_line()

    def place(self, line: Booked[PaidRow, Person], many: bool) -> str:
        """``2 · 14``: game and hand, where a night had several games."""
        game, when = line.payment.game, self.when(line.payment.hand)
        if game is None:
            return _("cash")
        return f"{game} · {when}" if many else when
