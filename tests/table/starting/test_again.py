"""The same game once more: who sits where, who deals, by which rules, and only once."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.engine import playing
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.options import load_options
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.table.starting.last_game import previous_players, start_again
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.factories import pool_hand

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TABLES = [(key, side) for key, variant in VARIANTS.items() for side in variant.sides]


def again(table: Table, token: str = "again") -> Table:
    return game_table(start_again(table=table, token=token, by=None))


def dealer(table: Table) -> str:
    person = playing.next_dealer(table.rules, table.fold)
    assert person is not None
    return table.names[person]


@pytest.mark.parametrize(("key", "side"), TABLES)
def test_any_game_can_be_played_once_more_by_the_same_rules(key: str, side: int):
    drawn = draw_game(VARIANTS[key], Random(f"{key} {side}"), side=side)
    table = make.session(key, drawn.names, dump(drawn.games[0].options, full=True), side=side)
    table = make.play(table, *drawn.plain_entries())
    services.close_game(game=table.game)
    table.game.refresh_from_db()
    once_more = again(game_table(table.game))
    options, hands = split_ending(table.rules, table.game.options)
    assert split_ending(table.rules, once_more.game.options) == (options, None)
    assert once_more.game.ends_after == hands
    assert once_more.game.side == side
    order = [name for name in table.names if name in once_more.names]
    assert once_more.names == order, "nobody changes places unasked"


def test_who_took_over_a_seat_sits_there_in_the_next_game():
    table = make.play(
        make.session("paplu", make.NAMES[:4], {"rounds": None}),
        pool_hand("Asha", Dev=3, Meera=4, Omar=5),
    )
    game = table.game
    version = seating.TableVersion(2, 0)
    seating.leave_game(game=game, person=1, version=version, token="leave")
    seating.join_game(
        game=game,
        player="Esha",
        options=game.options,
        in_place_of=1,
        version=seating.TableVersion(2, 1),
        token="join",
    )
    services.close_game(game=game)
    game = Game.objects.select_related("session__club").get(pk=game.pk)
    assert [p.name for p in previous_players(game)] == ["Asha", "Dev", "Esha", "Meera", "Omar"]
    once_more = again(game_table(game))
    assert once_more.names == ["Asha", "Esha", "Meera", "Omar"]
    assert dealer(once_more) == "Esha"


def test_the_next_one_deals():
    table = make.play(make.session(), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    services.close_game(game=table.game)
    table.game.refresh_from_db()
    once_more = again(table)
    assert (dealer(once_more), once_more.names) == ("Dev", table.names)
    played = make.play(once_more, pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    assert dealer(played) == "Meera"
    assert list(differences(played.game)) == []


def test_who_deals_first_is_remembered_when_the_first_hand_is_deleted_and_somebody_joins():
    begun = make.session("points_rummy", make.NAMES[:3])
    host = begun.players[2]
    session, options = begun.game.session, begun.game.options
    game = services.start_game(
        session=session, variant="points_rummy", options=options, players=begun.players, dealer=host
    )
    table = make.play(game_table(game), pool_hand("Asha", Dev=3, Meera=4))
    assert dealer(table) == "Asha"
    corrections.void_hand(hand=Hand.objects.get(), reason="")
    table.game.refresh_from_db()
    assert game_table(table.game).state.dealer == 2
    view = seating.TableVersion(1, 0)
    seating.join_game(
        game=table.game, player="Omar", options=table.game.options, version=view, token="joins"
    )
    table.game.refresh_from_db()
    table = game_table(table.game)
    assert (table.state.dealer, table.names) == (2, ["Asha", "Dev", "Meera", "Omar"])
    table = make.play(table, pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    assert dealer(table) == "Omar"
    assert list(differences(table.game)) == []


def able(key: str, side: int) -> Iterator[tuple[int, Any, Any]]:
    """Each person who may deal first, with the game so, and as the rules have it."""
    rules = VARIANTS[key]
    for seats in {rules.seats.start, 3, rules.seats.stop - 1} & set(rules.seats):
        try:
            options = load_options(rules, {}, seats, side)
            usual = playing.start(rules, options, seats, side)
        except EntryError:
            continue
        if playing.next_dealer(rules, usual) is not None:
            for person in range(usual.persons):
                yield person, playing.start(rules, options, seats, side, person), usual


@pytest.mark.parametrize(("key", "side"), TABLES)
def test_any_game_begins_with_the_dealer_whom_the_table_names(key: str, side: int):
    rules = VARIANTS[key]
    for person, begun, usual in able(key, side):
        assert playing.next_dealer(rules, begun) == person
        if playing.next_dealer(rules, usual) == person:
            notes = [rules.notes(usual, person) for person in range(usual.persons)]
            assert notes == [rules.notes(begun, person) for person in range(usual.persons)]


def read_fields(page: str) -> dict[str, Any]:
    """What the page sends as it stands, without what is selected from a list."""
    sent: dict[str, Any] = {}
    for tag in re.findall(r"<input[^>]*>", page):
        parts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        is_choice = parts.get("type") in ("radio", "checkbox")
        if "name" in parts and (not is_choice or " checked" in tag):
            sent.setdefault(parts["name"], []).append(parts.get("value", "on"))
    return sent


def test_another_game_of_the_session_proposes_the_same_places_and_the_next_dealer():
    table = make.play(make.session(), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    services.close_game(game=table.game)
    host = make.host_client(table.game.session.club)
    where = reverse("starting:game_new", args=[table.game.session.code])
    page = host.get(where, {"variant": "paplu"}).content.decode()
    assert re.findall(r'name="seat" value="(\d+)"', page) == [str(pk) for pk in table.player_ids]
    assert re.findall(r"<option[^>]*selected>(\w+)</option>", page) == ["Dev"]
    fields: dict[str, Any] = read_fields(page) | {"token": "next", "do": "start"}
    fields |= {"seat": table.player_ids, "dealer": table.player_ids[1]}
    for _tap in range(2):
        assert host.post(where, fields).status_code == 302
    begun = game_table(Game.objects.get(number=2))
    assert (begun.names, dealer(begun)) == (table.names, "Dev")
    assert begun.state.dealer == 1
    page = host.get(reverse("entry:hand_new", args=[table.game.session.code, 2])).content.decode()
    assert '<option value="1" selected>Dev</option>' in page
    assert host.post(where, fields | {"dealer": table.player_ids[2]}).status_code == 200
    assert Game.objects.count() == 2, "the same tap that names another dealer starts no other game"


def test_a_game_without_dealers_asks_for_none():
    table = make.session("rummikub")
    host = make.host_client(table.game.session.club)
    where = reverse("starting:game_new", args=[table.game.session.code])
    assert 'name="dealer"' not in host.get(where, {"variant": "rummikub"}).content.decode()
    assert 'name="dealer"' in host.get(where, {"variant": "paplu"}).content.decode()


def test_after_its_own_end_the_one_behind_the_last_dealer_deals():
    end = pool_hand("Asha", Dev="wrong_show", Meera="wrong_show", Omar="wrong_show")
    table = make.play(make.session(), end, end)
    assert table.game.closed_at and not table.game.stopped
    assert dealer(again(table)) == "Meera"


def test_whoever_has_gone_home_is_left_out():
    table = make.play(make.session("points_rummy"), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    seating.leave_game(
        game=table.game, person=1, version=seating.TableVersion(2, 0), token="leaves"
    )
    table.game.refresh_from_db()
    services.close_game(game=table.game)
    table.game.refresh_from_db()
    host = make.host_client(table.game.session.club)
    address = reverse("starting:game_new", args=[table.game.session.code])
    page = host.get(address, {"choose": "1"})
    offered = page.content.decode().partition("Same as last time")[2].partition("</a>")[0]
    assert "Asha" in offered and "Dev" not in offered
    assert sorted(again(game_table(table.game)).names) == ["Asha", "Meera", "Omar"]


def test_one_tap_starts_it_and_a_second_tap_of_the_same_starts_no_other():
    table = make.play(make.session(), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    services.close_game(game=table.game)
    host = make.host_client(table.game.session.club)
    where = reverse("starting:game_again", args=[table.game.session.code, 1])
    first = reverse("entry:hand_new", args=[table.game.session.code, 2])
    for _tap in range(2):
        assert host.post(where, {"token": "tap"})["Location"] == first
    assert Game.objects.count() == 2
    assert host.post(where).status_code == 404
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    assert scorer.post(where, {"token": "other"}).status_code == 403


def test_where_it_cannot_be_played_again_a_game_is_chosen():
    """An option of that session that today's rules do not know."""
    table = make.play(make.session("points_rummy"), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    services.close_game(game=table.game)
    Game.objects.update(options={**table.game.options, "full_moon": True})
    host = make.host_client(table.game.session.club)
    where = reverse("starting:game_again", args=[table.game.session.code, 1])
    place = host.post(where, {"token": "tap"})["Location"]
    assert place.startswith(reverse("starting:game_new", args=[table.game.session.code]))


def test_stopping_a_game_says_first_what_stays_and_what_is_not_paid():
    table = make.play(make.session("points_rummy"), pool_hand("Asha", Dev=3, Meera=4, Omar=5))
    host = make.host_client(table.game.session.club)
    where = reverse("starting:game_close", args=[table.game.session.code, 1])
    text = host.get(where).content.decode()
    assert "This stays as it is" in text and "not paid if it ends now" not in text
    assert text.index("Asha") < text.index("Omar")  # the one with most first
    gin = make.session("gin_rummy", make.NAMES[:2])
    host = make.host_client(gin.game.session.club)
    where = reverse("starting:game_close", args=[gin.game.session.code, 1])
    text = host.get(where).content.decode()
    assert "not paid if it ends now" in text and "Nobody wins or loses money" in text
