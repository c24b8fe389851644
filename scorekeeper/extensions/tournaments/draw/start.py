"""The start of a search: a known plan with people put into it, or the plan until now.

Everything here is local: people are places in ``Setting.people``.

Known plans are stored (``known``) or come from finite fields: in as many rounds as there are tables
nobody meets twice. Give each person a row ``i`` and a column ``x`` of GF(g), for ``g`` tables. In
round ``r`` they sit at table ``x + r·i``. Two people of one row never meet; two of rows ``i`` and
``j`` meet where ``x + r·i = y + r·j``, which holds for one ``r`` alone (Bose 1938, orthogonal Latin
squares). So people may be missing from the last row, and the tables are of ``s`` and ``s - 1``.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations, product
from operator import mul
from typing import Final

from scorekeeper.extensions.tournaments.draw.known import known_plan
from scorekeeper.extensions.tournaments.draw.search import Chance, Matrix, Tables

# Plans from finite fields ----------------------------------------------------------------------


MODULI: Final = {4: (1, 1), 8: (1, 1, 0), 9: (1, 2), 16: (1, 1, 0, 0)}
"""The coefficients give x^m, lowest power first, in the fields that are no primes: a primitive
polynomial (Lidl, Niederreiter: Finite Fields, table C)."""
PRIMES: Final = (2, 3, 5, 7, 11, 13, 17, 19)


def is_field(tables: int) -> bool:
    return tables in PRIMES or tables in MODULI


def field_plan(people: int, tables: int) -> list[list[list[int]]]:
    """Returns ``tables`` rounds of tables without a repeat; person ``i·g + x`` is in row ``i``.

    Where all rows are full, but for one person at most, one more round has a table for each row.
    Raises ValueError unless there is a field of ``tables`` and no table has more people than that.
    """
    if not is_field(tables) or people > tables * tables:
        raise ValueError("no plan from a field")
    plan: list[list[list[int]]] = [[[] for _ in range(tables)] for _ in range(tables)]
    plus, times = _arithmetic(tables)
    for turn, person in product(range(tables), range(people)):
        row, column = divmod(person, tables)
        plan[turn][plus[column][times[turn][row]]].append(person)
    if people >= tables * tables - 1:
        plan.append([[p for p in range(people) if p // tables == row] for row in range(tables)])
    return plan


@cache
def _arithmetic(size: int) -> tuple[list[list[int]], list[list[int]]]:
    """Returns the tables of addition and multiplication; an element is its number in base p."""
    prime = next(p for p in PRIMES if size % p == 0)
    modulus = MODULI.get(size, (0,))
    digits = [_digits(number, prime, len(modulus)) for number in range(size)]
    number = {element: place for place, element in enumerate(digits)}
    plus = [
        [number[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in digits]
        for a in digits
    ]
    times = [[number[_product(a, b, modulus, prime)] for b in digits] for a in digits]
    return plus, times


def _digits(number: int, prime: int, length: int) -> tuple[int, ...]:
    return tuple(number // prime**power % prime for power in range(length))


def _product(
    a: tuple[int, ...], b: tuple[int, ...], modulus: tuple[int, ...], prime: int
) -> tuple[int, ...]:
    """Multiplies two elements: ``a`` times x again and again, added as often as ``b`` says."""
    total, shifted = [0] * len(a), list(a)
    for factor in b:
        total = [(t + factor * s) % prime for t, s in zip(total, shifted, strict=True)]
        top = shifted[-1]
        shifted = [(s + top * m) % prime for s, m in zip([0, *shifted[:-1]], modulus, strict=True)]
    return tuple(total)


# Starts ----------------------------------------------------------------------------------------


TRIES: Final = 150
"""How often people change places in a known plan to keep apart who should be."""


def best_plan(people: int, tables: int, rounds: int) -> list[Tables]:
    """Returns up to ``rounds`` rounds of the plan without a repeat that serves longest, of a field
    or stored; of two as long, the field's. Empty where none is known."""
    in_field = is_field(tables) and people <= tables * tables
    field = field_plan(people, tables)[:rounds] if in_field else []
    return (
        field if len(field) == rounds else max(field, known_plan(people, tables, rounds), key=len)
    )


def fresh(people: int, tables: int, rounds: int, chance: Chance) -> list[Tables]:
    """Returns so many rounds: those of the best plan, then rounds by lot."""
    plan = list(best_plan(people, tables, rounds))
    return plan + by_chance(people, tables, rounds - len(plan), chance)


def by_chance(people: int, tables: int, rounds: int, chance: Chance) -> list[Tables]:
    mixed = [chance.shuffled(range(people)) for _ in range(rounds)]
    return [[turn[table::tables] for table in range(tables)] for turn in mixed]


