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

A game goes on until the table stops it, until somebody reaches a target, or for a number of hands.
Money moves in one of four ways, or not at all:

* each hand: everybody pays whoever did best in the hand the difference in points; where the winner
  takes what the others count, each pays their own count and the bonus.
* difference: at the end everybody pays the winner the difference of the totals.
* tiers: at the end everybody pays the winner by place, 1-2-3 stakes; places after the last tier pay
  that tier, and who is tied pays an equal part of what the places together pay.
* pot: everybody pays a stake before the first hand, and the winner takes it all.

Several winners share what they are paid; an odd unit goes to the earlier seat. What is paid at the
end is paid only when the game comes to its own end: at a target or after a number of hands.

Sources: none but the table. Counting, drops and full counts are those of Indian rummy, payment by
place that of Rummi.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine import reasons
from scorekeeper.engine.ends import Ending, after_hands, at_target
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import NamedPoints, Word, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Nothing, Preset, Variant
from scorekeeper.engine.words import AT, Phrase, _, joined, reason, verbatim
from scorekeeper.variants import _indian

# Reasons --------------------------------------------------------------------------------------

NO_PLACE: Final = reason("no_place", _("no place"))
DIFFERENCE_IN_THE_HAND: Final = reason("difference_in_the_hand", _("difference in the hand"))
BONUS_OF: Final = reason("bonus_of", _("bonus of {points}"))

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


@dataclass(frozen=True, slots=True)
class Line:
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
        max=9_999,
        when=(when("options.scoring", *COUNTING), when("finish", Finish.COUNTED)),
    )
    place: Place = ask.pick(_("Place"), Place.NONE, when=(when("options.scoring", Scoring.PLACES),))


Game: TypeAlias = g.Game[Options, Nothing]
Entry: TypeAlias = g.Entry[Nothing, Line]


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


def won_words(options: Options) -> Phrase:
    is_own = options.won_word != Finish.WON.label
    return verbatim(options.won_word) if is_own else reasons.WON


# Who won, and who is ahead -------------------------------------------------------------------


def tapped_winners(entry: Entry) -> list[int]:
    """Returns the persons tapped as winner."""
    return [person for person in entry.playing if entry.lines[person].finish is Finish.WON]


def firsts(entry: Entry) -> list[int]:
    """Returns the persons who are first by place."""
    return [person for person in entry.playing if entry.lines[person].place is Place.FIRST]


def standing(options: Options, points: Mapping[int, float]) -> list[list[int]]:
    """Returns persons by place, the best first; those who are equal stand together."""
    sign = 1 if options.lowest_wins else -1
    return payouts.by_points({person: sign * value for person, value in points.items()})


def winners(options: Options, entry: Entry, points: Mapping[int, float]) -> Sequence[int]:
    """Returns who was tapped or was first; where each counts, those who did best, and of these the
    one who was tapped."""
    entered = firsts(entry) or tapped_winners(entry)
    if options.scoring is not Scoring.EACH:
        return entered
    best, *others = standing(options, points)
    tapped_best = [person for person in entered if person in best]
    return tapped_best or (best if others else ())


# Points --------------------------------------------------------------------------------------


def count(options: Options, line: Line) -> Score:
    """Returns what a line counts, with the words for it; the winner's is nothing."""
    if line.finish is Finish.WON:
        return Score(0, won_words(options))
    if line.finish in OWN:
        name, points = options.buttons[OWN.index(line.finish)]
        return Score(points, verbatim(name))
    return Score(*_indian.counted(line.points or 0, options.cap))


def score_seat(options: Options, entry: Entry, person: int) -> Score:
    line = entry.lines[person]
    won = line.finish is Finish.WON
    match options.scoring:
        case Scoring.EACH:
            sign = -1 if options.lowest_wins else 1
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
        words = joined([words, BONUS_OF.format(points=options.bonus)])
    return Score(sign * options.bonus, words)


def takings(options: Options, entry: Entry) -> Score:
    """Returns all that the others count, and the bonus."""
    bonus = with_bonus(options, 1)
    others = (count(options, entry.lines[p]).points for p in entry.playing)
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


def for_counts(options: Options, entry: Entry) -> Iterable[Payment]:
    """Yields what each pays the winner: their own count and the bonus."""
    [winner] = tapped_winners(entry)
    for person in entry.playing:
        counted = count(options, entry.lines[person])
        due = (int(counted.points) + options.bonus) * options.stake
        yield Payment(person, winner, due, due_for(counted, options.bonus))


def due_for(counted: Score, bonus: int) -> Phrase:
    """Returns ``40 and bonus 10``: what a loser pays for, where it is more than they count."""
    if not bonus:
        return counted.reason
    words = _("count {points} and bonus {bonus}")
    return words.format(points=int(counted.points), bonus=bonus)


