"""Cards outside any game, and whether 13 cards can be shown."""

from __future__ import annotations

from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Told
from scorekeeper.engine.words import _
from scorekeeper.variants import _thirteen
from scorekeeper.variants._indian import checks, costs
from scorekeeper.variants._indian.checks import WHICH_TURNED
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants._indian.questions import Held
from scorekeeper.variants.paplu.cards import copies, wild
from scorekeeper.variants.paplu.questions import Deal, Game, Line, Options, WildMode
from scorekeeper.variants.paplu.rules import at_least, owed


def count_held(options: Options, held: Held) -> Told:
    """What 13 cards count, with the least and the cap. Raises EntryError."""
    if options.wild_mode is not WildMode.TURNED_RANK and held.turned is not None:
        raise EntryError(_("This is not asked here."), field="turned")
    if options.wild_mode is WildMode.TURNED_RANK and held.turned is None:
        raise EntryError(WHICH_TURNED, field="turned")
    checks.check_held_cards(held, lambda face: copies(options, Deal(), face))
    melds = _thirteen.rules(options, wild(options, held))
    told = _thirteen.answers(held.hand, held.declare, melds)
    if "penalty" in told:
        told["penalty"], _words = costs.counted(at_least(told["penalty"], options), options.cap)
    return told


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    options = game.options
    if options.wild_mode is WildMode.TURNED_RANK and deal.turned is None:
        raise EntryError(WHICH_TURNED, field="turned")
    if options.wild_mode is WildMode.NONE and JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    melds = _thirteen.rules(options, wild(options, deal))
    return _thirteen.judge(claim, melds, options.decks, price(options, deal))


def price(options: Options, deal: Deal) -> int:
    """What a wrong show costs in this deal, in points."""
    points, _words = owed(options, deal, Line(finish=Finish.WRONG_SHOW))
    return int(points)
