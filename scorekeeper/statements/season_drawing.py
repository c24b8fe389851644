"""The printed sheet of a season: the table, how it came about, and each night with who won it; or
one player's way through it.

What it says is ``season_contents``; it is set and painted as the sheets of a night are.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.standings import words
from scorekeeper.standings.chart import SHOWN, Track
from scorekeeper.standings.charts import month_names, weekdays
from scorekeeper.statements.chart import Frame, chart_marks, least_height
from scorekeeper.statements.drawing import grouped, print_sheet
from scorekeeper.statements.fonts import Style
from scorekeeper.statements.layout import SheetLayout
from scorekeeper.statements.marks import SOFT
from scorekeeper.statements.paper import INSIDE, MARGIN, PADDING, Paper, Said, columns, said, wrap
from scorekeeper.statements.running import Running
from scorekeeper.statements.season_charts import Fitted, bar_marks, matrix_marks, year_marks
from scorekeeper.statements.season_contents import SeasonContents, SeasonNight, Share, share_of
from scorekeeper.wording.words import WON


def draw_season(contents: SeasonContents, file: IO[bytes]) -> None:
    """Write the sheet as PDF: the same bytes for the same contents."""
    print_sheet(partial(SeasonSheet, contents), contents.locale, file)


class SeasonSheet(SheetLayout):
    """A season's sheet being laid out."""

    contents: SeasonContents

    def lay_out(self) -> None:
        self.first_head()
        if not self.contents.ranks:
            self.paper.paragraph(_("No hands in this season yet"), 9.5)
        elif self.contents.player is None:
            self.standings()
            self.race(0)
            self.taken()
            self.days()
            self.nights()
        else:
            self.own_season(self.contents.player)

    def first_head(self) -> None:
        paper, told = self.paper, self.contents
        self.letterhead(f"{self.isolated(told.night)} · {told.day}")
        if told.player is not None:
            paper.skip(4)
            self.head_lines(self.name(told.player), 17, INSIDE, Style.HEAD)
        if told.ranks:
            paper.skip(4)
            self.head_lines(self.result(), 16, INSIDE, Style.BOLD)
        paper.skip(4)
        self.double_rule()

    def foot_lines(self, foot: Paper, y: float) -> None:
        text = _("Fingerprint: %(fingerprint)s") % {
            "fingerprint": self.isolated(grouped(self.contents.seal))
        }
        foot.words(MARGIN, y + 10, text, 6, colour=SOFT)

    def subject(self) -> str:
        return self.result() if self.contents.ranks else ""

    def result(self) -> str:
        """How the season stands, in a sentence."""
        told = self.contents
        if told.player is not None:
            rank = told.ranks[told.player]
            place = {"place": rank.place, "players": len(told.ranks), "merit": self.merit(rank.net)}
            if rank.place is None:
                return _("No place yet")
            if told.counted:
                return self.placed(told.player)
            if told.moves_money:
                return _("Place %(place)d of %(players)d, %(merit)s") % place
            return _("Place %(place)d of %(players)d") % place
        names = {"names": self.names(told.first), "merit": self.merit(told.ranks[0].net)}
        if not told.first:
            return _("Nobody has a place yet")
        if len(told.first) > 1:
            return _("%(names)s share the first place") % names
        if told.counted:
            return _("%(names)s comes first") % names
        if told.moves_money:
            return _("%(names)s comes first with %(merit)s") % names
        return _("%(names)s comes first") % names

    def placed(self, person: int) -> str:
        told, rank = self.contents, self.contents.ranks[person]
        place = {"place": rank.place, "players": len(told.ranks), "merit": told.figures[person]}
        return _("Place %(place)d of %(players)d, %(merit)s") % place

    def merit(self, net: int) -> str:
        return self.signed(net) if net else self.money(0)

    # The season ------------------------------------------------------------------------------

    def standings(self) -> None:
        self.heading(_("Table"))
        told, money = self.contents, self.contents.moves_money
        self.paper.paragraph(told.method, 9)
        other = bool(told.counted)
        names = [_("Place"), _("Player"), *[told.counted] * other, *[_("Net")] * money]
        names += [_("Nights"), _("Hands"), _("Wins"), *[_("Best night"), _("A night")] * money]
        widths = [34, 0, *[-64] * other, *[-76] * money, -40, -40, -40, *[-76, -76] * money]
        table = self.table(columns(*widths), names)
        for person, rank in enumerate(told.ranks):
            place = f"{WON} {rank.place}" if rank.place == 1 else str(rank.place or "–")
            style = Style.BOLD if rank.place == 1 else Style.PLAIN
            cells = [Said((place,), 9, style), said(self.name(person), table.columns[1], 9.5)]
            cells += [Said((told.figures[person] or "–",), 9, Style.BOLD)] * other
            cells += [self.amount(rank.net, Style.BOLD)] * money
            cells += [_count(rank.nights), *_hands_and_wins(share_of(rank))]
            cells += [self.amount(rank.best, size=9), self.amount(rank.average, size=9)] * money
            table.row([[cell] for cell in cells], self.reason(person))
        self.closing_line()

    def reason(self, person: int) -> list[Said]:
        """Why somebody of the same figure stands before, under the row."""
        told = self.contents.reasons[person]
        return [Said(wrap(told, INSIDE / 7), 7, colour=SOFT)] if told else []

    def race(self, thick: int) -> None:
        """How it came about, night by night, for the first of the table and whoever's line is
        thick: in what the season counts."""
        told = self.contents
        people = [*range(min(len(told.people), SHOWN))]
        people += [thick] * (thick not in people)
        tracks = (Track(self.name(p), (0, *told.lines[p])) for p in people)
        run = Running(tuple(tracks), ())
        if not run.moves:
            return
        height = least_height(len(people))
        days = dict.fromkeys((told.nights[0].day, told.nights[-1].day))
        self.heading(_("How it came about"), " – ".join(days), height + 28)
        self.paper.paragraph(told.running, 9)
        frame = Frame(MARGIN, self.paper.y, INSIDE, height)
        self.paper.put(chart_marks(run, frame, self.reached, people.index(thick)))
        self.paper.skip(height)

    def reached(self, figure: float) -> str:
        if self.contents.counts_money:
            return self.merit(round(figure))
        return words.plain(Fraction(figure))

    def taken(self) -> None:
        """Who took how much from whom."""
        if (drawn := self.contents.taken) is None:
            return
        fit = Fitted.into(MARGIN, 0, INSIDE, drawn.width, 0.8)
        height = drawn.height * fit.scale
        self.heading(_("Who took from whom"), "", height + 40)
        self.paper.paragraph(
            _("Full: who stands in the row took it. Empty: it was taken from him."), 9
        )
        self.paper.put(matrix_marks(drawn, replace(fit, y=self.paper.y)))
        self.paper.skip(height)

    def days(self) -> None:
        """The days that were played, the more hands the darker."""
        for year in self.contents.years:
            fit = Fitted.into(MARGIN, 0, INSIDE, year.width, 0.62)
            height = year.height * fit.scale
            self.heading(str(year.number), _("The more hands, the larger and darker."), height)
            months = month_names(year)
            marks = year_marks(year, replace(fit, y=self.paper.y), months, weekdays())
            self.paper.put(marks)
            self.paper.skip(height)

    def bars(self) -> None:
        """What each night brought the player of the sheet."""
        if (found := self.contents.bars) is None:
            return
        fit = Fitted.into(MARGIN, 0, INSIDE, found.drawn.width, 0.95)
        height = found.drawn.height * fit.scale
        self.heading(_("What each night brought"), "", height + 20)
        if found.left_out:
            self.paper.paragraph(_("Nights that do not count are empty."), 9)
        fit = replace(fit, y=self.paper.y)
        self.paper.put(bar_marks(found.drawn, fit, self.reached, (found.first, found.last)))
        self.paper.skip(height)

    def nights(self) -> None:
        self.heading(_("The nights"))
        money = self.contents.moves_money
        names = [_("Night"), _("Won by"), *[_("Amount")] * money]
        table = self.table(columns(0, 220, *[-90] * money), names)
        for night in self.contents.nights:
            texts = [self.called(night), self.names(night.winners) or "–"]
            cells = [[said(t, c, 9)] for t, c in zip(texts, table.columns, strict=False)]
            first = night.of(night.winners[0]) if night.winners else None
            best = first.net if first else 0
            amount = [[self.amount(best, size=9)]] * money
            table.row([*cells, *amount], self.all_of(night, table.columns[0].width))
        self.closing_line()

    def called(self, night: SeasonNight) -> str:
        return f"{night.day} · {self.isolated(night.name)}" if night.name else night.day

    def all_of(self, night: SeasonNight, beside: float) -> list[Said]:
        """What the night brought each of those who were there."""
        if self.contents.moves_money:
            told = [f"{self.name(who)} {self.merit(share.net)}" for who, share in night.shares]
        else:
            told = [
                f"{self.name(who)} {share.wins}" if share.hands else self.name(who)
                for who, share in night.shares
            ]
        lines = wrap("  ·  ".join(told), (INSIDE - beside - PADDING) / 7)
        return [Said(lines, 7, colour=SOFT)]

    # One player ------------------------------------------------------------------------------

    def own_season(self, person: int) -> None:
        self.race(person)
        self.bars()
        self.own_nights(person)
        self.own_games()

    def own_nights(self, person: int) -> None:
        self.heading(_("The nights"))
        money, rank = self.contents.moves_money, self.contents.ranks[person]
        names = [_("Night"), _("Hands"), _("Wins"), *[_("Amount"), _("Sum so far")] * money]
        table = self.table(columns(0, -44, -44, *[-90, -90] * money), names)
        for night, total in zip(self.contents.nights, self.contents.course(person), strict=True):
            if (share := night.of(person)) is None:
                continue
            mark = f"{WON} " if person in night.winners else ""
            cells = [said(f"{mark}{self.called(night)}", table.columns[0], 9)]
            cells += _hands_and_wins(share)
            cells += [self.amount(share.net, size=9), self.amount(total, size=9)] * money
            table.row([[cell] for cell in cells])
        self.closing_line()
        self.own_total(rank.nights, share_of(rank))

    def own_total(self, nights: int, share: Share) -> None:
        told = [ngettext("%(count)d night", "%(count)d nights", nights) % {"count": nights}]
        if hands := share.hands:
            wins = share.wins
            told += [
                ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands},
                ngettext("%(count)d win", "%(count)d wins", wins) % {"count": wins},
            ]
        text = " · ".join(told) + "."
        if self.contents.moves_money and self.contents.player is not None:
            rank = self.contents.ranks[self.contents.player]
            best = {"best": self.merit(rank.best), "average": self.merit(rank.average)}
            text += " " + _("Best night %(best)s, %(average)s a night.") % best
        self.paper.paragraph(text, 9)
        self.paper.paragraph(f"{WON} " + _("won the night"), 7.5, colour=SOFT)

    def own_games(self) -> None:
        self.heading(_("The games"))
        money = self.contents.moves_money
        names = [_("Game"), _("Hands"), _("Wins"), *[_("Amount")] * money]
        table = self.table(columns(0, -60, -60, *[-100] * money), names)
        for name, share in self.contents.games:
            cells = [said(name, table.columns[0], 9), *_hands_and_wins(share)]
            table.row([[cell] for cell in (*cells, *[self.amount(share.net, size=9)] * money)])
        self.closing_line()


def _hands_and_wins(share: Share) -> list[Said]:
    """Dashes where nobody knows."""
    if not share.hands:
        return [Said(("–",), 9)] * 2
    return [_count(share.hands), _count(share.wins)]


def _count(number: int) -> Said:
    return Said((str(number),), 9)
