"""Presets: the chosen one, the default one, that of a past game; and the rules of a group's last
game, where they differ from a preset, as a choice of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.core.localization.words import words
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Amount, questions
from scorekeeper.engine.questions.options import load_options, usual_options
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.questions.wording import answer_text, is_readable, with_proposed

ChosenOptions = dict[str, Any]
"""Chosen options, as JSON by name."""


def usual_preset(rules: AnyVariant, seats: int, side: int = 1) -> Preset | None:
    """Returns the preset that equals the default rules."""
    for preset in rules.presets:
        try:
            chosen = load_options(rules, dict(preset.options), seats, side)
        except EntryError:
            continue
        if chosen == usual_options(rules, {}, seats, side):
            return preset
    return None


def chosen_preset(
    rules: AnyVariant, key: str | None, seats: int, side: int, own: Sequence[Preset] = ()
) -> Preset | None:
    """Returns the preset with this key, from the game or the club's ``own``; the default one for
    None; None for ""."""
    if key is None:
        return usual_preset(rules, seats, side)
    return next((p for p in (*rules.presets, *own) if p.key == key), None)


def house_rules(game: Any, own: Sequence[Preset] = ()) -> tuple[str, ChosenOptions]:
    """Returns an earlier game's preset key ("" if none) and its other changed options: those that
    a game of this preset would not be proposed today."""
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    preset = next((p for p in (*rules.presets, *own) if p.name == game.preset), None)
    preset = preset or usual_preset(rules, seats, game.side)
    stored: Mapping[str, Any] = game.options
    try:
        given = preset.options if preset else {}
        proposed = with_proposed(rules, given, game.session.club.currency)
        plain = load_options(rules, proposed, seats, game.side)
        game_options = load_options(rules, stored, seats, game.side, without_stakes=True)
    except EntryError:
        return "", {}
    current, preset_options = codec.dump(game_options, full=True), codec.dump(plain, full=True)
    return preset.key if preset else "", {
        n: v for n, v in current.items() if v != preset_options[n]
    }


def whole_preset(game: Any) -> str:
    """Returns the name of a game's preset if all its rules are played; the stakes that it leaves
    open, and when the game ends, may be others. Empty if it has none, or names the game."""
    if game.preset in ("", game.title):
        return ""
    given = [preset.options for preset in game.rules.presets if preset.name == game.preset]
    if not given:
        stored = game.session.club.presets.filter(variant=game.variant, name=game.preset)
        given = list(stored.values_list("options", flat=True))
    is_whole = not given or any(_is_whole(game, options) for options in given)
    return str(game.preset) if is_whole else ""


def _is_whole(game: Any, given: Mapping[str, Any]) -> bool:
    rules: AnyVariant = game.rules
    seats = len(game.fold.get("totals", ())) or rules.seats.start
    try:
        plain = load_options(rules, dict(given), seats, game.side, without_stakes=True)
        played = load_options(rules, game.options, seats, game.side, without_stakes=True)
    except EntryError:
        return True
    fixed = (
        q.name
        for q in questions(rules.options)
        if q.name in given or not (q.kind.ends or isinstance(q.kind, Amount))
    )
    return all(getattr(plain, name) == getattr(played, name) for name in fixed)


# The rules of the last game ------------------------------------------------------------------


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
    """The differences in words."""

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
