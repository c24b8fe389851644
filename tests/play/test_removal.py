"""A game started by mistake is removed while no hand of it counts; nothing is deleted."""

import json
from functools import partial

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Happening, Role
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.ledger.services import in_force
from scorekeeper.play import services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game, restore_game
from scorekeeper.play.models import Game
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.selectors import Table
from scorekeeper.play.services import ClosedError, SavedHand, StaleError
from scorekeeper.settlement.balances import session_balances
from scorekeeper.statements.contents.session_reading import contents
from tests.helpers import factories as make
from tests.helpers.play.racing import collide, together
from tests.helpers.play.sessions import faults, fresh, host, read, save

pytestmark = pytest.mark.django_db

STAKE = {"buy_in": 500}


def mistaken(variant: str = "vatikan") -> Table:
    """A second game of the session, into whose pot everybody has paid before the first hand."""
    table = make.session("paplu", make.NAMES[:3], {"rounds": None})
    table = make.play(table, make.pool_hand("Asha", Dev=10, Meera=20))
    return make.next_game(table.game.session, variant, make.NAMES[:3])


def paid(table: Table) -> list[int]:
    return sorted(row.amount for row in in_force(Payment.objects.filter(game=table.game)))


def test_a_removed_game_is_shown_nowhere_and_counts_for_nothing() -> None:
    table = mistaken()
    session = table.game.session
    remove_game(game=table.game)
    assert Game.every.filter(session=session).count() == 2
    assert list(session.games.all()) == [session.games.get(number=1)]
    assert paid(table) == [] and not GameResult.objects.filter(game=table.game).exists()
    assert [sheet.number for sheet in contents(session).games] == [1]
    balances = session_balances(session).net
    assert sum(balances.values()) == 0 and set(map(abs, balances.values())) == {3000, 1000, 2000}
    pages = [
        reverse("scoreboard:session", args=[session.code]),
        "/",
        f"/sessions/{session.code}/settle/",
    ]
    client = host(session)
    for page in pages:
        assert table.game.title not in client.get(page, follow=True).content.decode(), page
    kinds = Happening.objects.filter(session=session).values_list("kind", flat=True)
    assert "game_removed" in kinds


@pytest.mark.parametrize("variant", ["vatikan", "pool_rummy", "rummi"])
def test_undo_restores_a_removed_game_any_number_of_times(variant: str) -> None:
    table = mistaken(variant)
    before, owed = session_balances(table.game.session).net, paid(table)
    for _time in range(2):
        remove_game(game=table.game)
        remove_game(game=table.game)
        restore_game(game=table.game)
        restore_game(game=table.game)
    game = Game.objects.get(pk=table.game.pk)
    assert game.closed_at is None and paid(table) == owed
    assert session_balances(game.session).net == before
    assert list(differences(game)) == []


def test_the_next_game_has_a_number_of_its_own() -> None:
    table = mistaken()
    remove_game(game=table.game)
    assert make.next_game(table.game.session, "rummi", make.NAMES[:3]).game.number == 3


def test_a_game_with_a_hand_stays_and_one_with_deleted_hands_only_goes() -> None:
    table = make.play(mistaken("pool_rummy"), make.pool_hand("Asha", Dev=5, Meera=9))
    with pytest.raises(StaleError) as stale:
        remove_game(game=table.game)
    assert stale.value.hand is not None and stale.value.hand.number == 1
    hand = stale.value.hand
    corrections.void_hand(hand=hand)
    remove_game(game=table.game)
    assert paid(table) == []
    with pytest.raises(ClosedError):
        corrections.restore_hand(hand=hand, token=make.token())
    restore_game(game=table.game)
    corrections.restore_hand(hand=hand, token=make.token())
    assert list(differences(Game.objects.get(pk=table.game.pk))) == []


def test_nothing_is_removed_or_brought_back_after_the_session() -> None:
    table, other = mistaken(), mistaken()
    remove_game(game=other.game)
    for played in (table, other):
        services.close_session(session=played.game.session)
    with pytest.raises(ClosedError):
        remove_game(game=table.game)
    with pytest.raises(ClosedError):
        restore_game(game=other.game)


def test_a_host_removes_it_from_its_first_hand_and_gets_it_back() -> None:
    table = mistaken()
    client, session = host(table.game.session), table.game.session
    place = reverse("entry:hand_new", args=[session.code, 2])
    assert "Delete this game" in client.get(place).content.decode()
    scorer = make.client_with(Role.SCORER, session.club)
    assert "Delete this game" not in scorer.get(place).content.decode()
    remove = reverse("entry:game_delete", args=[session.code, 2])
    assert scorer.post(remove).status_code in (302, 403, 404)
    assert Game.objects.filter(pk=table.game.pk).exists()
    page = client.post(remove, follow=True).content.decode()
    assert " deleted</h1>" in page and "Undo" in page
    for name, argument, query in (
        ("starting:game_new", session.code, "?choose=1"),
        ("scoreboard:session", session.code, ""),
        ("home:club", session.club.code, ""),
    ):
        link = f'href="{reverse(name, args=[argument])}{query}"'
        assert link in page[page.index(" deleted</h1>") :], name
    assert "Undo" not in scorer.get(place, follow=True).content.decode()
    restore = reverse("entry:game_restore", args=[session.code, 2])
    back = client.post(restore, follow=True)
    assert "Delete this game" in back.content.decode()


def test_a_hand_typed_for_a_removed_game_is_refused_and_the_device_forgets_it() -> None:
    table = mistaken("pool_rummy")
    session = table.game.session
    remove_game(game=table.game)
    scorer = make.client_with(Role.SCORER, session.club)
    fields = {"token": "t", "number": 1, "who-finish": 0, "p1-finish": "first_drop"}
    place = reverse("entry:hand_new", args=[session.code, 2])
    answer = scorer.post(place, fields, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"].endswith("/deleted/")
    fields = json.loads(answer.headers["X-Outcome"])
    assert (fields["token"], fields["fate"]) == ("t", "gone")


# Against the save of its first hand -------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_a_hand_saved_first_keeps_the_game_and_a_removal_first_refuses_the_hand() -> None:
    first, second = mistaken("pool_rummy"), mistaken("pool_rummy")
    seen = read(second.game)
    assert isinstance(save(read(first.game)), SavedHand)
    with pytest.raises(StaleError):
        remove_game(game=first.game)
    remove_game(game=second.game)
    with pytest.raises(ClosedError):
        save(seen)
    assert paid(second) == []


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("order", [1, -1])
def test_the_first_hand_and_a_removal_wait_for_one_another(order: int) -> None:
    table = mistaken("pool_rummy")
    saves, removes = partial(save, read(table.game)), partial(remove_game, game=table.game)
    outcomes, _waited = collide(saves, removes) if order > 0 else collide(removes, saves)
    assert sum(isinstance(outcome, (ClosedError, StaleError)) for outcome in outcomes) == 1, (
        outcomes
    )


@pytest.mark.django_db(transaction=True)
def test_both_at_once_leave_a_game_with_a_hand_or_none() -> None:
    for _turn in range(6):
        table = mistaken("pool_rummy")
        outcomes = together(partial(save, read(table.game)), partial(remove_game, game=table.game))
        saved = isinstance(outcomes[0], SavedHand)
        assert isinstance(outcomes[1 if saved else 0], StaleError if saved else ClosedError), (
            outcomes
        )
        game = Game.every.get(pk=table.game.pk)
        assert (game.hand_count, game.removed_at is None) == (saved, saved)
        assert faults(fresh(game).session if saved else game.session) == []
