"""Two devices edit one saved hand: the second sees both versions, and keeps what it typed."""

import pytest
from django.test import Client

from scorekeeper.clubs.models import Role
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.factories import NAMES, client_with, play, pool_hand, session, token
from tests.helpers.table.entry.views import HTMX, Forms, answers, in_force, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return play(session("pool_rummy", NAMES[:3]), pool_hand("Asha", Dev=43, Meera=10))


def phones(table: Table) -> list[Client]:
    return [client_with(Role.SCORER, table.game.session.club) for _phone in range(2)]


def edit(hand: Hand) -> str:
    return hand_address("entry:hand_edit", hand)


def posted(**counts: int) -> dict[str, object]:
    return {**answers(1, **counts), "token": token()}


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_the_second_sees_both_and_may_replace_the_first(
    table: Table, headers: dict[str, str]
) -> None:
    (hand,) = in_force(table)
    first, second = phones(table)
    first.post(edit(hand), posted(p1=34, p2=10))
    answer = second.post(edit(hand), {**posted(p1=43, p2=17), "reason": "Misread"}, headers=headers)
    page = text(answer)
    assert '"fate":"conflict"' in answer.headers["X-Outcome"]
    assert "has edited hand 1 too" in page
    assert "Your entry isn’t saved yet, but it is still here." in page
    for number in ("34", "43", "10", "17"):
        assert f"<bdi>{number}</bdi>" in page
    assert [hand.entry["lines"]["1"]["points"] for hand in in_force(table)] == [34]
    place, fields = next(form for form in Forms(page).forms if form[0].endswith("edit/"))
    assert fields["reason"] == ["Misread"]
    second.post(place, fields)
    (saved,) = in_force(table)
    assert [saved.entry["lines"][seat]["points"] for seat in "12"] == [43, 17]
    assert saved.reason == "Misread"


def test_what_was_typed_about_a_hand_that_was_deleted_may_be_added(table: Table) -> None:
    (hand,) = in_force(table)
    void_hand(hand=hand, reason="", by=None)
    page = text(phones(table)[1].post(edit(hand), posted(p1=43, p2=17)))
    assert "Hand 1 was deleted while you edited it" in page
    place, fields = next(form for form in Forms(page).forms if form[0].endswith("hand/"))
    phones(table)[1].post(place, fields)
    assert [hand.entry["lines"]["2"]["points"] for hand in in_force(table)] == [17]


def test_a_missing_hand_is_inserted_before_the_new_version(table: Table) -> None:
    (hand,) = in_force(table)
    first, second = phones(table)
    first.post(edit(hand), posted(p1=34, p2=10))
    page = text(second.post(hand_address("entry:hand_insert", hand), posted(p1=5, p2=17)))
    assert "Save again to insert yours before it." in page
    place, fields = next(form for form in Forms(page).forms if form[0].endswith("insert/"))
    assert fields["p2-points"] == ["17"]
    second.post(place, {**posted(p1=5, p2=17), "before": fields["before"]})
    assert [hand.entry["lines"]["1"]["points"] for hand in in_force(table)] == [5, 34]
