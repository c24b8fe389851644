"""Plans from finite fields: in as many rounds as there are tables nobody meets twice.

Give each person a row ``i`` and a column ``x`` of GF(g), for ``g`` tables. In round ``r`` they sit
at table ``x + r·i``. Two people of one row never meet; two of rows ``i`` and ``j`` meet where
``x + r·i = y + r·j``, which holds for one ``r`` alone (Bose 1938, orthogonal Latin squares). So
people may be missing from the last row, and the tables are of ``s`` and ``s - 1``.
"""

from functools import cache
from itertools import product
from typing import Final

MODULI: Final = {4: (1, 1), 8: (1, 1, 0), 9: (1, 2), 16: (1, 1, 0, 0)}
"""What x^m equals, lowest power first, in the fields that are no primes: a primitive polynomial
(Lidl, Niederreiter: Finite Fields, table C)."""
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
