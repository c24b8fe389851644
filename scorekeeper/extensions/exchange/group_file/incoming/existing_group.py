"""Counts the parts of a document that are not imported into a known group: only sessions come in,
with the people they name. The counts are shown, so that an incomplete group is not taken for a
whole one."""

from dataclasses import dataclass

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.players.persons import merges
from scorekeeper.extensions.exchange.group_file.incoming.held_within import Rows, count_parted
from scorekeeper.extensions.exchange.group_file.incoming.reading import Document
from scorekeeper.extensions.exchange.group_file.tables import BY_NAME, Extent
from scorekeeper.settlement.models import CarryOver


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many of each; ``name``: the group's name in the document, "" if it is the same here."""

    players: int = 0
    seasons: int = 0
    presets: int = 0
    carries: int = 0
    """Debts carried between two sessions that are not both imported."""
    name: str = ""
    planned: int = 0
    """Scheduled sessions, past or to come."""
    joined: int = 0
    """Names merged there, and not here."""
    imports: int = 0
    """Imported spreadsheets: their sessions are imported one by one."""
    tournaments: int = 0
    """Some sessions of each are here already, or not in the document: the others are imported one
    by one."""

    @property
    def anything(self) -> bool:
        return self != LeftOut()


def left_out(document: Document, club: Club, rows: Rows) -> LeftOut:
    """Counts what is left out. ``rows``: those that are imported."""
    players = set(document.players) - set(club.players.values_list("name", flat=True))
    return LeftOut(
        len(players - {document.players[place] for place in rows["players"]}),
        _count_new(document, club, "seasons", "name", "starts", "ends"),
        _count_new(document, club, "presets", "variant", "name", "digest"),
        _count_new_carries(document, club) - len(rows["carries"]),
        "" if document.club["name"] == club.name else document.club["name"],
        _count_new(document, club, "planned", "uid"),
        len(_merged_names(document) - {*merges(club).values_list("name__name", "person__name")}),
        _count_new(document, club, "spreadsheet_imports", "token"),
        count_parted(document, rows),
    )


def _merged_names(document: Document) -> set[tuple[str, str]]:
    """Returns each name with the player it is merged into, by the facts in force."""
    facts = zip(*(document.column("same_people", end) for end in ("name", "person")), strict=True)
    undoes = document.column("same_people", "undoes")
    undone = {place for place in undoes if place is not None}
    names = document.players
    return {
        (names[name], names[person])
        for place, (name, person) in enumerate(facts)
        if undoes[place] is None and place not in undone
    }


def _count_new(document: Document, club: Club, name: str, *columns: str) -> int:
    """Counts rows of a table that are not here, by these columns; none where this site has no such
    table."""
    if (table := BY_NAME.get(name)) is None:
        return 0
    here = table.model._base_manager.filter(table.rows(Extent(club)))
    theirs = zip(*(document.column(name, column) for column in columns), strict=True)
    return len(set(theirs) - set(here.values_list(*columns)))


def _count_new_carries(document: Document, club: Club) -> int:
    """Counts carries that are not here."""
    carries = CarryOver.objects.filter(from_session__club=club)
    known = set(carries.values_list("from_session__code", "token"))
    sessions, tokens = (
        document.column("carries", "from_session"),
        document.column("carries", "token"),
    )
    pairs = zip(sessions, tokens, strict=True)
    return len({(document.sessions[session], token) for session, token in pairs} - known)
