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
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import Score
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, when
from scorekeeper.engine.variant import Preset
from scorekeeper.engine.words import _
from scorekeeper.variants._contract import options, questions, rules
from scorekeeper.variants._contract.game import contract_game, set_up
from scorekeeper.variants._contract.options import (
    JOKER_VALUE,
    NUMBER_CARDS,
    NumberCards,
    deals_of,
)
from scorekeeper.variants._contract.questions import Line, Result, State
from scorekeeper.variants._groups import Board, Variant, built
from scorekeeper.variants._western import JokerValue

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
class Options(options.Options):
    deals: int = ask.question(deals_of(CONTRACTS), len(CONTRACTS))
    joker_value: JokerValue = ask.question(JOKER_VALUE, JokerValue.FIFTEEN)
    number_cards: NumberCards = ask.question(NUMBER_CARDS, NumberCards.FIVE)
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
class Deal(questions.Deal):
    blind: Blind = ask.pick(_("Went out blind"), Blind.NONE, when=(when("result", Result.OUT),))


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def score(game: Game, entry: Entry) -> g.Scores:
    won = went_out(game.options, entry.deal.blind)
    return rules.scored(entry, lambda line: won if line.won else rules.penalty(line))


def facts(game: Game, entry: Entry, person: int) -> Facts:
    line, played = entry.lines[person], entry.deal.result is not Result.VOID
    blind = played and line.won and entry.deal.blind is not Blind.NONE
    return {**rules.line_facts(line, played=played), Fact.AT_ONCE: int(blind)}


def went_out(options: Options, blind: Blind) -> Score:
    """Returns 0, less the bonus for going out blind."""
    match blind:
        case Blind.BLIND:
            return Score(-options.blind_bonus, _("went out blind"))
        case Blind.NO_JOKER:
            return Score(-options.blind_no_joker_bonus, _("went out blind without jokers"))
        case _:
            return Score(0, _("went out"))


FEATS: Final = (
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

variant = built(
    contract_game(
        Variant(
            key="shanghai_rummy",
            name="Shanghai Rummy",
            summary=_("Ten deals with harder and harder contracts; going out blind earns a bonus."),
            seats=range(3, 9),
            family=Family.CONTRACT,
            table_card=lambda options, persons: set_up(options, hand_size=11),
            options=Options,
            deal=Deal,
            line=Line,
            state=State,
            presets=(
                Preset("usual", _("Default rules"), {}, _("Number cards count five each.")),
                Preset(
                    "index",
                    _("By number"),
                    {"number_cards": "index"},
                    _("Number cards count what they show."),
                ),
                Preset(
                    "pool", _("For a pool"), {"settlement": "pool"}, _("The lowest total takes it.")
                ),
            ),
            check=rules.check,
            score=score,
            board=Board(facts=facts, feats=FEATS),
        ),
        CONTRACTS,
    )
)
