"""Defines what a game is: its declarations, the questions it asks, and its rules.

A game is a class below ``Variant``: what it is called and what it asks are attributes, its rules
are methods. Only ``key``, ``name``, ``summary``, ``seats``, ``line`` and ``outcome`` are required.
Everything else has a default that suits a simple game. An object of a game holds no state: what
has been played is in ``Game``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, Generic, TypeAlias

from scorekeeper.engine.ends import Ending
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import D, Entry, Game, L, O, Outcome, S, by_seat
from scorekeeper.engine.melds.arrangement import Arrangement
from scorekeeper.engine.money import Payments
from scorekeeper.engine.outcomes.facts import Facts
from scorekeeper.engine.outcomes.feats import Feat
from scorekeeper.engine.packs import Stock
from scorekeeper.engine.questions.kinds import When, Word
from scorekeeper.engine.referee import Claim, Verdict
from scorekeeper.engine.seats.table_card import Sentences, TableCard
from scorekeeper.engine.words import Phrase, _

NamedValues: TypeAlias = Mapping[str, Any]
Limit: TypeAlias = int | tuple[tuple[tuple[When, ...], int], ...] | None
"""A number, or pairs of conditions and a number: the first pair whose conditions all hold applies.
None: no limit."""


def usual(limit: Limit) -> int | None:
    """Returns the number that applies without a condition; None if there is none."""
    if limit is None or isinstance(limit, int):
        return limit
    return next((number for conditions, number in limit if not conditions), None)


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a question."""

    offered: tuple[Word, ...] | None = None
    """The answers to choose from; None: all."""
    table: Limit = None
    """The most of what it counts that all seats together can hold, such as jokers; of several
    counts, each. Screens stop there, ``check`` refuses more."""
    answer: Limit = None
    """The largest number of points. It refuses nothing: the number pad moves on by itself where one
    more digit would exceed it, and skips a question whose answer can only be 0."""
    cap: Limit = None
    """The most that counts of a number of points."""
    is_signed: bool = False
    """Whether a number of points may be below zero: the number pad has a key for the sign."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Takes the place of questions or a state that a variant does not have."""


NOTHING: Final[Any] = Nothing


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options."""

    key: str
    name: str
    options: NamedValues = field(default_factory=dict)
    note: str = ""


@dataclass(frozen=True, slots=True)
class Tapped:
    """The result of the cards tapped for a line."""

    arrangement: Arrangement | None = None
    """How the cards are laid, stored with the hand as evidence; None without cards."""
    numbers: NamedValues = field(default_factory=dict)
    """The answers that the cards stand for, by question. They replace those of a checked entry."""
    owes: float | None = None
    """The points charged for the cards, where a minimum, cap or half changes their count; None
    where nothing does."""
    notes: tuple[Phrase, ...] = ()
    """What else the cards are, such as a complete hand."""
    fills: NamedValues = field(default_factory=dict)
    """The least that the cards alone answer of other questions, which screens show there."""


@dataclass(frozen=True, slots=True)
class Report:
    """Results besides points, by name; per seat as tuples."""

    results: NamedValues = field(default_factory=dict)
    """Such as gin's boxes."""
    sums: NamedValues = field(default_factory=dict)
    """The parts of a finished game's totals, where these are more than points, in the order
    added."""


class Terms(Enum):
    """The words of a game for its results and for the pieces left over: they follow from the
    pieces that it is played with."""

    CARDS = "cards"
    """Hands of cards."""
    TILES = "tiles"
    """Rounds of tiles."""


DECLARED: Final = _("Who declared?")
TAP_WHO_DECLARED: Final = _("Tap who declared.")


