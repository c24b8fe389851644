"""Random games of any variant, drawn from the declarations its screens are built from.

Nothing here knows a game. Answers are drawn by the kind of question and only where they are asked;
when the variant refuses a hand, the answer its error names is drawn anew. That keeps most hands
legal, and it works only if errors name the answer at fault. A game whose answers hang together, so
that few would be legal by chance, has a function ``likely`` in its own test file: it makes answers
that were drawn one by one go together. ``likely_show`` there draws cards to be shown in a deal.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, singledispatch
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.cards import JOKER, PACK
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game, Played
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.entry_json import dump_entry
from scorekeeper.engine.questions.kinds import (
    Amount,
    Card,
    Cards,
    Count,
    Counts,
    Flag,
    Input,
    Melds,
    NamedPoints,
    Pick,
    Points,
    Question,
    Steps,
    Text,
    Word,
    holds,
    questions,
)
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.variant import AnyVariant
from tests.helpers.card_hands import rich_hand

REPAIRS = 40
"""How often a refused hand is mended before it is given up."""
JOKERS = (1, 1, 1, 12)
"""Among the faces to tap: mostly one, since many games have few."""
PACKS = (1, 1, 1, 2)
"""How often each other face is there to tap."""


def history(
    variant: AnyVariant, options: Any, seats: int, entries: Iterable[Entry[Any, Any]], side: int = 1
) -> Iterator[Game[Any, Any]]:
    """Yields the game before the first hand, then after each hand."""
    game: Game[Any, Any] = playing.start(variant, options, seats, side)
    yield game
    for entry in entries:
        game = playing.play(variant, game, entry)
        yield game


@dataclass
class Drawn:
    """A game as it was drawn: ``games[i]`` is the game before ``entries[i]``."""

    variant: AnyVariant
    options: Any
    seats: int
    side: int
    games: list[Game[Any, Any]]
    entries: list[Entry[Any, Any]] = field(default_factory=list)
    refused: list[tuple[Game[Any, Any], Entry[Any, Any], EntryError]] = field(default_factory=list)
    given_up: int = 0

    @property
    def game(self) -> Game[Any, Any]:
        return self.games[-1]

    @property
    def played(self) -> list[Played[Any, Any]]:
        """Returns the stored result of each entry."""
        return [game.last for game in self.games if game.last]

    @property
    def names(self) -> list[str]:
        return names(self.seats * self.side)

    @property
    def line_names(self) -> list[str]:
        return list(self.variant.line_names(self.game, self.names))

    def plain_entries(self) -> list[dict[str, Any]]:
        """The entries as plain JSON, to read in a failing test."""
        return [dump_entry(entry, self.names) for entry in self.entries]


def names(persons: int) -> list[str]:
    return [f"Player {number}" for number in range(1, persons + 1)]


# One answer, by kind -------------------------------------------------------------------------


@singledispatch
def answer(kind: Input, question: Question, rng: Random, persons: int) -> Any:
    """A value within the question's range."""
    raise NotImplementedError(type(kind).__name__)


@answer.register
def _pick(kind: Pick, question: Question, rng: Random, persons: int) -> Any:
    return rng.choice(words(question))


def words(question: Question) -> list[Word]:
    offered: type[Word] = question.type
    return list(offered)


@answer.register
def _points(kind: Points, question: Question, rng: Random, persons: int) -> int:
    most = 150 if kind.max is None else kind.max
    return rng.randint(kind.min, min(most, kind.min + rng.choice((5, 30, most))))


@answer.register
def _count(kind: Count, question: Question, rng: Random, persons: int) -> int:
    most = kind.min + 12 if kind.max is None else kind.max
    few = min(most, kind.min + 3)
    return rng.choice((kind.min, rng.randint(kind.min, few), rng.randint(kind.min, most)))


@answer.register
def _counts(kind: Counts, question: Question, rng: Random, persons: int) -> tuple[int, ...]:
    places = range(len(kind.labels))
    return tuple(rng.choice((0, 0, 0, rng.randint(0, kind.limit(place)))) for place in places)


@answer.register
def _steps(kind: Steps, question: Question, rng: Random, persons: int) -> tuple[int, ...]:
    length = len(question.default) if kind.length is None else kind.length
    return tuple(sorted(rng.randint(kind.min, kind.min + 60) for _place in range(length)))


