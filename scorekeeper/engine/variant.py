"""What a variant is: its questions, and the few functions its rules need.

A variant is a value made of functions, written at the end of its module. ``line`` and ``score``
are all that it must name beside who may play it; with ``pay`` that is a game for money. Every
other hook has a default that suits a simple game, and those that belong together are a group,
which a game names only where it has something to say. What is done with a variant stands in
``playing``, ``options``, ``entry_json``, ``seats`` and ``seating``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeAlias

from scorekeeper.engine.facts import Facts
from scorekeeper.engine.family import Family
from scorekeeper.engine.feats import Feat
from scorekeeper.engine.game import D, Entry, Game, L, O, S, Scores, by_seat
from scorekeeper.engine.melds.arrangement import Arrangement
from scorekeeper.engine.money import Payments
from scorekeeper.engine.questions import When, Word
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.table_card import TableCard
from scorekeeper.engine.words import Phrase, _

NamedValues: TypeAlias = Mapping[str, Any]
Limits: TypeAlias = Sequence[tuple[tuple[When, ...], int]]
"""Numbers, each with the conditions under which it is the limit: the first whose conditions all
hold. The last one has none."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """For a variant that asks, or remembers, nothing at this level."""


NOTHING: Final[Any] = Nothing


@dataclass(frozen=True, slots=True)
class Preset:
    """Named options: what the table calls its way of playing."""

    key: str
    name: str
    options: NamedValues = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking(Generic[O, D, L, S]):
    """What is asked now of what the table could be asked."""

    asks: Callable[[Game[O, S], int], frozenset[str] | None] = lambda game, person: None
    """The line questions this person is asked now; None for all, empty if he sits out."""
    joins: str = ""
    """The line flag by which a person who is asked it comes into the hand, such as "rejoin": until
    it is set, nothing else is asked of him."""
    offers: Callable[[Game[O, S], str], Sequence[Word] | None] = lambda game, name: None
    """Of a question's answers, those possible now; None for all."""
    suggests: Callable[[Game[O, S], int], NamedValues] = lambda game, person: {}
    """Line answers a screen shows this person first, where they are not the defaults."""
    proposes: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """Answers of the deal, as JSON, on which the table may agree now instead of playing on, such as
    a split; none where it cannot. No line is answered with them."""
    table_max: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """How many the whole table can hold of what a line question counts, such as jokers; of several
    counts, of each. Screens go by it, ``check`` refuses more."""
    answer_max: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """The largest number a line question of points can be answered with. Nothing is refused by
    it: the number pad goes on by itself where a digit more would exceed it, else never."""
    caps: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """The most that a line question of points counts, however large the number."""
    late: str = ""
    """The line flag of those who had no turn yet when the winner ended the hand: they sit after
    him, up to the dealer."""
    late_all: tuple[When, ...] | None = None
    """Then nobody who sits there had one. None: mostly they had."""
    void: Callable[[D], bool] = lambda deal: False
    """A deal whose lines are not looked at, but for questions that are asked ``always``."""
    strict: bool = False
    """A reported answer to a question not asked is refused, and so is an option without a value;
    else both have no effect. Screens never send such answers."""
    inspect: Callable[[Game[O, S], Entry[D, L]], None] = lambda game, entry: None
    """Refuse single answers that are not asked, before ``strict`` refuses them all: it sees the
    report as it was written."""


