"""Payout schemes that several games share: who pays whom by place or by score.

Amounts are minor units. A payment to several winners is split exactly among them first; then the
cap limits each part, as it limits what one person pays another in one payment.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from scorekeeper.engine.money import Party, Payment, Payments, capped, collect, ranks, split
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import Phrase, _, reason

Places: TypeAlias = Sequence[Sequence[int]]
"""Persons by place, best first; tied persons form a group, in seating order."""


class Tie(Word):
    SHARE = "share", _("Share"), _("Tied players pay equal parts of what their places pay.")
    BEST = "best", _("Better place"), _("Tied players each pay as for the better place.")
    WORST = "worst", _("Worse place"), _("Tied players each pay as for the worse place.")
    SEAT = "seat", _("Earlier seat"), _("The earlier seat has the better place.")


FIRST_PLACES: Final = (
    reason("1st", _("1st")),
    reason("2nd", _("2nd")),
    reason("3rd", _("3rd")),
    reason("4th", _("4th")),
    reason("5th", _("5th")),
    reason("6th", _("6th")),
)
NTH: Final = reason("nth", _("{place}th"))
PLACE: Final = reason("place", _("{place} place"))
ENDINGS: Final = {1: _("{place}st"), 2: _("{place}nd"), 3: _("{place}rd")}


def ordinal(place: int) -> Phrase:
    """``1st``, ``2nd``, ``3rd``, ``4th`` … ``11th``."""
    if place <= len(FIRST_PLACES):
        return FIRST_PLACES[place - 1]
    teens = place % 100 in (11, 12, 13)
    return ENDINGS.get(0 if teens else place % 10, NTH).format(place=place)


def by_points(points: Mapping[int, float]) -> list[list[int]]:
    """Groups persons by place, fewest points first; ``points``: by person, in seating order."""
    persons = list(points)
    groups = ranks([points[person] for person in persons])
    return [[persons[index] for index in group] for group in groups]


def places(groups: Places, tie: Tie) -> list[list[int]]:
    """Breaks ties by seat if ``tie`` says so; otherwise keeps the groups."""
    if tie is Tie.SEAT:
        return [[person] for group in groups for person in group]
    return [list(group) for group in groups]


def by_place(
    groups: Places, amounts: Sequence[int], *, tie: Tie = Tie.SHARE, cap: int | None = None
) -> Payments:
    """Everybody pays the first by place: ``amounts[0]`` is the amount of the second place.

    ``tie`` decides what tied losers pay; tied firsts pay each other nothing and share the rest.
    """
    firsts, *others = places(groups, tie)
    payments: list[Payment] = []
    place = len(firsts) + 1
    for group in others:
        due = _due(amounts[place - 2 : place - 2 + len(group)], tie)
        words = PLACE.format(place=ordinal(place))
        for person, amount in zip(group, due, strict=True):
            payments += shared(person, firsts, amount, words, cap)
        place += len(group)
    return collect(payments)


def _due(span: Sequence[int], tie: Tie) -> tuple[int, ...]:
    """Returns what each member of a tied group pays; ``span``: the amounts of its places."""
    if tie is Tie.SHARE:
        return split(sum(span), len(span))
    return (span[0] if tie is Tie.BEST else span[-1],) * len(span)


def shared(
    payer: Party, payees: Sequence[int], amount: int, reason: Phrase, cap: int | None = None
) -> Iterator[Payment]:
    """Splits one payment, or the pot, exactly among several; an odd unit goes to the first."""
    for payee, part in zip(payees, split(amount, len(payees)), strict=True):
        yield Payment(payer, payee, capped(part, cap), reason)


def each_pays_each(
    payers: Iterable[int],
    payees: Iterable[int],
    amount: int,
    reason: Phrase,
    cap: int | None = None,
) -> Payments:
    """Every payer pays every payee the same amount; nobody pays themselves."""
    payees = tuple(payees)
    return collect(
        Payment(payer, payee, capped(amount, cap), reason) for payer in payers for payee in payees
    )


def pairwise(values: Mapping[int, int], reason: Phrase) -> Payments:
    """Pays the difference in every pair, from the lower value to the higher. Values are minor
    units."""
    pairs = combinations(values, 2)
    return collect(Payment(a, b, values[b] - values[a], reason) for a, b in pairs)


def low_total(
    totals: Mapping[int, int], point_value: int, reason: Phrase, cap: int | None = None
) -> Payments:
    """Each pays the lowest total the difference in points; tied lowest totals share."""
    lowest, *others = by_points(totals)
    best = totals[lowest[0]]
    payments: list[Payment] = []
    for person in (person for group in others for person in group):
        amount = (totals[person] - best) * point_value
        payments += shared(person, lowest, amount, reason, cap)
    return collect(payments)


def high_total(
    totals: Mapping[int, int], point_value: int, reason: Phrase, cap: int | None = None
) -> Payments:
    """Each pays the highest total the difference in points; tied highest totals share."""
    return low_total({p: -total for p, total in totals.items()}, point_value, reason, cap)
