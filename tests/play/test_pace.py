"""When a save makes the table wonder whether a hand was left out or saved twice."""

import json

import pytest

from scorekeeper.play.edits.hints import GAPS_KEPT, Oddity, Pace, doubt_after_save, result_of

NOW = 1_800_000_000.0
MINUTE = 60


def pace(*gaps: int, ago: float = 300, result: str = "a") -> Pace:
    return Pace(NOW - ago, result, gaps)


def hint(before: Pace, result: str = "b", *, was: int | None = 1, dealt: int | None = None):
    doubt = doubt_after_save(before, NOW, result, expected_dealer=was, dealt=dealt)
    return doubt.kind if doubt else None


def test_the_first_hand_of_a_game_is_never_odd():
    assert hint(Pace(), dealt=2) is None
    assert hint(Pace(None, "b", (60, 60, 60))) is None


# The dealer ----------------------------------------------------------------------------------


def test_another_dealer_than_expected_is_asked_about():
    doubt = doubt_after_save(pace(), NOW, "b", expected_dealer=1, dealt=2)
    assert doubt is not None
    assert (doubt.kind, doubt.person) == (Oddity.DEALER, 1)


@pytest.mark.parametrize(("was", "dealt"), [(1, None), (1, 1), (0, 0), (None, 2)])
def test_the_expected_dealer_and_no_dealer_are_fine(was, dealt):
    assert hint(pace(), was=was, dealt=dealt) is None


def test_the_first_seat_may_be_the_one_expected():
    assert hint(pace(), was=0, dealt=2) is Oddity.DEALER


# Much time -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gaps", "ago", "late"),
    [
        ((240, 240, 240), 13 * MINUTE, True),
        ((240, 240, 240), 12 * MINUTE, False),
        ((60, 60, 60), 10 * MINUTE, False),
        ((60, 60, 60), 10 * MINUTE + 1, True),
        ((240, 240, 3600), 13 * MINUTE, True),
        ((3600, 3600, 240), 13 * MINUTE, False),
        ((240, 240), 60 * MINUTE, False),
        ((), 60 * MINUTE, False),
    ],
    ids=["4 min, 13", "4 min, 12", "1 min, 10", "1 min, over 10", "one dinner", "slow", "2", "0"],
)
def test_more_than_three_times_the_usual_gap_and_ten_minutes_is_much(gaps, ago, late):
    assert hint(pace(*gaps, ago=ago)) is (Oddity.LATE if late else None)


def test_the_question_tells_how_long_it_was_and_usually_is():
    doubt = doubt_after_save(pace(200, 240, 280, ago=900), NOW, "b", expected_dealer=1, dealt=None)
    assert doubt is not None
    assert (doubt.since, doubt.usual) == (900, 240)


# The same again ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gaps", "ago", "twice"),
    [
        ((), 59, True),
        ((), 60, False),
        ((300, 300), 59, True),
        ((300, 300, 300), 99, True),
        ((300, 300, 300), 100, False),
        ((30, 30, 30), 9, True),
        ((30, 30, 30), 10, False),
    ],
)
def test_the_same_result_sooner_than_a_third_of_the_usual_gap_is_odd(gaps, ago, twice):
    assert hint(pace(*gaps, ago=ago), "a") is (Oddity.TWICE if twice else None)


def test_another_result_may_follow_at_once():
    assert hint(pace(ago=1), "b") is None


def test_who_dealt_makes_no_other_result():
    hand = {"deal": {}, "lines": {"0": {"finish": "won"}}}
    assert result_of(hand) == result_of({**hand, "dealer": "2"})
    assert result_of(hand) != result_of({**hand, "absent": ["2"]})


def test_the_same_again_is_the_first_thing_to_ask():
    assert hint(pace(ago=5), "a", dealt=2) is Oddity.TWICE


# Keeping it ----------------------------------------------------------------------------------


def test_the_last_gaps_are_kept():
    kept = Pace()
    for hand in range(GAPS_KEPT + 5):
        kept = kept.after(NOW + hand * hand, str(hand))
    assert len(kept.gaps) == GAPS_KEPT
    assert kept.gaps[-1] == 19 * 19 - 18 * 18
    assert (kept.last, kept.result) == (NOW + 19 * 19, "19")


def test_it_is_kept_as_json():
    kept = pace(10, 20)
    assert Pace.load(json.loads(json.dumps(kept.dump()))) == kept
    assert Pace.load({}) == Pace()


def test_a_clock_that_was_set_back_is_no_gap():
    assert pace(ago=-100).since(NOW) == 0
