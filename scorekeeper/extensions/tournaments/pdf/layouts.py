"""The PDFs laid out: a wall list with large names, cards for the tables, all rounds, the ranking,
certificates."""

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.platypus import Flowable, PageBreak, Spacer, Table

from scorekeeper.core.localization import currencies, dates
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.pdf.contents import (
    CardContents,
    PrintedRound,
    RankingContents,
    RoundContents,
)
from scorekeeper.extensions.tournaments.ranking.page import (
    RankingRow,
    TeamRow,
    figure_text,
    penalty_text,
)
from scorekeeper.extensions.tournaments.ranking.reading import Decision
from scorekeeper.extensions.tournaments.ranking.selectors import ranking
from scorekeeper.extensions.tournaments.selectors import published
from scorekeeper.statements.contents.session import PersonIndex
from scorekeeper.statements.drawing.document import INSIDE
from scorekeeper.statements.drawing.flowables import Sign, Text
from scorekeeper.statements.drawing.fonts import Style
from scorekeeper.statements.drawing.layout import Layout, bold
from scorekeeper.statements.drawing.look import FELT, INK, LINE, RED, SOFT, Look
from scorekeeper.statements.drawing.tables import Row, columns, table
from scorekeeper.statements.images.contents import Figure, Ranked, ResultImage
from scorekeeper.statements.layouts.session import qr_modules

LARGE: Final = Look(15, leading=1.25, most=2)
"""To be read from a wall."""
CARD_HEIGHT: Final = 326.0
"""Of a table's card in points: two stand below each other, also below the letterhead."""
CODE_SIDE: Final = 176.0
"""Of a card's code: read from an arm's length."""
QUIET: Final = 16.0
"""Nothing is printed so near to a code: four of its squares."""
FIRST: Final = 3
"""Places that get a certificate."""


class DayLayout(Layout):
    """A page with the name of the tournament on top."""

    def top(self) -> Iterator[Flowable]:
        session, day = self.isolated(self.contents.session), self.contents.day
        yield from self.letterhead(f"{session} · {day}")
        yield from self.double_rule()


def round_title(number: int) -> str:
    return _("Round %(number)s") % {"number": number}


class WallList(DayLayout):
    """One round: everybody by name, with table and seat."""

    contents: RoundContents

    def story(self) -> Iterator[Flowable]:
        yield from self.top()
        for turn in self.contents.rounds:
            yield Text(round_title(turn.number), Look(26, Style.HEAD, FELT, leading=1.3))
            yield Spacer(0, 6)
            names = [_("Player"), _("Table"), _("Seat")]
            yield table(columns(0, -70, -60), names, list(self._rows(turn)), LARGE)

    def _rows(self, turn: PrintedRound) -> Iterator[Row]:
        seats = {
            person: (str(table_number), str(seat))
            for table_number, people in enumerate(turn.tables, 1)
            for seat, person in enumerate(people, 1)
        }
        seats |= {person: (_("sits out"), "") for person in turn.out}
        for person in sorted(seats, key=lambda person: self.contents.people[person].casefold()):
            place, seat = seats[person]
            yield Row([self.name(person), bold(place, LARGE.size), seat])


class TableCards(DayLayout):
    """A card for each table, four on a page, to be cut out: its number, and the code of its
    hands."""

    contents: CardContents

    def story(self) -> Iterator[Flowable]:
        yield from self.top()
        cards = [self._card(number, url) for number, url in enumerate(self.contents.urls, 1)]
        pairs = [[*cards[first : first + 2], ""][:2] for first in range(0, len(cards), 2)]
        style: list[tuple[Any, ...]] = [
            ("GRID", (0, 0), (-1, -1), 0.5, LINE),
            ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ]
        yield Table(pairs, [INSIDE / 2] * 2, [CARD_HEIGHT] * len(pairs), style=style)

    def _card(self, number: int, url: str) -> list[Flowable]:
        room = INSIDE / 2 - 24
        centred = Look(11, colour=SOFT, align="centre", leading=1.3, most=3)
        title = _("Table %(number)s") % {"number": number}
        heading = centred.changed(size=34, style=Style.HEAD, colour=FELT)
        if url:
            code: Flowable = Sign(qr_modules(url), CODE_SIDE, url)
            text = _("Scan it to enter this table’s hands.")
        else:
            code, text = Spacer(0, 0), _("No other device can reach this computer.")
        return [
            Text(title, heading, room=room),
            Spacer(0, QUIET),
            code,
            Spacer(0, QUIET),
            Text(text, centred, room=room),
            Spacer(0, 6),
            Text(self.isolated(self.contents.session), centred, room=room, style=Style.BOLD),
        ]


class AllRounds(DayLayout):
    """Every published round, table by table."""

    contents: RoundContents

    def story(self) -> Iterator[Flowable]:
        yield from self.top()
        if not self.contents.rounds:
            yield Text(_("No round has been published yet."), size=9.5)
        for turn in self.contents.rounds:
            yield from self.heading(round_title(turn.number))
            rows = [
                Row([bold(str(number), 10), self.names(people)])
                for number, people in enumerate(turn.tables, 1)
            ]
            if turn.out:
                out = _("Sits out: %(names)s") % {"names": self.names(turn.out)}
                rows.append(Row(["–", out]))
            names = [_("Table"), _("Players, in the order of their seats")]
            yield table(columns(50, 0), names, rows, Look(10, leading=1.25, most=16))


