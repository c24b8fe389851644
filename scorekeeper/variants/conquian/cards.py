"""The forty cards of Conquian: which they are, and what tapped ones count."""

from typing import Final

from scorekeeper.engine.cards import PACK, rank
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.questions.reckoning import left_over
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants.conquian.questions import Deal, Entry, Game, Options

LEFT_OUT: Final = frozenset(("8", "9", "10"))
FORTY: Final = frozenset(card for card in PACK if rank(card) not in LEFT_OUT)
STOCK: Final = _western.Stock(packs=1, jokers=0)
CARDS_EACH: Final = 10


def check_forty(cards: tuple[str, ...] | None, field: str, person: int | None = None) -> None:
    if any(rank(card) in LEFT_OUT for card in cards or ()):
        raise EntryError(_("There are no eights, nines and tens."), field=field, seat=person)


def copies(options: Options, deal: Deal, face: str) -> int:
    return int(face in FORTY)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    check_forty(cards, "cards", person)
    _western.check_hand(cards, STOCK, CARDS_EACH, person)
    return _western.one_by_one(cards, game.options.value)


reckon: Final = left_over(lay)
