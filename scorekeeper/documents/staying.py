"""What of a document stays out where its club is here already: only nights come in, and whom they
name. It is said, so that nobody takes a club for whole that is not."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from scorekeeper.clubs.models import Club, SamePerson
from scorekeeper.documents.parts import Rows
from scorekeeper.documents.reading import Read
from scorekeeper.settling.models import Carry


@dataclass(frozen=True, slots=True)
class StaysOut:
    """How many of each; ``name``: what the club is called there, "" if it is called so here."""

    players: int = 0
    seasons: int = 0
    presets: int = 0
    carries: int = 0
    """Debts taken along between two nights of which not both come in."""
    name: str = ""
    planned: int = 0
    """Nights that are, or were, planned."""
    joined: int = 0
    """Names that are another's there, and not here."""
    books: int = 0
    """Imports of earlier books: their nights come in, each for itself."""

    @property
    def anything(self) -> bool:
        return self != StaysOut()


def stays_out(told: Read, club: Club, rows: Rows) -> StaysOut:
    """``rows``: those that come in."""
    players = set(told.players) - set(club.players.values_list("name", flat=True))
    seasons = ("name", "starts", "ends")
    presets = ("variant", "name", "digest")
    return StaysOut(
        len(players - {told.players[at] for at in rows["players"]}),
        len(_told(told, "seasons", *seasons) - set(club.seasons.values_list(*seasons))),
        len(_told(told, "presets", *presets) - set(club.presets.values_list(*presets))),
        _carries(told, club) - len(rows["carries"]),
        "" if told.club["name"] == club.name else told.club["name"],
        len(_told(told, "planned", "uid") - set(club.planned.values_list("uid"))),
        len(_joined(told) - {*_joined_here(club)}),
        len(_told(told, "book_imports", "token") - set(club.book_imports.values_list("token"))),
    )


def _joined(told: Read) -> set[tuple[str, str]]:
    """Names, and whose they are, by the facts in force."""
    facts = zip(*(told.column("same_people", end) for end in ("name", "person")), strict=True)
    undoes = told.column("same_people", "undoes")
    undone = {place for place in undoes if place is not None}
    names = told.players
    return {
        (names[name], names[person])
        for place, (name, person) in enumerate(facts)
        if undoes[place] is None and place not in undone
    }


def _joined_here(club: Club) -> QuerySet[SamePerson, tuple[str, str]]:
    found = SamePerson.objects.filter(club=club, undoes=None, undone_by=None)
    return found.values_list("name__name", "person__name")


def _told(told: Read, table: str, *columns: str) -> set[tuple[object, ...]]:
    return set(zip(*(told.column(table, name) for name in columns), strict=True))


def _carries(told: Read, club: Club) -> int:
    """Those that are not here."""
    found = Carry.objects.filter(from_session__club=club)
    here = set(found.values_list("from_session__code", "token"))
    nights, tokens = told.column("carries", "from_session"), told.column("carries", "token")
    pairs = zip(nights, tokens, strict=True)
    return len({(told.nights[night], token) for night, token in pairs} - here)
