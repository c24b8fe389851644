"""The part of a player's own statement about their games: each hand with its result, the reason and
the counted cards; and the totals."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable

from scorekeeper.core.localization.words import WON, together
from scorekeeper.play.terms import game_text
from scorekeeper.statements.contents.session import Contents, GameContents, HandRow, PersonIndex
from scorekeeper.statements.drawing.cards import counted_strip, laid_strip
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import UNDER_A_ROW, Layout, bold, points, soft
from scorekeeper.statements.drawing.tables import Cell, Row, columns, table


class OwnPart(Layout):
    contents: Contents

    def own_hands(self, game: GameContents, person: PersonIndex) -> Iterator[Flowable]:
        """A row per hand, as on the session's statement, with this player's part only."""
        if not game.hands:
            yield soft(game_text(game.terms, "No hand was played."), 9)
            return
        scored, money = game.keeps_score, bool(game.payments)
        names = [
            game_text(game.terms, "Hand"),
            _("Why"),
            *[_("Points")] * scored,
            *[_("Money")] * money,
        ]
        widths = columns(30, 0, *[-70] * scored, *[-95] * money)
        yield table(widths, names, list(self.own_rows(game, person)))

    def own_rows(self, game: GameContents, person: PersonIndex) -> Iterator[Row]:
        place, money = game.persons.index(person), bool(game.payments)
        yield from self.own_money_row(game, person, 0)
        for index, hand in enumerate(game.hands):
            yield from self.own_points_row(
                game, game.points_before(index)[place % game.seats], index
            )
            yield self.own_hand_row(game, hand, place, money)
        yield from self.own_money_row(game, person, None)
        score = bold(points(game.totals[place % game.seats]), 9.5)
        net = self.amount(game.net(person), Style.BOLD, took_part=True)
        sums = [*[score] * game.keeps_score, *[net] * money]
        yield Row(["", soft(_("Total"), 8.5), *sums], is_sum=True)

    def own_points_row(self, game: GameContents, more: float, index: int) -> Iterator[Row]:
        """A row of points that no hand brought, before the hand at this index."""
        if more and game.keeps_score:
            why = _("on rejoining") if index else _("at the start")
            money = [""] * bool(game.payments)
            yield Row(["", why, points(more), *money])

    def own_hand_row(self, game: GameContents, hand: HandRow, place: int, money: bool) -> Row:
        cell = hand.outcome.seat_of(place).for_person(place)
        why = self.outcome_note(hand) or cell.reason or (_("won") if cell.won else "–")
        score = "–" if cell.sat_out else points(cell.points)
        net = self.amount(cell.net, size=8.5, took_part=not cell.sat_out)
        cells: list[Cell] = [soft(str(hand.number), 8.5), f"{WON} {why}" if cell.won else why]
        cells += [*[score] * game.keeps_score, *[net] * money]
        return Row(cells, [*self.laid(game, hand, place)])

    def laid(
        self, game: GameContents, hand: HandRow, place: int | None = None
    ) -> Iterator[Flowable]:
        """Yields the counted cards and those of wrong shows; with ``place`` only that person's."""
        for cards in hand.laid:
            if place is None or place in cards.persons:
                name = together(self.name(game.persons[person]) for person in cards.persons)
                yield counted_strip(name, cards.laid, _("left:"), UNDER_A_ROW)
        for wrong in hand.wrong:
            if place in (None, wrong.person):
                parts = {"name": self.name(game.persons[wrong.person]), "why": wrong.why}
                yield from self.under(_("%(name)s, wrong show: %(why)s") % parts)
                yield laid_strip(wrong.groups, UNDER_A_ROW)

    def own_money_row(
        self, game: GameContents, person: PersonIndex, hand: int | None
    ) -> Iterator[Row]:
        """A row of what they paid before the first hand, or got after the last, if anything."""
        if net := game.net_beside(person, hand):
            why = (
                game_text(game.terms, "before the first hand")
                if hand == 0
                else game_text(game.terms, "after the last hand")
            )
            yield Row(["", why, *[""] * game.keeps_score, self.amount(net, size=8.5)])

    def own_extras(self, game: GameContents, person: PersonIndex) -> Iterator[Flowable]:
        seat = game.persons.index(person) % game.seats
        values = "; ".join(
            f"{label}: {points(values[seat])}" for label, values in game.more_results
        )
        if values:
            yield Text(values, size=8.5)

    def account(self) -> Iterator[Flowable]:
        """Draws the account: each game's result, payments outside games, and cash."""
        if self.contents.account:
            yield from self.heading(_("Total"), keep=40)
            names = [_("Item"), _("Amount"), _("Sum so far")]
            yield table(columns(0, -90, -90), names, list(self.account_rows()))

    def account_rows(self) -> Iterator[Row]:
        lines, person = self.contents.account, self.contents.player
        so_far = {line.payment.game: line.so_far for line in lines}
        assert person is not None
        for game in self.contents.games:
            if game.number in so_far:
                net = game.net(person)
                yield self.account_row(f"{game.number} · {game.name}", net, so_far[game.number])
        for line in lines:
            if line.payment.game is None:
                label = _("cash") if line.payment.settles else line.payment.reason
                yield self.account_row(
                    f"{label} · {self.name(line.other)}", line.amount, line.so_far
                )
        if in_pots := sum(game.net(person) for game in self.contents.open_pots):
            label = _("In open pots, not counted yet")
            yield self.account_row(label, -in_pots, lines[-1].so_far - in_pots)

    def account_row(self, text: str, amount: int, so_far: int) -> Row:
        return Row([text, self.amount(amount, size=8.5), self.amount(so_far, size=8.5)])
