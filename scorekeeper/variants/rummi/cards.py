"""Cards of Rummi: what those left in hand count, and which hands are a passport or a Tien Hu.

Nothing here knows who won or what is paid.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from scorekeeper.engine.cards import JOKER, RANKS, SUITS, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, Lives, MeldRules, declare
from scorekeeper.engine.variant import Limits, NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants.rummi.options import Basis, Options
from scorekeeper.variants.rummi.places import fouls
from scorekeeper.variants.rummi.questions import CardsAlone, Deal, Entry, Game, Line, Result


def check_cards(options: Options, cards: tuple[str, ...], person: int) -> None:
    if len(cards) > options.cards_each:
        raise EntryError(
            _("A hand has {cards} cards."), field="cards", seat=person, cards=options.cards_each
        )
    _western.check_copies(cards, options.stock, person)


COMPLETE: Final = MeldRules(max_set=30, same_suits=True, lives=Lives(sequences=1), loose_wilds=True)
"""Kills of any cards of a rank; jokers that are left over can be put to any meld."""


def table_max(game: Game, name: str) -> Limits:
    """Jokers, and aces of each suit, in these packs."""
    counts = {"jokers": game.options.jokers, "aces": int(game.options.packs.value)}
    return (((), counts[name]),) if name in counts else ()


def answer_max(game: Game, name: str) -> Limits:
    return (((), fullest(game.options)),) if name == "points" else ()


@lru_cache(maxsize=64)
def fullest(options: Options) -> int:
    """The most that a hand can count."""
    return _western.fullest(options.value, options.stock, options.cards_each)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    check_cards(game.options, cards, person)
    return _western.one_by_one(cards, game.options.value)


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    """After a false claim nothing else is looked at."""
    line, options = entry.lines[person], game.options
    if fouls(entry) or line.cards is None:
        return {}
    points = {} if line.won else {"points": options.value(line.cards)}
    return {**points, **passport(options, line), **bonus_cards(options, line)}


def passport(options: Options, line: Line) -> NamedValues:
    """Whether a player who still holds all cards could not start; a complete hand could."""
    cards = line.cards or ()
    if line.won or len(cards) < options.cards_each or has_passport(options, cards):
        return {}
    return {"no_passport": True}


def bonus_cards(options: Options, line: Line) -> NamedValues:
    """The jokers and aces of a player, of which those left in hand are a part: nothing is drawn."""
    if options.adj_basis is Basis.PLAYED:
        return {}
    cards = line.cards or ()
    jokers = {"jokers": max(line.jokers, cards.count(JOKER))}
    if line.ace_count is not None:
        return jokers
    left = (cards.count(f"A{suit}") for suit in SUITS)
    return {**jokers, "aces": tuple(map(max, line.aces, left))}


def fills(game: Game, entry: Entry, person: int) -> NamedValues:
    """What the cards alone say of passport, jokers and aces."""
    line = replace(entry.lines[person], jokers=0, aces=(0, 0, 0, 0), ace_count=None)
    return {**passport(game.options, line), **bonus_cards(game.options, line)}


def notes(game: Game, entry: Entry, person: int) -> tuple[Phrase, ...]:
    """What all the cards dealt to a player are, if they are tapped."""
    cards = entry.lines[person].cards or ()
    if len(cards) < game.options.cards_each:
        return ()
    if is_complete(cards):
        return (Result.TIEN_HU.label,)
    return () if has_passport(game.options, cards) else (_("no passport"),)


def card_results(options: Options, deal: Deal, cards: CardsAlone) -> NamedValues:
    """What is known of a hand, or who cuts when the dealer saw this card."""
    if cards.hand is not None:
        return hand_results(options, cards.hand)
    if cards.peek is None:
        raise EntryError(_("Which cards?"), field="hand")
    if cards.seats is None:
        raise EntryError(_("How many players?"), field="seats")
    return {"cutter": cutter(cards.peek, cards.seats)}


def hand_results(options: Options, hand: tuple[str, ...]) -> NamedValues:
    return {
        "points": options.value(hand),
        "passport": has_passport(options, hand),
        "tien_hu": is_complete(hand),
        "jokers": hand.count(JOKER),
        "aces": [hand.count(f"A{suit}") for suit in SUITS],
    }


def has_passport(options: Options, hand: tuple[str, ...]) -> bool:
    """Three cards make a sequence; jokers fill what is missing if they may."""
    jokers = hand.count(JOKER) if options.passport_jokers else 0
    around = (*RANKS, RANKS[0])
    return any(
        sum(f"{place}{suit}" not in hand for place in around[low : low + 3]) <= jokers
        for suit in SUITS
        for low in range(len(around) - 2)
    )


@lru_cache(maxsize=64)
def is_complete(hand: tuple[str, ...]) -> bool:
    """All cards lie in melds, one of them a sequence. Three jokers alone are one too."""
    if hand.count(JOKER) == len(hand):
        return len(hand) >= 3
    return declare(hand, COMPLETE) is not None


def cutter(peek: str, seats: int) -> int | None:
    """Counted from the dealer, who is 0, by the number of the card; a joker is no number."""
    return None if peek == JOKER else RANKS.index(rank(peek)) % seats
