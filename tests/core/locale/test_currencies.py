"""Money and points as the reader writes them."""

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template

from scorekeeper.core.locale import currencies
from scorekeeper.engine.errors import EntryError


@pytest.mark.parametrize(
    ("locale", "amount", "currency", "written"),
    [
        ("en-IN", 12345650, "INR", "₹1,23,456.50"),
        ("en-US", 12345650, "INR", "₹123,456.50"),
        ("de", 12345650, "EUR", "123.456,50\xa0€"),
        ("ja-JP", 500, "JPY", "￥500"),
        ("en", 1234, "KWD", "KWD\xa01.234"),
        ("not-a-locale", 100, "INR", "₹1"),
    ],
)
def test_money_is_written_the_readers_way(locale, amount, currency, written):
    with currencies.reading_as(locale):
        assert currencies.money(amount, currency) == written


@pytest.mark.parametrize("locale", ["en-IN", "de", "fr", "ar-EG", "hi-IN", "fa"])
@pytest.mark.parametrize("currency", ["INR", "JPY", "KWD"])
@pytest.mark.parametrize("amount", [0, 1, 5, 100, 123456789, -250])
def test_what_a_field_shows_is_read_back_as_the_same(locale, currency, amount):
    with currencies.reading_as(locale):
        assert currencies.parse(currencies.typed(amount, currency), currency) == amount


@pytest.mark.parametrize(
    "text", ["", "x", "1,50", "NaN", "Infinity", "1e400", "9" * 30, "9" * 5000, "1.005", "--1"]
)
def test_what_is_no_amount_says_what_to_type(text):
    with currencies.reading_as("en-IN"), pytest.raises(ValidationError):
        currencies.parse(text, "INR")


def test_yen_have_no_decimals():
    with currencies.reading_as("en"), pytest.raises(ValidationError, match="no smaller unit"):
        currencies.parse("1.5", "JPY")


def shown(template: str, **values) -> str:
    with currencies.reading_as("en-IN"):
        return Template("{% load table %}" + template).render(Context(values))


def test_an_amount_always_carries_its_sign_beside_its_colour():
    assert shown('{{ a|signed:"INR" }}', a=1250) == '<bdi class="money plus">+₹12.50</bdi>'
    assert shown('{{ a|signed:"INR" }}', a=-1250) == '<bdi class="money minus">−₹12.50</bdi>'
    assert shown('{{ a|signed:"INR" }}', a=0) == '<bdi class="money even">₹0</bdi>'


@pytest.mark.parametrize(
    ("value", "written"), [(15.5, "15½"), (-15.5, "−15½"), (0, "0"), (-2, "−2")]
)
def test_points_may_have_halves(value, written):
    assert shown("{{ p|points }}", p=value) == written


def test_an_engine_message_is_filled_after_translation():
    error = EntryError("{game} is for {least} to {most} players.", game="Gin", least=2, most=3)
    assert shown("{{ e|words }}", e=error) == "Gin is for 2 to 3 players."
    assert shown("{{ e|words }}", e="") == ""


def test_tokens_are_fresh_unless_one_is_given():
    assert shown("{% token %}") != shown("{% token %}")
    assert 'value="kept"' in shown("{% token t %}", t="kept")


@pytest.mark.parametrize(
    ("text", "minor"), [("50/-", 5000), (" 1,250 /- ", 125_000), ("-50/-", -5000)]
)
def test_an_amount_may_say_that_nothing_follows_it(text, minor):
    assert currencies.parse(text, "INR") == minor
