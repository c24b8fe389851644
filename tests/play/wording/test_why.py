"""How points and money came about, added up by what they were for, from what was kept."""

import pytest

from scorekeeper.engine.words import Phrase, _, joined, ngettext
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.services import close_game
from scorekeeper.play.wording import finished_game
from tests.helpers.factories import NAMES, play, pool_hand, session


def amounts_of(summed: finished_game.Breakdown | None) -> dict[str, tuple[float, ...]]:
    assert summed is not None
    for column, total in enumerate(summed.total):
        assert sum(values[column] for _label, values in summed.lines) == total
    return {str(label): values for label, values in summed.lines}


def again(table: Table) -> Table:
    table.game.refresh_from_db()
    return game_table(table.game)


@pytest.mark.parametrize(
    ("reason", "about"),
    [
        (_("value cards"), "value cards"),
        (
            _("{words}, doubled").format(words=_("count of {count}").format(count=7)),
            "Cards in hand",
        ),
        (ngettext("{count} drop ahead", "{count} drops ahead", 2), "Drops ahead"),
        (joined([_("unseen"), _("maal {maal}").format(maal=3)]), "unseen"),
        ("count of 34, capped at 20", "Cards in hand"),
        ("margin of 2, or 3", "margin of …, or …"),
        ("count of 34", "Cards in hand"),
        (_("for {cards} cards").format(cards=3), "for … cards"),
    ],
)
def test_a_reason_is_told_without_its_numbers(reason: str, about: str) -> None:
    assert finished_game.reason_kind(reason) == about


def test_points_are_taken_apart_where_the_reason_says_so() -> None:
    plus, minus = _("{words} +{points}"), _("{words} −{points}")
    melded = plus.format(words=_("melded"), points=300)
    held = minus.format(words=_("in hand"), points=45)
    assert finished_game.reason_parts(joined([melded, held]), 255) == [
        ("melded", 300),
        ("in hand", -45),
    ]
    assert finished_game.reason_parts(melded, 300) == [("melded", 300)]
    assert [
        points for _about, points in finished_game.reason_parts(joined([melded, held]), 250)
    ] == [250]
    assert finished_game.reason_parts(Phrase("won"), 12) == [("won", 12)]


@pytest.mark.django_db
def test_jokers_and_aces_of_rummi_have_reasons_of_their_own_and_old_sessions_keep_theirs() -> None:
    """Asha has two jokers, Dev a pair of aces: between them 1.00 goes to Dev."""
    lines = {
        "Asha": {"points": 1, "jokers": 2},
        "Dev": {"points": 2, "aces": [2, 0, 0, 0]},
        "Meera": {"points": 3},
    }
    table = session("rummi", NAMES[:3])
    table = again(play(table, {"deal": {"result": "points"}, "lines": lines}))
    amounts = amounts_of(finished_game.money_breakdown(table))
    assert amounts == {
        "Places": (300, -100, -200),
        "Jokers": (200, -100, -100),
        "Pairs of aces": (-200, 400, -200),
    }
    assert finished_game.amounts_by_kind(Phrase("jokers and aces"), 100) == [
        ("jokers and aces", 100)
    ]


def test_an_amount_that_its_counts_do_not_make_is_not_taken_apart() -> None:
    reason = joined([ngettext("{count} joker more", "{count} jokers more", 2).format(count=2)])
    assert finished_game.amounts_by_kind(reason, 100) == [("Jokers", 100)]
    counted = ngettext("{count} joker more", "{count} jokers more", 2).format(count=2, each=50)
    assert finished_game.amounts_by_kind(counted, 100) == [("Jokers", 100)]
    assert finished_game.amounts_by_kind(joined([counted, counted]), 150) == [("Jokers", 150)]


@pytest.mark.django_db
def test_a_pool_is_its_fees_and_its_pot() -> None:
    table = again(
        play(session("pool_rummy", NAMES[:3]), *[pool_hand("Asha", Dev=80, Meera=80)] * 2)
    )
    assert table.game.closed_at
    amounts = amounts_of(finished_game.money_breakdown(table))
    assert amounts == {"entry fee": (-10000, -10000, -10000), "The pot": (30000, 0, 0)}
    assert finished_game.points_breakdown(table) is None  # nothing but cards in hand


@pytest.mark.django_db
def test_a_seat_that_rejoined_has_what_it_began_with() -> None:
    out = pool_hand("Asha", Dev=80, Meera=10, Omar=20)
    dropped = pool_hand("Omar", Asha=2, Dev=40, Meera=4)
    dropped["lines"]["Meera"] = {"finish": "first_drop"}
    back = pool_hand("Asha", Dev=5, Meera=6, Omar=20)
    back["lines"]["Dev"]["rejoin"] = True
    table = play(session("pool_rummy", NAMES[:4]), out, dropped, back)
    close_game(game=table.game)
    table = again(table)
    assert amounts_of(finished_game.money_breakdown(table))["Rejoin fees"] == (0, -10000, 0, 0)
    amounts = amounts_of(finished_game.points_breakdown(table))
    assert amounts == {
        "Cards in hand": (2, 125, 16, 40),
        "Drops": (0, 0, 20, 0),
        "Rejoined at 31": (0, -89, 0, 0),
    }


@pytest.mark.django_db
def test_what_everybody_begins_with_is_called_so() -> None:
    table = play(session("deals_rummy", NAMES[:3]), pool_hand("Asha", Dev=30, Meera=10))
    dropped = pool_hand("Asha", Dev=30, Meera=10)
    dropped["lines"]["Meera"] = {"finish": "first_drop"}
    table = again(play(table, dropped))
    assert table.game.closed_at
    assert amounts_of(finished_game.points_breakdown(table))["To begin with"] == (160, 160, 160)


@pytest.mark.django_db
def test_marriage_is_maal_and_what_the_winner_is_paid() -> None:
    hand = {
        "deal": {},
        "lines": {
            "Asha": {"finish": "won", "maal": 5},
            "Dev": {"status": "seen", "maal": 2},
            "Meera": {"status": "unseen"},
        },
    }
    table = play(session("marriage", NAMES[:3]), hand, hand)
    close_game(game=table.game)
    amounts = amounts_of(finished_game.money_breakdown(again(table)))
    assert list(amounts) == ["maal", "seen", "unseen"]
    assert finished_game.points_breakdown(again(table)) is None  # they are that money


@pytest.mark.django_db
def test_what_is_of_one_kind_is_not_added_up() -> None:
    table = play(session("points_rummy", NAMES[:3]), pool_hand("Asha", Dev=30, Meera=10))
    close_game(game=table.game)
    assert finished_game.money_breakdown(again(table)) is None
