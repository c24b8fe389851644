"""The referee: checks whether laid groups are melds, and why cards cannot be shown.

Faults are reported in this order: a missing pure sequence, too few sequences, cards in no meld.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from scorekeeper.engine.cards import RANKS, position, rank, show_all, suit
from scorekeeper.engine.melds.arrangement import Group
from scorekeeper.engine.melds.find import Holding, Meld, find_melds
from scorekeeper.engine.melds.lay import arrange, lay_out
from scorekeeper.engine.melds.meld import Cards, readings
from scorekeeper.engine.melds.rules import PURE, SEQUENCES, SHORTEST, Lives, MeldRules
from scorekeeper.engine.melds.search import Search
from scorekeeper.engine.words import Phrase, _


@dataclass(frozen=True, slots=True)
class Ruling:
    """The ruling on one laid group: its meld, or its fault."""

    group: Group | None
    fault: Phrase | None
    is_run: bool = False
    """Whether it is a sequence, or can be read as one, such as three wild cards of a rank."""


# Groups on the table -------------------------------------------------------------------------


def check_laid(groups: Iterable[Sequence[str]], rules: MeldRules) -> tuple[Ruling, ...]:
    """Rules on each group by itself, its cards in any order.

    A group that can be read in two ways counts as the purer meld; a wild card at an end of a
    sequence stands where it was laid.
    """
    return tuple(_rule(tuple(cards), rules) for cards in groups)


def check_show(groups: Iterable[Sequence[str]], rules: MeldRules) -> Phrase | None:
    """Returns the first fault of a whole layout: a group that is not a meld, or a missing life.

    A group that can be read in two ways counts as what the lives need.
    """
    rulings = check_laid(groups, rules)
    for ruling in rulings:
        if ruling.fault is not None:
            return ruling.fault
    kinds = [ruling.group.kind for ruling in rulings if ruling.group is not None]
    pures = sum(kind in PURE for kind in kinds)
    runs = sum(ruling.is_run for ruling in rulings)
    impure = next((r.group for r in rulings if r.group and r.group.kind == "impure"), None)
    return _lives_fault(pures, runs, rules.lives, impure.cards if impure else ())


def _rule(cards: Cards, rules: MeldRules) -> Ruling:
    groups = list(_laid(cards, rules))
    if not groups:
        return Ruling(None, _why_not(cards, rules))
    purest = min(
        groups,
        key=lambda group: (
            group.kind not in PURE,
            group.wilds,
            group.kind == "set",
            group.kind == "impure" and -_unmoved_count(group.cards, cards),
        ),
    )
    return Ruling(purest, None, any(group.kind in SEQUENCES for group in groups))


def _laid(cards: Cards, rules: MeldRules) -> Iterator[Group]:
    """Yields these cards as each meld they can be, wild ones as themselves or for others."""
    if len(cards) > max(rules.max_run, rules.largest_set):
        return
    wilds = [card for card in cards if rules.is_wild(card)]
    naturals = [card for card in cards if not rules.is_wild(card)]
    for size in range(len(wilds), -1, -1):
        for as_themselves in dict.fromkeys(combinations(sorted(wilds), size)):
            rest = list((Counter(wilds) - Counter(as_themselves)).elements())
            own = (*naturals, *as_themselves)
            for reading in readings(own, len(rest), rules):
                yield lay_out(reading, own, rest.copy())


def _unmoved_count(cards: Sequence[str], laid: Sequence[str]) -> int:
    """Returns how many cards stand where they were laid."""
    return sum(card == laid_card for card, laid_card in zip(cards, laid, strict=True))


# What is wrong with a group ------------------------------------------------------------------


def _why_not(cards: Cards, rules: MeldRules) -> Phrase:
    naturals = [card for card in cards if not rules.is_wild(card)]
    if len(cards) < SHORTEST:
        words = _("{cards}: a meld has {count} cards at least.")
        return words.format(cards=show_all(cards), count=SHORTEST)
    if any(_laid(cards, replace(rules, min_naturals=0))):
        if rules.min_naturals == 1:
            return _("{cards}: a meld needs a natural card.").format(cards=show_all(cards))
        words = _("{cards}: a meld needs {count} natural cards.")
        return words.format(cards=show_all(cards), count=rules.min_naturals)
    if len({rank(card) for card in naturals}) == 1 and len({suit(card) for card in naturals}) > 1:
        return _no_set(naturals, cards, rules)
    if len({suit(card) for card in naturals}) == 1:
        return _no_run(naturals, cards, rules)
    return _("{cards}: neither of one suit nor of one rank.").format(cards=show_all(cards))


def _no_set(naturals: Sequence[str], cards: Sequence[str], rules: MeldRules) -> Phrase:
    if len(set(naturals)) < len(naturals) and not rules.same_suits:
        return _("{cards}: a set has no two cards of one suit.").format(cards=show_all(cards))
    words = _("{cards}: a set has {count} cards at most.")
    return words.format(cards=show_all(cards), count=rules.largest_set)


def _no_run(naturals: Sequence[str], cards: Sequence[str], rules: MeldRules) -> Phrase:
    if len(set(naturals)) < len(naturals):
        return _("{cards}: the same card twice is not a sequence.").format(cards=show_all(cards))
    if len(cards) > rules.max_run:
        words = _("{cards}: a sequence has {count} cards at most.")
        return words.format(cards=show_all(cards), count=rules.max_run)
    if _round_the_corner(naturals, len(cards)):
        return _("{cards}: a sequence does not go round the corner.").format(cards=show_all(cards))
    return _("{cards}: these do not follow one another.").format(cards=show_all(cards))


def _round_the_corner(naturals: Sequence[str], length: int) -> bool:
    """Whether it would be a sequence if the ace followed the king."""
    places = {position(card) - 1 for card in naturals}
    return any(
        places <= {(start + step) % len(RANKS) for step in range(length)}
        for start in range(len(RANKS))
    )


# Why cards cannot be shown -------------------------------------------------------------------


def refusal(cards: Sequence[str], rules: MeldRules) -> Phrase | None:
    """Returns the first rule that these cards break as a show; None if they can be shown."""
    counted = replace(rules, values=(1,) * len(RANKS), wild_value=0 if rules.loose_wilds else 1)
    hand = Holding(cards, counted)
    melds = find_melds(hand, counted, roomy=True)
    pure = _most_pures(hand, melds, rules.lives.pure)
    runs = _most_runs(hand, melds, pure, rules.lives.sequences)
    if fault := _lives_fault(pure, runs, rules.lives, _nearest_run(hand, melds, rules)):
        return fault
    best = Search(hand, melds, pure=pure, sequences=runs).best() or []
    left = arrange(hand, best, counted, attach=True).left
    return _left_fault([card for card, points in left if points])


def _most_pures(hand: Holding, melds: Sequence[Meld], limit: int) -> int:
    """Returns the largest possible number of pure sequences, up to ``limit``."""
    pures = [meld for meld in melds if meld.kind in PURE]
    possible = (n for n in range(limit, 0, -1) if Search(hand, pures, pure=n).best())
    return next(possible, 0)


def _most_runs(hand: Holding, melds: Sequence[Meld], pure: int, limit: int) -> int:
    """Returns the largest possible number of sequences, ``pure`` of them pure, up to ``limit``."""
    possible = (
        n for n in range(limit, pure, -1) if Search(hand, melds, pure=pure, sequences=n).best()
    )
    return next(possible, min(pure, limit))


def _nearest_run(hand: Holding, melds: Sequence[Meld], rules: MeldRules) -> Sequence[str]:
    """Returns the shortest sequence with the fewest wild cards; empty if there is none."""
    impure = [meld for meld in melds if meld.kind == "impure" and meld.fill]
    if not impure:
        return ()
    nearest = min(impure, key=lambda meld: (meld.fill, len(meld.naturals), meld.naturals))
    return arrange(hand, [nearest], rules, attach=False).groups[0].cards


def _lives_fault(pure: int, runs: int, lives: Lives, impure: Sequence[str]) -> Phrase | None:
    if pure < lives.pure:
        if pure:
            words = _("Only {count} of {needed} pure sequences.")
            return words.format(count=pure, needed=lives.pure)
        if impure:
            return _("No pure sequence: {cards} is not pure.").format(cards=show_all(impure))
        return _("No pure sequence.")
    if runs < lives.sequences:
        if (runs, lives.sequences) == (1, 2):
            return _("Only one sequence.")
        words = _("Only {count} of {needed} sequences.")
        return words.format(count=runs, needed=lives.sequences)
    return None


def _left_fault(left: Sequence[str]) -> Phrase | None:
    if not left:
        return None
    if len(left) == 1:
        return _("{card} is not in any meld.").format(card=show_all(left))
    return _("{cards} are not in any meld.").format(cards=show_all(left))
