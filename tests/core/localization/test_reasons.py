"""What money was for, as the table says it."""

from scorekeeper.core.localization.words import reason
from scorekeeper.engine.words import Phrase, joined, ngettext


def test_what_was_counted_has_a_line_for_each_kind_with_what_one_is_worth() -> None:
    jokers = ngettext("{count} joker more", "{count} jokers more", 2).format(count=2, each=50)
    aces = ngettext("{count} ace fewer", "{count} aces fewer", 1).format(count=1, each=-100)
    money = '<bdi class="money">{}</bdi>'
    jokers_text, ace_text = (
        f"2 jokers more × {money.format('₹0.50')}",
        f"1 ace fewer × {money.format('₹1')}",
    )
    assert reason(joined([jokers, aces]), "INR") == f"{jokers_text}<br>{ace_text}"
    assert reason(jokers, "INR") == jokers_text


def test_any_other_reason_is_said_as_it_stands() -> None:
    assert reason(Phrase("jokers and aces"), "INR") == "jokers and aces"
    assert reason("old <words>", "INR") == "old <words>"
    assert (
        reason(ngettext("{count} drop ahead", "{count} drops ahead", 2), "INR") == "2 drops ahead"
    )
