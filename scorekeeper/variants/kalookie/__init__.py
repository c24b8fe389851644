"""Kalookie: penalties pile up, who has more than 150 is out unless he buys in, the last in wins.

Before the first deal everybody pays into the pot. One player goes out of each deal: he calls up, or
goes kalookie by putting down all his thirteen cards at once. Everybody else still in pays him for
it and adds the points of the cards he holds to his penalty.

* Out: a penalty of exactly 150 stays in, 151 is out. Who is out neither pays nor is paid.
* Buy-in: who has just gone over the limit may pay into the pot again. His penalty goes down to the
  highest of those within the limit (or to their average, rounded down). It takes two within the
  limit at least, counted before anybody buys in. Tables may allow it once only, or never.
* Pot: the last one within the limit takes it, and the game is over.
* Cards in hand: an ace 11, ten and court cards 10, the others their number, a joker 15.
* A void deal changes nothing and is dealt again.

The Jamaican form is a contract rummy of seven deals without stakes and pot. Its threes are sets of
three, its fours runs of four; the dealer is reminded of the contract, nothing checks it. A joker
counts 50, a black ace 15, a red ace 1, ten and court cards 10, the others their number. After the
last deal everybody pays the lowest total for each point that he has more; a pool, or units by
place, can be agreed instead. Several lowest share to the last unit.

Where the rules are silent: the stakes, and what a buy-in is worth; Jamaican tables often go on to
nine contracts, of which these are the first seven.

Sources: getwpt.com/cardgames/rummy/kaluki-europe-north-america, kalooki.co.uk/howtoplay.htm (card
values, stakes, limit), cardgamesplanet.com (four jokers), rummyportal.com (joker 25); Jamaican
form: kalooki.net/jamaican-kalooki (card values), denexa.com/blog/kalooki (contracts).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypeAlias, TypeVar

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.cards import rank, suit
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL, Score
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.questions import (
    Amount,
    Count,
    Flag,
    Input,
    Pick,
    Points,
    Word,
    questions,
    unless,
    when,
)
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants import _contract, _western
from scorekeeper.variants._contract import Settlement

CONTRACTS: Final = (
    _("three threes"),
    _("two threes, one four"),
    _("one three, two fours"),
    _("three fours"),
    _("four threes"),
    _("three threes, one four"),
    _("two threes, two fours"),
)
"""Of the Jamaican form."""
PACKS: Final = 2
CARDS_EACH: Final = 13

# Options -------------------------------------------------------------------------------------


class Form(Word):
    BRITISH = "british", _("British"), _("For stakes and a pot, until one is left.")
    JAMAICAN = "jamaican", _("Jamaican"), _("Contract rummy: the lowest total wins.")


class BuyIns(Word):
    UNLIMITED = "unlimited", _("As often as wanted")
    ONCE = "once", _("Once")
    NEVER = "never", _("Never")


class BuyInAt(Word):
    HIGHEST = "highest", _("The highest"), _("The highest penalty within the limit.")
    AVERAGE = "average", _("The average"), _("Of all within the limit, rounded down.")


class JokerValue(Word):
    FIFTEEN = 15, _("15")
    TWENTY_FIVE = 25, _("25")
    FIFTY = 50, _("50")


class Jokers(Word):
    TWO = 2, _("2")
    FOUR = 4, _("4")


BRITISH: Final = when("form", Form.BRITISH)
JAMAICAN: Final = when("form", Form.JAMAICAN)
PAID_IN: Final = when("settlement", Settlement.POOL, Settlement.TIERS)

K = TypeVar("K", bound=Input)


def jamaican(kind: K) -> K:
    """An option of the contract games that only the Jamaican form has."""
    return replace(kind, when=(JAMAICAN, *kind.when))


def units(label: str, help: str) -> Count:
    """An option of the British form: so many times the stake."""
    return Count(label=label, help=help, max=None, source="others.md §2", when=(BRITISH,))


@dataclass(frozen=True, slots=True)
class Options:
    form: Annotated[
        Form,
        Pick(label=_("Form"), help=_("Which of the two games is played."), source="others.md §2"),
    ] = Form.BRITISH
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("Money for one unit; in a Jamaican pool, what each pays in."),
            min=1,
            source="others.md §2",
            when=(BRITISH | PAID_IN,),
        ),
    ] = 100
    call_up_units: Annotated[
        int, units(_("Units for a call-up"), _("Each other player pays the winner."))
    ] = 1
    kalookie_units: Annotated[
        int, units(_("Units for kalookie"), _("Paid instead when all cards go down at once."))
    ] = 2
    initial_units: Annotated[
        int, units(_("Units into the pot"), _("Paid by everybody before the first deal."))
    ] = 5
    buy_in_units: Annotated[
        int, units(_("Units for a buy-in"), _("Paid into the pot by who wants to stay in."))
    ] = 5
    limit: Annotated[
        int,
        Points(
            label=_("Limit"),
            help=_("Who has more penalty points is out."),
            min=1,
            source="others.md §2",
            when=(BRITISH,),
        ),
    ] = 150
    buy_ins: Annotated[
        BuyIns,
        Pick(
            label=_("Buy-ins"),
            help=_("How often a player over the limit may stay in."),
            source="others.md §2",
            when=(BRITISH,),
        ),
    ] = BuyIns.UNLIMITED
    buy_in_at: Annotated[
        BuyInAt,
        Pick(
            label=_("A buy-in starts at"),
            help=_("The penalty of who has bought in."),
            source="others.md §2",
            when=(BRITISH, unless("buy_ins", BuyIns.NEVER)),
        ),
    ] = BuyInAt.HIGHEST
    kalookie_doubles: Annotated[
        bool,
        Flag(
            label=_("Kalookie doubles"),
            help=_("The others' points count twice when somebody goes kalookie."),
            source="others.md §2",
            when=(BRITISH,),
        ),
    ] = False
    joker_value: Annotated[
        JokerValue,
        Pick(label=_("Joker"), help=_("Points of a joker left in hand."), source="others.md §2"),
    ] = JokerValue.FIFTEEN
    jokers: Annotated[
        Jokers,
        Pick(label=_("Jokers"), help=_("In both packs together."), source="others.md §2"),
    ] = Jokers.TWO
    deals: Annotated[int, jamaican(_contract.deals_of(CONTRACTS))] = len(CONTRACTS)
    settlement: Annotated[Settlement, jamaican(_contract.SETTLEMENT)] = Settlement.DIFFERENCE
    point_value: Annotated[int, jamaican(_contract.POINT_VALUE)] = 1
    tiers: Annotated[tuple[int, ...], jamaican(_contract.TIERS)] = (1,)
    cap: Annotated[int | None, jamaican(_contract.CAP)] = None

    @property
    def is_british(self) -> bool:
        return self.form is Form.BRITISH


def defaults(given: Told, seats: int, side: int) -> Told:
    is_jamaican = given.get("form") is Form.JAMAICAN
    return {
        "joker_value": JokerValue.FIFTY if is_jamaican else JokerValue.FIFTEEN,
        "tiers": tuple(range(1, seats)),
    }


# Questions -----------------------------------------------------------------------------------


class Result(Word):
    CALL_UP = "call_up", _("Call-up"), _("The winner went out in the usual way.")
    KALOOKIE = "kalookie", _("Kalookie"), _("The winner put down all thirteen cards at once.")
    VOID = "void", _("Void"), _("A misdeal; it is dealt again.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.CALL_UP


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[bool, _contract.WON] = False
    points: Annotated[int | None, _contract.POINTS] = None
    cards: Annotated[tuple[str, ...] | None, _contract.CARDS] = None
    buy_in: Annotated[
        bool,
        Flag(
            label=_("Buys in"),
            help=_("Over the limit, and pays to stay in."),
            screen=(when("won", False),),
        ),
    ] = False


LEFTOVERS: Final = frozenset({"won", "points", "cards"})


@dataclass(frozen=True, slots=True)
class State:
    bought: tuple[int, ...]
    """Buy-ins of each seat."""
    dealer: int = 0
    dealt: int = 0
    """Deals that count; a void one does not."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Cards ---------------------------------------------------------------------------------------


