"""The statement of a season: the standings, their development, and each session with its winner; or
one player's season. ``season_contents`` holds the values."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.platypus import Flowable, Spacer

from scorekeeper.core.charts import SHOWN, Track
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import WON
from scorekeeper.seasons import words
from scorekeeper.statements.contents.season import SeasonContents, SeasonSession, Share, share_of
from scorekeeper.statements.contents.session import Running
from scorekeeper.statements.drawing.chart import RunningChart, least_height
from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import NOTE, Layout, bold, soft
from scorekeeper.statements.drawing.look import INK, Look
from scorekeeper.statements.drawing.season_charts import Bars, Days, Taken
from scorekeeper.statements.drawing.tables import BODY, PADDING, Row, columns, table
from scorekeeper.statements.files.csv_file import plain, plain_number

ROWS = BODY.changed(size=9)


class SeasonLayout(Layout):
    contents: SeasonContents

    def story(self) -> Iterator[Flowable]:
        yield from self.first_head()
        if not self.contents.ranks:
            yield Text(_("No hands in this season yet"), size=9.5)
        elif self.contents.player is None:
            yield from self.standings()
            yield from self.race(0)
            yield from self.taken()
            yield from self.days()
            yield from self.sessions()
        else:
            yield from self.own_season(self.contents.player)

    def first_head(self) -> Iterator[Flowable]:
        contents = self.contents
        yield from self.letterhead(f"{self.isolated(contents.session)} · {contents.day}")
        if contents.player is not None:
            yield Spacer(0, 4)
            name = self.name(contents.player)
            yield Text(name, Look(17, Style.HEAD, INK, leading=1.3, most=2))
        if contents.ranks:
            yield Spacer(0, 4)
            yield Text(self.result(), Look(16, Style.BOLD, INK, leading=1.3, most=2))
        yield from self.double_rule()

    def subject(self) -> str:
        return self.result() if self.contents.ranks else ""

    def result(self) -> str:
        """The state of the season in a sentence."""
        contents = self.contents
        if contents.player is not None:
            return self.place_sentence(contents.player)
        names = {"names": self.names(contents.first), "merit": self.net_text(contents.ranks[0].net)}
        if not contents.first:
            return _("No one is ranked yet")
        if len(contents.first) > 1:
            return _("%(names)s share first place") % names
        if contents.moves_money and not contents.figure_name:
            return _("%(names)s comes first with %(merit)s") % names
        return _("%(names)s comes first") % names

    def place_sentence(self, person: int) -> str:
        contents, rank = self.contents, self.contents.ranks[person]
        if rank.place is None:
            return _("Not ranked yet")
        merit = contents.figures[person] if contents.figure_name else self.net_text(rank.net)
        place = {"place": rank.place, "players": len(contents.ranks), "merit": merit}
        if contents.figure_name or contents.moves_money:
            return _("Place %(place)d of %(players)d, %(merit)s") % place
        return _("Place %(place)d of %(players)d") % place

    def net_text(self, net: int) -> str:
        return self.signed(net) if net else self.money(0)

    # The season ------------------------------------------------------------------------------

    def standings(self) -> Iterator[Flowable]:
        yield from self.heading(_("Standings"))
        contents, money = self.contents, self.contents.moves_money
        has_figure = bool(contents.figure_name)
        yield Text(contents.method)
        names = [_("Place"), _("Player"), *[contents.figure_name] * has_figure, *[_("Net")] * money]
        names += [_("Sessions"), _("Hands"), _("Wins"), *[_("Best session"), _("Average")] * money]
        widths = [34, 0, *[-64] * has_figure, *[-76] * money, -50, -40, -40, *[-76, -76] * money]
        rows = [self.rank_row(person) for person in range(len(contents.ranks))]
        yield table(columns(*widths), names, rows, ROWS)

    def rank_row(self, person: int) -> Row:
        contents, money = self.contents, self.contents.moves_money
        rank = contents.ranks[person]
        first = bold(f"{WON} 1", 9)
        figure = bold(contents.figures[person] or "–", 9)
        cells: list[str | Flowable] = [first if rank.place == 1 else str(rank.place or "–")]
        cells += [Text(self.name(person), size=9.5), *[figure] * bool(contents.figure_name)]
        cells += [self.amount(rank.net, Style.BOLD)] * money
        cells += [str(rank.sessions), *_hands_and_wins(share_of(rank))]
        if money:
            cells += [self.amount(rank.best, size=9), self.amount(rank.average, size=9)]
        return Row(cells, self.under(contents.tie_reasons[person]))

    def race(self, thick: int) -> Iterator[Flowable]:
        """Standings over time by the season's figure, for the first of the standings and the thick
        line's player."""
        contents = self.contents
        persons = [*range(min(len(contents.people), SHOWN))]
        persons += [thick] * (thick not in persons)
        tracks = (Track(self.name(p), (0, *contents.figure_lines[p])) for p in persons)
        running = Running(tuple(tracks), ())
        if running.moves:
            height = least_height(len(persons))
            days = dict.fromkeys((contents.sessions[0].day, contents.sessions[-1].day))
            yield from self.heading(_("Standings over time"), " – ".join(days), height + 28)
            yield Text(contents.running)
            yield RunningChart(running, INSIDE, height, 8, self.figure_text, persons.index(thick))

    def figure_text(self, figure: float) -> str:
        if self.contents.counts_money:
            return self.net_text(round(figure))
        return words.number_text(Fraction(figure))

    def taken(self) -> Iterator[Flowable]:
        """Draws the winnings between each two players."""
        if self.contents.taken is not None:
            chart = Taken(self.contents.taken, INSIDE, 0.8)
            text = _("Filled: the row player won. Empty: the row player lost.")
            yield from self.heading(_("Head-to-head"), "", chart.height + 40)
            yield Text(text)
            yield chart

    def days(self) -> Iterator[Flowable]:
        """The days played: the more hands, the darker."""
        for year in self.contents.years:
            chart = Days(year, INSIDE, 0.62)
            aside = _("Larger and darker means more hands.")
            yield from self.heading(str(year.number), aside, chart.height)
            yield chart

    def sessions(self) -> Iterator[Flowable]:
        yield from self.heading(_("Sessions"))
        money = self.contents.moves_money
        names = [_("Session"), _("Won by"), *[_("Amount")] * money]
        widths = columns(0, 220, *[-90] * money)
        room = INSIDE - widths[0][0] - PADDING
        rows = [self.session(session, room) for session in self.contents.sessions]
        yield table(widths, names, rows, ROWS)

    def session(self, session: SeasonSession, room: float) -> Row:
        winner_share = session.share_for(session.winners[0]) if session.winners else None
        best = self.amount(winner_share.net if winner_share else 0, size=9)
        cells: list[str | Flowable] = [
            self.session_label(session),
            self.names(session.winners) or "–",
        ]
        cells += [best] * self.contents.moves_money
        return Row(cells, [Text(self.all_results(session), NOTE, room=room)])

    def session_label(self, session: SeasonSession) -> str:
        return f"{session.day} · {self.isolated(session.name)}" if session.name else session.day

    def all_results(self, session: SeasonSession) -> str:
        """Lists each player's result in the session."""
        if self.contents.moves_money:
            parts = [
                f"{self.name(who)} {self.net_text(share.net)}" for who, share in session.shares
            ]
        else:
            parts = [
                f"{self.name(who)} {share.wins}" if share.hands else self.name(who)
                for who, share in session.shares
            ]
        return "  ·  ".join(parts)

    # One player ------------------------------------------------------------------------------

    def own_season(self, person: int) -> Iterator[Flowable]:
        yield from self.race(person)
        yield from self.bars()
        yield from self.own_sessions(person)
        yield from self.own_games()

    def bars(self) -> Iterator[Flowable]:
        """Draws the player's result in each session."""
        if (page := self.contents.bars) is not None:
            chart = Bars(page.drawn, self.figure_text, (page.first, page.last), INSIDE, 0.95)
            yield from self.heading(_("Result per session"), "", chart.height + 20)
            if page.left_out:
                yield Text(_("Sessions that don’t count are empty."))
            yield chart

    def own_sessions(self, person: int) -> Iterator[Flowable]:
        yield from self.heading(_("Sessions"))
        money = self.contents.moves_money
        names = [_("Session"), _("Hands"), _("Wins"), *[_("Amount"), _("Sum so far")] * money]
        widths = columns(0, -44, -44, *[-90, -90] * money)
        yield table(widths, names, list(self.own_rows(person)), ROWS)
        yield Text(self.own_total(person))
        yield soft(f"{WON} " + _("won the session"), 7.5)

    def own_rows(self, person: int) -> Iterator[Row]:
        money, total = self.contents.moves_money, 0
        for session in self.contents.sessions:
            if (share := session.share_for(person)) is not None:
                total += share.net
                mark = f"{WON} " if person in session.winners else ""
                cells: list[str | Flowable] = [
                    mark + self.session_label(session),
                    *_hands_and_wins(share),
                ]
                if money:
                    cells += [self.amount(share.net, size=9), self.amount(total, size=9)]
                yield Row(cells)

    def own_total(self, person: int) -> str:
        rank = self.contents.ranks[person]
        sessions, share = rank.sessions, share_of(rank)
        parts = [
            ngettext("%(count)d session", "%(count)d sessions", sessions) % {"count": sessions}
        ]
        if hands := share.hands:
            wins = share.wins
            parts += [
                ngettext("%(count)d hand", "%(count)d hands", hands) % {"count": hands},
                ngettext("%(count)d win", "%(count)d wins", wins) % {"count": wins},
            ]
        text = " · ".join(parts) + "."
        if self.contents.moves_money:
            best = {"best": self.net_text(rank.best), "average": self.net_text(rank.average)}
            text += " " + _("Best session %(best)s, average per session %(average)s.") % best
        return text

    def own_games(self) -> Iterator[Flowable]:
        yield from self.heading(_("Games"))
        money = self.contents.moves_money
        names = [_("Game"), _("Hands"), _("Wins"), *[_("Amount")] * money]
        rows = [
            Row([name, *_hands_and_wins(share), *[self.amount(share.net, size=9)] * money])
            for name, share in self.contents.games
        ]
        yield table(columns(0, -60, -60, *[-100] * money), names, rows, ROWS)


