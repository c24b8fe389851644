"""House game: made by the table itself, from who scores to how it is paid.

Every hand is written down in one of four ways:

* each counts: every player writes down his own points; who won the hand has none of them. The
  lowest or the highest total wins, as the table likes it.
* winner takes: the others count, and the winner gets all they count.
* by place: first, second, third … of a hand get the points of a ladder such as 3-2-1. Players who
  share a place each get its points, and who has no place gets nothing.
* winner only: the winner of a hand gets a set number of points, nobody else any.

Where points are counted the table may have buttons of its own, each with a name and fixed points
("Drop" 20), and words of its own for winning and counting. A cap limits a count that is typed, not
what a button says. The bonus is for winning a hand: it is taken off where the lowest total wins,
and added elsewhere.

A game goes on until the table stops it, until somebody reaches a target, or for a number of hands.
Money moves in one of four ways, or not at all:

* each hand: everybody pays whoever did best in the hand the difference in points; where the winner
  takes what the others count, each pays his own count and the bonus.
* difference: at the end everybody pays the winner the difference of the totals.
* tiers: at the end everybody pays the winner by place, 1-2-3 stakes; places after the last tier pay
  that tier, and who is tied pays an equal part of what the places together pay.
* pot: everybody pays a stake before the first hand, and the winner takes it all.

Several winners share what they are paid; an odd unit goes to the earlier seat. What is paid at the
end is paid only when the game comes to its own end: at a target or after a number of hands.

Sources: none but the table. Counting, drops and full counts are those of Indian rummy, payment by
place that of Rummi.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import payouts
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Payment, Payments, collect, split
from scorekeeper.engine.payouts import by_points, high_total, low_total, ordinal
from scorekeeper.engine.questions import (
    Amount,
    Count,
    NamedPoints,
    Pick,
    Points,
    Steps,
    Text,
    Word,
    when,
)
from scorekeeper.engine.variant import Nothing, Preset, Told, Variant
from scorekeeper.engine.words import _, number

CHOICE: Final = "choice"
"""Where the defaults come from: no rule book, only what many tables do."""


class Scoring(Word):
    EACH = "each", _("Each counts"), _("Every player writes down his own points.")
    WINNER_TAKES = "winner_takes", _("Winner takes"), _("The winner gets what the others count.")
    PLACES = "places", _("By place"), _("First, second, third … get set points.")
    WINNER_ONLY = "winner_only", _("Winner only"), _("Only the winner of a hand gets points.")


class Wins(Word):
    LOWEST = "lowest", _("Lowest total")
    HIGHEST = "highest", _("Highest total")


class Ends(Word):
    OPEN = "open", _("When we stop")
    TARGET = "target", _("At a target"), _("As soon as somebody has reached it.")
    HANDS = "hands", _("After some hands")


class Paid(Word):
    NOTHING = "none", _("No money")
    EACH_HAND = "each_hand", _("Each hand"), _("Everybody pays the best of the hand.")
    DIFFERENCE = "difference", _("Difference"), _("At the end everybody pays for the difference.")
    TIERS = "tiers", _("Tiers"), _("At the end everybody pays by place.")
    POT = "pot", _("Pot"), _("Everybody pays in first, the winner takes it.")


class Finish(Word):
    WON = "won", _("Won")
    COUNTED = "counted", _("Count")
    OWN_1 = "own_1", _("Button 1")
    OWN_2 = "own_2", _("Button 2")
    OWN_3 = "own_3", _("Button 3")
    OWN_4 = "own_4", _("Button 4")
    OWN_5 = "own_5", _("Button 5")
    OWN_6 = "own_6", _("Button 6")
    OWN_7 = "own_7", _("Button 7")
    OWN_8 = "own_8", _("Button 8")


class Place(Word):
    NONE = 0, _("–")
    FIRST = 1, _("1st")
    SECOND = 2, _("2nd")
    THIRD = 3, _("3rd")
    FOURTH = 4, _("4th")
    FIFTH = 5, _("5th")
    SIXTH = 6, _("6th")
    SEVENTH = 7, _("7th")
    EIGHTH = 8, _("8th")
    NINTH = 9, _("9th")
    TENTH = 10, _("10th")


OWN: Final = tuple(Finish)[2:]
PLACES: Final = tuple(Place)[1:]
AT_THE_END: Final = (Paid.DIFFERENCE, Paid.TIERS, Paid.POT)
COUNTING: Final = (Scoring.EACH, Scoring.WINNER_TAKES)
TARGETS: Final = {
    Scoring.EACH: 100,
    Scoring.WINNER_TAKES: 500,
    Scoring.PLACES: 20,
    Scoring.WINNER_ONLY: 5,
}


@dataclass(frozen=True, slots=True)
class Options:
    scoring: Annotated[
        Scoring, Pick(label=_("Who scores"), help=_("What a hand brings to whom."), source=CHOICE)
    ] = Scoring.EACH
    wins: Annotated[
        Wins,
        Pick(
            label=_("Who wins"),
            help=_("In all other ways of scoring the highest total wins."),
            source=CHOICE,
            when=(when("scoring", Scoring.EACH),),
        ),
    ] = Wins.LOWEST
    buttons: Annotated[
        tuple[tuple[str, int], ...],
        NamedPoints(
            label=_("Your own buttons"),
            help=_("A word and its points, such as Drop 20 or Wrong show 80."),
            min=-9_999,
            max=9_999,
            most=len(OWN),
            source=CHOICE,
            when=(when("scoring", *COUNTING),),
        ),
    ] = ()
    place_points: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Points by place"),
            help=_("For the first, the second … of a hand; who comes later gets nothing."),
            source=CHOICE,
            when=(when("scoring", Scoring.PLACES),),
        ),
    ] = (3, 2, 1)
    win_points: Annotated[
        int,
        Points(
            label=_("Points for a win"),
            help=_("What the winner of a hand gets."),
            min=1,
            max=9_999,
            source=CHOICE,
            when=(when("scoring", Scoring.WINNER_ONLY),),
        ),
    ] = 1
    ends: Annotated[
        Ends,
        Pick(
            label=_("The game ends"),
            help=_("A game that is paid at its end needs one."),
            source=CHOICE,
        ),
    ] = Ends.OPEN
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Who reaches it ends the game, be it by winning or by losing."),
            min=1,
            max=1_000_000,
            source=CHOICE,
            when=(when("ends", Ends.TARGET),),
        ),
    ] = 100
    hands: Annotated[
        int,
        Count(
            label=_("Hands"),
            help=_("How many are played."),
            min=1,
            max=999,
            source=CHOICE,
            when=(when("ends", Ends.HANDS),),
        ),
    ] = 10
    payment: Annotated[
        Paid, Pick(label=_("Money"), help=_("When it moves, and for what."), source=CHOICE)
    ] = Paid.NOTHING
    stake: Annotated[
        int,
        Amount(
            label=_("Stake"),
            help=_("Money for a point or a tier, or what everybody pays into the pot."),
            min=1,
            source=CHOICE,
            when=(when("payment", Paid.EACH_HAND, *AT_THE_END),),
        ),
    ] = 100
    tiers: Annotated[
        tuple[int, ...],
        Steps(
            label=_("Stakes by place"),
            help=_("What second, third … place pay; later places pay the last."),
            source="seed",
            when=(when("payment", Paid.TIERS),),
        ),
    ] = (1, 2, 3)
    cap: Annotated[
        int | None,
        Points(
            label=_("Full count"),
            help=_("The most a typed count brings."),
            min=1,
            max=9_999,
            source=CHOICE,
            seldom=True,
            when=(when("scoring", *COUNTING),),
        ),
    ] = None
    bonus: Annotated[
        int,
        Points(
            label=_("Bonus for winning a hand"),
            help=_("Taken off where the lowest total wins."),
            max=9_999,
            source=CHOICE,
            seldom=True,
            when=(when("scoring", *COUNTING),),
        ),
    ] = 0
    won_word: Annotated[
        str,
        Text(
            label=_("Your word for won"),
            help=_("Stands on the button for the winner."),
            source=CHOICE,
            seldom=True,
            when=(when("scoring", *COUNTING, Scoring.WINNER_ONLY),),
        ),
    ] = _("Won")
    count_word: Annotated[
        str,
        Text(
            label=_("Your word for a count"),
            help=_("Stands where points are typed."),
            source=CHOICE,
            seldom=True,
            when=(when("scoring", *COUNTING),),
        ),
    ] = _("Count")


@dataclass(frozen=True, slots=True)
class Line:
    finish: Annotated[
        Finish,
        Pick(
            label=_("Finish"),
            when=(when("options.scoring", *COUNTING, Scoring.WINNER_ONLY),),
            sole=(),
            sole_value=Finish.WON,
        ),
    ] = Finish.COUNTED
    points: Annotated[
        int | None,
        Points(
            label=_("Points"),
            max=9_999,
            when=(when("options.scoring", *COUNTING), when("finish", Finish.COUNTED)),
        ),
    ] = None
    place: Annotated[
        Place, Pick(label=_("Place"), when=(when("options.scoring", Scoring.PLACES),))
    ] = Place.NONE


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Nothing, Line]


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    paid = given.get("payment", Paid.NOTHING)
    return {
        "ends": Ends.TARGET if paid in AT_THE_END else Ends.OPEN,
        "target": TARGETS[given.get("scoring", Scoring.EACH)],
    }


def check_options(options: Options, seats: int, side: int) -> None:
    check_words(options)
    if not 0 < len(options.place_points) <= len(PLACES):
        raise EntryError(
            _("Give points for one to {most} places."), field="place_points", most=len(PLACES)
        )
    if not options.tiers:
        raise EntryError(_("Give one number at least."), field="tiers")
    if options.payment in AT_THE_END and options.ends is Ends.OPEN:
        raise EntryError(
            _("What is paid at the end needs an end: a target or a number of hands."), field="ends"
        )


def check_words(options: Options) -> None:
    """No two buttons read alike."""
    taken = {options.won_word.casefold()}
    if options.count_word.casefold() in taken:
        raise EntryError(_("That is your word for won."), field="count_word")
    taken.add(options.count_word.casefold())
    for name, _points in options.buttons:
        if name.casefold() in taken:
            raise EntryError(_("Two buttons are called {name}."), field="buttons", name=name)


def own_words(options: Options) -> Mapping[Word | str, str]:
    """What differs from the usual words."""
    words: dict[Word | str, str] = {}
    if options.won_word != Finish.WON.label:
        words[Finish.WON] = options.won_word
    if options.count_word != Finish.COUNTED.label:
        words[Finish.COUNTED] = words["points"] = options.count_word
    return words | dict(zip(OWN, (name for name, _points in options.buttons), strict=False))


def lowest_wins(options: Options) -> bool:
    return options.scoring is Scoring.EACH and options.wins is Wins.LOWEST


# What is asked, and what is refused ----------------------------------------------------------


def offers(game: Game, name: str) -> Sequence[Word] | None:
    options = game.options
    if name == "place":
        return (Place.NONE, *PLACES[: min(len(options.place_points), game.seats)])
    if name == "finish" and options.scoring in COUNTING:
        return (Finish.WON, Finish.COUNTED, *OWN[: len(options.buttons)])
    return (Finish.WON, Finish.COUNTED) if name == "finish" else None


def check(game: Game, entry: Entry) -> None:
    if game.options.scoring is Scoring.PLACES:
        check_places(game, entry)
    else:
        check_winner(game, entry)
        for person in entry.playing:
            check_line(game, entry.lines[person], person)


def check_places(game: Game, entry: Entry) -> None:
    offered = offers(game, "place") or ()
    for person in entry.playing:
        if entry.lines[person].place not in offered:
            raise EntryError(_("There is no such place here."), field="place", seat=person)
    if not first(entry):
        raise EntryError(_("Somebody has to be first."), field="place")


def check_winner(game: Game, entry: Entry) -> None:
    winners = tapped(entry)
    if len(winners) > 1:
        raise EntryError(_("Only one seat can win the hand."), field="finish", seat=winners[1])
    if not winners and game.options.scoring is not Scoring.EACH:
        raise EntryError(_("Somebody has to win the hand."), field="finish")


def check_line(game: Game, line: Line, person: int) -> None:
    if line.finish not in (offers(game, "finish") or ()):
        raise EntryError(_("There is no such button here."), field="finish", seat=person)
    counts = game.options.scoring in COUNTING and line.finish is Finish.COUNTED
    if counts and line.points is None:
        raise EntryError(_("Type the points."), field="points", seat=person)


# Points --------------------------------------------------------------------------------------


def tapped(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].finish is Finish.WON]


def first(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].place is Place.FIRST]


def count(options: Options, line: Line) -> Score:
    """What a line counts, with the words for it; the winner's is nothing."""
    if line.finish is Finish.WON:
        return Score(0, won_words(options))
    if line.finish in OWN:
        name, points = options.buttons[OWN.index(line.finish)]
        return Score(points, name)
    points = line.points or 0
    if options.cap is not None and points > options.cap:
        words = _("count of {count}, capped at {cap}")
        return Score(options.cap, words.format(count=points, cap=options.cap))
    return Score(points, _("count of {count}").format(count=points))


