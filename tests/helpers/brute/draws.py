"""Draws of every kind, and what is not as wished in them, counted table by table.

``python -m tests.helpers.brute.draws 100000`` draws for that many random settings and
counts again: five minutes for each ten thousand. CI takes 100
(``tests/extensions/tournaments/draw/test_every_setting.py``).
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from scorekeeper.extensions.tournaments.draw import (
    Draft,
    Kind,
    Place,
    Round,
    Setting,
    Wishes,
    by_lot,
    by_standing,
    plan_ahead,
)

STEPS = 3000


# The slow answer -------------------------------------------------------------------------------


def together(turn: Round, a: int, b: int) -> bool:
    return any(a in table and b in table for table in turn.tables)


def meetings(rounds: Sequence[Round], a: int, b: int) -> int:
    return sum(together(turn, a, b) for turn in rounds)


def counted(setting: Setting, rounds: Sequence[Round], first: int) -> set[tuple[object, ...]]:
    """Counts the flaws from round ``first`` on: kind, round, persons, count."""
    flaws: set[tuple[object, ...]] = set()
    wishes = setting.wishes
    for number in range(first, len(rounds)):
        turn, until = rounds[number], rounds[: number + 1]
        seated = [p for table in turn.tables for p in table]
        for a in seated:
            for b in seated:
                if a >= b or not together(turn, a, b):
                    continue
                times = meetings(until, a, b)
                if times > 1:
                    flaws.add((Kind.REPEAT, number, (a, b), times))
                if (a, b) in wishes.apart or (b, a) in wishes.apart:
                    flaws.add((Kind.APART, number, (a, b), times))
                if any(a in team and b in team for team in wishes.teams):
                    flaws.add((Kind.TEAM, number, (a, b), times))
        flaws |= set(misplaced(wishes, turn, number))
        flaws |= set(out_again(setting, rounds, number))
    return flaws


def misplaced(wishes: Wishes, turn: Round, number: int) -> Iterator[tuple[object, ...]]:
    for person, place in wishes.places.items():
        for at, table in enumerate(turn.tables):
            if person not in table:
                continue
            seat = table.index(person)
            if at != place.table:
                yield Kind.TABLE, number, (person,), at
            elif place.seat is not None and place.seat != seat:
                yield Kind.SEAT, number, (person,), seat


def out_again(
    setting: Setting, rounds: Sequence[Round], number: int
) -> Iterator[tuple[object, ...]]:
    times = {p: sum(p in turn.out for turn in rounds[:number]) for p in setting.people}
    out = rounds[number].out
    for person in out:
        if any(times[other] < times[person] for other in setting.people if other not in out):
            yield Kind.OUT_AGAIN, number, (person,), times[person]


def check_seats(setting: Setting, turn: Round) -> None:
    """Everybody has one seat or sits out; tables are as large as they may be, and as even."""
    assert sorted([*turn.persons, *turn.out]) == sorted(setting.people)
    sizes = [len(table) for table in turn.tables]
    assert len(sizes) <= setting.tables
    assert setting.smallest <= min(sizes) and max(sizes) <= setting.largest
    assert max(sizes) - min(sizes) <= 1
    if turn.out:  # no table has room for them, and there is none for a table of their own
        assert min(sizes) == setting.largest
        assert len(sizes) == setting.tables or len(turn.out) < setting.smallest


def check(setting: Setting, draft: Draft, played: Sequence[Round]) -> None:
    for turn in draft.rounds:
        check_seats(setting, turn)
    named = {
        (flaw.kind, flaw.round, flaw.persons, flaw.count)
        for flaw in draft.flaws
        if flaw.kind is not Kind.FIRST_AGAIN
    }
    assert named == counted(setting, [*played, *draft.rounds], len(played))
    again = [flaw for flaw in draft.flaws if flaw.kind is Kind.REPEAT]
    assert len(again) >= draft.least_repeats
    assert len(named) == sum(flaw.kind is not Kind.FIRST_AGAIN for flaw in draft.flaws)
    assert all(flaw.proven for flaw in again) or len(again) > draft.least_repeats


# Settings ----------------------------------------------------------------------------------------


@dataclass
class Day:
    """A random day: some rounds ahead, people who leave and come, the rest made anew."""

    chance: Random

    def wishes(self, people: Sequence[int], tables: int) -> Wishes:
        chance = self.chance
        apart = [tuple(chance.sample(people, 2)) for _ in range(chance.randint(0, 5))]
        teams = [tuple(chance.sample(people, chance.randint(2, 5))) for _ in range(2)]
        fixed = chance.sample(people, chance.randint(0, 3))
        return Wishes(
            apart=tuple((min(pair), max(pair)) for pair in apart),
            teams=tuple(teams[: chance.randint(0, 2)]),
            places={
                p: Place(chance.randrange(tables), chance.choice([None, None, 0, 2])) for p in fixed
            },
        )

    def setting(self) -> Setting:
        chance = self.chance
        smallest = chance.randint(3, 6)
        largest = chance.randint(smallest, 6)
        people = tuple(chance.sample(range(100), chance.randint(12, 64)))
        tables = max(1, len(people) // chance.randint(smallest, largest) - chance.randint(0, 1))
        return Setting(
            people=people,
            tables=tables,
            smallest=smallest,
            largest=largest,
            wishes=self.wishes(people, tables),
        )

    def changed(self, setting: Setting) -> Setting:
        """Up to four leave, up to four come."""
        left = set(self.chance.sample(setting.people, self.chance.randint(0, 4)))
        stay = [p for p in setting.people if p not in left]
        come = range(100, 100 + self.chance.randint(0, 4))
        return Setting(
            people=(*stay, *come),
            tables=setting.tables,
            smallest=setting.smallest,
            largest=setting.largest,
            wishes=setting.wishes,
        )

    def play(self) -> None:
        """Draws ahead, plays some rounds, draws anew; then one by standing and one by lot."""
        setting, rounds, seed = self.setting(), self.chance.randint(1, 6), self.chance.randint(0, 9)
        draft = plan_ahead(setting, rounds, seed=seed, steps=STEPS)
        check(setting, draft, ())
        gone = self.chance.randint(0, rounds)
        played, before = draft.rounds[:gone], draft.rounds[gone:]
        setting = self.changed(setting)
        if before:
            anew = plan_ahead(
                setting, len(before), played=played, before=before, seed=seed, steps=STEPS
            )
            check(setting, anew, played)
        standing = self.chance.sample(setting.people, len(setting.people))
        check(setting, by_standing(setting, standing, played=played, steps=STEPS), played)
        check(setting, by_lot(setting, played=played, seed=seed, steps=STEPS), played)


def main() -> None:
    for seed in range(int(sys.argv[1])):
        Day(Random(seed)).play()


if __name__ == "__main__":
    main()
