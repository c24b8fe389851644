"""Gin rummy with tapped cards: how two hands are laid, and whether a show stands.

Cards only: what a hand is worth stands in ``gin_rummy``. Sets of three or four, sequences of three
and more with the ace low; deadwood is least over all layouts, lay-offs included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, Protocol, TypeAlias

from scorekeeper.engine.cards import JOKER, show
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import (
    Arrangement,
    Fault,
    Group,
    MeldRules,
    check_laid,
    least,
    left_over,
    rank_values,
)
from scorekeeper.engine.melds.layoffs import Answer, answer, knock
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.words import _

Cards: TypeAlias = tuple[str, ...]
Melds: TypeAlias = tuple[Cards, ...]

RULES: Final = MeldRules(values=rank_values(ace=1), aces="low")
HAND: Final = 10


def card_value(card: str) -> int:
    """Ace 1, court cards 10.

    >>> card_value("AS"), card_value("QH")
    (1, 10)
    """
    return RULES.value(card)


def deadwood(cards: Sequence[str]) -> int:
    """The least that is left outside melds."""
    return least(cards, RULES).points


# Two hands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Showdown:
    """Both hands laid out."""

    knocker: Arrangement
    opponent: Arrangement


@lru_cache(maxsize=512)
def showdown(knocker: Cards, opponent: Cards, melds: Melds | None, *, lays_off: bool) -> Showdown:
    """``melds`` the knocker really put down; without them, of his layouts with least deadwood the
    one that leaves the opponent most. Nothing is laid off on gin."""
    if not lays_off:
        return Showdown(put_down(knocker, melds), least(opponent, RULES))
    if melds is None:
        shown, answered = knock(knocker, opponent, RULES)
    else:
        shown = put_down(knocker, melds)
        answered = answer(opponent, shown.groups, RULES)
    return Showdown(shown, with_lay_offs(answered))


def put_down(cards: Cards, melds: Melds | None) -> Arrangement:
    """A hand with these melds, which must be melds of its cards; None: with the best."""
    if melds is None:
        return least(cards, RULES)
    laid = Counter(card for meld in melds for card in meld)
    left = (Counter(cards) - laid).elements()
    groups = (ruling.group for ruling in check_laid(melds, RULES))
    return Arrangement(tuple(group for group in groups if group), left_over(left, RULES))


def with_lay_offs(answered: Answer) -> Arrangement:
    """His own melds, then the cards he laid off, together what one meld takes."""
    taken: dict[int, list[str]] = {}
    for lay_off in answered.lay_offs:
        taken.setdefault(lay_off.group, []).append(lay_off.card)
    added = (Group("laid_off", tuple(cards), (None,) * len(cards)) for cards in taken.values())
    own = answered.arrangement
    return replace(own, groups=(*own.groups, *added))


def first_fault(melds: Melds) -> Fault | None:
    """Why one of these is no meld."""
    return next((ruling.fault for ruling in check_laid(melds, RULES) if ruling.fault), None)


def within(melds: Melds, cards: Sequence[str]) -> bool:
    """Whether these cards are there to be laid so, each once."""
    return Counter(card for meld in melds for card in meld) <= Counter(cards)


# What a table reports ------------------------------------------------------------------------


class Line(Protocol):
    @property
    def knocked(self) -> bool: ...

    @property
    def deadwood(self) -> int | None: ...

    @property
    def cards(self) -> Cards | None: ...

    @property
    def melds(self) -> Melds | None: ...


class Table(Protocol):
    """Two players and what they reported."""

    @property
    def persons(self) -> tuple[int, ...]: ...

    @property
    def lines(self) -> Sequence[Line]: ...

    @property
    def knocked_with(self) -> int: ...

    @property
    def lays_off(self) -> bool: ...

    @property
    def in_order(self) -> Sequence[tuple[int, Line]]: ...


def card_faults(table: Table) -> Iterator[EntryError]:
    """Why tapped cards cannot be, or cannot be laid so, before anything is counted."""
    for person, line, other in zip(table.persons, table.lines, reversed(table.lines), strict=True):
        if line.cards is None and other.cards is not None:
            yield EntryError(_("Tap both hands or none."), field="cards", seat=person)
    for person, line in zip(table.persons, table.lines, strict=True):
        yield from hand_faults(line, table.knocked_with if line.knocked else HAND, person)
        yield from meld_faults(line, person)
    first, second = (set(line.cards or ()) for line in table.lines)
    if first & second:
        yield EntryError(_("Both hands hold the same card."), field="cards")


def hand_faults(line: Line, size: int, person: int) -> Iterator[EntryError]:
    if line.cards is None:
        return
    if len(line.cards) != size:
        yield EntryError(_("Tap {cards} cards."), field="cards", seat=person, cards=size)
    if len(set(line.cards)) < len(line.cards):
        yield EntryError(_("A card is here twice."), field="cards", seat=person)


def meld_faults(line: Line, person: int) -> Iterator[EntryError]:
    if line.melds is None:
        return
    if line.cards is None or not line.knocked:
        words = _("Melds go with the knocker's tapped cards.")
        yield EntryError(words, field="melds", seat=person)
    elif fault := first_fault(line.melds):
        yield EntryError(fault.message, field="melds", seat=person, **fault.values)
    elif not within(line.melds, line.cards):
        yield EntryError(_("These are not this player's cards."), field="melds", seat=person)


def lay_out(table: Table) -> Showdown | None:
    """How tapped hands are laid; None where deadwood is typed."""
    (_knocker, one), (_opponent, other) = table.in_order
    if one.cards is None or other.cards is None:
        return None
    return showdown(one.cards, other.cards, one.melds, lays_off=table.lays_off)


def check_counted(table: Table, laid: Showdown, allowed: range) -> None:
    """The knocker has what he may have, and what was typed too is what was counted."""
    (knocker, line), (opponent, other) = table.in_order
    check_knock(line, laid.knocker.points, allowed, knocker)
    for person, told, hand in ((knocker, line, laid.knocker), (opponent, other, laid.opponent)):
        if told.deadwood not in (None, hand.points):
            raise EntryError(
                _("The cards tapped leave {left}."), field="deadwood", seat=person, left=hand.points
            )


def check_knock(line: Line, left: int, allowed: range, knocker: int) -> None:
    """Melds put down may leave too much; a hand too good or too bad is refused all the same."""
    if left not in allowed and line.melds is not None:
        field, words = "melds", _("These melds leave {left}; it can be {least} to {most}.")
    elif (left := deadwood(line.cards or ())) not in allowed:
        field, words = "cards", _("These cards leave {left}; it can be {least} to {most}.")
    else:
        return
    least, most = allowed[0], allowed[-1]
    raise EntryError(words, field=field, seat=knocker, left=left, least=least, most=most)


# A show --------------------------------------------------------------------------------------


def judge(claim: Claim, limit: int, *, big_gin: bool) -> Verdict:
    """Ten cards may be a knock or gin, eleven with the best discard too, or big gin.

    ``limit``: the most deadwood to knock with. Raises EntryError for cards that cannot be.
    """
    check_shown(claim)
    best = best_of(claim.cards, None, big_gin=big_gin)
    melds = melds_of(claim)
    if fault := first_fault(melds):
        return Verdict(False, str(fault), best.laid, hint=better(best, None, limit))
    shown = best_of(claim.cards, melds or None, big_gin=big_gin)
    hint = better(best, shown, limit)
    if shown.points > limit:
        return Verdict(False, too_much(shown.points, limit), best.laid, hint)
    answers = {"knocked": True, "deadwood": shown.points} if shown.points else {"knocked": True}
    return Verdict(
        True, shown.words, shown.laid, hint, answers=answers, deal={"result": shown.result}
    )


def check_shown(claim: Claim) -> None:
    if len(claim.cards) not in (HAND, HAND + 1):
        raise EntryError(_("A hand has 10 cards, or 11 before the discard."), field="cards")
    if JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    if len(set(claim.cards)) < len(claim.cards):
        raise EntryError(_("A card is here twice."), field="cards")
    if not within(claim.groups, claim.cards):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")


def melds_of(claim: Claim) -> Melds:
    """The groups meant as melds: where all cards are in groups, the last may be what is left."""
    *melds, last = claim.groups or ((),)
    everything = sum(len(group) for group in claim.groups) == len(claim.cards)
    return tuple(melds) if everything and first_fault((last,)) else claim.groups


@dataclass(frozen=True, slots=True)
class Shown:
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
    def words(self) -> str:
        if self.is_big:
            return _("Big gin.")
        if self.discard is None:
            return _("Knock with {left}.").format(left=self.points) if self.points else _("Gin.")
        card = show(self.discard)
        if self.points:
            return _("Without the {card} a knock with {left}.").format(card=card, left=self.points)
        return _("Without the {card} it is gin.").format(card=card)


def best_of(cards: Cards, melds: Melds | None, *, big_gin: bool) -> Shown:
    """Laid as told, or as well as can be; of eleven cards without the one that is best gone."""
    whole = put_down(cards, melds)
    if len(cards) == HAND:
        return Shown(whole, None)
    if big_gin and not whole.left:
        return Shown(whole, None, is_big=True)
    ways = (Shown(laid, card) for card, laid in discarded(cards, melds))
    return min(ways, key=lambda shown: shown.points)


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


def too_much(left: int, limit: int) -> str:
    if not limit:
        return _("{left} are left over; it must be gin.").format(left=left)
    return _("{left} are left over; the limit is {limit}.").format(left=left, limit=limit)


def better(best: Shown, shown: Shown | None, limit: int) -> str:
    """What could be shown with the same cards, where that is more than what was."""
    if best.points > limit:
        return ""
    if shown and (best.points, not best.is_big) >= (shown.points, not shown.is_big):
        return ""
    return _("Laid otherwise: {show}").format(show=best.words)
