"""Basic rummy: one seat goes out, the others are charged the points they still hold.

Everything left in hand counts, melds too, for a meld scores nothing until it is on the table. Court
cards count ten, number cards their number, an ace one, or eleven where queen, king, ace is a
sequence. A winner who puts down his whole hand at once has gone rummy; some tables double that, and
some limit what one loser can be charged, which they do after doubling.

Three ways to settle:

* pay: everybody pays the winner after every deal. There is no target, but a number of deals can be
  agreed on;
* points: the winner scores what the others are charged. The first to reach the target collects the
  difference to his total from each of the others;
* penalty: everybody writes down his own charge. Once somebody reaches the target, each pays the
  lowest total the difference; several lowest share each payment.

When nobody can go out the deal is void, or the lowest count wins and collects each difference; two
equal lowest make it void. Void deals do not count towards the deals agreed on.

Where the rules are silent: the deal goes round the table, also after a void deal.

Sources: Britannica, "rummy" (D. Parlett); bicyclecards.com, "Rummy", for going rummy and the deal;
pagat.com/rummy/rummy.html for the target and the blocked deal; Parlett, Penguin Book of Card Games,
for aces of fifteen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, MeldRules, least, rank_values
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.questions import (
    Cards,
    Count,
    Flag,
    Pick,
    Points,
    Word,
    unless,
    when,
)
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants import _western

LARGEST_HAND: Final = 12


class Result(Word):
    OUT = "out", _("Out"), _("Somebody played the last card.")
    BLOCKED = "blocked", _("Blocked"), _("Nobody could go out.")
    VOID = "void", _("Void"), _("A misdeal; nothing moves.")


class Settlement(Word):
    PAY = "pay", _("Every deal"), _("Everybody pays the winner at once.")
    POINTS = "points", _("Winner scores"), _("The first to reach the target is paid.")
    PENALTY = "penalty", _("Losers score"), _("The lowest total is paid.")


class Aces(Word):
    LOW = "low", _("Low"), _("Below the two only.")
    HIGH_LOW = "high_low", _("High or low"), _("Above the king too.")


class AceValue(Word):
    ONE = 1, "1"
    ELEVEN = 11, "11"
    FIFTEEN = 15, "15"


class JokerValue(Word):
    FIFTEEN = 15, "15"
    TWENTY = 20, "20"
    TWENTY_FIVE = 25, "25"
    FIFTY = 50, "50"


class Blocked(Word):
    VOID = "void", _("Void"), _("Nothing moves.")
    LOWEST_WINS = "lowest_wins", _("Lowest wins"), _("He collects each difference.")


class Naturals(Word):
    ONE = 1, "1"
    TWO = 2, "2"


class Packs(Word):
    ONE = 1, "1"
    TWO = 2, "2"


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Annotated[
        Settlement,
        Pick(
            label=_("Settled"),
            help=_("After every deal, or by a score to a target."),
            source="basic_rummy.md §4",
        ),
    ] = Settlement.PAY
    point_value: _western.POINT_VALUE = 5
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Who reaches this total ends the game."),
            min=1,
            source="basic_rummy.md §4",
            when=(unless("settlement", Settlement.PAY),),
        ),
    ] = 100
    ace_mode: Annotated[
        Aces,
        Pick(
            label=_("Aces"),
            help=_("Where they stand in a sequence; high ones count more."),
            source="seed",
        ),
    ] = Aces.LOW
    ace_value: Annotated[
        AceValue,
        Pick(
            label=_("Ace counts"),
            help=_("Points of an ace left in hand."),
            source="basic_rummy.md §2",
        ),
    ] = AceValue.ONE
    joker_value: Annotated[
        JokerValue,
        Pick(
            label=_("Joker counts"),
            help=_("Points of a joker left in hand."),
            source="basic_rummy.md §2",
        ),
    ] = JokerValue.FIFTEEN
    rummy_doubles: Annotated[
        bool,
        Flag(
            label=_("Going rummy doubles"),
            help=_("Who puts down his whole hand at once is paid twice."),
            source="basic_rummy.md §5",
        ),
    ] = False
    cap_points: Annotated[
        int | None,
        Points(
            label=_("Cap"),
            help=_("The most points one loser is charged."),
            min=1,
            source="basic_rummy.md §4",
        ),
    ] = None
    blocked: Annotated[
        Blocked,
        Pick(
            label=_("Nobody can go out"),
            help=_("What a blocked deal is worth."),
            source="basic_rummy.md §4",
        ),
    ] = Blocked.VOID
    melds_in_hand_free: Annotated[
        bool,
        Flag(
            label=_("Melds in hand are free"),
            help=_("Complete melds still in hand do not count."),
            source="basic_rummy.md §4",
        ),
    ] = False
    set_duplicates: Annotated[
        bool,
        Flag(
            label=_("Equal cards in a set"),
            help=_("With two packs, a set may hold a card twice."),
            source="basic_rummy.md §6",
            when=(when("melds_in_hand_free", True),),
        ),
    ] = False
    meld_min_naturals: Annotated[
        Naturals,
        Pick(
            label=_("Natural cards in a meld"),
            help=_("The fewest that are not jokers."),
            source="basic_rummy.md §6",
            when=(when("melds_in_hand_free", True),),
        ),
    ] = Naturals.ONE
    layoffs_free: Annotated[
        bool,
        Flag(
            label=_("Cards that fit melds are free"),
            help=_("Leave out what could be laid off on the table."),
            source="basic_rummy.md §4",
            counting=True,
        ),
    ] = False
    packs: Annotated[
        Packs,
        Pick(label=_("Packs"), help=_("Packs of 52; two for six and more."), source="seed"),
    ] = Packs.ONE
    cards_each: Annotated[
        int,
        Count(
            label=_("Cards each"),
            help=_("How many cards a player is dealt."),
            min=5,
            max=LARGEST_HAND,
            source="seed",
        ),
    ] = 7
    jokers: Annotated[
        int, Count(label=_("Jokers"), help=_("In all packs together."), max=12, source="seed")
    ] = 0
    deals: Annotated[
        int,
        Count(
            label=_("Deals"),
            help=_("The game ends after so many; 0 is an open end."),
            max=None,
            source="NAMES-western.md §1",
            when=(when("settlement", Settlement.PAY),),
        ),
    ] = 0

    @property
    def everything(self) -> _western.Value:
        """What cards count, melds too."""
        values = _western.index_values(int(self.ace_value.value), int(self.joker_value.value))
        return _western.by_rank(values)

    @property
    def stock(self) -> _western.Stock:
        return _western.Stock(int(self.packs.value), self.jokers)

    @property
    def melds(self) -> MeldRules:
        return MeldRules(
            values=rank_values(int(self.ace_value.value)),
            joker_value=int(self.joker_value.value),
            aces="both" if self.ace_mode is Aces.HIGH_LOW else "low",
            max_set=8 if self.set_duplicates else 4,
            same_suits=self.set_duplicates,
            min_naturals=int(self.meld_min_naturals.value),
        )

    @property
    def most(self) -> int:
        """More points than a hand of jokers cannot be left."""
        return int(self.joker_value.value) * self.cards_each


OUT = when("result", Result.OUT)
ANYBODY_OUT = when("deal.result", Result.OUT)
COUNTED = ANYBODY_OUT | when("options.blocked", Blocked.LOWEST_WINS)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The deal ended with"))] = Result.OUT
    rummy: Annotated[
        bool,
        Flag(
            label=_("Went rummy"),
            help=_("The winner put down everything at once."),
            when=(OUT, when("options.rummy_doubles", True)),
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Line:
    won: Annotated[bool, Flag(label=_("Went out"), sole=(ANYBODY_OUT,), screen=(ANYBODY_OUT,))] = (
        False
    )
    points: Annotated[
        int | None,
        Points(
            label=_("Points left"),
            help=_("All cards still in hand."),
            screen=(COUNTED, when("won", False)),
        ),
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards left"), instead="points", screen=(COUNTED, when("won", False))),
    ] = None


@dataclass(frozen=True, slots=True)
class Held:
    hand: Annotated[tuple[str, ...] | None, Cards(label=_("Hand"))] = None


@dataclass(frozen=True, slots=True)
class State:
    counted: int = 0
    """Deals that somebody won."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    packs = given.get("packs", Packs.TWO if seats >= 6 else Packs.ONE)
    ten = seats in (2, 6, 7) or (seats in (4, 5) and packs is Packs.TWO)
    high = given.get("ace_mode") is Aces.HIGH_LOW
    return {
        "ace_value": AceValue.ELEVEN if high else AceValue.ONE,
        "packs": packs,
        "cards_each": 10 if ten else 7,
    }


