"""Vazhushal (Wipe), a game with 13 cards that is won by going out, or by the best score.

The negative joker is a card laid open: all cards of its rank in the opposite colour are wild, and
so are printed jokers. The first meld must be a pure sequence. Whoever goes out wins the game point;
what the others hold does not matter. If the stock runs out first, everybody melds what he can, and
the best score wins the point: melded cards less cards in hand, where A, K, Q, J and 10 are ten,
a wild card melded is what it stands for, and one left in hand 20 points (or nothing). Where three
or more play, a hand in which somebody was dealt three pairs is dealt again.

Tied players each get the point, or nobody does, or the hand is played again. Money, if there is
any: everybody who did not win pays the stake, and with "margin money" also what his score falls
short of the best when the stock ran out; tied winners share all of it equally, left-over units in
order of seat.

Sources: the seed's rules; pagat.com/rummy/wipe.html for what counts as a meld and for playing to
five wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.cards import JOKER
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payment, Payments, collect, split
from scorekeeper.engine.questions import (
    Amount,
    Card,
    Cards,
    Count,
    Flag,
    Melds,
    Pick,
    Points,
    Word,
    when,
)
from scorekeeper.engine.variant import Nothing, Preset, Told, Variant
from scorekeeper.engine.words import _, number
from scorekeeper.variants._indian import check_winner
from scorekeeper.variants.vazhushal.cards import position, wild_cards

MOST: Final = 36
"""Cards of one player that are counted; the search takes long for more."""


class Tie(Word):
    SHARE = "share", _("Each a point"), _("Every tied player wins; the money is shared.")
    NONE = "none", _("Nobody wins")
    REPLAY = "replay", _("Play again"), _("The hand brings nothing.")


class WildInHand(Word):
    TWENTY = 20, "20"
    NOTHING = 0, "0"


class Outcome(Word):
    WENT_OUT = "went_out", _("Went out"), _("Somebody melded all his cards.")
    STOCK_OUT = "stock_out", _("Stock ran out"), _("The best score wins.")
    REDEAL = "redeal", _("Redeal"), _("Somebody was dealt three pairs.")


class Finish(Word):
    WON = "won", _("Went out")


@dataclass(frozen=True, slots=True)
class Options:
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("What everybody who did not win pays."),
            source="vazhushal.md §4",
        ),
    ] = 0
    margin_money: Annotated[
        bool,
        Flag(
            label=_("Margin money"),
            help=_("When the stock ran out, losers also pay by how much they lost."),
            source="vazhushal.md §5",
        ),
    ] = False
    point_value: Annotated[
        int,
        Amount(
            label=_("Money per point"),
            help=_("What one point of the margin is worth."),
            source="vazhushal.md §5",
            when=(when("margin_money", True),),
        ),
    ] = 100
    tie: Annotated[
        Tie,
        Pick(
            label=_("Equal best scores"),
            help=_("What happens when the stock ran out."),
            source="vazhushal.md §4",
        ),
    ] = Tie.SHARE
    target_wins: Annotated[
        int | None,
        Count(
            label=_("Wins to win"),
            help=_("The game ends when somebody has so many; empty for an open end."),
            min=1,
            max=None,
            source="vazhushal.md §4",
        ),
    ] = None
    wild_in_hand: Annotated[
        WildInHand,
        Pick(
            label=_("Wild card in hand"),
            help=_("Points of one that was not melded."),
            source="seed",
        ),
    ] = WildInHand.TWENTY
    negative_joker: Annotated[
        bool,
        Flag(
            label=_("Negative joker"),
            help=_("An open card decides what is wild besides printed jokers."),
            source="seed",
        ),
    ] = True
    decks: Annotated[
        int,
        Count(
            label=_("Packs"),
            help=_("Packs of 54, each with two printed jokers."),
            min=1,
            max=2,
            source="seed",
        ),
    ] = 1


WENT_OUT = when("deal.outcome", Outcome.WENT_OUT)
STOCK_OUT = when("deal.outcome", Outcome.STOCK_OUT)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand ended"))] = Outcome.WENT_OUT
    negative: Annotated[
        str | None,
        Card(
            label=_("Negative joker"),
            help=_("The open card; needed if cards are tapped."),
            joker=False,
            when=(when("options.negative_joker", True),),
            screen=(when("outcome", Outcome.STOCK_OUT),),
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class Line:
    finish: Annotated[
        Finish | None, Pick(label=_("Winner"), when=(WENT_OUT,), sole=(), sole_value=Finish.WON)
    ] = None
    melded: Annotated[
        int, Points(label=_("Melded"), help=_("Points on the table."), when=(STOCK_OUT,))
    ] = 0
    in_hand: Annotated[
        int | None, Points(label=_("In hand"), help=_("Points not melded."), when=(STOCK_OUT,))
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards in hand"), instead="in_hand", when=(STOCK_OUT,)),
    ] = None
    table: Annotated[
        tuple[tuple[str, ...], ...] | None, Melds(label=_("On the table"), when=(STOCK_OUT,))
    ] = None

    @property
    def typed(self) -> bool:
        return self.in_hand is not None or bool(self.melded)

    @property
    def tapped(self) -> bool:
        return self.cards is not None or bool(self.table)


@dataclass(frozen=True, slots=True)
class Held:
    """A question about one player's cards when the stock has run out."""

    negative: Annotated[str | None, Card(label=_("Negative joker"), joker=False)] = None
    table: Annotated[tuple[tuple[str, ...], ...] | None, Melds(label=_("On the table"))] = None
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Cards in hand"))] = None


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    return {"decks": 1 if seats <= 3 else 2}


