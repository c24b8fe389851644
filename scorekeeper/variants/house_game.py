"""House game: made by the table itself, from who scores to how it is paid.

Every hand is written down in one of four ways:

* each counts: every player writes down their own points; the winner of the hand has none. The
  lowest or the highest total wins, as the table likes it.
* winner takes: the others count, and the winner gets all they count.
* by place: first, second, third … of a hand get the points of a ladder such as 3-2-1. Players who
  share a place each get its points, and who has no place gets nothing.
* winner only: the winner of a hand gets a set number of points, nobody else any.

Where points are counted the table may have buttons of its own, each with a name and fixed points
("Drop" 20), and words of its own for winning and counting. A cap limits a count that is typed, not
what a button says. The bonus is for winning a hand: it is taken off where the lowest total wins,
and added elsewhere.

Counts may be less than zero, as in Golf, and the counts of a hand may have to add up to a sum, as
the 26 points of Hearts do. What one player with all of them scores is a rule of its own: they count
as usual, go to each of the others, or are taken off. A hand that the table calls doubled counts
twice, in points and money.

A game goes on until the table stops it, until somebody reaches a target, for a number of hands, or
until one is left: who reaches the limit is out then. At some tables a player who is out comes back
in the very next hand, at the highest total still in plus one, for another stake where a pot is
played for; two at least must still be in, and that total must be below the limit.
Money moves in one of four ways, or not at all:

* each hand: everybody pays whoever did best in the hand the difference in points; where the winner
  takes what the others count, each pays their own count and the bonus.
* difference: at the end everybody pays the winner the difference of the totals.
* tiers: at the end everybody pays the winner by place, 1-2-3 stakes; places after the last tier pay
  that tier, and who is tied pays an equal part of what the places together pay.
* pot: everybody pays a stake before the first hand, and the winner takes it all.

Two sides of two may play: a side counts as one, and each partner stakes, pays and is paid as much
as a player alone, the first named of one side with the first of the other.

Several winners share what they are paid; an odd unit goes to the earlier seat. What is paid at the
end is paid only when the game comes to its own end: at a target, after so many hands or when one is
left.

Sources: none but the table. Counting, drops and full counts are those of Indian rummy, going out
and coming back those of pool rummy, payment by place that of Rummi. Hearts:
pagat.com/reverse/hearts.html; Golf: pagat.com/draw/golf.html.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending, after_hands, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Party, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import NamedPoints, Word, unless, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Variant
from scorekeeper.engine.words import AT, Phrase, _, joined, reason, verbatim
from scorekeeper.variants import _glossary, _indian

# Reasons --------------------------------------------------------------------------------------

NO_PLACE: Final = reason("no_place", _("no place"))
DIFFERENCE_IN_THE_HAND: Final = reason("difference_in_the_hand", _("difference in the hand"))
BONUS_OF: Final = reason("bonus_of", _("bonus of {points}"))
COUNT_AND_BONUS: Final = reason("count_and_bonus", _("count {points} and bonus {bonus}"))
SHOT_THE_MOON: Final = reason("shot_the_moon", _("all the points of the hand"))
UNDER_THE_MOON: Final = reason("under_the_moon", _("all the points went to another player"))
TWICE: Final = reason("doubled_hand", _("doubled"))
COMES_BACK_AT: Final = reason("comes_back_at", _("comes back at {total}"))

CHOICE: Final = "choice"
"""The source of the defaults: no rule book, only what many tables do."""


class Scoring(Word):
    EACH = "each", _("Each counts"), _("Points are entered for every player.")
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
    LAST = "last", _("When one is left"), _("A player who reaches the limit is out.")


class Paid(Word):
    NOTHING = "none", _("No money")
    EACH_HAND = "each_hand", _("Each hand"), _("Everybody pays the best of the hand.")
    DIFFERENCE = "difference", _("Difference"), _("At the end everybody pays for the difference.")
    TIERS = "tiers", _("Tiers"), _("At the end everybody pays by place.")
    POT = "pot", _("Pot"), _("Everybody pays in first, the winner takes it.")


class Moon(Word):
    COUNTS = "counts", _("They count"), _("As in any other hand.")
    OTHERS = (
        "others",
        _("The others get them"),
        _("The player scores none, each of the others all."),
    )
    MINUS = "minus", _("Taken off"), _("The player’s total goes down by them.")


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
    FIRST = 1, payouts.FIRST_PLACES[0]
    SECOND = 2, payouts.FIRST_PLACES[1]
    THIRD = 3, payouts.FIRST_PLACES[2]
    FOURTH = 4, payouts.FIRST_PLACES[3]
    FIFTH = 5, payouts.FIRST_PLACES[4]
    SIXTH = 6, payouts.FIRST_PLACES[5]
    SEVENTH = 7, _("7th")
    EIGHTH = 8, _("8th")
    NINTH = 9, _("9th")
    TENTH = 10, _("10th")


DOUBLED: Final = _("Doubled")
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
    scoring: Scoring = ask.pick(
        _("Who scores"), Scoring.EACH, _("Who gets points for a hand."), source=CHOICE
    )
    wins: Wins = ask.pick(
        _("Who wins"),
        Wins.LOWEST,
        _("In all other ways of scoring the highest total wins."),
        source=CHOICE,
        when=(when("scoring", Scoring.EACH),),
    )
    buttons: tuple[tuple[str, int], ...] = ask.question(
        NamedPoints(
            label=_("Your own buttons"),
            help=_("A word and its points, such as Drop 20 or Wrong show 80."),
            min=-9_999,
            max=9_999,
            most=len(OWN),
            source=CHOICE,
            when=(when("scoring", *COUNTING),),
        ),
        (),
    )
    place_points: tuple[int, ...] = ask.steps(
        _("Points by place"),
        (3, 2, 1),
        _("For the first, the second … of a hand; later places get nothing."),
        source=CHOICE,
        when=(when("scoring", Scoring.PLACES),),
    )
    win_points: int = ask.points(
        _("Points for a win"),
        1,
        _("What the winner of a hand gets."),
        min=1,
        max=9_999,
        source=CHOICE,
        when=(when("scoring", Scoring.WINNER_ONLY),),
    )
    ends: Ends = ask.pick(
        _("The game ends"), Ends.OPEN, _("A game that is paid at its end needs one."), source=CHOICE
    )
    target: int = ask.points(
        _("Target"),
        100,
        _("The game ends when a player reaches it, by winning or by losing."),
        min=1,
        max=1_000_000,
        source=CHOICE,
        when=(when("ends", Ends.TARGET),),
    )
    hands: int = ask.count(
        _("Hands"),
        10,
        _("How many are played."),
        min=1,
        max=999,
        source=CHOICE,
        when=(when("ends", Ends.HANDS),),
    )
    limit: int = ask.points(
        _("Limit"),
        100,
        _("A player who reaches it is out."),
        min=1,
        max=1_000_000,
        source=CHOICE,
        when=(when("ends", Ends.LAST),),
    )
    comes_back: bool = ask.flag(
        _("Coming back"),
        False,
        _("In the next hand, one point above the highest total still in."),
        source=CHOICE,
        when=(when("ends", Ends.LAST),),
    )
    payment: Paid = ask.pick(
        _("Money"), Paid.NOTHING, _("When it moves, and for what."), source=CHOICE
    )
    stake: int = ask.amount(
        _("Stake"),
        100,
        _("Money for a point or a tier, or what everybody pays into the pot."),
        must_ask=True,
        source=CHOICE,
        when=(when("payment", Paid.EACH_HAND, *AT_THE_END),),
    )
    tiers: tuple[int, ...] = ask.steps(
        _("Stakes by place"),
        (1, 2, 3),
        _("What second, third … place pay; later places pay the last."),
        source=CHOICE,
        when=(when("payment", Paid.TIERS),),
    )
    cap: int | None = ask.points(
        _("Full count"),
        None,
        _("The most points that an entered count scores."),
        min=1,
        max=9_999,
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )
    bonus: int = ask.points(
        _("Bonus for winning a hand"),
        0,
        _("Taken off where the lowest total wins."),
        max=9_999,
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )
    negative: bool = ask.flag(
        _("Counts below zero"),
        False,
        _("The number pad has a key for the sign."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )
    hand_sum: int | None = ask.points(
        _("Sum of a hand"),
        None,
        _("What the counts of a hand must add up to."),
        max=9_999,
        source=CHOICE,
        seldom=True,
        when=(when("scoring", Scoring.EACH),),
    )
    moon: Moon = ask.pick(
        _("All points with one player"),
        Moon.COUNTS,
        _("What a player with the whole sum scores."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", Scoring.EACH), unless("hand_sum", None, 0)),
    )
    doubles: bool = ask.flag(
        _("Doubled hands"),
        False,
        _("A button doubles the points and the money of a hand."),
        source=CHOICE,
        seldom=True,
    )
    double_word: str = ask.text(
        _("Your word for doubled"),
        DOUBLED,
        _("Shown on that button."),
        source=CHOICE,
        seldom=True,
        when=(when("doubles", True),),
    )
    won_word: str = ask.text(
        _("Your word for won"),
        _("Won"),
        _("Shown on the button for the winner."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING, Scoring.WINNER_ONLY),),
    )
    count_word: str = ask.text(
        _("Your word for a count"),
        _("Count"),
        _("Shown where points are entered."),
        source=CHOICE,
        seldom=True,
        when=(when("scoring", *COUNTING),),
    )

    @property
    def lowest_wins(self) -> bool:
        return self.scoring is Scoring.EACH and self.wins is Wins.LOWEST

    @property
    def out_at(self) -> int | None:
        """The total at which a player is out; None: nobody goes out."""
        return self.limit if self.ends is Ends.LAST else None


@dataclass(frozen=True, slots=True)
class Deal:
    doubled: bool = ask.flag(DOUBLED, False, when=(when("options.doubles", True),))


@dataclass(frozen=True, slots=True)
class Line:
    rejoin: bool = ask.flag(
        _("Comes back"),
        False,
        _("Plays this hand, for another stake where a pot is played for."),
        when=(when("options.comes_back", True),),
    )
    finish: Finish = ask.pick(
        _("Finish"),
        Finish.COUNTED,
        when=(when("options.scoring", *COUNTING, Scoring.WINNER_ONLY),),
        sole=(),
        sole_value=Finish.WON,
    )
    points: int | None = ask.points(
        _("Points"),
        None,
        min=-9_999,
        max=9_999,
        when=(when("options.scoring", *COUNTING), when("finish", Finish.COUNTED)),
    )
    place: Place = ask.pick(_("Place"), Place.NONE, when=(when("options.scoring", Scoring.PLACES),))


@dataclass(frozen=True, slots=True)
class State:
    """Empty where nobody goes out."""

    totals: tuple[int, ...] = ()
    """They rise by more than the points when a player comes back."""
    dealer: int = 0
    just_out: tuple[int, ...] = ()
    """Those who went out in the last hand: they may come back in the next one only."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# What the table agreed on --------------------------------------------------------------------