def won_words(options: Options) -> str:
    return own_words(options).get(Finish.WON) or _("won")


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
        words += _(", bonus of {points}").format(points=options.bonus)
    return Score(sign * options.bonus, words)


def takings(options: Options, entry: Entry) -> Score:
    """All that the others count, and the bonus."""
    bonus = with_bonus(options, 1)
    others = (count(options, entry.lines[p]).points for p in entry.playing)
    return Score(sum(others) + bonus.points, bonus.reason)


def given_away(options: Options, line: Line) -> Score:
    """A count that goes to the winner."""
    counted = count(options, line)
    if line.finish in OWN:
        return Score(0, f"{counted.reason}: {number(counted.points)}")
    return Score(0, counted.reason)


def by_ladder(options: Options, place: Place) -> Score:
    if place is Place.NONE:
        return Score(0, _("no place"))
    rank = int(place.value)
    return Score(options.place_points[rank - 1], _("{place} place").format(place=ordinal(rank)))


def won(game: Game, entry: Entry, points: Sequence[float]) -> Iterable[int]:
    """Who was tapped or was first; where nobody had to be tapped, whoever did best."""
    said = first(entry) or tapped(entry)
    if said or game.options.scoring is not Scoring.EACH:
        return said
    best, *others = standing(game, {p: points[p] for p in entry.playing})
    return best if others else ()