def check_options(options: Options, seats: int, side: int) -> None:
    if seats >= 6 and options.packs is Packs.ONE:
        raise EntryError(_("Six and more need two packs."), field="packs")


# What can be reported ------------------------------------------------------------------------


def is_looked_at(options: Options, deal: Deal) -> bool:
    """Whether the lines of such a deal say anything."""
    blocked = deal.result is Result.BLOCKED and options.blocked is Blocked.LOWEST_WINS
    return deal.result is Result.OUT or blocked


def check(game: Game, entry: Entry) -> None:
    if not is_looked_at(game.options, entry.deal):
        return
    lines = {person: entry.lines[person] for person in entry.playing}
    if entry.deal.result is Result.OUT:
        _western.check_no_leftovers(lines[winner := _western.check_one_winner(lines)], winner)
    else:
        _western.check_nobody_won(lines)
    _western.check_cards(lines, game.options.stock, game.options.cards_each)
    for person, line in lines.items():
        if not line.won:
            check_loser(game.options, line, person)


def check_loser(options: Options, line: Line, person: int) -> None:
    """With melds in hand free he may count nothing, but he still holds cards."""
    if line.cards == ():
        raise EntryError(_("Nobody but the winner has no cards."), field="cards", seat=person)
    if line.points is not None and line.points > options.most:
        raise EntryError(
            _("A hand counts {most} at the most."), field="points", seat=person, most=options.most
        )
    _western.check_leftovers(line, person, value(options), zero=options.melds_in_hand_free)


