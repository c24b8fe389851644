"""Agreed endings: a game without an end of its own may end after a number of hands.

An ending by time of day becomes a number of hands outside the engine (``Game.ends``).
"""

from typing import Any, Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.variant import AnyVariant, NamedValues
from scorekeeper.engine.words import _

MOST_HANDS: Final = 999


def can_agree_ending(variant: AnyVariant, options: Any) -> bool:
    """Whether each hand is settled when it is over, so that the game can end after any. Then
    persons may also leave and join the running game (``engine.seats.changes``)."""
    ending = variant.ends(options)
    return variant.may_miss and (ending is None or not ending.is_fixed)


def split_ending(
    variant: AnyVariant, options_json: NamedValues
) -> tuple[dict[str, Any], int | None]:
    """Splits off the options that end the game after a number of hands.

    Returns the other options as JSON, and that number: None if none is valid.
    """
    names = [q.name for q in questions(variant.options) if q.kind.ends]
    numbers = [options_json[name] for name in names if isinstance(options_json.get(name), int)]
    hands = next((number for number in numbers if 1 <= number <= MOST_HANDS), None)
    if hands is None and numbers:
        return dict(options_json), None
    return {name: value for name, value in options_json.items() if name not in names}, hands


def check_ending(variant: AnyVariant, options: Any, hands: int | None) -> None:
    """Raises EntryError(field="ending") where no ending can be agreed on, or not this one."""
    if not can_agree_ending(variant, options):
        raise EntryError(_("This game ends by its own rules."), field="ending")
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        raise EntryError(
            _("Give a number of hands from 1 to {most}."), field="ending", most=MOST_HANDS
        )
