"""A player's page: figures in words, of one player or of two side by side, rendered once for all
who read it alike until a session or a name changes. Takes no request and no cookie.

Only what was recorded is shown, each figure with how many hands it rests on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias
from urllib.parse import urlencode

from babel import numbers
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.localization import currencies
from scorekeeper.core.pages.cache import read_alike
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons import words
from scorekeeper.seasons.page import line_row
from scorekeeper.seasons.player import selectors
from scorekeeper.seasons.player.achievements import Achievement, achievement_list, read_feats
from scorekeeper.seasons.player.selectors import (
    CardFacts,
    GameOfPlayer,
    GamesInARow,
    SessionOfPlayer,
    games_in_a_row,
    games_of,
    leads,
    sessions_of,
)
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.selectors import MOST_DRAWN, Course, Courses, thinned
from scorekeeper.seasons.table_html import cached_for_player, season_chart

FEW: Final = 20
"""With fewer hands a figure says little."""
GAMES: Final = 3
"""For how many games points are shown: points of different games do not compare."""


@dataclass
class Career:
    """A player and their results; ``sessions``: newest first."""

    player: Player
    games: Sequence[GameOfPlayer]
    sessions: Sequence[SessionOfPlayer]
    in_a_row: GamesInARow
    leads: Mapping[int, int]
    """By session, how many more hands than anyone else the player won; read where no money
    moved."""
    feats: Sequence[Achievement]

    @property
    def won(self) -> int:
        return sum(game.won for game in self.games)

    @property
    def played(self) -> int:
        return sum(game.played for game in self.games)

    @property
    def money(self) -> int:
        return sum(game.money for game in self.games)

    @property
    def moves_money(self) -> bool:
        return any(session.money for session in self.sessions)

    @cached_property
    def facts(self) -> CardFacts:
        return sum((game.facts for game in self.games), CardFacts())

    @classmethod
    def read(cls, player: Player) -> "Career":
        """Reads a player's results. Four queries, and up to four more after a session has
        changed."""
        games, sessions = games_of(player), sessions_of(player)
        money = any(session.money for session in sessions)
        lasting = cached_for_player("page", player, lambda: _read_lasting(player, money))
        return cls(player, games, sessions, *lasting)

    def facts_of(self, variant: str) -> CardFacts:
        facts = (game.facts for game in self.games if game.variant == variant)
        return next(facts, CardFacts())


def _read_lasting(
    player: Player, money: bool
) -> tuple[GamesInARow, dict[int, int], list[Achievement]]:
    return games_in_a_row(player), {} if money else leads(player), read_feats(player)


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure. ``note``: of how many hands, or which session; ``url``: that session."""

    text: str
    note: str = ""
    url: str = ""
    few: bool = False


@dataclass(frozen=True, slots=True)
class FigureRow:
    """``cells``: one per player; None where nothing was recorded."""

    label: str
    cells: tuple[FigureCell | None, ...]


CellReader: TypeAlias = Callable[[Career], FigureCell | None]


def figures(
    careers: Sequence[Career], sessions: Mapping[int, Session], currency: str, *, money: bool = True
) -> list[FigureRow]:
    """Returns the rows in which any player has a figure. ``sessions``: each player's best and worst
    session. Without ``money`` no amount is shown."""
    rows = (
        FigureRow(label, tuple(read(career) for career in careers))
        for label, read in _figures(careers[0], sessions, currency if money else "")
    )
    return [row for row in rows if any(row.cells)]


def extremes(careers: Iterable[Career]) -> Iterator[SessionOfPlayer]:
    """Yields each player's best and worst session."""
    for career in careers:
        if career.sessions:
            yield from (selectors.best(career.sessions), selectors.worst(career.sessions))


def sessions_by_key(sessions: Iterable[SessionOfPlayer]) -> dict[int, Session]:
    """Loads the sessions, by key. One query."""
    return Session.objects.in_bulk({session.key for session in sessions})


def _figures(
    first: Career, sessions: Mapping[int, Session], currency: str
) -> Iterator[tuple[str, CellReader]]:
    yield _("Sessions"), lambda career: FigureCell(str(len(career.sessions)))
    yield _("Hands won"), lambda career: share_cell(career.won, career.played)
    yield _("Favourite game"), _favourite
    if currency:
        yield from _money_rows(sessions, currency)
    yield from _game_rows()
    yield from _card_rows()
    for game in first.games[:GAMES]:
        yield from _point_rows(game.variant)


def _favourite(career: Career) -> FigureCell | None:
    if not career.games:
        return None
    game = career.games[0]
    return FigureCell(
        words.game_name(game.variant), count_hands(game.played) if game.played else ""
    )


# Money ---------------------------------------------------------------------------------------


