"""Hands are written once, corrected by replay, and the ledger always says what the replay says."""

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
from scorekeeper.settlement.balances import session_balances
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


def fresh(table: Table) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=table.game.pk))


def named(table: Table) -> dict[str, int]:
    return {p.name: net for p, net in ledgers.balances(table.game.session).items()}


def amend(table: Table, number: int, hand: dict, token: str = "amended") -> None:
    old = Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)
    fold = replay_before(table, old, hands_in_force(table.game))
    corrections.amend_hand(
        hand=old, entry=load_entry(table.rules, fold, hand, table.names), token=token
    )


def test_a_whole_pool_leaves_the_books_balanced_and_closed():
    table = make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    assert table.game.closed_at is not None
    assert named(table) == {"Asha": -10000, "Dev": 40000, "Meera": -10000, "Omar": -20000}
    assert session_balances(table.game.session).open_pots == 0
    assert list(differences(table.game)) == []


def test_the_same_token_again_changes_nothing_and_gives_the_first_answer():
    table = make.session()
    entry = load_entry(table.rules, table.fold, FIRST, table.names)
    first = services.record_hand(table=fresh(table), entry=entry, number=1, token="t")
    second = services.record_hand(table=fresh(table), entry=entry, number=1, token="t")
    assert second.hand == first.hand and second.repeated and not first.repeated
    assert Hand.objects.count() == 1 and Payment.objects.count() == 4


def test_the_same_token_is_known_even_after_later_hands():
    table = make.session()
    entry = load_entry(table.rules, table.fold, FIRST, table.names)
    saved = services.record_hand(table=fresh(table), entry=entry, number=1, token="t")
    make.play(table, SECOND)
    assert (
        services.record_hand(table=fresh(table), entry=entry, number=1, token="t").hand
        == saved.hand
    )


def test_a_stale_number_is_refused_with_the_hand_that_stands_there():
    table = make.play(make.session(), FIRST)
    entry = load_entry(table.rules, table.fold, SECOND, table.names)
    with pytest.raises(services.StaleError) as stale:
        services.record_hand(table=fresh(table), entry=entry, number=1, token="other")
    assert stale.value.hand is not None and stale.value.hand.number == 1
    assert Hand.objects.count() == 1


def test_a_refused_entry_writes_nothing():
    table = make.session()
    entry = load_entry(table.rules, table.fold, pool_hand("Asha", Dev=3), table.names)
    version = Session.objects.get().version
    with pytest.raises(EntryError):
        services.record_hand(table=fresh(table), entry=entry, number=1, token="t")
    assert not Hand.objects.exists() and not Payment.objects.exists()
    assert Session.objects.get().version == version


def test_amending_a_hand_replays_what_follows_and_reverses_only_what_changed():
    table = make.play(make.session("marriage", options={"foul": "next_hand"}), *MARRIAGE)
    payments = Payment.objects.count()
    amend(table, 1, MARRIAGE_WITHOUT_FOUL)
    table = fresh(table)
    assert list(differences(table.game)) == []
    assert Payment.objects.filter(reverses__isnull=False).exists()
    assert Payment.objects.count() > payments
    assert sum(named(table).values()) == 0
    later = SeatScore.objects.filter(hand__number=2, revision=1)
    assert {score.seat for score in later} == {1, 2}, "the debt of the foul is gone from hand 2"


def test_a_save_that_was_read_before_a_correction_does_not_build_on_the_old_game():
    table = make.play(make.session(), FIRST, SECOND)
    read_before = fresh(table)
    corrections.void_hand(hand=Hand.objects.get(number=1))
    entry = load_entry(table.rules, read_before.fold, THIRD, table.names)
    with pytest.raises(services.StaleError):
        services.record_hand(table=read_before, entry=entry, number=3, token="t")
    assert list(differences(fresh(table).game)) == []


def test_both_versions_of_an_amended_hand_stay():
    table = make.play(make.session(), FIRST, SECOND)
    amend(table, 1, pool_hand("Asha", Dev=34, Meera="first_drop", Omar="wrong_show"))
    old, new = Hand.objects.filter(number=1).order_by("pk")
    assert old.voided_at and not new.voided_at and new.replaces == old
    assert fresh(table).rules.totals(fresh(table).fold) == (40, 34, 46, 109)


