"""A game that its own rules do not end may end when the table says so: after a number of hands, or
at a time of day. Here is only the number; the clock is given from outside, as the hand at which it
was seen (``Game.ends``)."""

from __future__ import annotations

from typing import Any, Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import questions
from scorekeeper.engine.variant import AnyVariant, NamedValues
from scorekeeper.engine.words import _

MOST_HANDS: Final = 999


def can_agree_ending(variant: AnyVariant, options: Any) -> bool:
    """Each hand is settled when it is over, so that the game can end after any."""
    return variant.absences is not None and bool(variant.absences.open_table(options))


def split_ending(
    variant: AnyVariant, options_json: NamedValues
) -> tuple[dict[str, Any], int | None]:
    """Options, as JSON, without those that say after how many hands the game ends; and that number,
    if they said one that a table can agree on."""
    names = [q.name for q in questions(variant.options) if q.kind.ends]
    numbers = [options_json[name] for name in names if isinstance(options_json.get(name), int)]
    hands = next((number for number in numbers if 1 <= number <= MOST_HANDS), None)
    if hands is None and numbers:
        return dict(options_json), None
    return {name: value for name, value in options_json.items() if name not in names}, hands


def check_ending(variant: AnyVariant, options: Any, hands: int | None) -> None:
    """Raise EntryError(field="ending") where no ending can be agreed on, or not this one."""
    if not can_agree_ending(variant, options):
        raise EntryError(_("This game ends by its own rules."), field="ending")
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        raise EntryError(
            _("Give a number of hands from 1 to {most}."), field="ending", most=MOST_HANDS
        )
