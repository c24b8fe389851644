"""Hands are written once, corrected by replay, and the ledger always says what the replay says."""

from __future__ import annotations

import pytest
from django.db import transaction

from scorekeeper.clubs.models import Role, Session
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.settlement.balances.plan import standing
from tests.helpers import factories as make
from tests.helpers import ledgers
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db

FIRST = pool_hand("Asha", Dev=43, Meera="first_drop", Omar="wrong_show")
SECOND = pool_hand("Dev", Asha="middle_drop", Meera=26, Omar=29)
THIRD = {
    "deal": {},
    "lines": {
        "Meera": {"finish": "won"},
        "Asha": {"finish": "counted", "points": 8},
        "Dev": {"finish": "first_drop"},
        "Omar": {"finish": "middle_drop", "rejoin": True},
    },
}
FOURTH = pool_hand("Asha", Dev=36, Meera=60, Omar="first_drop")
FIFTH = pool_hand("Dev", Asha=60)


def fresh(at: Table) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=at.game.pk))


def named(at: Table) -> dict[str, int]:
    return {p.name: net for p, net in ledgers.balances(at.game.session).items()}


def amend(at: Table, number: int, hand: dict, token: str = "amended") -> None:
    old = Hand.objects.get(game=at.game, number=number, voided_at__isnull=True)
    fold = replay_before(at, old, hands_in_force(at.game))
    corrections.amend_hand(hand=old, entry=load_entry(at.rules, fold, hand, at.names), token=token)


def test_a_whole_pool_leaves_the_books_balanced_and_closed():
    at = make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    assert at.game.closed_at is not None
    assert named(at) == {"Asha": -10000, "Dev": 40000, "Meera": -10000, "Omar": -20000}
    assert standing(at.game.session).open_pots == 0
    assert list(differences(at.game)) == []


def test_the_same_token_again_changes_nothing_and_gives_the_first_answer():
    at = make.session()
    entry = load_entry(at.rules, at.fold, FIRST, at.names)
    one = services.record_hand(table=fresh(at), entry=entry, number=1, token="t")
    two = services.record_hand(table=fresh(at), entry=entry, number=1, token="t")
    assert two.hand == one.hand and two.repeated and not one.repeated
    assert Hand.objects.count() == 1 and Payment.objects.count() == 4


def test_the_same_token_is_known_even_after_later_hands():
    at = make.session()
    entry = load_entry(at.rules, at.fold, FIRST, at.names)
    one = services.record_hand(table=fresh(at), entry=entry, number=1, token="t")
    make.play(at, SECOND)
    assert services.record_hand(table=fresh(at), entry=entry, number=1, token="t").hand == one.hand


def test_a_stale_number_is_refused_with_the_hand_that_stands_there():
    at = make.play(make.session(), FIRST)
    entry = load_entry(at.rules, at.fold, SECOND, at.names)
    with pytest.raises(services.StaleError) as stale:
        services.record_hand(table=fresh(at), entry=entry, number=1, token="other")
    assert stale.value.hand is not None and stale.value.hand.number == 1
    assert Hand.objects.count() == 1


def test_a_refused_entry_writes_nothing():
    at = make.session()
    entry = load_entry(at.rules, at.fold, pool_hand("Asha", Dev=3), at.names)
    version = Session.objects.get().version
    with pytest.raises(EntryError):
        services.record_hand(table=fresh(at), entry=entry, number=1, token="t")
    assert not Hand.objects.exists() and not Payment.objects.exists()
    assert Session.objects.get().version == version


def test_amending_a_hand_replays_what_follows_and_reverses_only_what_changed():
    at = make.play(make.session("marriage", options={"foul": "next_hand"}), *MARRIAGE)
    standing = Payment.objects.count()
    amend(at, 1, MARRIAGE_WITHOUT_FOUL)
    at = fresh(at)
    assert list(differences(at.game)) == []
    assert Payment.objects.filter(reverses__isnull=False).exists()
    assert Payment.objects.count() > standing
    assert sum(named(at).values()) == 0
    later = SeatScore.objects.filter(hand__number=2, revision=1)
    assert {score.seat for score in later} == {1, 2}, "the debt of the foul is gone from hand 2"


def test_a_save_that_was_read_before_a_correction_does_not_build_on_the_old_game():
    at = make.play(make.session(), FIRST, SECOND)
    read_before = fresh(at)
    corrections.void_hand(hand=Hand.objects.get(number=1))
    entry = load_entry(at.rules, read_before.fold, THIRD, at.names)
    with pytest.raises(services.StaleError):
        services.record_hand(table=read_before, entry=entry, number=3, token="t")
    assert list(differences(fresh(at).game)) == []


def test_both_versions_of_an_amended_hand_stay():
    at = make.play(make.session(), FIRST, SECOND)
    amend(at, 1, pool_hand("Asha", Dev=34, Meera="first_drop", Omar="wrong_show"))
    old, new = Hand.objects.filter(number=1).order_by("pk")
    assert old.voided_at and not new.voided_at and new.replaces == old
    assert fresh(at).rules.board.totals(fresh(at).fold) == (40, 34, 46, 109)


