"""The rules of a group's last game, where they differ from a preset: a choice of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.core.localization.words import words
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.questions.presets import ChosenOptions, house_rules
from scorekeeper.questions.rules import is_readable
from scorekeeper.questions.stakes import with_proposed
from scorekeeper.questions.words import answer_text

LAST: Final = "last"
"""Key of the choice "as last time"."""


@dataclass(frozen=True, slots=True)
class LastRules:
    """``preset``: the key of the preset they differ from, "" for the default rules."""

    game: int
    """Id of the game, so that a page does not take another one for it."""
    preset: str
    changed: ChosenOptions
    sentence: str
    """How they differ."""

    @classmethod
    def of(cls, game: Any, own: Sequence[Preset], currency: str) -> "LastRules | None":
        """Returns the rules of this game; None if they are those of a preset."""
        key, changed = house_rules(game, own)
        changed, _hands = split_ending(game.rules, changed)
        if not changed:
            return None
        sentence = difference(game.rules, key, changed, own, currency)
        return cls(game.pk, key, changed, sentence)


def difference(
    rules: AnyVariant,
    key: str,
    changed: Mapping[str, Any],
    own: Sequence[Preset],
    currency: str,
) -> str:
    """Returns how rules differ from a preset, as a sentence; empty if no reader sees it."""
    preset = next((p for p in (*rules.presets, *own) if p.key == key), None)
    given = {**(preset.options if preset else {}), **changed}
    options = with_proposed(rules, given, currency)
    try:
        loaded = load_options(rules, options, usual_seats(rules), without_stakes=True)
    except EntryError:
        return ""
    texts = [
        f"{words(q.label)}: {answer_text(q.kind, getattr(loaded, q.name), currency)}"
        for q in questions(rules.options)
        if q.name in changed and is_readable(q)
    ]
    if not texts:
        return ""
    if preset is None:
        return _("Like the default rules, but %(rules)s.") % {"rules": " · ".join(texts)}
    return _("Like “%(preset)s”, but %(rules)s.") % {
        "preset": words(preset.name),
        "rules": " · ".join(texts),
    }
