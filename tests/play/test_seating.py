"""Who leaves, comes back to or joins a running game: written once, undone, replayed, kept apart."""

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.clubs.services import add_players
from scorekeeper.core.requests.sent import OtherwiseError
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.seats.changes import free_places
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.hints import Oddity
from scorekeeper.play.edits.services import insert_hand
from scorekeeper.play.models import Game, Hand, Seat, SeatChange, SeatScore
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.replay import NotPossibleError, replay_before
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import Table, game_table, hands_in_force
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers import factories as make
from tests.helpers import ledgers
from tests.helpers.factories import pool_hand

pytestmark = pytest.mark.django_db

FOUR = ("Asha", "Dev", "Meera", "Omar")


def points(absent: tuple[str, ...] = (), dealer: str | None = None, **left: int) -> dict[str, Any]:
    """A Rummi deal that ended with points; the fewest win."""
    lines = {name: {"points": count} for name, count in left.items()}
    hand: dict[str, Any] = {"deal": {"result": "points"}, "lines": lines, "absent": list(absent)}
    return hand | ({"dealer": dealer} if dealer else {})


FIRST = points(Asha=4, Dev=21, Meera=17, Omar=33)
SECOND = points(Asha=26, Dev=3, Meera=12, Omar=19)
THIRD = points(Asha=9, Dev=30, Meera=14, Omar=2, Esha=20)


def rummi(*hands: dict[str, Any], **options: Any) -> Table:
    return make.play(make.session("rummi", FOUR, options), *hands)


def fresh(table: Table) -> Table:
    return game_table(Game.objects.select_related("session__club").get(pk=table.game.pk))


def view(table: Table) -> TableVersion:
    game = fresh(table).game
    return TableVersion(game.last_number + 1, game.change_count)


def leave(table: Table, name: str, **more: Any) -> SeatChange:
    arguments: dict[str, Any] = {"version": view(table), "token": make.token(), **more}
    return seating.leave_game(game=table.game, person=fresh(table).names.index(name), **arguments)


def come_back(table: Table, name: str) -> SeatChange:
    person = fresh(table).names.index(name)
    return seating.come_back(
        game=table.game, person=person, version=view(table), token=make.token()
    )


def join(table: Table, name: str = "Esha", tiers: tuple[int, ...] = (1, 2, 3, 4), **more: Any):
    options = fresh(table).game.options | {"tiers": list(tiers)}
    arguments: dict[str, Any] = {
        "version": view(table),
        "token": make.token(),
        "player": name,
        **more,
    }
    return seating.join_game(game=table.game, options=options, **arguments)


def named(table: Table) -> dict[str, int]:
    return {p.name: net for p, net in ledgers.balances(table.game.session).items()}


def sound(table: Table) -> bool:
    return not list(differences(Game.objects.get(pk=table.game.pk)))


def amend(table: Table, number: int, hand: dict[str, Any]) -> None:
    old = Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)
    now = fresh(table)
    fold = replay_before(now, old, hands_in_force(now.game))
    entry = load_entry(now.rules, fold, hand, now.names[: fold.persons])
    corrections.amend_hand(hand=old, entry=entry, token=make.token())


# Leaving and coming back ---------------------------------------------------------------------


def test_who_leaves_keeps_his_money_and_is_in_no_later_hand():
    table = rummi(FIRST)
    leave(table, "Omar")
    make.play(table, points(absent=("Omar",), Asha=5, Dev=6, Meera=7))
    assert named(table) == {"Asha": 900, "Dev": -300, "Meera": -300, "Omar": -300}
    omar = GameResult.objects.get(player__name="Omar")
    assert (omar.net, omar.hands) == (-300, 1)
    assert fresh(table).fold.left == {3}
    assert sound(table)


def test_who_comes_back_plays_again():
    table = rummi(FIRST)
    leave(table, "Omar")
    come_back(table, "Omar")
    table = make.play(table, SECOND)
    assert not table.fold.left
    assert sound(table)


