"""What a player's own sheet says of his games: each hand with what it brought him, why, and the
cards that were counted, and what it all comes to."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.statements.cards import Strip, counted, shown
from scorekeeper.statements.contents import Contents, GameSheet, HandRow, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import UNDER_A_ROW, SheetLayout, points
from scorekeeper.statements.marks import FELT, SOFT
from scorekeeper.statements.paper import Grid, Said, columns, said
from scorekeeper.wording.words import WON


class OwnPart(SheetLayout):
    contents: Contents

    def own_hands(self, game: GameSheet, person: PersonIndex) -> None:
        """A row for each, as on the sheet of the night, with his part of it alone."""
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        has_money = bool(game.payments)
        names = [_("Hand"), _("Why"), *[_("Points")] * game.keeps_score, *[_("Money")] * has_money]
        widths = columns(30, 0, *[-70] * game.keeps_score, *[-95] * has_money)
        table = self.table(widths, names)
        self.own_beside(table, game, person, 0)
        for hand in game.hands:
            self.own_hand(table, game, hand, game.persons.index(person), has_money)
        self.own_beside(table, game, person, None)
        self.own_total(table, game, person, has_money)
        self.closing_line()

    def own_hand(
        self, table: Grid, game: GameSheet, hand: HandRow, place: int, has_money: bool
    ) -> None:
        cell = hand.outcome.seat_of(place).of(place)
        nothing = hand.outcome.brought_nothing
        why = self.why_nothing(hand) if nothing else cell.reason or (_("won") if cell.won else "–")
        score = "–" if cell.sat_out else points(cell.points)
        cells = [[Said((str(hand.number),), 8.5, colour=SOFT)]]
        cells += [[said(f"{WON} {why}" if cell.won else why, table.columns[1], 8.5)]]
        cells += [[Said((score,), 8.5)]] * game.keeps_score
        cells += [[self.amount(cell.net, size=8.5, played=not cell.sat_out)]] * has_money
        table.row(cells, [*self.laid(game, hand, place)])

    def laid(
        self, game: GameSheet, hand: HandRow, place: int | None = None
    ) -> Iterator[Said | Strip]:
        """The cards that were counted, and those of wrong shows; with ``place`` those of one."""
        for each in (e for e in hand.laid if place is None or place in e.persons):
            name = "+".join(self.name(game.persons[at]) for at in each.persons)
            yield counted(name, each.laid, _("left:"), UNDER_A_ROW)
        for wrong in (w for w in hand.wrong if place in (None, w.person)):
            name = self.name(game.persons[wrong.person])
            told = _("%(name)s, wrong show: %(why)s") % {"name": name, "why": wrong.why}
            yield from self.small(told)
            yield shown("", wrong.groups, UNDER_A_ROW)

    def own_beside(
        self, table: Grid, game: GameSheet, person: PersonIndex, hand: int | None
    ) -> None:
        """A row of what he paid before the first hand, or got after the last, if anything."""
        net = game.net_beside(person, hand)
        if net:
            why = _("before the first hand") if hand == 0 else _("after the last hand")
            money = [self.amount(net, size=8.5)]
            table.row([[], [Said((why,), 8.5)], *[[]] * game.keeps_score, money])

    def own_total(self, table: Grid, game: GameSheet, person: PersonIndex, has_money: bool) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        score = points(game.totals[game.persons.index(person) % game.seats])
        sums: list[list[Said]] = [[Said((score,), 9.5, Style.BOLD)]] * game.keeps_score
        money = self.amount(game.net(person), Style.BOLD, 9.5, played=True)
        sums += [[money]] * has_money
        table.row([[], [Said((_("Total"),), 8.5, colour=SOFT)], *sums], line=False)

    def own_extras(self, game: GameSheet, person: PersonIndex) -> None:
        seat = game.persons.index(person) % game.seats
        told = "; ".join(f"{label}: {points(values[seat])}" for label, values in game.extras)
        if told:
            self.paper.paragraph(told, 8.5)

    def account(self) -> None:
        """What each game brought, what came beside the games, and each handing over of cash."""
        lines = self.contents.account
        if not lines:
            return
        self.heading(_("What it comes to"), keep=40)
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
                what = _("cash") if line.payment.settles else line.payment.reason
                self.brought(table, f"{what} · {self.name(line.other)}", line.amount, line.so_far)
        self.closing_line()

    def brought(self, table: Grid, text: str, amount: int, so_far: int) -> None:
        sums = [[self.amount(each, size=8.5)] for each in (amount, so_far)]
        table.row([[said(text, table.columns[0], 8.5)], *sums])