def _money_rows(sessions: Mapping[int, Session], currency: str) -> Iterator[tuple[str, CellReader]]:
    def amount(career: Career) -> FigureCell | None:
        if not career.moves_money:
            return None
        return FigureCell(
            currencies.signed(career.money, currency), of_sessions(len(career.sessions))
        )

    def session(choose: Callable[[Sequence[SessionOfPlayer]], SessionOfPlayer]) -> CellReader:
        def read(career: Career) -> FigureCell | None:
            if not career.moves_money:
                return None
            chosen = choose(career.sessions)
            on = sessions[chosen.key].day
            to = reverse("scoreboard:player", args=[sessions[chosen.key].code, career.player.pk])
            return FigureCell(currencies.signed(chosen.money, currency), on, to)

        return read

    yield _("Net"), amount
    yield _("Best session"), session(selectors.best)
    yield _("Worst session"), session(selectors.worst)
    yield _("Most winning sessions in a row"), lambda career: in_a_row(career, 1)
    yield _("Most losing sessions in a row"), lambda career: in_a_row(career, -1)


def in_a_row(career: Career, sign: int) -> FigureCell | None:
    if not career.moves_money:
        return None
    streak = selectors.longest((session.money for session in career.sessions), sign)
    return FigureCell(str(streak), of_sessions(len(career.sessions)))


def _game_rows() -> Iterator[tuple[str, CellReader]]:
    """Yields rows that need no money."""

    def games(career: Career) -> FigureCell | None:
        runs = career.in_a_row
        if not runs.games:
            return None
        sentence = ngettext("of %(count)d game", "of %(count)d games", runs.games)
        return FigureCell(str(runs.longest), sentence % {"count": runs.games})

    def firsts(career: Career) -> FigureCell | None:
        if career.moves_money or not career.leads:
            return None
        streak = selectors.longest(
            (career.leads.get(session.key, 0) for session in career.sessions), 1
        )
        return FigureCell(str(streak), of_sessions(len(career.sessions)))

    yield _("Most games won in a row"), games
    yield _("Most sessions in a row with most hands won"), firsts


# Cards ---------------------------------------------------------------------------------------


def _card_rows() -> Iterator[tuple[str, CellReader]]:
    def of_facts(read: Callable[[CardFacts], FigureCell | None]) -> CellReader:
        return lambda career: read(career.facts)

    yield _("Won as dealer"), of_facts(lambda facts: share_cell(facts.dealt_won, facts.dealt))
    yield (
        _("Won when another dealt"),
        of_facts(lambda f: share_cell(f.shuffled_won - f.dealt_won, f.shuffled - f.dealt)),
    )
    yield _("Won before everyone had a turn"), of_facts(_early)
    yield _("Won with all cards at once"), of_facts(_at_once)
    yield _("Dropped"), of_facts(lambda facts: share_cell(facts.drops, facts.can_drop))
    yield _("Wrong shows"), of_facts(lambda facts: share_cell(facts.wrong_show, facts.can_show))
    yield _("Full counts"), of_facts(_full)


def _early(facts: CardFacts) -> FigureCell | None:
    if not facts.timed:
        return None
    sentence = ngettext("of %(count)d hand won", "of %(count)d hands won", facts.timed)
    return FigureCell(
        str(facts.first_turn), sentence % {"count": facts.timed}, few=facts.timed < FEW
    )


def _at_once(facts: CardFacts) -> FigureCell | None:
    count = facts.can_be_at_once
    if not count:
        return None
    sentence = ngettext("of %(count)d hand won", "of %(count)d hands won", count)
    return FigureCell(str(facts.at_once), sentence % {"count": count}, few=count < FEW)


def _full(facts: CardFacts) -> FigureCell | None:
    if not facts.can_be_full:
        return None
    return FigureCell(str(facts.full), of_counts(facts.can_be_full), few=facts.can_be_full < FEW)


def _point_rows(variant: str) -> Iterator[tuple[str, CellReader]]:
    game = {"game": words.game_name(variant)}

    def count(career: Career) -> FigureCell | None:
        facts = career.facts_of(variant)
        return average_cell(facts.caught_points, facts.caught, of_counts(facts.caught))

    def drop(career: Career) -> FigureCell | None:
        facts = career.facts_of(variant)
        sentence = ngettext("of %(count)d drop", "of %(count)d drops", facts.drops)
        return average_cell(facts.drop_points, facts.drops, sentence % {"count": facts.drops})

    def value(career: Career) -> FigureCell | None:
        facts = career.facts_of(variant)
        return average_cell(facts.value_points, facts.valued, count_hands(facts.valued))

    yield _("Average points in hand, %(game)s") % game, count
    yield _("Average cost of a drop, %(game)s") % game, drop
    yield (
        _("Drops cost or saved, %(game)s") % game,
        lambda career: drop_savings(career.facts_of(variant)),
    )
    yield _("Average of value cards, %(game)s") % game, value