def put_in(plan: Sequence[Tables], price: Matrix, chance: Chance) -> list[Tables]:
    """Returns the plan with each of its places given to a person, so that those whose meetings
    cost most meet least: chance, then changes of two people's places."""
    people = len(price)
    met = [[0] * people for _ in range(people)]
    for turn in plan:
        for table in turn:
            for a, b in combinations(table, 2):
                met[a][b] = met[b][a] = met[a][b] + 1
    place_of = chance.shuffled(range(people))  # the place of each person in the plan
    for _try in range(TRIES):
        costs = [sum(map(mul, price[p], _row(met, place_of, p))) for p in range(people)]
        costly = [p for p, cost in enumerate(costs) if cost]
        if not costly:
            break
        _change(costly[chance.below(len(costly))], place_of, met, price)
    who = {place: person for person, place in enumerate(place_of)}
    return [[[who[place] for place in table] for table in turn] for turn in plan]


def _row(met: Matrix, place_of: Sequence[int], person: int) -> list[int]:
    row = met[place_of[person]]
    return [row[place] for place in place_of]


def _change(person: int, place_of: list[int], met: Matrix, price: Matrix) -> None:
    """Exchanges the person's place with the one that costs least, if that costs no more."""
    mine, prices = _row(met, place_of, person), price[person]
    cost, best, chosen = sum(map(mul, prices, mine)), 0, person
    for other in range(len(place_of)):
        if other == person:
            continue
        theirs, row = _row(met, place_of, other), price[other]
        both = 2 * prices[other] * mine[other]
        change = sum(map(mul, prices, theirs)) + sum(map(mul, row, mine)) + both
        change -= cost + sum(map(mul, row, theirs))
        if change <= best:
            best, chosen = change, other
    place_of[person], place_of[chosen] = place_of[chosen], place_of[person]


def adapted(before: Sequence[Tables], people: int, chance: Chance) -> list[Tables]:
    """Returns the rounds of a plan for the people there now: places below 0 are of people who
    left. Newcomers take the places of those, and sit at the smallest tables where nobody left.
    A person with two seats in a round keeps the first."""
    left = sorted({p for turn in before for table in turn for p in table if p < 0})
    known = {p for turn in before for table in turn for p in table}
    new = chance.shuffled([p for p in range(people) if p not in known])
    takes = dict(zip(left, new, strict=False))
    rounds = []
    for turn in before:
        tables = [[takes.get(p, p) for p in table] for table in turn]
        seated = set[int]()
        for table in tables:
            table[:] = [p for p in dict.fromkeys(table) if p >= 0 and p not in seated]
            seated.update(table)
        for person in (p for p in range(people) if p not in seated):
            min(tables, key=len).append(person)
        rounds.append(tables)
    return rounds


def sit_out(tables: Tables, count: int, times: list[int], chance: Chance) -> list[int]:
    """Returns who sits out of this round: those who did least often, of the largest tables first,
    then by lot. ``times`` counts them."""
    table_of = {p: table for table, persons in enumerate(tables) for p in persons}
    sizes, out = [len(persons) for persons in tables], list[int]()
    for _one in range(count):
        among = chance.shuffled([p for p in table_of if p not in out])
        person = min(among, key=lambda p: (times[p], -sizes[table_of[p]]))
        out.append(person)
        times[person] += 1
        sizes[table_of[person]] -= 1
    return out


def fitted(
    tables: Tables, sizes: Sequence[int], out: Sequence[int], places: Mapping[int, int]
) -> Tables:
    """Returns a round with these sizes, without those who sit out, and with those who have a table
    of their own (``places``) there, as far as it has room."""
    kept = [[p for p in table if p not in out] for table in tables]
    kept.sort(key=len, reverse=True)
    loose = [p for table in kept[len(sizes) :] for p in table]
    kept = [*kept[: len(sizes)], *([] for _ in range(len(sizes) - len(kept)))]
    for table, size in zip(kept, sizes, strict=True):
        table.sort(key=lambda p: p not in places)
        loose += table[size:]
        del table[size:]
    for table, size in zip(kept, sizes, strict=True):
        while len(table) < size:
            table.append(loose.pop())
    return _at_their_tables(kept, places)


def _at_their_tables(tables: Tables, places: Mapping[int, int]) -> Tables:
    order: list[list[int] | None] = [None] * len(tables)
    for table in tables:
        wished = [places[p] for p in table if places.get(p, len(tables)) < len(tables)]
        free = [number for number in wished if order[number] is None]
        if free:
            order[free[0]] = table
    rest = iter([table for table in tables if not any(table is taken for taken in order)])
    placed = [table if table is not None else next(rest) for table in order]
    _exchange_the_rest(placed, places)
    return placed


def _exchange_the_rest(tables: Tables, places: Mapping[int, int]) -> None:
    """Brings those to their tables who share one with somebody of another table."""
    for home, table in enumerate(tables):
        for seat, person in enumerate(table):
            wished = places.get(person, home)
            if wished == home or wished >= len(tables):
                continue
            there = tables[wished]
            free = [n for n, other in enumerate(there) if places.get(other) != wished]
            if free:
                table[seat], there[free[0]] = there[free[0]], person
