"""The evidence that is computed once when a hand is saved, and stored with it: how tapped cards
were counted, the cards of wrong shows, and the digest by which hands are chained."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from scorekeeper.core.localization.words import words
from scorekeeper.engine.cards import PLAYING_CARDS, Deck
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry
from scorekeeper.engine.game import Game as Fold
from scorekeeper.engine.melds import Arrangement, dump_arrangement, load_arrangement
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.kinds import deck_of
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import Phrase
from scorekeeper.engine.words import dump as dump_words
from scorekeeper.engine.words import load as load_words
from scorekeeper.play.models import Hand

SHOWS: Final = "shows"


def evidence(
    rules: AnyVariant,
    fold: Fold[Any, Any],
    entry: Entry[Any, Any],
    claims: Sequence[Claim] = (),
) -> dict[str, Any]:
    """Returns the arrangement of each line with tapped cards, by line, and the ``claims`` that the
    hand calls wrong shows."""
    tapped = ((line, rules.tapped(fold, entry, line)) for line in entry.playing)
    cards = {
        str(line): dump_arrangement(result.arrangement)
        for line, result in tapped
        if result is not None and result.arrangement is not None
    }
    shows = ((claim.person, _wrong(rules, fold, entry, claim)) for claim in claims)
    wrong = {str(person): show for person, show in shows if show}
    return {**cards, SHOWS: wrong} if wrong else cards


def chained_digest(last: str, token: str, entry: Mapping[str, Any]) -> str:
    """Returns the digest of a hand, computed over the previous hand's digest."""
    text = json.dumps([last, token, entry], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def arrangements(hand: Hand) -> Iterator[tuple[int, Arrangement]]:
    """Yields the stored arrangements, by line."""
    for line, stored in hand.laid.items():
        if line != SHOWS:
            yield int(line), load_arrangement(stored)


@dataclass(frozen=True, slots=True)
class WrongShow:
    """A show that a referee judged wrong."""

    claim: Claim
    reason: Phrase
    """The reason why it was wrong."""


def wrong_shows(hand: Hand) -> Iterator[WrongShow]:
    """Yields the wrong shows as they were judged then."""
    for person, stored in hand.laid.get(SHOWS, {}).items():
        groups = tuple(tuple(group) for group in stored["cards"])
        cards = tuple(card for group in groups for card in group)
        claim = Claim(int(person), cards, groups if len(groups) > 1 else ())
        yield WrongShow(claim, load_words(stored["said"]))


def _wrong(
    rules: AnyVariant, fold: Fold[Any, Any], entry: Entry[Any, Any], claim: Claim
) -> dict[str, Any] | None:
    """Returns what is stored of a show, if it is wrong and the entry says so."""
    if not rules.shows or claim.person not in entry.playing:
        return None
    try:
        verdict = rules.judge(fold, fold.deal_of(entry, claim.person), claim)
    except EntryError:
        return None
    answers = dump(entry.lines[claim.person], full=True)
    is_reported = verdict.answers and verdict.answers.items() <= answers.items()
    if verdict.valid or not is_reported:
        return None
    return {
        "cards": [list(group) for group in claim.groups or (claim.cards,)],
        "said": dump_words(verdict.sentence),
    }


def deck(rules: AnyVariant) -> Deck:
    """Returns the names of cards in this game."""
    return deck_of(rules.line) or PLAYING_CARDS


def wrong_show_text(show: WrongShow, deck: Deck) -> str:
    """Returns the cards of a wrong show as they were laid and why it was wrong, for a statement."""
    groups = show.claim.groups or (show.claim.cards,)
    cards = " · ".join(" ".join(words(deck.show(card)) for card in group) for group in groups)
    return _("wrong show of %(cards)s: %(why)s") % {"cards": cards, "why": words(show.reason)}
