"""What a variant is: its questions, and the few functions its rules need.

A variant is a value made of functions, written at the end of its module. ``score`` is the only
hook it must name; every other has a default that suits a simple game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

from scorekeeper.engine import codec
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import D, Entry, Game, L, O, Played, S, Scores
from scorekeeper.engine.melds import Arrangement
from scorekeeper.engine.money import POT, Payments
from scorekeeper.engine.questions import Word, always_asked, canonical, questions, unasked
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.words import _


@dataclass(frozen=True, slots=True)
class Nothing:
    """For a variant that asks, or remembers, nothing at this level."""


@dataclass(frozen=True, slots=True)
class Preset:
    """Named options: what the table calls its way of playing."""

    key: str
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


Told: TypeAlias = Mapping[str, Any]


def _no_defaults(given: Told, seats: int, side: int) -> Told:
    return {}


def _any_options(options: Any, seats: int, side: int) -> None:
    return None


def _anything_goes(game: Any, entry: Any) -> None:
    return None


def _no_money_yet(game: Any, entry: Any, scores: Any) -> Payments:
    return ()


def _no_money(game: Any) -> Payments:
    return ()


def _nothing(game: Any) -> Any:
    return Nothing()


def _same_state(game: Any, entry: Any, scores: Any) -> Any:
    return game.state


def _never(game: Any) -> bool:
    return False


def _always(game: Any) -> bool:
    return True


def _ask_everything(game: Any, person: int) -> frozenset[str] | None:
    return None


def _suggest_nothing(game: Any, person: int) -> Told:
    return {}


def _offer_everything(game: Any, name: str) -> Sequence[Word] | None:
    return None


def _no_notes(game: Any, person: int) -> tuple[str, ...]:
    return ()


def _nobody(game: Any) -> tuple[int, ...]:
    return ()


def _in_turn(game: Any) -> int | None:
    return int(game.turn % game.persons)


def _state_as_it_is(game: Any) -> Any:
    return game.state


def _no_report(game: Any) -> Told:
    return {}


def _no_own_words(options: Any) -> Mapping[Word | str, str]:
    return {}


def _no_cards(options: Any, deal: Any, face: str) -> int:
    return 0


def _none_wild(options: Any, deal: Any) -> frozenset[str]:
    return frozenset()


def _nothing_laid(game: Any, entry: Any, person: int) -> Arrangement | None:
    return None


def _lines_count(deal: Any) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[O, D, L, S]):
    key: str
    name: str
    summary: str
    """One sentence for the list of games."""
    seats: range
    sides: tuple[int, ...] = (1,)
    """How many persons may share a seat."""
    one_table: bool = False
    """Partners sit at one table, so that a hand has one deal; else each pair of opponents has
    a table, and a deal, of its own."""
    side_lines: bool = False
    """Partners report together: one line for each seat, not for each person (at one table)."""
    options: type[O]
    deal: type[D]
    line: type[L]
    state: type[S]

    score: Callable[[Game[O, S], Entry[D, L]], Scores]
    """Points for each seat, with the rule that produced them."""
    check: Callable[[Game[O, S], Entry[D, L]], None] = _anything_goes
    """Raise EntryError if the table's report cannot be right."""
    pay: Callable[[Game[O, S], Entry[D, L], Scores], Payments] = _no_money_yet
    """Money that changes hands as soon as the hand is over."""
    open: Callable[[Game[O, S]], Payments] = _no_money
    """Money that changes hands before the first card is dealt."""
    close: Callable[[Game[O, S]], Payments] = _no_money
    """Money that changes hands when the game has ended by its own rules."""
    is_over: Callable[[Game[O, S]], bool] = _never

    begin: Callable[[Game[O, S]], S] = _nothing
    """What is remembered before the first hand."""
    follow: Callable[[Game[O, S], Entry[D, L], Scores], S] = _same_state
    """What is remembered after this hand; ``game`` is the game before it."""
    totals: Callable[[Game[O, S]], tuple[float, ...]] = lambda game: game.totals
    """The running totals to show, where they are more than the sum of the points."""

    defaults: Callable[[Told, int, int], Told] = _no_defaults
    """Option defaults that depend on options given, on the seats and on persons per side."""
    check_options: Callable[[O, int, int], None] = _any_options
    """Raise EntryError(field=option) if these options cannot be played by these seats."""
    presets: tuple[Preset, ...] = ()

    asks: Callable[[Game[O, S], int], frozenset[str] | None] = _ask_everything
    """The line questions this person is asked now; None for all, empty if he sits out."""
    joins: str = ""
    """The line flag by which a person who is asked it comes into the hand, such as "rejoin": until
    it is set, nothing else is asked of him."""
    offers: Callable[[Game[O, S], str], Sequence[Word] | None] = _offer_everything
    """Of a question's answers, those possible now; None for all."""
    suggests: Callable[[Game[O, S], int], Told] = _suggest_nothing
    """Line answers a screen shows this person first, where they are not the defaults."""
    void: Callable[[D], bool] = _lines_count
    """A deal whose lines are not looked at, but for questions that are asked ``always``."""
    strict: Callable[[Game[O, S], Entry[D, L]], None] | None = None
    """Not None: a reported answer to a question not asked is refused, after this function had its
    say; None: it has no effect. Screens never send such answers."""
    inspect: Callable[[Game[O, S], Entry[D, L]], None] = _anything_goes
    """Refuse single answers that are not asked, where ``strict`` would refuse them all: it sees
    the report as it was written."""
    absences: bool = False
    """Seats may miss a hand; in an ``open_table`` also leave the running game and join it (see
    ``engine.seating``)."""
    open_table: Callable[[O], bool] = _always
    """Of a game with absences: under these options no total runs to an end, so that each hand is
    settled when it is over."""
    widen: Callable[[Game[O, S]], S] = _state_as_it_is
    """What is remembered once another seat has joined: ``game`` has the seat already, its state
    still is the old one."""

    notes: Callable[[Game[O, S], int], tuple[str, ...]] = _no_notes
    """Short words beside a person: "out", "may rejoin"."""
    won: Callable[[Game[O, S], Entry[D, L], Sequence[float]], Iterable[int]] | None = None
    """The persons who won a hand, from its entry and the points of each seat, where it is not
    simply whoever has the sole answer; of the game only options and seats count."""
    out: Callable[[Game[O, S]], tuple[int, ...]] = _nobody
    """Seats out of the game now."""
    dealer: Callable[[Game[O, S]], int | None] = _in_turn
    """The person who deals the next hand, if nobody is missing (see ``deals``): the next in the
    order of seats, where a game has no rule of its own."""
    keeps_score: Callable[[Game[O, S]], bool] = _always
    """There is a score sheet; otherwise only money counts."""
    report: Callable[[Game[O, S]], Told] = _no_report
    """More results by name, such as gin's boxes; per seat as tuples."""
    low_wins: bool | Callable[[O], bool] = False
    """The lowest total is ahead on the board; a function where the options decide it."""
    own_words: Callable[[O], Mapping[Word | str, str]] = _no_own_words
    """What this table calls answers, and questions by name, where it has words of its own."""
    named_by_table: bool = False
    """A game of it is called what the table calls its rules: it was made there."""

    held: type[Any] = Nothing
    """What a question about cards alone may name: a hand, the card turned up, a declaration."""
    count: Callable[[O, Any], Told] | None = None
    """Everything known of ``held`` cards under these options, by name. Raises EntryError naming
    the question. None: nothing can be asked about cards alone."""
    copies: Callable[[O, D, str], int] = _no_cards
    """How often a card is in the packs of this deal, as far as players may hold it. Known even
    before the deal is told; 0 for all where no cards are tapped."""
    wild: Callable[[O, D], frozenset[str]] = _none_wild
    """Cards that are wild in this deal besides printed jokers, to be marked where cards are
    tapped."""
    lay: Callable[[Game[O, S], Entry[D, L], int], Arrangement | None] = _nothing_laid
    """How the cards tapped for this line are counted; None where none were. Of an entry that was
    played it is the evidence kept with the hand; of one that is still being typed it is what the
    screen shows, so other answers may be missing. Raises EntryError for cards that cannot be."""
    shows: range = range(0)
    """How many cards a show has; empty for a game without one."""
    judge: Callable[[Game[O, S], D, Claim], Verdict] | None = None
    """What a referee says to a show in this deal; a function if, and only if, there are shows.
    Raises EntryError: of the field ``cards`` for cards that cannot be, or of a deal question."""

    # Options -----------------------------------------------------------------------------

    def load_options(self, data: object, seats: int, side: int = 1) -> O:
        """Options from JSON for a table of this size. Raises EntryError naming the option."""
        given = codec.load(self.options, data, null_is_default=self.strict is None)
        told = data if isinstance(data, Mapping) else {}
        chosen = {name: getattr(given, name) for name, v in told.items() if v is not None}
        defaults = self.defaults(chosen, seats, side)
        options = codec.load(
            self.options, data, defaults=defaults, null_is_default=self.strict is None
        )
        self.check_options(options, seats, side)
        return options

    def card_options(self, data: object) -> O:
        """Options for a question about cards alone, where nobody sits: those of a table of four,
        or the nearest there is."""
        seats = min(max(4, self.seats.start), self.seats.stop - 1)
        given = codec.load(self.options, data, null_is_default=self.strict is None)
        told = data if isinstance(data, Mapping) else {}
        chosen = {name: getattr(given, name) for name, v in told.items() if v is not None}
        return codec.load(self.options, data, defaults=self.defaults(chosen, seats, 1))

    def stated(self, options: O, seats: int, side: int = 1) -> dict[str, tuple[Any, Any]]:
        """The options somebody chose, each with its usual value: those from which all the others
        follow by default.

        A 201 pool states its pool only: the first drop of 25 follows from it.
        """
        names = [q.name for q in questions(self.options)]
        found: dict[str, tuple[Any, Any]] = {}
        usual = self.usual({}, seats, side)
        while usual != options:
            name = next(n for n in names if getattr(usual, n) != getattr(options, n))
            found[name] = getattr(options, name), getattr(usual, name)
            usual = self.usual({n: value for n, (value, _u) in found.items()}, seats, side)
        return found

    def usual(self, chosen: Told, seats: int, side: int = 1) -> O:
        """All options where these are chosen, by value, and the rest follows from them."""
        told = {name: value for name, value in chosen.items() if value is not None}
        return self.options(**{**self.defaults(told, seats, side), **chosen})

    def lowest_leads(self, options: O) -> bool:
        """Whether the lowest total is ahead under these options."""
        return self.low_wins(options) if callable(self.low_wins) else self.low_wins

    def check_seats(self, sides: Sequence[Sequence[str]]) -> None:
        """Raise EntryError(field="seats") unless these names can sit down together."""
        names = [name for side in sides for name in side]
        if len(sides) not in self.seats and self.seats == range(2, 3) and max(self.sides) > 1:
            raise EntryError(
                _("{game} is for two players or two sides."), field="seats", game=self.name
            )
        if len(sides) not in self.seats:
            raise EntryError(
                _("{game} is for {least} to {most} seats."),
                field="seats",
                game=self.name,
                least=self.seats.start,
                most=self.seats.stop - 1,
            )
        if len({len(side) for side in sides}) != 1 or len(sides[0]) not in self.sides:
            raise EntryError(_("The sides must be of equal size."), field="seats")
        if len(sides[0]) > 1 and len(sides) != 2:
            raise EntryError(_("Partners play two sides."), field="seats")
        if not all(isinstance(name, str) and name.strip() for name in names):
            raise EntryError(_("Every seat needs a name."), field="seats")
        if len(set(names)) != len(names):
            raise EntryError(_("Two seats have the same name."), field="seats")
        if POT in names:
            raise EntryError(_("No seat can be called “pot”."), field="seats")

    # Playing -----------------------------------------------------------------------------

    def start(self, options: O, seats: int, side: int = 1) -> Game[O, S]:
        """The game before its first hand. Raises EntryError if its fees are too large to keep."""
        blank: Game[O, Any] = Game(
            options,
            seats,
            None,
            side,
            totals=(0,) * seats,
            balances=(0,) * (seats * side),
        )
        game: Game[O, S] = replace(blank, state=self.begin(blank))
        opening = self.open(game)
        return _kept(replace(game, opening=opening).paid(opening), opening)

    def wanted(self, game: Game[O, S], entry: Entry[D, L], person: int) -> frozenset[str] | None:
        """The line questions this person is asked in this entry; None for all."""
        if person in entry.absent:
            return frozenset()
        if self.void(self.deal_of(game, entry, person)):
            return always_asked(self.line)
        asked = self.asks(game, person)
        if self.joins and (asked is None or self.joins in asked):
            return asked if getattr(entry.lines[person], self.joins) else frozenset({self.joins})
        return asked

    def tables(self, game: Game[O, S]) -> int:
        """How many deals a hand has."""
        return 1 if self.one_table else game.side

    def line_count(self, game: Game[O, S]) -> int:
        """How many lines a hand has: one per person, or one per seat where partners report
        together."""
        return game.seats if self.side_lines else game.persons

    def line_names(
        self, game: Game[O, S], names: Sequence[str], between: str = "+"
    ) -> tuple[str, ...]:
        """Whose the lines are, from the names of the persons."""
        if self.side_lines and game.side > 1:
            return tuple(between.join(names[seat :: game.seats]) for seat in range(game.seats))
        return tuple(names)

    def persons_of(self, game: Game[O, S], line: int) -> range:
        """The persons whom this line is about."""
        return range(line, game.persons, game.seats) if self.side_lines else range(line, line + 1)

    def deal_of(self, game: Game[O, S], entry: Entry[D, L], person: int) -> D:
        return entry.deals[person // game.seats] if entry.more else entry.deal

    def deals(self, game: Game[O, S], absent: Set[int] = frozenset()) -> int | None:
        """The person who deals the next hand: the next one in order from ``dealer`` who has not
        left, is not ``absent`` and whose seat is not out; None when there is no such person."""
        if (first := self.dealer(game)) is None:
            return None
        out, away = self.out(game), game.left | absent
        able = (p for p in game.round_from(first) if game.seat_of(p) not in out)
        return next((person for person in able if person not in away), None)

    def canonical(self, game: Game[O, S], entry: Entry[D, L]) -> Entry[D, L]:
        """What was asked and nothing else, however the answers arrived."""
        options = game.options
        deals = tuple(canonical(deal, deal, options) for deal in entry.deals)
        if deals != entry.deals:
            entry = replace(entry, deal=deals[0], more=deals[1:])
        lines = tuple(
            canonical(
                line,
                self.deal_of(game, entry, person),
                options,
                self.wanted(game, entry, person),
            )
            for person, line in enumerate(entry.lines)
        )
        return entry if lines == entry.lines else replace(entry, lines=lines)

    def refuse_unasked(self, game: Game[O, S], entry: Entry[D, L]) -> None:
        """Raise EntryError for an answer to a question that is not asked here."""
        self.inspect(game, entry)
        if self.strict is None:
            return
        self.strict(game, entry)
        message = _("This is not asked here.")
        for deal in entry.deals:
            for name in unasked(deal, deal, game.options):
                raise EntryError(message, field=name)
        for person, line in enumerate(entry.lines):
            deal = self.deal_of(game, entry, person)
            for name in unasked(line, deal, game.options, self.wanted(game, entry, person)):
                raise EntryError(message, field=name, seat=person)

    def play(self, game: Game[O, S], entry: Entry[D, L]) -> Game[O, S]:
        """The game after this hand. Raises EntryError; ``game`` is never changed."""
        if game.over:
            raise EntryError(_("This game is over."))
        if entry.absent and not self.absences:
            raise EntryError(_("Nobody can sit out a hand of this game."), seat=min(entry.absent))
        if len(entry.playing) < self.seats.start:
            raise EntryError(
                _("A hand needs {least} players."), field="absent", least=self.seats.start
            )
        entry = self.canonical(game, entry)
        self.check(game, entry)
        scores = self.score(game, entry)
        payments = self.pay(game, entry, scores)
        after = game.paid(
            payments,
            number=game.number + 1,
            totals=tuple(t + s.points for t, s in zip(game.totals, scores, strict=True)),
            state=self.follow(game, entry, scores),
            turn=_turn_after(game, entry),
            last=Played(entry, scores, payments),
        )
        if self.is_over(after):
            closing = self.close(after)
            payments = (*payments, *closing)
            after = after.paid(closing, over=True, last=Played(entry, scores, payments))
        return _kept(after, payments)

    def history(
        self, options: O, seats: int, entries: Iterable[Entry[D, L]], side: int = 1
    ) -> Iterator[Game[O, S]]:
        """The game before the first hand, then after each."""
        game = self.start(options, seats, side)
        yield game
        for entry in entries:
            game = self.play(game, entry)
            yield game

    def replay(
        self, options: O, seats: int, entries: Iterable[Entry[D, L]], side: int = 1
    ) -> Game[O, S]:
        *_before, game = self.history(options, seats, entries, side)
        return game

    # JSON --------------------------------------------------------------------------------

    def load_entry(
        self, game: Game[O, S], data: object, names: Sequence[str], *, strict: bool = True
    ) -> Entry[D, L]:
        """An entry from ``{"deal": …, "lines": {name: …}, "absent": […], "dealer": name}``.

        ``names`` are the persons' in the game's order. Raises EntryError, addressed by line.
        ``strict`` also refuses answers that are not asked (see ``Variant.strict``).
        """
        if not isinstance(data, Mapping):
            raise EntryError(_("A hand is written as deal and lines."))
        deals = self._load_deals(game, data.get("deal"))
        dealer = _dealer(data.get("dealer"), names)
        names = self.line_names(game, names)
        entry: Entry[D, L] = Entry(
            deals[0],
            (self.line(),) * len(names),
            frozenset(_absent(data.get("absent"), names)),
            deals[1:],
            dealer,
        )
        entry = replace(entry, lines=tuple(self._load_lines(game, entry, data, names)))
        if strict and not game.over:
            self.refuse_unasked(game, entry)
        return entry

    def _load_deals(self, game: Game[O, S], data: object) -> tuple[D, ...]:
        count = self.tables(game)
        if count == 1 or not isinstance(data, Mapping):
            return (codec.load(self.deal, data),) * count
        for name, value in data.items():
            if value is not None and (not isinstance(value, list) or len(value) != count):
                raise EntryError(
                    _("Give one answer for each of the {tables} tables."),
                    field=str(name),
                    tables=count,
                )
        tables = (
            {name: value[table] for name, value in data.items() if value is not None}
            for table in range(count)
        )
        return tuple(codec.load(self.deal, table) for table in tables)

    def _load_lines(
        self, game: Game[O, S], entry: Entry[D, L], data: Mapping[str, Any], names: Sequence[str]
    ) -> Iterator[L]:
        told = data.get("lines") or {}
        if not isinstance(told, Mapping):
            raise EntryError(_("The lines are written by name."))
        if not all(self.void(deal) for deal in entry.deals):
            for name in told:
                if name not in names:
                    raise EntryError(_("{name} is not in this game."), seat=str(name), name=name)
        for person, name in enumerate(names):
            line = told.get(name)
            if self.void(self.deal_of(game, entry, person)):
                line = _only(line, always_asked(self.line))
            yield codec.load(self.line, line, seat=person)

    def dump_entry(self, entry: Entry[D, L], names: Sequence[str]) -> dict[str, Any]:
        """The entry as plain JSON, defaults left out; ``load_entry`` reads it back."""
        seats = len(entry.lines)
        persons = names
        if len(names) > seats:
            names = ["+".join(names[seat::seats]) for seat in range(seats)]
        deal: dict[str, Any] = codec.dump(entry.deal)
        if entry.more:
            dumps = [codec.dump(d, full=True) for d in entry.deals]
            deal = {name: [d[name] for d in dumps] for name in dumps[0]}
        lines = {
            name: told
            for name, line in zip(names, entry.lines, strict=True)
            if (told := codec.dump(line))
        }
        plain: dict[str, Any] = {"deal": deal, "lines": lines}
        if entry.absent:
            plain["absent"] = [names[p] for p in sorted(entry.absent)]
        if entry.dealer is not None:
            plain["dealer"] = persons[entry.dealer]
        return plain

    def freeze(self, game: Game[O, S]) -> dict[str, Any]:
        """What the next hand needs, as plain JSON; ``thaw`` reads it back."""
        return {
            "number": game.number,
            "totals": list(game.totals),
            "balances": list(game.balances),
            "pot": game.pot,
            "over": game.over,
            "turn": game.turn,
            "left": sorted(game.left),
            "state": codec.freeze(game.state),
        }

    def thaw(self, data: Told, options: O, seats: int, side: int = 1) -> Game[O, S]:
        return Game(
            options,
            seats,
            codec.thaw(self.state, data["state"]),
            side,
            number=data["number"],
            totals=tuple(data["totals"]),
            balances=tuple(data["balances"]),
            pot=data["pot"],
            over=data["over"],
            turn=data["turn"],
            left=frozenset(data["left"]),
        )


def _only(line: object, names: frozenset[str]) -> object:
    """The answers of these names; the others are not looked at."""
    if not names or not isinstance(line, Mapping):
        return None
    return {name: value for name, value in line.items() if name in names}


def _kept(game: Game[O, S], payments: Payments) -> Game[O, S]:
    if not game.fits(payments):
        raise EntryError(_("These numbers are too large to keep."))
    return game


def _turn_after(game: Game[Any, Any], entry: Entry[Any, Any]) -> int:
    """Whose turn to deal it is after this hand: the next one's after whoever dealt it."""
    expected = next(p for p in game.round_from(game.turn) if p not in entry.absent)
    return entry.dealt_by(expected) + 1


def _dealer(data: object, names: Sequence[str]) -> int | None:
    if data is None:
        return None
    if not isinstance(data, str) or data not in names:
        raise EntryError(_("{name} is not in this game."), field="dealer", name=data)
    return names.index(data)


def _absent(data: object, names: Sequence[str]) -> Iterator[int]:
    if data is None:
        return
    if not isinstance(data, list | tuple):
        raise EntryError(_("Those who sit out are given as a list of names."), field="absent")
    for name in data:
        if name not in names:
            raise EntryError(_("{name} is not in this game."), field="absent", name=name)
        yield names.index(name)


AnyVariant: TypeAlias = Variant[Any, Any, Any, Any]
