"""A game with one question of each kind, to test the kernel without any real rules.

Losers pay the winner a stake per point; a fee goes to a pot that the last winner takes.
"""

from dataclasses import dataclass

from scorekeeper.engine.ends import Ending, after_hands
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game, Outcome, Score
from scorekeeper.engine.money import POT, Payment, Payments, collect
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, unless, when
from scorekeeper.engine.variant import NamedValues, Report, Variant
from scorekeeper.engine.words import _
from tests.helpers.engine.changed import changed


class Result(Word):
    PLAYED = "played", "Played", "Somebody won."
    VOID = "void"


class Packs(Word):
    ONE = 1, "One"
    TWO = 2, "Two"


@dataclass(frozen=True, slots=True)
class Options:
    stake: int = ask.amount("", 10, min=1)
    fee: int = ask.amount("", 0)
    ladder: tuple[int, ...] = ask.steps("", (1, 2, 3), length=3)
    packs: Packs = ask.pick("", Packs.ONE)
    doubles: bool = ask.flag("", False)
    hands: int | None = ask.count("", None, min=1, max=None)
    bonus: int = ask.points("", 0, max=50, when=(when("doubles", True),))


@dataclass(frozen=True, slots=True)
class Deal:
    result: Result = ask.pick("", Result.PLAYED, void=Result.VOID)
    turned: str | None = ask.card("", None, joker=False)


@dataclass(frozen=True, slots=True)
class Line:
    won: bool = ask.flag("", False, sole=())
    points: int | None = ask.points("", None, max=99, when=(when("won", False),))
    cards: tuple[str, ...] | None = ask.cards("", None, sizes=(2, 3), joker=False)
    melds: tuple[tuple[str, ...], ...] = ask.melds("", ())
    twos: int = ask.count("", 0, when=(unless("options.packs", Packs.ONE),))
    aces: tuple[int, ...] = ask.counts("", (0, 0), labels=("red", "black"), max=2)
    caught: bool = ask.flag(
        "", False, when=(when("options.doubles", True) | when("deal.turned", "7S"),)
    )


@dataclass(frozen=True, slots=True)
class State:
    last: int | None = None
    result: Result = Result.PLAYED
    pairs: tuple[tuple[int, str], ...] = ()


def winner(entry: Entry[Deal, Line]) -> int | None:
    return next((p for p in entry.playing if entry.lines[p].won), None)


class Tiny(Variant[Options, Deal, Line, State]):
    key, name, summary = "tiny", "Tiny", "A game for tests."
    seats = range(2, 6)
    may_miss = True
    options, deal, line, state = Options, Deal, Line, State

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        return {"ladder": (seats, 2, 3)}

    def check_options(self, options: Options, seats: int) -> None:
        if options.bonus and seats > 4:
            raise EntryError("No bonus at a large table.", field="bonus")

    def check(self, game: Game[Options, State], entry: Entry[Deal, Line]) -> None:
        if entry.deal.result is Result.VOID:
            return
        if sum(entry.lines[p].won for p in entry.playing) != 1:
            raise EntryError("Exactly one wins.", field="won")
        for person in entry.playing:
            if not entry.lines[person].won and entry.lines[person].points is None:
                raise EntryError("Enter the points.", field="points", seat=person)

    def opening(self, game: Game[Options, State]) -> Payments:
        return collect(Payment(p, POT, game.options.fee, _("fee")) for p in range(game.persons))

    def outcome(self, game: Game[Options, State], entry: Entry[Deal, Line]) -> Outcome:
        points = [(line.points or 0) / (2 if line.caught else 1) for line in entry.lines]
        scores = tuple(
            Score(sum(points[seat :: game.seats]), _("points")) for seat in range(game.seats)
        )
        best, stake = winner(entry), game.options.stake
        if best is None:
            return Outcome(scores)
        payments = (
            Payment(person, best, (entry.lines[person].points or 0) * stake, _("points"))
            for person in entry.playing
        )
        return Outcome(scores, collect(payments))

    def close(self, game: Game[Options, State]) -> Payments:
        last = game.state.last
        return collect([Payment(POT, last if last is not None else 0, game.pot, _("pot"))])

    def follow(
        self, game: Game[Options, State], entry: Entry[Deal, Line], outcome: Outcome
    ) -> State:
        pair = (game.number, entry.deal.result.label)
        return State(winner(entry), entry.deal.result, (*game.state.pairs, pair))

    def ends(self, options: Options) -> Ending | None:
        return after_hands(options.hands)

    def out(self, game: Game[Options, State]) -> tuple[int, ...]:
        return () if game.state.last is None else (game.state.last,)

    def report(self, game: Game[Options, State]) -> Report:
        return Report({"sheet": [(1,) * game.seats], "name": "tiny"})


variant = Tiny()
strict = changed(variant, key="strict", strict=True)
partners = changed(variant, key="partners", seats=range(2, 3), may_miss=False, sides=(1, 2))
