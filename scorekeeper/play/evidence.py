"""How tapped cards were counted: worked out once, when a hand is written, and kept with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.engine.cards import PLAYING_CARDS, Deck
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions import deck_of
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Hand
from scorekeeper.wording.words import words


def evidence(rules: AnyVariant, fold: Fold[Any, Any], entry: Entry[Any, Any]) -> dict[str, Any]:
    """Of a legal hand on this fold: the arrangement of every line with tapped cards, by line."""
    laid = ((line, rules.cards.lay(fold, entry, line)) for line in entry.playing)
    return {str(line): dump_arrangement(found) for line, found in laid if found is not None}


def arrangements(hand: Hand) -> Iterator[tuple[int, Arrangement]]:
    """As they were counted that evening, by line."""
    for line, stored in hand.laid.items():
        yield int(line), load_arrangement(stored)


def deck(rules: AnyVariant) -> Deck:
    """What cards are called in this game."""
    return deck_of(rules.line) or PLAYING_CARDS


def in_words(arrangement: Arrangement, named: Deck) -> str:
    """``5♥ 6♥ 7♥ · K♠ Joker K♦ · left: Q♣ 10``, for paper."""
    groups = [
        " ".join(words(named.show(card)) for card in group.cards) for group in arrangement.groups
    ]
    left = " ".join(f"{words(named.show(card))} {points}" for card, points in arrangement.left)
    if left:
        groups.append(_("left: %(cards)s") % {"cards": left})
    return " · ".join(groups)
