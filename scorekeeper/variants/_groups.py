"""Builds a game from groups of functions, until each game is a class of its own."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Generic

from scorekeeper.engine import variant as v
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import D, Entry, Game, L, O, S, Scores, by_seat
from scorekeeper.engine.melds.arrangement import Arrangement
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.facts import Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.questions.kinds import When, Word
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import TableCard
from scorekeeper.engine.variant import (
    DECLARED,
    NOTHING,
    TAP_WHO_DECLARED,
    CardQuestion,
    Limits,
    NamedValues,
    Preset,
    Terms,
)
from scorekeeper.engine.words import Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking(Generic[O, D, L, S]):
    """Which questions are asked, and how."""

    asks: Callable[[Game[O, S], int], frozenset[str] | None] = lambda game, person: None
    """The line questions this person is asked now; None for all, empty if they sit out."""
    joins: str = ""
    """The line flag by which a person enters the hand, such as "rejoin": until it is set, nothing
    else is asked for that person."""
    offers: Callable[[Game[O, S], str], Sequence[Word] | None] = lambda game, name: None
    """The answers to a question that are possible now; None for all."""
    suggests: Callable[[Game[O, S], int], NamedValues] = lambda game, person: {}
    """Line answers preselected for this person, where they differ from the defaults."""
    proposes: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """Deal answers as JSON that the table may agree on now instead of playing on, such as a split;
    empty where it cannot. They come without lines."""
    table_max: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """The most of what a line question counts that all seats together can hold, such as jokers; of
    several counts, each. Screens stop there, ``check`` refuses more."""
    answer_max: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """The largest answer to a line question of points. It refuses nothing: the number pad moves on
    by itself where one more digit would exceed it."""
    caps: Callable[[Game[O, S], str], Limits] = lambda game, name: ()
    """The cap on the points that count from a line question of points."""
    last: str = ""
    """The line flag that is asked once the rest of a hand is entered, such as a buy-in: the preview
    asks those whom ``asks_last`` names."""
    asks_last: Callable[[Game[O, S], Entry[D, L]], Mapping[int, Phrase]] = lambda game, entry: {}
    """Why the flag ``last`` is asked, by person, for an entry that is being typed."""
    late: str = ""
    """The line flag of persons who had no turn yet when the winner ended the hand: they sit after
    the winner, up to the dealer."""
    late_all: tuple[When, ...] | None = None
    """When all persons sitting there had no turn; None: usually they had one."""
    void: Callable[[D], bool] = lambda deal: False
    """Whether the lines of this deal are ignored, except questions marked ``always``."""
    strict: bool = False
    """Whether an answer to an unasked question, or an option without a value, is refused; otherwise
    it has no effect. Screens never send such answers."""
    inspect: Callable[[Game[O, S], Entry[D, L]], None] = lambda game, entry: None
    """Refuses single unasked answers before ``strict`` refuses all; it gets the entry as
    written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped(Generic[O, D, L, S]):
    """How tapped cards are counted."""

    copies: Callable[[O, D, str], int] = lambda options, deal, face: 0
    """How many copies of a card players may hold in this deal. Also answered before the deal is
    entered; 0 for all where no cards are tapped."""
    wild: Callable[[O, D], frozenset[str]] = lambda options, deal: frozenset()
    """Cards that are wild in this deal besides printed jokers; screens mark them."""
    lay: Callable[[Game[O, S], Entry[D, L], int], Arrangement | None] = lambda game, entry, p: None
    """How the cards tapped for this line are laid; None without cards. Stored with the hand as
    evidence, and shown while an entry is typed, so other answers may be missing. Raises EntryError
    for impossible cards."""
    reckon: Callable[[Game[O, S], Entry[D, L], int], NamedValues] = lambda game, entry, person: {}
    """The numbers that the cards of this line stand for, by question. Only called for a checked
    entry."""
    owes: Callable[[Game[O, S], Entry[D, L], int], float | None] = lambda game, entry, person: None
    """The points charged for the cards of this line, where a minimum, cap or half changes their
    count; None where nothing does. Called after ``lay``, for an entry that is being typed."""
    notes: Callable[[Game[O, S], Entry[D, L], int], tuple[Phrase, ...]] = lambda game, entry, p: ()
    """Returns what else the cards of this line are, such as a complete hand. Called after
    ``lay``, for an entry that is being typed."""
    fills: Callable[[Game[O, S], Entry[D, L], int], NamedValues] = lambda game, entry, person: {}
    """The least that the cards of this line answer of other questions, which screens show there.
    Called as ``notes`` is."""
    card_question: CardQuestion[O, D] | None = None
    """Set where cards alone have more results than the number they stand for."""