def test_nobody_leaves_a_game_with_a_running_total():
    table = make.play(make.session(), pool_hand("Asha", Dev=43, Meera="first_drop", Omar=12))
    for change in (leave, join):
        with pytest.raises(EntryError) as refused:
            change(table, "Omar" if change is leave else "Esha")
        assert refused.value.field == "seats"
    assert not SeatChange.objects.exists()


def test_two_must_stay():
    table = make.session("rummi", FOUR[:3])
    leave(table, "Dev")
    with pytest.raises(EntryError):
        leave(table, "Asha")
    assert SeatChange.objects.count() == 1


@pytest.mark.parametrize("person", [4, -1, 99])
def test_a_seat_that_is_not_there_cannot_be_left(person):
    table = rummi(FIRST)
    with pytest.raises(EntryError):
        seating.leave_game(game=table.game, person=person, version=view(table), token="t")


def test_the_same_token_again_changes_nothing():
    table = rummi(FIRST)
    seen = view(table)
    change = leave(table, "Omar", version=seen, token="t")
    make.play(table, points(absent=("Omar",), Asha=5, Dev=6, Meera=7))
    assert leave(table, "Omar", version=seen, token="t") == change
    assert SeatChange.objects.count() == 1
    late = join(table, version=view(table), token="j")
    assert join(table, version=seen, token="j") == late
    with pytest.raises(OtherwiseError):
        join(table, "Farid", version=seen, token="j")
    assert Seat.objects.filter(game=table.game).count() == 5


def test_a_change_that_rests_on_an_old_view_is_refused():
    table = rummi(FIRST)
    seen = view(table)
    make.play(table, SECOND)
    with pytest.raises(services.StaleError):
        leave(table, "Omar", version=seen)
    seen = view(table)
    leave(table, "Dev", version=seen)
    with pytest.raises(services.StaleError):
        join(table, version=seen)
    assert SeatChange.objects.count() == 1


def test_a_hand_that_was_read_before_a_change_is_refused():
    table = rummi(FIRST)
    read_before = fresh(table)
    entry = load_entry(read_before.rules, read_before.fold, SECOND, read_before.names)
    join(table)
    with pytest.raises(services.StaleError):
        services.record_hand(table=read_before, entry=entry, number=2, token="t")
    assert sound(table)


def test_a_closed_game_and_a_closed_session_change_no_more():
    table = rummi(FIRST)
    services.close_game(game=table.game)
    with pytest.raises(services.ClosedError):
        leave(table, "Omar")
    table = rummi(FIRST)
    services.close_session(session=table.game.session)
    with pytest.raises(services.ClosedError):
        join(table)


# Joining -------------------------------------------------------------------------------------


def test_who_joins_missed_the_hands_before_and_is_paid_for_in_those_after():
    table = rummi(FIRST, SECOND)
    early = named(table)
    join(table)
    assert named(table) == early | {"Esha": 0}
    table = make.play(table, THIRD)
    assert named(table) == {
        "Asha": early["Asha"] - 100,
        "Dev": early["Dev"] - 400,
        "Meera": early["Meera"] - 200,
        "Omar": early["Omar"] + 1000,
        "Esha": -300,
    }
    esha = GameResult.objects.get(player__name="Esha")
    assert (esha.net, esha.hands, esha.wins) == (-300, 1, 0)
    assert [len(table.entry(hand).playing) for hand in hands_in_force(table.game)] == [4, 4, 5]
    assert sound(table)


def test_earlier_hands_keep_the_rules_they_were_played_by():
    table = rummi(FIRST)
    join(table, tiers=(5, 6, 7, 8))
    amend(table, 1, points(Asha=4, Dev=21, Meera=17, Omar=16))
    assert named(table) == {"Asha": 600, "Dev": -300, "Meera": -200, "Omar": -100, "Esha": 0}
    assert fresh(table).game.options["tiers"] == [5, 6, 7, 8]
    assert sound(table)


