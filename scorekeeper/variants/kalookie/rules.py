"""The rules of kalookie that its two games share, and the choice between them.

``RULES`` is the one place where it is decided which of the two is played.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import NIL, Score
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.questions.kinds import Word, questions
from scorekeeper.engine.variant import Limits, NamedValues
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants import _western
from scorekeeper.variants._contract import rules
from scorekeeper.variants.kalookie import british, jamaican
from scorekeeper.variants.kalookie.cards import stock
from scorekeeper.variants.kalookie.options import Form, JokerValue, Options
from scorekeeper.variants.kalookie.questions import Entry, Game, Line, Result, State


class Rules(Protocol):
    """What each of the two games says for itself, as the functions of a module."""

    def usual_joker(self) -> JokerValue: ...

    def value(self, options: Options) -> _western.Value:
        """What cards left in hand count, in points."""

    def hand_limit(self) -> int | None:
        """Cards a hand can hold; None for any number."""

    def inside(self, options: Options, totals: Sequence[float]) -> list[int]:
        """Seats that are still in with these penalties."""

    def may_buy_in(self, game: Game, seat: int) -> bool: ...

    def is_over(self, game: Game) -> bool: ...

    def results(self) -> Sequence[Word] | None:
        """How a deal can end; None for any way."""

    def check(self, game: Game, entry: Entry) -> None:
        """Of a deal that is not void."""

    def score_seat(self, game: Game, entry: Entry, seat: int) -> Score:
        """Of a seat that is still in, in a deal that is not void."""

    def card_points(self, game: Game, entry: Entry, seat: int) -> int:
        """Returns the points that the cards held add to the seat's penalty."""

    def antes(self, game: Game) -> Payments:
        """Before the first deal."""

    def pay(self, game: Game, entry: Entry) -> Payments:
        """Of a deal that is not void."""

    def settle(self, game: Game) -> Payments:
        """At the end."""

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        """Beside somebody who is still in, while the game goes on."""


RULES: Final[Mapping[Form, Rules]] = {Form.BRITISH: british, Form.JAMAICAN: jamaican}


def rules_of(game: Game) -> Rules:
    return RULES[game.options.form]


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    own = RULES[chosen.get("form", Form.BRITISH)]
    return {"joker_value": own.usual_joker(), "tiers": tuple(range(1, seats))}


# Who is in -----------------------------------------------------------------------------------


def still_in(game: Game) -> list[int]:
    return rules_of(game).inside(game.options, game.totals)


def out(game: Game) -> tuple[int, ...]:
    seats_in = still_in(game)
    return tuple(seat for seat in range(game.seats) if seat not in seats_in)


def is_over(game: Game) -> bool:
    return rules_of(game).is_over(game)


# What is asked, and what is refused ----------------------------------------------------------

LEFTOVERS: Final = frozenset({"won", "points", "cards"})


def asks(game: Game, person: int) -> frozenset[str]:
    if person in out(game):
        return frozenset()
    return LEFTOVERS | {"buy_in"} if rules_of(game).may_buy_in(game, person) else LEFTOVERS


def offers(game: Game, name: str) -> Sequence[Word] | None:
    return rules_of(game).results() if name == "result" else None


def answer_max(game: Game, name: str) -> Limits:
    cards = rules_of(game).hand_limit()
    if name != "points" or cards is None:
        return ()
    value = rules_of(game).value(game.options)
    return (((), _western.fullest(value, stock(game.options), cards)),)


def inspect(game: Game, entry: Entry) -> None:
    """Whoever is out has nothing to report, and not everybody may buy in."""
    for person, line in enumerate(entry.lines):
        for q in questions(Line):
            if getattr(line, q.name) != q.default and q.name not in asks(game, person):
                raise EntryError(unasked(game, person), field=q.name, seat=person)


def unasked(game: Game, person: int) -> str:
    return _("This player is out.") if person in out(game) else _("This player may not buy in.")


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is not Result.VOID:
        rules_of(game).check(game, entry)


# Points and money ----------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    if entry.deal.result is Result.VOID:
        return (NIL,) * game.seats
    own, seats_in = rules_of(game), still_in(game)
    return tuple(
        own.score_seat(game, entry, seat) if seat in seats_in else NIL for seat in range(game.seats)
    )


def antes(game: Game) -> Payments:
    return rules_of(game).antes(game)


def pay(game: Game, entry: Entry) -> Payments:
    return () if entry.deal.result is Result.VOID else rules_of(game).pay(game, entry)


def settle(game: Game) -> Payments:
    return rules_of(game).settle(game)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Nothing of who is out."""
    line = entry.lines[person]
    played = entry.deal.result is not Result.VOID and person in still_in(game)
    recorded = rules.line_facts(line, played=played)
    if recorded[Fact.CAUGHT]:
        recorded[Fact.CAUGHT_POINTS] = rules_of(game).card_points(game, entry, person)
    all_down = entry.deal.result is Result.KALOOKIE
    return {**recorded, Fact.AT_ONCE: int(played and line.won and all_down)}


# From deal to deal ---------------------------------------------------------------------------


def begin(game: g.Game[Options, Any]) -> State:
    return State((0,) * game.seats, dealer=game.begun_by(0))


def follow(game: Game, entry: Entry) -> State:
    if entry.deal.result is Result.VOID:
        return game.state
    scored = zip(game.totals, score(game, entry), strict=True)
    totals = [total + seat_score.points for total, seat_score in scored]
    seats_in = rules_of(game).inside(game.options, totals)
    bought = zip(game.state.bought, entry.lines, strict=True)
    following = game.round_from(entry.dealt_by(game.state.dealer) + 1)
    return State(
        tuple(times + line.buy_in for times, line in bought),
        next(seat for seat in following if seat in seats_in),
        game.state.dealt + 1,
    )


def dealer(game: Game) -> int | None:
    return None if game.over else game.state.dealer


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if person in out(game):
        return (_("out"),)
    return () if game.over else rules_of(game).notes(game, person)


# Tapped cards --------------------------------------------------------------------------------


def lay(game: Game, entry: Entry, person: int) -> Arrangement | None:
    cards = entry.lines[person].cards
    if cards is None:
        return None
    own = rules_of(game)
    _western.check_hand(cards, stock(game.options), own.hand_limit(), person)
    return _western.one_by_one(cards, own.value(game.options))


def reckon(game: Game, entry: Entry, person: int) -> NamedValues:
    return _western.counted(entry.lines[person], rules_of(game).value(game.options))
