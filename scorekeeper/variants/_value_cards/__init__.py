"""What the Indian games of 21 and 27 cards share: penalties, and value cards everybody pays for.

The card turned up makes cards of its suit worth points to whoever holds them at the end: the same
card (the cut), and those next to it in rank. A game says which by the ``STEPS`` of its line, from
counter to ranks above the cut. Every loser pays the winner a penalty; and of every two players who
did not drop the one with less pays the other the difference of their value points.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, ClassVar, Final, Protocol, TypeAlias, TypeVar

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.questions import (
    Card,
    Cards,
    Count,
    Flag,
    Pick,
    Points,
    Steps,
    Word,
    unless,
    when,
)
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.variant import Nothing, Told
from scorekeeper.engine.words import _, number
from scorekeeper.variants import _indian, _many_cards
from scorekeeper.variants._indian import (
    COUNTS,
    PLAYED,
    TOO_OFTEN,
    WHICH_TURNED,
    Block,
    Finish,
    HalfRound,
    Outcome,
)
from scorekeeper.variants._many_cards import (
    JokerValues,
    beside,
    count,
    faces,
    show,
    value,
    value_cards,
    value_groups,
    wild_cards,
)

PACKS: Final = 3


class HalfScope(Word):
    PENALTY = "penalty", _("The penalty")
    PENALTY_AND_VALUE = "penalty_and_value", _("Value points too"), _("Those of the winner.")


# Questions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Options:
    point_value: _indian.POINT_VALUE = 100
    first_drop: Annotated[int, _indian.first_drop("seed")] = 30
    middle_drop: Annotated[int, _indian.middle_drop("seed")] = 70
    wrong_show: Annotated[int, _indian.wrong_show("rummy_21.md §4")] = 120
    cap: Annotated[int, _indian.full_count("seed")] = 120
    half_cap: Annotated[
        int,
        Points(
            label=_("Full half count"),
            help=_("The most that is paid by who had no turn."),
            min=1,
            source="seed",
        ),
    ] = 60
    half_round: Annotated[
        HalfRound,
        Pick(
            label=_("Half points"),
            help=_("How half a count is rounded."),
            source="rummy_21.md §4",
        ),
    ] = HalfRound.UP
    half_scope: Annotated[
        HalfScope,
        Pick(
            label=_("Without a turn half is paid of"),
            help=_("What is halved for who had no turn yet."),
            source="rummy_21.md §4",
        ),
    ] = HalfScope.PENALTY
    safe_points: Annotated[
        int,
        Points(
            label=_("Least count"),
            help=_("What a loser counts even with everything melded."),
            source="seed",
        ),
    ] = 2
    dublees_safe: Annotated[
        int,
        Count(
            label=_("Dublees that save"),
            help=_("With so many a loser counts the least."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 6
    jokers_safe: Annotated[
        int,
        Count(
            label=_("Jokers that save"),
            help=_("With so many a loser counts the least."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = 7
    value_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Value cards"),
            help=_("For one, two, three of a kind."),
            length=3,
            source="rummy_21.md §1",
        ),
    ] = (10, 30, 50)
    marriage_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Marriages"),
            help=_("For one, two, three with one of every kind."),
            length=3,
            source="rummy_21.md §1",
        ),
    ] = (100, 300, 500)
    same_rank_wild: Annotated[
        bool,
        Flag(
            label=_("The whole rank is wild"),
            help=_("Not only in the suit of the turned-up card."),
            source="rummy_21.md §2",
        ),
    ] = False
    wrong_show_in_values: Annotated[
        bool,
        Flag(
            label=_("Value cards after a wrong show"),
            help=_("They are paid for as if he had played on."),
            source="rummy_21.md §4",
        ),
    ] = True
    two_marriages_show: Annotated[
        bool,
        Flag(
            label=_("Two marriages can be shown"),
            help=_("They win, whatever the other cards are."),
            source="rummy_21.md §1",
        ),
    ] = False
    printed_joker_values: Annotated[
        JokerValues,
        Pick(
            label=_("A printed joker is turned up"),
            help=_("What has value then."),
            source="seed",
        ),
    ] = JokerValues.ACE_ONLY
    max_loss: Annotated[
        int | None,
        Points(
            label=_("Most that is lost"),
            help=_("In one hand, in points; the winner gets so much less."),
            min=1,
            source="rummy_21.md §4",
        ),
    ] = None
    block: Annotated[
        Block,
        Pick(label=_("The stock runs out"), help=_("What happens then."), source="rummy_21.md §4"),
    ] = Block.VOID
    hands: Annotated[
        int | None,
        Count(
            label=_("Hands"),
            help=_("The game ends after so many; empty for an open end."),
            min=1,
            max=None,
            source="seed",
        ),
    ] = None

    STEPS: ClassVar[Mapping[str, int]] = {"cut": 0, "up": 1, "down": -1}
    """The counters of a line, and their ranks above the card turned up."""

    @property
    def show_pure(self) -> int:
        """Pure sequences in a show; with so many a loser's other melds save their cards too."""
        return 3

    @property
    def show_tunnelas(self) -> int:
        return 3

    @property
    def show_dublees(self) -> int:
        return 8

    @property
    def show_jokers(self) -> int:
        return 8


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: Annotated[
        str | None,
        Card(
            label=_("Turned-up card"),
            help=_("Matters to tapped cards, and if it was a printed joker."),
            screen=(when("outcome", Outcome.PLAYED),),
        ),
    ] = None