@answer.register
def _flag(kind: Flag, question: Question, rng: Random, persons: int) -> bool:
    return rng.random() < 0.3


@answer.register
def _amount(kind: Amount, question: Question, rng: Random, persons: int) -> int:
    return kind.min + rng.choice((0, 1, 7, 50, 99, 333, 1000, 12_345))


@answer.register
def _text(kind: Text, question: Question, rng: Random, persons: int) -> str:
    return rng.choice(OWN_WORDS)[: kind.max]


@answer.register
def _named_points(
    kind: NamedPoints, question: Question, rng: Random, persons: int
) -> tuple[tuple[str, int], ...]:
    named = rng.sample(OWN_WORDS, rng.randint(0, min(kind.most, len(OWN_WORDS))))
    most = kind.min + 99 if kind.max is None else kind.max
    return tuple((word[: kind.letters], rng.randint(kind.min, most)) for word in named)


OWN_WORDS = ("Drop", "Ärger", "जीत", "Full house", "<b>", "{x}", "50%", "Won")
"""Names that a table might give something, and texts that could be mistaken for something else."""


@answer.register
def _card(kind: Card, question: Question, rng: Random, persons: int) -> str:
    return rng.choice(sorted(PACK) + [JOKER] * (8 * kind.joker))


@answer.register
def _tapped(kind: Cards, question: Question, rng: Random, persons: int) -> tuple[str, ...]:
    if kind.sizes and rng.random() < 0.5:
        return tuple(rich_hand(rng, rng.choice(kind.sizes), rng.choice((1, 2, 3)), kind.joker * 3))
    faces = sorted(kind.deck.faces) * rng.choice(PACKS)
    faces += [JOKER] * (kind.joker * rng.choice(JOKERS))
    return tuple(rng.sample(faces, rng.choice(kind.sizes or range(1, 8))))


@answer.register
def _laid(kind: Melds, question: Question, rng: Random, persons: int) -> None:
    return None


def asked_answer(question: Question, rng: Random, persons: int) -> Any:
    """Mostly an answer, sometimes the default; seldom cards, for points are mostly typed."""
    if isinstance(question.kind, Cards) and rng.random() < 0.9:
        return question.default
    if rng.random() < (0.03 if question.default is None else 0.15):
        return question.default
    return answer(question.kind, question, rng, persons)


# Options -------------------------------------------------------------------------------------


def plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


def options_at(variant: AnyVariant, seats: int, side: int) -> list[Question]:
    """The options, with the defaults they have at a table of this size."""
    usual = load_options(variant, {}, seats, side)
    return [replace(q, default=getattr(usual, q.name)) for q in questions(variant.options)]