class RankingLayout(DayLayout):
    """The ranking with penalties and cuts, that of teams, and what referees decided."""

    contents: RankingContents

    def story(self) -> Iterator[Flowable]:
        yield from self.top()
        yield from self.heading(_("Ranking"))
        if not self.contents.is_closed:
            yield Text(_("Not final: the tournament was still running."), size=9.5, colour=SOFT)
            yield Spacer(0, 4)
        names = [_("Place"), _("Player"), _("Points"), _("Tables")]
        rows = [self._row(person, row) for person, row in enumerate(self.contents.places)]
        yield table(columns(44, 0, -70, -60), names, rows, Look(10, leading=1.25, most=16))
        if self.contents.teams:
            yield from self.heading(_("Teams"))
            names = [_("Place"), _("Team"), _("Points")]
            teams = [self._team(team) for team in self.contents.teams]
            yield table(columns(44, 0, -70), names, teams, Look(10, leading=1.25, most=16))

        if self.contents.decisions:
            yield from self.heading(_("Rulings and penalties"))
            names = [_("Round"), _("Table"), _("Player"), _("Ruling or reason"), _("Points")]
            rows = [self._decision(row) for row in self.contents.decisions]
            yield table(columns(44, 40, 130, 0, -50), names, rows, Look(9, leading=1.25))

    def _decision(self, row: Decision) -> Row:
        call = self.under(self.isolated(row.call), Look(8, colour=SOFT, leading=1.25, most=8))
        return Row(
            [
                str(row.round or "–"),
                str(row.table or "–"),
                self.isolated(row.player) or "–",
                self.isolated(row.text),
                penalty_text(row.points) if row.points else "",
            ],
            call if row.call else (),
        )

    def _team(self, team: TeamRow) -> Row:
        members = ", ".join(self.isolated(name) for name, _figure, counts in team.members if counts)
        look = Look(8, colour=SOFT, leading=1.25, most=8)
        note = [*self.under(members, look), *self.under(team.why, look)]
        figure = bold(self.isolated(team.figure) if team.figure else "–", 10)
        return Row([str(team.place or "–"), Text(self.isolated(team.name), size=10), figure], note)

    def _row(self, person: PersonIndex, row: RankingRow) -> Row:
        notes = self.under(row.why, Look(8, colour=SOFT, leading=1.25, most=8))
        notes += [
            text
            for penalty in row.penalties
            for text in self.under(
                _("Penalty %(points)s: %(reason)s")
                % {"points": penalty.figure, "reason": self.isolated(penalty.reason)},
                Look(8, colour=RED, leading=1.25, most=8),
            )
        ]
        if row.cut:
            notes += self.under(row.cut, Look(8, colour=FELT, leading=1.4, most=3))
        name = Text(self.name(person), size=10)
        figure = bold(self.isolated(row.figure) if row.figure else "–", 10)
        return Row([str(row.place or "–"), name, figure, str(row.standing.tables)], notes)


class Certificates(DayLayout):
    """A page for each of the first three places; who shares one gets one each."""

    contents: RankingContents

    def story(self) -> Iterator[Flowable]:
        places = enumerate(self.contents.places)
        first = [(n, row) for n, row in places if row.place is not None and row.place <= FIRST]
        if not first:
            yield from self.top()
            yield Text(_("No hand has been scored yet."), size=9.5)
        for person, row in first:
            if person:
                yield PageBreak()
            yield from self.certificate(person, row)

    def certificate(self, person: PersonIndex, row: RankingRow) -> Iterator[Flowable]:
        contents = self.contents
        centred = Look(18, align="centre", leading=1.4, most=3)
        yield from self.top()
        yield Spacer(0, 110)
        yield Text(self.isolated(contents.session), centred.changed(size=30, style=Style.HEAD))
        yield Text(contents.day, centred.changed(colour=SOFT))
        yield Spacer(0, 60)
        place_text = _("Place %(place)d") % {"place": row.place}
        yield Text(place_text, centred.changed(size=40, style=Style.HEAD, colour=FELT))
        yield Spacer(0, 20)
        name = centred.changed(size=36, style=Style.BOLD, colour=INK, least=14)
        yield Text(self.name(person), name)
        yield Spacer(0, 20)
        points = _("Points: %(points)s") % {"points": self.isolated(row.figure)}
        yield Text(points, centred.changed(colour=SOFT))
        yield Spacer(0, 120)
        yield Text("_" * 30, centred.changed(colour=SOFT), room=INSIDE)
        yield Text(self.isolated(contents.club), centred.changed(size=12, colour=SOFT))


# The image of the day for a chat ---------------------------------------------------------------


MOST_PLACES: Final = 10


def day_image(tournament: Tournament) -> ResultImage:
    """Returns the image of the day as it stands. Call it in one view."""
    session, plan = tournament.session, tournament.plan
    ranked = [row for row in ranking(tournament) if row.place is not None]
    winners = tuple(row.name for row in ranked if row.place == 1)
    count = tournament.entrants.filter(plays_for=None).count()
    return ResultImage(
        locale=currencies.reader_tag(),
        club=session.club.name,
        occasion=f"{tournament} · {dates.weekday(session.played_on)}, {session.day}",
        title=_round_reached(tournament),
        winners=winners,
        says=_what_winners_did(tournament, len(winners)),
        columns=(_("Points"),),
        places=tuple(
            Ranked(
                f"{row.place}. {row.name}", (Figure(figure_text(row.points, plan)),), row.place == 1
            )
            for row in ranked[:MOST_PLACES]
        ),
        note=ngettext("%(n)s player", "%(n)s players", count) % {"n": count},
    )


def _round_reached(tournament: Tournament) -> str:
    latest = published(tournament).last()
    if latest is None:
        return _("Tournament")
    return _("Round %(n)s of %(of)s") % {"n": latest.number, "of": tournament.plan.rounds}


def _what_winners_did(tournament: Tournament, count: int) -> str:
    if not count:
        return _("No hand has been scored yet.")
    if tournament.session.closed_at:
        return _("won the tournament")
    return ngettext("is ahead", "are ahead", count)
