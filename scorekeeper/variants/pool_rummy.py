"""Pool rummy: points pile up, a seat at the limit is out, the last one in takes the pot.

Everybody pays the fee into the pot. The winner of a hand adds nothing to their total; the others
add the points of their cards up to the full count, or what a drop or a wrong show costs. Who
reaches the pool (61, 101 or 201) is out.

* Costs: in a pool of 101 a first drop 20, a middle drop 40, a wrong show 80; of 201 25, 50 and 80;
  of 61 15, 30 and 60. The table may agree on others.
* Rejoin: a seat that has just gone out may come back for another fee, in the very next hand, while
  nobody still in has more than the limit for it. It starts one point above the highest total still
  in. It takes a game of three or more with at least two still in.
* Split: when two or three are left of more than three, or two of three, they may agree to share the
  pot. Each gets a fee for every drop they have left more than the one with the fewest, and an equal
  share of the rest, which must be a fee at least. With "auto split" the pot is shared equally as
  soon as they could agree on it and none of them has a drop left.
* A drop with no drops left is allowed; it puts the seat out.

Left-over units of equal shares go to the lowest totals first, then in order of seat. A void hand
changes no total, but fees are paid in it, and the right to rejoin passes with it.

Sources: rummycircle.com/help/pool-rummy (format, split), playship.com/how-to-play/pool-rummy,
jungleerummy.com/pool-rummy, a23.com/101pool_rules.html, rummyera.com/pool-rummy,
classicrummy.com/pool-rummy; card rules: pagat.com, "Indian Rummy (Paplu)".
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError, Person
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.seats.table_card import sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset
from scorekeeper.engine.words import Phrase, _, joined, ngettext, reason
from scorekeeper.variants import _glossary
from scorekeeper.variants import _indian as indian
from scorekeeper.variants._indian import Finish, JokerTurned, LifeRule, Tanala
from scorekeeper.variants._one_winner import Ledger
from scorekeeper.variants._thirteen_cards import ThirteenCards

# Reasons --------------------------------------------------------------------------------------

DROP_AHEAD: Final = reason("drop_ahead", ngettext("{count} drop ahead", "{count} drops ahead", 1))
REJOINS_AT: Final = reason("rejoins_at", _("rejoins at {total}"))
REJOIN_FEE: Final = reason("rejoin_fee", _("rejoin fee"))


class Pool(Word):
    P101 = 101, "101"
    P201 = 201, "201"
    P61 = 61, "61"


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", reasons.VOID_DEAL, _("Nobody declared; no total changes.")
    SPLIT = (
        "split",
        _("Split"),
        _(
            "Those still in share the pot: an entry fee for each drop left more than the fewest, "
            "the rest in equal parts."
        ),
    )


@dataclass(frozen=True, slots=True)
class Options:
    pool: Pool = ask.pick(
        _("Pool"),
        Pool.P101,
        _("A player who reaches this total is out."),
        source="indian_rummy.md §6.2",
    )
    fee: int = ask.amount(
        _("Entry fee"),
        10_000,
        _("Into the pot, and again for every rejoin."),
        source="indian_rummy.md §6.2",
    )
    first_drop: int = ask.question(indian.first_drop("indian_rummy.md §6.2", least=1), 20)
    middle_drop: int = ask.question(indian.middle_drop("indian_rummy.md §6.2"), 40)
    wrong_show: int = ask.question(indian.wrong_show("indian_rummy.md §6.2"), 80)
    cap: int = ask.question(indian.full_count("indian_rummy.md §6.2"), 80)
    rejoin_up_to: int = ask.points(
        _("Rejoin up to"),
        79,
        _("Nobody still in may have more when a seat rejoins."),
        min=1,
        source="indian_rummy.md §6.2",
    )
    auto_split: bool = ask.flag(
        _("Auto split"),
        False,
        _("The pot is shared once nobody left has a drop left."),
        source="indian_rummy.md §6.2",
    )
    printed_joker_turned: JokerTurned = ask.question(indian.JOKER_TURNED, JokerTurned.ACES_WILD)
    decks: int = ask.question(indian.DECKS, 2)
    tanala: Tanala = ask.question(indian.AUTO_TANALA, Tanala.AUTO)
    life_rule: LifeRule = ask.question(indian.LIFE_RULE, LifeRule.FIRST_LIFE)

    @property
    def limit(self) -> int:
        return int(self.pool.value)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Outcome = ask.pick(_("The hand was"), Outcome.PLAYED)
    turned: str | None = ask.card(
        _("Turned-up card"), None, _("Its rank is wild."), screen=(when("outcome", Outcome.PLAYED),)
    )


@dataclass(frozen=True, slots=True)
class Line:
    rejoin: bool = ask.flag(
        _("Rejoins"),
        False,
        _("Pays the fee again and plays this hand."),
        when=(unless("deal.outcome", Outcome.SPLIT),),
    )
    finish: Finish | None = ask.pick(
        _("Finish"),
        None,
        when=(unless("deal.outcome", Outcome.SPLIT),),
        screen=(when("deal.outcome", Outcome.PLAYED),),
        sole=(),
        sole_value=Finish.WON,
        suggest=Finish.COUNTED,
    )
    points: int | None = ask.question(indian.points(130), None)
    cards: tuple[str, ...] | None = ask.question(indian.CARDS, None)


@dataclass(frozen=True, slots=True)
class State:
    totals: tuple[int, ...]
    dealer: int = 0
    just_out: tuple[int, ...] = ()
    """Seats that went out in the last hand: they may rejoin in the next one only."""
    shared: bool = False
    """Those still in have agreed to share the pot."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


