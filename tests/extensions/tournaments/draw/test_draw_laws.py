"""Laws of every draw, whatever was wished: seats, sizes, the same seed, rounds that were played."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.extensions.tournaments.draw import (
    Draft,
    Kind,
    Place,
    Round,
    Setting,
    Wishes,
    by_hand,
    by_lot,
    by_standing,
    plan_ahead,
    table_counts,
)
from scorekeeper.extensions.tournaments.draw.setting import least_repeats
from tests.helpers.brute.draws import check, check_seats

STEPS = 1000


@st.composite
def a_setting(draw: st.DrawFn) -> Setting:
    smallest = draw(st.integers(2, 5))
    largest = draw(st.integers(smallest, 6))
    people = tuple(draw(st.sets(st.integers(0, 80), min_size=smallest, max_size=24)))
    tables = draw(st.integers(1, 8))
    person = st.sampled_from(people)
    pair = st.tuples(person, person).filter(lambda pair: pair[0] < pair[1])
    place = st.builds(Place, st.integers(0, 7), st.none() | st.integers(0, 5))
    wishes = Wishes(
        apart=tuple(draw(st.lists(pair, max_size=4))),
        teams=tuple(draw(st.lists(st.lists(person, min_size=2, unique=True).map(tuple)))),
        places=draw(st.dictionaries(person, place, max_size=5)),
    )
    return Setting(people=people, tables=tables, smallest=smallest, largest=largest, wishes=wishes)


@st.composite
def a_day(draw: st.DrawFn) -> tuple[Setting, tuple[Round, ...], Draft]:
    """A setting, what was played, and the rest drawn after some left and some came."""
    setting, rounds = draw(a_setting()), draw(st.integers(1, 4))
    draft = plan_ahead(setting, rounds, seed=draw(st.integers(0, 99)), steps=STEPS)
    gone = draw(st.integers(0, rounds - 1))
    left = draw(st.sets(st.sampled_from(setting.people), max_size=3))
    come = range(100, 100 + draw(st.integers(0, 3)))
    people = tuple(p for p in setting.people if p not in left) + tuple(come)
    if len(people) < setting.smallest:
        people = setting.people
    setting = Setting(
        people=people,
        tables=setting.tables,
        smallest=setting.smallest,
        largest=setting.largest,
        wishes=setting.wishes,
    )
    played, before = draft.rounds[:gone], draft.rounds[gone:]
    seed = draw(st.integers(0, 99))
    anew = plan_ahead(setting, len(before), played=played, before=before, seed=seed, steps=STEPS)
    again = plan_ahead(setting, len(before), played=played, before=before, seed=seed, steps=STEPS)
    assert anew == again
    return setting, played, anew


@given(a_day())
@settings(max_examples=60)
def test_everybody_sits_once_a_round_or_sits_out_and_all_that_is_wrong_is_named(
    day: tuple[Setting, tuple[Round, ...], Draft],
) -> None:
    setting, played, draft = day
    for turn in draft.rounds:
        check_seats(setting, turn)
    check(setting, draft, played)


@given(a_day(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_one_round_keeps_to_the_same_laws(day, chance) -> None:
    setting, played, _draft = day
    standing = list(setting.people)
    chance.shuffle(standing)
    for draft in (
        by_standing(setting, standing, played=played, steps=STEPS),
        by_lot(setting, played=played, steps=STEPS),
    ):
        check(setting, draft, played)
        assert by_hand(setting, draft.rounds[0], played=played) == draft


@given(a_day())
@settings(max_examples=60)
def test_nobody_sits_out_twice_before_all_did_once(day) -> None:
    _setting, _played, draft = day
    assert not any(flaw.kind is Kind.OUT_AGAIN for flaw in draft.flaws)


def repeats(rounds: tuple[Round, ...]) -> int:
    pairs = [pair for turn in rounds for pair in turn.pairs]
    return len(pairs) - len(set(pairs))


@given(a_day())
@settings(max_examples=60)
def test_no_plan_goes_below_what_is_called_the_least(day) -> None:
    setting, played, draft = day
    rounds = len(draft.rounds)
    again = repeats((*played, *draft.rounds)) - repeats(played)
    assert again >= least_repeats(setting, rounds, played) == draft.least_repeats


@given(st.integers(2, 80), st.integers(2, 6), st.integers(0, 4))
def test_the_tables_that_seat_everybody(people: int, smallest: int, more: int) -> None:
    counts = table_counts(people, smallest, smallest + more)
    for tables in range(1, 60):
        seats_all = smallest * tables <= people <= (smallest + more) * tables
        assert (tables in counts) == seats_all


def test_the_least_is_reached_where_all_plans_of_few_can_be_tried() -> None:
    """6 people at 2 tables of 3: each further round has 2 repeats or more, as counted."""
    people = tuple(range(6))
    splits = [
        Round((table, tuple(p for p in people if p not in table)))
        for table in combinations(people, 3)
        if 0 in table
    ]
    setting = Setting(people=people, tables=2)
    fewest = min(repeats((splits[0], second)) for second in splits)
    assert least_repeats(setting, 2) == fewest == 2
    fewest = min(repeats((splits[0], a, b)) for a in splits for b in splits)
    assert least_repeats(setting, 3) <= fewest
