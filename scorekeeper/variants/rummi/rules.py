"""What a deal of Rummi moves: by place, for a Hu, without passport, for jokers and aces."""

from dataclasses import replace
from typing import Final

from scorekeeper.engine import game as g
from scorekeeper.engine.money import Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.payouts import ordinal
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.words import Phrase, _, joined, ngettext
from scorekeeper.variants.rummi.bonuses import (
    Bonuses,
    best_bonuses,
    difference_in_words,
    value,
    worth,
)
from scorekeeper.variants.rummi.cards import reckon
from scorekeeper.variants.rummi.options import HuMode, NoPassport
from scorekeeper.variants.rummi.places import (
    fouls,
    is_ranked,
    is_void,
    ranking,
    winners,
    with_passport,
    without_passport,
)
from scorekeeper.variants.rummi.questions import Entry, Game, Result, State

PARTS: Final = 12
"""Parts of a unit, so that two, three or four can share one."""

# Points and money ----------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    """The units of a game without stake; else only the reason says how each seat came out."""
    won_units = units(game, entry)
    return tuple(g.Score(won_units[seat], reason(game, entry, seat)) for seat in range(game.seats))


def units(game: Game, entry: Entry) -> list[float]:
    """What places, Hu and Tien Hu come to for each seat where no money is played for."""
    if game.options.stake:
        return [0] * game.seats
    options = replace(game.options, stake=PARTS, cap=None)
    parts = [0] * game.seats
    for payment in pay(replace(game, options=options), entry):
        parts[int(payment.payer)] -= payment.amount
        parts[int(payment.payee)] += payment.amount
    return [part / PARTS if part % PARTS else part // PARTS for part in parts]


def reason(game: Game, entry: Entry, person: int) -> Phrase:
    line = entry.lines[person]
    if person in entry.absent:
        return _("absent")
    if is_void(entry):
        return _("false claim") if line.foul else _("void")
    if entry.deal.result is not Result.POINTS and person in winners(game, entry):
        return entry.deal.result.label
    if not is_ranked(game, entry):
        return _("no passport") if line.no_passport else _("lost")
    return place_of(game, entry, person)


def place_of(game: Game, entry: Entry, person: int) -> Phrase:
    """``1st, 12 points`` or ``no passport``."""
    line, place = entry.lines[person], 1
    words = [_("no passport")] if line.no_passport else []
    if line.points is not None:
        words.append(ngettext("{count} point", "{count} points", line.points))
    for group in ranking(game, entry):
        if person in group:
            return joined([ordinal(place), *words])
        place += len(group)
    return joined(words)


def pay(game: Game, entry: Entry) -> Payments:
    if wrong := fouls(entry):
        due = game.options.foul_units * game.options.stake
        return payouts.each_pays_each(wrong, entry.playing, due, _("false claim"))
    if is_void(entry):
        return ()
    match entry.deal.result:
        case Result.POINTS:
            main = for_points(game, entry)
        case Result.HU:
            main = for_hu(game, entry)
        case _:
            main = claim(game, entry, game.options.tien_hu_units)
    return (*main, *for_jokers_and_aces(game, entry))


def tiers(game: Game, times: int = 1) -> list[int]:
    return [units * game.options.stake * times for units in game.options.tiers]


def for_points(game: Game, entry: Entry) -> Payments:
    """Everybody pays the first by place; those without passport as the table likes it."""
    options, places = game.options, ranking(game, entry)
    payments = payouts.by_place(places, tiers(game), tie=options.tie, cap=options.cap)
    match options.no_passport:
        case NoPassport.TOP_TIER:
            return payments + top_tiers(game, entry, places[0])
        case NoPassport.FLAT_TO_ALL:
            return payments + flat_to_all(game, entry)
        case _:
            return payments


def top_tiers(game: Game, entry: Entry, firsts: list[int]) -> Payments:
    due = tiers(game)[len(entry.playing) - 2]
    return collect(
        payment
        for person in without_passport(entry)
        for payment in payouts.shared(person, firsts, due, _("no passport"), game.options.cap)
    )


def flat_to_all(game: Game, entry: Entry) -> Payments:
    due = game.options.no_passport_units * game.options.stake
    return payouts.each_pays_each(
        without_passport(entry), with_passport(entry), due, _("no passport"), game.options.cap
    )


def for_hu(game: Game, entry: Entry) -> Payments:
    options = game.options
    if options.hu_mode is HuMode.DOUBLE_TIERS:
        doubled = tiers(game, times=2)
        return payouts.by_place(ranking(game, entry), doubled, tie=options.tie, cap=options.cap)
    return claim(game, entry, options.hu_units)


def claim(game: Game, entry: Entry, units: int) -> Payments:
    """Everybody else pays each winner the same."""
    paid = winners(game, entry)
    losers = [person for person in entry.playing if person not in paid]
    due, label = units * game.options.stake, entry.deal.result.label
    return payouts.each_pays_each(losers, paid, due, label, game.options.cap)


def for_jokers_and_aces(game: Game, entry: Entry) -> Payments:
    """Of every two players the one with less pays the other the difference."""
    options, result = game.options, entry.deal.result
    if result is Result.TIEN_HU and not options.adj_on_tien_hu:
        return ()
    times = options.adj_mult_on_hu if result is Result.HU else 1
    taking_part = entry.playing if options.no_passport_adjusts else with_passport(entry)
    values = {person: times * value(options, entry.lines[person]) for person in taking_part}
    bonuses = {person: best_bonuses(options, entry.lines[person]) for person in taking_part}
    unit_values = Bonuses(*(times * unit_value for unit_value in worth(options)))
    return tuple(
        replace(
            p, reason=difference_in_words(bonuses[int(p.payee)], bonuses[int(p.payer)], unit_values)
        )
        for p in payouts.pairwise(values, _("jokers and aces"))
    )


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    """The first in order of play sits next to the dealer, who is last."""
    return State(dealer=game.begun_by(game.seats - 1))


def follow(game: Game, entry: Entry) -> State:
    if is_void(entry):
        return game.state
    return State(winners(game, entry)[0], game.state.counted + 1)


def won(game: Game, entry: Entry, points: object) -> list[int]:
    entry = counted(game, entry)
    return [] if is_void(entry) else winners(game, entry)


def counted(game: Game, entry: Entry) -> Entry:
    """The entry with what tapped cards say in numbers."""
    return with_numbers(reckon, game, entry)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Records points in hand for all but those who are paid, none where a complete hand was dealt,
    and a false claim as a wrong show."""
    line, wrong, void = entry.lines[person], fouls(entry), is_void(entry)
    first = not void and person in winners(game, entry)
    is_dealt = entry.deal.result is Result.TIEN_HU
    left = None if void or first or is_dealt else line.points
    return {
        **counted_facts(played=bool(wrong) or not void, left=left),
        Fact.WRONG_SHOW: int(person in wrong),
        Fact.FIRST_TURN: int(first and is_dealt),
    }