def test_an_amendment_that_makes_a_later_hand_impossible_changes_nothing():
    table = make.play(make.session(), FIRST, SECOND, THIRD)
    with pytest.raises(NotPossibleError) as broken:
        amend(table, 1, pool_hand("Asha", Dev=43, Meera="first_drop", Omar=20))
    assert broken.value.hand.number == 3
    table = fresh(table)
    assert Hand.objects.filter(voided_at__isnull=True).count() == 3
    assert list(differences(table.game)) == []


def test_undo_of_the_last_hand_gives_its_number_to_the_next():
    table = make.play(make.session(), FIRST, SECOND)
    corrections.void_hand(hand=Hand.objects.get(number=2))
    table = make.play(fresh(table), SECOND)
    assert [h.number for h in hands_in_force(table.game)] == [1, 2]
    assert Hand.objects.filter(number=2).count() == 2
    assert list(differences(table.game)) == []


def test_undo_of_the_deciding_hand_opens_the_game_again():
    table = make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    corrections.void_hand(hand=Hand.objects.get(number=5))
    table = fresh(table)
    assert table.game.closed_at is None
    assert session_balances(table.game.session).open_pots == 50000
    assert list(differences(table.game)) == []


def test_voiding_twice_is_voiding_once():
    make.play(make.session(), FIRST)
    hand = Hand.objects.get()
    corrections.void_hand(hand=hand)
    rows = Payment.objects.count()
    corrections.void_hand(hand=hand)
    assert Payment.objects.count() == rows


def test_a_game_stopped_early_gives_its_pot_back():
    table = make.play(make.session(), FIRST, SECOND, THIRD)
    services.close_game(game=table.game)
    assert set(named(table).values()) == {0}
    assert list(differences(fresh(table).game)) == []
    services.close_game(game=table.game)
    assert set(named(table).values()) == {0}


def test_a_hand_of_a_stopped_game_can_still_be_amended():
    table = make.play(make.session(), FIRST, SECOND, THIRD)
    services.close_game(game=table.game)
    table = fresh(table)
    amend(
        table, 3, THIRD | {"lines": THIRD["lines"] | {"Asha": {"finish": "counted", "points": 9}}}
    )
    assert list(differences(fresh(table).game)) == []
    assert set(named(table).values()) == {0}


def test_a_closed_session_takes_no_more_hands_until_it_is_reopened():
    table = make.play(make.session(), FIRST)
    services.close_session(session=table.game.session)
    entry = load_entry(table.rules, table.fold, SECOND, table.names)
    with pytest.raises(services.ClosedError):
        services.record_hand(table=fresh(table), entry=entry, number=2, token="late")
    with pytest.raises(services.ClosedError):
        corrections.void_hand(hand=Hand.objects.get())


def test_starting_a_game_twice_with_one_token_starts_one():
    table = make.session()
    players = table.players
    session = Session.objects.get()
    first = services.start_game(
        session=session, variant="rummi", options={}, players=players, token="x"
    )
    second = services.start_game(
        session=session, variant="rummi", options={}, players=players, token="x"
    )
    assert first == second and Game.objects.count() == 2


def test_results_follow_every_hand():
    make.play(make.session(), FIRST, SECOND, THIRD, FOURTH, FIFTH)
    dev = GameResult.objects.get(player__name="Dev")
    assert (dev.net, dev.hands, dev.wins) == (40000, 5, 2)
    corrections.void_hand(hand=Hand.objects.get(number=5))
    dev.refresh_from_db()
    assert (dev.net, dev.hands, dev.wins) == (0, 4, 1), "the pot is open again"


def test_each_hand_is_chained_to_the_one_written_before_it():
    table = make.play(make.session(), FIRST, SECOND)
    Hand.objects.filter(number=1).update(entry={"deal": {}, "lines": {}})
    assert any("chain" in line for line in differences(table.game))


def test_names_may_change_without_touching_the_hands():
    table = make.play(make.session(), FIRST)
    player = table.players[0]
    player.name = "0"
    player.save()
    assert list(differences(fresh(table).game)) == []


def test_who_recorded_a_hand_is_kept():
    table = make.session()
    scorer = make.member(Role.SCORER, table.game.session.club)
    make.play(table, FIRST, by=scorer)
    assert Hand.objects.get().by == scorer


def test_a_failure_in_the_middle_of_a_save_writes_nothing(monkeypatch):
    table = make.session()
    entry = load_entry(table.rules, table.fold, FIRST, table.names)

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(services, "keep_results", full)
    with pytest.raises(OSError, match="disk full"), transaction.atomic():
        services.record_hand(table=fresh(table), entry=entry, number=1, token="t")
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