# Points --------------------------------------------------------------------------------------


def laid(options: Options, cards: Sequence[str]) -> Arrangement:
    """How cards are counted: everything, or what is left when complete melds are taken out."""
    if options.melds_in_hand_free:
        return least(cards, options.melds)
    return _western.one_by_one(cards, options.everything)


def value(options: Options) -> _western.Value:
    return lambda cards: laid(options, cards).points


def counts(options: Options, entry: Entry) -> dict[int, int]:
    """Points everybody has left; the winner none."""
    return {p: _western.count(entry.lines[p], value(options)) for p in entry.playing}


def winner(options: Options, entry: Entry) -> int | None:
    """Who went out, or alone has the lowest count of a blocked deal; None of a void deal."""
    if not is_looked_at(options, entry.deal):
        return None
    if entry.deal.result is Result.OUT:
        return next(person for person in entry.playing if entry.lines[person].won)
    lowest, *_others = payouts.by_points(counts(options, entry))
    return lowest[0] if len(lowest) == 1 else None


def charges(options: Options, entry: Entry) -> dict[int, g.Score]:
    """Points each loser is charged; of a void deal nobody is."""
    best = winner(options, entry)
    if best is None:
        return {}
    left = counts(options, entry)
    return {
        person: charge(options, entry.deal, points - left[best])
        for person, points in left.items()
        if person != best
    }


def charge(options: Options, deal: Deal, over: int) -> g.Score:
    """For ``over`` points more than the winner has: doubled, and then capped."""
    words = _("count of {count}").format(count=over)
    if deal.result is Result.BLOCKED:
        words = _("{count} more than the lowest").format(count=over)
    if deal.rummy:
        words = _("{count} doubled").format(count=words)
    points = 2 * over if deal.rummy else over
    if options.cap_points is None or points <= options.cap_points:
        return g.Score(points, words)
    return g.Score(options.cap_points, _("{count}, capped").format(count=words))