def check_words(options: Options) -> None:
    """Checks that no two buttons read alike."""
    words = {options.won_word.casefold()}
    if options.count_word.casefold() in words:
        raise EntryError(_("That is your word for won."), field="count_word")
    words.add(options.count_word.casefold())
    for name, _points in options.buttons:
        if name.casefold() in words:
            raise EntryError(_("Two buttons are called {name}."), field="buttons", name=name)


def check_last(options: Options) -> None:
    """Checks that going out is bad where the game ends when one is left."""
    if options.ends is Ends.LAST and not options.lowest_wins:
        raise EntryError(
            _("Players go out only where each counts and the lowest total wins."), field="ends"
        )


def won_words(options: Options) -> Phrase:
    is_own = options.won_word != Finish.WON.label
    return verbatim(options.won_word) if is_own else reasons.WON


# Who is in ------------------------------------------------------------------------------------


def still_in(game: Game) -> list[int]:
    """Returns the seats that are not out."""
    limit = game.options.out_at
    if limit is None:
        return list(range(game.seats))
    return [seat for seat, total in enumerate(game.state.totals) if total < limit]


def comes_back_at(game: Game) -> int | None:
    """Returns the total at which a player who has just gone out would come back, if they may."""
    options, totals = game.options, [game.state.totals[person] for person in still_in(game)]
    if not options.comes_back or len(totals) < 2 or max(totals) + 1 >= options.limit:
        return None
    return max(totals) + 1