def _hands_and_wins(share: Share) -> list[str]:
    """Dashes where they are unknown."""
    return [str(share.hands), str(share.wins)] if share.hands else ["–", "–"]


def season_rows(contents: SeasonContents) -> Iterator[list[str]]:
    """Yields rows for spreadsheets: one per player and session, with the place in the season and
    its figure after the session; amounts in plain digits where money is shown."""
    money, figure = currencies.are_shown(), contents.figure_name
    yield [
        *(_("Date"), _("Session"), _("Player"), _("Place"), _("Points"), _("Hands"), _("Wins")),
        _("Place in the season"),
        *[_("%(figure)s so far") % {"figure": figure}] * bool(figure),
        *[_("Amount"), _("Currency"), _("Sum so far")] * money,
    ]
    sums = dict.fromkeys(range(len(contents.people)), 0)
    for number, session in enumerate(contents.sessions):
        for person, share in session.shares:
            sums[person] += share.net
            if contents.player in (None, person):
                points = session.points.get(person)
                yield [
                    *(session.day, session.name, contents.people[person]),
                    str(session.places.get(person, "")),
                    "" if points is None else plain_number(points),
                    *((str(share.hands), str(share.wins)) if share.hands else ("", "")),
                    str(contents.ranks[person].place or ""),
                    *[_plain_figure(contents, person, number)] * bool(figure),
                    *[
                        plain(share.net, contents.currency),
                        *(contents.currency, plain(sums[person], contents.currency)),
                    ]
                    * money,
                ]


def _plain_figure(contents: SeasonContents, person: int, session: int) -> str:
    figure = contents.figure_lines[person][session]
    if contents.counts_money:
        return plain(round(figure), contents.currency)
    return plain_number(figure)
