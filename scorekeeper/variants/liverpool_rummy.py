"""Liverpool rummy: contract rummy in which an exact cut of the pack earns a bonus.

To put down cards, a player must first meet the contract of the deal: sets of three cards of a rank,
runs of four in a suit. One player goes out of each deal and adds nothing. The others add the points
of all the cards they hold, whether they met the contract or not.

* Contracts: two sets; a set and a run; two runs; three sets; two sets and a run; a set and two
  runs; three runs with no card left to discard. The dealer is reminded of them, nothing checks it.
  Some play the first six deals only.
* Exact cut: a player who cuts off exactly the cards that the deal and the upcard take has 50 points
  less, whether they go out or not. A total can fall below nothing.
* Cards in hand: a joker 25, an ace 15, king, queen and jack 10, the others their number. Wild
  deuces cost 15.
* Payment: after the last deal everybody pays the lowest total for each point they have more. A
  pool, or units by place, can be agreed instead. Several lowest share to the last unit.
* A void deal changes nothing and is dealt again, an exact cut included.

Where the rules are silent: how money follows from the totals, and that ``cap`` limits each payment
after it was split.

Sources: Wikipedia, "Liverpool rummy", and rummyrulebook.com/pages/contract-liverpool (exact cut,
six deals), the pages of ourpastimes.com and reference.com on Liverpool rummy (card values).
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.seats.table_card import sentences
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _, reason
from scorekeeper.variants import _contract as contract
from scorekeeper.variants import _glossary
from scorekeeper.variants._contract import Deal, Result, State

# Reasons --------------------------------------------------------------------------------------

WITH_EXACT_CUT: Final = reason("exact_cut", _("{reason}, exact cut"))


@dataclass(frozen=True, slots=True)
class Options(contract.Options):
    exact_cut_bonus: int = ask.points(
        _("Exact cut"),
        50,
        _("Points off the total of a player who cuts exactly the cards needed."),
        source="others.md §9",
    )


@dataclass(frozen=True, slots=True)
class Line(contract.Line):
    exact_cut: bool = ask.flag(
        _("Made an exact cut"),
        False,
        _("Cut off exactly the cards that the deal and the upcard take."),
        sole=(),
        nobody=True,
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]

EXACT_CUT: Final = Feat(
    key="liverpool_cut",
    name=_("A steady hand"),
    description=_("Cut off exactly the cards that the deal takes."),
    face="9C",
    is_earned=lambda hand: hand.entry.deal.result is not Result.VOID and hand.line.exact_cut,
)


class LiverpoolRummy(contract.Contract[Options, Deal, Line, State]):
    key, name = "liverpool_rummy", "Liverpool Rummy"
    summary = _("Contract rummy in seven deals, with a bonus for an exact cut.")
    also = "Liverpool rum"
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("usual", _("Seven deals"), {}, _("All the contracts.")),
        Preset("six", _("Six deals"), {"deals": 6}, _("Without the three runs.")),
        contract.POOL,
    )
    feats = (*contract.FEATS, EXACT_CUT)
    glossary = (
        *sentences(_("Exact cut: a player cuts off just the cards for the deal and the upcard.")),
        _glossary.UPCARD,
        *contract.Contract.glossary,
    )

    def check(self, game: Game, entry: Entry) -> None:
        super().check(game, entry)
        if sum(line.exact_cut for line in entry.lines) > 1:
            raise EntryError(_("Only one player cuts."), field="exact_cut")

    def score_seat(self, game: Game, entry: Entry, seat: int) -> Score:
        """Returns the penalty, less the bonus for an exact cut."""
        penalty = super().score_seat(game, entry, seat)
        if not entry.lines[seat].exact_cut:
            return penalty
        words = WITH_EXACT_CUT.format(reason=penalty.reason)
        return Score(penalty.points - game.options.exact_cut_bonus, words)


variant = LiverpoolRummy()