@dataclass(frozen=True, slots=True)
class CardQuestion(Generic[O, D]):
    """A question about cards alone, where no game is played: what case files ask."""

    answer: Callable[[O, D, Any], NamedValues]
    """Everything known of such a line under these options, by name. Raises EntryError naming the
    question."""
    line: type[Any] = Nothing
    """What may be asked, where that is no line of the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped(Generic[O, D, L, S]):
    """Cards that are tapped."""

    copies: Callable[[O, D, str], int] = lambda options, deal, face: 0
    """How often a card is in the packs of this deal, as far as players may hold it. Known even
    before the deal is told; 0 for all where no cards are tapped."""
    wild: Callable[[O, D], frozenset[str]] = lambda options, deal: frozenset()
    """Cards that are wild in this deal besides printed jokers, to be marked where cards are
    tapped."""
    lay: Callable[[Game[O, S], Entry[D, L], int], Arrangement | None] = lambda game, entry, p: None
    """How the cards tapped for this line are counted; None where none were. Of an entry that was
    played it is the evidence kept with the hand; of one that is still being typed it is what the
    screen shows, so other answers may be missing. Raises EntryError for cards that cannot be."""
    reckon: Callable[[Game[O, S], Entry[D, L], int], NamedValues] = lambda game, entry, person: {}
    """The numbers that the cards of this line stand for, by question: rules see those. Only of an
    entry that was found to be right."""
    owes: Callable[[Game[O, S], Entry[D, L], int], float | None] = lambda game, entry, person: None
    """What the cards tapped for this line cost in points, where that is not what they count: with
    a least, a cap, a half. Asked after ``lay``, of an entry that is still being typed; None where
    it is what they count."""
    card_question: CardQuestion[O, D] | None = None
    """Where more is known of cards alone than the numbers they stand for."""


DECLARED: Final = _("Who declared?")
TAP_WHO_DECLARED: Final = _("Tap who declared.")


@dataclass(frozen=True, slots=True)
class Shows(Generic[O, D, S]):
    """Hands put down on the table to be judged."""

    sizes: range
    """How many cards a show has."""
    judge: Callable[[Game[O, S], D, Claim], Verdict]
    """What a referee says to a show in this deal. Raises EntryError: of the field ``cards`` for
    cards that cannot be, or of a deal question."""
    asks: Phrase = DECLARED
    """Whose hand it is, in the words of the game."""
    prompt: Phrase = TAP_WHO_DECLARED


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Generic[O, D, L, S]):
    """What is read off the score sheet between two hands."""

    notes: Callable[[Game[O, S], int], tuple[Phrase, ...]] = lambda game, person: ()
    """Short words beside a person: "out", "may rejoin"."""
    out: Callable[[Game[O, S]], tuple[int, ...]] = lambda game: ()
    """Seats out of the game now."""
    dealer: Callable[[Game[O, S]], int | None] = lambda game: game.turn % game.persons
    """The person who deals the next hand, if nobody is missing (see ``playing.next_dealer``): the
    next in the order of seats, where a game has no rule of its own."""
    totals: Callable[[Game[O, S]], tuple[float, ...]] = lambda game: game.totals
    """The running totals to show, where they are more than the sum of the points."""
    keeps_score: Callable[[Game[O, S]], bool] = lambda game: True
    """There is a score sheet; otherwise only money counts."""
    low_wins: Callable[[O], bool] = lambda options: False
    """The lowest total is ahead under these options."""
    game_points: Callable[[O], bool] = lambda options: False
    """It is played for game points, and the totals are these: they add up over many games."""
    won: Callable[[Game[O, S], Entry[D, L], Sequence[float]], Iterable[int]] | None = None
    """The persons who won a hand, from its entry and the points of each seat, where it is not
    simply whoever has the sole answer; of the game only options and seats count."""
    facts: Callable[[Game[O, S], Entry[D, L], int], Facts] | None = None
    """What this entry, played after ``game``, says of a person who took part in it: kept with the
    game, for the pages of players. The same names in every hand of a game. None: nothing."""
    unplayed: Callable[[D], bool] = lambda deal: False
    """A deal that does not count as a hand played, though its lines are looked at: a void one, or
    an agreement such as a split. One that is ``Asking.void`` never counts."""
    rests: Callable[[Game[O, S], Entry[D, L]], Collection[int]] = lambda game, entry: ()
    """Persons who take no part in the hand though they are not absent: they sat it out, or an extra
    deal is not theirs."""
    same_dealer: Callable[[D], bool] = lambda deal: False
    """A deal after which whoever dealt it deals again."""
    made_void: Callable[[Game[O, S], Entry[D, L]], bool] = lambda game, entry: False
    """An entry, as counted, that changes nothing though its deal does not say so: the house rules
    make it void, or a tie does. It does not count as a hand played either."""
    feats: Sequence[Feat] = ()
    """What can be achieved in one hand of it, besides what can in every game."""
    report: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """More results by name, such as gin's boxes; per seat as tuples."""
    sums: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """Of a game that is over: by name, what the final totals are the sum of, where that is more
    than points; per seat as tuples, in the order in which they are added."""
    called: Mapping[str, Phrase] = field(default_factory=dict)
    """What the results of ``report`` and ``sums`` are called, by name; of those inside a list by
    both names and ``{number}``, their place in it."""