SHOWS = when("finish", Finish.WON, Finish.COUNTED, Finish.WRONG_SHOW)
"""Did not drop, so that his value cards may count."""
IN_VALUES = when("finish", Finish.WON, Finish.COUNTED) | when("options.wrong_show_in_values", True)
BESIDE_CUT = unless("options.printed_joker_values", JokerValues.ACE_ONLY) | unless(
    "deal.turned", JOKER
)
NO_TURN: TypeAlias = Annotated[
    bool,
    Flag(
        label=_("No turn yet"),
        help=_("Had no turn when the winner showed."),
        when=(PLAYED, COUNTS),
    ),
]


def typed(most: int) -> Points:
    return Points(label=_("Points"), help=_("Before the cap."), max=most, when=(COUNTS,))


def tapped(size: int) -> Cards:
    """The cards of a loser, or of anybody for the sake of his value cards."""
    return Cards(label=_("Cards left"), sizes=(size,), instead="points", when=(PLAYED, SHOWS))


def counter(label: str, help: str, *, beside: bool = True) -> Count:
    """How many value cards of a kind; ``beside``: another than the cut."""
    asked = (PLAYED, SHOWS, IN_VALUES, when("cards", None))
    return Count(label=label, help=help, max=PACKS, when=(*asked, BESIDE_CUT) if beside else asked)


class Line(Protocol):
    """What a seat reports; its counters are the kinds of value cards."""

    @property
    def finish(self) -> Finish | None: ...

    @property
    def points(self) -> int | None: ...

    @property
    def cards(self) -> tuple[str, ...] | None: ...

    @property
    def no_turn(self) -> bool: ...


O = TypeVar("O", bound=Options)  # noqa: E741
L = TypeVar("L", bound=Line)
Game: TypeAlias = g.Game[O, Nothing]
Entry: TypeAlias = g.Entry[Deal, L]


def offers(game: Game[O], name: str) -> Sequence[Word] | None:
    return _indian.outcomes(game.options.block) if name == "outcome" else None


# What a seat holds ---------------------------------------------------------------------------


def held(options: Options, turned: str | None, line: Line) -> dict[str, int]:
    """How many value cards of each kind a seat has, counted by the table or among its cards."""
    if line.cards is None:
        return {kind: getattr(line, kind) for kind in options.STEPS}
    return value_cards(options, turned, line.cards)


def counted(options: Options, turned: str | None, line: Line) -> tuple[float, str]:
    """What somebody counts who did not drop, typed or tapped, and the words for it."""
    if line.cards is None:
        return within(options, line.points or 0)
    return of_hand(options, turned, line.cards)


def of_hand(options: Options, turned: str | None, cards: tuple[str, ...]) -> tuple[int, str]:
    """What a loser's cards cost him, and the words for it."""
    hand = count(cards, options, turned)
    points, words = within(options, hand.laid.points)
    return points, _("{words}, {safe}").format(words=words, safe=hand.safe) if hand.safe else words


def within(options: Options, points: int) -> tuple[int, str]:
    """Not less than the least, nor more than the full count."""
    return _indian.counted(max(points, options.safe_points), options.cap)


# What is refused -----------------------------------------------------------------------------


def refuse(game: Game[O], entry: Entry[L]) -> None:
    lines = _indian.lines_of(entry)
    _indian.refuse(entry.deal.outcome, lines)


