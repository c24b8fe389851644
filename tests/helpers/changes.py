"""Whether a declared option or question changes any game: the search behind that law.

A game is drawn, one answer is changed, and both are played. What came out must differ: points,
money, who is out, whether the game is over. Other words for the same result are no change. An
option may also change whether a show stands. What a golden case shows needs no search.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.cases.case import Case, settle
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.codec import freeze
from scorekeeper.engine.questions.kinds import Question, holds
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.variant import AnyVariant
from tests.helpers.card_hands import rich_hand
from tests.helpers.drawing import (
    Drawn,
    answer,
    draw_game,
    entry_of,
    mended,
    options_at,
    own_function,
    plain,
    with_line,
)

REFUSED = "refused"


def outcome(variant: AnyVariant, game: Game[Any, Any]) -> object:
    """Everything a table would notice after a hand."""
    assert game.last is not None
    return (
        [score.points for score in game.last.scores],
        [(p.payer, p.payee, p.amount) for p in game.last.payments],
        variant.totals(game),
        game.balances,
        game.over,
        variant.out(game),
        variant.dealer(game),
        freeze(dict(variant.report(game).results)),
    )


def outcomes(
    variant: AnyVariant, game: Game[Any, Any], entries: Iterable[Entry[Any, Any]]
) -> Iterator[object]:
    """The result of each hand, up to the first that is refused."""
    for entry in entries:
        try:
            game = playing.play(variant, game, entry)
        except EntryError:
            yield REFUSED
            return
        yield outcome(variant, game)


def case_changes(variant: AnyVariant, name: str, cases: Iterable[Case]) -> bool:
    """Whether the option makes something else of a game written down: no chance, and fast."""
    return any(
        settled(variant, case) != settled(variant, {**case, "options": options})
        for case in cases
        if "hands" in case and name in (case.get("options") or {})
        for options in [{key: kept for key, kept in case["options"].items() if key != name}]
        if allowed(variant, case) and allowed(variant, {**case, "options": options})
    )


def settled(variant: AnyVariant, case: Case) -> object:
    result = settle(variant, case)
    return (REFUSED, result["error"]["hand"]) if "error" in result else result


def allowed(variant: AnyVariant, case: Case) -> bool:
    """Whether the game begins: other options that cannot stand are no other game."""
    return settled(variant, case) != (REFUSED, -1)


def option_changes(variant: AnyVariant, name: str, rng: Random) -> bool:
    """Whether some other value of the option makes something else of one drawn game."""
    drawn = _game_asking(variant, name, rng)
    if drawn is None:
        return False
    q = next(q for q in options_at(variant, drawn.seats, drawn.side) if q.name == name)
    before = list(outcomes(variant, drawn.games[0], drawn.entries))
    shown = a_show(variant, drawn.games[0], rng)
    for value in _other_values(q, getattr(drawn.options, name), drawn, rng):
        if _sets_others(variant, q, value, drawn):
            return True
        options = replace(drawn.options, **{name: value})
        try:
            variant.check_options(options, drawn.seats)
            start = playing.start(variant, options, drawn.seats, drawn.side)
        except EntryError:
            continue
        if (start.balances, start.pot) != (drawn.games[0].balances, drawn.games[0].pot):
            return True
        if list(outcomes(variant, start, drawn.entries)) != before:
            return True
        if shown and ruled(variant, start, *shown) != ruled(variant, drawn.games[0], *shown):
            return True
    return False


def a_show(variant: AnyVariant, game: Game[Any, Any], rng: Random) -> tuple[Any, Claim] | None:
    """A deal and cards shown in it, as a game's own tests draw them; None without shows."""
    if not variant.shows:
        return None
    deal = entry_of(variant, game, rng).deal
    likely = own_function(variant.key, "likely_show")
    if likely and rng.random() < 0.5:
        deal, cards = likely(deal, rng)
    else:
        cards = rich_hand(rng, rng.choice(variant.shows), 3, 3)
    return deal, Claim(0, tuple(cards))


