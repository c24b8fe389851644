"""The fields of a blank hand are drawn once for many: what is kept is what would be drawn."""

from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.models import Role
from scorekeeper.core.localization import currencies
from scorekeeper.engine.questions.codec import dump
from scorekeeper.table.entry.forms import HandForm
from scorekeeper.table.entry.hand_page import HandPage
from scorekeeper.table.entry.templatetags import capture
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game

pytestmark = pytest.mark.django_db
TABLES = [(key, side) for key, variant in VARIANTS.items() for side in variant.sides]


def page(table: Any, fold: Any) -> HandPage:
    return HandPage(
        table.game.session, table, HandForm(table.rules, fold, table.names), fold.number + 1
    )


@pytest.mark.parametrize(("key", "side"), TABLES)
def test_any_hand_of_any_game_is_drawn_as_if_it_were_the_first(key: str, side: int) -> None:
    drawn = draw_game(VARIANTS[key], Random(f"blank {key} {side}"), side=side)
    table = make.session(key, drawn.names, dump(drawn.games[0].options, full=True), side=side)
    for fold in drawn.games:
        now = page(table, fold)
        assert capture.fields(page(table, fold)) == capture._with_current_standings(
            now, capture._draw(now)
        )


def test_what_is_kept_is_one_readers_and_one_tables() -> None:
    table, other = make.session(), make.session()
    first = capture.fields(page(table, table.fold))
    assert table.game.session.code in first
    assert other.game.session.code in capture.fields(page(other, other.fold))
    with translation.override("hi"):
        assert capture.fields(page(table, table.fold)) != first
    with currencies.reading_as("en-IN"):
        assert table.game.session.code in capture.fields(page(table, table.fold))


def test_what_was_typed_is_never_kept(client: Client) -> None:
    table = make.session()
    host = make.client_with(Role.HOST, table.game.session.club)
    url = reverse("entry:hand_new", args=[table.game.session.code, 1])
    empty = host.get(url).content
    fields = {"number": "1", "token": "t", "p1-points": "77"}
    assert b'value="77"' in host.post(url, fields).content
    assert b'value="77"' not in host.get(url).content
    assert b'value="77"' not in empty
