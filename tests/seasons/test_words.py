"""The words of a season for its figures and ties cannot be misunderstood."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from scorekeeper.core.localization import currencies
from scorekeeper.extensions.tournaments.ranking.page import OF_ALL, OF_TWO
from scorekeeper.seasons import words
from scorekeeper.seasons.ranking.measures import Measure
from scorekeeper.seasons.ranking.method import Method, Missed, Over, TieRule
from scorekeeper.seasons.ranking.ties import Decision
from scorekeeper.seasons.rules import SeasonRules, SeasonScope, limited_to


@pytest.mark.parametrize(
    ("method", "wording"),
    [
        (Method(over=Over.SESSION), "divided by the sessions played."),
        (
            Method(over=Over.SESSION, missed=Missed.AVERAGE),
            "divided by all sessions; a missed session",
        ),
        (Method(missed=Missed.LAST), "counts as last place of that session"),
        (Method(Measure.PLACES, missed=Missed.LAST), "as the place behind everyone who was there"),
    ],
)
def test_a_method_says_what_is_done_with_sessions_missed(method: Method, wording: str) -> None:
    assert wording in words.explanation(method)


@pytest.mark.parametrize(
    ("ahead", "own", "measure", "wording"),
    [
        (Fraction(12345), Fraction(0), Measure.MONEY, "₹123.45"),
        (Fraction(1, 3), Fraction(0), Measure.MONEY, "less than ₹0.01"),
        (Fraction(2, 3), Fraction(0), Measure.MONEY, "₹0.01"),
        (Fraction(1, 3), Fraction(0), Measure.POINTS, "0.33"),
        (Fraction(1, 200), Fraction(0), Measure.RATING, "0.01"),
        (Fraction(1, 201), Fraction(0), Measure.WINS, "less than 0.01"),
    ],
)
def test_who_is_behind_is_never_behind_by_nothing(
    ahead: Fraction, own: Fraction, measure: Measure, wording: str
) -> None:
    with currencies.reading_as("en"):
        assert words.gap_text(ahead, own, measure, "INR") == wording


@pytest.mark.parametrize(
    ("ahead", "own", "measure", "shown"),
    [
        (Fraction(13846, 1000), Fraction(12524, 1000), Measure.RATING, ("13.85", "12.52", "1.33")),
        (Fraction(13846, 10), Fraction(12524, 10), Measure.MONEY, ("+₹13.85", "+₹12.52", "₹1.33")),
        (Fraction(-1, 1000), Fraction(-2, 1000), Measure.POINTS, ("0", "0", "less than 0.01")),
    ],
)
def test_what_is_missing_is_the_difference_of_the_figures_shown(
    ahead: Fraction, own: Fraction, measure: Measure, shown: tuple[str, str, str]
) -> None:
    with currencies.reading_as("en"):
        figures = [words.figure_text(value, measure, "INR") for value in (ahead, own)]
        assert (*figures, words.gap_text(ahead, own, measure, "INR")) == shown


@pytest.mark.parametrize(
    ("tie", "among", "currency", "wording"),
    [
        (TieRule.LAST_MEETING, 2, "INR", "did better in their last session together."),
        (TieRule.LAST_MEETING, 3, "INR", "did better in the last session with all 3."),
        (TieRule.MONEY, 2, "INR", "won more money: +₹5, not +₹3."),
        (TieRule.MONEY, 2, "", "won more money."),
    ],
)
def test_what_decided_a_tie_is_said_as_it_was(
    tie: TieRule, among: int, currency: str, wording: str
) -> None:
    decision = Decision(tie, Fraction(500), Fraction(300), among, circle=False)
    circle = Decision(tie, Fraction(500), Fraction(300), among, circle=True)
    with currencies.reading_as("en"):
        expected = f"Tied with Asha, who {wording}"
        assert words.tie_reason(decision, "Asha", currency) == expected
        in_a_circle = f"They have beaten one another in a circle. {expected}"
        assert words.tie_reason(circle, "Asha", currency) == in_a_circle


def test_of_three_the_figure_of_their_meetings_is_said_for_some_may_not_have_met() -> None:
    """Zoë met neither, Asha lost to Dev once."""
    decision = Decision(TieRule.HEAD_TO_HEAD, Fraction(0), Fraction(-1), 3, circle=False)
    with currencies.reading_as("en"):
        season = words.tie_reason(decision, "Zoë", "")
        day = words.tie_reason(decision, "Zoë", "", OF_TWO, OF_ALL)
    figure = "of these 3 with one another, times ahead less times behind: 0, not −1."
    assert season == f"Tied with Zoë. In the sessions {figure}"
    assert day == f"Tied with Zoë. At the tables {figure}"


def test_the_games_that_count_are_named_and_rules_of_the_table_as_the_table_called_them() -> None:
    def called(game: str, name: str) -> str:
        return words.scope_name(SeasonRules(scope=SeasonScope.PRESET, scope_key=name, game=game))

    assert called("marriage", "Default rules") == "Marriage, Default rules"
    assert (
        words.scope_name(
            limited_to("rummi", SeasonRules(scope=SeasonScope.FAMILY, scope_key="RUMMI"))
        )
        == "Rummi"
    )
    with override("hi"):
        assert "Default rules" not in called("marriage", "Default rules")
        assert "Points" in called("marriage", "Points")


def test_one_place_is_worth_a_point_and_not_points() -> None:
    assert "worth 1 point." in words.explanation(Method(Measure.PLACES, places=(1,)))
    assert "worth 10-6 points." in words.explanation(Method(Measure.PLACES, places=(10, 6)))
