"""Unmet wishes of a draw, named pair by pair before it counts. Words come from outside."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from math import comb

from scorekeeper.extensions.tournaments.draw.seats import has_seat, levelled, times_first
from scorekeeper.extensions.tournaments.draw.setting import (
    Place,
    Round,
    Setting,
    even_sizes,
    least_repeats,
    times_met,
)


class Kind(Enum):
    """The key of the message."""

    REPEAT = "repeat"
    """Two people meet again; ``count``: which meeting it is, 2 or more."""
    APART = "apart"
    """Two who should be apart share a table; ``count``: times in this plan and before."""
    TEAM = "team"
    """Team-mates share a table; ``count`` likewise."""
    TABLE = "table"
    """Somebody is not at their table; ``count``: the table where they are."""
    SEAT = "seat"
    """Somebody is at their table, not in their seat; ``count``: the seat where they are."""
    OUT_AGAIN = "out_again"
    """Somebody sits out though others did less often; ``count``: times they sat out before."""
    FIRST_AGAIN = "first_again"
    """Somebody deals first twice more than somebody else, after all rounds; ``count``: times."""
    TWICE = "twice"
    """Drawn by hand: somebody has two seats; ``count``: seats."""
    MISSING = "missing"
    """Drawn by hand: somebody has no seat and does not sit out."""
    STRANGER = "stranger"
    """Drawn by hand: somebody has a seat who does not play."""
    SMALL = "small"
    """Drawn by hand: a table (its persons) is too small; ``count``: its people."""
    LARGE = "large"
    """Drawn by hand: a table (its persons) is too large; ``count``: its people."""
    SURPLUS = "surplus"
    """Drawn by hand: a table (its persons) more than there are; ``count``: its people."""
    CROWDED = "crowded"
    """Drawn by hand: a table (its persons) has more people than agreed, and no more than can play;
    ``count``: as many were agreed at most."""


@dataclass(frozen=True, slots=True)
class Flaw:
    kind: Kind
    round: int
    """From 0, counted from the first round that was played."""
    persons: tuple[int, ...]
    count: int = 0
    proven: bool = False
    """Whether it is certain that no plan avoids it: for repeats, that none has fewer. Else the
    search did not avoid it."""


def flaws(
    setting: Setting, rounds: Sequence[Round], played: Sequence[Round] = ()
) -> tuple[Flaw, ...]:
    """Returns all that is not as wished in the rounds after those played, round by round."""
    unsorted = [
        *_repeats(setting, rounds, played),
        *_together(setting, rounds, played),
        *_misplaced(setting, rounds, len(played)),
        *_out_again(setting, rounds, played),
        *_first_again(setting, rounds, played),
    ]
    return tuple(sorted(unsorted, key=lambda flaw: flaw.round))


def faults(setting: Setting, drawn: Round, number: int) -> tuple[Flaw, ...]:
    """Returns why a round drawn by hand cannot be played; empty where it can."""
    seats = Counter((*drawn.persons, *drawn.out))
    here = set(setting.people)
    strangers = [p for p in seats if p not in here]
    return (
        *(Flaw(Kind.TWICE, number, (p,), times) for p, times in seats.items() if times > 1),
        *(Flaw(Kind.MISSING, number, (p,)) for p in setting.people if p not in seats),
        *(Flaw(Kind.STRANGER, number, (p,)) for p in strangers),
        *(
            Flaw(kind, number, table, len(table))
            for index, table in enumerate(drawn.tables)
            if (kind := _wrong_table(setting, index, len(table)))
        ),
    )


def _wrong_table(setting: Setting, index: int, people: int) -> Kind | None:
    if people < setting.smallest:
        return Kind.SMALL
    if people > setting.largest:
        return Kind.LARGE
    return Kind.SURPLUS if index >= setting.tables else None


def crowded(setting: Setting, drawn: Round, number: int) -> tuple[Flaw, ...]:
    """Returns the tables of a round drawn by hand that are larger than agreed."""
    tables = [table for table in drawn.tables if len(table) > setting.largest]
    return tuple(Flaw(Kind.CROWDED, number, table, setting.largest) for table in tables)


def _repeats(setting: Setting, rounds: Sequence[Round], played: Sequence[Round]) -> Iterator[Flaw]:
    met = times_met(played)
    repeats: list[tuple[int, tuple[int, int], int]] = []
    for number, turn in enumerate(rounds, len(played)):
        for pair in turn.pairs:
            met[pair] = met.get(pair, 0) + 1
            if met[pair] > 1:
                repeats.append((number, pair, met[pair]))
    fewest = len(repeats) <= least_repeats(setting, len(rounds), played)
    for number, pair, times in repeats:
        yield Flaw(Kind.REPEAT, number, pair, times, fewest or _share_a_table(setting, *pair))


def _share_a_table(setting: Setting, a: int, b: int) -> bool:
    """Whether both have the same table all day."""
    places = setting.wishes.places
    return a in places and b in places and places[a].table == places[b].table


def _together(setting: Setting, rounds: Sequence[Round], played: Sequence[Round]) -> Iterator[Flaw]:
    apart = {_ordered(pair) for pair in setting.wishes.apart}
    mates = {_ordered(pair) for pair in setting.wishes.team_pairs}
    met = times_met(played)
    for number, turn in enumerate(rounds, len(played)):
        crowded = [team for team in setting.wishes.teams if _is_crowded(setting, turn, team)]
        for pair in turn.pairs:
            met[pair] = met.get(pair, 0) + 1
            forced = _share_a_table(setting, *pair)
            if pair in apart:
                yield Flaw(Kind.APART, number, pair, met[pair], forced)
            if pair in mates:
                forced = forced or any({*pair} <= {*team} for team in crowded)
                yield Flaw(Kind.TEAM, number, pair, met[pair], forced)


def _ordered(pair: tuple[int, int]) -> tuple[int, int]:
    return min(pair), max(pair)


def _is_crowded(setting: Setting, turn: Round, team: Sequence[int]) -> bool:
    """Whether a team has more people than there are tables, and is spread as evenly as can be."""
    shares = [len({*team} & {*table}) for table in turn.tables]
    pairs = sum(comb(share, 2) for share in shares)
    return pairs <= sum(comb(share, 2) for share in even_sizes(sum(shares), len(setting.sizes)))


def _misplaced(setting: Setting, rounds: Sequence[Round], first: int) -> Iterator[Flaw]:
    places = setting.wishes.places
    for number, turn in enumerate(rounds, first):
        for index, table in enumerate(turn.tables):
            for seat, person in enumerate(table):
                place = places.get(person)
                if place is None:
                    continue
                if place.table != index:
                    yield Flaw(Kind.TABLE, number, (person,), index, _is_full(setting, place))
                elif place.seat not in (None, seat):
                    proven = place.seat >= len(table) or _is_wanted(setting, place)
                    yield Flaw(Kind.SEAT, number, (person,), seat, proven)


def _is_full(setting: Setting, place: Place) -> bool:
    """Whether a table is not used, or more people want it than fit there."""
    wanted = [p for p in setting.wishes.places.values() if p.table == place.table]
    return place.table >= len(setting.sizes) or len(wanted) > setting.sizes[0]


def _is_wanted(setting: Setting, place: Place) -> bool:
    return list(setting.wishes.places.values()).count(place) > 1


def _out_again(
    setting: Setting, rounds: Sequence[Round], played: Sequence[Round]
) -> Iterator[Flaw]:
    times = Counter(p for turn in played for p in turn.out)
    for number, turn in enumerate(rounds, len(played)):
        least = min((times[p] for p in setting.people if p not in turn.out), default=0)
        for person in turn.out:
            if times[person] > least:
                yield Flaw(Kind.OUT_AGAIN, number, (person,), times[person])
        times.update(turn.out)


def _first_again(
    setting: Setting, rounds: Sequence[Round], played: Sequence[Round]
) -> Iterator[Flaw]:
    every = [*played, *rounds]
    there = Counter(p for turn in every for p in turn.persons)
    free = [p for p in setting.people if not has_seat(p, setting.wishes.places)]
    times = levelled(free, times_first(every), there)
    for person, count in times.items():
        if count > min(times.values()) + 1:
            yield Flaw(Kind.FIRST_AGAIN, len(every) - 1, (person,), count)