def check_options(options: Options, seats: int, side: int) -> None:
    if 13 * seats + 3 > 54 * options.decks:
        raise EntryError(_("These packs are too few for so many players."), field="decks")


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name == "outcome" and game.persons == 2:
        return (Outcome.WENT_OUT, Outcome.STOCK_OUT)
    return None


# What is refused -----------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    match entry.deal.outcome:
        case Outcome.WENT_OUT:
            check_winner([p for p in entry.playing if entry.lines[p].finish is Finish.WON])
        case Outcome.STOCK_OUT:
            check_scores(game.options, entry)
        case Outcome.REDEAL:
            check_redeal(entry)


def check_redeal(entry: Entry) -> None:
    if len(entry.playing) == 2:
        raise EntryError(
            _("Three pairs are dealt again only among three or more."), field="outcome"
        )


def check_scores(options: Options, entry: Entry) -> None:
    """Everybody says what he melded and holds, in one of the two ways."""
    lines = {person: entry.lines[person] for person in entry.playing}
    for person, line in lines.items():
        check_ways(line, person)
    if any(line.tapped for line in lines.values()):
        check_negative(options, entry.deal.negative)
    check_copies(options, lines)


def check_negative(options: Options, negative: str | None) -> None:
    """Cards are counted with the negative joker of the hand, where the table has one."""
    if options.negative_joker != (negative is not None):
        raise EntryError(_("Which card is the negative joker?"), field="negative")


def check_ways(line: Line, person: int) -> None:
    if line.typed and line.tapped:
        raise EntryError(
            _("Type the points or tap the cards, not both."), field="cards", seat=person
        )
    if line.in_hand is None and not line.cards and not line.table:
        raise EntryError(_("How many points are left in hand?"), field="in_hand", seat=person)


def check_copies(options: Options, lines: Mapping[int, Line]) -> None:
    """All tapped cards of a hand come from the same packs."""
    seen: Counter[str] = Counter()
    for person, line in lines.items():
        for field, card in pieces(line.table, line.cards, "cards"):
            take(options, seen, card, field, person)


def take(
    options: Options, seen: Counter[str], card: str, field: str, person: int | None = None
) -> None:
    """One more card out of the packs."""
    seen[card] += 1
    if seen[card] > copies(options, Deal(), card):
        raise EntryError(_("The packs do not hold a card so often."), field=field, seat=person)


def pieces(
    table: Sequence[Sequence[str]] | None, cards: Sequence[str] | None, hand: str
) -> Iterator[tuple[str, str]]:
    """Every card of a player, with the question it answers."""
    for group in table or ():
        for card in group:
            yield "table", card
    for card in cards or ():
        yield hand, card


# Points --------------------------------------------------------------------------------------


def position_of(
    options: Options, negative: str | None, line: Line | Held, person: int | None = None
) -> Arrangement:
    """The best position of tapped cards. Raises EntryError if those on the table cannot be."""
    table = tuple(card for group in line.table or () for card in group)
    hand, field = (line.hand, "hand") if isinstance(line, Held) else (line.cards, "cards")
    if len(table) + len(hand or ()) > MOST:
        raise EntryError(
            _("So many cards cannot be counted: type the points."), field=field, seat=person
        )
    found = position(table, hand or (), wild_cards(negative), options.wild_in_hand.value)
    if found is None:
        raise EntryError(
            _("These cards cannot all lie in melds, one of them a pure sequence."),
            field="table",
            seat=person,
        )
    return found


def melded_and_left(options: Options, entry: Entry, person: int) -> tuple[int, int]:
    """Points on the table and in hand, typed or tapped."""
    line = entry.lines[person]
    if not line.tapped:
        return line.melded, line.in_hand or 0
    found = position_of(options, entry.deal.negative, line, person)
    return found.worth, found.points


