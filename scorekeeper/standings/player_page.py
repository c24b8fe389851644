"""The figures of a player's page in the reader's words, of one player or of two beside each other.

Nothing is shown that was not recorded, each with how many hands it rests on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from babel import numbers
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player, Session
from scorekeeper.standings import nights as over
from scorekeeper.standings import words
from scorekeeper.standings.achievements import KeptFeats, kept_feats
from scorekeeper.standings.kept import of_player
from scorekeeper.standings.player import CardFacts, GameOfPlayer, NightOfPlayer, games_of, nights_of
from scorekeeper.standings.runs import GamesInARow, games_in_a_row, leads
from scorekeeper.standings.selectors import Course, Courses, thinned
from scorekeeper.wording import currencies

FEW: Final = 20
"""Below so many hands a figure says little."""
GAMES: Final = 3
"""Of how many games points are shown: those of one are not those of another."""


@dataclass
class Career:
    """A player with all that is read of him; ``nights``: the newest first."""

    player: Player
    games: Sequence[GameOfPlayer]
    nights: Sequence[NightOfPlayer]
    in_a_row: GamesInARow = field(default_factory=GamesInARow)
    leads: Mapping[int, int] = field(default_factory=dict)
    """By night, how many hands more than anybody else he won; asked where no money moved."""
    feats: KeptFeats = field(default_factory=KeptFeats)

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
        return any(night.money for night in self.nights)

    @cached_property
    def facts(self) -> CardFacts:
        return sum((game.facts for game in self.games), CardFacts())

    @classmethod
    def read(cls, player: Player) -> Career:
        """Four queries, and up to four more when a night has changed."""
        found = cls(player, games_of(player), nights_of(player))
        told = of_player("page", player, lambda: _lasting(player, found.moves_money))
        found.in_a_row, found.leads, found.feats = told
        return found

    def of(self, variant: str) -> CardFacts:
        found = (game.facts for game in self.games if game.variant == variant)
        return next(found, CardFacts())


def _lasting(player: Player, money: bool) -> tuple[GamesInARow, dict[int, int], KeptFeats]:
    return games_in_a_row(player), {} if money else leads(player), kept_feats(player)


@dataclass(frozen=True, slots=True)
class FigureCell:
    """A figure: ``says`` of how many hands, or which night it is; ``to``: where that one is."""

    text: str
    says: str = ""
    to: str = ""
    few: bool = False


@dataclass(frozen=True, slots=True)
class FigureRow:
    """``cells``: of each player; None where nothing was recorded."""

    label: str
    cells: tuple[FigureCell | None, ...] = field(default=())


Telling: TypeAlias = Callable[[Career], FigureCell | None]


def figures(
    careers: Sequence[Career], named: Mapping[int, Session], currency: str, *, money: bool = True
) -> list[FigureRow]:
    """Those of which anybody has something; ``named``: the best and the worst night of each.
    Without ``money`` nothing of it is told."""
    told = (
        FigureRow(label, tuple(tell(career) for career in careers))
        for label, tell in _figures(careers[0], named, currency if money else "")
    )
    return [row for row in told if any(row.cells)]


def extremes(careers: Iterable[Career]) -> Iterator[NightOfPlayer]:
    """The best night of each, and the worst."""
    for career in careers:
        if career.nights:
            yield from (over.best(career.nights), over.worst(career.nights))


def named_nights(nights: Iterable[NightOfPlayer]) -> dict[int, Session]:
    """By key. One query."""
    return Session.objects.in_bulk({night.key for night in nights})


def _figures(
    first: Career, named: Mapping[int, Session], currency: str
) -> Iterator[tuple[str, Telling]]:
    yield _("Nights"), lambda career: FigureCell(str(len(career.nights)))
    yield _("Hands won"), lambda career: share(career.won, career.played)
    yield _("Favourite game"), _favourite
    if currency:
        yield from _of_money(named, currency)
    yield from _of_games()
    yield from _of_cards()
    for game in first.games[:GAMES]:
        yield from _of_points(game.variant)


def _favourite(career: Career) -> FigureCell | None:
    if not career.games:
        return None
    game = career.games[0]
    return FigureCell(words.game_called(game.variant), of_hands(game.played) if game.played else "")


# Money ---------------------------------------------------------------------------------------


def _of_money(named: Mapping[int, Session], currency: str) -> Iterator[tuple[str, Telling]]:
    def amount(career: Career) -> FigureCell | None:
        if not career.moves_money:
            return None
        return FigureCell(currencies.signed(career.money, currency), of_nights(len(career.nights)))

    def night(choose: Callable[[Sequence[NightOfPlayer]], NightOfPlayer]) -> Telling:
        def shown(career: Career) -> FigureCell | None:
            if not career.moves_money:
                return None
            found = choose(career.nights)
            on = named[found.key].day
            to = reverse("board:player", args=[named[found.key].code, career.player.pk])
            return FigureCell(currencies.signed(found.money, currency), on, to)

        return shown

    yield _("Net"), amount
    yield _("Best night"), night(over.best)
    yield _("Worst night"), night(over.worst)
    yield _("Most nights with a gain in a row"), lambda career: in_a_row(career, 1)
    yield _("Most nights with a loss in a row"), lambda career: in_a_row(career, -1)


def in_a_row(career: Career, sign: int) -> FigureCell | None:
    if not career.moves_money:
        return None
    found = over.longest((night.money for night in career.nights), sign)
    return FigureCell(str(found), of_nights(len(career.nights)))


def _of_games() -> Iterator[tuple[str, Telling]]:
    """Also where no money is played for."""

    def games(career: Career) -> FigureCell | None:
        found = career.in_a_row
        if not found.games:
            return None
        said = ngettext("of %(count)d game", "of %(count)d games", found.games)
        return FigureCell(str(found.longest), said % {"count": found.games})

    def firsts(career: Career) -> FigureCell | None:
        if career.moves_money or not career.leads:
            return None
        found = over.longest((career.leads[night.key] for night in career.nights), 1)
        return FigureCell(str(found), of_nights(len(career.nights)))

    yield _("Most games won in a row"), games
    yield _("Most nights in a row with most hands won"), firsts


# Cards ---------------------------------------------------------------------------------------


def _of_cards() -> Iterator[tuple[str, Telling]]:
    def told(tell: Callable[[CardFacts], FigureCell | None]) -> Telling:
        return lambda career: tell(career.facts)

    yield _("Won as dealer"), told(lambda facts: share(facts.dealt_won, facts.dealt))
    yield (
        _("Won when another dealt"),
        told(lambda f: share(f.shuffled_won - f.dealt_won, f.shuffled - f.dealt)),
    )
    yield _("Won before everybody had a turn"), told(_early)
    yield _("Won with all cards at once"), told(_at_once)
    yield _("Dropped"), told(lambda facts: share(facts.drops, facts.can_drop))
    yield _("Wrong shows"), told(lambda facts: share(facts.wrong_show, facts.can_show))
    yield _("Full counts"), told(_full)


def _early(facts: CardFacts) -> FigureCell | None:
    if not facts.timed:
        return None
    said = ngettext("of %(count)d hand won", "of %(count)d hands won", facts.timed)
    return FigureCell(str(facts.first_turn), said % {"count": facts.timed}, few=facts.timed < FEW)


def _at_once(facts: CardFacts) -> FigureCell | None:
    count = facts.can_be_at_once
    if not count:
        return None
    said = ngettext("of %(count)d hand won", "of %(count)d hands won", count)
    return FigureCell(str(facts.at_once), said % {"count": count}, few=count < FEW)


def _full(facts: CardFacts) -> FigureCell | None:
    if not facts.can_be_full:
        return None
    return FigureCell(str(facts.full), of_counts(facts.can_be_full), few=facts.can_be_full < FEW)


def _of_points(variant: str) -> Iterator[tuple[str, Telling]]:
    game = {"game": words.game_called(variant)}

    def count(career: Career) -> FigureCell | None:
        facts = career.of(variant)
        return average(facts.caught_points, facts.caught, of_counts(facts.caught))

    def drop(career: Career) -> FigureCell | None:
        facts = career.of(variant)
        said = ngettext("of %(count)d drop", "of %(count)d drops", facts.drops)
        return average(facts.drop_points, facts.drops, said % {"count": facts.drops})

    def value(career: Career) -> FigureCell | None:
        facts = career.of(variant)
        return average(facts.value_points, facts.valued, of_hands(facts.valued))

    yield _("Average count, %(game)s") % game, count
    yield _("Average cost of a drop, %(game)s") % game, drop
    yield _("Drops cost or saved, %(game)s") % game, lambda career: saved(career.of(variant))
    yield _("Average of value cards, %(game)s") % game, value


def saved(facts: CardFacts) -> FigureCell | None:
    """What drops cost less than counts would have, as far as he can be held against himself: had
    he been caught each time with what he was caught with on average. An estimate."""
    if not facts.drops or not facts.caught:
        return None
    count = Fraction(facts.caught_points) / facts.caught
    points = round(count * facts.drops - Fraction(facts.drop_points))
    worded = (
        ngettext("about %(points)s point saved", "about %(points)s points saved", points)
        if points >= 0
        else ngettext("about %(points)s point more", "about %(points)s points more", -points)
    )
    said = _("estimate: %(drops)d drops as counts of %(count)s, of %(times)d counts") % {
        "drops": facts.drops,
        "count": words.plain(count),
        "times": facts.caught,
    }
    text = worded % {"points": words.plain(Fraction(abs(points)))}
    return FigureCell(text, said, few=min(facts.drops, facts.caught) < FEW)


# Words ---------------------------------------------------------------------------------------


def share(part: int, whole: int) -> FigureCell | None:
    """In hundredths of so many hands."""
    if not whole:
        return None
    text = numbers.format_percent(part / whole, locale=currencies.locale())
    said = ngettext("%(part)d of %(count)d hand", "%(part)d of %(count)d hands", whole)
    return FigureCell(text, said % {"part": part, "count": whole}, few=whole < FEW)


def average(points: float, count: int, said: str) -> FigureCell | None:
    if not count:
        return None
    return FigureCell(words.plain(Fraction(points) / count), said, few=count < FEW)


def of_hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def of_nights(count: int) -> str:
    return ngettext("of %(count)d night", "of %(count)d nights", count) % {"count": count}


def of_counts(count: int) -> str:
    return ngettext("of %(count)d count", "of %(count)d counts", count) % {"count": count}


def courses(careers: Sequence[Career], *, most: int = 40) -> Courses:
    """Their running totals of money, thinned out as those of a season."""
    days, totals = over.running(*(career.nights for career in careers))
    kept = thinned(len(days), most)
    named = zip(careers, totals, strict=True)
    return Courses(
        tuple(days[index] for index in kept),
        tuple(
            Course(c.player.pk, c.player.name, tuple(Fraction(total[at]) for at in kept))
            for c, total in named
        ),
    )


@dataclass(frozen=True, slots=True)
class Met:
    """Two players over the nights that had both: each with how often he was ahead."""

    nights: int
    parts: tuple[tuple[str, int], ...]
    """Also in how many neither was."""


def met(first: Career, second: Career) -> Met:
    told = over.meetings(first.nights, second.nights)
    ahead = ((first.player.name, told.first), (second.player.name, told.second))
    return Met(told.nights, (*ahead, (_("Level"), told.even)))