@dataclass(frozen=True, slots=True)
class Shows(Generic[O, D, S]):
    """Hands shown on the table for a verdict."""

    sizes: range
    """The numbers of cards in a show."""
    judge: Callable[[Game[O, S], D, Claim], Verdict]
    """The verdict on a show in this deal. Raises EntryError: field ``cards`` for impossible cards,
    or a deal question."""
    asks: Phrase = DECLARED
    """The question whose hand it is, in the words of the game."""
    prompt: Phrase = TAP_WHO_DECLARED


@dataclass(frozen=True, slots=True, kw_only=True)
class Board(Generic[O, D, L, S]):
    """What the scoreboard shows between two hands."""

    notes: Callable[[Game[O, S], int], tuple[Phrase, ...]] = lambda game, person: ()
    """Short notes on a person: "out", "may rejoin"."""
    notes_for_all: Callable[[O], bool] = lambda options: False
    """Whether the notes are about the next hand and hold for everybody, such as its contract."""
    out: Callable[[Game[O, S]], tuple[int, ...]] = lambda game: ()
    """Seats out of the game now."""
    dealer: Callable[[Game[O, S]], int | None] = lambda game: game.next_in_turn
    """The person who deals the next hand if nobody is missing (see ``playing.next_dealer``); by
    default the next in seating order."""
    totals: Callable[[Game[O, S]], tuple[float, ...]] = lambda game: game.totals
    """The running totals to show, where they differ from the sum of the points."""
    keeps_score: Callable[[Game[O, S]], bool] = lambda game: True
    """Whether the game has points; otherwise only money counts."""
    low_wins: Callable[[O], bool] = lambda options: False
    """Whether the lowest total is ahead."""
    game_points: Callable[[O], bool] = lambda options: False
    """Whether the totals are game points, which add up over many games."""
    won: Callable[[Game[O, S], Entry[D, L], Sequence[float]], Iterable[int]] | None = None
    """The persons who won a hand, from its entry and the points by seat; None: whoever has the sole
    answer. Only options and seats of the game may be used."""
    facts: Callable[[Game[O, S], Entry[D, L], int], Facts] | None = None
    """The facts of this entry, played after ``game``, about a person who took part: stored with the
    game for player pages. The same names in every hand of a game. None: no facts."""
    unplayed: Callable[[Game[O, S], Entry[D, L]], bool] = lambda game, entry: False
    """Whether a counted entry does not count as a hand played though its lines are read: a void
    one, also by a house rule or a tie, or an agreement such as a split. A deal that is
    ``Asking.void`` never counts."""
    rests: Callable[[Game[O, S], Entry[D, L]], Collection[int]] = lambda game, entry: ()
    """Persons who take no part though not absent: they rest, or are not in an extra deal."""
    same_dealer: Callable[[D], bool] = lambda deal: False
    """Whether the dealer of this deal deals again."""
    feats: Sequence[Feat] = ()
    """Feats of this game, besides those of every game."""
    report: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """More results by name, such as gin's boxes; per seat as tuples."""
    sums: Callable[[Game[O, S]], NamedValues] = lambda game: {}
    """The parts of a finished game's totals by name, where these are more than points; per seat as
    tuples, in the order added."""
    called: Mapping[str, Phrase] = field(default_factory=dict)
    """Labels of the results of ``report`` and ``sums``, by name; inside a list by both names, with
    ``{number}`` for the place."""


