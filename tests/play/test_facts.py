"""What hands say is kept with the game and in the standings, and stays what a replay gives."""

from dataclasses import replace
from random import Random

import pytest

from scorekeeper.engine import playing
from scorekeeper.engine.game import Entry
from scorekeeper.engine.outcomes.facts import Fact
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.questions.kinds import Word, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.ledger.models import GameResult
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.factories import pool_hand
from tests.helpers.play.sessions import view_of

pytestmark = pytest.mark.django_db

NAMES = make.NAMES[:3]
FIRST = pool_hand("Asha", Dev=31, Meera="first_drop")
SECOND = pool_hand("Dev", Asha=80, Meera=12)
THIRD = pool_hand("Dev", Asha="wrong_show", Meera="middle_drop")


def fresh(table: Table) -> Table:
    return game_table(Game.objects.get(pk=table.game.pk))


def facts_of(name: str, *facts: str) -> tuple[float | None, ...]:
    result = GameResult.objects.get(player__name=name)
    return tuple(getattr(result, fact) for fact in facts)


def without_facts(table: Table) -> None:
    """As games were kept before."""
    tally = {"hands": table.game.tally["hands"], "wins": table.game.tally["wins"]}
    Game.objects.filter(pk=table.game.pk).update(tally=tally)
    GameResult.objects.filter(game=table.game).update(**dict.fromkeys(Fact, None))


def test_they_are_added_up_over_the_hands():
    table = make.play(make.session("points_rummy", NAMES), FIRST, SECOND, THIRD)
    assert facts_of("Asha", "reported", "caught", "caught_points", "full") == (3, 1, 80, 1)
    assert facts_of("Asha", "wrong_show", "dealt", "dealt_won") == (1, 1, 1)
    assert facts_of("Dev", "caught_points", "first_drop", "dealt", "dealt_won") == (31, 0, 1, 1)
    assert facts_of("Meera", "first_drop", "middle_drop", "drop_points") == (1, 1, 60)
    assert facts_of("Meera", "caught", "caught_points", "dealt", "dealt_won") == (1, 12, 1, 0)
    assert facts_of("Meera", "first_turn") == (None,)
    assert list(differences(table.game)) == []


def test_tapped_cards_count_as_they_come_to():
    cards = "2S 4S 6S 8S 10S QS 2H 4H 6H 8H 10H QH 2D"
    hand = pool_hand("Asha", Meera=5) | {"deal": {"turned": "KC"}}
    hand["lines"]["Dev"] = {"finish": "counted", "cards": cards}
    table = make.play(make.session("points_rummy", NAMES, {"cap": 100}), hand)
    assert facts_of("Dev", "caught", "caught_points", "full") == (1, 82, 0)
    assert list(differences(table.game)) == []


def test_facts_of_a_hand_follow_its_edit_or_deletion():
    table = make.play(make.session("points_rummy", NAMES), FIRST, SECOND)
    corrected = pool_hand("Dev", Asha="first_drop", Meera=12)
    hand = Hand.objects.get(number=2)
    entry = load_entry(table.rules, table.fold, corrected, table.names)
    corrections.amend_hand(hand=hand, entry=entry, token=make.token())
    assert facts_of("Asha", "caught", "full", "first_drop", "drop_points") == (0, 0, 1, 20)
    assert list(differences(fresh(table).game)) == []
    corrections.void_hand(hand=Hand.objects.get(number=2, voided_at=None))
    assert facts_of("Asha", "reported", "first_drop", "dealt") == (1, 0, 1)
    assert list(differences(fresh(table).game)) == []


def test_who_joins_later_begins_at_nothing():
    table = make.play(make.session("points_rummy", NAMES), FIRST)
    game = fresh(table).game
    arguments = {"options": game.options, "version": view_of(game), "token": make.token()}
    seating.join_game(game=game, player="Omar", **arguments)
    assert facts_of("Omar", "reported", "dealt") == (0, 0)
    table = make.play(table, pool_hand("Dev", Asha=1, Meera=2, Omar=30))
    assert facts_of("Omar", "reported", "caught_points") == (1, 30)
    assert list(differences(table.game)) == []