def test_hands_before_and_after_can_be_amended_and_voided():
    table = rummi(FIRST, SECOND)
    join(table)
    table = make.play(table, THIRD, THIRD | {"absent": ["Dev"]})
    amend(table, 3, points(Asha=9, Dev=30, Meera=14, Omar=2, Esha=1))
    assert sound(table)
    assert named(table)["Esha"] == 1000 - 300
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    assert sound(table)
    amend(table, 2, points(Asha=26, Dev=3, Meera=12, Omar=19, absent=()))
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=4, voided_at__isnull=True))
    assert sound(table)
    assert fresh(table).game.last_number == 3


def test_a_hand_undone_and_written_again_after_he_joined_has_him_in_it():
    table = rummi(FIRST, SECOND)
    corrections.void_hand(hand=Hand.objects.get(number=2))
    join(table)
    table = make.play(table, THIRD)
    assert (table.game.last_number, named(table)["Esha"]) == (2, -300)
    assert sound(table)
    corrections.void_hand(hand=Hand.objects.get(number=1))
    assert named(table)["Esha"] == -300
    assert sound(table)


def test_a_player_of_the_club_joins_under_his_name():
    table = rummi(FIRST)
    (ravi,) = add_players(club=table.game.session.club, names=["Ravi"])
    join(table, player=ravi)
    assert fresh(table).players[4] == ravi


def test_a_new_name_becomes_a_player_of_the_club():
    table = rummi(FIRST)
    join(table, "Esha")
    assert table.game.session.club.players.filter(name="Esha").exists()


def test_nobody_sits_twice_at_one_table():
    table = rummi(FIRST)
    with pytest.raises(EntryError) as refused:
        join(table, "Dev")
    assert refused.value.field == "seats"


def test_a_full_table_takes_nobody():
    table = make.session("rummi", (*FOUR, "Priya"))
    with pytest.raises(EntryError) as refused:
        join(table, tiers=(1, 2, 3, 4, 5))
    assert refused.value.field == "seats"
    assert not table.game.session.club.players.filter(name="Esha").exists()


def test_a_ladder_without_his_place_is_refused_by_name():
    table = rummi(FIRST)
    with pytest.raises(EntryError) as refused:
        join(table, tiers=(1, 2, 3))
    assert refused.value.field == "tiers"
    assert not SeatChange.objects.exists()
    assert Seat.objects.count() == 4


def test_several_may_join_one_after_another():
    table = make.play(make.session("rummi", FOUR[:2]), points(Asha=1, Dev=2))
    join(table, "Meera", tiers=(1, 2))
    make.play(table, points(Asha=1, Dev=2, Meera=3))
    join(table, "Omar", tiers=(1, 2, 9))
    leave(table, "Dev")
    make.play(table, points(absent=("Dev",), Asha=1, Meera=2, Omar=3))
    assert named(table) == {"Asha": 100 + 300 + 300, "Dev": -200, "Meera": -300, "Omar": -200}
    assert sound(table)
    amend(table, 1, points(Asha=2, Dev=1))
    assert sound(table)
    assert named(table)["Dev"] == 0


# Taking over a seat --------------------------------------------------------------------------

PAPLU = pool_hand("Asha", Dev=4, Meera=5, Omar=6)


def paplu(winner: str, absent: str, **counts: int) -> dict[str, Any]:
    return pool_hand(winner, **counts) | {"absent": [absent]}


def taken_over(*hands: dict[str, Any]) -> Table:
    """Paplu of four, in which Esha has taken over Dev's seat after these hands."""
    table = make.play(make.session("paplu", FOUR, {"decks": 2, "rounds": None}), *hands)
    leave(table, "Dev")
    take_over(table, "Dev")
    return fresh(table)


def take_over(table: Table, whose: str | None, name: str = "Esha", **more: Any) -> SeatChange:
    now = fresh(table)
    arguments = {"version": view(table), "token": make.token(), "options": now.game.options, **more}
    whom = None if whose is None else now.names.index(whose)
    return seating.join_game(game=now.game, player=name, in_place_of=whom, **arguments)


def dealer(table: Table) -> str:
    now = fresh(table)
    person = playing.next_dealer(now.rules, now.fold)
    assert person is not None
    return now.names[person]


def sitting(table: Table) -> list[str]:
    now = fresh(table)
    return [now.names[p] for p in now.state.seating if p not in now.state.left]


