"""Paplu, Indian rummy with 13 cards as played at home: everybody pays the winner of the hand.

Who drops before his first turn pays little, who drops later more, a wrong show costs the most, and
the others pay the count of their cards. The count can have a least and a most; then

* the winner declared on his first turn: who had no turn yet pays half;
* the winner declared his hand as dealt: one side of the table pays double, by default those who had
  no turn yet. Without turn, only cards outside any meld count;
* with "double score", everything is doubled when a printed joker was turned up.

Drops are paid to the winner too, even if everybody else drops. A hand that ends without a winner
is void and costs nothing. The score sheet adds up what winners receive, or the net of everybody;
the money is the same. The game ends when everybody has dealt the agreed number of times.

Where the rules are silent: the cap acts before halving and doubling, and half points become money
in the winner's favour.

Sources: the seed's rules; pagat.com, "Indian Rummy (Paplu)"; silkrummy.com/points-rummy for the
wrong show.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement, MeldRules
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.questions import (
    Card,
    Count,
    Flag,
    Pick,
    Points,
    Word,
    unless,
    when,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Nothing, Preset, Told, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants import _indian, _thirteen
from scorekeeper.variants._indian import COUNTS, Block, Finish, HalfRound, Held, Outcome


class HandDoubles(Word):
    NO_TURN = "no_turn", _("Who had no turn"), _("Those who had no turn yet pay double.")
    TURN = "turn", _("Who had a turn"), _("Those who had a turn pay double.")
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
    point_value: _indian.POINT_VALUE = 100
    first_drop: Annotated[int, _indian.first_drop("seed")] = 10
    middle_drop: Annotated[int, _indian.middle_drop("seed")] = 40
    wrong_show: Annotated[int, _indian.wrong_show("indian_rummy.md §4")] = 80
    cap: Annotated[
        int | None,
        Points(label=_("Cap"), help=_("The most a hand can count."), min=1, source="seed"),
    ] = None
    min_loser: Annotated[
        int,
        Points(
            label=_("Least count"),
            help=_("What a loser counts even with everything melded."),
            source="indian_rummy.md §4",
        ),
    ] = 0
    hand_doubles: Annotated[
        HandDoubles,
        Pick(
            label=_("A hand as dealt doubles"),
            help=_("Who pays double when the winner never drew."),
            source="seed",
        ),
    ] = HandDoubles.NO_TURN
    half_round: Annotated[
        HalfRound,
        Pick(
            label=_("Half points"),
            help=_("How half a count is rounded."),
            source="indian_rummy.md §4",
        ),
    ] = HalfRound.UP
    printed_joker_turned: Annotated[
        JokerTurned,
        Pick(
            label=_("A printed joker is turned up"),
            help=_("What it means for the hand."),
            source="seed",
        ),
    ] = JokerTurned.PRINTED_ONLY
    wild_mode: Annotated[
        WildMode,
        Pick(label=_("Wild cards"), help=_("What may stand for any card."), source="seed"),
    ] = WildMode.TURNED_RANK
    block: Annotated[
        Block,
        Pick(label=_("The stock runs out"), help=_("What happens then."), source="seed"),
    ] = Block.VOID
    decks: _indian.DECKS = 1
    tanala: _indian.AUTO_TANALA = _indian.Tanala.AUTO
    life_rule: _indian.LIFE_RULE = _indian.LifeRule.FIRST_LIFE
    ledger: Annotated[
        Ledger,
        Pick(
            label=_("Score sheet"),
            help=_("What is written down; the money is the same."),
            source="seed",
        ),
    ] = Ledger.WINNER_ACCUMULATES
    rounds: Annotated[
        int | None,
        Count(
            label=_("Rounds"),
            help=_("How often everybody deals; empty for an open end."),
            min=1,
            max=None,
            source="indian_rummy.md §4",
        ),
    ] = 1


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: Annotated[
        str | None,
        Card(
            label=_("Turned-up card"),
            when=(when("options.wild_mode", WildMode.TURNED_RANK),),
        ),
    ] = None
    declared: Annotated[
        Declared,
        Pick(label=_("The winner declared"), screen=(when("outcome", Outcome.PLAYED),)),
    ] = Declared.NORMAL


@dataclass(frozen=True, slots=True)
class Line(_indian.Line):
    no_turn: Annotated[
        bool,
        Flag(
            label=_("No turn yet"),
            help=_("Had no turn when the winner declared."),
            when=(COUNTS, unless("deal.declared", Declared.NORMAL)),
        ),
    ] = False


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    return {"decks": 1 if seats <= 3 else 2 if seats <= 6 else 3}


def check_options(options: Options, seats: int, side: int) -> None:
    _indian.check_decks(options.decks, seats)


def offers(game: Game, name: str) -> Sequence[Word] | None:
    return _indian.outcomes(game.options.block) if name == "outcome" else None


# What is refused -----------------------------------------------------------------------------


def refuse(game: Game, entry: Entry) -> None:
    """Who won or counts in a void hand is at fault for that, not for the points he gives."""
    if entry.deal.outcome is Outcome.VOID:
        check_void(game, entry)
    else:
        lines = _indian.lines_of(entry)
        _indian.check_unfinished(lines)


def check(game: Game, entry: Entry) -> None:
    if entry.deal.outcome is Outcome.VOID:
        check_void(game, entry)
    else:
        check_hand(game, entry)


def check_void(game: Game, entry: Entry) -> None:
    _indian.check_block(game.options.block)
    lines = _indian.lines_of(entry)
    _indian.check_void(lines)


def check_hand(game: Game, entry: Entry) -> None:
    lines = _indian.lines_of(entry)
    _indian.check_finishes(lines)
    _indian.check_counts(lines)
    _indian.check_turns(_indian.winner(lines), {p: line.no_turn for p, line in lines.items()})
    if game.options.wild_mode is WildMode.TURNED_RANK:
        _indian.check_turned(lines.values(), entry.deal.turned)
    if game.options.wild_mode is WildMode.NONE:
        _indian.check_no_joker(lines)
    _indian.check_copies(lines, game.options.decks)


def winner(entry: Entry) -> int:
    lines = _indian.lines_of(entry)
    return _indian.winner(lines)


# What the losers owe -------------------------------------------------------------------------


def owed(options: Options, deal: Deal, line: Line) -> tuple[float, str]:
    """What a loser pays the winner, in points, and the words for it."""
    points, words = finished(options, deal, line)
    if deal.turned == JOKER and options.printed_joker_turned is JokerTurned.DOUBLE_SCORE:
        return 2 * points, _("{words}, doubled by the joker").format(words=words)
    return points, words


def finished(options: Options, deal: Deal, line: Line) -> tuple[float, str]:
    if line.finish is Finish.COUNTED:
        return counted(options, deal, line)
    return _indian.dropped(options, line.finish)


def counted(options: Options, deal: Deal, line: Line) -> tuple[float, str]:
    """A count: at least the least, at most the cap, then halved or doubled."""
    points, words = _indian.counted(at_least(count(options, deal, line), options), options.cap)
    if deal.declared is Declared.FIRST_TURN and line.no_turn:
        return _indian.half(points, options.half_round), _("half a {words}").format(words=words)
    if deal.declared is Declared.HAND and pays_double(options, line):
        return 2 * points, _("{words}, doubled").format(words=words)
    return points, words


def at_least(points: int, options: Options) -> int:
    return max(points, options.min_loser)


def count(options: Options, deal: Deal, line: Line) -> int:
    """The points caught in hand; who had no turn yet needs no sequences."""
    return _thirteen.count(line, melds_of(options, deal, line))


def melds_of(options: Options, deal: Deal, line: Line) -> MeldRules:
    melds = _thirteen.rules(options, wild(options, deal))
    return _thirteen.without_lives(melds) if line.no_turn else melds


def pays_double(options: Options, line: Line) -> bool:
    match options.hand_doubles:
        case HandDoubles.NO_TURN:
            return line.no_turn
        case HandDoubles.TURN:
            return not line.no_turn
        case _:
            return False


def debts(game: Game, entry: Entry) -> dict[int, tuple[float, str]]:
    """What each loser of the hand owes; nobody when it is void."""
    if entry.deal.outcome is Outcome.VOID:
        return {}
    return {
        person: owed(game.options, entry.deal, line)
        for person, line in _indian.lines_of(entry).items()
        if line.finish is not Finish.WON
    }


# Points and money ----------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    due = debts(game, entry)
    lost = -1 if game.options.ledger is Ledger.ZERO_SUM else 0
    scores = {person: g.Score(lost * points, words) for person, (points, words) in due.items()}
    if due:
        received = sum(points for points, _words in due.values())
        scores[winner(entry)] = g.Score(received, won_words(entry.deal))
    return tuple(scores.get(seat, NIL) for seat in range(game.seats))


def won_words(deal: Deal) -> str:
    match deal.declared:
        case Declared.FIRST_TURN:
            return _("won on the first turn")
        case Declared.HAND:
            return _("won as dealt")
        case _:
            return _("won")


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    """Every loser pays the winner; half a unit is rounded up, in the winner's favour."""
    value = game.options.point_value
    return collect(
        Payment(person, winner(entry), math.ceil(points * value), words)
        for person, (points, words) in debts(game, entry).items()
    )


