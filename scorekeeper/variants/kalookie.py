"""Kalookie: penalties pile up, over 150 you are out or buy in, the last one in wins.

Before the first deal everybody pays into the pot. One player goes out of each deal: they call up,
or go kalookie by putting down all their thirteen cards at once. Everybody else still in pays them
for it and adds the points of the cards they hold to their penalty.

* Out: a penalty of exactly 150 stays in, 151 is out. Who is out neither pays nor is paid.
* Buy-in: a player just gone over the limit may pay into the pot again. Their penalty goes down to
  the highest of those within the limit (or to their average, rounded down). It takes two within the
  limit at least, counted before anybody buys in. Tables may allow it once only, or never.
* Pot: the last one within the limit takes it, and the game is over.
* Cards in hand: an ace 11, ten and court cards 10, the others their number, a joker 15.
* A void deal changes nothing and is dealt again.

The Jamaican form is a contract rummy of seven deals without stakes and pot. Its threes are sets of
three, its fours runs of four; the dealer is reminded of the contract, nothing checks it. A joker
counts 50, a black ace 15, a red ace 1, ten and court cards 10, the others their number. After the
last deal everybody pays the lowest total for each point they have more; a pool, or units by
place, can be agreed instead. Several lowest share to the last unit.

Where the rules are silent: the stakes, and what a buy-in is worth; Jamaican tables often go on to
nine contracts, of which these are the first seven.

Sources: getwpt.com/cardgames/rummy/kaluki-europe-north-america, kalooki.co.uk/howtoplay.htm (card
values, stakes, limit), cardgamesplanet.com (four jokers), rummyportal.com (joker 25); Jamaican
form: kalooki.net/jamaican-kalooki (card values), denexa.com/blog/kalooki (contracts).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias, TypeVar

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.cards import rank, suit
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import at_once
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Count, Input, Word, questions, unless, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset
from scorekeeper.engine.words import Phrase, _, reason
from scorekeeper.variants import _contract as contract
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._contract import Settlement

# Reasons --------------------------------------------------------------------------------------

CARDS_LEFT_DOUBLED: Final = reason("cards_left_doubled", _("cards left, doubled"))
KALOOKIE_MADE: Final = reason("kalookie_made", _("kalookie"))
CALLED_UP: Final = reason("called_up", _("called up"))
BUYS_IN_AT: Final = reason("buys_in_at", _("{reason}; buys in at {penalty}"))
INTO_THE_POT: Final = reason("into_the_pot", _("into the pot"))

PACKS: Final = 2
CARDS_EACH: Final = 13
JAMAICAN_ACES: Final = {"S": 15, "C": 15, "H": 1, "D": 1}
"""Points by suit."""
CONTRACTS: Final = (
    _("three threes"),
    _("two threes, one four"),
    _("one three, two fours"),
    _("three fours"),
    _("four threes"),
    _("three threes, one four"),
    _("two threes, two fours"),
)
"""The contracts of the Jamaican form, one for each deal."""


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
    form: Form = ask.pick(
        _("Form"), Form.BRITISH, _("Which of the two games is played."), source="others.md §2"
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("Money for one unit; in a Jamaican pool, what each pays in."),
        min=1,
        source="others.md §2",
        when=(BRITISH | PAID_IN,),
    )
    call_up_units: int = ask.question(
        units(_("Units for a call-up"), _("Each other player pays the winner.")), 1
    )
    kalookie_units: int = ask.question(
        units(_("Units for kalookie"), _("Paid instead when all cards go down at once.")), 2
    )
    initial_units: int = ask.question(
        units(_("Units into the pot"), _("Paid by everybody before the first deal.")), 5
    )
    buy_in_units: int = ask.question(
        units(_("Units for a buy-in"), _("Paid into the pot by a player who wants to stay in.")), 5
    )
    limit: int = ask.points(
        _("Limit"),
        150,
        _("A player with more penalty points is out."),
        min=1,
        source="others.md §2",
        when=(BRITISH,),
    )
    buy_ins: BuyIns = ask.pick(
        _("Buy-ins"),
        BuyIns.UNLIMITED,
        _("How often a player over the limit may stay in."),
        source="others.md §2",
        when=(BRITISH,),
    )
    buy_in_at: BuyInAt = ask.pick(
        _("A buy-in starts at"),
        BuyInAt.HIGHEST,
        _("The penalty of a player who has bought in."),
        source="others.md §2",
        when=(BRITISH, unless("buy_ins", BuyIns.NEVER)),
    )
    kalookie_doubles: bool = ask.flag(
        _("Kalookie doubles"),
        False,
        _("The others’ points count twice when somebody goes kalookie."),
        source="others.md §2",
        when=(BRITISH,),
    )
    joker_value: JokerValue = ask.pick(
        _("Joker"), JokerValue.FIFTEEN, _("Points of a joker left in hand."), source="others.md §2"
    )
    jokers: Jokers = ask.pick(
        _("Jokers"), Jokers.TWO, _("In both packs together."), source="others.md §2"
    )
    deals: int = ask.question(jamaican(contract.deals_of(CONTRACTS)), len(CONTRACTS))
    settlement: Settlement = ask.question(jamaican(contract.SETTLEMENT), Settlement.DIFFERENCE)
    point_value: int = ask.question(jamaican(contract.POINT_VALUE), 1)
    tiers: tuple[int, ...] = ask.question(jamaican(contract.TIERS), (1,))
    cap: int | None = ask.question(jamaican(contract.CAP), None)

    @property
    def is_jamaican(self) -> bool:
        return self.form is Form.JAMAICAN


# What is asked after a deal ------------------------------------------------------------------


class Result(Word):
    CALL_UP = "call_up", reason("call_up", _("Call-up")), _("The winner went out in the usual way.")
    KALOOKIE = (
        "kalookie",
        reason("kalookie_stake", _("Kalookie")),
        _("The winner put down all thirteen cards at once."),
    )
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; it is dealt again.")


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.CALL_UP, void=Result.VOID)


@dataclass(frozen=True, slots=True)
class Line(contract.Line):
    buy_in: bool = ask.flag(
        _("Buys in"), False, _("Over the limit, and pays to stay in."), screen=(when("won", False),)
    )


@dataclass(frozen=True, slots=True)
class State(contract.State):
    bought: tuple[int, ...] = ()
    """Buy-ins of each seat."""
    dealer: int = 0


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]

LEFTOVERS: Final = frozenset({"won", "points", "cards"})
ALL_DOWN: Final = at_once(
    "kalookie", _("Kalookie!"), _("Put down all thirteen cards at once."), "KS"
)


# Who is in, and buy-ins ----------------------------------------------------------------------


def inside(options: Options, totals: Sequence[float]) -> list[int]:
    """Returns the seats that are in with these penalties."""
    seats = enumerate(totals)
    return [seat for seat, total in seats if options.is_jamaican or total <= options.limit]


def still_in(game: Game) -> list[int]:
    return inside(game.options, game.totals)


def may_buy_in(game: Game, seat: int) -> bool:
    """Whether the seat could buy in if over the limit after this deal, with two others within
    it."""
    if game.options.is_jamaican or len(still_in(game)) < 3:
        return False
    match game.options.buy_ins:
        case BuyIns.NEVER:
            return False
        case BuyIns.ONCE:
            return not game.state.bought[seat]
        case _:
            return True


def refused_buy_in(game: Game, totals: Sequence[int], seat: int) -> Phrase | None:
    """Returns why the seat cannot buy in with these penalties after the deal; None if it can."""
    within = inside(game.options, totals)
    if seat in within:
        return _("{name} is not over the limit.")
    return _("Two others must be within the limit.") if len(within) < 2 else None


def buying_in(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.buy_in]


def doubles(game: Game, entry: Entry) -> bool:
    return entry.deal.result is Result.KALOOKIE and game.options.kalookie_doubles


GLOSSARY: Final = sentences(
    _("Call-up: a player goes out in the usual way."),
    _("Kalookie: a player goes out by putting down all thirteen cards at once."),
)


class Kalookie(contract.Contract[Options, Deal, Line, State]):
    """Kalookie in both forms. The Jamaican form is a contract game, without a limit: everybody
    stays in."""

    key, name, also = "kalookie", "Kalookie", "Kaluki, Kaloochi"
    summary = _("A player over the limit is out or buys in; the last one in takes the pot.")
    also = "Kaluki, Kaloochi, Kalooki, Calooki"
    known = {"GB": 9, "JM": 9}
    seats = range(2, 6)
    options, deal, line, state = Options, Deal, Line, State
    presets = (
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
    )
    last = "buy_in"
    feats = (*contract.FEATS, ALL_DOWN)
    glossary = (*GLOSSARY, *contract.GLOSSARY)
    money_glossary = sentences(
        _("Buy-in: a player over the limit pays into the pot to stay in the game."),
        _glossary.POT,
        *contract.MONEY_GLOSSARY,
    )
    contracts = CONTRACTS

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        jamaican = chosen.get("form") is Form.JAMAICAN
        joker = JokerValue.FIFTY if jamaican else JokerValue.FIFTEEN
        return {"joker_value": joker, "tiers": tuple(range(1, seats))}

    def table_card(self, options: Options, persons: int) -> TableCard:
        card = _western.table_card(PACKS, int(options.jokers.value), CARDS_EACH)
        jokers = _("Two jokers or four in both packs together.")
        return replace(card, differs=(jokers, *card.differs))

    # Cards ----------------------------------------------------------------------------------

    def stock(self, options: Options, deal: Deal) -> Stock:
        return Stock(PACKS, int(options.jokers.value))

    def hand_limit(self, game: Game) -> int | None:
        return None if game.options.is_jamaican else CARDS_EACH

    def value(self, game: Game) -> _western.Value:
        options = game.options
        values = _western.index_values(ace=11, joker=int(options.joker_value.value))
        if not options.is_jamaican:
            return _western.by_rank(values)
        return lambda cards: sum(
            JAMAICAN_ACES[suit(card)] if rank(card) == "A" else values[rank(card)] for card in cards
        )

    # Who is in ------------------------------------------------------------------------------

    def out(self, game: Game) -> tuple[int, ...]:
        seats_in = still_in(game)
        return tuple(seat for seat in range(game.seats) if seat not in seats_in)

    def lines(self, game: Game, entry: Entry) -> Mapping[int, Line]:
        return {seat: entry.lines[seat] for seat in still_in(game)}

    def ends(self, options: Options) -> Ending:
        if options.is_jamaican:
            return super().ends(options)
        return Ending(lambda game: len(still_in(game)) == 1)

    # What is asked, and what is refused -----------------------------------------------------

    def asks(self, game: Game, person: int) -> frozenset[str]:
        if person in self.out(game):
            return frozenset()
        return LEFTOVERS | {"buy_in"} if may_buy_in(game, person) else LEFTOVERS

    def limits(self, game: Game, name: str) -> Limits:
        cards = self.hand_limit(game)
        if name == "result" and game.options.is_jamaican:
            return Limits(offered=(Result.CALL_UP, Result.VOID))
        if name != "points" or cards is None:
            return Limits()
        stock = self.stock(game.options, Deal())
        return Limits(answer=_western.fullest(self.value(game), stock, cards))

    def asks_last(self, game: Game, entry: Entry) -> Mapping[int, Phrase]:
        """Asks those about a buy-in whom the deal as entered puts over the limit."""
        if entry.is_void:
            return {}
        totals = self.penalties(game, entry)
        words = _("{penalty}: over the limit")
        return {
            seat: words.format(penalty=totals[seat])
            for seat in still_in(game)
            if may_buy_in(game, seat) and refused_buy_in(game, totals, seat) is None
        }

    def inspect(self, game: Game, entry: Entry) -> None:
        """Refuses reports of those who are out, and buy-ins of those who may not."""
        for person, line in enumerate(entry.lines):
            names = self.asks(game, person)
            for q in questions(Line):
                if getattr(line, q.name) != q.default and q.name not in names:
                    words = _("{name} may not buy in.") if names else _("{name} is out.")
                    raise EntryError(words, field=q.name, seat=person, name=Person(person))

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.result is Result.KALOOKIE and game.options.is_jamaican:
            raise EntryError(_("Nobody goes kalookie in the Jamaican form."), field="result")
        super().check(game, entry)
        if not entry.is_void:
            self.check_buy_ins(game, entry)

    def check_buy_ins(self, game: Game, entry: Entry) -> None:
        totals = self.penalties(game, entry)
        for seat in buying_in(entry):
            if message := refused_buy_in(game, totals, seat):
                raise EntryError(message, field="buy_in", seat=seat, name=Person(seat))

    # Points ---------------------------------------------------------------------------------

    def card_points(self, game: Game, entry: Entry, seat: int) -> int:
        """Counts tapped cards too: buy-ins are decided before a hand is counted."""
        cards = entry.lines[seat].cards
        if cards is None:
            points = super().card_points(game, entry, seat)
        else:
            points = self.laid(game, cards).points
        return 2 * points if doubles(game, entry) else points

    def penalties(self, game: Game, entry: Entry) -> list[int]:
        """Returns the penalty of every seat after this deal, before anybody buys in."""
        return [
            int(total) + self.card_points(game, entry, seat)
            for seat, total in enumerate(game.totals)
        ]

    def penalty_after_buy_in(self, game: Game, entry: Entry) -> int:
        totals = self.penalties(game, entry)
        within = [totals[seat] for seat in inside(game.options, totals)]
        if game.options.buy_in_at is BuyInAt.AVERAGE:
            return sum(within) // len(within)
        return max(within)

    def score_seat(self, game: Game, entry: Entry, seat: int) -> Score:
        line = entry.lines[seat]
        if game.options.is_jamaican:
            return super().score_seat(game, entry, seat)
        if line.won:
            all_down = entry.deal.result is Result.KALOOKIE
            return Score(0, KALOOKIE_MADE if all_down else CALLED_UP)
        words = CARDS_LEFT_DOUBLED if doubles(game, entry) else contract.CARDS_LEFT
        if line.buy_in:
            back = self.penalty_after_buy_in(game, entry)
            reason = BUYS_IN_AT.format(reason=words, penalty=back)
            return Score(back - game.totals[seat], reason)
        return Score(self.card_points(game, entry, seat), words)

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        all_down = entry.lines[person].won and entry.deal.result is Result.KALOOKIE
        return {**super().facts(game, entry, outcome, person), Fact.AT_ONCE: int(all_down)}

    # Money ----------------------------------------------------------------------------------

    def opening(self, game: Game) -> Payments:
        if game.options.is_jamaican:
            return super().opening(game)
        due = game.options.initial_units * game.options.stake
        return collect(Payment(seat, POT, due, INTO_THE_POT) for seat in range(game.seats))

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Pays the winner from the others still in, and the pot from those who buy in."""
        outcome, options, result = super().outcome(game, entry), game.options, entry.deal.result
        if options.is_jamaican or entry.is_void:
            return outcome
        times = options.kalookie_units if result is Result.KALOOKIE else options.call_up_units
        won = [seat for seat, line in enumerate(entry.lines) if line.won]
        losers = [seat for seat in still_in(game) if seat not in won]
        bought = options.buy_in_units * options.stake
        payments = (
            *payouts.each_pays_each(losers, won, times * options.stake, result.label),
            *collect(Payment(seat, POT, bought, reasons.BUY_IN) for seat in buying_in(entry)),
        )
        return replace(outcome, payments=payments)

    def close(self, game: Game) -> Payments:
        """Pays the pot to the last one within the limit."""
        if game.options.is_jamaican:
            return super().close(game)
        return collect([Payment(POT, still_in(game)[0], game.pot, reasons.POT_WON)])

    # From deal to deal ----------------------------------------------------------------------

    def begin(self, game: g.Game[Options, Any]) -> State:
        return State(bought=(0,) * game.seats, dealer=game.begun_by(0))

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        if not outcome.is_played:
            return game.state
        scored = zip(game.totals, outcome.scores, strict=True)
        seats_in = inside(game.options, [total + score.points for total, score in scored])
        bought = zip(game.state.bought, entry.lines, strict=True)
        following = game.round_from(entry.dealt_by(game.state.dealer) + 1)
        return State(
            dealt=game.state.dealt + 1,
            bought=tuple(times + line.buy_in for times, line in bought),
            dealer=next(seat for seat in following if seat in seats_in),
        )

    def dealer(self, game: Game) -> int | None:
        return None if game.over else game.state.dealer

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        options = game.options
        if person in self.out(game):
            return (_("out"),)
        if game.over or options.is_jamaican:
            return super().notes(game, person)
        room = _("{points} to the limit").format(points=options.limit - int(game.totals[person]))
        used_up = options.buy_ins is BuyIns.ONCE and game.state.bought[person]
        return (room, _("has bought in")) if used_up else (room,)

    def notes_for_all(self, options: Options) -> bool:
        return options.is_jamaican


variant = Kalookie()
