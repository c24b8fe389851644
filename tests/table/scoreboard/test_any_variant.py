"""Whatever is played, the board shows it: random games of every variant and table."""

from random import Random

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Role
from scorekeeper.engine.questions.codec import dump
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.sessions import session_tables
from scorekeeper.table.scoreboard.hands import own_session
from scorekeeper.table.scoreboard.session import session_on_board
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.ledgers import balances

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SEEDS = range(3) if LOOKS_FOR_NEW else range(1)
TABLES = [(key, side) for key, variant in VARIANTS.items() for side in variant.sides]


@pytest.mark.parametrize(("key", "side"), TABLES)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_screen_shows_any_game(key, side, seed):
    drawn = draw_game(VARIANTS[key], Random(f"{key} {side} {seed}"), side=side)
    table = make.session(key, drawn.names, dump(drawn.games[0].options, full=True), side=side)
    table = make.play(table, *drawn.plain_entries())
    played = table.game.session
    shown = session_on_board(played).selected_game
    assert shown
    assert sorted(row.total for row in shown.rows) == sorted(
        table.rules.totals(drawn.game) or drawn.game.totals
    )
    assert sum(row.net for row in shown.rows) + shown.pot == 0
    browser = make.client_with(Role.HOST, played.club)
    pages = [reverse(f"scoreboard:{name}", args=[played.code]) for name in ("session", "tv")]
    pages += [hand_address("scoreboard:hand", h) for h in table.game.hands.all()]
    pages += [reverse("scoreboard:player", args=[played.code, p.pk]) for p in table.players]
    pages += [reverse("settlement:settle", args=[played.code])]
    pages += [reverse("seasons:table", args=[played.club.code])]
    for page in pages:
        assert browser.get(page, {"money": "1"}).status_code == 200
    for player, balance in balances(played).items():
        own = own_session(played, session_tables(played), player)
        assert own.won_or_lost + own.handed_over == own.to_settle + own.in_pots == balance
        if own.selected_game and own.selected_game.keeps_score and own.hands.lines:
            assert next(own.steps).total == own.selected_game.total