def may_come_back(game: Game, person: int) -> bool:
    return person in game.state.just_out and comes_back_at(game) is not None


def in_hand(game: Game, entry: Entry) -> list[int]:
    """Returns those who play this hand, in seating order."""
    inside = still_in(game)
    return [p for p in entry.playing if p in inside or entry.lines[p].rejoin]


# Who won, and who is ahead -------------------------------------------------------------------


def tapped_winners(lines: Mapping[int, Line]) -> list[int]:
    """Returns the persons tapped as winner."""
    return [person for person, line in lines.items() if line.finish is Finish.WON]


def firsts(lines: Mapping[int, Line]) -> list[int]:
    """Returns the persons who are first by place."""
    return [person for person, line in lines.items() if line.place is Place.FIRST]


def standing(options: Options, points: Mapping[int, float]) -> list[list[int]]:
    """Returns persons by place, the best first; those who are equal stand together."""
    sign = 1 if options.lowest_wins else -1
    return payouts.by_points({person: sign * value for person, value in points.items()})


def winners(
    options: Options, lines: Mapping[int, Line], points: Mapping[int, float]
) -> Sequence[int]:
    """Returns who was tapped or was first; where each counts, those who did best, and of these the
    one who was tapped."""
    entered = firsts(lines) or tapped_winners(lines)
    if options.scoring is not Scoring.EACH:
        return entered
    best, *others = standing(options, points)
    tapped_best = [person for person in entered if person in best]
    return tapped_best or (best if others else ())