def is_over(game: Game) -> bool:
    """Everybody has dealt so often; a void hand has been dealt too."""
    rounds = game.options.rounds
    return rounds is not None and game.number >= rounds * game.seats


# Tapped cards --------------------------------------------------------------------------------


def wild(options: Options, deal: Deal | Held) -> frozenset[str]:
    aces = options.printed_joker_turned is JokerTurned.ACES_WILD
    return _thirteen.of_rank(deal.turned, aces=aces)


def copies(options: Options, deal: Deal, face: str) -> int:
    """Packs of 53 cards, of 52 where nothing is wild."""
    missing = face == JOKER and options.wild_mode is WildMode.NONE
    return 0 if missing else options.decks


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    options, line = game.options, entry.lines[person]
    if options.wild_mode is WildMode.TURNED_RANK:
        _indian.check_turned([line], entry.deal.turned)
    return _thirteen.laid(line, melds_of(options, entry.deal, line))


def count_held(options: Options, held: Held) -> Told:
    """What 13 cards count, with the least and the cap. Raises EntryError."""
    if options.wild_mode is not WildMode.TURNED_RANK and held.turned is not None:
        raise EntryError(_("This is not asked here."), field="turned")
    if options.wild_mode is WildMode.TURNED_RANK and held.turned is None:
        raise EntryError(_indian.WHICH_TURNED, field="turned")
    _indian.check_held_cards(held, lambda face: copies(options, Deal(), face))
    melds = _thirteen.rules(options, wild(options, held))
    told = _thirteen.answers(held.hand, held.declare, melds)
    if "penalty" in told:
        told["penalty"], _words = _indian.counted(at_least(told["penalty"], options), options.cap)
    return told