def value(options: Options) -> _western.Value:
    """What cards left in hand count, in points."""
    values = _western.index_values(ace=11, joker=int(options.joker_value.value))
    if options.is_british:
        return _western.by_rank(values)
    aces = {"S": 15, "C": 15, "H": 1, "D": 1}
    return lambda cards: sum(
        aces[suit(card)] if rank(card) == "A" else values[rank(card)] for card in cards
    )


def stock(options: Options) -> _western.Stock:
    return _western.Stock(PACKS, int(options.jokers.value))


def copies(options: Options, deal: Deal, face: str) -> int:
    return stock(options).copies(face)


def most_held(options: Options) -> int | None:
    """Cards a hand can hold; in the Jamaican form more can be bought."""
    return CARDS_EACH if options.is_british else None


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, stock(game.options), most_held(game.options), person)
    return _western.one_by_one(cards, value(game.options))


def count(options: Options, held: _contract.Held) -> Told:
    return {"points": value(options)(_contract.hand_of(held))}


# Who is in -----------------------------------------------------------------------------------


def within(options: Options, totals: Sequence[float]) -> list[int]:
    """Seats whose penalty is not over the limit; the Jamaican form has none."""
    everybody = range(len(totals))
    if not options.is_british:
        return list(everybody)
    return [seat for seat in everybody if totals[seat] <= options.limit]


