"""Seats at the tables of a draw: nobody deals first more often than must be.

Who deals first is an optimal semi-matching (Harvey, Ladner, Lovász, Tamir 2003): as long as a chain
of tables leads from somebody to somebody else who deals first twice less, each table of the chain
changes its dealer. No other choice is more even. The other seats go to who had them least.
"""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.extensions.tournaments.draw.setting import Place, Round, Table


def times_first(rounds: Iterable[Round]) -> dict[int, int]:
    """How often each person sat in the seat that deals first."""
    times: dict[int, int] = {}
    for played in rounds:
        for table in played.tables:
            times[table[0]] = times.get(table[0], 0) + 1
    return times


def levelled(
    people: Sequence[int], times: Mapping[int, int], rounds: Mapping[int, int]
) -> dict[int, int]:
    """How often each did something, where a latecomer counts as often as the least of those
    who were there all the time."""
    most = max((rounds.get(p, 0) for p in people), default=0)
    least = min((times.get(p, 0) for p in people if rounds.get(p, 0) == most), default=0)
    return {
        p: times.get(p, 0) if rounds.get(p, 0) == most else max(least, times.get(p, 0))
        for p in people
    }


def has_seat(person: int, places: Mapping[int, Place]) -> bool:
    """Whether somebody has a seat of their own, so that it is not chosen for them."""
    return person in places and places[person].seat is not None


def seated(
    rounds: Sequence[Round], times: Mapping[int, int], places: Mapping[int, Place]
) -> tuple[Round, ...]:
    """Returns the rounds with everybody in a seat; ``times``: how often each dealt first before."""
    choices = [
        _may_deal(table, number, places)
        for turn in rounds
        for number, table in enumerate(turn.tables)
    ]
    dealers = iter(choose_evenly(choices, times))
    before: dict[tuple[int, int], int] = {}
    return tuple(
        Round(
            tuple(
                _in_seats(table, next(dealers), number, places, before)
                for number, table in enumerate(turn.tables)
            ),
            turn.out,
        )
        for turn in rounds
    )


def _own_seats(table: Table, number: int, places: Mapping[int, Place]) -> dict[int, int]:
    """Returns who gets which seat of their own here; of two who want the same, the first does."""
    own: dict[int, int] = {}
    for person in table:
        place = places.get(person)
        seat = place.seat if place and place.table == number else None
        if seat is not None and seat < len(table):
            own.setdefault(seat, person)
    return own


def _may_deal(table: Table, number: int, places: Mapping[int, Place]) -> Table:
    """Returns who of a table can deal first, with all others in seats of their own. There is
    always one: if everybody has a seat of their own, one of those is the first."""
    own = _own_seats(table, number, places)
    return (own[0],) if 0 in own else tuple(p for p in table if p not in own.values())


def choose_evenly(choices: Sequence[Table], times: Mapping[int, int]) -> list[int]:
    """Returns one person of each choice, so that the times they are chosen are as even as can be;
    ``times``: how often they were before."""
    load = {p: times.get(p, 0) for choice in choices for p in choice}
    chosen: list[int] = []
    for choice in choices:
        chosen.append(min(choice, key=lambda p: load[p]))
        load[chosen[-1]] += 1
    holds: dict[int, list[int]] = {p: [] for p in load}
    for number, person in enumerate(chosen):
        holds[person].append(number)
    improved = True
    while improved:
        by_load = sorted(load, key=lambda p: -load[p])
        improved = any(_relieved(p, choices, chosen, holds, load) for p in by_load)
    return chosen


def _relieved(
    person: int,
    choices: Sequence[Table],
    chosen: list[int],
    holds: dict[int, list[int]],
    load: dict[int, int],
) -> bool:
    """Whether a chain led to somebody chosen twice less; then each on it hands one choice on."""
    came_by: dict[int, int] = {person: -1}
    queue = [person]
    for giver in queue:
        for number in holds[giver]:
            for taker in choices[number]:
                if taker in came_by:
                    continue
                came_by[taker] = number
                queue.append(taker)
                if load[taker] <= load[person] - 2:
                    _hand_on(taker, came_by, chosen, holds)
                    load[person], load[taker] = load[person] - 1, load[taker] + 1
                    return True
    return False


def _hand_on(
    taker: int, came_by: Mapping[int, int], chosen: list[int], holds: dict[int, list[int]]
) -> None:
    while (number := came_by[taker]) >= 0:
        giver, chosen[number] = chosen[number], taker
        holds[giver].remove(number)
        holds[taker].append(number)
        taker = giver


def _in_seats(
    table: Table,
    dealer: int,
    number: int,
    places: Mapping[int, Place],
    before: dict[tuple[int, int], int],
) -> Table:
    """Returns the table in the order of seats; ``before`` counts who had which seat."""
    taken = {**_own_seats(table, number, places), 0: dealer}
    rest = [p for p in table if p not in taken.values()]
    order: list[int] = []
    for seat in range(len(table)):
        had = [before.get((p, seat), 0) for p in rest]
        person = taken[seat] if seat in taken else rest.pop(had.index(min(had)))
        order.append(person)
        before[person, seat] = before.get((person, seat), 0) + 1
    return tuple(order)
