"""Counting cards: how long the least count of a hand takes, and a knock with its answer.

``python -m bench.melds [HANDS]``; HANDS of each sort, 1000 if it is not said, always the same ones.
Whether other counts agree is looked at on twenty times as many.
Milliseconds of processor time per hand; the floor is adding up the points of the same cards. Gin
hands are also counted by the modules of RLCard and OpenSpiel, where they are installed
(``pip install -r requirements/bench.txt``); ratios there are our time by theirs.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import thread_time
from typing import Any, TypeAlias

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from bench.timing import best_of, ratio, table  # noqa: E402
from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank, suit  # noqa: E402
from scorekeeper.engine.melds import Lives, MeldRules, least, rank_values  # noqa: E402
from scorekeeper.engine.melds.layoffs import knock  # noqa: E402
from tests.helpers.brute.gin import deadwood  # noqa: E402

Cards: TypeAlias = list[str]
Deal: TypeAlias = Callable[["Game", MeldRules, Random], Cards]

PACK = [name + letter for letter in SUITS for name in RANKS]
WORST = 200.0
"""Milliseconds that no hand may take."""
GIN = MeldRules(values=rank_values(ace=1), aces="low")
HAND = 10
MOST_GIN = 500.0
"""Microseconds that a hand of gin may take."""


@dataclass(frozen=True)
class Game:
    """A family of games with cards counted."""

    name: str
    cards: int
    packs: int
    rules: Callable[[str], MeldRules]
    """For the card turned up."""
    median: float | None
    """Milliseconds: limits for half of the hands and for 99 of 100."""
    most: float


def thirteen(turned: str) -> MeldRules:
    wild = frozenset(rank(turned) + letter for letter in SUITS)
    return MeldRules(wild=wild, lives=Lives(pure=1, sequences=2))


def many_cards(turned: str, *, far: int) -> MeldRules:
    place = RANKS.index(rank(turned))
    wild = {RANKS[(place + step) % 13] + suit(turned) for step in range(-far, far + 1)}
    return MeldRules(
        wild=frozenset(wild),
        tunnelas=True,
        joker_tunnelas=True,
        lives=Lives(pure=3, sequences=3),
        loose_wilds=True,
    )


GAMES = (
    Game("13 cards", 13, 2, thirteen, 2.0, 10.0),
    Game("21 cards", 21, 3, partial(many_cards, far=1), None, 10.0),
    Game("27 cards", 27, 3, partial(many_cards, far=2), None, 25.0),
)


# Hands --------------------------------------------------------------------------------------------


def by_chance(game: Game, rules: MeldRules, rng: Random) -> Cards:
    return rng.sample([*PACK, JOKER] * game.packs, game.cards)


def rich(game: Game, rules: MeldRules, rng: Random) -> Cards:
    """Melds and pieces of melds, with a joker now and then."""
    cards: Counter[str] = Counter()
    while cards.total() < game.cards:
        for card in piece(rng):
            if cards[card] < game.packs and cards.total() < game.cards:
                cards[card] += 1
    return sorted(cards.elements(), key=lambda card: rng.random())


def piece(rng: Random) -> Cards:
    if rng.random() < 0.15:
        return [rng.choice([JOKER, *PACK])]
    if rng.random() < 0.55:
        low, letter = rng.randrange(11), rng.choice(SUITS)
        meld = [name + letter for name in RANKS[low : low + rng.choice((3, 3, 4, 5))]]
    else:
        name = rng.choice(RANKS)
        meld = [name + letter for letter in rng.sample(SUITS, rng.choice((3, 3, 4)))]
    if rng.random() < 0.35:
        meld.remove(rng.choice(meld))
    return meld


def eight_wild(game: Game, rules: MeldRules, rng: Random) -> Cards:
    cards = [*PACK, JOKER] * game.packs
    wild = [card for card in cards if rules.is_wild(card)]
    others = [card for card in cards if not rules.is_wild(card)]
    return rng.sample(wild, 8) + rng.sample(others, game.cards - 8)


KINDS: dict[str, Deal] = {"by chance": by_chance, "rich": rich, "eight wild": eight_wild}


# Least counts -------------------------------------------------------------------------------------


def counts(hands: int) -> Iterator[Sequence[object]]:
    for game in GAMES:
        median = 0.0
        for kind, deal in KINDS.items():
            rng = Random(2026)
            spent, floor = [], []
            for _hand in range(hands):
                rules = game.rules(rng.choice(PACK))
                cards = deal(game, rules, rng)
                spent.append(took(partial(least, cards, rules)))
                floor.append(took(partial(add_up, cards, rules)))
            half, most = part(spent, 0.5), part(spent, 0.99)
            median = median or half
            slow = most > game.most or max(spent) > WORST
            slow |= half > (game.median or half) or (kind == "eight wild" and half > 3 * median)
            verdict = "TOO SLOW" if slow else "ok"
            times = (f"{half:.2f}", ratio(half, part(floor, 0.5)), f"{most:.2f}", game.most)
            yield f"{game.name} {kind}", *times, max(spent), verdict


def took(act: Callable[[], object]) -> float:
    begun = thread_time()
    act()
    return (thread_time() - begun) * 1000


def add_up(cards: Iterable[str], rules: MeldRules) -> int:
    return sum(map(rules.value, cards))


def part(spent: Sequence[float], share: float) -> float:
    return sorted(spent)[int(len(spent) * share)]


# Gin ----------------------------------------------------------------------------------------------


def gin_hands(hands: int, size: int, *, melds: bool) -> list[Cards]:
    rng = Random(2026)
    game = Game("gin", size, 1, lambda turned: GIN, None, 0.0)
    hands_dealt: list[Cards] = []
    while len(hands_dealt) < hands:
        cards = rich(game, GIN, rng) if melds else rng.sample(PACK, size)
        if JOKER not in cards:
            hands_dealt.append(cards)
    return hands_dealt


def rlcard(hands: Iterable[Cards]) -> Callable[[], Any]:
    """RLCard's best melds of each hand."""
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    card_of = import_module("rlcard.games.base").Card
    theirs = [[card_of(suit(c), rank(c).replace("10", "T")) for c in cards] for cards in hands]
    return lambda: [melding.get_best_meld_clusters(cards) for cards in theirs]


