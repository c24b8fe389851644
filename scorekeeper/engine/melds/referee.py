"""The referee: checks whether laid groups are melds, and why cards cannot be shown.

Faults are reported in this order: a missing pure sequence, too few sequences, cards in no meld.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.engine.cards import (
    JOKER,
    RANKS,
    SUITS,
    card_at,
    in_order,
    position,
    rank,
    show_all,
    suit,
)
from scorekeeper.engine.melds.arrangement import Group
from scorekeeper.engine.melds.find import Holding, Meld, find_melds
from scorekeeper.engine.melds.lay import arrange, set_faces
from scorekeeper.engine.melds.rules import PURE, SEQUENCES, Lives, MeldRules
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


def _rule(cards: tuple[str, ...], rules: MeldRules) -> Ruling:
    readings = [reading for reading in _readings(cards, rules) if _is_legal(reading, rules)]
    if readings:
        purest = min(readings, key=lambda group: (group.kind not in PURE, group.wilds))
        return Ruling(purest, None, any(group.kind in SEQUENCES for group in readings))
    return Ruling(None, _why_not(cards, rules))


def _is_legal(group: Group, rules: MeldRules) -> bool:
    if group.kind in PURE:
        return True
    few = rules.max_wilds is None or group.wilds <= rules.max_wilds
    return few and len(group.cards) - group.wilds >= rules.min_naturals


def _readings(cards: tuple[str, ...], rules: MeldRules) -> Iterator[Group]:
    """Yields the melds that these cards could be, ignoring limits on wild cards."""
    if _is_tunnela(cards, rules):
        yield Group("tunnela", cards, (None,) * 3)
    if rules.min_run <= len(cards) <= rules.max_run:
        windows = _windows(len(cards), rules)
        runs = [group for faces in windows if (group := _as_run(cards, faces, rules))]
        yield from sorted(runs, key=lambda group: -_unmoved_count(group.cards, cards))
    if rules.min_set <= len(cards) <= rules.max_set:
        for of_rank in RANKS:
            if group := _as_set(cards, of_rank, rules):
                yield group


def _is_tunnela(cards: tuple[str, ...], rules: MeldRules) -> bool:
    if not rules.tunnelas or len(cards) != 3 or len(set(cards)) != 1:
        return False
    return rules.joker_tunnelas or cards[0] != JOKER


def _unmoved_count(cards: Sequence[str], laid: Sequence[str]) -> int:
    """Returns how many cards stand where they were laid."""
    return sum(card == laid_card for card, laid_card in zip(cards, laid, strict=True))


def _windows(length: int, rules: MeldRules) -> Iterator[tuple[str, ...]]:
    first, last = (2 if rules.aces == "high" else 1), (13 if rules.aces == "low" else 14)
    for of_suit in SUITS:
        for low in range(first, last - length + 2):
            yield tuple(card_at(low + step, of_suit) for step in range(length))


def _as_run(cards: Sequence[str], faces: Sequence[str], rules: MeldRules) -> Group | None:
    """Returns the cards as this sequence, wild ones as themselves where possible."""
    spare = Counter(cards)
    spare.subtract(face for face in faces if spare[face])
    others = [card for card in cards if spare[card] > 0]
    if not all(rules.is_wild(card) for card in others):
        return None
    order = tuple(face if face in cards else others.pop(0) for face in faces)
    stands = tuple(None if card == face else face for card, face in zip(order, faces, strict=True))
    return Group("impure" if any(stands) else "pure", order, stands)


def _as_set(cards: Sequence[str], of_rank: str, rules: MeldRules) -> Group | None:
    """Returns the cards as a set of this rank, wild ones as themselves where possible."""
    own: list[str] = []
    others = []
    for card in sorted(cards, key=rules.is_wild):
        if rank(card) == of_rank and (rules.same_suits or card not in own):
            own.append(card)
        else:
            others.append(card)
    if not own or not all(rules.is_wild(card) for card in others):
        return None
    faces = set_faces(own, len(others))
    if not rules.same_suits and len(set(faces)) < len(faces):
        return None
    own.sort(key=in_order)
    return Group("set", (*own, *others), ((None,) * len(own) + tuple(faces[len(own) :])))


# What is wrong with a group ------------------------------------------------------------------


def _why_not(cards: tuple[str, ...], rules: MeldRules) -> Phrase:
    naturals = [card for card in cards if not rules.is_wild(card)]
    if len(cards) < min(rules.min_run, rules.min_set):
        least = min(rules.min_run, rules.min_set)
        words = _("{cards}: a meld has {count} cards at least.")
        return words.format(cards=show_all(cards), count=least)
    if any(_readings(cards, rules)):
        return _too_wild(cards, rules)
    if len({rank(card) for card in naturals}) == 1 and len({suit(card) for card in naturals}) > 1:
        return _no_set(naturals, cards, rules)
    if len({suit(card) for card in naturals}) == 1:
        return _no_run(naturals, cards, rules)
    return _("{cards}: neither of one suit nor of one rank.").format(cards=show_all(cards))


def _too_wild(cards: Sequence[str], rules: MeldRules) -> Phrase:
    """Returns the fault of a group that would be a meld with fewer wild cards."""
    readings = list(_readings(tuple(cards), rules))
    fewest = min(group.wilds for group in readings)
    if rules.max_wilds is not None and fewest > rules.max_wilds:
        words = _("{cards}: only {count} cards of a meld may stand for others.")
        return words.format(cards=show_all(cards), count=rules.max_wilds)
    if rules.min_naturals == 1:
        return _("{cards}: a meld needs a natural card.").format(cards=show_all(cards))
    words = _("{cards}: a meld needs {count} natural cards.")
    return words.format(cards=show_all(cards), count=rules.min_naturals)


def _no_set(naturals: Sequence[str], cards: Sequence[str], rules: MeldRules) -> Phrase:
    if len(set(naturals)) < len(naturals) and not rules.same_suits:
        return _("{cards}: a set has no two cards of one suit.").format(cards=show_all(cards))
    if not rules.max_set:
        return _("{cards}: there are no sets.").format(cards=show_all(cards))
    most = rules.max_set if rules.same_suits else min(rules.max_set, len(SUITS))
    words = _("{cards}: a set has {count} cards at most.")
    return words.format(cards=show_all(cards), count=most)


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
    free = 0 if rules.loose_wilds else 1
    counted = replace(rules, values=(1,) * len(RANKS), wild_value=free, joker_value=free)
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
