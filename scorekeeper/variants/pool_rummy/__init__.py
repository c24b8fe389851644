"""Pool rummy: points pile up, a seat at the limit is out, the last one in takes the pot.

Everybody pays the fee into the pot. The winner of a hand adds nothing to his total; the others add
the points of their cards up to the full count, or what a drop or a wrong show costs. Who reaches
the pool (61, 101 or 201) is out.

* Rejoin: a seat that has just gone out may come back for another fee, in the very next hand, while
  nobody still in has more than the limit for it. It starts one point above the highest total still
  in. It takes a game of three or more with at least two still in.
* Split: when two or three are left of more than three, or two of three, they may agree to share the
  pot. Each gets a fee for every drop he has left more than the one with the fewest, and an equal
  share of the rest, which must be a fee at least. With "auto split" the pot is shared equally as
  soon as two or three are left and none of them has a drop left.
* A drop with no drops left is allowed; it puts the seat out.

Left-over units of equal shares go to the lowest totals first, then in order of seat. A void hand
changes no total, but fees are paid in it, and the right to rejoin passes with it.

Sources: rummycircle.com/help/pool-rummy (format, split), playship.com/how-to-play/pool-rummy,
jungleerummy.com/pool-rummy, a23.com/101pool_rules.html, rummyera.com/pool-rummy,
classicrummy.com/pool-rummy; card rules: pagat.com, "Indian Rummy (Paplu)".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL
from scorekeeper.engine.money import POT, Payment, Payments, collect, split
from scorekeeper.engine.questions import Amount, Cards, Flag, Pick, Points, Word, unless, when
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _, plural
from scorekeeper.variants import _indian, _thirteen
from scorekeeper.variants._indian import Finish


class Pool(Word):
    P101 = 101, "101"
    P201 = 201, "201"
    P61 = 61, "61"


class Outcome(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("Nobody declared; no total changes.")
    SPLIT = "split", _("Split"), _("Those still in share the pot.")


@dataclass(frozen=True, slots=True)
class Options:
    pool: Annotated[
        Pool,
        Pick(
            label=_("Pool"),
            help=_("Who reaches this total is out."),
            source="indian_rummy.md §6.2",
        ),
    ] = Pool.P101
    fee: Annotated[
        int,
        Amount(
            label=_("Entry fee"),
            help=_("Into the pot, and again for every rejoin."),
            source="indian_rummy.md §6.2",
        ),
    ] = 10_000
    first_drop: Annotated[int, _indian.first_drop("indian_rummy.md §6.2", least=1)] = 20
    middle_drop: Annotated[int, _indian.middle_drop("indian_rummy.md §6.2")] = 40
    wrong_show: Annotated[int, _indian.wrong_show("indian_rummy.md §6.2")] = 80
    cap: Annotated[int, _indian.full_count("indian_rummy.md §6.2")] = 80
    rejoin_up_to: Annotated[
        int,
        Points(
            label=_("Rejoin up to"),
            help=_("Nobody still in may have more when a seat rejoins."),
            min=1,
            source="indian_rummy.md §6.2",
        ),
    ] = 79
    auto_split: Annotated[
        bool,
        Flag(
            label=_("Auto split"),
            help=_("The pot is shared once nobody left has a drop left."),
            source="indian_rummy.md §6.2",
        ),
    ] = False
    printed_joker_turned: _indian.JOKER_TURNED = _indian.JokerTurned.ACES_WILD
    decks: _indian.DECKS = 2
    tanala: _indian.AUTO_TANALA = _indian.Tanala.AUTO
    life_rule: _indian.LIFE_RULE = _indian.LifeRule.FIRST_LIFE

    @property
    def limit(self) -> int:
        return int(self.pool.value)


@dataclass(frozen=True, slots=True)
class Deal:
    outcome: Annotated[Outcome, Pick(label=_("The hand was"))] = Outcome.PLAYED
    turned: _indian.TURNED = None


COUNTS = when("finish", Finish.COUNTED)


@dataclass(frozen=True, slots=True)
class Line:
    rejoin: Annotated[
        bool,
        Flag(
            label=_("Rejoins"),
            help=_("Pays the fee again and plays this hand."),
            when=(unless("deal.outcome", Outcome.SPLIT),),
        ),
    ] = False
    finish: Annotated[
        Finish | None,
        Pick(
            label=_("Finish"),
            when=(unless("deal.outcome", Outcome.SPLIT),),
            screen=(when("deal.outcome", Outcome.PLAYED),),
            sole=(),
            sole_value=Finish.WON,
            suggest=Finish.COUNTED,
        ),
    ] = None
    points: Annotated[
        int | None, Points(label=_("Points"), help=_("Before the cap."), max=130, when=(COUNTS,))
    ] = None
    cards: Annotated[
        tuple[str, ...] | None,
        Cards(label=_("Cards left"), sizes=(13,), instead="points", when=(COUNTS,)),
    ] = None


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


# Options -------------------------------------------------------------------------------------

TABLES = {
    Pool.P101: (20, 40, 80, 80, 79),
    Pool.P201: (25, 50, 80, 80, 174),
    Pool.P61: (15, 30, 60, 60, 44),
}


def defaults(given: Told, seats: int, side: int) -> Told:
    names = ("first_drop", "middle_drop", "wrong_show", "cap", "rejoin_up_to")
    return dict(zip(names, TABLES[given.get("pool", Pool.P101)], strict=True))


def check_options(options: Options, seats: int, side: int) -> None:
    check_rejoin(options)
    _indian.check_decks(options.decks, seats)


def check_rejoin(options: Options) -> None:
    if options.rejoin_up_to > options.limit - 2:
        raise EntryError(
            _("A seat that rejoins must still be in: {most} at the most."),
            field="rejoin_up_to",
            most=options.limit - 2,
        )


# Who is in -----------------------------------------------------------------------------------


def still_in(game: Game) -> list[int]:
    return [s for s, total in enumerate(game.state.totals) if total < game.options.limit]


def out(game: Game) -> tuple[int, ...]:
    return tuple(s for s, total in enumerate(game.state.totals) if total >= game.options.limit)


def comeback(game: Game) -> int | None:
    """The total at which a seat that has just gone out would rejoin, if it may."""
    totals = [game.state.totals[seat] for seat in still_in(game)]
    if game.seats < 3 or len(totals) < 2 or max(totals) > game.options.rejoin_up_to:
        return None
    return max(totals) + 1


def may_rejoin(game: Game, seat: int) -> bool:
    return seat in game.state.just_out and comeback(game) is not None


def rejoining(entry: Entry) -> list[int]:
    return [seat for seat, line in enumerate(entry.lines) if line.rejoin]


def in_hand(game: Game, entry: Entry) -> list[int]:
    return sorted({*still_in(game), *rejoining(entry)})


def drops_left(game: Game, seat: int) -> int:
    return (game.options.limit - 1 - game.state.totals[seat]) // game.options.first_drop


def asks(game: Game, person: int) -> frozenset[str] | None:
    if game.state.totals[person] < game.options.limit:
        return frozenset({"finish", "points", "cards"})
    return None if may_rejoin(game, person) else frozenset()


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name != "outcome" or can_split(game):
        return None
    return (Outcome.PLAYED, Outcome.VOID)


# What is refused -----------------------------------------------------------------------------


def refuse(game: Game, entry: Entry) -> None:
    """Answers that are not asked, where the fault lies elsewhere than in the answer itself."""
    if entry.deal.outcome is Outcome.SPLIT:
        return refuse_lines(entry)
    for seat in out(game):
        line = entry.lines[seat]
        if line != Line() and not (line.rejoin and may_rejoin(game, seat)):
            raise EntryError(_("This seat is out of the pool."), field="rejoin", seat=seat)
    if entry.deal.outcome is Outcome.VOID:
        _indian.check_void(lines_of(game, entry))
    else:
        lines = lines_of(game, entry).items()
        _indian.check_unfinished({seat: replace(line, rejoin=False) for seat, line in lines})


def refuse_lines(entry: Entry) -> None:
    for seat, line in enumerate(entry.lines):
        if line != Line():
            raise EntryError(_("A split stands by itself, without a hand."), seat=seat)


def lines_of(game: Game, entry: Entry) -> dict[int, Line]:
    """The lines of those in the hand."""
    return {seat: entry.lines[seat] for seat in in_hand(game, entry)}


def check(game: Game, entry: Entry) -> None:
    match entry.deal.outcome:
        case Outcome.SPLIT:
            check_split(game)
        case Outcome.VOID:
            _indian.check_void(lines_of(game, entry))
        case Outcome.PLAYED:
            check_hand(game, entry)


def check_split(game: Game) -> None:
    if not can_split(game):
        raise EntryError(_("The pot cannot be split now."), field="outcome")


def check_hand(game: Game, entry: Entry) -> None:
    _indian.check_hand(lines_of(game, entry), entry.deal.turned, game.options.decks)


# Points --------------------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_seat(game, entry, seat) for seat in range(game.seats))


def score_seat(game: Game, entry: Entry, seat: int) -> g.Score:
    line = entry.lines[seat]
    points, words = hand_points(game.options, entry.deal, line)
    if line.rejoin:
        back = _("rejoins at {total}").format(total=comeback(game))
        words = f"{back}, {words}" if words else back
    return g.Score(points, words) if words else NIL


def hand_points(options: Options, deal: Deal, line: Line) -> tuple[int, str]:
    """What a line adds to the total, in points, and the words for it."""
    if deal.outcome is not Outcome.PLAYED:
        return 0, ""
    match line.finish:
        case None:
            return 0, ""
        case Finish.WON:
            return 0, _("won")
        case _:
            return _thirteen.owed(options, deal, line)


def count_held(options: Options, held: _indian.Held) -> Told:
    """Everything known of 13 cards, under options that can be played. Raises EntryError."""
    check_rejoin(options)
    return _thirteen.count_held(options, held)


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    return State((0,) * game.seats)


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    before = [comeback(game) if line.rejoin else None for line in entry.lines]
    totals = tuple(
        (total if back is None else back) + int(score.points)
        for total, back, score in zip(game.state.totals, before, scores, strict=True)
    )
    limit = game.options.limit
    playing, dealt = in_hand(game, entry), entry.dealt_by(game.state.dealer)
    return State(
        totals,
        dealer=_indian.next_dealer(dealt, [total < limit for total in totals]),
        just_out=tuple(seat for seat in playing if totals[seat] >= limit),
        shared=entry.deal.outcome is Outcome.SPLIT,
    )


def is_over(game: Game) -> bool:
    return game.state.shared or len(still_in(game)) == 1 or splits_itself(game)


def splits_itself(game: Game) -> bool:
    left = still_in(game)
    few = len(left) in (2, 3)
    return few and game.options.auto_split and not any(drops_left(game, seat) for seat in left)


# Money ---------------------------------------------------------------------------------------


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    """The fees: of everybody with the first hand, and of those who rejoin."""
    fee = game.options.fee
    entering = range(game.seats) if game.number == 0 else ()
    return collect(
        (
            *(Payment(seat, POT, fee, _("entry fee")) for seat in entering),
            *(Payment(seat, POT, fee, _("rejoin fee")) for seat in rejoining(entry)),
        )
    )


def close(game: Game) -> Payments:
    left = still_in(game)
    if len(left) == 1:
        return collect([Payment(POT, left[0], game.pot, _("pot won"))])
    return collect(shares(game))


def shares(game: Game) -> Iterator[Payment]:
    """A fee for each drop more than the fewest, and equal parts of the rest of the pot."""
    ahead = drops_ahead(game)
    for seat, drops in ahead.items():
        words = plural(drops, "drop ahead", "drops ahead")
        yield Payment(POT, seat, drops * game.options.fee, words)
    lowest_first = sorted(ahead, key=lambda seat: game.state.totals[seat])
    for seat, part in zip(lowest_first, split(rest(game), len(ahead)), strict=True):
        yield Payment(POT, seat, part, _("share of the pot"))


def drops_ahead(game: Game) -> dict[int, int]:
    """How many drops more than the fewest each seat still in has left."""
    left = {seat: drops_left(game, seat) for seat in still_in(game)}
    fewest = min(left.values())
    return {seat: drops - fewest for seat, drops in left.items()}


def rest(game: Game) -> int:
    """The pot without what the drop differences take, minor units."""
    return game.pot - sum(drops_ahead(game).values()) * game.options.fee


def can_split(game: Game) -> bool:
    left = len(still_in(game))
    few = left in (2, 3) if game.seats > 3 else (left, game.seats) == (2, 3)
    return few and rest(game) >= game.options.fee


# On the board --------------------------------------------------------------------------------


def notes(game: Game, person: int) -> tuple[str, ...]:
    if game.state.totals[person] < game.options.limit:
        return () if game.over else (drops_note(drops_left(game, person)),)
    if may_rejoin(game, person) and not game.over:
        return (_("out"), _("may rejoin at {total}").format(total=comeback(game)))
    return (_("out"),)


def drops_note(drops: int) -> str:
    return plural(drops, "drop left", "drops left") if drops else _("no drops left")


def dealer(game: Game) -> int | None:
    return None if game.over else game.state.dealer


variant = Variant(
    key="pool_rummy",
    name="Pool Rummy",
    summary=_("Points pile up, who reaches the limit is out, the last one in takes the pot."),
    seats=range(2, 7),
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    pay=pay,
    close=close,
    is_over=is_over,
    begin=begin,
    follow=follow,
    totals=lambda game: game.state.totals,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset("101", _("101 pool"), {"pool": 101}, _("The usual pool.")),
        Preset("201", _("201 pool"), {"pool": 201}, _("The long game.")),
        Preset("61", _("61 pool"), {"pool": 61}, _("The short game; a full hand counts 60.")),
        Preset(
            "101-auto",
            _("101 pool, auto split"),
            {"pool": 101, "auto_split": True},
            _("The pot is shared once nobody left has a drop left."),
        ),
    ),
    asks=asks,
    joins="rejoin",
    offers=offers,
    strict=refuse,
    notes=notes,
    out=out,
    dealer=dealer,
    low_wins=True,
    held=_indian.Held,
    count=count_held,
    copies=_thirteen.copies,
    wild=_thirteen.wild,
    lay=_thirteen.lay_line,
    shows=_thirteen.SHOWS,
    judge=_thirteen.judge_show,
)
