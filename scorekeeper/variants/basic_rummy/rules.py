"""The rules of basic rummy: what is refused, what losers are charged, and who pays whom when."""

from collections.abc import Sequence

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.melds import Arrangement, least
from scorekeeper.engine.money import Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.questions.kinds import when
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.variant import Limits, NamedValues
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants.basic_rummy.questions import (
    LARGEST_HAND,
    Blocked,
    Deal,
    Entry,
    Game,
    Line,
    Options,
    Result,
    Settlement,
)

# What can be reported ------------------------------------------------------------------------


def is_looked_at(options: Options, deal: Deal) -> bool:
    """Whether the lines of such a deal say anything."""
    blocked = deal.result is Result.BLOCKED and options.blocked is Blocked.LOWEST_WINS
    return deal.result is Result.OUT or blocked


def check(game: Game, entry: Entry) -> None:
    if not is_looked_at(game.options, entry.deal):
        return
    lines = entry.playing_lines
    if entry.deal.result is Result.OUT:
        _western.check_no_leftovers(lines[winner := _western.check_one_winner(lines)], winner)
    else:
        _western.check_nobody_won(lines)
    _western.check_cards(lines, game.options.stock, game.options.cards_each)
    for person, line in lines.items():
        if not line.won:
            check_loser(game.options, line, person)


def check_loser(options: Options, line: Line, person: int) -> None:
    """Checks a loser: the count may be 0 with free melds in hand, but some cards are held."""
    if line.cards == ():
        raise EntryError(_("Only the winner has no cards left."), field="cards", seat=person)
    if line.points is not None and line.points > options.max_points:
        raise EntryError(
            _("A hand counts at most {most}."),
            field="points",
            seat=person,
            most=options.max_points,
        )
    _western.check_leftovers(line, person, zero=options.melds_in_hand_free)


# Points --------------------------------------------------------------------------------------


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    """Of a deal that is looked at."""
    cards = entry.lines[person].cards
    if cards is None or not is_looked_at(game.options, entry.deal):
        return {}
    return {"points": laid(game.options, cards).points}


def counts(entry: Entry) -> dict[int, int]:
    """Points everybody has left; the winner none."""
    return {p: entry.lines[p].points or 0 for p in entry.playing}


def winner(options: Options, entry: Entry) -> int | None:
    """Who went out, or alone has the lowest count of a blocked deal; None of a void deal."""
    if not is_looked_at(options, entry.deal):
        return None
    if entry.deal.result is Result.OUT:
        return next(person for person in entry.playing if entry.lines[person].won)
    lowest, *_others = payouts.by_points(counts(entry))
    return lowest[0] if len(lowest) == 1 else None


def charges(options: Options, entry: Entry) -> dict[int, g.Score]:
    """Points each loser is charged; of a void deal nobody is."""
    best = winner(options, entry)
    if best is None:
        return {}
    points_left = counts(entry)
    return {
        person: charge(options, entry.deal, points - points_left[best])
        for person, points in points_left.items()
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
    return g.Score(
        options.cap_points, _("{count}, capped").format(count=words, cap=options.cap_points)
    )


def owes(game: Game, entry: Entry, person: int) -> float | None:
    """What the tapped cards cost when somebody went out: doubled, and within the cap. Of a blocked
    deal they are only compared."""
    cards = entry.lines[person].cards
    if cards is None or entry.deal.result is not Result.OUT:
        return None
    return charge(game.options, entry.deal, laid(game.options, cards).points).points


def score(game: Game, entry: Entry) -> g.Scores:
    best, charged = winner(game.options, entry), charges(game.options, entry)
    return tuple(
        winner_score(game.options, entry, list(charged.values()))
        if seat == best
        else loser_score(game.options, charged.get(seat))
        for seat in range(game.seats)
    )


def winner_score(options: Options, entry: Entry, charged: list[g.Score]) -> g.Score:
    """What is written down for the winner."""
    words = _("went out") if entry.deal.result is Result.OUT else _("lowest count")
    if options.settlement is Settlement.PENALTY:
        return g.Score(0, words)
    return g.Score(sum(charge.points for charge in charged), words)


def loser_score(options: Options, charged: g.Score | None) -> g.Score:
    """What is written down for another seat; nothing if it is not charged."""
    signs = {Settlement.PAY: -1, Settlement.POINTS: 0, Settlement.PENALTY: 1}
    if charged is None:
        return g.NIL
    return g.Score(signs[options.settlement] * charged.points, charged.reason)


# Money ---------------------------------------------------------------------------------------


def pay(game: Game, entry: Entry) -> Payments:
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


def follow(game: Game, entry: Entry) -> _western.State:
    return _western.State(game.state.counted + (winner(game.options, entry) is not None))


def is_over(game: Game) -> bool:
    if game.options.settlement is Settlement.PAY:
        return _western.deals_are_played(game)
    return max(game.totals) >= game.options.target


def facts(game: Game, entry: Entry, person: int) -> Facts:
    options = game.options
    charged = charges(options, entry).get(person)
    cost = charged.points if charged else None
    recorded = counted_facts(played=winner(options, entry) is not None, left=cost)
    if options.cap_points is not None:
        recorded[Fact.FULL] = int((cost or 0) >= options.cap_points)
    return recorded


def won(game: Game, entry: Entry, points: object) -> tuple[int, ...]:
    best = winner(game.options, with_numbers(reckon, game, entry))
    return () if best is None else (best,)


# Tapped cards --------------------------------------------------------------------------------


def laid(options: Options, cards: Sequence[str]) -> Arrangement:
    """How cards are counted: everything, or what is left when complete melds are taken out."""
    if options.melds_in_hand_free:
        return least(cards, options.melds)
    return _western.one_by_one(cards, options.everything)


def answer_max(game: Game, name: str) -> Limits:
    return (((), game.options.max_points),) if name == "points" else ()


def caps(game: Game, name: str) -> Limits:
    """Returns the most that a loser is charged. In a blocked deal only differences are charged, so
    no count is cut."""
    cap = game.options.cap_points
    return (((when("deal.result", Result.OUT),), cap),) if name == "points" and cap else ()


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    _western.check_hand(cards, game.options.stock, game.options.cards_each, person)
    return laid(game.options, cards)


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """Of a hand: everything in it, and what is left without its melds."""
    if line.cards is None or len(line.cards) > LARGEST_HAND:
        raise EntryError(
            _("Give a hand of at most {most} cards."), field="cards", most=LARGEST_HAND
        )
    deadwood = least(line.cards, options.melds).points
    return {"points": options.everything(line.cards), "deadwood": deadwood}
