"""The part of a statement about one game: players, rules, each hand, and who paid for what."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from reportlab.platypus import Flowable, Spacer

from scorekeeper.core.localization.words import WON, together
from scorekeeper.engine.variant import Terms
from scorekeeper.play.sessions import removed_numbers
from scorekeeper.play.terms import game_text, game_text_plural
from scorekeeper.settlement.explanation import spans
from scorekeeper.statements.contents.session import GameContents, HandRow, PaidRow, PersonIndex
from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import bold, points, soft
from scorekeeper.statements.drawing.look import SOFT, Look, amount_colour
from scorekeeper.statements.drawing.tables import BODY, Row, columns, table
from scorekeeper.statements.layouts.own_part import OwnPart

LEAST_SIZE = 4.5
"""Smallest size of amounts."""
MOST_REASONS = 3
"""Of payments in one row."""


class GamePart(OwnPart):
    def game(self, game: GameContents) -> Iterator[Flowable]:
        """All but the payments."""
        name = f"{game.name} – {game.preset}" if game.preset else game.name
        text = _("Game %(number)d: %(name)s") % {"number": game.number, "name": name}
        yield from self.heading(text, self.outcome(game), keep=90)
        sides = (together(self.name(p) for p in side) for side in game.sides)
        yield Text("  ·  ".join(f"{seat}. {side}" for seat, side in enumerate(sides, start=1)))
        if game.options:
            rules = "; ".join(f"{label}: {answer}" for label, answer in game.options)
            yield soft(_("House rules: %(rules)s") % {"rules": rules})
        yield Spacer(0, 5)
        if self.contents.player is None:
            yield from self.hands(game)
            yield from self.extras(game)
        else:
            yield from self.own_hands(game, self.contents.player)
            yield from self.own_extras(game, self.contents.player)

    def removed(self) -> Iterator[Flowable]:
        """Explains missing numbers."""
        for number in removed_numbers(game.number for game in self.contents.games):
            text = _("Game %(number)d was started by mistake and deleted.")
            yield soft(text % {"number": number}, 9)

    def outcome(self, game: GameContents) -> str:
        if not game.winners:
            return game.state
        return _("%(names)s won") % {"names": self.names(game.winners)}

    def hands(self, game: GameContents) -> Iterator[Flowable]:
        if not game.hands:
            yield soft(game_text(game.terms, "No hand was played."), 9)
            return
        look = BODY.changed(size=8.5 if game.seats <= 8 else 7.5)
        widths = columns(30, *[-(INSIDE - 30) / game.seats] * game.seats)
        rows = list(self.hand_rows(game, look.size))
        yield table(widths, [game_text(game.terms, "Hand"), *self.side_names(game)], rows, look)

    def side_names(self, game: GameContents) -> list[str]:
        return [together(self.name(person) for person in side) for side in game.sides]

    def hand_rows(self, game: GameContents, size: float) -> Iterator[Row]:
        yield from self.money_row(game, 0, size)
        for index, hand in enumerate(game.hands):
            yield from self.points_row(game, index, size)
            cells = (self.hand_cell(game, hand, seat, size) for seat in range(game.seats))
            yield Row([soft(str(hand.number), size), *cells], [*self.reasons(game, hand)])
        yield from self.money_row(game, None, size)
        yield from self.total_row(game, size)

    def points_row(self, game: GameContents, index: int, size: float) -> Iterator[Row]:
        """A row of points that no hand brought, before the hand at this index."""
        more = game.points_before(index)
        if game.keeps_score and any(more):
            when = _("back") if index else self.end_label(0)
            yield Row([soft(when, size), *(points(value) if value else "" for value in more)])

    def money_row(self, game: GameContents, hand: int | None, size: float) -> Iterator[Row]:
        """A row of what was paid before the first hand, or after the last, if anything was."""
        nets = [[game.net_beside(person, hand) for person in side] for side in game.sides]
        if any(map(any, nets)):
            yield Row(
                [soft(self.end_label(hand), size), *(self.money_text(net, size) for net in nets)]
            )

    def total_row(self, game: GameContents, size: float) -> Iterator[Row]:
        """The row below the hands: points where they are kept, money where it moved."""
        cells: list[list[Text]] = []
        for score, side in zip(game.totals, game.sides, strict=False):
            money = self.money_text(
                [game.net(person) for person in side], size, Style.BOLD, played=True
            )
            parts = [bold(points(score), size + 1)] * game.keeps_score
            cells.append(parts + [money] * bool(game.payments))
        if any(cells):
            yield Row([soft(_("Total"), size), *cells], is_sum=True)

    def money_text(
        self,
        money: Sequence[int],
        size: float,
        style: Style = Style.PLAIN,
        *,
        played: bool = False,
        mark: str = "",
    ) -> Text:
        """The amounts of those who share a seat, small enough for their column."""
        text = mark + " / ".join(self.change(amount, played) for amount in money)
        return Text(text, Look(size - 1, style, amount_colour(sum(money)), least=LEAST_SIZE))

    def hand_cell(self, game: GameContents, hand: HandRow, seat: int, size: float) -> list[Text]:
        """Points, marked for the winner, over the money of that hand."""
        cell = hand.outcome.seats[seat]
        parts, mark = [], f"{WON} " if cell.won else ""
        if game.keeps_score:
            text = mark + ("–" if cell.sat_out else points(cell.points))
            parts.append(Text(text, Look(size, Style.BOLD if cell.won else Style.PLAIN)))
            mark = ""
        played = bool(game.payments) and not cell.sat_out
        if any(cell.money) and game.payments:
            parts.append(self.money_text(cell.money, size, played=played, mark=mark))
        elif not game.keeps_score:
            text = mark + self.change(0, played)
            parts.append(Text(text, Look(size, colour=SOFT, least=LEAST_SIZE)))
        return parts

    def reasons(self, game: GameContents, hand: HandRow) -> Iterator[Flowable]:
        """Lists points and their reasons, players with the same reason together; and the cards."""
        if note := self.outcome_note(hand):
            yield from self.under(note)
            return
        sides: dict[str, list[str]] = {}
        for name, cell in zip(self.side_names(game), hand.outcome.seats, strict=True):
            if cell.reason:
                sides.setdefault(cell.reason, []).append(name)
        texts = (f"{', '.join(names)}: {reason}" for reason, names in sides.items())
        yield from self.under("; ".join(texts))
        yield from self.laid(game, hand)

    def extras(self, game: GameContents) -> Iterator[Flowable]:
        """Draws the numbers that the game counts beyond points, such as boxes."""
        if game.more_results:
            widths = columns(0, *[-min(90.0, (INSIDE - 120) / game.seats)] * game.seats)
            rows = [Row([label, *map(points, values)]) for label, values in game.more_results]
            yield Spacer(0, 4)
            yield table(widths, [_("More results"), *self.side_names(game)], rows)

    def payments(self, game: GameContents) -> Iterator[Flowable]:
        """Draws the payments of the whole game and their reasons; single hands are in the table
        above."""
        if game.payments and self.contents.player is None:
            names = [_("Total paid"), _("To"), _("Why")]
            names += [_("Payments"), _("Per payment"), _("Total per player")]
            rows = [
                self.payments_row(*group)
                for group in self.grouped(game.payments, game.terms).items()
            ]
            yield Spacer(0, 4)
            yield table(columns(130, 80, 0, -58, -70, -82), names, rows, BODY.changed(size=8))

    def payments_row(self, group: "PaymentGroup", payers: Iterable[PersonIndex | None]) -> Row:
        per_payment = "–" if group.per_payment is None else self.money(group.per_payment)
        figures = [str(group.count), per_payment, self.money(group.amount)]
        return Row([self.names(payers), self.name(group.payee), group.why, *figures])

    def grouped(
        self, payments: Iterable[PaidRow], terms: Terms
    ) -> "dict[PaymentGroup, list[PersonIndex | None]]":
        """Groups payers by their total: those who paid one person the same share a line."""
        by_ends: dict[tuple[PersonIndex | None, PersonIndex | None], list[PaidRow]] = {}
        for p in payments:
            by_ends.setdefault((p.payer, p.payee), []).append(p)
        rows: dict[PaymentGroup, list[PersonIndex | None]] = {}
        for (payer, payee), paid in by_ends.items():
            amounts = {p.amount for p in paid}
            per_payment = amounts.pop() if len(amounts) == 1 else None
            total = sum(p.amount for p in paid)
            group = PaymentGroup(payee, total, self.why(paid, terms), len(paid), per_payment)
            rows.setdefault(group, []).append(payer)
        return rows

    def why(self, paid: Sequence[PaidRow], terms: Terms) -> str:
        """The reasons; the hands, whose table has them, where there are many."""
        reasons = list(dict.fromkeys(p.reason for p in paid))
        hands = sorted({p.hand for p in paid if p.hand})
        if len(reasons) <= MOST_REASONS or not hands:
            return "; ".join(reasons)
        ends = [self.end_label(None)] * any(p.hand is None for p in paid)
        starts = [self.end_label(0)] * any(p.hand == 0 for p in paid)
        if not (numbers := spans(hands)):
            many = game_text_plural(terms, "%(count)d hand", "%(count)d hands", len(hands))
            return many % {"count": len(hands)}
        places = {"hands": ", ".join([*starts, numbers, *ends])}
        return game_text_plural(terms, "hand %(hands)s", "hands %(hands)s", len(hands)) % places

    def notes(self, game: GameContents) -> Iterator[Flowable]:
        """Edits, deletions and restorations, and what became of disputed results."""
        for correction in game.corrections:
            place = {"hand": correction.hand, "time": correction.time}
            if correction.is_edited:
                text = game_text(game.terms, "Hand %(hand)d was edited at %(time)s") % place
            elif correction.is_restored:
                text = game_text(game.terms, "Hand %(hand)d was restored at %(time)s") % place
            else:
                text = game_text(game.terms, "Hand %(hand)d was deleted at %(time)s") % place
            text += f" ({self.isolated(correction.by)})" if correction.by else ""
            yield soft(text + self.reason_suffix(correction.reason))
        for contest in game.contests:
            yield soft(contest.sentence + self.reason_suffix(contest.why))

    def reason_suffix(self, why: str) -> str:
        return f": {self.isolated(why)}" if why else "."


@dataclass(frozen=True, slots=True)
class PaymentGroup:
    """The sum that a player paid another in a whole game, in minor units."""

    payee: PersonIndex | None
    amount: int
    why: str
    count: int
    """Number of payments."""
    per_payment: int | None
    """Amount of each payment; None where they differ."""
