"""What cards left in hand count in basic rummy, melds too or without them."""

from collections.abc import Sequence

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, least
from scorekeeper.engine.variant import Limits, NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants.basic_rummy.questions import (
    LARGEST_HAND,
    Deal,
    Entry,
    Game,
    Line,
    Options,
)


def laid(options: Options, cards: Sequence[str]) -> Arrangement:
    """How cards are counted: everything, or what is left when complete melds are taken out."""
    if options.melds_in_hand_free:
        return least(cards, options.melds)
    return _western.one_by_one(cards, options.everything)


def answer_max(game: Game, name: str) -> Limits:
    return (((), game.options.max_points),) if name == "points" else ()


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, game.options.stock, game.options.cards_each, person)
    return laid(game.options, cards)


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """Of a hand: everything in it, and what is left without its melds."""
    if line.cards is None or len(line.cards) > LARGEST_HAND:
        raise EntryError(
            _("Give a hand of at most {most} cards."), field="cards", most=LARGEST_HAND
        )
    deadwood = least(line.cards, options.melds).points
    return {"points": options.everything(line.cards), "deadwood": deadwood}