def by_difference(options: Options, points: Mapping[int, int], reason: Phrase) -> Payments:
    pays = payouts.low_total if options.lowest_wins else payouts.high_total
    return pays(points, options.stake, reason)


def paid(options: Options, entry: Entry, points: Mapping[int, float]) -> Payments:
    """Returns what is paid after a hand that brought these points."""
    if options.payment is not Paid.EACH_HAND:
        return ()
    if options.scoring is Scoring.WINNER_TAKES:
        return collect(for_counts(options, entry))
    whole = {person: int(counted) for person, counted in points.items()}
    return by_difference(options, whole, DIFFERENCE_IN_THE_HAND)


def amounts(options: Options, seats: int) -> list[int]:
    """Returns the minor units that second, third … place pay."""
    last = len(options.tiers) - 1
    return [options.tiers[min(place, last)] * options.stake for place in range(seats - 1)]


class HouseGame(Variant[Options, Nothing, Line, Nothing]):
    key, name = "house_game", _("Make your own game")
    summary = _("Build your own: choose the scoring, the winner, the ending and the payout.")
    named_by_rules = True
    seats = range(2, 11)
    may_miss = True
    options, line = Options, Line
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
        if not 0 < len(options.place_points) <= len(PLACES):
            raise EntryError(
                _("Give points for one to {most} places."), field="place_points", most=len(PLACES)
            )
        if not options.tiers:
            raise EntryError(_("Give at least one number."), field="tiers")
        if options.payment in AT_THE_END and options.ends is Ends.OPEN:
            raise EntryError(
                _("What is paid at the end needs an end: a target or a number of hands."),
                field="ends",
            )

    def own_words(self, options: Options) -> Mapping[Word | str, str]:
        words: dict[Word | str, str] = {}
        if options.won_word != Finish.WON.label:
            words[Finish.WON] = options.won_word
        if options.count_word != Finish.COUNTED.label:
            words[Finish.COUNTED] = words["points"] = options.count_word
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
            case _:
                return _indian.limits(game, name)

    def check(self, game: Game, entry: Entry) -> None:
        if game.options.scoring is Scoring.PLACES:
            self.check_places(game, entry)
        else:
            self.check_winner(game, entry)
            for person in entry.playing:
                self.check_line(game, entry.lines[person], person)

    def check_places(self, game: Game, entry: Entry) -> None:
        places = self.limits(game, "place").offered or ()
        for person in entry.playing:
            if entry.lines[person].place not in places:
                raise EntryError(_("There is no such place here."), field="place", seat=person)
        if not firsts(entry):
            raise EntryError(_("Somebody has to be first."), field="place")

    def check_winner(self, game: Game, entry: Entry) -> None:
        won = tapped_winners(entry)
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

    def outcome(self, game: Game, entry: Entry) -> g.Outcome:
        options = game.options
        scores = tuple(
            Score(0, reasons.ABSENT)
            if person in entry.absent
            else score_seat(options, entry, person)
            for person in range(game.seats)
        )
        points = {person: scores[person].points for person in entry.playing}
        return g.Outcome(scores, paid(options, entry, points), winners(options, entry, points))

    def opening(self, game: Game) -> Payments:
        if game.options.payment is not Paid.POT:
            return ()
        stake = game.options.stake
        return collect(Payment(person, POT, stake, reasons.STAKE) for person in range(game.seats))

    def close(self, game: Game) -> Payments:
        options, totals = game.options, {seat: int(n) for seat, n in enumerate(game.totals)}
        match options.payment:
            case Paid.DIFFERENCE:
                return by_difference(options, totals, reasons.DIFFERENCE_AT_THE_END)
            case Paid.TIERS:
                return payouts.by_place(standing(options, totals), amounts(options, game.seats))
            case Paid.POT:
                best = standing(options, totals)[0]
                return collect(payouts.shared(POT, best, game.pot, reasons.POT_WON))
            case _:
                return ()

    def ends(self, options: Options) -> Ending | None:
        match options.ends:
            case Ends.TARGET:
                return at_target(options.target, is_fixed=True)
            case Ends.HANDS:
                return after_hands(options.hands, is_fixed=options.payment in AT_THE_END)
            case _:
                return None

    def low_wins(self, options: Options) -> bool:
        return options.lowest_wins

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Records a count where it is bad for its holder."""
        options, line = game.options, entry.lines[person]
        against = options.scoring is Scoring.WINNER_TAKES or options.lowest_wins
        if options.scoring not in COUNTING or not against:
            return {Fact.REPORTED: 1}
        caught = line.finish is Finish.COUNTED and bool(line.points)
        return counted_facts(played=True, left=count(options, line).points if caught else None)


variant = HouseGame()
