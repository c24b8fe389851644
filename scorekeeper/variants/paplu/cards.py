"""Tapped cards: what is wild in a deal, and what they count."""

from __future__ import annotations

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.melds import Arrangement, MeldRules
from scorekeeper.variants import _thirteen
from scorekeeper.variants._indian import checks
from scorekeeper.variants.paplu.questions import (
    Deal,
    Entry,
    Game,
    JokerTurned,
    Line,
    Options,
    WildMode,
)


def wild(options: Options, deal: Deal) -> frozenset[str]:
    aces = options.printed_joker_turned is JokerTurned.ACES_WILD
    return _thirteen.of_rank(deal.turned, aces=aces)


def copies(options: Options, deal: Deal, face: str) -> int:
    """Packs of 53 cards, of 52 where nothing is wild."""
    missing = face == JOKER and options.wild_mode is WildMode.NONE
    return 0 if missing else options.decks


def melds_of(options: Options, deal: Deal, line: Line) -> MeldRules:
    """Who had no turn yet needs no sequences."""
    melds = _thirteen.rules(options, wild(options, deal))
    return _thirteen.without_lives(melds) if line.no_turn else melds


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    options, line = game.options, entry.lines[person]
    if line.cards is None:
        return None
    if options.wild_mode is WildMode.TURNED_RANK:
        checks.check_turned([line], entry.deal.turned)
    return _thirteen.laid(line, melds_of(options, entry.deal, line))
