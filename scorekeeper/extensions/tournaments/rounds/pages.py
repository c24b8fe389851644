"""Contents of the pages about rounds: the next step of the day, tables with names, one's own
seat."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.models import Player, Session
from scorekeeper.extensions.tournaments.models import (
    Presence,
    Round,
    TableSession,
    Tournament,
    players_of,
)
from scorekeeper.extensions.tournaments.ranking.page import cut_text
from scorekeeper.extensions.tournaments.rounds.tables import unfinished_tables
from scorekeeper.extensions.tournaments.rounds.unseated import plays_on_in, without_seat
from scorekeeper.extensions.tournaments.selectors import (
    EntrantRow,
    Roll,
    entrant_rows,
    own_row,
    roll,
    rounds_in_force,
)


def joined(players: Iterable[Player]) -> SafeString:
    return format_html_join(", ", "<bdi>{}</bdi>", ([player.name] for player in players))


@dataclass(frozen=True, slots=True)
class NextStep:
    """The next step of a host."""

    number: int
    """Of the round that is next to be published."""
    draft: Round | None
    """Drawn, not published yet."""
    published: list[Round]
    unfinished: list[TableSession]
    """Its tables that are still playing."""
    is_last: bool
    """All rounds have been published."""

    @property
    def latest(self) -> Round | None:
        """The round that is being played."""
        return self.published[-1] if self.published else None

    @property
    def tables_left(self) -> str:
        """The numbers of the tables that are still playing."""
        return ", ".join(str(table.number) for table in self.unfinished)


def next_step(tournament: Tournament) -> NextStep:
    rounds = rounds_in_force(tournament)
    draft = rounds.pop() if rounds and rounds[-1].is_draft else None
    latest = rounds[-1] if rounds else None
    return NextStep(
        number=len(rounds) + 1,
        draft=draft,
        published=rounds,
        unfinished=unfinished_tables(latest) if latest else [],
        is_last=len(rounds) >= tournament.plan.rounds,
    )


@dataclass(frozen=True, slots=True)
class SeatedTable:
    number: int
    players: list[Player]
    """In the order of seats; the first deals first."""
    session: Session | None
    """None: the round is a draft."""


@dataclass(frozen=True, slots=True)
class SeatedRound:
    turn: Round
    tables: list[SeatedTable]
    out: list[Player]

    @property
    def out_names(self) -> SafeString:
        return joined(self.out)

    @property
    def people(self) -> list[Player]:
        """Returns everybody in the round, sorted by name."""
        everybody = [*(player for table in self.tables for player in table.players), *self.out]
        return sorted(everybody, key=lambda player: player.name.casefold())


def seated_round(turn: Round) -> SeatedRound:
    """Returns a round with names and sessions. Two queries."""
    players = Player.objects.select_related("person").in_bulk(players_of(turn.drawn))
    tables = turn.table_sessions.select_related("session")
    sessions = {table.number: table.session for table in tables}
    return SeatedRound(
        turn=turn,
        tables=[
            SeatedTable(number, [players[pk] for pk in seats], sessions.get(number))
            for number, seats in enumerate(turn.tables, 1)
        ],
        out=[players[pk] for pk in turn.out],
    )


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """The seat of the device's player in a round."""

    table: SeatedTable | None
    """None: they sit out, or are not in it."""
    seat: int
    """From 1."""
    others: list[Player]
    first: Player | None
    """Who deals first."""
    is_own_deal: bool = False

    @property
    def other_names(self) -> SafeString:
        return joined(self.others)


def own_seat(seated: SeatedRound, player: Player) -> OwnSeat:
    for table in seated.tables:
        for number, other in enumerate(table.players, 1):
            if other.person_pk == player.person_pk:
                others = [mate for mate in table.players if mate != other]
                return OwnSeat(table, number, others, table.players[0], number == 1)
    return OwnSeat(None, 0, [], None)


def rounds_context(request: ClubRequest, tournament: Tournament) -> dict[str, Any]:
    """Returns what the day's page shows of people and rounds."""
    rows, step = entrant_rows(tournament), next_step(tournament)
    own, everybody = own_row(request.membership, rows), roll(rows)
    return {
        "next_step": step,
        "roll": everybody,
        "own_entrant": own,
        "checks_in": own is not None and own.presence == Presence.EXPECTED,
        "step": _step(step, everybody) if request.role.is_host else "",
        **(_seats(tournament, step.latest, rows, own) if step.latest else {}),
    }


def _seats(
    tournament: Tournament, turn: Round, rows: Sequence[EntrantRow], own: EntrantRow | None
) -> dict[str, Any]:
    """Returns who sits where in the round that is played, and the seat of the device's player."""
    plays_on = plays_on_in(tournament, turn)
    seated = _with_rests(rows, seated_round(turn), plays_on)
    if own is None:
        return {"seated": seated}
    cut = tournament.plan.cut_before(turn.number)
    is_cut = cut is not None and plays_on is not None and own.player.pk not in plays_on
    return {
        "seated": seated,
        "own_seat": own_seat(seated, own.player),
        "own_cut": cut_text(cut) if cut is not None and is_cut else "",
    }


def _step(step: NextStep, everybody: Roll) -> str:
    """The host's next tap."""
    if step.draft is not None:
        return "publish"
    if step.is_last:
        return "wait" if step.unfinished else "end"
    if step.latest is None:
        return "roll" if everybody.expected or everybody.here < 2 else "draw"
    return "wait" if step.unfinished else "draw"


def _with_rests(
    rows: Sequence[EntrantRow], seated: SeatedRound, plays_on: Collection[int] | None
) -> SeatedRound:
    """Returns the round with everybody who is here without a seat among those who sit out;
    ``plays_on``: who may play in it, None: everybody."""
    rests = without_seat(seated.turn, rows, plays_on, (Presence.HERE, Presence.RESTS))
    return replace(seated, out=[*seated.out, *rests])