def drop_savings(facts: CardFacts) -> FigureCell | None:
    """Estimates what drops saved: what they would have cost at the player's average count, less
    what they cost."""
    if not facts.drops or not facts.caught:
        return None
    count = Fraction(facts.caught_points) / facts.caught
    points = round(count * facts.drops - Fraction(facts.drop_points))
    phrase = (
        ngettext("about %(points)s point saved", "about %(points)s points saved", points)
        if points >= 0
        else ngettext("about %(points)s point more", "about %(points)s points more", -points)
    )
    note = _("estimate: drops %(drops)d, average count %(count)s, results %(times)d") % {
        "drops": facts.drops,
        "count": words.number_text(count),
        "times": facts.caught,
    }
    text = phrase % {"points": words.number_text(Fraction(abs(points)))}
    return FigureCell(text, note, few=min(facts.drops, facts.caught) < FEW)


# Words ---------------------------------------------------------------------------------------


def share_cell(part: int, whole: int) -> FigureCell | None:
    """Returns a share in percent, of so many hands."""
    if not whole:
        return None
    text = numbers.format_percent(part / whole, locale=currencies.locale())
    sentence = ngettext("%(part)d of %(count)d hand", "%(part)d of %(count)d hands", whole)
    return FigureCell(text, sentence % {"part": part, "count": whole}, few=whole < FEW)


def average_cell(points: float, count: int, note: str) -> FigureCell | None:
    if not count:
        return None
    return FigureCell(words.number_text(Fraction(points) / count), note, few=count < FEW)


def count_hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def of_sessions(count: int) -> str:
    return ngettext("of %(count)d session", "of %(count)d sessions", count) % {"count": count}


def of_counts(count: int) -> str:
    return ngettext("of %(count)d result", "of %(count)d results", count) % {"count": count}


def courses(careers: Sequence[Career]) -> Courses:
    """Returns the running totals of money, thinned out like those of a season."""
    days, totals = selectors.running(*(career.sessions for career in careers))
    indices = thinned(len(days), MOST_DRAWN)
    return Courses(
        tuple(days[index] for index in indices),
        tuple(
            Course(c.player.pk, c.player.name, tuple(Fraction(total[i]) for i in indices))
            for c, total in zip(careers, totals, strict=True)
        ),
    )


@dataclass(frozen=True, slots=True)
class Meetings:
    """Sessions with both players: how often each was ahead."""

    sessions: int
    parts: tuple[tuple[str, int], ...]
    """The last one: in how many neither was."""


def meetings(first: Career, second: Career) -> Meetings:
    met, before, behind, even = selectors.meetings(first.sessions, second.sessions)
    names = (first.player.name, second.player.name, _("Tied"))
    return Meetings(met, tuple(zip(names, (before, behind, even), strict=True)))


# As HTML ---------------------------------------------------------------------------------------


MONEY: Final = Method()
PAGE: Final = 20
"""Sessions of a player on one page."""


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page of a player as one reader sees it. ``beside``: another player to compare; ``page``:
    of their sessions, from 1; ``money``: whether it is shown."""

    club: Club
    player: Player
    beside: Player | None
    page: int
    money: bool

    def html(self, everybody: list[Player]) -> SafeString:
        """Renders the page; empty where nobody has scored yet. Only the first page is cached, so
        that turning pages takes no room from others."""
        if self.page > 1:
            return self._draw(everybody)
        reader = (*read_alike(), self.club.currency, self.money)
        kind = f"drawn {reader} {self.beside and self.beside.pk}"
        return cached_for_player(kind, self.player, lambda: self._draw(everybody))

    def _draw(self, everybody: list[Player]) -> SafeString:
        own = Career.read(self.player)
        if not own.games:
            return SafeString()
        beside = Career.read(self.beside) if self.beside else None
        context = self._comparison(own, beside) | self._own_context(own)
        results = GameResult.objects.filter(player__club=self.club).order_by()
        names = results.values_list("player", "player__person").distinct()
        with_results = {person or player for player, person in names} - {self.player.pk}
        context["others"] = [player for player in everybody if player.pk in with_results]
        return render_to_string("seasons/_player.html", context)

    def _comparison(self, own: Career, beside: Career | None) -> dict[str, Any]:
        """Returns the context that changes when another player is compared."""
        careers = [own, beside] if beside else [own]
        page = Paginator(own.sessions, PAGE).get_page(self.page)
        sessions = sessions_by_key([*page, *extremes(careers)])
        curves, currency = courses(careers), self.club.currency
        return {
            "beside": beside,
            "figures": figures(careers, sessions, currency, money=self.money),
            "meetings": meetings(own, beside) if beside else None,
            "keep": urlencode({"with": beside.player.pk}) if beside else "",
            "page": page,
            "sessions": [(sessions[session.key], session) for session in page],
            "curves": curves,
            "lines": [line_row(MONEY, line, currency) for line in curves.lines],
            "counts_money": True,
            "chart": season_chart(curves, MONEY, currency) if self.money else None,
        }

    def _own_context(self, own: Career) -> dict[str, Any]:
        return {
            "club": self.club,
            "player": self.player,
            "own": own,
            "with_money": own.moves_money and self.money,
            "without_money": own.moves_money and not self.money,
            "games": [(words.game_name(part.variant), part) for part in own.games],
            "achievements": achievement_list(own.feats, [part.variant for part in own.games]),
            "running_caption": words.running_caption(MONEY),
        }