@pytest.mark.parametrize(("hands", "deals"), [(0, "Asha"), (1, "Esha"), (2, "Meera"), (4, "Asha")])
def test_who_takes_over_a_seat_sits_in_it_and_deals_in_its_turn(hands: int, deals: str):
    table = taken_over(*[PAPLU] * hands)
    assert sitting(table) == ["Asha", "Esha", "Meera", "Omar"]
    assert dealer(table) == deals
    names, seen = sitting(table), []
    for _hand in range(4):
        seen.append(dealer(table))
        table = make.play(fresh(table), paplu("Asha", "Dev", Esha=4, Meera=5, Omar=6))
    first = names.index(deals)
    assert seen == names[first:] + names[:first]
    assert sound(table)


def test_players_without_a_turn_sit_beside_the_winner_as_they_sit_now():
    """Asha went out on the first turn: Esha, who sits beside her now, had none, Meera had one."""
    table = taken_over(PAPLU)
    hand = paplu("Asha", "Dev", Esha=4, Meera=5, Omar=6)
    hand["deal"] = {"declared": "first_turn"}
    entry = load_entry(table.rules, table.fold, hand, table.names)

    def without_turn(*names: str) -> Any:
        persons = {table.names.index(name) for name in names}
        lines = [replace(x, no_turn=p in persons) for p, x in enumerate(entry.lines)]
        return playing.play(table.rules, table.fold, replace(entry, lines=tuple(lines)))

    assert without_turn("Esha") and without_turn("Esha", "Meera")
    with pytest.raises(EntryError) as refused:
        without_turn("Meera")
    assert refused.value.field == "no_turn"


def test_an_odd_unit_goes_to_the_first_in_seating_order():
    """Dev and Omar win together; Esha sits in Dev's seat, so hers is the better place."""
    tied = points(Asha=1, Meera=5, Omar=5, Esha=5, absent=("Dev",))
    table = rummi(FIRST, tie="seat")
    leave(table, "Dev")
    take_over(table, "Dev", options=fresh(table).game.options | {"tiers": [1, 2, 3, 4]})
    before = named(table)
    after = named(make.play(fresh(table), tied))
    assert {name: after[name] - before[name] for name in ("Esha", "Meera", "Omar")} == {
        "Esha": -100,
        "Meera": -200,
        "Omar": -300,
    }
    assert sound(table)


def test_a_seat_taken_over_is_taken_over_again_and_its_people_come_back_beside_one_another():
    table = taken_over(PAPLU)
    assert free_places(table.fold) == []
    leave(table, "Omar")
    leave(table, "Esha")
    assert {fresh(table).names[p] for p in free_places(fresh(table).fold)} == {"Omar", "Esha"}
    take_over(table, "Esha", "Farid")
    assert sitting(table) == ["Asha", "Farid", "Meera"]
    come_back(table, "Dev")
    come_back(table, "Omar")
    assert sitting(table) == ["Asha", "Dev", "Farid", "Meera", "Omar"]
    take_over(table, None, "Gita")
    assert sitting(table)[-1] == "Gita"
    everybody = paplu("Asha", "Esha", Dev=3, Farid=4, Meera=5, Omar=6, Gita=2)
    assert make.play(fresh(table), everybody) and sound(table)


@pytest.mark.parametrize("whose", ["Asha", "Dev"])
def test_only_a_seat_where_nobody_sits_is_taken_over(whose: str):
    table = taken_over(PAPLU)
    changes = SeatChange.objects.count()
    with pytest.raises(EntryError) as refused:
        take_over(table, whose, "Farid")
    assert refused.value.field == "seats"
    assert SeatChange.objects.count() == changes
    assert not table.game.session.club.players.filter(name="Farid").exists()


def test_a_seat_that_was_taken_over_by_mistake_is_as_it_was():
    table = make.play(make.session("paplu", FOUR), PAPLU)
    leave(table, "Dev")
    before = fresh(table)
    change = take_over(table, "Dev")
    seating.undo_seat_change(change=change)
    assert (fresh(table).fold, fresh(table).names) == (before.fold, before.names)
    assert (sitting(table), dealer(table)) == (["Asha", "Meera", "Omar"], "Meera")
    assert sound(table)