def test_an_amendment_that_makes_a_later_hand_impossible_changes_nothing():
    at = make.play(make.session(), FIRST, SECOND, THIRD)
    with pytest.raises(NotPossibleError) as broken:
        amend(at, 1, pool_hand("Asha", Dev=43, Meera="first_drop", Omar=20))
    assert broken.value.hand.number == 3
    at = fresh(at)
    assert Hand.objects.filter(voided_at__isnull=True).count() == 3
    assert list(differences(at.game)) == []


def test_undo_of_the_last_hand_gives_its_number_to_the_next():
    at = make.play(make.session(), FIRST, SECOND)
    corrections.void_hand(hand=Hand.objects.get(number=2))
    at = make.play(fresh(at), SECOND)
    assert [h.number for h in hands_in_force(at.game)] == [1, 2]
    assert Hand.objects.filter(number=2).count() == 2
    assert list(differences(at.game)) == []


def test_undo_of_the_deciding_hand_opens_the_game_again():
    at = make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    corrections.void_hand(hand=Hand.objects.get(number=5))
    at = fresh(at)
    assert at.game.closed_at is None
    assert standing(at.game.session).open_pots == 50000
    assert list(differences(at.game)) == []


def test_voiding_twice_is_voiding_once():
    make.play(make.session(), FIRST)
    hand = Hand.objects.get()
    corrections.void_hand(hand=hand)
    rows = Payment.objects.count()
    corrections.void_hand(hand=hand)
    assert Payment.objects.count() == rows


def test_a_game_stopped_early_gives_its_pot_back():
    at = make.play(make.session(), FIRST, SECOND, THIRD)
    services.close_game(game=at.game)
    assert set(named(at).values()) == {0}
    assert list(differences(fresh(at).game)) == []
    services.close_game(game=at.game)
    assert set(named(at).values()) == {0}


def test_a_hand_of_a_stopped_game_can_still_be_amended():
    at = make.play(make.session(), FIRST, SECOND, THIRD)
    services.close_game(game=at.game)
    at = fresh(at)
    amend(at, 3, THIRD | {"lines": THIRD["lines"] | {"Asha": {"finish": "counted", "points": 9}}})
    assert list(differences(fresh(at).game)) == []
    assert set(named(at).values()) == {0}


def test_a_closed_session_takes_no_more_hands_until_it_is_reopened():
    at = make.play(make.session(), FIRST)
    services.close_session(session=at.game.session)
    entry = load_entry(at.rules, at.fold, SECOND, at.names)
    with pytest.raises(services.ClosedError):
        services.record_hand(table=fresh(at), entry=entry, number=2, token="late")
    with pytest.raises(services.ClosedError):
        corrections.void_hand(hand=Hand.objects.get())


def test_starting_a_game_twice_with_one_token_starts_one():
    at = make.session()
    players = at.players
    session = Session.objects.get()
    one = services.start_game(
        session=session, variant="rummi", options={}, players=players, token="x"
    )
    two = services.start_game(
        session=session, variant="rummi", options={}, players=players, token="x"
    )
    assert one == two and Game.objects.count() == 2


def test_results_follow_every_hand():
    make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    dev = GameResult.objects.get(player__name="Dev")
    assert (dev.net, dev.hands, dev.wins) == (40000, 5, 2)
    corrections.void_hand(hand=Hand.objects.get(number=5))
    dev.refresh_from_db()
    assert (dev.net, dev.hands, dev.wins) == (0, 4, 1), "the pot is open again"


def test_each_hand_is_chained_to_the_one_written_before_it():
    at = make.play(make.session(), FIRST, SECOND)
    Hand.objects.filter(number=1).update(entry={"deal": {}, "lines": {}})
    assert any("chain" in line for line in differences(at.game))


def test_names_may_change_without_touching_the_hands():
    at = make.play(make.session(), FIRST)
    player = at.players[0]
    player.name = "0"
    player.save()
    assert list(differences(fresh(at).game)) == []


def test_who_recorded_a_hand_is_kept():
    at = make.session()
    scorer = make.member(Role.SCORER, at.game.session.club)
    make.play(at, FIRST, by=scorer)
    assert Hand.objects.get().by == scorer


def test_a_failure_in_the_middle_of_a_save_writes_nothing(monkeypatch):
    at = make.session()
    entry = load_entry(at.rules, at.fold, FIRST, at.names)

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(services, "keep_results", full)
    with pytest.raises(OSError, match="disk full"), transaction.atomic():
        services.record_hand(table=fresh(at), entry=entry, number=1, token="t")
    assert not Hand.objects.exists() and not Payment.objects.exists()


MARRIAGE = (
    {
        "deal": {},
        "lines": {
            "Asha": {"finish": "won", "maal": 8},
            "Dev": {"status": "seen", "maal": 13},
            "Meera": {"status": "foul", "maal": 10},
            "Omar": {"status": "unseen", "maal": 4},
        },
    },
    {
        "deal": {},
        "lines": {
            "Dev": {"finish": "won", "maal": 5},
            "Asha": {"status": "seen", "maal": 2},
            "Meera": {"status": "unseen", "maal": 0},
            "Omar": {"status": "seen", "maal": 3},
        },
    },
)
MARRIAGE_WITHOUT_FOUL = {
    "deal": {},
    "lines": MARRIAGE[0]["lines"] | {"Meera": {"status": "unseen", "maal": 10}},
}
