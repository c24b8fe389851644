"""What was wished is kept where it can be; what is not is named, as proven or as not found."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.extensions.tournaments.draw import (
    Draft,
    Flaw,
    Kind,
    Place,
    Round,
    Setting,
    Wishes,
    by_hand,
    by_lot,
    by_standing,
    plan_ahead,
)
from scorekeeper.extensions.tournaments.draw.seats import choose_evenly
from scorekeeper.extensions.tournaments.draw.setting import least_repeats


def of_kind(draft: Draft, kind: Kind) -> list[Flaw]:
    return [flaw for flaw in draft.flaws if flaw.kind is kind]


def setting(people: Iterable[int], tables: int, wishes: Wishes | None = None) -> Setting:
    return Setting(people=tuple(people), tables=tables, wishes=wishes or Wishes())


# Wishes ---------------------------------------------------------------------------------------


FIVE_APART = ((0, 1), (2, 3), (4, 5), (6, 7), (0, 20))
PLACES = {10: Place(2), 11: Place(5, 0), 12: Place(7, 3)}


def test_five_keep_aparts_and_three_places_cost_no_repeat() -> None:
    wishes = Wishes(apart=FIVE_APART, teams=((30, 31, 32), (33, 34)), places=PLACES)
    draft = plan_ahead(setting(range(40), 8, wishes), 8)
    assert draft.flaws == ()
    for turn in draft.rounds:
        assert 10 in turn.tables[2]
        assert turn.tables[5][0] == 11
        assert turn.tables[7][3] == 12


def test_four_leave_two_come_and_one_plays_for_another() -> None:
    """The rounds that were played stay; all that is wrong in the rest is named."""
    wishes = Wishes(apart=FIVE_APART, places=PLACES)
    draft = plan_ahead(setting(range(40), 8, wishes), 8)
    played, before = draft.rounds[:3], draft.rounds[3:]
    stay = [p for p in range(40) if p not in (8, 17, 25, 39, 36)]
    later = setting([*stay, 50, 51, 60], 8, wishes)
    anew = plan_ahead(later, 5, played=played, before=before)
    assert len(anew.rounds) == 5
    assert {flaw.round for flaw in anew.flaws} <= {3, 4, 5, 6, 7}
    assert {flaw.kind for flaw in anew.flaws} <= {Kind.REPEAT}
    assert len(anew.flaws) <= 8


def test_who_takes_somebodys_place_keeps_it() -> None:
    draft = plan_ahead(setting(range(40), 8), 8)
    played, before = draft.rounds[:3], draft.rounds[3:]
    later = setting([*range(1, 40), 99], 8)
    anew = plan_ahead(later, 5, played=played, before=before)
    assert anew.flaws == ()
    for turn, planned in zip(anew.rounds, before, strict=True):
        swapped = [{99 if p == 0 else p for p in table} for table in planned.tables]
        assert [set(table) for table in turn.tables] == swapped


def test_a_team_of_more_than_the_tables_shares_one_and_that_is_proven() -> None:
    wishes = Wishes(teams=((0, 1, 2, 3),))
    draft = plan_ahead(setting(range(12), 3, wishes), 1)
    (flaw,) = of_kind(draft, Kind.TEAM)
    assert flaw.proven and len(flaw.persons) == 2


def test_two_of_one_table_who_should_be_apart_are_named_as_proven() -> None:
    wishes = Wishes(apart=((0, 1),), places={0: Place(1), 1: Place(1)})
    draft = plan_ahead(setting(range(16), 4, wishes), 3)
    assert of_kind(draft, Kind.APART) == [
        Flaw(Kind.APART, number, (0, 1), number + 1, proven=True) for number in range(3)
    ]
    again = [flaw for flaw in of_kind(draft, Kind.REPEAT) if flaw.persons == (0, 1)]
    assert [flaw.proven for flaw in again] == [True, True]


def test_two_in_one_seat_and_a_table_that_is_not_used_are_named_as_proven() -> None:
    wishes = Wishes(places={0: Place(1, 2), 1: Place(1, 2), 2: Place(9)})
    draft = plan_ahead(setting(range(16), 4, wishes), 1)
    (seat,) = of_kind(draft, Kind.SEAT)
    (table,) = of_kind(draft, Kind.TABLE)
    assert seat.persons in ((0,), (1,)) and seat.proven
    assert table.persons == (2,) and table.proven


# Repeats ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "tables", "rounds", "least"),
    [
        (12, 3, 2, 3),  # four of three tables: two of each table met before
        (22, 5, 7, 35),  # 7 × 38 meetings of 231 pairs
        (20, 5, 6, 1),  # OEIS A107431: 5 rounds at most
        (36, 6, 4, 1),  # Tarry: 3 rounds at most
        (36, 6, 6, 3),
        (24, 6, 7, 0),
    ],
)
def test_what_no_plan_avoids(people: int, tables: int, rounds: int, least: int) -> None:
    assert least_repeats(setting(range(people), tables), rounds) == least


def test_repeats_are_proven_where_no_plan_has_fewer() -> None:
    draft = plan_ahead(setting(range(12), 3), 2)
    assert len(draft.flaws) == draft.least_repeats == 3
    assert all(flaw.proven for flaw in draft.flaws)


def test_repeats_are_not_proven_where_a_plan_may_have_fewer() -> None:
    draft = plan_ahead(setting(range(22), 5), 6, steps=3000)
    assert draft.least_repeats == 0
    assert draft.flaws and not any(flaw.proven for flaw in draft.flaws)


def test_who_met_all_others_meets_again() -> None:
    """8 people, 2 tables of 4; after 2 rounds each has 2 or 3 left who they have not met."""
    small = setting(range(8), 2)
    draft = plan_ahead(small, 2)
    assert least_repeats(small, 1, draft.rounds) >= 4


# Sitting out, dealing ---------------------------------------------------------------------------


def test_nobody_sits_out_twice_before_all_did_once() -> None:
    small = Setting(people=tuple(range(22)), tables=5, smallest=4, largest=4)
    out = [p for turn in plan_ahead(small, 11).rounds for p in turn.out]
    assert sorted(out) == list(range(22))


def test_one_more_than_the_seats_sits_out_each_round_without_a_repeat() -> None:
    large = Setting(people=tuple(range(41)), tables=8, largest=5)
    draft = plan_ahead(large, 8)
    assert draft.flaws == ()
    assert len({p for turn in draft.rounds for p in turn.out}) == 8


def test_all_deal_first_as_often_as_others() -> None:
    draft = plan_ahead(setting(range(40), 8), 8)
    times = Counter(table[0] for turn in draft.rounds for table in turn.tables)
    assert set(times.values()) <= {1, 2} and len(times) == 40


def even(choices: Sequence[tuple[int, ...]], times: dict[int, int]) -> list[int]:
    """How often each is chosen in the most even way, by trying all: the largest first."""
    people = sorted({p for choice in choices for p in choice})
    loads = []
    for chosen in product(*choices):
        count = Counter(chosen)
        loads.append(sorted((times.get(p, 0) + count[p] for p in people), reverse=True))
    return min(loads, key=lambda load: sum(times * times for times in load))


@given(
    st.lists(st.sets(st.integers(0, 5), min_size=1, max_size=3).map(tuple), max_size=6),
    st.dictionaries(st.integers(0, 5), st.integers(0, 3)),
)
def test_no_choice_is_more_even(choices: list[tuple[int, ...]], times: dict[int, int]) -> None:
    chosen = choose_evenly(choices, times)
    assert all(p in choice for p, choice in zip(chosen, choices, strict=True))
    people = {p for choice in choices for p in choice}
    count = Counter(chosen)
    loads = sorted((times.get(p, 0) + count[p] for p in people), reverse=True)
    best = even(choices, times)
    assert sum(load * load for load in loads) == sum(load * load for load in best)


def spread(draft: Draft) -> int:
    """Places between the first and the last at a table, at most."""
    return max(max(table) - min(table) for table in draft.rounds[0].tables)


# Round by round ---------------------------------------------------------------------------------


def test_the_first_round_by_standing_has_neighbours_together() -> None:
    standing = [7, 3, 11, 0, 9, 1, 10, 2, 8, 4, 6, 5]
    draft = by_standing(setting(range(12), 3), standing)
    assert {frozenset(table) for table in draft.rounds[0].tables} == {
        frozenset({7, 3, 11, 0}),
        frozenset({9, 1, 10, 2}),
        frozenset({8, 4, 6, 5}),
    }


@pytest.mark.parametrize("standing", [range(11), range(13), [0] * 12])
def test_a_standing_of_others_is_refused(standing: Sequence[int]) -> None:
    with pytest.raises(ValueError, match="standing"):
        by_standing(setting(range(12), 3), standing)


def test_the_next_round_by_standing_parts_those_who_met() -> None:
    many = setting(range(24), 6)
    first = by_standing(many, range(24))
    near, far = (
        by_standing(many, range(24), played=first.rounds, reach=reach) for reach in (4, 40)
    )
    assert len(of_kind(near, Kind.REPEAT)) > 4 * len(of_kind(far, Kind.REPEAT))
    assert spread(near) < spread(far) < 24


def test_the_last_of_the_standing_sit_out_no_more_than_others() -> None:
    small = Setting(people=tuple(range(9)), tables=2, smallest=4, largest=4)
    played: tuple[Round, ...] = ()
    for _turn in range(9):
        played += by_standing(small, range(9), played=played).rounds
    assert sorted(p for turn in played for p in turn.out) == list(range(9))


def test_a_lot_keeps_wishes_and_repeats_nobody_while_it_can() -> None:
    played: tuple[Round, ...] = ()
    day = setting(range(24), 6, Wishes(apart=((0, 1), (2, 3)), places={5: Place(3)}))
    for turn in range(4):
        draft = by_lot(day, played=played, seed=turn)
        assert {flaw.kind for flaw in draft.flaws} <= {Kind.FIRST_AGAIN}
        played += draft.rounds


def test_what_a_hand_drew_wrong_is_named() -> None:
    day = setting(range(8), 2)
    drawn = Round(((0, 1, 2, 3, 4, 5, 6), (0, 9)))
    assert by_hand(day, drawn).flaws == (
        Flaw(Kind.TWICE, 0, (0,), 2),
        Flaw(Kind.MISSING, 0, (7,)),
        Flaw(Kind.STRANGER, 0, (9,)),
        Flaw(Kind.LARGE, 0, (0, 1, 2, 3, 4, 5, 6), 7),
        Flaw(Kind.SMALL, 0, (0, 9), 2),
    )
    three = Round(((0, 1, 2), (3, 4, 5), (6, 7, 0)))
    assert Flaw(Kind.SURPLUS, 0, (6, 7, 0), 3) in by_hand(day, three).flaws


def test_what_a_hand_drew_against_a_wish_is_named() -> None:
    day = setting(range(8), 2, Wishes(apart=((0, 1),)))
    played = [Round(((0, 2, 4, 6), (1, 3, 5, 7)))]
    draft = by_hand(day, Round(((2, 0, 1, 3), (4, 5, 6, 7))), played=played)
    assert [(flaw.kind, flaw.persons) for flaw in draft.flaws] == [
        (Kind.REPEAT, (0, 2)),
        (Kind.REPEAT, (1, 3)),
        (Kind.REPEAT, (4, 6)),
        (Kind.REPEAT, (5, 7)),
        (Kind.APART, (0, 1)),
    ]
    assert all(flaw.proven for flaw in of_kind(draft, Kind.REPEAT))


def test_a_hand_that_lets_somebody_sit_out_or_deal_again_is_named() -> None:
    day = Setting(people=tuple(range(5)), tables=1, smallest=4, largest=4)
    once = Round(((0, 1, 2, 3),), (4,))
    (flaw,) = of_kind(by_hand(day, once, played=[once]), Kind.OUT_AGAIN)
    assert flaw == Flaw(Kind.OUT_AGAIN, 1, (4,), 1)
    assert of_kind(by_hand(day, once, played=[once]), Kind.FIRST_AGAIN) == [
        Flaw(Kind.FIRST_AGAIN, 1, (0,), 2)
    ]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (partial(Setting, people=(1, 1, 2), tables=1), "twice"),
        (partial(Setting, people=(1, 2), tables=1), "too few"),
        (partial(Setting, people=(1, 2, 3), tables=0), "two people"),
        (partial(Setting, people=(1, 2, 3), tables=1, smallest=1), "two people"),
        (partial(Setting, people=(1, 2, 3), tables=1, smallest=3, largest=2), "two people"),
    ],
)
def test_a_setting_that_nobody_can_play_is_refused(wrong: partial[Setting], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        wrong()


# Seats of one's own ------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", list(product((None, 0, 1, 2, 3), repeat=3)))
def test_whatever_seats_three_have_each_sits_once(seats: tuple[int | None, ...]) -> None:
    places = {person: Place(0, seat) for person, seat in enumerate(seats)}
    three = setting(range(3), 1, Wishes(places=places))
    ahead = plan_ahead(three, 2, steps=100)
    again = plan_ahead(three, 2, before=ahead.rounds, steps=100)
    lot, standing = by_lot(three, steps=100), by_standing(three, [2, 0, 1], steps=100)
    for draft in (ahead, again, lot, standing):
        for turn in draft.rounds:
            assert sorted(turn.tables[0]) == [0, 1, 2]
            for seat in range(3):
                wanted = [person for person in range(3) if seats[person] == seat]
                assert not wanted or turn.tables[0][seat] in wanted


def test_who_cannot_have_their_seat_deals_first_not_somebody_who_can() -> None:
    places = {0: Place(0, 1), 1: Place(0, 2), 2: Place(0, 3)}
    three = setting(range(3), 1, Wishes(places=places))
    assert plan_ahead(three, 1).rounds[0].tables == ((2, 0, 1),)


def test_a_plan_that_seats_one_twice_is_drawn_anew_with_everybody() -> None:
    before = (Round(((1, 0, 1), (3, 4, 5))), Round(((3, 0, 1), (2, 4, 5))))
    draft = plan_ahead(setting(range(6), 2), 2, before=before, steps=100)
    assert all(sorted(turn.persons) == list(range(6)) for turn in draft.rounds)


def test_no_draft_leaves_with_somebody_in_two_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = (Round(((0, 0, 1),)),)
    monkeypatch.setattr(
        "scorekeeper.extensions.tournaments.draw.plans.seated", lambda *_args: twice
    )
    with pytest.raises(RuntimeError, match="cannot be played"):
        by_lot(setting(range(3), 1))