def check(game: Game[O], entry: Entry[L]) -> None:
    lines = _indian.lines_of(entry)
    if entry.deal.outcome is Outcome.VOID:
        _indian.check_block(game.options.block)
        return _indian.check_void(lines)
    _indian.check_finishes(lines)
    _indian.check_counts(lines)
    _indian.check_turns(_indian.winner(lines), {p: line.no_turn for p, line in lines.items()})
    _indian.check_turned(lines.values(), entry.deal.turned)
    return check_copies(game.options, entry)


def check_copies(options: Options, entry: Entry[L]) -> None:
    """Value cards counted and cards tapped come from the same three packs."""
    turned = entry.deal.turned
    seen: Counter[str] = Counter()
    for person, line in _indian.lines_of(entry).items():
        for field, card, times in pieces(options, turned, line):
            seen[card] += times
            if times and seen[card] > in_packs(turned, card):
                raise EntryError(TOO_OFTEN, field=field, seat=person)


def pieces(options: Options, turned: str | None, line: Line) -> Iterator[tuple[str, str, int]]:
    """The question, the card and how many of it, for everything a seat reports."""
    if line.cards is not None:
        for card in line.cards:
            yield "cards", card, 1
    else:
        for kind, card in faces(options, turned).items():
            yield kind, card, getattr(line, kind)


def in_packs(turned: str | None, card: str) -> int:
    """How often a card is there besides the one turned up, which is a ``cut`` until it is known."""
    return PACKS - (card == (turned or "cut"))


# Who owes whom -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Debt:
    payer: int
    payee: int
    points: float
    reason: str


def settlement(game: Game[O], entry: Entry[L]) -> list[Debt]:
    """Who owes whom, in points; nobody when the hand is void."""
    if entry.deal.outcome is Outcome.VOID:
        return []
    owed = [*penalties(game.options, entry), *exchanges(game.options, entry)]
    return [*owed, *relief(game.options, entry, owed)]


def penalties(options: Options, entry: Entry[L]) -> Iterator[Debt]:
    lines = _indian.lines_of(entry)
    won = _indian.winner(lines)
    for person, line in lines.items():
        if person != won:
            yield Debt(person, won, *penalty(options, entry.deal.turned, line))


def penalty(options: Options, turned: str | None, line: Line) -> tuple[float, str]:
    """What a loser owes for his hand, in points, and the words for it."""
    if line.finish is not Finish.COUNTED:
        return _indian.dropped(options, line.finish)
    points, words = counted(options, turned, line)
    if not line.no_turn:
        return points, words
    half, words = _indian.half(points, options.half_round), _("half a {words}").format(words=words)
    if half > options.half_cap:
        most = _("{words}, at most {cap}")
        return options.half_cap, most.format(words=words, cap=number(options.half_cap))
    return half, words


def values(options: Options, entry: Entry[L]) -> dict[int, int]:
    """Value points of everybody whose value cards count."""
    return {
        person: value(options, held(options, entry.deal.turned, line))
        for person, line in _indian.lines_of(entry).items()
        if counts_values(options, line)
    }


def counts_values(options: Options, line: Line) -> bool:
    if line.finish is Finish.WRONG_SHOW:
        return options.wrong_show_in_values
    return line.finish in (Finish.WON, Finish.COUNTED)


def exchanges(options: Options, entry: Entry[L]) -> Iterator[Debt]:
    """Of every two, the one with less value pays the other the difference."""
    worths = values(options, entry)
    lines = _indian.lines_of(entry)
    won = _indian.winner(lines)

    def pays(payer: int, payee: int) -> float:
        halved = options.half_scope is HalfScope.PENALTY_AND_VALUE and payee == won
        if halved and lines[payer].no_turn:
            return _indian.half(worths[payee], options.half_round)
        return worths[payee]

    for one, other in combinations(worths, 2):
        difference = pays(one, other) - pays(other, one)
        payer, payee = (one, other) if difference > 0 else (other, one)
        yield Debt(payer, payee, abs(difference), _("value cards"))


def relief(options: Options, entry: Entry[L], owed: Sequence[Debt]) -> Iterator[Debt]:
    """What the winner gives back to those who would lose more than a hand may cost."""
    if options.max_loss is None:
        return
    lines = _indian.lines_of(entry)
    won = _indian.winner(lines)
    for person, points in nets(owed).items():
        if person != won and -points > options.max_loss:
            yield Debt(won, person, -points - options.max_loss, _("loss limited"))