def openspiel(hands: Iterable[Cards]) -> Callable[[], Any]:
    """OpenSpiel's least deadwood of each hand, by C++ called from Python."""
    counter = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    theirs = [[13 * SUITS.index(suit(c)) + RANKS.index(rank(c)) for c in cards] for cards in hands]
    return lambda: [counter.min_deadwood(cards) for cards in theirs]


PEERS = {"RLCard": rlcard, "OpenSpiel": openspiel}


def gin(hands: int) -> Iterator[Sequence[object]]:
    for size in (10, 11):
        for kind, melds in (("by chance", False), ("rich", True)):
            dealt = gin_hands(hands, size, melds=melds)
            floor = microseconds_per_hand(partial(count_all, add_up, dealt), hands)
            ours = microseconds_per_hand(partial(count_all, least, dealt), hands)
            verdict = "ok" if ours <= MOST_GIN else "TOO SLOW"
            row = [f"{size} cards {kind}", ours, ratio(ours, floor), MOST_GIN, verdict]
            yield [*row, *(peer(name, dealt, ours) for name in PEERS)]


def count_all(count: Callable[[Cards, MeldRules], object], dealt: Iterable[Cards]) -> None:
    for cards in dealt:
        count(cards, GIN)


def microseconds_per_hand(act: Callable[[], object], hands: int) -> float:
    """Microseconds a hand."""
    return best_of(act, goes=5, clock=thread_time) * 1000 / hands


def peer(name: str, dealt: Sequence[Cards], ours: float) -> str:
    """What it takes, and our share of that."""
    if name == "RLCard" and len(dealt[0]) != 10:
        return "10 cards only"
    try:
        act = PEERS[name](dealt)
    except ImportError:
        return "not installed"
    theirs = microseconds_per_hand(act, len(dealt))
    return f"{theirs:.1f} ({ratio(ours, theirs)})"


def answers(name: str, dealt: Sequence[Cards]) -> list[int]:
    """The least deadwood of each hand by their count; of eleven cards after the best discard."""
    counted = PEERS[name](dealt)()
    if name == "OpenSpiel":
        return list(counted)
    values = (sum(map(GIN.value, cards)) for cards in dealt)
    return [
        hand_points - most_melded(layouts)
        for hand_points, layouts in zip(values, counted, strict=True)
    ]


def most_melded(layouts: Sequence[Any]) -> int:
    """Points in the melds of one of RLCard's best layouts; it may have found none."""
    melded = (card for meld in (layouts or [[]])[0] for card in meld)
    return sum(GIN.value(card.rank.replace("T", "10") + card.suit) for card in melded)


def agreement(hands: int) -> Iterator[Sequence[object]]:
    """On how many hands their count is ours, and who is right about the others: the slow count of
    the tests decides."""
    for name in PEERS:
        for size in (10, 11) if name == "OpenSpiel" else (10,):
            dealt = [
                cards
                for melds in (False, True)
                for cards in gin_hands(hands // 2, size, melds=melds)
            ]
            try:
                theirs = answers(name, dealt)
            except ImportError:
                yield f"{name}, {size} cards", "not installed", "", ""
                continue
            wrong = [(c, t, o) for c, t in zip(dealt, theirs, strict=True) if t != (o := best(c))]
            ours = sum(slow(cards) == count for cards, _theirs, count in wrong)
            yield f"{name}, {size} cards", len(dealt), len(wrong), ours


def best(cards: Cards) -> int:
    """Of eleven cards, after the best discard."""
    if len(cards) == HAND:
        return least(cards, GIN).points
    return min(least(cards[:n] + cards[n + 1 :], GIN).points for n in range(len(cards)))


def slow(cards: Cards) -> int:
    if len(cards) == HAND:
        return deadwood(cards)
    return min(deadwood(cards[:n] + cards[n + 1 :]) for n in range(len(cards)))


def knocks(hands: int) -> Sequence[object]:
    """The knocker's layout and the best answer with lay-offs, two hands of ten rich in melds."""
    rng, spent = Random(2026), []
    for cards in gin_hands(hands, 20, melds=True):
        cards.sort(key=lambda card: (rng.random() < 0.3, RANKS.index(rank(card))))
        spent.append(took(partial(knock, cards[:10], cards[10:], GIN)))
    half, most = part(spent, 0.5), part(spent, 0.99)
    verdict = "ok" if most <= 10 else "TOO SLOW"
    return ("knock and answer", f"{half:.2f}", "", f"{most:.2f}", 10.0, max(spent), verdict)


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    heads = ("least count, ms", "median", "floor", "99 of 100", "limit", "worst", "")
    print(table(heads, [*counts(many), knocks(many)]), end="\n\n")
    columns = ("gin, µs a hand", "least", "floor", "limit", "", *PEERS)
    print(table(columns, gin(many)), end="\n\n")
    print(table(("same hands", "counted", "differ", "of these we are right"), agreement(20 * many)))