def test_a_game_of_before_is_not_called_wrong_and_stays_without_them():
    table = make.play(make.session("points_rummy", NAMES), FIRST)
    without_facts(table)
    assert list(differences(fresh(table).game)) == []
    table = make.play(table, SECOND)
    assert {*table.game.tally} == {"hands", "wins"}
    assert facts_of("Asha", "hands", "caught", "dealt") == (2, None, None)
    assert list(differences(table.game)) == []
    corrections.void_hand(hand=Hand.objects.get(number=2))
    assert facts_of("Asha", "hands", "caught", "dealt") == (1, 0, 1)
    assert list(differences(fresh(table).game)) == []


def test_a_figure_that_the_hands_do_not_give_is_found():
    table = make.play(make.session("points_rummy", NAMES), FIRST)
    GameResult.objects.filter(player__name="Dev").update(caught=2)
    assert [str(phrase) for phrase in differences(fresh(table).game)] == [
        "standings, caught: Dev is 2, by the rules 1"
    ]
    GameResult.objects.filter(player__name="Dev").update(caught=1)
    game = fresh(table).game
    game.tally["full"][1] = 1
    game.save()
    assert any(str(phrase).startswith("tally:") for phrase in differences(game))


def test_a_game_stopped_or_a_session_closed_keeps_them():
    table = make.play(make.session("points_rummy", NAMES), FIRST)
    services.close_session(session=table.game.session)
    assert facts_of("Dev", "caught", "caught_points") == (1, 31)
    assert list(differences(fresh(table).game)) == []


# Hands that were not played --------------------------------------------------------------------

VOID = {"deal": {"outcome": "void"}, "lines": {}}
SPLIT = {"deal": {"outcome": "split"}, "lines": {}}


def test_a_void_hand_and_a_split_are_no_hands_played():
    out = pool_hand("Asha", Dev=80, Meera=80, Omar=20)
    table = make.play(make.session("pool_rummy", make.NAMES[:4]), VOID, out, out, SPLIT)
    assert table.game.hand_count == 4 and table.game.hands_played == 2
    assert facts_of("Asha", "hands", "wins") == (2, 2) and facts_of("Omar", "hands") == (2,)
    assert list(differences(table.game)) == []
    corrections.void_hand(hand=Hand.objects.get(number=4))
    game = fresh(table).game
    assert (game.hand_count, game.hands_played) == (3, 2) and list(differences(game)) == []


@pytest.mark.parametrize(("returns", "hands"), [(False, 2), (True, 3)])
def test_who_is_out_plays_no_more_hands_until_they_are_back(returns: bool, hands: int):
    out, rest = pool_hand("Asha", Dev=80, Meera=20, Omar=10), pool_hand("Asha", Meera=2, Omar=2)
    back = pool_hand("Asha", Meera=2, Omar=2, Dev=5)
    back["lines"]["Dev"]["rejoin"] = True
    table = make.play(
        make.session("pool_rummy", make.NAMES[:4]), out, out, back if returns else rest
    )
    assert (facts_of("Dev", "hands"), facts_of("Omar", "hands")) == ((hands,), (3,))
    assert list(differences(table.game)) == []


def test_who_rests_or_is_not_in_an_extra_deal_plays_no_hand():
    lines = {"Asha": {"knocked": True}, "Dev": {"deadwood": 9}, "Meera": {"sat_out": True}}
    gin = {"deal": {"result": "gin"}, "lines": lines}
    make.play(make.session("gin_rummy", make.NAMES[:3]), gin)
    assert [facts_of(name, "hands") for name in make.NAMES[:3]] == [(1,), (1,), (0,)]
    GameResult.objects.all().delete()
    dev, meera = {"maal": 3, "status": "seen"}, {"status": "sat_out"}
    lines = {"Asha": {"finish": "won"}, "Dev": dev, "Meera": meera}
    make.play(make.session("marriage", make.NAMES[:3]), {"deal": {}, "lines": lines})
    assert [facts_of(name, "hands") for name in make.NAMES[:3]] == [(1,), (1,), (0,)]


