"""Paplu, Indian rummy with 13 cards as played at home: everybody pays the winner of the hand.

Dropping before the first turn costs little, dropping later more, a wrong show the most, and
the others pay the count of their cards. The count can have a least and a most; then

* the winner declared on the first turn: players who had no turn yet pay half;
* the winner declared the hand as dealt: one side of the table pays double, by default those who had
  no turn yet. Without turn, only cards outside any meld count;
* with "double score", everything is doubled when a printed joker was turned up.

Drops are paid to the winner too, even if everybody else drops. A hand that ends without a winner
is void and costs nothing. The score sheet adds up what winners receive, or the net of everybody;
the money is the same. The game ends when everybody has dealt the agreed number of times.

Where the rules are silent: the cap acts before halving and doubling, and half points become money
in the winner's favour.

Sources: CatsAtCards (catsatcards.com), “Indian rummy”; pagat.com, "Indian
Rummy (Paplu)"; silkrummy.com/points-rummy for the wrong show.
"""

from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import MeldRules
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import TableCard
from scorekeeper.engine.variant import Limits, NamedValues, Nothing, Preset
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _glossary, _one_winner
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import Block, Finish, HalfRound, LifeRule, Outcome, Tanala
from scorekeeper.variants._thirteen_cards import ThirteenCards, wild_of_rank, without_lives

# Reasons --------------------------------------------------------------------------------------

DOUBLED_BY_THE_JOKER: Final = reason("doubled_by_the_joker", _("{words}, doubled by the joker"))
WORDS_DOUBLED: Final = reason("words_doubled", _("{words}, doubled"))


class HandDoubles(Word):
    NO_TURN = "no_turn", _("Players without a turn"), _("Those who had no turn yet pay double.")
    TURN = "turn", _("Players who had a turn"), _("Those who had a turn pay double.")
    NONE = "none", _("Nobody")


class JokerTurned(Word):
    PRINTED_ONLY = "printed_only", _("Printed jokers only"), _("No rank is wild.")
    DOUBLE_SCORE = "double_score", _("Everything double"), _("And no rank is wild.")
    ACES_WILD = "aces_wild", _("Aces are wild")


class WildMode(Word):
    TURNED_RANK = "turned_rank", _("The turned-up rank"), _("And the printed jokers.")
    PRINTED_ONLY = "printed_only", _("Printed jokers only")
    NONE = "none", _("Nothing"), _("There are no jokers in the pack.")


class Ledger(Word):
    WINNER_ACCUMULATES = "winner_accumulates", _("What winners receive")
    ZERO_SUM = "zero_sum", _("Wins and losses")


class Declared(Word):
    NORMAL = "normal", _("As usual")
    FIRST_TURN = "first_turn", _("On first turn")
    HAND = "hand", _("As dealt"), _("Before drawing a card.")


@dataclass(frozen=True, slots=True)
class Options:
    point_value: int = ask.question(indian.POINT_VALUE, 100)
    first_drop: int = ask.question(indian.first_drop("seed"), 10)
    middle_drop: int = ask.question(indian.middle_drop("seed"), 40)
    wrong_show: int = ask.question(indian.wrong_show("indian_rummy.md §4"), 80)
    cap: int | None = ask.points(
        _("Cap"), None, _("The most a hand can count."), min=1, source="seed"
    )
    min_loser: int = ask.points(
        _("Least count"),
        0,
        _("The least a loser scores, even with everything melded."),
        source="indian_rummy.md §4",
    )
    hand_doubles: HandDoubles = ask.pick(
        _("A hand as dealt doubles"),
        HandDoubles.NO_TURN,
        _("Which players pay double when the winner never drew."),
        source="seed",
    )
    half_round: HalfRound = ask.pick(
        _("Half points"),
        HalfRound.UP,
        _("How half a count is rounded."),
        source="indian_rummy.md §4",
    )
    printed_joker_turned: JokerTurned = ask.pick(
        _("A printed joker is turned up"),
        JokerTurned.PRINTED_ONLY,
        _("What it means for the hand."),
        source="seed",
    )
    wild_mode: WildMode = ask.pick(
        _("Wild cards"), WildMode.TURNED_RANK, _("What may stand for any card."), source="seed"
    )
    block: Block = ask.pick(
        _("The stock runs out"), Block.VOID, _("What happens then."), source="seed"
    )
    decks: int = ask.question(indian.DECKS, 1)
    tanala: Tanala = ask.question(indian.AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(indian.LIFE_RULE, LifeRule.FIRST_LIFE)
    ledger: Ledger = ask.pick(
        _("Scores saved"),
        Ledger.WINNER_ACCUMULATES,
        _("What is recorded; the money is the same."),
        source="seed",
    )
    rounds: int | None = ask.count(
        _("Rounds"),
        1,
        _("How often everybody deals; empty for an open end."),
        min=1,
        max=None,
        source="indian_rummy.md §4",
    )


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"),
        None,
        when=(when("options.wild_mode", WildMode.TURNED_RANK),),
        screen=(when("outcome", Outcome.PLAYED),),
    )
    declared: Declared = ask.pick(
        _("The winner declared"), Declared.NORMAL, screen=(when("outcome", Outcome.PLAYED),)
    )