# The end -------------------------------------------------------------------------------------


def is_over(game: Game) -> bool:
    match game.options.ends:
        case Ends.TARGET:
            return max(game.totals) >= game.options.target
        case Ends.HANDS:
            return game.number >= game.options.hands
        case _:
            return False


def open_table(options: Options) -> bool:
    """Nothing is paid at the end, and nobody plays up to a target."""
    return options.payment not in AT_THE_END and options.ends is not Ends.TARGET


def standing(game: Game, points: Mapping[int, float]) -> list[list[int]]:
    """Persons by place, whoever did best first; those who are equal stand together."""
    sign = 1 if lowest_wins(game.options) else -1
    return by_points({person: sign * value for person, value in points.items()})


# Money ---------------------------------------------------------------------------------------


def open_pot(game: Game) -> Payments:
    if game.options.payment is not Paid.POT:
        return ()
    stake = game.options.stake
    return collect(Payment(person, POT, stake, _("stake")) for person in range(game.seats))


def pay(game: Game, entry: Entry, scores: g.Scores) -> Payments:
    options = game.options
    if options.payment is not Paid.EACH_HAND:
        return ()
    if options.scoring is Scoring.WINNER_TAKES:
        return collect(for_counts(options, entry))
    points = {person: int(scores[person].points) for person in entry.playing}
    return by_difference(options, points, _("difference in the hand"))


