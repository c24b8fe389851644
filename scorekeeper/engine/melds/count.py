"""Finds the least that a hand can cost, and whether all of it can be shown."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from scorekeeper.engine.cards import in_order
from scorekeeper.engine.melds.arrangement import Arrangement, Group
from scorekeeper.engine.melds.find import Holding, Meld, find_melds
from scorekeeper.engine.melds.lay import arrange
from scorekeeper.engine.melds.rules import PURE, MeldKind, MeldRules
from scorekeeper.engine.melds.search import Search


def least(cards: Iterable[str], rules: MeldRules) -> Arrangement:
    """Returns the arrangement that leaves the fewest points, under the rule of lives.

    Ties: the fewest wild cards, then always the same arrangement, whatever the order of the cards.
    """
    hand = Holding(cards, rules)
    lay_wilds = rules.wild_value > 0
    melds = find_melds(hand, rules, roomy=lay_wilds)
    lives = rules.lives
    best: list[Meld] = []
    if lives.pure_saves and (lives.pure or lives.sequences):
        best = Search(hand, [meld for meld in melds if meld.kind in PURE]).best() or []
    saved = sum(hand.values[kind] for meld in best for kind in meld.naturals)
    search = Search(hand, melds, pure=lives.pure, sequences=lives.sequences)
    best = search.best(saved if best else -1) or best
    return arrange(hand, best, rules, attach=lay_wilds)


def declare(cards: Sequence[str], rules: MeldRules) -> Arrangement | None:
    """Lays all cards in melds, with the lives; None if impossible.

    Wild cards may be left over only if the rules let them lie loose.
    """
    counted = replace(rules, values=(1,) * len(rules.values), wild_value=0)
    hand = Holding(cards, counted)
    lay_wilds = not rules.loose_wilds
    must = Counter(card for card in cards if lay_wilds and rules.is_wild(card))
    melds = find_melds(hand, counted, roomy=lay_wilds)
    lives = rules.lives
    search = Search(hand, melds, pure=lives.pure, sequences=lives.sequences, must=must)
    laid = search.best(sum(hand.counts) - hand.wilds - 1)
    return None if laid is None else arrange(hand, laid, rules, attach=True)


def alike(cards: Iterable[str], size: int) -> tuple[Group, ...]:
    """Returns all groups of two (dublees) or three (tunnelas) identical cards.

    >>> [group.cards for group in alike("KC JK KC 2H KC KC JK".split(), 2)]
    [('KC', 'KC'), ('KC', 'KC'), ('JK', 'JK')]
    """
    held = Counter(cards)
    kind: MeldKind = "dublee" if size == 2 else "tunnela"
    return tuple(
        Group(kind, (card,) * size, (None,) * size)
        for card in sorted(held, key=in_order)
        for _group in range(held[card] // size)
    )
