"""Counting 13 cards: paplu, points, pool and deals rummy (indian_rummy.md §7).

Hands are lists of card names. ``turned`` is the turned-up card, ``JK`` for a printed joker, None
where the game turns none. Options are named as in the games.
"""

from collections.abc import Sequence
from typing import TypedDict, Unpack

from scorekeeper.engine.cards import JOKER, PACK, rank
from tests.helpers.brute.melds import MeldRules, melds, total
from tests.helpers.brute.packings import covers, picked


class Play(TypedDict, total=False):
    """The options that say what a meld is."""

    decks: int  # 2
    tanala: str  # auto: with three decks
    printed_joker_turned: str  # printed_only; double_score means the same for the cards
    wild_mode: str  # turned_rank


def wild_cards(
    turned: str | None,
    printed_joker_turned: str = "printed_only",
    wild_mode: str = "turned_rank",
) -> frozenset[str]:
    if wild_mode == "none":
        return frozenset()
    if wild_mode == "printed_only" or turned is None:
        return frozenset({JOKER})
    wild_rank = rank(turned)
    if turned == JOKER:
        wild_rank = "A" if printed_joker_turned == "aces_wild" else ""
    return frozenset({JOKER} | {card for card in PACK if rank(card) == wild_rank})


def meld_rules(turned: str | None, **play: Unpack[Play]) -> MeldRules:
    tanala = play.get("tanala", "auto")
    plays_tanala = tanala == "on" or (tanala == "auto" and play.get("decks", 2) == 3)
    wild = wild_cards(
        turned,
        play.get("printed_joker_turned", "printed_only"),
        play.get("wild_mode", "turned_rank"),
    )
    return MeldRules(wild=wild, tunnela=PACK if plays_tanala else frozenset())


def penalty(
    hand: Sequence[str],
    turned: str | None,
    *,
    life_rule: str = "first_life",
    cap: int | None = None,
    min_loser: int = 0,
    **play: Unpack[Play],
) -> int:
    """The least legal count of a loser, in points."""
    rules = meld_rules(turned, **play)
    saved = [0]
    for subset, lives in covers(hand, rules).items():
        if any(pure >= 1 and sequences >= 2 for pure, sequences in lives):
            saved.append(total(picked(hand, subset), rules.wild))
    if life_rule == "first_life":
        for meld, what in melds(hand, rules).items():
            if any(kind.pure for kind in what):
                saved.append(total(picked(hand, meld), rules.wild))
    count = max(min_loser, total(hand, rules.wild) - max(saved))
    return count if cap is None else min(cap, count)


def deadwood(hand: Sequence[str], turned: str | None, **play: Unpack[Play]) -> int:
    """The least count when melds need no life: what a seat without a turn counts. No cap."""
    rules = meld_rules(turned, **play)
    saved = max(total(picked(hand, subset), rules.wild) for subset in covers(hand, rules))
    return total(hand, rules.wild) - saved


def is_valid(declare: Sequence[str], turned: str | None, **play: Unpack[Play]) -> bool:
    """Whether all 13 cards can be shown: every card in a meld, two sequences, one of them pure.

    A loose joker attached to an impure meld makes a longer sequence or a bigger set, which are
    melds too, so it needs no clause here.
    """
    rules = meld_rules(turned, **play)
    lives = covers(declare, rules).get((1 << len(declare)) - 1, frozenset())
    return any(pure >= 1 and sequences >= 2 for pure, sequences in lives)
