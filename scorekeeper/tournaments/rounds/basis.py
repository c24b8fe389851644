"""What the next round is drawn from: who plays, at which tables, with which wishes, after which
rounds. Reads rows; draws nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine.draw import Place, Setting, Wishes
from scorekeeper.engine.draw import Round as DrawnRound
from scorekeeper.tournaments.models import (
    Entrant,
    Presence,
    Round,
    Tournament,
    Wish,
    WishKind,
    players_of,
)
from scorekeeper.tournaments.selectors import EntrantRow, as_drawn, entrant_rows, rounds_in_force
from scorekeeper.variants import VARIANTS


class DrawRefusedError(ValidationError):
    """Not as things stand; the message says what to do."""


@dataclass(frozen=True, slots=True)
class NextDraw:
    """Everything that the draw of a round depends on, but for chance."""

    number: int
    """From 1."""
    setting: Setting
    played: tuple[DrawnRound, ...]
    before: tuple[DrawnRound, ...]
    """The plan until now for this round and those after it; empty where there is none."""
    standing: tuple[int, ...]
    """The same people, the best first; empty where the draw does not go by it."""
    ahead: int
    """How many rounds are drawn at once."""


def next_draw(tournament: Tournament) -> NextDraw:
    """Returns what the next round is drawn from. Raises DrawRefusedError if none can be drawn."""
    published = [turn for turn in rounds_in_force(tournament) if not turn.is_draft]
    number, plan = len(published) + 1, tournament.plan
    if number > plan.rounds:
        raise DrawRefusedError(_("All rounds are drawn already."))
    rows = entrant_rows(tournament)
    people = [row.entrant.player_id for row in rows if row.presence == Presence.HERE]
    cuts = [cut.after for cut in plan.cuts if cut.after >= number]
    return NextDraw(
        number=number,
        setting=_setting(tournament, people, rows),
        played=tuple(as_drawn(published)),
        before=_plan_until_now(published, rows),
        standing=(),
        ahead=min([plan.rounds, *cuts]) - number + 1,
    )


def _setting(tournament: Tournament, people: Sequence[int], rows: Sequence[EntrantRow]) -> Setting:
    plan, seats = tournament.plan, VARIANTS[tournament.plan.variant].seats
    smallest = max(plan.smallest, seats.start)
    if len(people) < smallest:
        message = ngettext(
            "Only %(count)s person is here. A table needs %(least)s.",
            "Only %(count)s people are here. A table needs %(least)s.",
            len(people),
        )
        raise DrawRefusedError(message, params={"count": len(people), "least": smallest})
    return Setting(
        people=tuple(people),
        tables=plan.tables,
        smallest=smallest,
        largest=min(plan.largest, seats.stop - 1),
        wishes=_wishes(tournament, people, [row.entrant for row in rows]),
    )


def _wishes(tournament: Tournament, people: Sequence[int], entrants: Sequence[Entrant]) -> Wishes:
    wishes = Wish.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    in_force = list(wishes.select_related("entrant", "other").order_by("pk"))
    teams: dict[str, list[int]] = {}
    for entrant in entrants:
        if entrant.team and entrant.player_id in people:
            teams.setdefault(entrant.team, []).append(entrant.player_id)
    return Wishes(
        apart=tuple(
            (wish.entrant.player_id, wish.other.player_id)
            for wish in in_force
            if wish.kind == WishKind.APART and wish.other
        ),
        teams=tuple(tuple(team) for team in teams.values()),
        places={wish.entrant.player_id: _place(wish) for wish in in_force if wish.table},
    )


def _place(wish: Wish) -> Place:
    assert wish.table is not None
    return Place(wish.table - 1, None if wish.seat is None else wish.seat - 1)


def _plan_until_now(
    published: Sequence[Round], rows: Sequence[EntrantRow]
) -> tuple[DrawnRound, ...]:
    """The rest of the plan of the last round, with substitutes in the places of those for whom they
    play."""
    if not published:
        return ()
    by_pk = {row.entrant.pk: row for row in rows}
    takes: dict[int, int] = {}
    for row in rows:
        if row.presence in (Presence.LEFT, Presence.STANDBY):
            continue
        replaced = row.entrant.plays_for_id
        while replaced is not None and by_pk[replaced].presence == Presence.LEFT:
            takes[by_pk[replaced].entrant.player_id] = row.entrant.player_id
            replaced = by_pk[replaced].entrant.plays_for_id
    return tuple(
        DrawnRound(
            tuple(tuple(takes.get(p, p) for p in table) for table in turn["tables"]),
            tuple(takes.get(p, p) for p in turn["out"]),
        )
        for turn in published[-1].drawn.get("ahead", [])
    )


def is_current(turn: Round, draw: NextDraw) -> bool:
    """Whether a draft has exactly the people of this draw."""
    return set(players_of(turn.drawn)) == set(draw.setting.people)
