"""What a player's own sheet says of his hands and payments."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scorekeeper.statements.contents import Contents, GameSheet, HandRow, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import WON, SheetLayout, points
from scorekeeper.statements.marks import FELT, SOFT
from scorekeeper.statements.paper import Grid, Said, columns, said


class OwnPart(SheetLayout):
    contents: Contents

    def own_hands(self, game: GameSheet, person: PersonIndex) -> None:
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
        self.own_beside(table, game, person, 0)
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
            row = [*([part] for part in parts), [said(why, widths[-1], 8.5)]]
            table.row(row, self.own_wrong(hand, place))
        self.own_beside(table, game, person, None)
        self.own_total(table, game, person, has_money)
        self.closing_line()

    def own_beside(
        self, table: Grid, game: GameSheet, person: PersonIndex, hand: int | None
    ) -> None:
        """A row of what he paid before the first hand, or got after the last, if anything."""
        net = game.net_beside(person, hand)
        if net:
            first, money = Said((self.when(hand),), 8.5, colour=SOFT), self.amount(net, size=8.5)
            table.row([[first], *[[], []] * game.keeps_score, [money], []])

    def own_wrong(self, hand: HandRow, place: int) -> list[Said]:
        """The cards of his wrong show."""
        return self.small("; ".join(told for person, told in hand.wrong if person == place))

    def own_total(self, table: Grid, game: GameSheet, person: PersonIndex, has_money: bool) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        score = points(game.totals[game.persons.index(person) % game.seats])
        sums: list[list[Said]] = [[], [Said((score,), 9.5, Style.BOLD)]] * game.keeps_score
        money = self.amount(game.net(person), Style.BOLD, 8.5)
        sums += [[money]] * has_money
        table.row([[Said((_("Total"),), 8.5, colour=SOFT)], *sums, []], line=False)

    def own_extras(self, game: GameSheet, person: PersonIndex) -> None:
        seat = game.persons.index(person) % game.seats
        told = "; ".join(f"{label}: {points(values[seat])}" for label, values in game.extras)
        if told:
            self.paper.paragraph(told, 8.5)

    def account(self) -> None:
        """What each game brought, and each handing over of cash: the hands stand above."""
        lines = self.contents.account
        if not lines:
            return
        self.heading(_("What it comes to"))
        names = [_("What"), _("Amount"), _("Sum so far")]
        table = self.table(columns(0, -90, -90), names)
        so_far = {line.payment.game: line.so_far for line in lines}
        assert self.contents.player is not None
        for game in self.contents.games:
            if game.number in so_far:
                net = game.net(self.contents.player)
                self.brought(table, f"{game.number} · {game.name}", net, so_far[game.number])
        for line in lines:
            if line.payment.game is None:
                text = f"{_('cash')} · {self.name(line.other)}"
                self.brought(table, text, line.amount, line.so_far)
        self.closing_line()

    def brought(self, table: Grid, text: str, amount: int, so_far: int) -> None:
        sums = [[self.amount(each, size=8.5)] for each in (amount, so_far)]
        table.row([[said(text, table.columns[0], 8.5)], *sums])