def nets(owed: Sequence[Debt]) -> dict[int, float]:
    """Points won or lost by person."""
    net: defaultdict[int, float] = defaultdict(int)
    for debt in owed:
        net[debt.payer] -= debt.points
        net[debt.payee] += debt.points
    return net


# Points and money ----------------------------------------------------------------------------


def score(game: Game[O], entry: Entry[L]) -> g.Scores:
    if entry.deal.outcome is Outcome.VOID:
        return (NIL,) * game.seats
    net = nets(settlement(game, entry))
    lines, worths = _indian.lines_of(entry), values(game.options, entry)
    turned = entry.deal.turned
    return tuple(
        g.Score(net[seat], reason(game.options, turned, lines[seat], worths.get(seat, 0)))
        if seat in lines
        else NIL
        for seat in range(game.seats)
    )


def reason(options: Options, turned: str | None, line: Line, worth: int) -> str:
    """``won, value 100`` or ``count of 20``."""
    words = _("won") if line.finish is Finish.WON else penalty(options, turned, line)[1]
    return _("{words}, value {points}").format(words=words, points=worth) if worth else words


def pay(game: Game[O], entry: Entry[L], scores: g.Scores) -> Payments:
    """Half a unit goes to the winner: what a loser owes him in all is rounded up."""
    owed = settlement(game, entry)
    if not owed:
        return ()
    lines = _indian.lines_of(entry)
    return collect(in_money(owed, _indian.winner(lines), game.options.point_value))


def in_money(owed: Sequence[Debt], won: int, point_value: int) -> Iterator[Payment]:
    due: defaultdict[int, float] = defaultdict(int)
    for debt in owed:
        if won not in (debt.payer, debt.payee):
            yield Payment(debt.payer, debt.payee, int(debt.points * point_value), debt.reason)
            continue
        loser = debt.payer if debt.payee == won else debt.payee
        before = math.ceil(due[loser] * point_value)
        due[loser] += debt.points if debt.payee == won else -debt.points
        amount = math.ceil(due[loser] * point_value) - before
        yield Payment(loser, won, amount, debt.reason)


def is_over(game: Game[O]) -> bool:
    """After so many hands; a void one counts too."""
    return game.options.hands is not None and game.number >= game.options.hands


# Tapped cards --------------------------------------------------------------------------------


def copies(options: Options, deal: Deal, face: str) -> int:
    """Three packs, without the card turned up."""
    return in_packs(deal.turned, face)


def wild(options: Options, deal: Deal) -> frozenset[str]:
    return wild_cards(options, deal.turned)


def lay(game: Game[O], entry: Entry[L], person: int) -> Arrangement | None:
    """How a loser counts, and what the value cards of anybody bring who did not drop."""
    options, line, turned = game.options, entry.lines[person], entry.deal.turned
    if line.cards is None or line.finish not in SHOWS.values:
        return None
    check_dealt(line.cards, turned, person)
    bring = value_groups(options, turned, line.cards) if counts_values(options, line) else ()
    if line.finish is not Finish.COUNTED:
        return beside(line.cards, bring)
    return replace(count(line.cards, options, turned).laid, valued=bring)


def check_dealt(cards: tuple[str, ...], turned: str | None, person: int | None = None) -> None:
    """These cards can be in one hand, once it is known which was turned up."""
    if turned is None:
        raise EntryError(WHICH_TURNED, field="turned")
    if any(times > in_packs(turned, card) for card, times in Counter(cards).items()):
        raise EntryError(TOO_OFTEN, field="cards", seat=person)


def answers(options: Options, asked: _indian.Asked) -> Told:
    """What a hand costs and is worth, or whether it can be shown. Raises EntryError."""
    turned = asked.turned
    _indian.check_held(asked, lambda card: in_packs(turned, card))
    told: dict[str, object] = {}
    if asked.hand is not None:
        told["penalty"], _words = of_hand(options, turned, asked.hand)
        told["value"] = value(options, value_cards(options, turned, asked.hand))
    if asked.declare is not None:
        told["valid"] = show(asked.declare, options, turned) is not None
    return told


def judge(game: Game[O], deal: Deal, claim: Claim) -> Verdict:
    """May this be shown? A wrong show costs what this table says."""
    check_dealt(claim.cards, deal.turned)
    return _many_cards.judge(claim, game.options, deal.turned, game.options.wrong_show)
