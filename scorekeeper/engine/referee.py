"""A show to be judged: the claim of a player, and the verdict of the referee."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.words import NO_WORDS, Phrase


@dataclass(frozen=True, slots=True)
class Claim:
    """The cards a person shows as their whole hand."""

    person: int
    cards: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...] = ()
    """The groups as laid; empty when the referee should arrange them."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the show is valid, and why."""

    valid: bool
    sentence: Phrase
    """What the show consists of, or the first broken rule."""
    laid: Arrangement | None = None
    """How the cards can be laid: all of them, or leaving the fewest points."""
    hint: Phrase = NO_WORDS
    """A better arrangement of a legal show."""
    price: Phrase = NO_WORDS
    """What a wrong show costs in this game."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """Line answers as JSON that enter the verdict into the hand; empty if it cannot be entered."""
    deal: Mapping[str, Any] = field(default_factory=dict)
    """Deal answers as JSON that go with them."""
