"""Template tags for the rules of a game: its preset, and what differs from the default."""

from collections.abc import Sequence
from typing import Any

from django import template

from scorekeeper.questions.presets import whole_preset
from scorekeeper.questions.wording import RuleInWords

register = template.Library()
register.filter(whole_preset)
MOST_RULES = 4
"""Number of rules in the line; the rules' page has all."""


@register.inclusion_tag("questions/_house_rules.html")
def house_rules(rules: Sequence[RuleInWords], show_money: bool = True) -> dict[str, Any]:
    """Renders the line; nothing for default rules. ``show_money``: include stakes."""
    visible = told_rules(rules, show_money)
    return {"rules": visible[:MOST_RULES], "more": len(visible) - MOST_RULES}


@register.filter
def told_rules(rules: Sequence[RuleInWords], show_money: bool = True) -> list[RuleInWords]:
    return [rule for rule in rules if show_money or not rule.is_money]
