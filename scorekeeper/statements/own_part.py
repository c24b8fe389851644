"""What a player's own sheet says of his hands and payments."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import GameSheet, PaidRow, Person
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import WON, Layout, points
from scorekeeper.statements.paper import FELT, SOFT, Grid, Said, columns, said
from scorekeeper.telling.money import Booked


class OwnPart(Layout):
    def own_hands(self, game: GameSheet, person: Person) -> None:
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        place = game.persons.index(person)
        has_money = bool(game.payments)
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
                nothing = cell.absent or hand.outcome.brought_nothing
                text = "–" if nothing else points(cell.points)
                style = Style.BOLD if cell.won else Style.PLAIN
                after = points(total + cell.beside)
                parts += [Said((text,), 8.5, style), Said((after,), 8.5)]
            if has_money:
                parts.append(self.amount(cell.net, size=8.5))
            why = f"{WON} {cell.reason or _('won')}" if cell.won else cell.reason
            why = self.why_nothing(hand) if hand.outcome.brought_nothing else why
            table.row([*([part] for part in parts), [said(why, widths[-1], 8.5)]])
        self.own_total(table, game, person, has_money)
        self.closing_line()

    def own_total(self, table: Grid, game: GameSheet, person: Person, has_money: bool) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        score = points(game.totals[game.persons.index(person) % game.seats])
        sums: list[list[Said]] = [[], [Said((score,), 9.5, Style.BOLD)]] * game.keeps_score
        money = self.amount(game.net(person), Style.BOLD, 8.5)
        sums += [[money]] * has_money
        table.row([[Said((_("Total"),), 8.5, colour=SOFT)], *sums, []], line=False)

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