def nothing_more(game: Game[Any, Any]) -> Payments:
    """No payments at the end of a game."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Money(Generic[O, D, L, S]):
    """Money that changes hands."""

    open: Callable[[Game[O, S]], Payments] = lambda game: ()
    """Before the first card is dealt."""
    pay: Callable[[Game[O, S], Entry[D, L]], Payments] = lambda game, entry: ()
    """As soon as a hand is over."""
    close: Callable[[Game[O, S]], Payments] = nothing_more
    """When the game has ended by its own rules."""

    @property
    def pays_at_its_end(self) -> bool:
        """Who stops the game before its own end leaves payments out."""
        return self.close is not nothing_more


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Persons who share a seat."""

    sides: tuple[int, ...] = (1,)
    """How many may."""
    one_table: bool = False
    """They sit at one table, so that a hand has one deal; else each pair of opponents has a
    table, and a deal, of its own."""
    side_lines: bool = False
    """They report together: one line for each seat, not for each person (at one table)."""

    def tables(self, game: Game[Any, Any]) -> int:
        """How many deals a hand has."""
        return 1 if self.one_table else game.side

    def line_count(self, game: Game[Any, Any]) -> int:
        """How many lines a hand has."""
        return game.seats if self.side_lines else game.persons

    def line_names(
        self, game: Game[Any, Any], names: Sequence[str], between: str = "+"
    ) -> tuple[str, ...]:
        """Whose the lines are, from the names of the persons."""
        if self.side_lines and game.side > 1:
            return tuple(between.join(side) for side in by_seat(names, game.seats))
        return tuple(names)

    def persons_of(self, game: Game[Any, Any], line: int) -> range:
        """The persons whom this line is about."""
        return range(line, game.persons, game.seats) if self.side_lines else range(line, line + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absences(Generic[O]):
    """Seats may miss a hand."""

    open_table: Callable[[O], bool] = lambda options: True
    """Under these options no total runs to an end, so that each hand is settled when it is over:
    seats may also leave the running game and join it (see ``seating``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWords(Generic[O]):
    """Where a table has words of its own."""

    own: Callable[[O], Mapping[Word | str, str]] = lambda options: {}
    """What it calls answers, and questions by name."""
    name_game: bool = False
    """A game of it is called what the table calls its rules: it was made there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[O, D, L, S]):
    key: str
    name: str
    summary: str
    """One sentence for the list of games."""
    seats: range
    family: Family = Family.OWN
    source: str = ""
    """Who published the rules behind its defaults marked ``seed``, as a reader finds them."""
    table_card: Callable[[O, int], TableCard | None] = lambda options, persons: None
    """How it is set up for so many persons."""
    partners: Partners = Partners()
    absences: Absences[O] | None = None
    """None: everybody plays every hand."""
    words: TableWords[O] = TableWords()

    options: type[O] = NOTHING
    deal: type[D] = NOTHING
    line: type[L]
    state: type[S] = NOTHING
    asking: Asking[O, D, L, S] = Asking()

    defaults: Callable[[NamedValues, int, int], NamedValues] = lambda given, seats, side: {}
    """Option defaults that depend on options given, on the seats and on persons per side."""
    check_options: Callable[[O, int], None] = lambda options, seats: None
    """Raise EntryError(field=option) if these options cannot be played by these seats."""
    presets: tuple[Preset, ...] = ()

    check: Callable[[Game[O, S], Entry[D, L]], None] = lambda game, entry: None
    """Raise EntryError if the table's report cannot be right."""
    score: Callable[[Game[O, S], Entry[D, L]], Scores]
    """Points for each seat, with the rule that produced them."""
    money: Money[O, D, L, S] = Money()
    begin: Callable[[Game[O, S]], S] = lambda game: NOTHING()
    """What is remembered before the first hand."""
    follow: Callable[[Game[O, S], Entry[D, L]], S] = lambda game, entry: game.state
    """What is remembered after this hand; ``game`` is the game before it."""
    is_over: Callable[[Game[O, S]], bool] = lambda game: False

    board: Board[O, D, L, S] = Board()
    cards: Tapped[O, D, L, S] = Tapped()
    shows: Shows[O, D, S] | None = None


AnyVariant: TypeAlias = Variant[Any, Any, Any, Any]
