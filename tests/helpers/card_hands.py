"""Hands to count: seeded, as dealt from real packs, so no card comes more often than it can.

``jokers`` is the number of printed jokers in all packs together, ``without`` the cards that are
out of play (a turned-up card, the other player's hand). A hand is a list of card names; join it
with spaces for a card question.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace
from random import Random
from typing import Any

from scorekeeper.engine.cards import JOKER, PACK, RANKS, SUITS, rank, suit
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.variants._value_cards import Deal, Options, faces
from tests.helpers.examples import LOOKS_FOR_NEW

IN_ORDER = sorted(PACK, key=lambda card: (suit(card), RANKS.index(rank(card))))
AROUND = (*RANKS, "A")  # the ranks a run may pass; an ace is low or high
JOKER_FOR_A_CARD = 0.15  # of the cards of a dealt meld


def hands(many: int) -> range:
    """How many to draw: all of them, or a quarter where the same are taken in every run."""
    return range(many if LOOKS_FOR_NEW else -(-many // 4))


def laid_cards(variant: AnyVariant, game: Any, entry: Any, person: int) -> Arrangement | None:
    """Returns how the cards tapped for a line are laid; None without cards."""
    tapped = variant.tapped(game, entry, person)
    return None if tapped is None else tapped.arrangement


def full_pack(packs: int, jokers: int, without: Iterable[str] = ()) -> list[str]:
    """Every card in play. Raises ValueError when a card of ``without`` is not there."""
    cards = IN_ORDER * packs + [JOKER] * jokers
    for card in without:
        cards.remove(card)
    return cards


def random_hand(
    rng: Random, size: int, packs: int, jokers: int, without: Iterable[str] = ()
) -> list[str]:
    """Dealt from a shuffled pack."""
    return rng.sample(full_pack(packs, jokers, without), size)


def rich_hand(
    rng: Random, size: int, packs: int, jokers: int, without: Iterable[str] = ()
) -> list[str]:
    """Runs, sets and identical cards, some held together by jokers, then a few cards swapped."""
    stock = full_pack(packs, jokers, without)
    rng.shuffle(stock)
    hand: list[str] = []
    for _ in range(size):
        for card in _wished(rng, packs):
            if len(hand) < size and card in stock:
                dealt = JOKER if JOKER in stock and rng.random() < JOKER_FOR_A_CARD else card
                stock.remove(dealt)
                hand.append(dealt)
    while len(hand) < size:
        hand.append(stock.pop())
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        stock.append(hand.pop(rng.randrange(size)))
        hand.append(stock.pop(rng.randrange(len(stock))))
    rng.shuffle(hand)
    return hand


def wild_hand(
    rng: Random,
    size: int,
    packs: int,
    jokers: int,
    wild: Collection[str],
    without: Iterable[str] = (),
) -> list[str]:
    """A rich hand of which up to half is wild cards: all there are, or three to half the hand."""
    gone = list(without)
    stock = [card for card in full_pack(packs, jokers, gone) if card in wild]
    most = min(len(stock), size // 2)
    many = rng.sample(stock, rng.randint(min(3, most), most))
    hand = many + rich_hand(rng, size - len(many), packs, jokers, [*gone, *many])
    rng.shuffle(hand)
    return hand


def table_and_hand(
    rng: Random, decks: int, negative: str, most: int = 13
) -> tuple[list[str], list[str]]:
    """A vazhushal position: the cards of the melds on the table, and those in hand.

    Two jokers come with each deck and the negative joker is out of play. There is a table in two
    positions of three: a run of natural cards, perhaps a second meld after it.
    """
    stock = full_pack(decks, 2 * decks, [negative])
    table: list[str] = []
    for melds in range(rng.choice((0, 1, 2))):
        wished = _run(rng) if melds == 0 else _wished(rng, 1)
        if all(card in stock for card in wished):
            table += wished
            for card in wished:
                stock.remove(card)
    size = rng.randint(1, max(1, most - len(table)))
    return table, rich_hand(rng, size, decks, 2 * decks, [negative, *table])


def _wished(rng: Random, packs: int) -> list[str]:
    wishes = [_run, _run, _set]
    if packs > 1:
        wishes.append(lambda rng: [rng.choice(IN_ORDER)] * packs)
    return rng.choice(wishes)(rng)


def _run(rng: Random) -> list[str]:
    length = rng.choice((3, 3, 3, 4, 5, 7))
    first = rng.randrange(len(AROUND) - length + 1)
    letter = rng.choice(SUITS)
    return [name + letter for name in AROUND[first : first + length]]


def _set(rng: Random) -> list[str]:
    name = rng.choice(RANKS)
    return [name + letter for letter in rng.sample(SUITS, rng.choice((3, 3, 4)))]


def two_marriages(
    deal: Deal, rng: Random, options: Options | None = None, size: int = 21
) -> tuple[Deal, list[str]]:
    """Two marriages, which few tables show, and other cards."""
    turned = deal.turned or rng.choice(sorted(PACK))
    married = 2 * list(faces(options or Options(), turned).values())
    rest = random_hand(rng, size - len(married), 3, 3, without=[turned, *married])
    return replace(deal, turned=turned), married + rest