def options_of(variant: AnyVariant, rng: Random, seats: int, side: int) -> Any:
    """Defaults or a preset, with a few options changed; those refused go back."""
    options: dict[str, Any] = {}
    if variant.presets and rng.random() < 0.4:
        options.update(rng.choice(variant.presets).options)
    declared = options_at(variant, seats, side)
    some = rng.choice((0, 1, 2, 4, len(declared) // 2, len(declared)))
    for q in rng.sample(declared, min(some, len(declared))):
        if q.optional and rng.random() < 0.3:
            options[q.name] = None
        elif q.default is not None or rng.random() < 0.5:
            options[q.name] = plain(asked_answer(q, rng, seats * side))
    for _attempt in range(2 * REPAIRS):
        try:
            return load_options(variant, options, seats, side)
        except EntryError as error:
            options = _without(options, error.field, declared, rng, seats * side)
    return load_options(variant, {}, seats, side)


def _without(
    answers: dict[str, Any], name: str, declared: list[Question], rng: Random, persons: int
) -> dict[str, Any]:
    """The same options but for the one at fault; if it was not even given, but for any other."""
    q = next((q for q in declared if q.name == name), None)
    if q and rng.random() < 0.5:
        return answers | {name: plain(answer(q.kind, q, rng, persons))}
    if not answers:
        return answers
    lost = name if name in answers else rng.choice(sorted(answers))
    return {other: value for other, value in answers.items() if other != lost}


# One hand ------------------------------------------------------------------------------------


def entry_of(variant: AnyVariant, game: Game[Any, Any], rng: Random) -> Entry[Any, Any]:
    """A hand that a table might report: each question asked is answered, and one seat wins."""
    count = variant.line_count(game)
    deals = tuple(_deal(variant, game, rng) for _table in range(variant.tables(game)))
    entry = Entry(deals[0], (variant.line(),) * count, _absent(variant, game, rng), deals[1:])
    sole = {
        (q.name, table): rng.choice(_asked_here(variant, game, entry, q.name, table) or [None])
        for q in questions(variant.line)
        if q.kind.sole is not None
        for table in range(variant.tables(game))
    }
    for person in range(count):
        entry = _with_line(variant, game, entry, person, sole, rng)
    likely: Likely | None = own_function(variant.key, "likely")
    return likely(game, entry, rng) if likely and rng.random() < 0.9 else entry


Likely = Callable[[Game[Any, Any], Entry[Any, Any], Random], Entry[Any, Any]]


@cache
def own_function(key: str, name: str) -> Any:
    """The function or value of this name in the game's own test module; None if it has none."""
    module = f"tests.variants.test_{key}"
    return getattr(import_module(module), name, None) if find_spec(module) else None


def _deal(variant: AnyVariant, game: Game[Any, Any], rng: Random) -> Any:
    deal = variant.deal()
    for q in questions(variant.deal):
        if all(holds(c, deal, deal, game.options) for c in (*q.kind.when, *q.kind.screen)):
            deal = replace(deal, **{q.name: offered_answer(variant, game, q, rng)})
    return deal


def offered(variant: AnyVariant, game: Game[Any, Any], q: Question) -> list[Word]:
    return list(variant.limits(game, q.name).offered or words(q))


def offered_answer(variant: AnyVariant, game: Game[Any, Any], q: Question, rng: Random) -> Any:
    if isinstance(q.kind, Pick):
        possible = offered(variant, game, q)
        return rng.choice([*possible, *[word for word in possible if word == q.default]])
    return asked_answer(q, rng, game.persons)


def _absent(variant: AnyVariant, game: Game[Any, Any], rng: Random) -> frozenset[int]:
    spare = game.persons - variant.seats.start
    if not variant.may_miss or game.side > 1 or spare <= 0 or rng.random() < 0.8:
        return frozenset()
    return frozenset(rng.sample(range(game.persons), rng.randint(1, spare)))


def _asked_here(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any], name: str, table: int
) -> list[int]:
    return [
        person
        for person in range(variant.line_count(game))
        if _table_of(variant, game, person) == table
        if (wanted := playing.asked_questions(variant, game, entry, person)) is None
        or name in wanted
    ]


def _table_of(variant: AnyVariant, game: Game[Any, Any], person: int) -> int:
    return 0 if variant.one_table else person // game.seats


def _with_line(
    variant: AnyVariant,
    game: Game[Any, Any],
    entry: Entry[Any, Any],
    person: int,
    sole: dict[tuple[str, int], int | None],
    rng: Random,
) -> Entry[Any, Any]:
    line, deal = entry.lines[person], game.deal_of(entry, person)

    def asked() -> frozenset[str] | None:
        return playing.asked_questions(variant, game, with_line(entry, person, line), person)

    if rng.random() < 0.8 and asked() != frozenset():
        line = replace(line, **variant.suggests(game, person))
    wanted = asked()
    for q in sorted(questions(variant.line), key=lambda q: q.name != variant.joins):
        if wanted is not None and q.name not in wanted:
            continue
        asks = (
            c for c in (*q.kind.when, *q.kind.screen) if c.name != q.name
        )  # itself: on old hands
        if all(holds(c, line, deal, game.options) for c in asks):
            if q.kind.sole is not None and all(
                holds(c, line, deal, game.options) for c in q.kind.sole
            ):
                won = sole[q.name, _table_of(variant, game, person)] == person
                value = sole_answer(variant, game, q, won, rng)
            else:
                value = offered_answer(variant, game, q, rng)
            line = replace(line, **{q.name: value})
            if q.name == variant.joins:
                wanted = asked()
    return with_line(entry, person, _answered_once(line))


def _answered_once(line: Any) -> Any:
    """Cards are tapped instead of typing what they answer."""
    for q in questions(type(line)):
        if isinstance(q.kind, Cards) and q.kind.instead and getattr(line, q.name) is not None:
            line = replace(line, **{q.kind.instead: None})
    return line


def sole_answer(
    variant: AnyVariant, game: Game[Any, Any], q: Question, won: bool, rng: Random
) -> Any:
    if not isinstance(q.kind, Pick):
        return won
    others = [word for word in offered(variant, game, q) if word != q.kind.sole_value]
    return q.kind.sole_value if won else rng.choice(others or [q.default])


def with_line(entry: Entry[Any, Any], person: int, line: Any) -> Entry[Any, Any]:
    lines = (*entry.lines[:person], line, *entry.lines[person + 1 :])
    return replace(entry, lines=lines)


# Mending -------------------------------------------------------------------------------------


def mended(
    variant: AnyVariant,
    game: Game[Any, Any],
    entry: Entry[Any, Any],
    error: EntryError,
    rng: Random,
) -> Entry[Any, Any]:
    """The entry with the answer that ``error`` names drawn anew; all anew if it names none."""
    in_line = {q.name: q for q in questions(variant.line)}
    in_deal = {q.name: q for q in questions(variant.deal)}
    seat = error.seat if isinstance(error.seat, int) else None
    if error.field == "absent":
        return replace(entry, absent=frozenset())
    if rng.random() < 0.1:
        return entry_of(variant, game, rng)
    if error.field in in_line:
        persons = [rng.randrange(len(entry.lines))] if seat is None else [seat]
        return _redrawn(variant, game, entry, in_line[error.field], persons, rng)
    if error.field in in_deal and rng.random() < 0.5:
        deals = list(entry.deals)
        table = rng.randrange(len(deals))
        value = offered_answer(variant, game, in_deal[error.field], rng)
        deals[table] = replace(deals[table], **{error.field: value})
        return replace(entry, deal=deals[0], more=tuple(deals[1:]))
    if seat is not None and not error.field:
        return with_line(entry, seat, variant.line())
    return entry_of(variant, game, rng)


def _redrawn(
    variant: AnyVariant,
    game: Game[Any, Any],
    entry: Entry[Any, Any],
    q: Question,
    persons: list[int],
    rng: Random,
) -> Entry[Any, Any]:
    for person in persons:
        value = q.default
        if rng.random() < (0.9 if q.default is None else 0.5):
            value = answer(q.kind, q, rng, game.persons)
        line = _answered_once(replace(entry.lines[person], **{q.name: value}))
        entry = with_line(entry, person, line)
    return entry


# Whole games ---------------------------------------------------------------------------------


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


def as_case(drawn: Drawn, called: Iterable[str]) -> dict[str, Any]:
    """The game in the format of golden cases, without what comes out."""
    persons = list(called)
    seats = ["+".join(persons[seat :: drawn.seats]) for seat in range(drawn.seats)]
    hands = [dump_entry(hand.entry, persons) for hand in drawn.played]
    options = codec.dump(drawn.options, full=True)
    case: dict[str, Any] = as_json({"options": options, "seats": seats, "hands": hands})
    return case


def draw_game(
    variant: AnyVariant,
    rng: Random,
    *,
    seats: int | None = None,
    side: int | None = None,
    options: Any = None,
    hands: int = 6,
) -> Drawn:
    """Up to ``hands`` legal hands, fewer when the game is over before."""
    side = rng.choice(variant.sides) if side is None else side
    if side > 1:
        seats = 2
    elif seats is None:
        seats = rng.choice(variant.seats)
    if options is None:
        options = options_of(variant, rng, seats, side)
    drawn = Drawn(variant, options, seats, side, [playing.start(variant, options, seats, side)])
    while len(drawn.entries) < hands and not drawn.game.over and drawn.given_up < hands:
        play_one(drawn, rng)
    return drawn


def play_one(drawn: Drawn, rng: Random) -> None:
    """One more hand, or one more given up."""
    variant, game = drawn.variant, drawn.game
    entry = entry_of(variant, game, rng)
    for _attempt in range(REPAIRS):
        try:
            after = playing.play(variant, game, entry)
        except EntryError as error:
            drawn.refused.append((game, entry, error))
            entry = mended(variant, game, entry, error, rng)
        else:
            drawn.entries.append(entry)
            drawn.games.append(after)
            return
    drawn.given_up += 1


def first_tries(variant: AnyVariant, rng: Random, hands: int = 300) -> Iterator[bool]:
    """Whether a hand as it is first drawn is legal, without mending."""
    while hands > 0:
        drawn = draw_game(variant, rng, hands=6)
        for game in drawn.games:
            if game.over:
                continue
            try:
                playing.play(variant, game, entry_of(variant, game, rng))
            except EntryError:
                yield False
            else:
                yield True
            hands -= 1