def test_a_game_of_before_goes_on_counting_void_hands():
    table = make.play(make.session("points_rummy", NAMES), FIRST, VOID)
    tally = {name: counts for name, counts in table.game.tally.items() if name != "unplayed"}
    Game.objects.filter(pk=table.game.pk).update(tally=tally | {"hands": [2, 2, 2]})
    GameResult.objects.filter(game=table.game).update(hands=2)
    assert list(differences(fresh(table).game)) == []
    table = make.play(fresh(table), SECOND, VOID)
    assert table.game.hands_played == 4 and facts_of("Asha", "hands") == (4,)
    assert list(differences(fresh(table).game)) == []


def test_who_comes_in_after_a_void_hand_changes_no_count():
    table = make.play(make.session("points_rummy", NAMES), VOID, FIRST)
    game = fresh(table).game
    seen = {"options": game.options, "version": view_of(game), "token": make.token()}
    seating.join_game(game=game, player="Omar", **seen)
    table = make.play(table, pool_hand("Dev", Asha=1, Meera=2, Omar=30))
    assert table.game.hands_played == 2 and facts_of("Omar", "hands") == (1,)
    assert list(differences(table.game)) == []


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_every_deal_that_is_void_is_no_hand_played(variant):
    """Whatever the question is called: the answers that say so are those of these keys."""
    for question in questions(variant.deal):
        for word in question.type if issubclass(question.type, Word) else ():
            if word.value in {"void", "split", "redeal"}:
                deal = replace(variant.deal(), **{question.name: word})
                seats = usual_seats(variant)
                game = playing.start(variant, load_options(variant, {}, seats), seats)
                entry = Entry(deal, (variant.line(),) * variant.line_count(game))
                is_played = variant.outcome(game, entry).is_played and not entry.is_void
                assert not is_played, question.name


@pytest.mark.parametrize("key", VARIANTS)
def test_what_the_board_calls_void_is_no_hand_played(key):
    """Of hands drawn at random, with any house rules: also a blocked one that they make void."""
    variant = VARIANTS[key]
    for seed in range(60):
        rng = Random(f"{key} {seed}")
        drawn = draw_game(variant, rng, seats=rng.choice(variant.seats), side=1, hands=4)
        for after in drawn.games[1:]:
            assert after.last is not None
            scores = after.last.scores
            moved = winners(variant, after) or any(
                payment.amount for payment in after.last.payments
            )
            if moved or any(score.points for score in scores):
                continue
            reasons = {str(score.reason) for score in scores} - {"", "absent"}
            if reasons <= {"void"}:  # else the board says these
                assert not after.last.outcome.is_played, after.last.entry


BLOCKED = {"deal": {"result": "blocked"}, "lines": {}}
LOW = {"deal": {"result": "blocked"}, "lines": {n: {"points": 9} for n in NAMES}}
WENT_OUT = {"lines": {"Asha": {"won": True}, "Dev": {"points": 9}, "Meera": {"points": 30}}}


@pytest.mark.parametrize(
    ("options", "hand"), [({}, BLOCKED), ({"blocked": "lowest_wins"}, LOW)], ids=["void", "tie"]
)
def test_a_blocked_hand_that_changes_nothing_is_no_hand_played(options, hand):
    table = make.play(make.session("basic_rummy", NAMES, options), hand, WENT_OUT)
    assert (table.game.hand_count, table.game.hands_played) == (2, 1)
    assert facts_of("Asha", "hands") == (1,) and list(differences(table.game)) == []


def test_a_hand_of_rummi_that_nobody_could_start_is_no_hand_played():
    lines = {name: {"no_passport": True, "points": 9} for name in NAMES}
    table = make.play(make.session("rummi", NAMES), {"deal": {"result": "points"}, "lines": lines})
    assert (table.game.hand_count, table.game.hands_played) == (1, 0)
