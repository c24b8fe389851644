"""The money of a house game: hand by hand, or what the totals are worth at the end."""

from collections.abc import Iterable, Mapping

from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.payouts import high_total, low_total
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants.house_game.checks import tapped
from scorekeeper.variants.house_game.options import lowest_wins
from scorekeeper.variants.house_game.questions import Entry, Game, Options, Paid, Scoring
from scorekeeper.variants.house_game.rules import count, score, standing


def open_pot(game: Game) -> Payments:
    if game.options.payment is not Paid.POT:
        return ()
    stake = game.options.stake
    return collect(Payment(person, POT, stake, _("stake")) for person in range(game.seats))


def pay(game: Game, entry: Entry) -> Payments:
    options = game.options
    if options.payment is not Paid.EACH_HAND:
        return ()
    if options.scoring is Scoring.WINNER_TAKES:
        return collect(for_counts(options, entry))
    scores = score(game, entry)
    points = {person: int(scores[person].points) for person in entry.playing}
    return by_difference(options, points, _("difference in the hand"))


def for_counts(options: Options, entry: Entry) -> Iterable[Payment]:
    """Each pays the winner their own count and the bonus."""
    [winner] = tapped(entry)
    for person in entry.playing:
        counted = count(options, entry.lines[person])
        due = (int(counted.points) + options.bonus) * options.stake
        yield Payment(person, winner, due, due_for(counted, options.bonus))


def due_for(counted: Score, bonus: int) -> Phrase:
    """``40 and bonus 10``: what a loser pays for, where it is more than they count."""
    if not bonus:
        return counted.reason
    words = _("count {points} and bonus {bonus}")
    return words.format(points=int(counted.points), bonus=bonus)


def by_difference(options: Options, points: Mapping[int, int], reason: Phrase) -> Payments:
    pays = low_total if lowest_wins(options) else high_total
    return pays(points, options.stake, reason)


def close(game: Game) -> Payments:
    totals = {seat: int(total) for seat, total in enumerate(game.totals)}
    match game.options.payment:
        case Paid.DIFFERENCE:
            return by_difference(game.options, totals, _("difference at the end"))
        case Paid.TIERS:
            return payouts.by_place(standing(game, totals), tiers(game))
        case Paid.POT:
            winners = standing(game, totals)[0]
            return collect(payouts.shared(POT, winners, game.pot, _("pot won")))
        case _:
            return ()


def tiers(game: Game) -> list[int]:
    """Minor units that second, third … place pay."""
    last = len(game.options.tiers) - 1
    units = (game.options.tiers[min(place, last)] for place in range(game.seats - 1))
    return [unit * game.options.stake for unit in units]