def still_in(game: Game) -> list[int]:
    return within(game.options, game.totals)


def out(game: Game) -> tuple[int, ...]:
    inside = still_in(game)
    return tuple(seat for seat in range(game.seats) if seat not in inside)


def may_buy_in(game: Game, seat: int) -> bool:
    """Whether he could, were he over the limit after this deal with two others within it."""
    if not game.options.is_british or len(still_in(game)) < 3:
        return False
    match game.options.buy_ins:
        case BuyIns.NEVER:
            return False
        case BuyIns.ONCE:
            return not game.state.bought[seat]
        case _:
            return True


def asks(game: Game, person: int) -> frozenset[str]:
    if person in out(game):
        return frozenset()
    return LEFTOVERS | {"buy_in"} if may_buy_in(game, person) else LEFTOVERS


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name != "result" or game.options.is_british:
        return None
    return (Result.CALL_UP, Result.VOID)


# What is refused -----------------------------------------------------------------------------


def inspect(game: Game, entry: Entry) -> None:
    """Whoever is out has nothing to report, and not everybody may buy in."""
    for person, line in enumerate(entry.lines):
        for q in questions(Line):
            if getattr(line, q.name) != q.default and q.name not in asks(game, person):
                raise EntryError(unasked(game, person), field=q.name, seat=person)


def unasked(game: Game, person: int) -> str:
    return _("This player is out.") if person in out(game) else _("This player may not buy in.")


def check(game: Game, entry: Entry) -> None:
    options, result = game.options, entry.deal.result
    if result is Result.VOID:
        return
    if result is Result.KALOOKIE and not options.is_british:
        raise EntryError(_("Nobody goes kalookie in the Jamaican form."), field="result")
    lines = {seat: entry.lines[seat] for seat in still_in(game)}
    _contract.check_lines(lines, value(options))
    _western.check_cards(lines, stock(options), most_held(options))
    check_buy_ins(game, entry)


def check_buy_ins(game: Game, entry: Entry) -> None:
    inside = within(game.options, penalties(game, entry))
    for seat in buying_in(entry):
        if seat in inside:
            raise EntryError(_("This player is not over the limit."), field="buy_in", seat=seat)
        if len(inside) < 2:
            raise EntryError(_("Two others must be within the limit."), field="buy_in", seat=seat)


# Points --------------------------------------------------------------------------------------


def buying_in(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.buy_in]


def doubles(game: Game, entry: Entry) -> bool:
    return entry.deal.result is Result.KALOOKIE and game.options.kalookie_doubles


def card_points(game: Game, entry: Entry, seat: int) -> int:
    """What the cards he holds add to his penalty, in points."""
    points = _western.count(entry.lines[seat], value(game.options))
    return 2 * points if doubles(game, entry) else points


def penalties(game: Game, entry: Entry) -> list[int]:
    """Of every seat after this deal, before anybody buys in."""
    return [int(total) + card_points(game, entry, seat) for seat, total in enumerate(game.totals)]


def comeback(game: Game, entry: Entry) -> int:
    """The penalty of who has bought in."""
    after = penalties(game, entry)
    inside = [after[seat] for seat in within(game.options, after)]
    if game.options.buy_in_at is BuyInAt.AVERAGE:
        return sum(inside) // len(inside)
    return max(inside)


def score(game: Game, entry: Entry) -> g.Scores:
    if entry.deal.result is Result.VOID:
        return (NIL,) * game.seats
    inside = still_in(game)
    return tuple(
        score_seat(game, entry, seat) if seat in inside else NIL for seat in range(game.seats)
    )


