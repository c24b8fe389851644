"""The basis of the next draw: who plays, at which tables, with which wishes, after which rounds.
Reads rows; draws nothing."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.clubs.models import Player
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.draw import Place, Setting, Wishes
from scorekeeper.extensions.tournaments.draw import Round as DrawnRound
from scorekeeper.extensions.tournaments.models import (
    Attendance,
    Entrant,
    Presence,
    Round,
    Tournament,
    Wish,
    WishKind,
    players_of,
)
from scorekeeper.extensions.tournaments.plan import DrawBy, TournamentPlan
from scorekeeper.extensions.tournaments.ranking.reading import root_entrants
from scorekeeper.extensions.tournaments.ranking.selectors import (
    playing_after_cut,
    ranking,
)
from scorekeeper.extensions.tournaments.selectors import (
    EntrantRow,
    as_drawn,
    entrant_rows,
    rounds_in_force,
)
from scorekeeper.variants import VARIANTS


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
    goes_on: bool
    """The plan until now serves as it is: for the same people, with the same wishes, and nobody
    has drawn again."""


def next_draw(tournament: Tournament) -> NextDraw:
    """Returns what the next round is drawn from. Refuses if none can be drawn."""
    published = [turn for turn in rounds_in_force(tournament) if not turn.is_draft]
    number, plan = len(published) + 1, tournament.plan
    if number > plan.rounds:
        raise Refusal(_("All rounds have been published."))
    rows = entrant_rows(tournament)
    people = who_plays(tournament, published, rows)
    by_standing = plan.draw == DrawBy.STANDING and number > 1
    cuts = [cut.after for cut in plan.cuts if cut.after >= number]
    ahead, before = min([plan.rounds, *cuts]) - number + 1, _plan_until_now(published, rows)
    return NextDraw(
        number=number,
        setting=_setting(tournament, number, people, [row.entrant for row in rows]),
        played=tuple(as_drawn(published)),
        before=before if len(before) == ahead else (),
        standing=_standing(tournament, rows, people) if by_standing else (),
        ahead=ahead,
        goes_on=len(before) == ahead and _serves(tournament, published[-1], before, people),
    )


def earlier_draw(tournament: Tournament, turn: Round, new: Collection[int]) -> NextDraw:
    """Returns what a published round would be drawn from by hand, with the people it has and those
    who are ``new``."""
    rounds = [earlier for earlier in rounds_in_force(tournament) if earlier.number < turn.number]
    entrants = list(tournament.entrants.order_by("number"))
    return NextDraw(
        number=turn.number,
        setting=_setting(tournament, turn.number, [*players_of(turn.drawn), *new], entrants),
        played=tuple(as_drawn(rounds)),
        before=(),
        standing=(),
        ahead=1,
        goes_on=False,
    )


def _serves(
    tournament: Tournament, last: Round, planned: Sequence[DrawnRound], people: Sequence[int]
) -> bool:
    if any(sorted([*turn.persons, *turn.out]) != sorted(people) for turn in planned):
        return False
    changed = Q(at__gt=last.at) | Q(withdrawn_at__gt=last.at)
    drafts = tournament.rounds.filter(number=last.number + 1, published_at__isnull=True)
    return not drafts.exists() and not tournament.wishes.filter(changed).exists()


def who_plays(
    tournament: Tournament, published: Sequence[Round], rows: Sequence[EntrantRow]
) -> tuple[int, ...]:
    """Returns who plays in the next round, in the order of the list: who is here, and who moves up
    from standby; after a cut only those who play on, on standby or not. Refuses while
    people are tied at the cut."""
    chosen = playing_after_cut(tournament, len(published) + 1)
    here = {row.entrant.player_id for row in rows if row.presence == Presence.HERE}
    if chosen is None:
        plays = here | {*moving_up(tournament, rows, len(here), published)}
    else:
        waiting = {r.entrant.player_id for r in rows if r.presence == Presence.STANDBY}
        plays = (here | waiting) & {*chosen}
    return tuple(row.entrant.player_id for row in rows if row.entrant.player_id in plays)


def _standing(
    tournament: Tournament, rows: Sequence[EntrantRow], people: Sequence[int]
) -> tuple[int, ...]:
    """Returns the people, the best first; a substitute stands in the place of the entrant."""
    roots = root_entrants(row.entrant for row in rows)
    places = {row.entrant.pk: place for place, row in enumerate(ranking(tournament))}
    return tuple(sorted(people, key=lambda player: places[roots[player].pk]))


def _setting(
    tournament: Tournament, number: int, people: Sequence[int], entrants: Sequence[Entrant]
) -> Setting:
    plan, (smallest, largest) = tournament.plan, sizes(tournament.plan)
    if not people:
        raise Refusal(_("Nobody is here to play yet. Call the roll first."))
    if len(people) < smallest:
        message = ngettext(
            "Only %(count)s person is here to play. A table needs %(least)s.",
            "Only %(count)s people are here to play. A table needs %(least)s.",
            len(people),
        )
        raise Refusal(message, count=len(people), least=smallest)
    return Setting(
        people=tuple(people),
        tables=plan.tables_for(len(people), number),
        smallest=smallest,
        largest=largest,
        wishes=_wishes(tournament, people, entrants),
    )


def _wishes(tournament: Tournament, people: Sequence[int], entrants: Sequence[Entrant]) -> Wishes:
    in_force = wishes_in_force(tournament)
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


def wishes_in_force(tournament: Tournament) -> list[Wish]:
    wishes = Wish.objects.filter(tournament=tournament, withdrawn_at__isnull=True)
    return list(wishes.select_related("entrant__player", "other__player").order_by("pk"))


def _place(wish: Wish) -> Place:
    assert wish.table is not None
    return Place(wish.table - 1, None if wish.seat is None else wish.seat - 1)


def _plan_until_now(
    published: Sequence[Round], rows: Sequence[EntrantRow]
) -> tuple[DrawnRound, ...]:
    """Returns the rest of the plan of the last round, with substitutes in the places of those for
    whom they play."""
    if not published:
        return ()
    by_pk = {row.entrant.pk: row for row in rows}
    takes: dict[int, int] = {}
    for row in rows:
        replaced = row.entrant.plays_for_id if row.presence == Presence.HERE else None
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


# Who plays of those on standby: they stay there, and every draw decides anew -------------------


def sizes(plan: TournamentPlan) -> tuple[int, int]:
    """Returns how many sit at a table at least and at most, as agreed and as the game allows."""
    least = VARIANTS[plan.variant].seats.start
    return max(plan.smallest, least), min(plan.largest, most_at_table(plan))


def most_at_table(plan: TournamentPlan) -> int:
    """Returns how many can play the game at one table, whatever was agreed."""
    return VARIANTS[plan.variant].seats.stop - 1


def moving_up(
    tournament: Tournament, rows: Sequence[EntrantRow], here: int, played: Iterable[Round]
) -> list[int]:
    """Returns the players on standby who play beside those who are ``here``: at most one for each
    who is missing, and as many as leave the fewest people without a seat, then the fewest seats
    empty. Who played before comes first, then who has stood by longest. One query, none if
    nobody stands by."""
    waiting = [r for r in rows if r.presence == Presence.STANDBY and not r.entrant.plays_for_id]
    if not waiting or not here:
        return []
    before = [player for turn in played for player in players_of(turn.drawn)]
    waiting.sort(key=lambda row: (-before.count(row.entrant.player_id), row.since))
    most = min(len(waiting), _planned(tournament, rows) - here)
    many = max(
        range(most + 1),
        key=lambda count: (*_used(tournament.plan, here + count), count),
        default=0,
    )
    return [row.entrant.player_id for row in waiting[:many]]


def _planned(tournament: Tournament, rows: Sequence[EntrantRow]) -> int:
    """Returns how many were to play: all on the list but substitutes, who stands by, and who left
    after standing by."""
    stood_by = Attendance.objects.filter(
        entrant__tournament=tournament, presence=Presence.STANDBY
    ).values_list("entrant", flat=True)
    extra = {*stood_by}
    return sum(
        row.entrant.plays_for_id is None
        and row.presence != Presence.STANDBY
        and not (row.presence == Presence.LEFT and row.entrant.pk in extra)
        for row in rows
    )


def _used(plan: TournamentPlan, people: int) -> tuple[int, int]:
    """Returns how many people have no seat and how many seats of the tables in use are empty, both
    negated: more is better."""
    smallest, largest = sizes(plan)
    if people < smallest:
        return -people, 0
    numbers, tables = tuple(range(people)), plan.tables_for(people)
    setting = Setting(people=numbers, tables=tables, smallest=smallest, largest=largest)
    seated = sum(setting.sizes)
    return seated - people, seated - setting.used * largest


def from_standby(turn: Round) -> list[Player]:
    """Returns who has a seat in a round and stands by."""
    seated = {player for table in turn.tables for player in table}
    return [
        row.player
        for row in entrant_rows(turn.tournament)
        if row.presence == Presence.STANDBY and row.entrant.player_id in seated
    ]
