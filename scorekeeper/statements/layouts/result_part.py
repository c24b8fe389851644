"""The head of a statement: group and session, who won how much, and the running totals."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from reportlab.lib.colors import Color
from reportlab.platypus import Flowable, Spacer

from scorekeeper.statements.contents.session import Contents, PersonIndex
from scorekeeper.statements.drawing.chart import RunningChart, least_height
from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Strip, Text, Word
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import Layout
from scorekeeper.statements.drawing.look import GREEN, INK, RED, SOFT, Look, amount_colour
from scorekeeper.statements.drawing.typesetting import wrap

RANKED: Final = Look(10.5, colour=SOFT)
MOST_RANKED: Final = 6
"""With more players, only the chart and the table list them."""


class ResultPart(Layout):
    contents: Contents

    def first_head(self) -> Iterator[Flowable]:
        contents = self.contents
        day = f"{contents.weekday}, {contents.day}"
        session = self.isolated(contents.session)
        yield from self.letterhead(f"{session} · {day}" if contents.session else day)
        yield from self.double_rule()

    def result(self) -> Iterator[Flowable]:
        """The result as a title, then the ranking and the chart."""
        title, colour = self.result_line()
        yield Text(title, Look(25, Style.HEAD, colour, leading=1.2, most=3))
        yield Spacer(0, 2)
        if self.contents.player is None:
            yield from self.ranking()
        yield from self.chart()

    def result_line(self) -> tuple[str, Color]:
        """Returns the result in one sentence, and its colour."""
        balances = self.contents.balances
        if self.contents.player is not None:
            (own,) = balances
            return self.own_result(own.person, own.games)
        if self.contents.winners:
            values = {
                "names": self.names(self.contents.winners),
                "won": self.contents.result_phrase,
            }
            return _("%(names)s %(won)s") % values, INK
        best = max((balance.games for balance in balances), default=0)
        if best > 0 and not self.contents.is_closed:
            leaders = [b.person for b in balances if b.games == best]
            values = {"names": self.names(leaders), "amount": self.money(best)}
            if any(game.is_running for game in self.contents.games):
                return _("%(names)s: ahead by %(amount)s so far") % values, INK
            if len(leaders) > 1:
                return _("%(names)s won %(amount)s each") % values, INK
            return _("%(names)s won %(amount)s") % values, INK
        won = [
            _("%(names)s won %(game)s") % {"names": self.names(g.winners), "game": g.name}
            for g in self.contents.games
            if g.winners
        ]
        return " · ".join(won) or self.no_winner_sentence(), INK

    def no_winner_sentence(self) -> str:
        if self.contents.open_pots:
            return _("Nobody has won yet.")
        if any(row.is_prize for row in self.contents.beside):
            return _("Entry fees and prizes")
        played = any(game.hands for game in self.contents.games)
        return _("Nobody won or lost anything") if played else _("Nothing played yet")

    def own_result(self, person: PersonIndex, amount: int) -> tuple[str, Color]:
        values = {"name": self.name(person), "amount": self.money(abs(amount))}
        if amount and any(game.is_running for game in self.contents.games):
            so_far = {"name": self.name(person), "amount": self.signed(amount)}
            return _("%(name)s: %(amount)s so far") % so_far, amount_colour(amount)
        if amount > 0:
            return _("%(name)s won %(amount)s") % values, GREEN
        if amount < 0:
            return _("%(name)s lost %(amount)s") % values, RED
        return self.name(person), INK

    def ranking(self) -> Iterator[Flowable]:
        """Each player's gain from games, best first."""
        balances = self.contents.balances
        if any(b.games for b in balances) and len(self.contents.people) <= MOST_RANKED:
            ranked = sorted(balances, key=lambda balance: -balance.games)
            pieces = [piece for b in ranked for piece in self.ranking_entry(b.person, b.games)]
            yield Strip(pieces)
            yield Spacer(0, 4)

    def ranking_entry(self, person: PersonIndex, games: int) -> Iterator[tuple[Word, float]]:
        look = RANKED.changed(style=Style.BOLD, colour=amount_colour(games))
        amount = Word(self.signed(games), look, 1.5 * look.size)
        room = (INSIDE - amount.width) / RANKED.size - 1
        name = wrap(self.name(person), room, Style.PLAIN, 1)[0]
        yield Word(name, RANKED, 1.5 * RANKED.size), 0.35 * RANKED.size
        yield amount, 16

    def chart(self) -> Iterator[Flowable]:
        running = self.contents.running
        if running.moves:
            names = [self.name(person) for person in range(len(running.tracks))]
            height = least_height(len(names)) * (1 if len(names) <= MOST_RANKED else 1.15)
            labelled = running.named(names)
            yield RunningChart(labelled, INSIDE, height, 8, self.signed, self.contents.player)
            yield Spacer(0, 4)
