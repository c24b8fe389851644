"""Contract rummy: seven deals, each with a harder contract to begin with; the lowest total wins.

To put down cards, a player must first meet the contract of the deal: sets of three cards of a rank,
runs of four in a suit. One player goes out of each deal and adds nothing. The others add the points
of all the cards they hold, whether they met the contract or not.

* Contracts: two sets; a set and a run; two runs; three sets; two sets and a run; a set and two
  runs; three runs with no card left to discard. The dealer is reminded of them, nothing checks it.
* Cards in hand: a joker 25, an ace 15, king, queen and jack 10, the others their number. Wild
  deuces cost 15.
* Payment: after the last deal everybody pays the lowest total for each point they have more. A
  pool, or units by place, can be agreed instead. Several lowest share to the last unit.
* A void deal changes nothing and is dealt again.

Where the rules are silent: how money follows from the totals, and that ``cap`` limits each payment
after it was split.

Sources: bicyclecards.com/card-games/rule/contract-rummy (contracts; joker 15), docstoc.com and
passca.pl (contracts), the page of ourpastimes.com on Liverpool rummy (joker 25, ace 15).
"""

from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._contract import POOL, Contract, Deal, Line, Options, State


class ContractRummy(Contract[Options, Deal, Line, State]):
    key, name = "contract_rummy", "Contract Rummy"
    summary = _("Seven deals, each with a harder first meld; the lowest total wins.")
    also = "Combination rummy, Progressive rummy, Joker rummy, King rummy, Zioncheck, May I"
    known = {"": 4}
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("usual", _("Default rules"), {}, _("A joker left in hand counts 25.")),
        Preset("bicycle", _("Bicycle"), {"joker_value": 15}, _("A joker counts 15.")),
        POOL,
    )


variant = ContractRummy()
