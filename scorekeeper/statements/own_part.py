"""What a player's own sheet says of his games: what each came to, and why. Every hand stands on the
sheet of the night."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.settling.why import spans
from scorekeeper.statements.cards import shown
from scorekeeper.statements.contents import Contents, GameSheet, HandRow, PersonIndex
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import WON, SheetLayout, points
from scorekeeper.statements.marks import FELT, SOFT
from scorekeeper.statements.paper import INSIDE, MARGIN, Grid, Said, columns, said

MOST_REASONS = 8
"""More than these are told together."""


@dataclass
class Reason:
    """Why hands brought somebody what they did; alike are one line."""

    why: str
    won: bool = False
    hands: list[int] = field(default_factory=list)
    points: float = 0
    money: int = 0

    def add(self, other: Reason) -> None:
        self.hands += other.hands
        self.points += other.points
        self.money += other.money

    @property
    def weight(self) -> tuple[bool, int, float]:
        return self.won, abs(self.money), abs(self.points)


class OwnPart(SheetLayout):
    contents: Contents

    def own_hands(self, game: GameSheet, person: PersonIndex) -> None:
        if not game.hands:
            self.paper.paragraph(_("No hand was played."), 9, colour=SOFT)
            return
        has_money = bool(game.payments)
        names = [_("Why"), _("Hands"), *[_("Points")] * game.keeps_score]
        names += [_("Money")] * has_money
        widths = columns(0, 120, *[-70] * game.keeps_score, *[-95] * has_money)
        table = self.table(widths, names)
        self.own_beside(table, game, person, 0)
        for reason in self.reasons_of(game, game.persons.index(person)):
            why = f"{WON} {reason.why}" if reason.won else reason.why
            cells = [[said(why, widths[0], 8.5)], [said(_hands(reason.hands), widths[1], 8.5)]]
            cells += [[Said((points(reason.points),), 8.5)]] * game.keeps_score
            table.row([*cells, *[[self.amount(reason.money, size=8.5)]] * has_money])
        self.own_beside(table, game, person, None)
        self.own_total(table, game, person, has_money)
        self.closing_line()
        self.own_wrong(game, person)

    def reasons_of(self, game: GameSheet, place: int) -> list[Reason]:
        """The dearest first; those that are too many in one line at the end."""
        found: dict[tuple[bool, str], Reason] = {}
        for hand in game.hands:
            reason = self.own_reason(hand, place)
            if not reason.why:
                continue
            found.setdefault((reason.won, reason.why), Reason(reason.why, reason.won)).add(reason)
        listed = sorted(found.values(), key=lambda each: each.weight, reverse=True)
        if len(listed) > MOST_REASONS:
            rest = Reason(_("other hands"))
            for each in listed[MOST_REASONS - 1 :]:
                rest.add(each)
            listed[MOST_REASONS - 1 :] = [rest]
        return listed

    def own_reason(self, hand: HandRow, place: int) -> Reason:
        """``why`` "" where the hand was nothing to him."""
        cell = hand.outcome.seat_of(place).of(place)
        why = cell.reason or (_("won") if cell.won else "–" * bool(cell.points or cell.net))
        why = self.why_nothing(hand) if hand.outcome.brought_nothing else why
        return Reason(why, cell.won, [hand.number], 0 if cell.absent else cell.points, cell.net)

    def own_beside(
        self, table: Grid, game: GameSheet, person: PersonIndex, hand: int | None
    ) -> None:
        """A row of what he paid before the first hand, or got after the last, if anything."""
        net = game.net_beside(person, hand)
        if net:
            why = _("before the first hand") if hand == 0 else _("after the last hand")
            money = [self.amount(net, size=8.5)]
            table.row([[Said((why,), 8.5)], [], *[[]] * game.keeps_score, money])

    def own_wrong(self, game: GameSheet, person: PersonIndex) -> None:
        """The cards of his wrong shows."""
        place = game.persons.index(person)
        for hand in game.hands:
            for wrong in hand.wrong:
                if wrong.person == place:
                    told = {"hand": hand.number, "why": wrong.why}
                    text = _("Hand %(hand)d, wrong show: %(why)s") % told
                    self.paper.paragraph(text, 8, colour=SOFT)
                    strip = shown("", wrong.groups, INSIDE)
                    self.paper.need(strip.height + 6)
                    self.paper.put(strip.marks, MARGIN, self.paper.y + 2)
                    self.paper.skip(strip.height + 6)

    def own_total(self, table: Grid, game: GameSheet, person: PersonIndex, has_money: bool) -> None:
        self.paper.rule(self.paper.y, FELT, 0.8)
        score = points(game.totals[game.persons.index(person) % game.seats])
        sums: list[list[Said]] = [[Said((score,), 9.5, Style.BOLD)]] * game.keeps_score
        money = self.amount(game.net(person), Style.BOLD, 9.5)
        sums += [[money]] * has_money
        table.row([[Said((_("Total"),), 8.5, colour=SOFT)], [], *sums], line=False)

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


def _hands(numbers: Iterable[int]) -> str:
    """``1–3, 8``; how many where that is too long."""
    listed = list(numbers)
    many = ngettext("%(count)d hand", "%(count)d hands", len(listed))
    return spans(listed) or many % {"count": len(listed)}
