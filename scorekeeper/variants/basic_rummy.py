"""Basic rummy: one seat goes out, the others are charged the points they still hold.

Everything left in hand counts, melds too, for a meld scores nothing until it is on the table. Court
cards count ten, number cards their number, an ace one, or eleven where queen, king, ace is a
sequence, a joker fifteen. A winner who puts down the whole hand at once has gone rummy; some tables
double that, and some limit what one loser can be charged, which they do after doubling.

Three ways to settle:

* pay: everybody pays the winner after every deal. There is no target, but a number of deals can be
  agreed on;
* points: the winner scores what the others are charged. The first to reach the target collects the
  difference to their total from each of the others;
* penalty: everybody writes down their own charge. Once somebody reaches the target, each pays the
  lowest total the difference; several lowest share each payment.

When nobody can go out the deal is void, or the lowest count wins and collects each difference; two
equal lowest make it void. Void deals do not count towards the deals agreed on.

Where the rules are silent: the deal goes round the table, also after a void deal.

Sources: Encyclopaedia Britannica, "rummy" (David Parlett); bicyclecards.com, "Rummy", for going
rummy and the deal; pagat.com/rummy/rummy.html for the target and the blocked deal; Parlett, Penguin
Book of Card Games, for aces of fifteen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending, after_deals, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.family import Family
from scorekeeper.engine.melds import Arrangement, MeldRules, least, rank_values
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, caught_together
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.seats.table_card import AS_YOU_DO, DISCARDS_BEGUN, TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Tapped
from scorekeeper.engine.words import NO_WORDS, Phrase, _, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._one_winner import Ledger, OneWinner
from scorekeeper.variants._western import CardsLeft, JokerValue, Packs, State

# Reasons --------------------------------------------------------------------------------------

MORE_THAN_THE_LOWEST: Final = reason("more_than_the_lowest", _("{count} more than the lowest"))
COUNT_DOUBLED: Final = reason("count_doubled", _("{count} doubled"))
CAPPED: Final = reason("capped", _("{count}, capped"))
LOWEST_COUNT: Final = reason("lowest_count", _("lowest count"))

LARGEST_HAND: Final = 12


class Result(Word):
    OUT = "out", _("Out"), _("Somebody played the last card.")
    BLOCKED = "blocked", _("Blocked"), _("Nobody could go out.")
    VOID = "void", reasons.VOID_DEAL, _("A misdeal; nothing moves.")


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


class Blocked(Word):
    VOID = "void", reasons.VOID_DEAL, _("Nothing moves.")
    LOWEST_WINS = "lowest_wins", _("Lowest wins"), _("The winner collects each difference.")


class Naturals(Word):
    ONE = 1, "1"
    TWO = 2, "2"


@dataclass(frozen=True, slots=True)
class Options:
    settlement: Settlement = ask.pick(
        _("Settled"),
        Settlement.PAY,
        _("After every deal, or by a score to a target."),
        source="basic_rummy.md §4",
    )
    point_value: int = ask.question(_western.POINT_VALUE, 5)
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches this total."),
        min=1,
        source="basic_rummy.md §4",
        when=(unless("settlement", Settlement.PAY),),
    )
    ace_mode: Aces = ask.pick(
        _("Aces"),
        Aces.LOW,
        _("Where they go in a sequence; high ones count more."),
        source="seed",
    )
    ace_value: AceValue = ask.pick(
        _("Ace counts"),
        AceValue.ONE,
        _("Points of an ace left in hand."),
        source="basic_rummy.md §2",
    )
    joker_value: JokerValue = ask.pick(
        _("Joker counts"),
        JokerValue.FIFTEEN,
        _("Points of a joker left in hand."),
        source="basic_rummy.md §2",
    )
    rummy_doubles: bool = ask.flag(
        _("Going rummy pays twice"),
        False,
        _("A player who goes out in one turn, with nothing laid down before, is paid double."),
        source="basic_rummy.md §5",
    )
    cap_points: int | None = ask.points(
        _("Cap"),
        None,
        _("The most points one loser is charged."),
        min=1,
        source="basic_rummy.md §4",
    )
    blocked: Blocked = ask.pick(
        _("Nobody can go out"),
        Blocked.VOID,
        _("What a blocked deal is worth."),
        source="basic_rummy.md §4",
    )
    melds_in_hand_free: bool = ask.flag(
        _("Melds in hand are free"),
        False,
        _("Complete melds still in hand do not count."),
        source="basic_rummy.md §4",
    )
    set_duplicates: bool = ask.flag(
        _("Equal cards in a set"),
        False,
        _("With two packs, a set may hold a card twice."),
        source="basic_rummy.md §6",
        when=(when("melds_in_hand_free", True),),
    )
    meld_min_naturals: Naturals = ask.pick(
        _("Natural cards in a meld"),
        Naturals.ONE,
        _("The fewest that are not jokers."),
        source="basic_rummy.md §6",
        when=(when("melds_in_hand_free", True),),
    )
    layoffs_free: bool = ask.flag(
        _("Cards that fit melds are free"),
        False,
        _("Leave out what could be laid off on the table."),
        source="basic_rummy.md §4",
        counting=True,
    )
    packs: Packs = ask.pick(
        _("Packs"), Packs.ONE, _("Packs of 52; two for six and more."), source="seed"
    )
    cards_each: int = ask.count(
        _("Cards each"),
        7,
        _("How many cards a player is dealt."),
        min=5,
        max=LARGEST_HAND,
        source="seed",
    )
    jokers: int = ask.count(_("Jokers"), 0, _("In all packs together."), max=12, source="seed")
    deals: int = ask.question(
        _western.deals("NAMES-western.md §1", when("settlement", Settlement.PAY)), 0
    )

    @property
    def everything(self) -> _western.Value:
        """Points of cards, melds too."""
        values = _western.index_values(int(self.ace_value.value), int(self.joker_value.value))
        return _western.by_rank(values)

    @property
    def melds(self) -> MeldRules:
        return MeldRules(
            values=rank_values(int(self.ace_value.value)),
            wild_value=int(self.joker_value.value),
            aces="both" if self.ace_mode is Aces.HIGH_LOW else "low",
            max_set=8 if self.set_duplicates else 4,
            same_suits=self.set_duplicates,
            min_naturals=int(self.meld_min_naturals.value),
        )

    @property
    def max_points(self) -> int:
        """More points than a hand of jokers cannot be left."""
        return int(self.joker_value.value) * self.cards_each


OUT = when("result", Result.OUT)
ANYBODY_OUT = when("deal.result", Result.OUT)
COUNTED = ANYBODY_OUT | when("options.blocked", Blocked.LOWEST_WINS)


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick(_("The deal ended with"), Result.OUT, void=Result.VOID)
    rummy: bool = ask.flag(
        _("Went rummy"),
        False,
        _("The winner put down everything at once."),
        when=(OUT, when("options.rummy_doubles", True)),
    )


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag(_("Went out"), False, sole=(ANYBODY_OUT,), screen=(ANYBODY_OUT,))
    points: int | None = ask.points(
        _("Points left"), None, _("All cards still in hand."), screen=(COUNTED, when("won", False))
    )
    cards: tuple[str, ...] | None = ask.cards(
        _("Cards left"), None, instead="points", screen=(COUNTED, when("won", False))
    )


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Who wins, and what the others are charged ---------------------------------------------------


def is_scored(options: Options, deal: Deal) -> bool:
    """Whether the lines of this deal count."""
    blocked = deal.result is Result.BLOCKED and options.blocked is Blocked.LOWEST_WINS
    return deal.result is Result.OUT or blocked


def points_left(entry: Entry) -> dict[int, int]:
    """Returns the points everybody has left; the winner none."""
    return {p: entry.lines[p].points or 0 for p in entry.playing}


def winner(options: Options, entry: Entry) -> int | None:
    """Returns who went out, or who alone has the lowest count of a blocked deal; None for a void
    deal."""
    if not is_scored(options, entry.deal):
        return None
    if entry.deal.result is Result.OUT:
        return _western.claimed(entry.playing_lines)[0]
    lowest, *_others = payouts.by_points(points_left(entry))
    return lowest[0] if len(lowest) == 1 else None


def charge(options: Options, deal: Deal, over: int) -> tuple[int, Phrase]:
    """Returns the points for ``over`` points more than the winner has, and the reason: doubled, and
    then capped."""
    words = reasons.COUNT_OF.format(count=over)
    if deal.result is Result.BLOCKED:
        words = MORE_THAN_THE_LOWEST.format(count=over)
    if deal.rummy:
        words = COUNT_DOUBLED.format(count=words)
    points, cap = 2 * over if deal.rummy else over, options.cap_points
    if cap is None or points <= cap:
        return points, words
    return cap, CAPPED.format(count=words, cap=cap)


def charges(options: Options, entry: Entry) -> dict[int, tuple[int, Phrase]]:
    """Returns what each loser is charged, and the reason; nothing for a void deal."""
    best, left = winner(options, entry), points_left(entry)
    if best is None:
        return {}
    losers = (person for person in left if person != best)
    return {p: charge(options, entry.deal, left[p] - left[best]) for p in losers}


# Cards ---------------------------------------------------------------------------------------


def dealt_elsewhere(persons: int) -> tuple[Phrase, ...]:
    """Returns what other tables of this size deal."""
    jokers = _("Two or more jokers a pack, if you want some.")
    match persons:
        case 3:
            return sentences(_("Three players take 7 or 10 cards each."), jokers)
        case 4 | 5:
            return sentences(_("Four or five take 7 each from one pack, 10 from two."), jokers)
        case _:
            return sentences(jokers)


FEATS: Final = (
    Feat(
        key="rummy",
        name=_("Rummy!"),
        description=_("Put down everything at once."),
        face="KC",
        is_earned=lambda hand: hand.has_won and hand.entry.deal.rummy,
    ),
    caught_together("basic_harvest", 100, "10C"),
)


class BasicRummy(CardsLeft[Options, Deal, Line, State], OneWinner[Options, Deal, Line, State]):
    key, name = "basic_rummy", "Basic Rummy"
    summary = _("One goes out; the others are charged the points they hold.")
    also = "Straight rummy, Rum, Рамми, ラミー, 러미"
    known = {"": 5}
    family = Family.BASIC
    source = "Encyclopaedia Britannica, “rummy” (David Parlett)"
    seats = range(2, 8)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset(
            "pay",
            _("Paid every deal"),
            {},
            _("Every player pays the winner for the cards they hold."),
        ),
        Preset(
            "rummy",
            _("Going rummy doubles"),
            {"rummy_doubles": True},
            _("A player who goes out in one turn, with nothing laid down before, is paid double."),
        ),
        Preset(
            "to-100",
            _("To 100 points"),
            {"settlement": "points"},
            _("The winner scores; at 100 they collect the differences."),
        ),
        Preset(
            "penalty",
            _("Penalties to 100"),
            {"settlement": "penalty"},
            _("Losers score their cards; the lowest total is paid."),
        ),
    )
    glossary = sentences(
        _glossary.GO_OUT,
        _("Go rummy: to go out in one turn, with nothing laid down before."),
        _glossary.MELD,
        _glossary.SET,
        _glossary.SEQUENCE,
        _glossary.NATURAL,
        _glossary.STAR,
        _("Blocked: the stock is empty and nobody can go out."),
        _glossary.CAP,
        _glossary.VOID,
    )
    feats = FEATS

    def table_card(self, options: Options, persons: int) -> TableCard:
        return TableCard(
            packs=int(options.packs.value),
            jokers=options.jokers,
            hand_size=options.cards_each,
            turned=(DISCARDS_BEGUN,),
            begins=sentences(
                _("Agree who begins: usually the dealer’s left, and play goes clockwise.")
            ),
            later=sentences(
                _("If the stock runs out, the discards are turned over and a new one is turned up.")
            ),
            differs=(*dealt_elsewhere(persons), AS_YOU_DO),
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        packs = chosen.get("packs", Packs.TWO if seats >= 6 else Packs.ONE)
        ten = seats in (2, 6, 7) or (seats in (4, 5) and packs is Packs.TWO)
        high = chosen.get("ace_mode") is Aces.HIGH_LOW
        return {
            "ace_value": AceValue.ELEVEN if high else AceValue.ONE,
            "packs": packs,
            "cards_each": 10 if ten else 7,
        }

    def check_options(self, options: Options, seats: int) -> None:
        if seats >= 6 and options.packs is Packs.ONE:
            raise EntryError(_("Six and more need two packs."), field="packs")

    def limits(self, game: Game, name: str) -> Limits:
        """Returns the most that a hand counts, and that a loser is charged. In a blocked deal only
        differences are charged, so no count is cut."""
        if name != "points":
            return Limits()
        most, cap = game.options.max_points, game.options.cap_points
        return Limits(
            answer=most, cap=(((when("deal.result", Result.OUT),), cap),) if cap else None
        )

    def check(self, game: Game, entry: Entry) -> None:
        options, lines = game.options, entry.playing_lines
        if not is_scored(options, entry.deal):
            return
        _western.check_who_won(lines, is_out=entry.deal.result is Result.OUT)
        self.check_cards(game, entry, lines)
        for person, line in lines.items():
            if not line.won:
                self.check_loser(options, line, person)

    def check_loser(self, options: Options, line: Line, person: int) -> None:
        """Checks a loser: the count may be 0 with free melds in hand, but some cards are held."""
        most = options.max_points
        if line.cards == ():
            raise EntryError(_("Only the winner has no cards left."), field="cards", seat=person)
        if line.points is not None and line.points > most:
            raise EntryError(
                _("A hand counts at most {most}."), field="points", seat=person, most=most
            )
        _western.check_leftovers(line, person, zero=options.melds_in_hand_free)

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        best, out = winner(game.options, entry), entry.deal.result is Result.OUT
        if best is None:
            return self.undecided(game)
        reason = reasons.WENT_OUT if out else LOWEST_COUNT
        return self.settled(game, best, charges(game.options, entry), reason)

    def due(self, options: Options, points: float) -> int:
        """Returns 0 where the totals are paid at the end."""
        return super().due(options, points) if options.settlement is Settlement.PAY else 0

    def ledger(self, options: Options) -> Ledger:
        match options.settlement:
            case Settlement.PAY:
                return Ledger.ZERO_SUM
            case Settlement.POINTS:
                return Ledger.WINNER_GAINS
            case _:
                return Ledger.LOSERS_PAY

    def close(self, game: Game) -> Payments:
        totals = {seat: int(total) for seat, total in enumerate(game.totals)}
        point_value, words = game.options.point_value, reasons.DIFFERENCE_AT_THE_END
        match game.options.settlement:
            case Settlement.POINTS:
                return payouts.high_total(totals, point_value, words)
            case Settlement.PENALTY:
                return payouts.low_total(totals, point_value, words)
            case _:
                return ()

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        cap = game.options.cap_points
        cost, _words = charges(game.options, entry).get(person, (None, NO_WORDS))
        recorded = counted_facts(played=outcome.is_played, left=cost)
        if cap is not None:
            recorded[Fact.FULL] = int((cost or 0) >= cap)
        return recorded

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        return State(game.state.counted + outcome.is_played)

    def ends(self, options: Options) -> Ending | None:
        if options.settlement is Settlement.PAY:
            return after_deals(options.deals)
        return at_target(options.target, is_fixed=True)

    def stock(self, options: Options, deal: Deal) -> Stock:
        return Stock(int(options.packs.value), options.jokers)

    def value(self, game: Game) -> _western.Value:
        return game.options.everything

    def hand_limit(self, game: Game) -> int:
        return game.options.cards_each

    def laid(self, game: Game, cards: Sequence[str]) -> Arrangement:
        """Returns everything, or what is left when complete melds are taken out."""
        if game.options.melds_in_hand_free:
            return least(cards, game.options.melds)
        return super().laid(game, cards)

    def tapped(self, game: Game, entry: Entry, person: int) -> Tapped | None:
        """Counts nothing in a deal that is not scored. What the cards cost is known when somebody
        went out; in a blocked deal they are only compared."""
        tapped, deal = super().tapped(game, entry, person), entry.deal
        if tapped is None:
            return None
        if not is_scored(game.options, deal):
            return replace(tapped, numbers={})
        out = deal.result is Result.OUT
        owes = charge(game.options, deal, tapped.numbers["points"])[0] if out else None
        return replace(tapped, owes=owes)


variant = BasicRummy()
