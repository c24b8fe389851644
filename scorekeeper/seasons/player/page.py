"""The figures of a player's page in words, of one player or of two side by side.

Only what was recorded is shown, each figure with how many hands it rests on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from babel import numbers
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.core.localization import currencies
from scorekeeper.seasons import words
from scorekeeper.seasons.cache import cached_for_player
from scorekeeper.seasons.player import sessions as nightly
from scorekeeper.seasons.player.achievements import Achievement, read_feats
from scorekeeper.seasons.player.selectors import (
    CardFacts,
    GameOfPlayer,
    SessionOfPlayer,
    games_of,
    sessions_of,
)
from scorekeeper.seasons.player.streaks import GamesInARow, games_in_a_row, leads
from scorekeeper.seasons.selectors import MOST_DRAWN, Course, Courses, thinned

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
            yield from (nightly.best(career.sessions), nightly.worst(career.sessions))


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
    yield _("Best session"), session(nightly.best)
    yield _("Worst session"), session(nightly.worst)
    yield _("Most winning sessions in a row"), lambda career: in_a_row(career, 1)
    yield _("Most losing sessions in a row"), lambda career: in_a_row(career, -1)


def in_a_row(career: Career, sign: int) -> FigureCell | None:
    if not career.moves_money:
        return None
    streak = nightly.longest((session.money for session in career.sessions), sign)
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
        streak = nightly.longest(
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
    days, totals = nightly.running(*(career.sessions for career in careers))
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
    met, before, behind, even = nightly.meetings(first.sessions, second.sessions)
    names = (first.player.name, second.player.name, _("Tied"))
    return Meetings(met, tuple(zip(names, (before, behind, even), strict=True)))