@dataclass(frozen=True, slots=True)
class Line(indian.Line):
    no_turn: bool = ask.flag(
        _("No turn yet"),
        False,
        _("Had no turn when the winner declared."),
        when=(indian.COUNTS, unless("deal.declared", Declared.NORMAL)),
    )


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]

TURNED = {
    JokerTurned.PRINTED_ONLY: indian.PRINTED,
    JokerTurned.DOUBLE_SCORE: _(
        "If it is a printed joker, no rank is wild and everything counts double."
    ),
    JokerTurned.ACES_WILD: _("If it is a printed joker, aces are wild."),
}
WON = {
    Declared.NORMAL: reasons.WON,
    Declared.FIRST_TURN: reason("won_on_the_first_turn", _("won on the first turn")),
    Declared.HAND: reason("won_as_dealt", _("won as dealt")),
}
AS_DEALT = Feat(
    key="as_dealt",
    name=_("As dealt"),
    description=_("Declare before drawing a card."),
    face="4H",
    is_earned=lambda hand: hand.has_won and hand.entry.deal.declared is Declared.HAND,
)


def pays_double(options: Options, line: Line) -> bool:
    match options.hand_doubles:
        case HandDoubles.NO_TURN:
            return line.no_turn
        case HandDoubles.TURN:
            return not line.no_turn
        case _:
            return False


