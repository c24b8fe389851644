"""The table by every method, against a slow reckoning of its own; ties, circles, missed
sessions."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.seasons.ranking.measures import (
    GameFacts,
    Measure,
    SessionBy,
    SessionFacts,
    place_values,
    sessions_of,
    winners,
)
from scorekeeper.seasons.ranking.method import (
    MatchOf,
    Method,
    Missed,
    Over,
    TieRule,
    load_method,
    normalized,
)
from scorekeeper.seasons.ranking.table import Placing, Ranking, figures_over_time, rank_players
from scorekeeper.seasons.ranking.table import matches as matches_of
from tests.seasons.reckoning import slowly

ASHA, DEV, MEERA, OMAR = range(1, 5)
FIRST = date(2026, 1, 3)


def part(session: int, player: int, **fields: Any) -> GameFacts:
    usual = {"net": 0, "hands": 1, "wins": 0, "points": None, "lowest": False}
    usual |= {"game_points": None, "took": False, "game": session * 10}
    return GameFacts(
        session=session, on=FIRST + timedelta(days=session), player=player, **(usual | fields)
    )


def sessions(*nets: dict[int, int]) -> tuple[SessionFacts, ...]:
    """Each a session, by what it brought each player."""
    return sessions_of(
        part(number, player, net=net, wins=int(net == max(session.values())))
        for number, session in enumerate(nets)
        for player, net in session.items()
    )


def table(*nets: dict[int, int], **method: Any) -> Ranking:
    return rank_players(sessions(*nets), Method(**method))


def order(ranking: Ranking) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in ranking.rows]


def row_of(ranking: Ranking, player: int) -> Placing:
    return next(row for row in ranking.rows if row.player == player)


# By hand -------------------------------------------------------------------------------------


def test_money_is_summed_and_equal_sums_share_a_place_where_nothing_separates_them():
    ranking = table({ASHA: 30, DEV: -10, MEERA: -10, OMAR: -10}, ties=())
    assert order(ranking) == [(1, ASHA), (2, DEV), (2, MEERA), (2, OMAR)]
    assert [row.figure for row in ranking.rows] == [30, -10, -10, -10]


def test_only_the_best_sessions_count_and_the_others_are_said_not_to():
    ranking = table(
        {ASHA: 5, DEV: -5}, {ASHA: -9, DEV: 9}, {ASHA: 2, DEV: -2}, over=Over.BEST, many=2
    )
    asha = row_of(ranking, ASHA)
    assert asha.figure == row_of(ranking, DEV).figure == 7
    assert [(int(share.figure), share.counts) for share in asha.shares] == [
        (5, True),
        (-9, False),
        (2, True),
    ]


def test_the_worst_sessions_are_dropped_but_never_the_only_one():
    nets = [{ASHA: 5, DEV: -5}, {ASHA: -9, MEERA: 9}, {ASHA: 2, MEERA: -2}]
    ranking = table(*nets, over=Over.DROP, many=1)
    assert [row_of(ranking, who).figure for who in (ASHA, DEV, MEERA)] == [7, -5, 9]


def test_a_missed_session_counts_as_was_agreed():
    nets = [{ASHA: 5, DEV: -5}, {DEV: 8, MEERA: -8}]
    by = {missed: table(*nets, missed=missed) for missed in Missed}
    assert row_of(by[Missed.NOTHING], ASHA).figure == 5
    assert row_of(by[Missed.LAST], ASHA).figure == 5 - 8
    assert row_of(by[Missed.AVERAGE], ASHA).figure == 5 + 5
    assert [share.missed for share in row_of(by[Missed.LAST], ASHA).shares] == [False, True]


def test_places_of_a_session_are_worth_what_was_agreed_and_shared_by_those_who_share_them():
    [session] = sessions({ASHA: 40, DEV: 10, MEERA: 10, OMAR: -60})
    worth = place_values(session, SessionBy.AUTO, (10, 6, 3, 1))
    assert worth == {ASHA: 10, DEV: Fraction(9, 2), MEERA: Fraction(9, 2), OMAR: 1}
    assert place_values(session, SessionBy.AUTO, (10,))[OMAR] == 0


def test_a_session_or_a_hand_is_what_came_to_somebody_on_average():
    sessions = sessions_of(
        [part(1, ASHA, net=90, hands=9), part(1, DEV, net=-90, hands=3), part(2, DEV, hands=3)]
    )
    by_session = rank_players(sessions, Method(over=Over.SESSION))
    by_hand = rank_players(sessions, Method(over=Over.HAND))
    assert [row_of(by_session, who).figure for who in (ASHA, DEV)] == [90, -45]
    assert [row_of(by_hand, who).figure for who in (ASHA, DEV)] == [10, -15]


def test_points_of_a_hand_are_those_of_games_that_have_points():
    """Three hands for game points, and seven of a game that knows none, on one session."""
    session = [part(1, who, game_points=6.0, points=6.0, hands=3) for who in (ASHA, DEV)]
    session += [part(1, who, game=11, hands=7) for who in (ASHA, DEV)]
    by_hand = Method(Measure.GAME_POINTS, Over.HAND)
    ranking = rank_players(sessions_of(session), by_hand)
    assert [row.figure for row in ranking.rows] == [2, 2]
    assert figures_over_time(ranking, [0])[ASHA] == (Fraction(2),)
    of_wins = replace(by_hand, measure=Measure.WINS)
    wins = rank_players(sessions_of(p._replace(wins=p.hands) for p in session), of_wins)
    assert [row.figure for row in wins.rows] == [1, 1]


def test_too_few_sessions_have_no_place_and_it_is_said_how_many_are_missing():
    ranking = table({ASHA: 5, DEV: -5}, {DEV: 1, MEERA: -1}, least=2)
    assert order(ranking) == [(1, DEV), (None, ASHA), (None, MEERA)]
    assert row_of(ranking, ASHA).needs == 1


def test_points_are_compared_with_the_table_whether_high_or_low_totals_win():
    high = sessions_of([part(1, ASHA, points=30.0), part(1, DEV, points=10.0)])
    low = sessions_of(
        [part(1, ASHA, points=30.0, lowest=True), part(1, DEV, points=10.0, lowest=True)]
    )
    method = Method(Measure.POINTS)
    assert order(rank_players(high, method)) == [(1, ASHA), (2, DEV)]
    assert order(rank_players(low, method)) == [(1, DEV), (2, ASHA)]
    assert [row.figure for row in rank_players(low, method).rows] == [10, -10]


def test_a_method_whose_facts_are_not_there_says_so():
    sessions = sessions_of([part(1, ASHA, net=1), part(1, DEV, net=-1)])
    ranking = rank_players(sessions, Method(Measure.GAME_POINTS))
    assert ranking.has_no_figures and {row.place for row in ranking.rows} == {None}
    assert not rank_players((), Method(Measure.GAME_POINTS)).has_no_figures


def test_a_rating_knows_how_sure_it_is():
    ranking = table(
        *[{ASHA: 5, DEV: 0, MEERA: -5}] * 6, {ASHA: 1, OMAR: -1}, measure=Measure.RATING
    )
    assert order(ranking)[0] == (1, ASHA)
    asha, omar = (row_of(ranking, who).rating for who in (ASHA, OMAR))
    assert asha and omar and asha.deviation < omar.deviation


def test_each_hand_may_be_a_match_instead_of_each_session():
    """Dev takes the money with the last hand; Asha has won nine of ten."""
    session = [
        part(1, ASHA, net=-10, hands=10, outcomes="1111111110"),
        part(1, DEV, net=10, hands=10, outcomes="0000000001"),
    ]
    by_session = rank_players(sessions_of(session), Method(Measure.RATING))
    by_hand = rank_players(sessions_of(session), Method(Measure.RATING, match=MatchOf.HAND))
    assert (order(by_session)[0], order(by_hand)[0]) == ((1, DEV), (1, ASHA))
    sessions, hands = (row_of(ranking, ASHA).rating for ranking in (by_session, by_hand))
    assert sessions and hands and hands.deviation < sessions.deviation


@pytest.mark.parametrize(
    ("hands", "matches"),
    [
        ({ASHA: "1", DEV: "0", MEERA: "0"}, [{ASHA: 1, DEV: 2, MEERA: 2}]),
        ({ASHA: "1", DEV: "1", MEERA: "0"}, [{ASHA: 1, DEV: 1, MEERA: 3}]),
        ({ASHA: "10", DEV: "0-", MEERA: "-1"}, [{ASHA: 1, DEV: 2}, {ASHA: 2, MEERA: 1}]),
        ({ASHA: "0", DEV: "0"}, []),
        ({ASHA: "1", DEV: "1"}, []),
        ({ASHA: "1", DEV: "-"}, []),
        ({ASHA: "1", DEV: None}, []),
    ],
)
def test_who_won_a_hand_is_ahead_of_all_others_who_played_it(hands, matches):
    [session] = sessions_of(part(1, who, outcomes=outcomes) for who, outcomes in hands.items())
    assert matches_of(session, Method(Measure.RATING, match=MatchOf.HAND)) == matches


def test_games_of_a_session_are_rated_in_their_order_whoever_played_them():
    parts = [part(1, ASHA, game=12, outcomes="1"), part(1, DEV, game=12, outcomes="0")]
    parts += [part(1, DEV, game=11, outcomes="1"), part(1, MEERA, game=11, outcomes="0")]
    [session] = sessions_of(parts)
    first, second = matches_of(session, Method(Measure.RATING, match=MatchOf.HAND))
    assert (first, second) == ({DEV: 1, MEERA: 2}, {ASHA: 1, DEV: 2})


# Who won a session -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts_of_both", "won"),
    [
        ([{"net": 5}, {"net": -5, "wins": 9, "game_points": 3.0}], (ASHA,)),
        ([{"wins": 4, "game_points": 1.0}, {"wins": 1, "game_points": 2.0}], (DEV,)),
        ([{"points": 9.0, "wins": 4}, {"points": 12.0}], (DEV,)),
        ([{"points": 9.0, "lowest": True}, {"points": 12.0, "lowest": True}], (ASHA,)),
        ([{"wins": 1}, {"wins": 2}], (DEV,)),
        ([{"wins": 1}, {"wins": 1}], ()),
    ],
)
def test_a_session_is_won_by_money_then_game_points_then_points_then_hands(facts_of_both, won):
    [session] = sessions_of(
        part(1, who, **facts) for who, facts in zip((ASHA, DEV), facts_of_both, strict=True)
    )
    assert winners(session) == won


# Ties ----------------------------------------------------------------------------------------


def test_who_was_ahead_when_both_sat_down_stands_first_and_it_is_named():
    nets = [{ASHA: 5, DEV: 3, OMAR: -8}, {ASHA: 5, DEV: 3, OMAR: -8}, {ASHA: -4, DEV: 0, OMAR: 4}]
    ranking = table(*nets, {ASHA: 0, OMAR: 0}, ties=(TieRule.HEAD_TO_HEAD,))
    assert order(ranking)[:2] == [(1, ASHA), (2, DEV)]
    why = row_of(ranking, ASHA).decision
    assert why and (why.tie, int(why.before), int(why.after), why.among) == (
        TieRule.HEAD_TO_HEAD,
        2,
        1,
        2,
    )


CIRCLE = ({ASHA: 2, DEV: 0}, {DEV: 2, MEERA: 0}, {MEERA: 2, ASHA: 0})


def test_three_who_beat_each_other_in_a_circle_share_their_place_and_that_is_said():
    ranking = table(*CIRCLE, ties=(TieRule.HEAD_TO_HEAD,))
    assert {row.place for row in ranking.rows} == {1}
    assert all(row.circle for row in ranking.rows)


def test_or_the_next_rule_decides_and_the_circle_is_said_still():
    ties = (TieRule.HEAD_TO_HEAD, TieRule.FEWER_SESSIONS)
    ranking = table(*CIRCLE, {MEERA: 0, OMAR: 0}, ties=ties)
    assert order(ranking)[2] == (3, MEERA)
    why = row_of(ranking, DEV).decision
    assert why and (why.tie, why.circle) == (TieRule.FEWER_SESSIONS, True)


def test_two_whom_a_rule_left_together_are_asked_the_whole_chain_again():
    """The circle is broken by the fewer sessions of one; the other two met, and one won."""
    ranking = table(
        *CIRCLE, {MEERA: 0, OMAR: 0}, ties=(TieRule.HEAD_TO_HEAD, TieRule.FEWER_SESSIONS)
    )
    assert order(ranking)[:2] == [(1, ASHA), (2, DEV)]
    why = row_of(ranking, ASHA).decision
    assert why and (why.tie, int(why.before), int(why.after), why.circle) == (
        TieRule.HEAD_TO_HEAD,
        1,
        0,
        False,
    )


def test_even_head_to_head_is_no_circle():
    ranking = table({ASHA: 2, DEV: 0}, {ASHA: 0, DEV: 2}, ties=(TieRule.HEAD_TO_HEAD,))
    assert [(row.place, row.circle) for row in ranking.rows] == [(1, False), (1, False)]


def test_the_last_session_with_all_of_them_decides():
    ranking = table({ASHA: 2, DEV: 0}, {ASHA: 0, DEV: 2}, ties=(TieRule.LAST_MEETING,))
    assert order(ranking) == [(1, DEV), (2, ASHA)]


def test_the_best_session_holds_money_against_money_and_points_against_points():
    """500 of money is more than 3, and no more than 40 points; Omar was there for points alone."""
    money = [part(n, who, net=net) for n, who, net in ((1, ASHA, 3), (1, DEV, -3), (2, ASHA, -500))]
    money += [part(2, DEV, net=500), part(3, ASHA, net=500), part(3, DEV, net=-500)]
    points = [part(4, ASHA, points=90.0), part(4, DEV, points=10.0), part(4, OMAR, points=5.0)]
    ties = Method(measure=Measure.GAMES, ties=(TieRule.BEST_SESSION,))
    assert {row.place for row in rank_players(sessions_of([*money, *points]), ties).rows} == {1}
    ranking = rank_players(sessions_of([*money[:4], *points]), ties)
    assert order(ranking)[0] != (1, OMAR)
    both = rank_players(sessions_of([*money[:4], *points[:2]]), ties)
    assert order(both) == [(1, DEV), (2, ASHA)]


def test_full_counts_decide_only_where_all_were_recorded():
    def played(full: int | None) -> Ranking:
        parts = [part(1, ASHA, full=2), part(1, DEV, full=1), part(2, ASHA, full=full)]
        return rank_players(sessions_of(parts), Method(ties=(TieRule.FEWER_FULL,)))

    assert order(played(0)) == [(1, DEV), (2, ASHA)]
    assert order(played(None)) == [(1, ASHA), (1, DEV)]


def test_a_game_of_which_no_hand_was_played_leaves_no_full_count_out():
    parts = [part(1, ASHA, full=2), part(1, DEV, full=1), part(1, DEV, hands=0, game=11)]
    ranking = rank_players(sessions_of(parts), Method(ties=(TieRule.FEWER_FULL,)))
    assert order(ranking) == [(1, DEV), (2, ASHA)]


# Any season ----------------------------------------------------------------------------------

facts = st.fixed_dictionaries(
    {
        "net": st.integers(-3, 3),
        "hands": st.integers(0, 3),
        "wins": st.integers(0, 2),
        "points": st.none() | st.sampled_from([-5.0, 0.0, 2.5, 8.0]),
        "game_points": st.none() | st.integers(0, 2).map(float),
        "took": st.booleans(),
        "full": st.none() | st.integers(0, 2),
        "outcomes": st.none() | st.text("10-", min_size=2, max_size=2),
    }
)
games = st.dictionaries(st.integers(1, 5), facts, min_size=1)
seasons = st.lists(st.lists(st.tuples(st.booleans(), games), min_size=1, max_size=2), max_size=6)
methods = st.builds(
    Method,
    measure=st.sampled_from(Measure),
    over=st.sampled_from(Over),
    many=st.integers(1, 3),
    places=st.lists(st.integers(0, 10), min_size=1, max_size=4).map(tuple),
    least=st.integers(0, 3),
    missed=st.sampled_from(Missed),
    session=st.sampled_from(SessionBy),
    ties=st.lists(st.sampled_from(TieRule), unique=True, max_size=4).map(tuple),
    match=st.sampled_from(MatchOf),
).map(normalized)


def parts_of(season: Sequence[Sequence[tuple[bool, dict[int, Any]]]]) -> list[GameFacts]:
    return [
        part(session, player, game=session * 10 + number, lowest=lowest, **hand_facts_found)
        for session, played in enumerate(season)
        for number, (lowest, game) in enumerate(played)
        for player, hand_facts_found in game.items()
    ]


@given(seasons, methods)
def test_figures_go_down_the_table_and_every_tie_is_decided_or_shared(season, method):
    ranks = rank_players(sessions_of(parts_of(season)), method)
    placed = [row for row in ranks.rows if row.place is not None]
    assert [row.place for row in ranks.rows[len(placed) :]] == [None] * (
        len(ranks.rows) - len(placed)
    )
    for above, below in pairwise(placed):
        assert above.figure is not None and below.figure is not None
        assert above.figure >= below.figure
        if above.figure > below.figure:
            assert above.place != below.place and above.decision is None
        elif above.place == below.place:
            assert (above.decision, above.circle) == (below.decision, below.circle)
        else:
            assert above.decision is not None and above.decision.tie in method.ties
    ahead = [row.place or 0 for row in placed]
    for place in ahead:
        assert place == 1 + sum(other < place for other in ahead)


@given(seasons, methods, st.permutations(range(1, 6)))
def test_who_somebody_is_decides_nothing(season, method, others):
    def named(ranking: Ranking, name: Any) -> dict[int, tuple[Any, ...]]:
        return {name(row.player): (row.place, row.figure, row.circle) for row in ranking.rows}

    parts = parts_of(season)
    renamed = [
        hand_facts_found._replace(player=others[hand_facts_found.player - 1])
        for hand_facts_found in parts
    ]
    before, after = (
        rank_players(sessions_of(parts), method),
        rank_players(sessions_of(renamed), method),
    )
    assert named(before, lambda player: others[player - 1]) == named(after, lambda player: player)


@given(seasons, methods)
def test_any_figure_is_what_slow_reckoning_finds(season, method):
    parts = parts_of(season)
    ranks = rank_players(sessions_of(parts), method)
    if method.measure is not Measure.RATING:
        for row in ranks.rows:
            assert row.figure == slowly(parts, method, row.player), row.player


@pytest.mark.parametrize(
    ("method", "line"),
    [
        ({}, [-9, -4, -2, -5]),
        ({"over": Over.SESSION}, [-9, -2, Fraction(-2, 3), Fraction(-5, 4)]),
        ({"over": Over.BEST, "many": 2}, [-9, -4, 7, 7]),
        ({"over": Over.DROP, "many": 1}, [-9, 5, 7, 4]),
        ({"over": Over.DROP, "many": 2}, [-9, 5, 5, 7]),
    ],
)
def test_the_race_puts_sessions_together_as_the_table_does(method, line):
    ranking = table(*({ASHA: net, DEV: -net} for net in (-9, 5, 2, -3)), **method)
    assert list(figures_over_time(ranking, range(4))[ASHA]) == line


@given(seasons, methods)
def test_each_line_of_the_race_is_what_the_table_said_after_each_session(season, method):
    """It ends at the figures of the table; and before that, at those that it then had, unless what
    a missed session counts was not known yet."""
    sessions = sessions_of(parts_of(season))
    ranks = rank_players(sessions, method)
    lines = figures_over_time(ranks, range(len(sessions)))
    for row in ranks.rows:
        assert lines[row.player][-1] == row.figure
    if method.missed is Missed.NOTHING:
        for count in range(1, len(sessions)):
            for row in rank_players(sessions[:count], method).rows:
                assert lines[row.player][count - 1] == row.figure


@given(seasons, methods, st.data())
def test_a_race_of_fewer_sessions_is_the_same_race(season, method, data):
    ranks = rank_players(sessions_of(parts_of(season)), method)
    every = range(len(ranks.sessions))
    kept = sorted(data.draw(st.sets(st.sampled_from(every)))) if every else []
    whole = figures_over_time(ranks, every)
    for player, few in figures_over_time(ranks, kept).items():
        assert few == tuple(whole[player][index] for index in kept)


@given(methods)
def test_a_method_survives_being_stored(method):
    assert load_method(method.dump()) == method


@pytest.mark.parametrize("odd", [None, 7, "x", [], {}, -1, 10**9, [None], ["x"], True])
@pytest.mark.parametrize("name", Method().dump())
def test_whatever_was_stored_is_read(name, odd):
    assert isinstance(
        rank_players(sessions({ASHA: 1, DEV: -1}), normalized(load_method({name: odd}))), Ranking
    )
