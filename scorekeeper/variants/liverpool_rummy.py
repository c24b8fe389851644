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
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import Score
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._contract import options, questions, rules
from scorekeeper.variants._contract.game import contract_game, set_up
from scorekeeper.variants._contract.options import CONTRACTS
from scorekeeper.variants._contract.questions import Deal, Result, State
from scorekeeper.variants._groups import Board, Variant, built


@dataclass(frozen=True, slots=True)
class Options(options.Options):
    exact_cut_bonus: int = ask.points(
        _("Exact cut"),
        50,
        _("Points off the total of a player who cuts exactly the cards needed."),
        source="others.md §9",
    )


@dataclass(frozen=True, slots=True)
class Line(questions.Line):
    exact_cut: bool = ask.flag(
        _("Made an exact cut"),
        False,
        _("Cut off exactly the cards that the deal and the upcard take."),
        sole=(),
        nobody=True,
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def check(game: Game, entry: Entry) -> None:
    rules.check(game, entry)
    if sum(line.exact_cut for line in entry.lines) > 1:
        raise EntryError(_("Only one player cuts."), field="exact_cut")


def score_line(options: Options, line: Line) -> Score:
    """Returns the penalty, less the bonus for an exact cut."""
    penalty = rules.penalty(line)
    if not line.exact_cut:
        return penalty
    return Score(
        penalty.points - options.exact_cut_bonus,
        _("{reason}, exact cut").format(reason=penalty.reason),
    )


EXACT_CUT: Final = Feat(
    key="liverpool_cut",
    name=_("A steady hand"),
    description=_("Cut off exactly the cards that the deal takes."),
    face="9C",
    is_earned=lambda hand: hand.entry.deal.result is not Result.VOID and hand.line.exact_cut,
)

variant = built(
    contract_game(
        Variant(
            key="liverpool_rummy",
            name="Liverpool Rummy",
            summary=_("Contract rummy in seven deals, with a bonus for an exact cut."),
            seats=range(3, 9),
            family=Family.CONTRACT,
            table_card=lambda options, persons: set_up(options),
            options=Options,
            deal=Deal,
            line=Line,
            state=State,
            presets=(
                Preset("usual", _("Seven deals"), {}, _("All the contracts.")),
                Preset("six", _("Six deals"), {"deals": 6}, _("Without the three runs.")),
                Preset(
                    "pool", _("For a pool"), {"settlement": "pool"}, _("The lowest total takes it.")
                ),
            ),
            check=check,
            score=lambda game, entry: rules.scored(
                entry, lambda line: score_line(game.options, line)
            ),
            board=Board(feats=(EXACT_CUT,)),
        ),
        CONTRACTS,
    )
)