def test_the_same_request_takes_over_a_seat_once_and_another_seat_is_another_request():
    table = make.play(make.session("paplu", FOUR), PAPLU)
    leave(table, "Dev")
    leave(table, "Omar")
    seen = view(table)
    change = take_over(table, "Dev", version=seen, token="t")
    assert take_over(table, "Dev", version=seen, token="t") == change
    with pytest.raises(OtherwiseError):
        take_over(table, "Omar", version=seen, token="t")
    with pytest.raises(OtherwiseError):
        take_over(table, None, version=seen, token="t")


def test_hands_before_and_after_a_seat_was_taken_over_are_amended():
    table = taken_over(PAPLU, PAPLU)
    hand = paplu("Esha", "Dev", Asha=4, Meera=5, Omar=6)
    table = make.play(table, hand)
    amend(table, 1, pool_hand("Dev", Asha=9, Meera=8, Omar=7))
    amend(table, 3, paplu("Omar", "Dev", Asha=4, Meera=5, Esha=6))
    assert sound(table)
    assert (sitting(table), dealer(table)) == (["Asha", "Esha", "Meera", "Omar"], "Omar")


def test_where_somebody_sits_is_in_the_chain_and_in_the_audit():
    table = taken_over(PAPLU)
    SeatChange.objects.filter(kind="join").update(in_place_of=None)
    problems = list(differences(fresh(table).game))
    assert any("chain" in line for line in problems) and any("places" in line for line in problems)


# Taking it back ------------------------------------------------------------------------------


def test_a_join_by_mistake_is_undone_without_a_trace_in_the_money():
    table = rummi(FIRST)
    options = fresh(table).game.options
    change = join(table)
    seating.undo_seat_change(change=change)
    now = fresh(table)
    assert (now.names, now.game.options, now.fold.seats) == (list(FOUR), options, 4)
    assert not GameResult.objects.filter(player__name="Esha").exists()
    assert sound(table)
    join(table, "Esha", tiers=(2, 3, 4, 5))
    assert sound(table)
    assert seating.undo_seat_change(change=change).voided_at, (
        "taking back twice is taking back once"
    )
    assert fresh(table).fold.seats == 5


def test_leaving_is_undone():
    table = rummi(FIRST)
    change = leave(table, "Omar")
    seating.undo_seat_change(change=change)
    assert not fresh(table).fold.left
    assert sound(table)


def test_what_hands_rest_on_is_not_undone():
    table = rummi(FIRST)
    change = join(table)
    make.play(table, THIRD)
    with pytest.raises(services.StaleError):
        seating.undo_seat_change(change=change)
    other = leave(table, "Omar")
    with pytest.raises(services.StaleError):
        seating.undo_seat_change(change=change)
    seating.undo_seat_change(change=other)
    corrections.void_hand(hand=Hand.objects.get(number=2))
    seating.undo_seat_change(change=change)
    assert sound(table)
    assert named(table) == {"Asha": 600, "Dev": -200, "Meera": -100, "Omar": -300}


# The chain -----------------------------------------------------------------------------------


def test_changes_of_seats_are_in_the_chain():
    table = rummi(FIRST)
    leave(table, "Omar")
    join(table)
    table = make.play(table, THIRD | {"absent": ["Omar"]})
    assert sound(table)
    SeatChange.objects.filter(kind="leave").update(person=1)
    assert any("chain" in line for line in differences(table.game))


def test_a_change_that_was_struck_from_the_chain_is_missed():
    table = rummi(FIRST)
    leave(table, "Omar")
    SeatChange.objects.all().delete()
    assert any("chain" in line for line in differences(fresh(table).game))


def test_other_options_before_he_joined_are_noticed():
    table = rummi(FIRST)
    change = join(table)
    SeatChange.objects.filter(pk=change.pk).update(before=table.game.options | {"stake": 50})
    problems = list(differences(fresh(table).game))
    assert any("chain" in line for line in problems)
    assert any("is missing" in line for line in problems)