def ruled(variant: AnyVariant, game: Game[Any, Any], deal: Any, claim: Claim) -> object:
    """Whether the show stands, and what it puts into the hand."""
    try:
        verdict = variant.judge(game, deal, claim)
    except EntryError:
        return REFUSED
    return verdict.valid, dict(verdict.answers), dict(verdict.deal)


def _sets_others(variant: AnyVariant, q: Question, value: Any, drawn: Drawn) -> bool:
    """Whether other options have other defaults, where this one is chosen."""
    usual = load_options(variant, {}, drawn.seats, drawn.side)
    try:
        chosen = load_options(variant, {q.name: plain(value)}, drawn.seats, drawn.side)
    except EntryError:
        return False
    return bool(replace(chosen, **{q.name: q.default}) != usual)


def _game_asking(variant: AnyVariant, name: str, rng: Random) -> Drawn | None:
    """A game whose options ask for this one too."""
    hands = rng.choice((1, 4, 12, 50))
    drawn = draw_game(variant, rng, hands=1)
    q = next(q for q in options_at(variant, drawn.seats, drawn.side) if q.name == name)
    options = drawn.options
    for condition in q.kind.when:
        if not holds(condition, options, None, options) and not condition.negate:
            options = replace(options, **{condition.name: rng.choice(condition.values)})
    try:
        variant.check_options(options, drawn.seats)
    except EntryError:
        return None
    return draw_game(variant, rng, seats=drawn.seats, side=drawn.side, options=options, hands=hands)


def _other_values(q: Question, held: Any, drawn: Drawn, rng: Random) -> Iterator[Any]:
    for _attempt in range(3):
        value = answer(q.kind, q, rng, drawn.seats * drawn.side)
        if value != held:
            yield value
    if q.default != held:
        yield q.default


@dataclass(frozen=True)
class Change:
    """Another answer to one question, of the deal or of one person."""

    question: Question
    person: int | None
    value: Any

    def answers(self, entry: Entry[Any, Any]) -> Any:
        return entry.deal if self.person is None else entry.lines[self.person]

    def is_made(self, entry: Entry[Any, Any]) -> bool:
        return bool(getattr(self.answers(entry), self.question.name) == self.value)

    def is_asked(self, variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]) -> bool:
        deal = entry.deal if self.person is None else game.deal_of(entry, self.person)
        answers = self.answers(entry)
        return all(holds(c, answers, deal, game.options) for c in self.question.kind.when)

    def make(self, entry: Entry[Any, Any]) -> Entry[Any, Any]:
        answers = replace(self.answers(entry), **{self.question.name: self.value})
        if self.person is None:
            return replace(entry, deal=answers)
        return with_line(entry, self.person, answers)


def answer_changes(variant: AnyVariant, part: str, q: Question, rng: Random, weak: bool) -> bool:
    """Whether another answer in some hand of one drawn game makes something else of it.

    ``weak``: other answers may be mended to go with it, for questions such as who won.
    """
    drawn = draw_game(variant, rng, hands=rng.choice((1, 3, 8)))
    for index, entry in enumerate(drawn.entries):
        game, rest = drawn.games[index], drawn.entries[index + 1 :]
        value = rng.choice((q.default, answer(q.kind, q, rng, game.persons)))
        change = Change(
            q, None if part == "deal" else rng.randrange(variant.line_count(game)), value
        )
        if change.is_made(entry) or not change.is_asked(variant, game, entry):
            continue
        changed = change.make(entry)
        if weak:
            changed = _mended(variant, game, changed, rng)
        after = list(outcomes(variant, game, [changed, *rest]))
        if not change.is_made(changed) or after[0] == REFUSED:
            continue
        if after != list(outcomes(variant, game, [entry, *rest])):
            return True
    return False


def _mended(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any], rng: Random
) -> Entry[Any, Any]:
    for _attempt in range(10):
        try:
            playing.play(variant, game, entry)
        except EntryError as error:
            entry = mended(variant, game, entry, error, rng)
        else:
            break
    return entry
