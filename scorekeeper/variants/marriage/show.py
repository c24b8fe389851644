"""Whether 21 cards can be shown: seven melds of three, three of them pure, or eight dublees.

Melds have exactly three cards. Cards only; what a show pays stands in ``rules``.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, Literal, TypeAlias

from scorekeeper.engine.cards import RANKS, in_order, show_all
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import (
    Arrangement,
    Lives,
    MeldRules,
    alike,
    check_show,
    declare,
    least,
    refusal,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.words import NO_WORDS, Phrase, _
from scorekeeper.variants.marriage.cards import wild_cards

Cards: TypeAlias = tuple[str, ...]
Groups: TypeAlias = tuple[Cards, ...]
Way: TypeAlias = Literal["normal", "dublees"]
"""As the answer to how a hand was won."""
Ways: TypeAlias = Mapping[Way, Arrangement]

SHOWN: Final = 21
DUBLEES: Final = 8
NEARLY: Final = 6


@cache
def melds_of(tiplu: str) -> MeldRules:
    """Three of the melds are pure sequences or tunnelas; every card left over counts one."""
    return MeldRules(
        values=(1,) * len(RANKS),
        joker_value=1,
        wild_value=1,
        wild=wild_cards(tiplu),
        max_run=3,
        max_set=3,
        tunnelas=True,
        lives=Lives(pure=3, sequences=3),
    )


WAY_WORDS: Final[Mapping[Way, Phrase]] = {
    "normal": _("Seven melds."),
    "dublees": _("Eight dublees."),
}


def verdict(claim: Claim, tiplu: str, dublee_win: int, fine: Phrase) -> Verdict:
    """As the groups were laid; without groups as it can be, best as eight dublees if these are
    paid. ``fine``: what a foul costs, in words; empty where the table plays on.

    Raises EntryError for groups of other cards.
    """
    if Counter(card for group in claim.groups for card in group) - Counter(claim.cards):
        raise EntryError(_("These groups hold other cards than the hand."), field="cards")
    ways = ways_to_show(claim.cards, tiplu)
    way = laid_as(claim.groups) if claim.groups else best_of(ways, dublee_win)
    if fault := fault_of(claim, way, tiplu):
        return invalid_verdict(fault, nearest(claim.cards, ways, tiplu), ways, fine)
    assert way is not None
    hint = NO_WORDS
    if way == "normal" and "dublees" in ways and dublee_win:
        hint = _("Shown as eight dublees, everybody would pay {points} more.")
        hint = hint.format(points=dublee_win)
    won = {"finish": "won"}
    return Verdict(True, WAY_WORDS[way], ways[way], hint, answers=won, deal={"declared": way})


def invalid_verdict(fault: Phrase, laid: Arrangement, ways: Ways, fine: Phrase) -> Verdict:
    hint = next((_("Laid otherwise: {show}").format(show=WAY_WORDS[way]) for way in ways), NO_WORDS)
    if not fine:
        return Verdict(False, _("{fault} The table plays on.").format(fault=fault), laid, hint)
    return Verdict(False, fault, laid, hint, fine, answers={"status": "foul"})


def laid_as(groups: Groups) -> Way:
    """No meld has two cards."""
    return "dublees" if any(len(group) == 2 for group in groups) else "normal"


def best_of(ways: Ways, dublee_win: int) -> Way | None:
    if "dublees" in ways and dublee_win:
        return "dublees"
    return next(iter(ways), None)


def fault_of(claim: Claim, way: Way | None, tiplu: str) -> Phrase | None:
    if not claim.groups:
        return None if way else why_not(claim.cards, tiplu)
    if way == "dublees":
        return no_dublees(claim.groups)
    return no_melds(claim.cards, claim.groups, tiplu)


def ways_to_show(cards: Cards, tiplu: str) -> Ways:
    """Returns every way in which all the cards can be shown."""
    ways: dict[Way, Arrangement] = {}
    if melds := declare(cards, melds_of(tiplu)):
        ways["normal"] = melds
    dublees = alike(cards, 2)
    if len(dublees) >= DUBLEES:
        rest = Counter(cards) - Counter(card for dublee in dublees for card in dublee.cards)
        ways["dublees"] = Arrangement(dublees, free(rest.elements()))
    return ways


def nearest(cards: Cards, ways: Ways, tiplu: str) -> Arrangement:
    """Returns a show, or else the layout with most cards in melds."""
    if ways:
        return next(iter(ways.values()))
    arrangement = least(cards, melds_of(tiplu))
    return replace(arrangement, left=free(arrangement.cards_left))


def free(cards: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """Returns cards left over at no cost."""
    return tuple((card, 0) for card in sorted(cards, key=in_order))


def why_not(cards: Cards, tiplu: str) -> Phrase | None:
    """Returns why cards cannot be shown: the number of dublees if nearly eight, else a melds
    fault."""
    dublees = alike(cards, 2)
    if len(dublees) >= NEARLY:
        return no_dublees([dublee.cards for dublee in dublees])
    return refusal(cards, melds_of(tiplu))


def no_dublees(groups: Sequence[Cards]) -> Phrase | None:
    """Why these are not eight dublees; cards that are not in groups of two are free."""
    dublees = [group for group in groups if len(group) == 2]
    for first, second in dublees:
        if first != second:
            words = _("{cards}: a dublee is two identical cards.")
            return words.format(cards=show_all((first, second)))
    if len(dublees) < DUBLEES:
        words = _("Only {count} of {needed} dublees.")
        return words.format(count=len(dublees), needed=DUBLEES)
    return None


def no_melds(cards: Cards, groups: Groups, tiplu: str) -> Phrase | None:
    """Why these are not seven melds, three of them pure."""
    if fault := check_show(groups, melds_of(tiplu)):
        return fault
    left = Counter(cards) - Counter(card for group in groups for card in group)
    if not left:
        return None
    cards_left = show_all(sorted(left.elements(), key=in_order))
    return _("{cards} are not in any meld.").format(cards=cards_left)