def costs(first_drop: int, full_count: int, rejoin_up_to: int) -> NamedValues:
    return {
        "first_drop": first_drop,
        "middle_drop": 2 * first_drop,
        "wrong_show": full_count,
        "cap": full_count,
        "rejoin_up_to": rejoin_up_to,
    }


USUAL: Final = {
    Pool.P101: costs(first_drop=20, full_count=80, rejoin_up_to=79),
    Pool.P201: costs(first_drop=25, full_count=80, rejoin_up_to=174),
    Pool.P61: costs(first_drop=15, full_count=60, rejoin_up_to=44),
}
NOTED_BEFORE: Final = (
    _("no drops left: compulsory play"),
    _("no drops left: a drop puts out"),
)
"""Words that earlier sessions have kept, still to be translated."""


def check_rejoin(options: Options) -> None:
    if options.rejoin_up_to > options.limit - 2:
        raise EntryError(
            _("A seat that rejoins must still be in: at most {most}."),
            field="rejoin_up_to",
            most=options.limit - 2,
        )


# Who is in the pool --------------------------------------------------------------------------


def still_in(game: Game) -> list[int]:
    return [s for s, total in enumerate(game.state.totals) if total < game.options.limit]


def rejoin_total(game: Game) -> int | None:
    """Returns the total at which a seat that has just gone out would rejoin, if it may."""
    totals = [game.state.totals[seat] for seat in still_in(game)]
    if game.seats < 3 or len(totals) < 2 or max(totals) > game.options.rejoin_up_to:
        return None
    return max(totals) + 1


def may_rejoin(game: Game, seat: int) -> bool:
    return seat in game.state.just_out and rejoin_total(game) is not None


def rejoining(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.rejoin]


def in_hand(game: Game, entry: Entry) -> list[int]:
    return sorted({*still_in(game), *rejoining(entry)})


def drops_left(game: Game, seat: int) -> int:
    return (game.options.limit - 1 - game.state.totals[seat]) // game.options.first_drop


# Who shares the pot --------------------------------------------------------------------------


def drops_ahead(game: Game) -> dict[int, int]:
    """Returns how many drops more than the fewest each seat still in has left."""
    drops_by_seat = {seat: drops_left(game, seat) for seat in still_in(game)}
    fewest = min(drops_by_seat.values())
    return {seat: drops - fewest for seat, drops in drops_by_seat.items()}


def rest(game: Game) -> int:
    """Returns the pot without what the drop differences take, in minor units."""
    return game.pot - sum(drops_ahead(game).values()) * game.options.fee