def nothing_more(game: Game[Any, Any]) -> Payments:
    """No payments at the end of a game."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Money(Generic[O, D, L, S]):
    """When money changes hands."""

    open: Callable[[Game[O, S]], Payments] = lambda game: ()
    """Before the first card is dealt."""
    pay: Callable[[Game[O, S], Entry[D, L]], Payments] = lambda game, entry: ()
    """As soon as a hand is over."""
    close: Callable[[Game[O, S]], Payments] = nothing_more
    """When the game has ended by its own rules."""

    @property
    def pays_at_its_end(self) -> bool:
        """Whether stopping the game before its own end omits payments."""
        return self.close is not nothing_more


@dataclass(frozen=True, slots=True, kw_only=True)
class Partners:
    """Persons who share a seat."""

    sides: tuple[int, ...] = (1,)
    """The allowed numbers of persons per seat."""
    one_table: bool = False
    """Whether all sit at one table, so that a hand has one deal; otherwise each pair of opponents
    has its own table and deal."""
    side_lines: bool = False
    """Whether a hand has one line per seat instead of per person (at one table)."""

    def tables(self, game: Any) -> int:
        """Returns how many deals a hand has; ``game``: the game, or what is stored of it."""
        return 1 if self.one_table else int(game.side)

    def line_count(self, game: Game[Any, Any]) -> int:
        """Returns how many lines a hand has."""
        return game.seats if self.side_lines else game.persons

    def line_names(
        self, game: Any, names: Sequence[str], join: Callable[[Iterable[str]], str] = "+".join
    ) -> tuple[str, ...]:
        """Returns the names of the lines, from the names of the persons; ``game``: as above."""
        if self.side_lines and game.side > 1:
            return tuple(join(side) for side in by_seat(names, game.seats))
        return tuple(names)

    def persons_of(self, game: Game[Any, Any], line: int) -> range:
        """Returns the persons of this line."""
        return range(line, game.persons, game.seats) if self.side_lines else range(line, line + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Absences(Generic[O]):
    """Seats may miss a hand."""

    open_table: Callable[[O], bool] = lambda options: True
    """Whether each hand is settled when it is over, as no total leads to an end: then seats may
    also leave and join the running game (see ``seating``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWords(Generic[O]):
    """The words in which pages speak of a game."""

    terms: Terms = Terms.CARDS

    own: Callable[[O], Mapping[Word | str, str]] = lambda options: {}
    """The table's words for answers, and for questions by name."""
    name_game: bool = False
    """Whether a game is called by the name of its rules, as the table made them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[O, D, L, S]):
    key: str
    name: str
    summary: str
    """One sentence for the list of games."""
    also: str = ""
    """Other names and spellings by which players look for it."""
    seats: range
    family: Family = Family.OWN
    source: str = ""
    """The publisher of the rules behind defaults marked ``seed``, as readers can find it."""
    table_card: Callable[[O, int], TableCard | None] = lambda options, persons: None
    """How to set up the game for this number of persons."""
    partners: Partners = Partners()
    absences: Absences[O] | None = None
    """None: everybody plays every hand."""
    words: TableWords[O] = TableWords()

    options: type[O] = NOTHING
    deal: type[D] = NOTHING
    line: type[L]
    state: type[S] = NOTHING
    asking: Asking[O, D, L, S] = Asking()

    defaults: Callable[[NamedValues, int, int], NamedValues] = lambda chosen, seats, side: {}
    """Option defaults that depend on the given options, on seats and on persons per side."""
    check_options: Callable[[O, int], None] = lambda options, seats: None
    """Raises EntryError(field=option) if these seats cannot play by these options."""
    presets: tuple[Preset, ...] = ()

    check: Callable[[Game[O, S], Entry[D, L]], None] = lambda game, entry: None
    """Raises EntryError if the entry cannot be right."""
    score: Callable[[Game[O, S], Entry[D, L]], Scores]
    """Points for each seat, with the rule that produced them."""
    money: Money[O, D, L, S] = Money()
    begin: Callable[[Game[O, S]], S] | None = None
    """The state before the first hand; None: a blank one."""
    follow: Callable[[Game[O, S], Entry[D, L]], S] = lambda game, entry: game.state
    """The state after this hand; ``game`` is the game before it."""
    is_over: Callable[[Game[O, S]], bool] = lambda game: False
    open_ended: Callable[[O], bool] = lambda options: False
    """Whether nothing in these options ends the game: it is over whenever the players stop."""

    board: Board[O, D, L, S] = Board()
    cards: Tapped[O, D, L, S] = Tapped()
    shows: Shows[O, D, S] | None = None


_NAMES = {
    ("cards", "notes"): "card_notes",
    ("shows", "sizes"): "shows",
    ("shows", "asks"): "show_question",
    ("shows", "prompt"): "show_prompt",
    ("money", "open"): "opening",
    ("words", "own"): "own_words",
    ("words", "name_game"): "named_by_rules",
}
_GROUPS = ("asking", "cards", "shows", "board", "money", "partners", "absences", "words")


def built(grouped: Variant[O, D, L, S]) -> v.Variant[O, D, L, S]:
    """Returns an object of a class that has the functions of the groups as its methods."""
    members: dict[str, Any] = {"may_miss": grouped.absences is not None}
    for declared in fields(grouped):
        value = getattr(grouped, declared.name)
        if declared.name not in _GROUPS:
            if value is not declared.default:
                members[declared.name] = value
            continue
        for one in fields(value) if value is not None else ():
            name = _NAMES.get((declared.name, one.name), one.name)
            own = getattr(value, one.name)
            if own is not one.default:
                members[name] = own
    members = {
        name: staticmethod(value) if callable(value) and not isinstance(value, type) else value
        for name, value in members.items()
    }
    kind: type[v.Variant[O, D, L, S]] = type(grouped.key, (v.Variant,), members)
    return kind()
