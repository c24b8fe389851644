"""A club says itself what is played for where a hand would move many of a small stake."""

from random import Random
from statistics import median
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.engine.money import nets
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Game
from scorekeeper.questions.options_form import OptionsForm
from scorekeeper.questions.wording import amounts, missing_stakes
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.drawing import draw_game

SMALL = 100
"""The least stake that a game here is played for, in minor units."""
MANY = 10


def typical(rules: AnyVariant, given_options: dict[str, Any]) -> tuple[float, int]:
    """What the one who pays most pays in a typical hand of random play, the median of them; and
    the small stake of the game: the least amount it is played for, and no less than ``SMALL``."""
    paid = []
    for seed in range(20):
        rng = Random(seed)
        seats = rng.choice(rules.seats)
        options = load_options(rules, given_options, seats)
        drawn = draw_game(rules, rng, seats=seats, side=1, options=options, hands=4)
        paid += [-min(nets(g.last.payments, g.persons)[0]) for g in drawn.games[1:] if g.last]
    least = min((value for _q, value in amounts(rules, options)), default=0)
    return median(paid), max(SMALL, least)


@pytest.mark.parametrize("key", VARIANTS)
def test_what_is_proposed_moves_ten_small_stakes_in_a_hand_at_most(key: str) -> None:
    """And whatever would move more is asked."""
    rules = VARIANTS[key]
    stakes = missing_stakes(rules, {})
    moved, stake = typical(rules, dict.fromkeys(stakes, 0))
    assert moved <= MANY * stake
    usual, stake = typical(rules, {})
    assert bool(stakes) is (usual > MANY * stake)


def start(club: Club, variant: str, **fields: Any) -> tuple[Client, Any]:
    host = make.host_client(club)
    names = [player.name for player in club.players.all()]
    form = {"variant": variant, "token": make.token(), "name": ["Asha", "Dev"] if not names else []}
    form["player"] = [str(player.pk) for player in club.players.all()]
    return host, host.post(reverse("starting:session_new", args=[club.code]), {**form, **fields})


@pytest.mark.django_db
def test_the_first_game_of_21_cards_asks_and_the_next_has_the_same_stakes() -> None:
    club = make.club()
    host, answer = start(club, "rummy_21")
    assert not Game.objects.exists() and "/games/new/" in answer.url
    page = host.get(answer.url).content.decode()
    assert "Points only." in page and 'name="stakes" value=""' in page
    assert 'name="o-point_value"' in page
    [session] = club.sessions.all()
    seats = [str(player.pk) for player in club.players.all()]
    fields = {"variant": "rummy_21", "seat": seats, "do": "start", "preset": ""}
    fields |= {"was-point_value": "1", "o-point_value": "0.05", "token": "a"}
    host.post(reverse("starting:game_new", args=[session.code]), fields)
    assert Game.objects.get().options["point_value"] == 5
    start(club, "rummy_21")
    first, second = Game.objects.order_by("pk")
    assert second.options["point_value"] == first.options["point_value"] == 5


@pytest.mark.django_db
def test_what_is_started_as_it_stands_is_for_points_only() -> None:
    club = make.club()
    host, answer = start(club, "points_rummy")
    page = host.get(answer.url).content.decode()
    shown = page.partition('name="was-point_value"')[2]
    was = shown.partition('value="')[2].partition('"')[0]
    [session] = club.sessions.all()
    seats = [str(player.pk) for player in club.players.all()]
    fields = {"variant": "points_rummy", "seat": seats, "do": "start", "preset": ""}
    fields |= {"was-point_value": was, "o-point_value": "0", "token": "a"}
    host.post(reverse("starting:game_new", args=[session.code]), fields)
    assert Game.objects.get().options["point_value"] == 0


@pytest.mark.django_db
def test_a_game_for_a_small_stake_starts_at_once() -> None:
    _host, _answer = start(make.club(), "rummi")
    assert Game.objects.count() == 1


def house_form(**fields: str) -> OptionsForm:
    data = QueryDict(mutable=True)
    data.update({"preset": "", "shown-preset": "", "do": "options", **fields})
    rules = VARIANTS["house_game"]
    return OptionsForm(rules, 4, 1, "INR", data=data, asks_stakes=True)


def test_a_house_game_asks_its_stake_once_money_is_played_for() -> None:
    assert missing_stakes(VARIANTS["house_game"], {}) == []
    assert missing_stakes(VARIANTS["house_game"], {"payment": "each_hand"}) == ["stake"]
    assert house_form(**{"was-payment": "none", "o-payment": "none"}).explicit == {}
    first = house_form(**{"was-payment": "none", "o-payment": "each_hand"})
    assert first.resolved.stake == 0
    [shown] = [f for f in first.fields if f.name == "o-stake"]
    posted = {"was-payment": "none", "o-payment": "each_hand", "was-stake": shown.was}
    assert house_form(**posted, **{"o-stake": "0"}).resolved.stake == 0
    assert house_form(**posted, **{"o-stake": "0.25"}).resolved.stake == 25


def test_rules_that_were_unfolded_stay_so() -> None:
    assert house_form(open="1").is_open and not house_form(open="").is_open