def can_split(game: Game) -> bool:
    """Whether those still in may share the pot, by agreement or by auto split: two or three of
    more than three, or two of three, with a fee left for equal parts."""
    seats_in = len(still_in(game))
    few = seats_in in (2, 3) if game.seats > 3 else (seats_in, game.seats) == (2, 3)
    return few and rest(game) >= game.options.fee


def splits_itself(game: Game) -> bool:
    has_drops = any(drops_left(game, seat) for seat in still_in(game))
    return game.options.auto_split and can_split(game) and not has_drops


def shares(game: Game) -> Iterator[Payment]:
    """Yields a fee for each drop more than the fewest, and equal parts of the rest of the pot."""
    ahead = drops_ahead(game)
    for seat, drops in ahead.items():
        words = DROP_AHEAD.format(count=drops)
        yield Payment(POT, seat, drops * game.options.fee, words)
    lowest_first = sorted(ahead, key=lambda seat: game.state.totals[seat])
    yield from payouts.shared(POT, lowest_first, rest(game), reasons.SHARE_OF_THE_POT)


# In words ------------------------------------------------------------------------------------


def rejoined(game: Game, score: g.Score) -> g.Score:
    words = REJOINS_AT.format(total=rejoin_total(game))
    return g.Score(score.points, joined([words, score.reason]) if score.reason else words)


def drops_note(drops: int) -> Phrase:
    """Returns the note on drops left; a drop stays possible, so no note says it is not."""
    if not drops:
        return _("no drops left: a drop puts them out")
    return ngettext("{count} drop left", "{count} drops left", drops)


def rejoin_note(game: Game, person: int) -> Phrase:
    """Returns whether somebody who is out of a pool that goes on may come back, and why not."""
    if (total := rejoin_total(game)) is not None and person in game.state.just_out:
        return _("may rejoin at {total}").format(total=total)
    if person not in game.state.just_out:
        return _("too late to rejoin")
    highest = max(game.state.totals[seat] for seat in still_in(game))
    words = _("no rejoin: somebody still in has {total}, more than {most}")
    return words.format(total=highest, most=game.options.rejoin_up_to)


# The game ------------------------------------------------------------------------------------


