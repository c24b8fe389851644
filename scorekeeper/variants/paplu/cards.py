"""Tapped cards: what is wild in a deal, and what they count."""

from dataclasses import replace

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, MeldRules
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import _copies, _thirteen_old
from scorekeeper.variants._indian import checks
from scorekeeper.variants._indian import penalty_points as costs
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants.paplu.questions import (
    Deal,
    Entry,
    Game,
    JokerTurned,
    Line,
    Options,
    WildMode,
)
from scorekeeper.variants.paplu.rules import at_least, owed


def wild(options: Options, deal: Deal) -> frozenset[str]:
    aces = options.printed_joker_turned is JokerTurned.ACES_WILD
    return _thirteen_old.wild_of_rank(deal.turned, aces=aces)


def copies(options: Options, deal: Deal, face: str) -> int:
    """Packs of 53 cards, of 52 where nothing is wild."""
    missing = face == JOKER and options.wild_mode is WildMode.NONE
    return 0 if missing else options.decks


def melds_of(options: Options, deal: Deal, line: Line) -> MeldRules:
    """Who had no turn yet needs no sequences."""
    melds = _thirteen_old.rules(options, wild(options, deal))
    return _thirteen_old.without_lives(melds) if line.no_turn else melds


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    options, line = game.options, entry.lines[person]
    if line.cards is None:
        return None
    if options.wild_mode is WildMode.TURNED_RANK:
        checks.check_turned([line], entry.deal.turned)
    return _thirteen_old.counted_cards(line, melds_of(options, entry.deal, line))


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """What 13 cards count, with the least and the cap. Raises EntryError."""
    check_turned(options, deal)
    if line.cards is None:
        return {}
    held = ((None, "cards", card, 1) for card in line.cards)
    _copies.check_copies(held, lambda card: copies(options, deal, card))
    results = _thirteen_old.least_counts(
        line.cards, _thirteen_old.rules(options, wild(options, deal))
    )
    penalty, _words = costs.counted(at_least(results["penalty"], options), options.cap)
    return results | {"penalty": penalty}


def check_turned(options: Options, deal: Deal) -> None:
    """It is known which card was turned up, where that says what is wild."""
    if options.wild_mode is WildMode.TURNED_RANK:
        _thirteen_old.check_known_turned(deal)


def owes(game: Game, entry: Entry, person: int) -> float | None:
    """What the tapped cards of this line cost, with the least, the cap and what doubles."""
    arrangement = lay(game, entry, person)
    if arrangement is None:
        return None
    line = replace(entry.lines[person], points=arrangement.points)
    return owed(game.options, entry.deal, line)[0]


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    options = game.options
    check_turned(options, deal)
    if options.wild_mode is WildMode.NONE and JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    melds = _thirteen_old.rules(options, wild(options, deal))
    price, _words = owed(options, deal, Line(finish=Finish.WRONG_SHOW))
    return _thirteen_old.judge(claim, melds, options.decks, int(price))
