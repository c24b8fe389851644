"""Money and points as the reader writes them."""

from itertools import product

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template

from scorekeeper.core.localization import currencies
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
def test_what_a_field_shows_is_read_back_as_the_same(locale):
    with currencies.reading_as(locale):
        for currency, amount in product(["INR", "JPY", "KWD"], [0, 1, 5, 100, 123456789, -250]):
            assert currencies.parse(currencies.typed(amount, currency), currency) == amount


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "1,5,0",
        "NaN",
        "Infinity",
        "1e400",
        "9" * 30,
        "9" * 5000,
        "1.005",
        "--1",
        "1e3",
        "1E3",
        "1_0",
        "1,2000",
        "12,",
        "½",
    ],
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


EVERYWHERE = ("en-GB", "en-IN", "de-CH", "de", "fr", "hi-IN", "ar-EG")


@pytest.mark.parametrize(
    ("text", "minor"),
    [
        *[("0,50", 50), ("12,50", 1250), ("12.50", 1250), ("-7,5", -750), (",50", 50)],
        *[("1 200,50", 120_050), ("1\u202f200.50", 120_050), ("1’200.50", 120_050)],
        *[("1.200,50", 120_050), ("1,200.50", 120_050), ("12,34,567", 123_456_700)],
        *[("1.200.000", 120_000_000), ("0,200", 20), ("1 200", 120_000)],
        *[("१२.५०", 1250), ("٣٫٥", 350), ("１２，５", 1250), ("۱٬۲۰۰٫۵۰", 120_050)],
    ],
)
def test_a_comma_or_a_point_that_can_only_mean_one_thing_means_it(text, minor):
    for locale in EVERYWHERE:
        with currencies.reading_as(locale):
            assert currencies.parse(text, "INR") == minor, locale


@pytest.mark.parametrize(
    ("locale", "text", "asked"),
    [
        ("en-IN", "1.200", "1200 or 1.20"),
        ("en-IN", "1234,500", "1234500 or 1234.50"),
        ("de", "1,200", "1200 or 1,20"),
        ("de-CH", "1.200", "1200 or 1.20"),
        ("de-CH", "1,200", "1200 or 1.20"),
        ("fr", "1.200", "1200 or 1,20"),
    ],
)
def test_an_amount_that_could_be_meant_in_two_ways_is_asked_about(locale, text, asked):
    with currencies.reading_as(locale), pytest.raises(ValidationError) as refused:
        currencies.parse(text, "INR")
    assert asked in refused.value.messages[0]


@pytest.mark.parametrize(
    ("locale", "text", "minor"), [("en-IN", "1,200", 120_000), ("de", "1.200", 120_000)]
)
def test_thousands_are_grouped_as_the_reader_groups_them(locale, text, minor):
    with currencies.reading_as(locale):
        assert currencies.parse(text, "INR") == minor


def test_money_of_three_decimals_has_them_behind_the_readers_mark():
    with currencies.reading_as("en"):
        assert currencies.parse("1.200", "KWD") == 1200
        with pytest.raises(ValidationError) as refused:
            currencies.parse("1,200", "KWD")
    assert "1200 or 1.200" in refused.value.messages[0]
