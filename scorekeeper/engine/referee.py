"""A show to be judged: what somebody claims to hold, and what a referee says to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.words import NO_WORDS, Phrase


@dataclass(frozen=True, slots=True)
class Claim:
    """The cards somebody shows as his whole hand."""

    person: int
    cards: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...] = ()
    """As he laid them; empty when he left that to the referee."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the show stands, and why."""

    valid: bool
    sentence: Phrase
    """What it is shown with; or the first rule that is broken, in words."""
    laid: Arrangement | None = None
    """How the cards can be laid: all of them, or so that least is left over."""
    hint: Phrase = NO_WORDS
    """Legal, but there is better: in words."""
    price: Phrase = NO_WORDS
    """What a wrong show costs by the rules of this game, in words."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """Line answers, as JSON, that put the verdict into the hand; none when it has no place."""
    deal: Mapping[str, Any] = field(default_factory=dict)
    """Deal answers, as JSON, that go with them."""