# Points --------------------------------------------------------------------------------------


def typed(options: Options, line: Line) -> int:
    """Returns what a line counts before the cap."""
    if line.finish in OWN:
        return options.buttons[OWN.index(line.finish)][1]
    return line.points or 0


def count(options: Options, line: Line) -> Score:
    """Returns what a line counts, with the words for it; the winner's is nothing."""
    if line.finish is Finish.WON:
        return Score(0, won_words(options))
    if line.finish in OWN:
        name, points = options.buttons[OWN.index(line.finish)]
        return Score(points, verbatim(name))
    return Score(*_indian.counted(line.points or 0, options.cap))


def with_all(options: Options, lines: Mapping[int, Line]) -> int | None:
    """Returns the player with the whole sum of the hand; None: it is shared or has no rule."""
    if options.scoring is not Scoring.EACH or not options.hand_sum or options.moon is Moon.COUNTS:
        return None
    entered = {person: typed(options, line) for person, line in lines.items()}
    holders = [person for person, points in entered.items() if points]
    return holders[0] if [entered[person] for person in holders] == [options.hand_sum] else None


def under_moon(options: Options, shooter: int, person: int) -> Score:
    points = options.hand_sum or 0
    if options.moon is Moon.MINUS:
        return Score(-points, SHOT_THE_MOON) if person == shooter else Score(0, UNDER_THE_MOON)
    return Score(0, SHOT_THE_MOON) if person == shooter else Score(points, UNDER_THE_MOON)


def doubled(score: Score) -> Score:
    if not score.points:
        return score
    return Score(2 * score.points, joined([score.reason, TWICE]))


def score_seat(options: Options, lines: Mapping[int, Line], person: int) -> Score:
    line = lines[person]
    if (shooter := with_all(options, lines)) is not None:
        return under_moon(options, shooter, person)
    won = line.finish is Finish.WON
    match options.scoring:
        case Scoring.EACH:
            sign = -1 if options.lowest_wins else 1
            return with_bonus(options, sign) if won else count(options, line)
        case Scoring.WINNER_TAKES:
            return takings(options, lines) if won else given_away(options, line)
        case Scoring.PLACES:
            return by_ladder(options, line.place)
        case _:
            return Score(options.win_points, won_words(options)) if won else g.NIL


def with_bonus(options: Options, sign: int) -> Score:
    words = won_words(options)
    if options.bonus:
        words = joined([words, BONUS_OF.format(points=options.bonus)])
    return Score(sign * options.bonus, words)


def takings(options: Options, lines: Mapping[int, Line]) -> Score:
    """Returns all that the others count, and the bonus."""
    bonus = with_bonus(options, 1)
    others = (count(options, line).points for line in lines.values())
    return Score(sum(others) + bonus.points, bonus.reason)


def given_away(options: Options, line: Line) -> Score:
    """Returns no points, with the count that goes to the winner as the reason."""
    of_line = count(options, line)
    if line.finish in OWN:
        return Score(0, AT.format(words=of_line.reason, points=of_line.points))
    return Score(0, of_line.reason)


def by_ladder(options: Options, place: Place) -> Score:
    if place is Place.NONE:
        return Score(0, NO_PLACE)
    rank = int(place.value)
    words = payouts.PLACE.format(place=payouts.ordinal(rank))
    return Score(options.place_points[rank - 1], words)


