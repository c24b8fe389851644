"""Whether a hand that somebody shows is a knock, gin or big gin, and how it could be laid better.

Cards only: ten of them, or eleven with the best discard.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.cards import JOKER, show
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.words import NO_WORDS, Phrase, _
from scorekeeper.variants.gin_rummy.cards import (
    HAND,
    Cards,
    Melds,
    are_held,
    card_value,
    first_fault,
    put_down,
)


def verdict(claim: Claim, limit: int, *, big_gin: bool) -> Verdict:
    """Ten cards may be a knock or gin, eleven with the best discard too, or big gin.

    ``limit``: the most deadwood to knock with. Raises EntryError for cards that cannot be.
    """
    check_shown(claim)
    best = best_of(claim.cards, None, big_gin=big_gin)
    melds = melds_of(claim)
    if fault := first_fault(melds):
        return Verdict(False, fault, best.laid, hint=better(best, None, limit))
    claimed = best_of(claim.cards, melds or None, big_gin=big_gin)
    hint = better(best, claimed, limit)
    if claimed.points > limit:
        return Verdict(False, too_much(claimed.points, limit), best.laid, hint)
    answers = {"knocked": True, "deadwood": claimed.points} if claimed.points else {"knocked": True}
    return Verdict(
        True, claimed.words, claimed.laid, hint, answers=answers, deal={"result": claimed.result}
    )


def check_shown(claim: Claim) -> None:
    if len(claim.cards) not in (HAND, HAND + 1):
        raise EntryError(_("A hand has 10 cards, or 11 before the discard."), field="cards")
    if JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    if len(set(claim.cards)) < len(claim.cards):
        raise EntryError(_("A card is here twice."), field="cards")
    if not are_held(claim.groups, claim.cards):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")


def melds_of(claim: Claim) -> Melds:
    """The groups meant as melds: where all cards are in groups, the last may be what is left."""
    *melds, last = claim.groups or ((),)
    everything = sum(len(group) for group in claim.groups) == len(claim.cards)
    return tuple(melds) if everything and first_fault((last,)) else claim.groups


@dataclass(frozen=True, slots=True)
class WayToShow:
    """One way to show a hand."""

    laid: Arrangement
    discard: str | None
    is_big: bool = False

    @property
    def points(self) -> int:
        return self.laid.points

    @property
    def result(self) -> str:
        """The answer to how the deal ended."""
        if self.is_big:
            return "big_gin"
        return "knock" if self.points else "gin"

    @property
    def words(self) -> Phrase:
        if self.is_big:
            return _("Big gin.")
        if self.discard is None:
            return _("Knock with {left}.").format(left=self.points) if self.points else _("Gin.")
        card = show(self.discard)
        if self.points:
            return _("Without the {card} a knock with {left}.").format(card=card, left=self.points)
        return _("Without the {card} it is gin.").format(card=card)


def best_of(cards: Cards, melds: Melds | None, *, big_gin: bool) -> WayToShow:
    """Laid as told, or as well as can be; of eleven cards without the one that is best gone."""
    whole = put_down(cards, melds)
    if len(cards) == HAND:
        return WayToShow(whole, None)
    if big_gin and not whole.left:
        return WayToShow(whole, None, is_big=True)
    ways = (WayToShow(laid, card) for card, laid in discarded(cards, melds))
    return min(ways, key=lambda way: way.points)


def discarded(cards: Cards, melds: Melds | None) -> Iterator[tuple[str, Arrangement]]:
    """Every card that may go, and how the others lie, the dearest first."""
    for card in sorted(cards, key=card_value, reverse=True):
        rest = tuple(other for other in cards if other != card)
        if melds is None:
            yield card, put_down(rest, None)
            continue
        shorter = tuple(tuple(other for other in meld if other != card) for meld in melds)
        if first_fault(shorter) is None:
            yield card, put_down(rest, shorter)


def too_much(left: int, limit: int) -> Phrase:
    if not limit:
        return _("{left} are left over; it must be gin.").format(left=left)
    return _("{left} are left over; the limit is {limit}.").format(left=left, limit=limit)


def better(best: WayToShow, claimed: WayToShow | None, limit: int) -> Phrase:
    """What could be shown with the same cards, where that is more than what was."""
    if best.points > limit:
        return NO_WORDS
    if claimed and (best.points, not best.is_big) >= (claimed.points, not claimed.is_big):
        return NO_WORDS
    return _("Laid otherwise: {show}").format(show=best.words)