# Who deals -----------------------------------------------------------------------------------


def test_the_dealer_the_table_names_is_kept_and_the_order_goes_on_from_him():
    table = make.session("paplu", FOUR)
    hand = pool_hand("Asha", Dev=4, Meera=5, Omar=6)
    table = make.play(table, hand, hand | {"dealer": "Omar"})
    assert hands_in_force(table.game)[1].entry["dealer"] == "3"
    assert playing.next_dealer(table.rules, table.fold) == 0
    leave(table, "Asha")
    assert playing.next_dealer(fresh(table).rules, fresh(table).fold) == 1
    assert sound(table)


# A hand that was left out --------------------------------------------------------------------


def insert(table: Table, number: int, hand: dict[str, Any], token: str = "left-out") -> Any:
    later = Hand.objects.get(game=table.game, number=number, voided_at__isnull=True)
    now = fresh(table)
    fold = replay_before(now, later, hands_in_force(now.game))
    entry = load_entry(now.rules, fold, hand, now.names[: fold.persons])
    return insert_hand(before=later, entry=entry, token=token)


def test_a_hand_left_out_is_written_in_its_place():
    table = rummi(FIRST, SECOND, FIRST)
    first, second, third = hands_in_force(table.game)
    payments = Payment.objects.count()
    saved = insert(table, 2, points(Asha=1, Dev=2, Meera=3, Omar=4))
    assert [hand.pk for hand in hands_in_force(table.game)] == [
        first.pk,
        saved.hand.pk,
        second.pk,
        third.pk,
    ]
    assert [hand.number for hand in hands_in_force(table.game)] == [1, 2, 3, 4]
    assert Payment.objects.count() == payments + 3, "what was paid already stays as it was"
    assert named(table)["Asha"] == 600 + 600 - 300 + 600
    assert sound(table)
    assert make.play(table, SECOND).game.last_number == 5


def test_a_hand_left_out_is_written_in_once():
    table = rummi(FIRST, SECOND)
    hand = points(Asha=1, Dev=2, Meera=3, Omar=4)
    inserted = insert(table, 2, hand)
    later = Hand.objects.get(pk=hands_in_force(table.game)[2].pk)
    again = insert_hand(before=later, entry=fresh(table).entry(inserted.hand), token="left-out")
    assert again.repeated and again.hand == inserted.hand
    assert Hand.objects.count() == 3


def test_versions_of_a_later_hand_keep_together_when_its_number_goes_up():
    table = rummi(FIRST, SECOND)
    amend(table, 2, points(Asha=26, Dev=3, Meera=12, Omar=20))
    insert(table, 2, FIRST)
    versions = Hand.objects.filter(game=table.game, number=3)
    assert versions.count() == 2
    assert sound(table)


def test_a_hand_left_out_before_he_joined_is_without_him():
    table = rummi(FIRST)
    join(table)
    make.play(table, THIRD)
    saved = insert(table, 1, SECOND)
    assert saved.hand.persons == 4
    insert(table, 3, THIRD, token="with-him")
    assert named(table)["Esha"] == -600
    assert sound(table)


def test_a_hand_that_a_later_one_could_not_follow_is_not_written_in():
    out = pool_hand("Asha", Dev=80, Meera=10, Omar=12)
    table = make.play(
        make.session("pool_rummy", FOUR), out, pool_hand("Meera", Asha=1, Dev=2, Omar=3)
    )
    with pytest.raises(NotPossibleError) as broken:
        insert(table, 2, out)
    assert broken.value.hand.number == 3
    assert [hand.number for hand in hands_in_force(table.game)] == [1, 2]
    with pytest.raises(EntryError):
        insert(table, 2, pool_hand("Asha", Dev=3))
    assert sound(table)


def test_a_hand_is_not_written_in_before_one_that_does_not_count():
    table = rummi(FIRST, SECOND)
    second = Hand.objects.get(number=2)
    corrections.void_hand(hand=second)
    with pytest.raises(services.StaleError):
        insert_hand(before=second, entry=fresh(table).entry(second), token="t")
    services.close_session(session=table.game.session)
    with pytest.raises(services.ClosedError):
        insert_hand(before=Hand.objects.get(number=1), entry=fresh(table).entry(second), token="t")