# Money ---------------------------------------------------------------------------------------


def for_counts(options: Options, lines: Mapping[int, Line], times: int) -> Iterable[Payment]:
    """Yields what each pays the winner: their own count and the bonus, as many times."""
    [winner] = tapped_winners(lines)
    for person, line in lines.items():
        counted = count(options, line)
        due = times * (int(counted.points) + options.bonus) * options.stake
        yield Payment(person, winner, due, due_for(counted, options.bonus))


def due_for(counted: Score, bonus: int) -> Phrase:
    """Returns ``40 and bonus 10``: what a loser pays for, where it is more than they count."""
    if not bonus:
        return counted.reason
    return COUNT_AND_BONUS.format(points=int(counted.points), bonus=bonus)


def by_difference(options: Options, points: Mapping[int, int], reason: Phrase) -> Payments:
    pays = payouts.low_total if options.lowest_wins else payouts.high_total
    return pays(points, options.stake, reason)


def paid(
    options: Options, lines: Mapping[int, Line], points: Mapping[int, float], times: int
) -> Payments:
    """Returns what is paid after a hand that brought these points; ``times``: 2 if doubled."""
    if options.payment is not Paid.EACH_HAND:
        return ()
    if options.scoring is Scoring.WINNER_TAKES:
        return collect(for_counts(options, lines, times))
    whole = {person: int(counted) for person, counted in points.items()}
    return by_difference(options, whole, DIFFERENCE_IN_THE_HAND)


def across(game: Game, payments: Payments) -> Payments:
    """Returns payments between seats as payments of each of their partners."""

    def partner(seat: Party, place: int) -> Party:
        return seat + place * game.seats if isinstance(seat, int) else seat

    return collect(
        replace(p, payer=partner(p.payer, place), payee=partner(p.payee, place))
        for place in range(game.side)
        for p in payments
    )


def amounts(options: Options, seats: int) -> list[int]:
    """Returns the minor units that second, third … place pay."""
    last = len(options.tiers) - 1
    return [options.tiers[min(place, last)] * options.stake for place in range(seats - 1)]


