"""The house rules of a game in one line: what differs from the usual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from scorekeeper.asking.rules import RuleInWords

register = template.Library()
SHOWN = 4
"""So many stand in the line; the page of rules has the rest."""


@register.inclusion_tag("asking/_house_rules.html")
def house_rules(rules: Sequence[RuleInWords], show_money: bool = True) -> dict[str, Any]:
    """Nothing where all is as usual. Without ``show_money`` no stake is told."""
    told = told_rules(rules, show_money)
    return {"rules": told[:SHOWN], "more": len(told) - SHOWN}


@register.filter
def told_rules(rules: Sequence[RuleInWords], show_money: bool = True) -> list[RuleInWords]:
    return [rule for rule in rules if show_money or not rule.is_money]
