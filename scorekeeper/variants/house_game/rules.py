"""The points of a house game: who scores a hand, who won it, who is ahead, and when it ends."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.engine import game as g
from scorekeeper.engine.game import Score
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.payouts import by_points, ordinal
from scorekeeper.engine.words import _, joined, verbatim
from scorekeeper.variants._indian.penalty_points import counted
from scorekeeper.variants.house_game.checks import first, tapped
from scorekeeper.variants.house_game.options import lowest_wins, won_words
from scorekeeper.variants.house_game.questions import (
    AT_THE_END,
    COUNTING,
    OWN,
    Ends,
    Entry,
    Finish,
    Game,
    Line,
    Options,
    Place,
    Scoring,
)

# Points --------------------------------------------------------------------------------------


def count(options: Options, line: Line) -> Score:
    """What a line counts, with the words for it; the winner's is nothing."""
    if line.finish is Finish.WON:
        return Score(0, won_words(options))
    if line.finish in OWN:
        name, points = options.buttons[OWN.index(line.finish)]
        return Score(points, verbatim(name))
    return Score(*counted(line.points or 0, options.cap))


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(
        Score(0, _("absent")) if person in entry.absent else score_seat(game, entry, person)
        for person in range(game.seats)
    )


def score_seat(game: Game, entry: Entry, person: int) -> Score:
    options, line = game.options, entry.lines[person]
    won = line.finish is Finish.WON
    match options.scoring:
        case Scoring.EACH:
            sign = -1 if lowest_wins(options) else 1
            return with_bonus(options, sign) if won else count(options, line)
        case Scoring.WINNER_TAKES:
            return takings(options, entry) if won else given_away(options, line)
        case Scoring.PLACES:
            return by_ladder(options, line.place)
        case _:
            return Score(options.win_points, won_words(options)) if won else g.NIL


def with_bonus(options: Options, sign: int) -> Score:
    words = won_words(options)
    if options.bonus:
        words = joined([words, _("bonus of {points}").format(points=options.bonus)])
    return Score(sign * options.bonus, words)


def takings(options: Options, entry: Entry) -> Score:
    """All that the others count, and the bonus."""
    bonus = with_bonus(options, 1)
    others = (count(options, entry.lines[p]).points for p in entry.playing)
    return Score(sum(others) + bonus.points, bonus.reason)


def given_away(options: Options, line: Line) -> Score:
    """A count that goes to the winner."""
    of_line = count(options, line)
    if line.finish in OWN:
        template = _("{words}: {points}")
        return Score(0, template.format(words=of_line.reason, points=of_line.points))
    return Score(0, of_line.reason)


def by_ladder(options: Options, place: Place) -> Score:
    if place is Place.NONE:
        return Score(0, _("no place"))
    rank = int(place.value)
    return Score(options.place_points[rank - 1], _("{place} place").format(place=ordinal(rank)))


def won(game: Game, entry: Entry, points: Sequence[float]) -> Iterable[int]:
    """Returns who was tapped or was first; where each counts, those who did best, and of these the
    one who was tapped."""
    entered = first(entry) or tapped(entry)
    if game.options.scoring is not Scoring.EACH:
        return entered
    best, *others = standing(game, {p: points[p] for p in entry.playing})
    tapped_best = [person for person in entered if person in best]
    return tapped_best or (best if others else ())


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """A count is told where it is against whoever has it."""
    options, line = game.options, entry.lines[person]
    against = options.scoring is Scoring.WINNER_TAKES or lowest_wins(options)
    if options.scoring not in COUNTING or not against:
        return {Fact.REPORTED: 1}
    caught = line.finish is Finish.COUNTED and bool(line.points)
    return counted_facts(played=True, left=count(options, line).points if caught else None)


# The end -------------------------------------------------------------------------------------


def is_over(game: Game) -> bool:
    match game.options.ends:
        case Ends.TARGET:
            return max(game.totals) >= game.options.target
        case Ends.HANDS:
            return game.number >= game.options.hands
        case _:
            return False


def open_ended(options: Options) -> bool:
    return open_table(options) and options.ends is Ends.OPEN


def open_table(options: Options) -> bool:
    """Nothing is paid at the end, and nobody plays up to a target."""
    return options.payment not in AT_THE_END and options.ends is not Ends.TARGET


def standing(game: Game, points: Mapping[int, float]) -> list[list[int]]:
    """Persons by place, whoever did best first; those who are equal stand together."""
    sign = 1 if lowest_wins(game.options) else -1
    return by_points({person: sign * value for person, value in points.items()})
