"""Amounts in a column, as this reader writes numbers."""

import pytest
from babel import Locale
from django.utils.html import strip_tags

from scorekeeper.core.localization import currencies
from scorekeeper.table.scoreboard.templatetags.sheet import brief


@pytest.mark.parametrize(
    ("here", "amount", "shown"),
    [
        ("en_IN", 3_001_200_00, "+30,01,200"),
        ("en_IN", -1_234_50, "−1,234.50"),
        ("en_US", 3_001_200_00, "+3,001,200"),
        ("de_DE", -3_001_200_50, "−3.001.200,50"),
        ("en_IN", 0, "0"),
    ],
)
def test_thousands_are_grouped_as_beside_the_currency(
    here: str, amount: int, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(currencies, "locale", lambda: Locale.parse(here))
    assert strip_tags(brief(amount, "INR")) == shown
    beside = currencies.signed(amount, "INR")
    assert shown.strip("+−") in beside