# What a save makes one wonder ----------------------------------------------------------------


def save(table: Table, hand: dict[str, Any]) -> services.SavedHand:
    now = fresh(table)
    entry = load_entry(now.rules, now.fold, hand, now.names)
    number = now.game.last_number + 1
    return services.record_hand(table=now, entry=entry, number=number, token=make.token())


def test_the_very_same_hand_a_moment_later_is_saved_and_asked_about():
    table = make.session("rummi", FOUR)
    assert save(table, FIRST).question is None
    saved = save(table, FIRST)
    assert saved.hand.number == 2
    assert saved.question is not None and saved.question.kind is Oddity.TWICE
    assert save(table, SECOND).question is None


def test_the_same_hand_again_after_an_undo_is_not_doubled():
    table = make.session("rummi", FOUR)
    corrections.void_hand(hand=save(table, FIRST).hand)
    assert save(table, FIRST).question is None


def test_another_dealer_than_the_one_whose_turn_it_was_is_asked_about():
    table = make.session("paplu", FOUR)
    hands = [pool_hand("Asha", Dev=n, Meera=5, Omar=6) for n in range(4)]
    assert save(table, hands[0] | {"dealer": "Meera"}).question is None, (
        "the first hand may begin anywhere"
    )
    assert save(table, hands[1]).question is None
    saved = save(table, hands[2] | {"dealer": "Dev"})
    assert saved.question is not None
    assert (saved.question.kind, saved.question.person) == (Oddity.DEALER, 0)


def test_who_deals_for_somebody_who_sits_out_is_no_surprise():
    table = make.session("paplu", FOUR)
    save(table, pool_hand("Asha", Dev=1, Meera=5, Omar=6))
    without_dev = pool_hand("Asha", Meera=5, Omar=6) | {"absent": ["Dev"], "dealer": "Meera"}
    assert save(table, without_dev).question is None


def test_a_long_silence_is_asked_about():
    table = make.session("rummi", FOUR)
    save(table, FIRST)
    game = Game.objects.get(pk=table.game.pk)
    game.pace |= {"last": game.pace["last"] - 3600, "gaps": [240, 250, 260]}
    game.save()
    question = save(table, SECOND).question
    assert question is not None
    assert (question.kind, question.usual) == (Oddity.LATE, 250)
    assert 3590 < question.since < 3700
    assert save(table, FIRST).question is None


def test_scores_of_the_hands_he_missed_are_nobodys():
    table = rummi(FIRST)
    join(table)
    assert set(SeatScore.objects.values_list("seat", flat=True)) == {0, 1, 2, 3}


def test_the_printed_sheet_has_him_with_the_hands_he_missed_left_blank():
    table = rummi(FIRST)
    join(table)
    table = make.play(table, THIRD)
    [sheet] = contents(table.game.session).games
    assert len(sheet.persons) == 5
    assert [hand.outcome.seats[4].absent for hand in sheet.hands][:2] == [True, False]
    esha = contents(table.game.session, table.players[4].pk)
    assert [hand.number for hand in esha.games[0].hands] == [2]
    assert [line.amount for line in esha.account] == [-300]


def test_a_seat_undone_after_its_hand_was_undone_leaves_every_page_standing():
    table = rummi(FIRST)
    change = join(table)
    make.play(table, THIRD)
    hand = Hand.objects.get(number=2)
    corrections.void_hand(hand=hand)
    seating.undo_seat_change(change=change)
    host = make.host_client(table.game.session.club)
    code = table.game.session.code
    for page in (
        "",
        f"games/1/hands/{hand.token}/",
        "settle/",
        "games/1/hand/",
        f"games/1/hand/?again={hand.token}",
    ):
        assert host.get(f"/sessions/{code}/{page}").status_code == 200, page
    assert "Esha" not in named(table)
    assert contents(table.game.session).games[0].seats == 4