def judge(game: Game, deal: Deal, claim: Claim) -> Verdict:
    options = game.options
    if options.wild_mode is WildMode.TURNED_RANK and deal.turned is None:
        raise EntryError(_indian.WHICH_TURNED, field="turned")
    if options.wild_mode is WildMode.NONE and JOKER in claim.cards:
        raise EntryError(_("There is no joker in this pack."), field="cards")
    melds = _thirteen.rules(options, wild(options, deal))
    return _thirteen.judge(claim, melds, options.decks, price(options, deal))


def price(options: Options, deal: Deal) -> int:
    """What a wrong show costs in this deal, in points."""
    points, _words = owed(options, deal, Line(finish=Finish.WRONG_SHOW))
    return int(points)


variant = Variant(
    key="paplu",
    name="Paplu",
    summary=_("Indian rummy with 13 cards: everybody pays the winner of the hand."),
    seats=range(2, 13),
    options=Options,
    deal=Deal,
    line=Line,
    state=Nothing,
    score=score,
    check=check,
    pay=pay,
    is_over=is_over,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("house", _("House rules"), {}, _("Counts without a cap; winners add up.")),
        Preset("cap-80", _("With full count 80"), {"cap": 80}, _("No hand counts more than 80.")),
        Preset(
            "wins-and-losses",
            _("Wins and losses"),
            {"ledger": "zero_sum", "hand_doubles": "turn"},
            _("Losses are written down; a hand as dealt doubles for those who had a turn."),
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
    ),
    offers=offers,
    strict=refuse,
    absences=True,
    held=Held,
    count=count_held,
    copies=copies,
    wild=wild,
    lay=lay,
    shows=_thirteen.SHOWS,
    judge=judge,
)
