"""Shanghai rummy: contract rummy in ten deals with long runs, and a bonus for going out blind.

To put down cards, a player must first meet the contract of the deal: sets of cards of a rank, runs
in a suit, of the lengths named. One player goes out of each deal and adds nothing. The others add
the points of all the cards they hold, whether they met the contract or not.

* Contracts: two sets of 3; set of 3, run of 4; two runs of 4; three sets of 3; set of 3, run of 7;
  two sets of 3, run of 5; three runs of 4; set of 3, run of 10; three sets of 3, run of 5; three
  runs of 5. The dealer is reminded of them, nothing checks it.
* Blind: a player who had put down nothing before and goes out in one turn takes 25 points off their
  total, 50 if they used no joker. A total can fall below nothing.
* Cards in hand: 2 to 9 count five, ten, jack, queen and king 10, an ace and a joker 15. Wild deuces
  cost 15.
* Payment: after the last deal everybody pays the lowest total for each point they have more. A
  pool, or units by place, can be agreed instead. Several lowest share to the last unit.
* A void deal changes nothing and is dealt again.

Where the rules are silent: the ten counts with the court cards; how money follows from the totals,
and that ``cap`` limits each payment after it was split.

Sources: rummyrulebook, copy at info.5y1.org (contracts, number cards, blind), tablegameshub.com
(tens), the page of reference.com on Shanghai rummy (courts, aces, jokers).
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.game import Score
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.seats.table_card import sentences
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _, reason
from scorekeeper.variants import _contract as contract
from scorekeeper.variants import _glossary
from scorekeeper.variants._contract import Line, NumberCards, Result, State
from scorekeeper.variants._western import JokerValue

# Reasons --------------------------------------------------------------------------------------

WENT_OUT_BLIND_WITHOUT_JOKERS: Final = reason(
    "went_out_blind_without_jokers", _("went out blind without jokers")
)
WENT_OUT_BLIND: Final = reason("went_out_blind", _("went out blind"))

CONTRACTS: Final = (
    _("two sets of 3"),
    _("set of 3, run of 4"),
    _("two runs of 4"),
    _("three sets of 3"),
    _("set of 3, run of 7"),
    _("two sets of 3, run of 5"),
    _("three runs of 4"),
    _("set of 3, run of 10"),
    _("three sets of 3, run of 5"),
    _("three runs of 5"),
)


class Blind(Word):
    NONE = "none", _("No")
    BLIND = "blind", _("Yes"), _("All cards in one turn, nothing put down before.")
    NO_JOKER = "blind_no_joker", _("Without jokers"), _("The same with natural cards only.")


@dataclass(frozen=True, slots=True)
class Options(contract.Options):
    deals: int = ask.question(contract.deals_of(CONTRACTS), len(CONTRACTS))
    joker_value: JokerValue = ask.question(contract.JOKER_VALUE, JokerValue.FIFTEEN)
    number_cards: NumberCards = ask.question(contract.NUMBER_CARDS, NumberCards.FIVE)
    blind_bonus: int = ask.points(
        _("Blind"),
        25,
        _("Points off the total of a player who goes out blind."),
        source="others.md §8",
    )
    blind_no_joker_bonus: int = ask.points(
        _("Blind without jokers"),
        50,
        _("Points off the total when no joker was used."),
        source="others.md §8",
    )


@dataclass(frozen=True, slots=True)
class Deal(contract.Deal):
    blind: Blind = ask.pick(_("Went out blind"), Blind.NONE, when=(when("result", Result.OUT),))


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


BLIND_FEATS: Final = (
    Feat(
        key="shanghai_blind",
        name=_("Out blind"),
        description=_("Go out in one turn with nothing put down before."),
        face="AD",
        is_earned=lambda hand: hand.value_of(Fact.AT_ONCE) > 0,
    ),
    Feat(
        key="shanghai_no_joker",
        name=_("Out blind, naturally"),
        description=_("Go out blind without a joker."),
        face="KD",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.blind is Blind.NO_JOKER,
    ),
)


class ShanghaiRummy(contract.Contract[Options, Deal, Line, State]):
    key, name = "shanghai_rummy", "Shanghai Rummy"
    summary = _("Ten deals with harder and harder contracts; going out blind earns a bonus.")
    also = "Shanghai rum, California rummy"
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("usual", _("Default rules"), {}, _("Number cards count five each.")),
        Preset(
            "index",
            _("By number"),
            {"number_cards": "index"},
            _("Number cards count what they show."),
        ),
        contract.POOL,
    )
    feats = (*contract.FEATS, *BLIND_FEATS)
    glossary = (
        *sentences(_("Blind: a player goes out in one turn and had put nothing down before.")),
        _glossary.NATURAL,
        *contract.Contract.glossary,
    )
    contracts = CONTRACTS
    hand_size = 11

    def score_seat(self, game: Game, entry: Entry, seat: int) -> Score:
        """Returns the penalty; for who went out 0, less the bonus for going out blind."""
        blind, options = entry.deal.blind, game.options
        if not entry.lines[seat].won or blind is Blind.NONE:
            return super().score_seat(game, entry, seat)
        if blind is Blind.BLIND:
            return Score(-options.blind_bonus, WENT_OUT_BLIND)
        return Score(-options.blind_no_joker_bonus, WENT_OUT_BLIND_WITHOUT_JOKERS)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        blind = entry.lines[person].won and entry.deal.blind is not Blind.NONE
        at_once = blind and outcome.is_played
        return {**super().facts(game, entry, outcome, person), Fact.AT_ONCE: int(at_once)}


variant = ShanghaiRummy()