def score_seat(game: Game, entry: Entry, seat: int) -> Score:
    line = entry.lines[seat]
    if line.won:
        return Score(0, won_by(game, entry))
    points, words = card_points(game, entry, seat), _("cards left")
    if doubles(game, entry):
        words = _("cards left, doubled")
    if line.buy_in:
        back = comeback(game, entry)
        said = _("{reason}; buys in at {penalty}").format(reason=words, penalty=back)
        return Score(back - game.totals[seat], said)
    return Score(points, words)


def won_by(game: Game, entry: Entry) -> str:
    if not game.options.is_british:
        return _("went out")
    return _("kalookie") if entry.deal.result is Result.KALOOKIE else _("called up")


# From deal to deal ---------------------------------------------------------------------------


def begin(game: g.Game[Options, Any]) -> State:
    return State((0,) * game.seats)


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    if entry.deal.result is Result.VOID:
        return game.state
    totals = [total + score.points for total, score in zip(game.totals, scores, strict=True)]
    bought = zip(game.state.bought, entry.lines, strict=True)
    return State(
        tuple(times + line.buy_in for times, line in bought),
        next_dealer(entry.dealt_by(game.state.dealer), within(game.options, totals), game.seats),
        game.state.dealt + 1,
    )


def next_dealer(dealer: int, inside: Sequence[int], seats: int) -> int:
    """The next seat in order of play that is still in."""
    return next(s for step in range(1, seats + 1) if (s := (dealer + step) % seats) in inside)


def is_over(game: Game) -> bool:
    return len(still_in(game)) == 1 if game.options.is_british else _contract.is_over(game)


# Money ---------------------------------------------------------------------------------------


def open_(game: Game) -> Payments:
    options = game.options
    if not options.is_british:
        return _contract.antes(game)
    due = options.initial_units * options.stake
    return collect(Payment(seat, POT, due, _("into the pot")) for seat in range(game.seats))


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    """The others still in pay the winner; who buys in pays the pot."""
    options, result = game.options, entry.deal.result
    if result is Result.VOID or not options.is_british:
        return ()
    times = options.kalookie_units if result is Result.KALOOKIE else options.call_up_units
    won = [seat for seat, line in enumerate(entry.lines) if line.won]
    losers = [seat for seat in still_in(game) if seat not in won]
    bought = options.buy_in_units * options.stake
    return (
        *payouts.each_pays_each(losers, won, times * options.stake, result.label),
        *collect(Payment(seat, POT, bought, _("buy-in")) for seat in buying_in(entry)),
    )


def close(game: Game) -> Payments:
    if not game.options.is_british:
        return _contract.settle(game)
    return collect([Payment(POT, still_in(game)[0], game.pot, _("pot won"))])


# On the board --------------------------------------------------------------------------------


def notes(game: Game, person: int) -> tuple[str, ...]:
    if person in out(game):
        return (_("out"),)
    if game.over:
        return ()
    if not game.options.is_british:
        return _contract.told_by_dealer(game, person, CONTRACTS)
    room = game.options.limit - int(game.totals[person])
    said = _("{points} to the limit").format(points=room)
    once = game.options.buy_ins is BuyIns.ONCE and game.state.bought[person]
    return (said, _("has bought in")) if once else (said,)


def dealer(game: Game) -> int | None:
    return None if game.over else game.state.dealer


variant = Variant(
    key="kalookie",
    name="Kalookie",
    summary=_("Who goes over the limit is out or buys in; the last one in takes the pot."),
    seats=range(2, 6),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    open=open_,
    close=close,
    is_over=is_over,
    begin=begin,
    follow=follow,
    defaults=defaults,
    check_options=_contract.check_options,
    presets=(
        Preset("british", _("British"), {}, _("For a pot; over 150 you are out or buy in.")),
        Preset(
            "no-buy-ins", _("No buy-ins"), {"buy_ins": "never"}, _("Over 150 you are out for good.")
        ),
        Preset(
            "jamaican",
            _("Jamaican"),
            {"form": "jamaican"},
            _("Seven contracts; the lowest total wins."),
        ),
    ),
    asks=asks,
    offers=offers,
    inspect=inspect,
    void=lambda deal: deal.result is Result.VOID,
    notes=notes,
    out=out,
    dealer=dealer,
    low_wins=True,
    held=_contract.Held,
    count=count,
    copies=copies,
    lay=lay,
)
