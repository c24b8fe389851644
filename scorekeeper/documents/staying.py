"""What of a document stays out where its club is here already: only nights come in, and whom they
name. It is said, so that nobody takes a club for whole that is not."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.clubs.models import Club
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

    @property
    def anything(self) -> bool:
        some = self.players or self.seasons or self.presets or self.planned or self.carries
        return bool(some or self.name)


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
    )


def _told(told: Read, table: str, *columns: str) -> set[tuple[object, ...]]:
    return set(zip(*(told.column(table, name) for name in columns), strict=True))


def _carries(told: Read, club: Club) -> int:
    """Those that are not here."""
    found = Carry.objects.filter(from_session__club=club)
    here = set(found.values_list("from_session__code", "token"))
    nights, tokens = told.column("carries", "from_session"), told.column("carries", "token")
    pairs = zip(nights, tokens, strict=True)
    return len({(told.nights[night], token) for night, token in pairs} - here)