class HouseGame(Variant[Options, Deal, Line, State]):
    key, name = "house_game", _("Make your own game")
    summary = _("Build your own: choose the scoring, the winner, the ending and the payout.")
    named_by_rules = True
    seats = range(2, 11)
    sides = (1, 2)
    one_table = True
    side_lines = True
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State
    joins = "rejoin"
    money_glossary = sentences(_glossary.TIER, _glossary.POT)
    presets = (
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
            _("The winner gets what the others count; the first to 500 wins."),
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
        Preset(
            "last-one-left",
            _("Last one left"),
            {"ends": "last", "comes_back": True, "payment": "pot"},
            _("At 100 points a player is out, and may come back. The last one takes the pot."),
        ),
        Preset(
            "hearts",
            _("Hearts"),
            {"ends": "target", "hand_sum": 26, "moon": "others"},
            _("26 points a hand. At 100 points the lowest total wins."),
        ),
        Preset(
            "golf",
            _("Golf"),
            {"ends": "hands", "hands": 9, "negative": True},
            _("Nine hands, also below zero; the lowest total wins."),
        ),
    )

    def table_card(self, options: Options, persons: int) -> TableCard:
        return TableCard(
            packs=0,
            jokers=0,
            hand_size=0,
            before=sentences(
                _("Your game, your set-up: agree on packs, cards each, who cuts and who begins.")
            ),
        )

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        paid = chosen.get("payment", Paid.NOTHING)
        return {
            "ends": Ends.TARGET if paid in AT_THE_END else Ends.OPEN,
            "target": TARGETS[chosen.get("scoring", Scoring.EACH)],
        }

    def check_options(self, options: Options, seats: int) -> None:
        check_words(options)
        check_last(options)
        if not 0 < len(options.place_points) <= len(PLACES):
            raise EntryError(
                _("Give points for one to {most} places."), field="place_points", most=len(PLACES)
            )
        if not options.tiers:
            raise EntryError(_("Give at least one number."), field="tiers")
        if options.payment in AT_THE_END and options.ends is Ends.OPEN:
            raise EntryError(
                _("What is paid at the end needs an end, such as a target or a number of hands."),
                field="ends",
            )

    def own_words(self, options: Options) -> Mapping[Word | str, str]:
        words: dict[Word | str, str] = {}
        if options.won_word != Finish.WON.label:
            words[Finish.WON] = options.won_word
        if options.count_word != Finish.COUNTED.label:
            words[Finish.COUNTED] = words["points"] = options.count_word
        if options.doubles and options.double_word != DOUBLED:
            words["doubled"] = options.double_word
        return words | dict(zip(OWN, (name for name, _points in options.buttons), strict=False))

    def limits(self, game: Game, name: str) -> Limits:
        options = game.options
        match name:
            case "place":
                places = PLACES[: min(len(options.place_points), game.seats)]
                return Limits(offered=(Place.NONE, *places))
            case "finish":
                buttons = OWN[: len(options.buttons)] if options.scoring in COUNTING else ()
                return Limits(offered=(Finish.WON, Finish.COUNTED, *buttons))
            case "points":
                return Limits(cap=options.cap, is_signed=options.negative)
            case _:
                return Limits()

    def asks(self, game: Game, person: int) -> frozenset[str] | None:
        seat = game.seat_of(person)
        if seat in still_in(game):
            return frozenset({"finish", "points", "place"})
        return None if may_come_back(game, seat) else frozenset()

    def lines_of(self, game: Game, entry: Entry) -> dict[int, Line]:
        """Returns the lines of those who play this hand."""
        return {person: entry.lines[person] for person in in_hand(game, entry)}

    def check(self, game: Game, entry: Entry) -> None:
        lines = self.lines_of(game, entry)
        if game.options.out_at is not None and len(lines) < self.seats.start:
            raise EntryError(
                _("At least {least} players are needed."), field="absent", least=self.seats.start
            )
        if game.options.scoring is Scoring.PLACES:
            self.check_places(game, lines)
            return
        self.check_winner(game, lines)
        for person, line in lines.items():
            self.check_line(game, line, person)
        self.check_sum(game.options, lines)

    def check_sum(self, options: Options, lines: Mapping[int, Line]) -> None:
        if options.scoring is not Scoring.EACH or options.hand_sum is None:
            return
        counted = sum(typed(options, line) for line in lines.values())
        if counted != options.hand_sum:
            raise EntryError(
                _("The counts add up to {counted}, not {wanted}."),
                field="points",
                counted=counted,
                wanted=options.hand_sum,
            )

    def check_places(self, game: Game, lines: Mapping[int, Line]) -> None:
        places = self.limits(game, "place").offered or ()
        for person, line in lines.items():
            if line.place not in places:
                raise EntryError(_("There is no such place here."), field="place", seat=person)
        if not firsts(lines):
            raise EntryError(_("Somebody has to be first."), field="place")

    def check_winner(self, game: Game, lines: Mapping[int, Line]) -> None:
        won = tapped_winners(lines)
        if len(won) > 1:
            raise EntryError(_("Only one seat can win the hand."), field="finish", seat=won[1])
        if not won and game.options.scoring is not Scoring.EACH:
            raise EntryError(_("Choose who won the hand."), field="finish")

    def check_line(self, game: Game, line: Line, person: int) -> None:
        if line.finish not in (self.limits(game, "finish").offered or ()):
            raise EntryError(_("There is no such button here."), field="finish", seat=person)
        counts = game.options.scoring in COUNTING and line.finish is Finish.COUNTED
        if counts and line.points is None:
            raise EntryError(_("Enter the points."), field="points", seat=person)
        if counts and (line.points or 0) < 0 and not game.options.negative:
            raise EntryError(_("Enter {least} or more."), field="points", seat=person, least=0)

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        options, lines = game.options, self.lines_of(game, entry)
        scored = {person: score_seat(options, lines, person) for person in lines}
        if entry.deal.doubled:
            scored = {person: doubled(score) for person, score in scored.items()}
        points = {person: score.points for person, score in scored.items()}
        scores = tuple(self.scored(game, entry, p, scored) for p in range(game.seats))
        payments = paid(options, lines, points, 2 if entry.deal.doubled else 1)
        back = self.persons(game, [seat for seat in lines if lines[seat].rejoin])
        return g.Outcome(
            scores,
            (*across(game, payments), *self.stakes(options, back)),
            self.persons(game, winners(options, lines, points)),
            self.persons(game, sorted(set(entry.playing).difference(lines))),
        )

    def persons(self, game: Game, seats: Iterable[int]) -> list[int]:
        """Returns the persons of these seats, the first partner of each before the second."""
        return sorted(person for seat in seats for person in self.persons_of(game, seat))

    def scored(self, game: Game, entry: Entry, person: int, scored: Mapping[int, Score]) -> Score:
        """Returns the points of a seat, with the words for one that does not play or comes back."""
        if person in entry.absent:
            return Score(0, reasons.ABSENT)
        if person not in scored:
            return g.NIL
        score = scored[person]
        if not entry.lines[person].rejoin:
            return score
        return Score(
            score.points, joined([COMES_BACK_AT.format(total=comes_back_at(game)), score.reason])
        )

    def stakes(self, options: Options, persons: Iterable[int]) -> Payments:
        """Returns what these pay into the pot."""
        if options.payment is not Paid.POT:
            return ()
        return collect(Payment(person, POT, options.stake, reasons.STAKE) for person in persons)

    # Hand after hand ------------------------------------------------------------------------

    def begin(self, game: Game) -> State:
        if game.options.out_at is None:
            return State()
        return State((0,) * game.seats, game.begun_by(0))

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        limit = game.options.out_at
        if limit is None:
            return game.state
        lines, back_at = self.lines_of(game, entry), comes_back_at(game) or 0
        totals = tuple(
            (back_at if entry.lines[person].rejoin else total) + int(score.points)
            for person, (total, score) in enumerate(
                zip(game.state.totals, outcome.scores, strict=True)
            )
        )
        round_from_dealer = game.round_from(game.state.dealer)
        expected = next(p for p in round_from_dealer if game.seat_of(p) in lines)
        after = game.round_from(entry.dealt_by(expected) + 1)
        return State(
            totals,
            next((p for p in after if totals[game.seat_of(p)] < limit), 0),
            tuple(person for person in lines if totals[person] >= limit),
        )

    def opening(self, game: Game) -> Payments:
        return self.stakes(game.options, range(game.persons))

    def close(self, game: Game) -> Payments:
        options = game.options
        totals = {seat: int(total) for seat, total in enumerate(self.totals(game))}
        match options.payment:
            case Paid.DIFFERENCE:
                due = by_difference(options, totals, reasons.DIFFERENCE_AT_THE_END)
                return across(game, due)
            case Paid.TIERS:
                due = payouts.by_place(standing(options, totals), amounts(options, game.seats))
                return across(game, due)
            case Paid.POT:
                best = self.persons(game, standing(options, totals)[0])
                return collect(payouts.shared(POT, best, game.pot, reasons.POT_WON))
            case _:
                return ()

    def ends(self, options: Options) -> Ending | None:
        match options.ends:
            case Ends.TARGET:
                return at_target(options.target, is_fixed=True)
            case Ends.HANDS:
                return after_hands(options.hands, is_fixed=options.payment in AT_THE_END)
            case Ends.LAST:
                return Ending(lambda game: len(still_in(game)) < 2, is_fixed=True)
            case _:
                return None

    # On the board ---------------------------------------------------------------------------

    def totals(self, game: Game) -> tuple[float, ...]:
        return game.state.totals or game.totals

    def out(self, game: Game) -> tuple[int, ...]:
        inside = still_in(game)
        return tuple(seat for seat in range(game.seats) if seat not in inside)

    def dealer(self, game: Game) -> int | None:
        if game.options.out_at is None:
            return super().dealer(game)
        return None if game.over else game.state.dealer

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        seat = game.seat_of(person)
        if seat in still_in(game):
            return ()
        if game.over or not may_come_back(game, seat):
            return (_("out"),)
        return (_("out"), _("may come back at {total}").format(total=comes_back_at(game)))

    def low_wins(self, options: Options) -> bool:
        return options.lowest_wins

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Records a count where it is bad for its holder."""
        options, seat, lines = game.options, game.seat_of(person), self.lines_of(game, entry)
        line = entry.lines[seat]
        against = options.scoring is Scoring.WINNER_TAKES or options.lowest_wins
        if options.scoring not in COUNTING or not against:
            return {Fact.REPORTED: 1}
        shot = with_all(options, lines) is not None
        counted = score_seat(options, lines, seat) if shot else count(options, line)
        points = int(counted.points) * (2 if entry.deal.doubled else 1)
        caught = points > 0 and (shot or line.finish is Finish.COUNTED)
        return counted_facts(played=True, left=points if caught else None)


variant = HouseGame()