def for_counts(options: Options, entry: Entry) -> Iterable[Payment]:
    """Each pays the winner his own count and the bonus."""
    [winner] = tapped(entry)
    for person in entry.playing:
        counted = count(options, entry.lines[person])
        due = (int(counted.points) + options.bonus) * options.stake
        yield Payment(person, winner, due, counted.reason)


def by_difference(options: Options, points: Mapping[int, int], reason: str) -> Payments:
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
            shares = zip(winners, split(game.pot, len(winners)), strict=True)
            return collect(Payment(POT, seat, part, _("pot won")) for seat, part in shares)
        case _:
            return ()


def tiers(game: Game) -> list[int]:
    """Minor units that second, third … place pay."""
    last = len(game.options.tiers) - 1
    units = (game.options.tiers[min(place, last)] for place in range(game.seats - 1))
    return [unit * game.options.stake for unit in units]


variant = Variant(
    key="house_game",
    name=_("House game"),
    summary=_("Made by you: who scores, who wins, how it ends and how it is paid."),
    seats=range(2, 11),
    options=Options,
    deal=Nothing,
    line=Line,
    state=Nothing,
    score=score,
    check=check,
    pay=pay,
    open=open_pot,
    close=close,
    is_over=is_over,
    defaults=defaults,
    check_options=check_options,
    presets=(
        Preset(
            "lowest-100",
            _("Lowest to 100"),
            {"ends": "target"},
            _("Each counts; at 100 points the lowest total wins."),
        ),
        Preset(
            "winner-500",
            _("Winner takes to 500"),
            {"scoring": "winner_takes", "ends": "target"},
            _("The winner gets what the others count; who has 500 first wins."),
        ),
        Preset(
            "3-2-1",
            _("3-2-1"),
            {"scoring": "places"},
            _("Three points for the first, two for the second, one for the third."),
        ),
        Preset(
            "first-to-5",
            _("First to five"),
            {"scoring": "winner_only", "ends": "target"},
            _("A point for the winner of a hand; five points win."),
        ),
    ),
    offers=offers,
    absences=True,
    open_table=open_table,
    won=won,
    low_wins=lowest_wins,
    own_words=own_words,
    named_by_table=True,
)