class Paplu(ThirteenCards[Options, Deal, Line, Nothing]):
    key, name = "paplu", "Paplu"
    summary = _("Indian rummy with 13 cards: everybody pays the winner of the hand.")
    also = f"Papplu, पपलू, पप्लू, পাপলু, પપ્લુ, పప్లు, {indian.RUMMY}"
    known = {"IN": 6, "LK": 6, "BD": 6, "PK": 6, "NP": 8}
    seats = range(2, 13)
    source = "“Indian rummy”, catsatcards.com"
    may_miss = True
    options, deal, line = Options, Deal, Line
    late = "no_turn"
    late_all = (unless("deal.declared", Declared.NORMAL),)
    feats = (indian.EARLY, *indian.FEATS, AS_DEALT)
    glossary = (*ThirteenCards.glossary, _glossary.CAP, _glossary.STOCK)
    presets = (
        Preset("house", _("Without a cap"), {}, _("Counts without a cap; winners add up.")),
        Preset("cap-80", _("With full count 80"), {"cap": 80}, _("No hand counts more than 80.")),
        Preset(
            "wins-and-losses",
            _("Wins and losses"),
            {"ledger": "zero_sum", "hand_doubles": "turn"},
            _("Losses are recorded; a hand as dealt doubles for those who had a turn."),
        ),
        Preset(
            "double-score",
            _("Double score on printed jokers"),
            {"printed_joker_turned": "double_score"},
            _("Everything doubles when a printed joker is turned up."),
        ),
        Preset(
            "ace-jokers",
            _("Ace jokers"),
            {"printed_joker_turned": "aces_wild"},
            _("Aces are wild when a printed joker is turned up."),
        ),
        Preset(
            "no-additional-jokers",
            _("No additional jokers"),
            {"wild_mode": "printed_only"},
            _("Only printed jokers are wild."),
        ),
        Preset("no-jokers", _("No jokers"), {"wild_mode": "none"}, _("Nothing is wild.")),
        Preset(
            "at-the-block",
            _("At the block"),
            {"block": "reshuffle"},
            _("The discards are reshuffled, so that no hand is void."),
        ),
    )

    # How it is set up -----------------------------------------------------------------------

    def table_card(self, options: Options, persons: int) -> TableCard:
        match options.wild_mode:
            case WildMode.TURNED_RANK:
                printed = TURNED[options.printed_joker_turned]
                turned = (indian.STARTS, indian.RANK_IS_WILD, printed)
                return indian.thirteen(options.decks, turned)
            case WildMode.PRINTED_ONLY:
                return indian.thirteen(options.decks, (indian.STARTS,))
            case _:
                return replace(indian.thirteen(options.decks, (indian.STARTS,)), jokers=0)

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {"decks": 1 if seats <= 3 else 2 if seats <= 6 else 3}

    def ends(self, options: Options) -> Ending | None:
        """Ends when everybody has dealt so often; a void hand has been dealt too."""
        rounds = options.rounds
        if rounds is None:
            return None
        return Ending(lambda game: game.number >= rounds * len(game.places))

    # What is refused ------------------------------------------------------------------------

    def limits(self, game: Game, name: str) -> Limits:
        if name == "outcome":
            return indian.outcomes(game.options.block)
        return super().limits(game, name)

    def check_void(self, game: Game, lines: dict[int, Line]) -> None:
        indian.check_block(game.options.block)
        super().check_void(game, lines)

    def check_lines(self, game: Game, lines: dict[int, Line]) -> None:
        winner = indian.winner(lines)
        indian.check_turns(winner, {person: line.no_turn for person, line in lines.items()})
        if game.options.wild_mode is WildMode.NONE:
            indian.check_no_joker(lines)

    # What the losers owe --------------------------------------------------------------------

    def ledger(self, options: Options) -> _one_winner.Ledger:
        if options.ledger is Ledger.ZERO_SUM:
            return _one_winner.Ledger.ZERO_SUM
        return _one_winner.Ledger.WINNER_GAINS

    def winning_words(self, deal: Deal) -> Phrase:
        return WON[deal.declared]

    def cost(self, options: Options, deal: Deal, line: Line) -> tuple[float, Phrase]:
        points, words = self.of_finish(options, deal, line)
        if deal.turned == JOKER and options.printed_joker_turned is JokerTurned.DOUBLE_SCORE:
            return 2 * points, DOUBLED_BY_THE_JOKER.format(words=words)
        return points, words

    def of_finish(self, options: Options, deal: Deal, line: Line) -> tuple[float, Phrase]:
        """Returns the cost before the joker doubles it: of a count half or twice, if need be."""
        points, words = super().cost(options, deal, line)
        if line.finish is not Finish.COUNTED:
            return points, words
        if deal.declared is Declared.FIRST_TURN and line.no_turn:
            return indian.half(points, options.half_round), indian.HALF_A.format(words=words)
        if deal.declared is Declared.HAND and pays_double(options, line):
            return 2 * points, WORDS_DOUBLED.format(words=words)
        return points, words

    def counted(self, options: Options, count: int) -> tuple[int, Phrase]:
        return indian.counted(max(count, options.min_loser), options.cap)

    def is_full(self, options: Options, deal: Deal, line: Line) -> bool:
        half = deal.declared is Declared.FIRST_TURN and line.no_turn
        return not half and super().is_full(options, deal, line)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        won = entry.lines[person].finish is Finish.WON
        early = won and entry.deal.declared is not Declared.NORMAL
        return {**super().facts(game, entry, outcome, person), Fact.FIRST_TURN: int(early)}

    # Tapped cards ---------------------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        """Returns packs of 53 cards, of 52 where nothing is wild."""
        jokers = 0 if options.wild_mode is WildMode.NONE else options.decks
        aces = options.printed_joker_turned is JokerTurned.ACES_WILD
        return Stock(options.decks, jokers, wild_of_rank(deal.turned, aces=aces))

    def needs_turned(self, options: Options) -> bool:
        return options.wild_mode is WildMode.TURNED_RANK

    def melds_of(self, options: Options, deal: Deal, line: Line) -> MeldRules:
        """Returns the rules by which a line is counted: without a turn it needs no sequences."""
        melds = self.melds(options, deal)
        return without_lives(melds) if line.no_turn else melds

    def judge(self, game: Game, deal: Deal, claim: Claim) -> Verdict:
        if game.options.wild_mode is WildMode.NONE and JOKER in claim.cards:
            raise EntryError(_("There is no joker in this pack."), field="cards")
        return super().judge(game, deal, claim)


variant = Paplu()