def results(options: Options, entry: Entry) -> dict[int, tuple[int, int]]:
    """Everybody's points melded and in hand when the stock ran out."""
    if entry.deal.outcome is not Outcome.STOCK_OUT:
        return {}
    return {person: melded_and_left(options, entry, person) for person in entry.playing}


def scores_of(options: Options, entry: Entry) -> dict[int, int]:
    """Melded less in hand."""
    return {person: melded - left for person, (melded, left) in results(options, entry).items()}


def winners(options: Options, entry: Entry) -> list[int]:
    """Who gets a game point, in order of seat."""
    went_out = [person for person in entry.playing if entry.lines[person].finish is Finish.WON]
    scores = scores_of(options, entry)
    best = [person for person, score in scores.items() if score == max(scores.values())]
    return went_out or (best if len(best) == 1 or options.tie is Tie.SHARE else [])


def score(game: Game, entry: Entry) -> g.Scores:
    won, found = winners(game.options, entry), results(game.options, entry)

    def score_of(seat: int) -> g.Score:
        if seat in found:
            melded, left = found[seat]
            words = _("{melded} melded, {in_hand} in hand: {score}")
            said = words.format(melded=melded, in_hand=left, score=number(melded - left))
            return g.Score(int(seat in won), said)
        return g.Score(1, _("went out")) if seat in won else NIL

    return tuple(score_of(seat) for seat in range(game.seats))


def is_over(game: Game) -> bool:
    target = game.options.target_wins
    return target is not None and max(game.totals) >= target


# Money ---------------------------------------------------------------------------------------


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    won = winners(game.options, entry)
    if not won:
        return ()
    losers = [person for person in entry.playing if person not in won]
    owed = [Due(person, *due) for person in losers for due in dues(game.options, entry, person)]
    return collect(shared(owed, won))


@dataclass(frozen=True, slots=True)
class Due:
    """What somebody who did not win owes those who did, in minor units."""

    payer: int
    amount: int
    reason: str


def dues(options: Options, entry: Entry, person: int) -> Iterator[tuple[int, str]]:
    yield options.stake, _("stake")
    if options.margin_money and (scores := scores_of(options, entry)):
        margin = max(scores.values()) - scores[person]
        yield margin * options.point_value, _("margin of {points}").format(points=margin)


def shared(owed: Sequence[Due], won: Sequence[int]) -> Iterator[Payment]:
    """Equal parts of all that is owed; each is filled before the next."""
    parts = split(sum(due.amount for due in owed), len(won))
    left = dict(zip(won, parts, strict=True))
    for due in owed:
        open_ = due.amount
        for winner in won:
            amount = min(open_, left[winner])
            left[winner] -= amount
            open_ -= amount
            yield Payment(due.payer, winner, amount, due.reason)


# Tapped cards --------------------------------------------------------------------------------


def copies(options: Options, deal: Deal, face: str) -> int:
    """Packs of 54 cards, each with two printed jokers."""
    return options.decks * (2 if face == JOKER else 1)


def wild(options: Options, deal: Deal) -> frozenset[str]:
    return wild_cards(deal.negative)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    """The best position: melds with their points, and what is left in hand."""
    line = entry.lines[person]
    if entry.deal.outcome is not Outcome.STOCK_OUT or not line.tapped:
        return None
    check_negative(game.options, entry.deal.negative)
    check_copies(game.options, {person: line})
    return position_of(game.options, entry.deal.negative, line, person)


def count(options: Options, held: Held) -> Told:
    """The best score these cards can make. Raises EntryError."""
    check_negative(options, held.negative)
    seen: Counter[str] = Counter()
    for field, card in pieces(held.table, held.hand, "hand"):
        take(options, seen, card, field)
    found = position_of(options, held.negative, held)
    return {"score": found.worth - found.points}


variant = Variant(
    key="vazhushal",
    name="Vazhushal",
    summary=_("Go out for a game point; if the stock runs out, the best score takes it."),
    seats=range(2, 7),
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
        Preset("usual", _("Usual rules"), {}, _("For game points, without an end of its own.")),
        Preset("five-wins", _("Five wins"), {"target_wins": 5}, _("The first with five wins.")),
        Preset(
            "stakes",
            _("For a stake and the margin"),
            {"stake": 1000, "margin_money": True},
            _("Losers pay a stake, and by how much they lost."),
        ),
        Preset(
            "no-negative-joker",
            _("No negative joker"),
            {"negative_joker": False},
            _("Only printed jokers are wild."),
        ),
    ),
    offers=offers,
    strict=lambda game, entry: None,
    absences=True,
    won=lambda game, entry, points: [seat for seat, won in enumerate(points) if won],
    held=Held,
    count=count,
    copies=copies,
    wild=wild,
    lay=lay,
)
