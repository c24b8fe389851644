"""A stake that nobody has chosen yet is a sum that a table plays for in its currency."""

from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scorekeeper.clubs.models import Club
from scorekeeper.core.localization import currencies
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table
from scorekeeper.questions.options_form import OptionsForm
from scorekeeper.questions.wording import preset_stakes
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make

POOL = VARIANTS["pool_rummy"]
FEES = {"GBP": 500, "EUR": 500, "INR": 10000, "JPY": 1000, "KWD": 2000, "KRW": 5000, "VND": 50000}


@pytest.mark.parametrize("currency", FEES)
def test_the_form_of_a_first_pool_proposes_a_fee_of_its_currency(currency: str) -> None:
    form = OptionsForm(POOL, 4, 1, currency, asks_stakes=True)
    [fee] = form.first
    assert form.resolved.fee == form.options.get("fee", POOL.options().fee) == FEES[currency]
    assert not fee.changed and fee.usually == currencies.money(FEES[currency], currency)
    assert currencies.money(FEES[currency], currency) in preset_stakes(POOL, None, currency)


@pytest.mark.parametrize("amount", [1, 5, 50, 100, 10_000])
def test_a_proposed_sum_is_a_1_2_or_5_with_noughts(amount: int) -> None:
    for currency in (*currencies.LISTED, "KRW"):
        proposed = currencies.table_sum(amount, currency)
        assert str(proposed).rstrip("0") in ("1", "2", "5"), currency
        if proposed >= 10 ** currencies.digits(currency):
            value = currencies.major(proposed, currency)
            assert value == value.to_integral_value(), currency


def test_nothing_below_the_small_change_of_a_currency_is_proposed() -> None:
    for currency, least in (("GBP", "0.01"), ("INR", "0.1"), ("JPY", "1"), ("KWD", "0.005")):
        gin = OptionsForm(VARIANTS["gin_rummy"], 2, 1, currency).resolved
        assert currencies.major(gin.point_value, currency) == Decimal(least)


def start(club: Club, **fields: Any) -> tuple[Client, Game]:
    host = make.host_client(club)
    names = [player.name for player in club.players.all()]
    form = {"variant": "pool_rummy", "token": make.token(), "name": ["A", "B"] if not names else []}
    form["player"] = [str(player.pk) for player in club.players.all()]
    host.post(reverse("starting:session_new", args=[club.code]), {**form, **fields})
    return host, Game.objects.latest("pk")


@pytest.mark.django_db
@pytest.mark.parametrize("currency", ["GBP", "JPY"])
def test_a_game_started_in_one_tap_is_played_for_that_fee_and_nothing_is_unusual(
    currency: str,
) -> None:
    club = make.club(currency=currency)
    host, game = start(club)
    assert game.options["fee"] == FEES[currency]
    agreement = game_table(game).agreement
    assert not agreement.unusual() and not any(rule.differs for rule in agreement.all())
    again = host.get(reverse("starting:session_new", args=[club.code])).content.decode()
    assert "As last time" not in again


@pytest.mark.django_db
def test_a_game_of_before_keeps_its_fee_and_the_next_one_as_last_time_has_it_too() -> None:
    club = make.club(currency="GBP")
    before = make.session("pool_rummy", ["A", "B"], club=club).game
    assert before.options["fee"] == 10000 and not game_table(before).agreement.unusual()
    host, game = start(club)
    assert game.pk != before.pk and game.options["fee"] == 10000
    page = host.get(reverse("starting:session_new", args=[club.code])).content.decode()
    assert "As last time" in page


@pytest.mark.django_db
def test_a_preset_of_the_group_keeps_no_fee_that_was_only_proposed() -> None:
    club = make.club(currency="GBP")
    host = make.host_client(club)
    form = OptionsForm(POOL, 2, 1, "GBP")
    fields = {"variant": "pool_rummy", "called": "Ours", "token": "t", "do": "keep", "preset": ""}
    fields |= {f"was-{f.question.name}": f.was for f in form.fields}
    fields |= {f.name: f.was for f in form.fields} | {"o-limit": "250", "was-limit": "101"}
    host.post(reverse("house_rules:new", args=[club.code]) + "?variant=pool_rummy", fields)
    [preset] = club.presets.all()
    assert "fee" not in preset.options