class PoolRummy(ThirteenCards[Options, Deal, Line, State]):
    key, name = "pool_rummy", "Pool Rummy"
    summary = _("Reach the point limit and you’re out. The last player left wins the pot.")
    also = f"101, 201, 61, Syndicate, सिंडिकेट, पूल रमी, పూల్ రమ్మీ, பூல் ரம்மி, {indian.RUMMY}"
    known = {"IN": 9, "LK": 8, "BD": 8, "PK": 8, "NP": 5}
    seats = range(2, 10)
    options, deal, line, state = Options, Deal, Line, State
    glossary = (
        *sentences(
            _("Pool: a player whose total reaches this number is out."),
            _("Rejoin: a player who is out plays on."),
            _("Split: the players still in end the game together."),
        ),
        *ThirteenCards.glossary,
    )
    money_glossary = sentences(_glossary.POT)
    joins = "rejoin"
    presets = (
        Preset("101", _("101 pool"), {"pool": 101}, _("The usual pool.")),
        Preset("201", _("201 pool"), {"pool": 201}, _("The long game.")),
        Preset("61", _("61 pool"), {"pool": 61}, _("The short game; a full hand counts 60.")),
        Preset(
            "101-auto",
            _("101 pool, auto split"),
            {"pool": 101, "auto_split": True},
            _("The pot is shared once nobody left has a drop left."),
        ),
    )

    # Which rules go together ----------------------------------------------------------------

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        costs = USUAL[chosen.get("pool", Pool.P101)]
        return {**costs, "decks": indian.usual_decks(seats)}

    def check_options(self, options: Options, seats: int) -> None:
        check_rejoin(options)
        super().check_options(options, seats)

    # What is asked and refused --------------------------------------------------------------

    def asks(self, game: Game, person: int) -> frozenset[str] | None:
        if game.state.totals[person] < game.options.limit:
            return frozenset({"finish", "points", "cards"})
        return None if may_rejoin(game, person) else frozenset()

    def limits(self, game: Game, name: str) -> Limits:
        if name == "outcome" and not can_split(game):
            return Limits(offered=(Outcome.PLAYED, Outcome.VOID))
        return super().limits(game, name)

    def proposes(self, game: Game) -> NamedValues:
        return {"outcome": Outcome.SPLIT.value} if game.number and can_split(game) else {}

    def is_played(self, deal: Deal) -> bool:
        return deal.outcome is Outcome.PLAYED

    def lines_of(self, game: Game, entry: Entry) -> dict[int, Line]:
        """Returns the lines of those in the hand, all as if they had been in before."""
        return {seat: replace(entry.lines[seat], rejoin=False) for seat in in_hand(game, entry)}

    def inspect(self, game: Game, entry: Entry) -> None:
        if entry.deal.outcome is Outcome.SPLIT:
            for seat, line in enumerate(entry.lines):
                if line != Line():
                    raise EntryError(_("Enter a split alone, without a hand."), seat=seat)
            return
        for seat in self.out(game):
            line = entry.lines[seat]
            if line != Line() and not (line.rejoin and may_rejoin(game, seat)):
                raise EntryError(
                    _("{name} is out of the pool."), field="rejoin", seat=seat, name=Person(seat)
                )
        super().inspect(game, entry)

    def check(self, game: Game, entry: Entry) -> None:
        if entry.deal.outcome is not Outcome.SPLIT:
            super().check(game, entry)
        elif not can_split(game):
            raise EntryError(_("The pot cannot be split now."), field="outcome")

    # From hand to hand ----------------------------------------------------------------------

    def ledger(self, options: Options) -> Ledger:
        return Ledger.LOSERS_PAY

    def due(self, options: Options, points: float) -> int:
        """Returns 0: points have no price."""
        return 0

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        """Pays the fees: of everybody with the first hand, and of those who rejoin. A split is won
        by those who share the pot."""
        outcome, fee = super().outcome(game, entry), game.options.fee
        scores = tuple(
            rejoined(game, score) if line.rejoin else score
            for line, score in zip(entry.lines, outcome.scores, strict=True)
        )
        entering = range(game.seats) if game.number == 0 else ()
        fees = collect(
            (
                *(Payment(seat, POT, fee, reasons.ENTRY_FEE) for seat in entering),
                *(Payment(seat, POT, fee, REJOIN_FEE) for seat in rejoining(entry)),
            )
        )
        return g.Outcome(scores, fees, is_played=outcome.is_played)

    def begin(self, game: Game) -> State:
        return State((0,) * game.seats, dealer=game.begun_by(0))

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        limit, rejoins_at = game.options.limit, rejoin_total(game) or 0
        lines = zip(entry.lines, game.state.totals, outcome.scores, strict=True)
        totals = tuple(
            (rejoins_at if line.rejoin else total) + int(score.points)
            for line, total, score in lines
        )
        dealt = entry.dealt_by(game.state.dealer)
        return State(
            totals,
            dealer=next(s for s in game.round_from(dealt + 1) if totals[s] < limit),
            just_out=tuple(seat for seat in in_hand(game, entry) if totals[seat] >= limit),
            shared=entry.deal.outcome is Outcome.SPLIT,
        )

    def ends(self, options: Options) -> Ending:
        return Ending(
            lambda game: game.state.shared or len(still_in(game)) == 1 or splits_itself(game)
        )

    # Money ----------------------------------------------------------------------------------

    def close(self, game: Game) -> Payments:
        seats_in = still_in(game)
        if len(seats_in) == 1:
            return collect([Payment(POT, seats_in[0], game.pot, reasons.POT_WON)])
        return collect(shares(game))

    # On the board ---------------------------------------------------------------------------

    def totals(self, game: Game) -> tuple[float, ...]:
        return game.state.totals

    def out(self, game: Game) -> tuple[int, ...]:
        return tuple(s for s, total in enumerate(game.state.totals) if total >= game.options.limit)

    def dealer(self, game: Game) -> int | None:
        return None if game.over else game.state.dealer

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        if game.state.totals[person] < game.options.limit:
            return () if game.over else (drops_note(drops_left(game, person)),)
        return (_("out"),) if game.over else (_("out"), rejoin_note(game, person))


variant = PoolRummy()