class Variant(Generic[O, D, L, S]):
    """A game: its declarations as attributes, its rules as methods.

    Methods never change a game or an entry. ``game`` is the game before the hand of ``entry``,
    ``person`` a person's number (``engine.game``).
    """

    # What it is called ----------------------------------------------------------------------

    key: str
    name: str
    summary: str
    """One sentence for the list of games."""
    also: str = ""
    """Other names and spellings by which players look for it, in any script."""
    known: Mapping[str, int] = {}
    """How well it is known, more for more, by country (``IN``), and elsewhere (""): the best known
    games are offered first."""
    family: Family = Family.OWN
    source: str = ""
    """The publisher of the rules behind defaults marked ``seed``, as readers can find it."""
    terms: Terms = Terms.CARDS
    game_points: bool = False
    """Whether the totals are game points, which add up over many games."""
    named_by_rules: bool = False
    """Whether a game is called by the name of its rules, as the table made them."""
    glossary: Sentences = ()
    """The words of its questions and answers that are not everyday English: for each a sentence
    that begins with the word and a colon."""
    money_glossary: Sentences = ()
    """Those about payments, which a group that plays for points only does not see."""

    # Who plays ------------------------------------------------------------------------------

    seats: range
    sides: tuple[int, ...] = (1,)
    """The allowed numbers of persons per seat."""
    one_table: bool = False
    """Whether all partners sit at one table, so that a hand has one deal; otherwise each pair of
    opponents has its own table and deal."""
    side_lines: bool = False
    """Whether a hand has one line per seat instead of per person (at one table)."""
    may_miss: bool = False
    """Whether persons may miss a hand; otherwise everybody plays every hand."""

    # What is asked --------------------------------------------------------------------------

    options: type[O] = NOTHING
    deal: type[D] = NOTHING
    line: type[L]
    state: type[S] = NOTHING
    presets: tuple[Preset, ...] = ()
    joins: str = ""
    """The line flag by which a person enters the hand, such as "rejoin": until it is set, nothing
    else is asked for that person."""
    last: str = ""
    """The line flag that is asked once the rest of a hand is entered, such as a buy-in: the preview
    asks those whom ``asks_last`` names."""
    late: str = ""
    """The line flag of persons who had no turn yet when the winner ended the hand: they sit after
    the winner, up to the dealer."""
    late_all: tuple[When, ...] | None = None
    """When all persons sitting there had no turn; None: usually they had one."""
    strict: bool = False
    """Whether an answer to an unasked question, or an option without a value, is refused; otherwise
    it has no effect. Screens never send such answers."""
    shows: range = range(0)
    """The numbers of cards that may be shown to the referee; empty where nothing is judged."""
    show_question: Phrase = DECLARED
    """The question whose hand it is, in the words of the game."""
    show_prompt: Phrase = TAP_WHO_DECLARED

    # What is recorded -----------------------------------------------------------------------

    feats: Sequence[Feat] = ()
    """Feats of this game, besides those of every game."""
    called: Mapping[str, Phrase] = {}
    """Labels of what ``report`` returns, by name; inside a list by both names, with
    ``{number}`` for the place."""

    # How it is set up -----------------------------------------------------------------------

    def table_card(self, options: O, persons: int) -> TableCard | None:
        """Returns how to set up the game for this number of persons."""
        return None

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        """Returns option defaults that depend on the given options, on seats and on persons per
        side."""
        return {}

    def check_options(self, options: O, seats: int) -> None:
        """Raises EntryError(field=option) if these seats cannot play by these options."""

    def own_words(self, options: O) -> Mapping[Word | str, str]:
        """Returns the table's words for answers, and for questions by name."""
        return {}

    # Which questions are asked, and how -----------------------------------------------------

    def asks(self, game: Game[O, S], person: int) -> frozenset[str] | None:
        """Returns the line questions this person is asked now; None for all, empty if they sit
        out."""
        return None

    def suggests(self, game: Game[O, S], person: int) -> NamedValues:
        """Returns line answers preselected for this person, where they differ from the
        defaults."""
        return {}

    def proposes(self, game: Game[O, S]) -> NamedValues:
        """Returns deal answers as JSON that the table may agree on now instead of playing on, such
        as a split; empty where it cannot. They come without lines."""
        return {}

    def limits(self, game: Game[O, S], name: str) -> Limits:
        """Returns the limits of a question now: which answers are possible, and how large."""
        return Limits()

    def asks_last(self, game: Game[O, S], entry: Entry[D, L]) -> Mapping[int, Phrase]:
        """Returns why the flag ``last`` is asked, by person, for an entry that is being typed."""
        return {}

    def inspect(self, game: Game[O, S], entry: Entry[D, L]) -> None:
        """Refuses single unasked answers before ``strict`` refuses all; it gets the entry as
        written."""

    # Hand after hand ------------------------------------------------------------------------

    def check(self, game: Game[O, S], entry: Entry[D, L]) -> None:
        """Raises EntryError if the entry cannot be right."""

    def outcome(self, game: Game[O, S], entry: Entry[D, L]) -> Outcome:
        """Returns what a checked entry comes to: points, payments, who won."""
        raise NotImplementedError

    def begin(self, game: Game[O, S]) -> S:
        """Returns the state before the first hand."""
        return self.state()

    def follow(self, game: Game[O, S], entry: Entry[D, L], outcome: Outcome) -> S:
        """Returns the state after this hand."""
        return game.state

    def ends(self, options: O) -> Ending | None:
        """Returns how the game ends (``engine.ends``); None: when the players stop."""
        return None

    # When money changes hands ---------------------------------------------------------------

    def opening(self, game: Game[O, S]) -> Payments:
        """Returns the payments before the first card is dealt."""
        return ()

    def close(self, game: Game[O, S]) -> Payments:
        """Returns the payments when the game has ended by its own rules."""
        return ()

    @property
    def pays_at_its_end(self) -> bool:
        """Whether stopping the game before its own end omits payments."""
        return type(self).close is not Variant.close

    # Tapped and shown cards -----------------------------------------------------------------

    def stock(self, options: O, deal: D) -> Stock:
        """Returns the cards of this deal, also before it is entered; none where no cards are
        tapped."""
        return Stock()

    def tapped(self, game: Game[O, S], entry: Entry[D, L], person: int) -> Tapped | None:
        """Counts the cards tapped for this line; None where there is nothing to count.

        Also called while an entry is typed, when other answers may be missing. Raises EntryError
        for impossible cards.
        """
        return None

    def judge(self, game: Game[O, S], deal: D, claim: Claim) -> Verdict:
        """Returns the verdict on cards shown in this deal. Raises EntryError: field ``cards`` for
        impossible cards, or a deal question."""
        raise NotImplementedError

    # What the scoreboard shows between two hands --------------------------------------------

    def notes(self, game: Game[O, S], person: int) -> tuple[Phrase, ...]:
        """Returns short notes on a person: "out", "may rejoin"."""
        return ()

    def notes_for_all(self, options: O) -> bool:
        """Whether the notes are about the next hand and hold for everybody, such as its
        contract."""
        return False

    def out(self, game: Game[O, S]) -> tuple[int, ...]:
        """Returns the seats out of the game now."""
        return ()

    def dealer(self, game: Game[O, S]) -> int | None:
        """Returns the person who deals the next hand if nobody is missing (``playing``);
        by default the next in seating order."""
        return game.next_in_turn

    def totals(self, game: Game[O, S]) -> tuple[float, ...] | None:
        """Returns the running totals to show, where they differ from the sum of the points; None:
        the game has no points, only money counts."""
        return game.totals

    def low_wins(self, options: O) -> bool:
        """Whether the lowest total is ahead."""
        return False

    def report(self, game: Game[O, S]) -> Report:
        """Returns results besides points."""
        return Report()

    # What a hand records --------------------------------------------------------------------

    def facts(
        self, game: Game[O, S], entry: Entry[D, L], outcome: Outcome, person: int
    ) -> Facts | None:
        """Returns the facts of this entry about a person who took part: stored with the game for
        player pages. The same names in every hand of a game. None: no facts."""
        return None

    # Persons and lines ----------------------------------------------------------------------

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


AnyVariant: TypeAlias = Variant[Any, Any, Any, Any]