def score(game: Game, entry: Entry) -> g.Scores:
    best, charged = winner(game.options, entry), charges(game.options, entry)
    return tuple(
        gain(game.options, entry, list(charged.values()))
        if seat == best
        else written(game.options, charged.get(seat))
        for seat in range(game.seats)
    )


def gain(options: Options, entry: Entry, charged: list[g.Score]) -> g.Score:
    """What is written down for the winner."""
    words = _("went out") if entry.deal.result is Result.OUT else _("lowest count")
    if options.settlement is Settlement.PENALTY:
        return g.Score(0, words)
    return g.Score(sum(each.points for each in charged), words)


def written(options: Options, charged: g.Score | None) -> g.Score:
    """What is written down for another seat; nothing if it is not charged."""
    signs = {Settlement.PAY: -1, Settlement.POINTS: 0, Settlement.PENALTY: 1}
    if charged is None:
        return g.NIL
    return g.Score(signs[options.settlement] * charged.points, charged.reason)


# Money ---------------------------------------------------------------------------------------


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    options, best = game.options, winner(game.options, entry)
    if best is None or options.settlement is not Settlement.PAY:
        return ()
    return collect(
        Payment(person, best, int(charged.points) * options.point_value, charged.reason)
        for person, charged in charges(options, entry).items()
    )


def close(game: Game) -> Payments:
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    point_value, words = game.options.point_value, _("difference at the end")
    match game.options.settlement:
        case Settlement.POINTS:
            return payouts.high_total(totals, point_value, words)
        case Settlement.PENALTY:
            return payouts.low_total(totals, point_value, words)
        case _:
            return ()


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    return State(game.state.counted + (winner(game.options, entry) is not None))


def is_over(game: Game) -> bool:
    if game.options.settlement is Settlement.PAY:
        return 0 < game.options.deals <= game.state.counted
    return max(game.totals) >= game.options.target


def won(game: Game, entry: Entry, points: object) -> tuple[int, ...]:
    best = winner(game.options, entry)
    return () if best is None else (best,)


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, game.options.stock, game.options.cards_each, person)
    return laid(game.options, cards)


def counted(options: Options, held: Held) -> Told:
    """Of a hand: everything in it, and what is left without its melds."""
    if held.hand is None or len(held.hand) > LARGEST_HAND:
        raise EntryError(
            _("Give a hand of {most} cards at the most."), field="hand", most=LARGEST_HAND
        )
    deadwood = least(held.hand, options.melds).points
    return {"points": options.everything(held.hand), "deadwood": deadwood}


variant = Variant(
    key="basic_rummy",
    name="Basic Rummy",
    summary=_("One goes out; the others are charged the points they hold."),
    seats=range(2, 8),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    close=close,
    is_over=is_over,
    begin=lambda game: State(),
    follow=follow,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("pay", _("Paid every deal"), {}, _("Everybody pays the winner for his cards.")),
        Preset(
            "rummy",
            _("Going rummy doubles"),
            {"rummy_doubles": True},
            _("Who puts down his whole hand at once is paid twice."),
        ),
        Preset(
            "to-100",
            _("To 100 points"),
            {"settlement": "points"},
            _("The winner scores; at 100 he collects the differences."),
        ),
        Preset(
            "penalty",
            _("Penalties to 100"),
            {"settlement": "penalty"},
            _("Losers write down their cards; the lowest total is paid."),
        ),
    ),
    void=lambda deal: deal.result is Result.VOID,
    absences=True,
    open_table=lambda options: options.settlement is Settlement.PAY,
    won=won,
    low_wins=lambda options: options.settlement is Settlement.PENALTY,
    copies=lambda options, deal, face: options.stock.copies(face),
    lay=lay,
    held=Held,
    count=counted,
)
