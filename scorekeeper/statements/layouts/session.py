"""The statement of a session, or of one player in it."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, LongTable, Spacer
from segno import make_qr

from scorekeeper.core.localization.words import WON
from scorekeeper.play.terms import game_text
from scorekeeper.statements.drawing.document import INSIDE, MARGIN, SMALL, WIDTH
from scorekeeper.statements.drawing.flowables import Heading, Sign, Text, write
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import FOOT, soft
from scorekeeper.statements.drawing.look import FELT, Look
from scorekeeper.statements.drawing.tables import boxed
from scorekeeper.statements.drawing.typesetting import is_whole
from scorekeeper.statements.layouts.game_part import GamePart
from scorekeeper.statements.layouts.result_part import ResultPart
from scorekeeper.statements.layouts.settling_part import QUIET, SIGN, SettlingPart

LOW_TABLE: Final = 480.0
"""A table no taller than this stays on one page with what follows it."""


class SessionLayout(GamePart, ResultPart, SettlingPart):
    def story(self) -> Iterator[Flowable]:
        parts = list(self.parts())
        end = [Spacer(0, 6), *self.legend(), *self.proof()]
        last = parts[-1] if parts else None
        if isinstance(last, LongTable) and last.wrap(INSIDE, LOW_TABLE)[1] <= LOW_TABLE:
            end = [parts.pop(), *end]
            if isinstance(parts[-1], Heading):
                end = [parts.pop(), *end]
        yield from parts
        yield KeepTogether(end)

    def parts(self) -> Iterator[Flowable]:
        contents = self.contents
        yield from self.first_head()
        yield from self.result()
        if contents.player is not None:
            yield from self.account()
        if contents.has_money:
            yield from self.settling()
        yield from self.beside_games()
        if contents.player is None:
            yield from self.removed()
        for game in contents.games:
            yield from self.game(game)
            yield from self.notes(game)
            yield from self.payments(game)
        if contents.player is None:
            yield from self.cash()

    def settling(self) -> Iterator[Flowable]:
        contents = self.contents
        if contents.player is None:
            yield from self.balances()
        elif contents.transfers or contents.pending:
            yield from self.heading(_("Settling up"), self.terms())
        yield from self.transfers()
        yield from self.pots()

    def subject(self) -> str:
        return self.result_line()[0]

    def foot(self, canvas: Canvas, page: int, pages: int) -> None:
        super().foot(canvas, page, pages)
        if not self.contents.is_closed:
            text = _("Not final: the session was still open.")
            write(canvas, MARGIN, FOOT, text, SMALL.changed(size=7.5))
        if any(hand.outcome.winners for game in self.contents.games for hand in game.hands):
            won = f"{WON} " + game_text(self.contents.terms, "won the hand")
            write(canvas, WIDTH - MARGIN, FOOT - 10, won, SMALL.changed(size=7, align="right"))

    def legend(self) -> Iterator[Flowable]:
        if not all(is_whole(name) for name in self.contents.people):
            text = _("□ replaces a character that this font lacks. Such names carry a number.")
            yield soft(text, 7.5)

    def proof(self) -> Iterator[Flowable]:
        """The QR code of the page that verifies the session."""
        if not self.contents.proof:
            return
        text = _(
            "This QR code opens a page that recalculates every hand and checks all sums."
            " The fingerprint there must match the one at the foot of this page."
        )
        lines = [
            Text(_("Check it yourself"), Look(13, Style.HEAD, FELT)),
            Text(text, most=4),
        ]
        sign = Sign(qr_modules(self.contents.proof), SIGN, self.contents.proof)
        side = SIGN + QUIET + 4
        yield boxed([sign, lines], [side, INSIDE - side], QUIET)


def qr_modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """Returns the QR code's rows, of level M: it can be read even where a corner is creased."""
    code = make_qr(address, error="m", boost_error=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)
