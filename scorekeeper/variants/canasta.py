"""Canasta: canastas of seven, red threes and wild cards, hand by hand to 5000, paid at the end.

Two sides of two, or two players of whom each is a side. A side reports together what lies before
it: its canastas, natural (500) or mixed (300), its red threes (100 each, all four 800), the points
of all cards it has melded, those in canastas too, and the points left in its partners' hands.

* Cards: joker 50, two and ace 20, king to eight 10, seven to four and black three 5.
* Going out takes a canasta, two when two play, and brings 100; concealed, all at once, 200.
* Red threes count against a side without any meld; at some tables, without a canasta.

Modern American: two canastas to go out and 8500 to win. Canastas of sevens or aces bring 2500, of
wild cards 2000, with all four jokers 2500, of twos alone 3000. Red and black threes count by
colour 100, 300, 500 or 1000: for a side with two canastas, not at all with one, against it with
none, and then what it melded counts against it too. Pure sevens, aces or wild cards left
unfinished, and three or more sevens or aces in one hand, cost extra. A special hand scores what it
is worth and nothing else; one worth 8500 wins the game at once.

A hand is void only where the table says so, as after a misdeal; one in which nobody goes out
counts.

The game ends when one side alone is ahead at the target. Each loser then pays a winner the
difference of the totals: partners across, first with first and second with second. A side that
ended the game with a special hand and is still behind collects nothing.

Sources: pagat.com/rummy/canasta.html, bicyclecards.com/how-to-play/canasta, and for the modern
game canastaleague.org/rules.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.ends import Ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.outcomes.facts import Fact, Facts, counted_facts
from scorekeeper.engine.outcomes.feats import Feat, at_once
from scorekeeper.engine.questions import fields as ask
from scorekeeper.engine.questions.kinds import Word, question, when
from scorekeeper.engine.seats.table_card import TableCard, sentences
from scorekeeper.engine.variant import Limits, NamedValues, Preset, Report
from scorekeeper.engine.words import GAINS, LOSES, Phrase, _, reason
from scorekeeper.variants import _glossary, _western
from scorekeeper.variants._high_total import Deal, HighTotal, leader

# Reasons --------------------------------------------------------------------------------------

RED_THREES: Final = reason("red_threes", _("red threes"))
MELDED: Final = reason("melded", _("melded"))
PENALTIES: Final = reason("penalties", _("penalties"))
OF_THREES: Final = reason("threes", _("threes"))
CANASTAS: Final = reason("canastas", _("canastas"))
GOING_OUT: Final = reason("going_out", _("going out"))
IN_HAND: Final = reason("in_hand", _("in hand"))
SPECIAL_HAND: Final = reason("special_hand", _("special hand"))


class Form(Word):
    CLASSIC = "classic", _("Classic"), _("To 5000; a canasta to go out.")
    MODERN = "modern", _("Modern American"), _("To 8500; two canastas, threes by colour.")


class PayPer(Word):
    POINT = 1, _("1 point")
    HUNDRED = 100, _("100 points"), _("The difference is rounded down.")


class Special(Word):
    """The points of special hands of the modern game."""

    NONE = 0, _("None")
    P2000 = 2000, "2000"
    P2100 = 2100, "2100"
    P2200 = 2200, "2200"
    P2300 = 2300, "2300"
    P2400 = 2400, "2400"
    P2500 = 2500, "2500"
    P2600 = 2600, "2600"
    P2700 = 2700, "2700"
    P2800 = 2800, "2800"
    P2900 = 2900, "2900"
    P3000 = 3000, "3000"
    P3100 = 3100, "3100"
    P3200 = 3200, "3200"
    P3300 = 3300, "3300"
    P3400 = 3400, "3400"
    P3500 = 3500, "3500"
    DREAM = 8500, "8500"


@dataclass(frozen=True, slots=True)
class Options:
    form: Form = ask.pick(
        _("Form"), Form.CLASSIC, _("Which canasta is played."), source="others.md §6"
    )
    target: int = ask.points(
        _("Target"),
        5000,
        _("The leader here wins; 5000, modern 8500."),
        min=1,
        source="others.md §6",
    )
    point_value: int = ask.amount(
        _("Money per point"),
        1,
        _("Of the difference at the end; or per 100 points, as “Paid per” says."),
        source="others.md §6",
    )
    pay_per: PayPer = ask.pick(
        _("Paid per"), PayPer.POINT, _("How many points the money is for."), source="others.md §6"
    )
    cap: int | None = ask.question(_western.CAP, None)
    canastas_to_go_out: int = ask.count(
        _("Canastas to go out"),
        1,
        _("How many a side needs; two when two play, or in the modern game."),
        min=1,
        max=2,
        source="others.md §6",
    )
    red3_needs_canasta: bool = ask.flag(
        _("Red threes need a canasta"),
        False,
        _("They count against a side without one, not only without a meld."),
        source="others.md §6",
        when=(when("form", Form.CLASSIC),),
    )


RANKS: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
MOST: Final = (4, *(8,) * 12, 4)
"""Cards of each rank in two packs; of the threes the black ones only."""
COUNTED: Final = (when("special", Special.NONE) | when("options.form", Form.CLASSIC),)
"""A special hand counts alone."""
CLASSIC: Final = when("options.form", Form.CLASSIC)
MODERN: Final = (when("options.form", Form.MODERN),)


@dataclass(frozen=True, slots=True)
class Line:
    """The report of one side."""

    special: Special = ask.pick(
        _("Special hand"), Special.NONE, _("What it is worth; 8500 wins the game."), screen=MODERN
    )
    natural: int = ask.count(_("Natural"), 0, _("500 each"), max=None, when=COUNTED)
    mixed: int = ask.count(_("Mixed"), 0, _("300 each"), max=None, when=COUNTED)
    sevens_aces: int = ask.count(
        _("Sevens or aces"), 0, _("2500 each"), max=2, when=COUNTED, screen=MODERN
    )
    wild: int = ask.count(_("Wild"), 0, _("2000"), max=1, when=COUNTED, screen=MODERN)
    wild_four_jokers: int = ask.count(
        _("Wild, four jokers"), 0, _("2500"), max=1, when=COUNTED, screen=MODERN
    )
    wild_twos: int = ask.count(
        _("Wild, all twos"), 0, _("3000"), max=1, when=COUNTED, screen=MODERN
    )
    went_out: bool = ask.flag(_("Went out"), False, sole=(), nobody=True, when=COUNTED)
    concealed: bool = ask.flag(
        _("Concealed"),
        False,
        _("All at once: 200 in place of 100."),
        when=COUNTED,
        screen=(CLASSIC, when("went_out", True)),
    )
    red_threes: int = ask.count(_("Red threes"), 0, max=4, when=COUNTED)
    black_threes: int = ask.count(_("Black threes"), 0, max=4, when=COUNTED, screen=MODERN)
    melded: int | None = ask.points(
        _("Melded"), None, _("All cards, canastas too."), empty=(), when=COUNTED
    )
    in_hand: int | None = ask.points(
        _("In hand"),
        None,
        _("What is left."),
        empty=(when("went_out", True),),
        when=COUNTED,
    )
    melded_cards: tuple[int, ...] | None = ask.counts(
        _("Melded, by rank"), None, labels=RANKS, most=MOST, named=True, when=COUNTED
    )
    in_hand_cards: tuple[int, ...] | None = ask.counts(
        _("In hand, by rank"), None, labels=RANKS, most=MOST, named=True, when=COUNTED
    )
    unfinished_sevens_aces: int = ask.count(
        _("Sevens, aces not finished"), 0, _("−2500 each"), max=2, when=COUNTED, screen=MODERN
    )
    unfinished_wild: int = ask.count(
        _("Wild not finished"), 0, _("−2000"), max=1, when=COUNTED, screen=MODERN
    )
    held_sevens_aces: int = ask.count(
        _("Hands with three sevens or aces"),
        0,
        _("Three or more of them: −1500 each"),
        max=4,
        when=COUNTED,
        screen=MODERN,
    )


@dataclass(frozen=True, slots=True)
class State:
    dreams: tuple[int, ...] = ()
    """The sides that have just ended the game with a special hand."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]


# Points --------------------------------------------------------------------------------------

VALUES: Final = (50, 20, 20, *(10,) * 6, *(5,) * 5)
"""Points of a card of each rank."""
ALL_CARDS: Final = 1180
"""Points of both packs, without red threes."""
BONUS: Final = {
    "natural": 500,
    "mixed": 300,
    "sevens_aces": 2500,
    "wild": 2000,
    "wild_four_jokers": 2500,
    "wild_twos": 3000,
}
"""Points of a canasta of each kind, besides its cards."""
PENALTY: Final = {"unfinished_sevens_aces": 2500, "unfinished_wild": 2000, "held_sevens_aces": 1500}
THREES: Final = (0, 100, 300, 500, 1000)
"""Modern: so many threes of one colour."""


def worth(cards: Sequence[int]) -> int:
    """Returns the points of so many cards of each rank."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))


def melded(line: Line) -> int:
    return worth(line.melded_cards) if line.melded_cards is not None else line.melded or 0


def in_hand(line: Line) -> int:
    return worth(line.in_hand_cards) if line.in_hand_cards is not None else line.in_hand or 0


def canastas(line: Line) -> int:
    """Returns how many canastas of any kind the side has."""
    return sum(getattr(line, kind) for kind in BONUS)


# The two forms -------------------------------------------------------------------------------

Parts: TypeAlias = Iterator[tuple[Phrase, int]]
"""The parts of a score: words, and points for or against the side."""


@dataclass(frozen=True, slots=True)
class FormRules:
    target: int
    canastas: int
    """Canastas needed to go out; two when two play."""
    hand_size: int
    """Cards dealt to each of four."""
    hand_size_of_two: int
    first_meld: tuple[tuple[float, int], ...]
    """Pairs of a total and the points needed below it."""
    least: Mapping[str, int]
    """The least points of the cards of a canasta, by its kind."""
    not_asked: tuple[str, ...]
    """Questions of the other game."""
    refusal: Phrase
    parts: Callable[[Options, Line], Parts]
    """Yields what threes and melded cards bring."""


def classic(options: Options, line: Line) -> Parts:
    threes = 800 if line.red_threes == 4 else 100 * line.red_threes
    enough = canastas(line) if options.red3_needs_canasta else melded(line)
    yield RED_THREES, threes if enough else -threes
    yield MELDED, melded(line)


def modern(options: Options, line: Line) -> Parts:
    """Yields the parts of a score. Threes count for a side with two canastas, and against one with
    none, which also loses what it melded."""
    count = canastas(line)
    threes = THREES[line.red_threes] + THREES[line.black_threes]
    yield PENALTIES, -sum(cost * getattr(line, kind) for kind, cost in PENALTY.items())
    yield OF_THREES, -threes if count == 0 else threes if count >= 2 else 0
    yield MELDED, melded(line) if count else -melded(line)


FORMS: Final[Mapping[Form, FormRules]] = {
    Form.CLASSIC: FormRules(
        target=5000,
        canastas=1,
        hand_size=11,
        hand_size_of_two=15,
        first_meld=((0, 15), (1500, 50), (3000, 90), (inf, 120)),
        least={"natural": 35, "mixed": 50},
        not_asked=("special", *list(BONUS)[2:], "black_threes", *PENALTY),
        refusal=_("Only the modern game has this."),
        parts=classic,
    ),
    Form.MODERN: FormRules(
        target=8500,
        canastas=2,
        hand_size=13,
        hand_size_of_two=13,
        first_meld=((3000, 125), (5000, 155), (inf, 180)),
        least=dict.fromkeys(BONUS, 35),
        not_asked=("concealed",),
        refusal=_("Not in this game."),
        parts=modern,
    ),
}


def form_of(options: Options) -> FormRules:
    return FORMS[options.form]


def least_melded(options: Options, line: Line) -> int:
    """Returns the least points of the cards of these canastas."""
    return sum(points * getattr(line, kind) for kind, points in form_of(options).least.items())


def first_meld(options: Options, total: float) -> int:
    """Returns the points that a side's first meld needs, with this total before the hand."""
    return next(points for below, points in form_of(options).first_meld if total < below)


def side_parts(options: Options, line: Line) -> Parts:
    if line.special is not Special.NONE:
        yield SPECIAL_HAND, int(line.special.value)
        return
    yield CANASTAS, sum(points * getattr(line, kind) for kind, points in BONUS.items())
    yield GOING_OUT, (100 + 100 * line.concealed) * line.went_out
    yield from form_of(options).parts(options, line)
    yield IN_HAND, -in_hand(line)


def signed(words: Phrase, points: int) -> Phrase:
    """Returns ``melded +320`` or ``in hand −45``."""
    template = GAINS if points > 0 else LOSES
    return template.format(words=words, points=abs(points))


# What a side cannot report -------------------------------------------------------------------


def check_form(options: Options, line: Line, seat: int) -> None:
    """Refuses answers to questions of the other form."""
    for name in form_of(options).not_asked:
        if getattr(line, name) != question(Line, name).default:
            raise EntryError(form_of(options).refusal, field=name, seat=seat)


def check_points(line: Line, seat: int) -> None:
    check_typed(line.melded or None, line.melded_cards, "melded", seat)
    check_typed(line.in_hand, line.in_hand_cards, "in_hand", seat)
    if line.in_hand is None and line.in_hand_cards is None and not line.went_out:
        raise EntryError(_("Enter the points left in hand."), field="in_hand", seat=seat)


def check_typed(typed: int | None, cards: Sequence[int] | None, field: str, seat: int) -> None:
    if typed is None:
        return
    if typed % 5:
        raise EntryError(_("Points come in fives."), field=field, seat=seat)
    if cards is not None and typed != worth(cards):
        raise EntryError(
            _("The cards counted make {counted}."), field=field, seat=seat, counted=worth(cards)
        )


def check_canastas(options: Options, line: Line, seat: int) -> None:
    if line.natural + line.mixed > 11:
        raise EntryError(_("There are eleven ranks to meld."), field="natural", seat=seat)
    if melded(line) < (least := least_melded(options, line)):
        raise EntryError(
            _("The cards of these canastas alone count {least}."),
            field="melded",
            seat=seat,
            least=least,
        )


def check_going_out(game: Game, line: Line, seat: int) -> None:
    if line.concealed and not line.went_out:
        raise EntryError(
            _("Only the player who goes out can do so concealed."), field="concealed", seat=seat
        )
    if not line.went_out:
        return
    if canastas(line) < game.options.canastas_to_go_out:
        raise EntryError(
            _("Canastas it takes to go out: {needed}."),
            field="went_out",
            seat=seat,
            needed=game.options.canastas_to_go_out,
        )
    if game.side == 1 and in_hand(line):
        raise EntryError(
            _("The player who went out has no cards left."), field="in_hand", seat=seat
        )


def check_together(lines: Sequence[Line]) -> None:
    """Checks what both sides report of the same two packs."""
    if all(line.went_out for line in lines):
        raise EntryError(_("Only one side went out."), field="went_out")
    for threes, words in (
        ("red_threes", _("There are four red threes in all.")),
        ("black_threes", _("There are four black threes in all.")),
    ):
        if sum(getattr(line, threes) for line in lines) > 4:
            raise EntryError(words, field=threes)
    counted = [c for line in lines for c in (line.melded_cards, line.in_hand_cards) if c]
    for rank, most, of_rank in zip(RANKS, MOST, zip(*counted, strict=True), strict=False):
        if sum(of_rank) > most:
            raise EntryError(
                _("The packs have fewer cards of rank {rank}."), field="melded_cards", rank=rank
            )
    if sum(melded(line) + in_hand(line) for line in lines) > ALL_CARDS:
        raise EntryError(_("All cards together count {all}."), field="melded", all=ALL_CARDS)


FEATS: Final = (
    at_once(
        "concealed", _("Out of the sleeve"), _("Go out concealed, with all cards at once."), "AC"
    ),
    Feat(
        key="natural_canasta",
        name=_("A natural canasta"),
        description=_("Finish a canasta without a wild card."),
        face="7C",
        is_earned=lambda hand: hand.line.natural + hand.line.sevens_aces > 0,
    ),
    Feat(
        key="four_canastas",
        name=_("Four canastas"),
        description=_("Finish four canastas in one hand."),
        face="4C",
        is_earned=lambda hand: canastas(hand.line) >= 4,
    ),
    Feat(
        key="four_red_threes",
        name=_("All the red threes"),
        description=_("Lay down all four red threes."),
        face="3D",
        is_earned=lambda hand: hand.line.red_threes == 4,
    ),
)
GLOSSARY: Final = sentences(
    _("Canasta: seven cards or more of one rank."),
    _("Natural: a canasta without a wild card."),
    _("Mixed: a canasta with wild cards."),
    _("Wild cards: jokers and twos."),
    _glossary.GO_OUT,
    _("Concealed: a player goes out who had melded nothing before."),
    _("Red threes: bonus cards that are laid down at once."),
    _("Black threes: in the modern game they count by colour, as red threes do."),
    _("Melded: the points of all cards on the table."),
    _("In hand: the points of the cards that were not laid."),
    _("Special hand: it scores what it is worth, and nothing else."),
    _glossary.CAP,
    _glossary.VOID,
)


class Canasta(HighTotal[Options, Deal, Line, State]):
    key, name = "canasta", "Canasta"
    summary = _("Canastas, red threes and cards to 5000; the difference is paid at the end.")
    also = "Kanasta, कनास्ता, Канаста, קנסטה, كاناستا, カナスタ, 카나스타, 卡纳斯塔"
    known = {"": 6}
    seats = range(2, 3)
    side_lines = True
    options, deal, line, state = Options, Deal, Line, State
    presets = (
        Preset("classic", _("Classic"), {}, _("To 5000.")),
        Preset("modern", _("Modern American"), {"form": "modern"}, _("To 8500.")),
        Preset(
            "viennese",
            _("Viennese threes"),
            {"red3_needs_canasta": True},
            _("Red threes need a canasta."),
        ),
    )
    feats = FEATS
    glossary = GLOSSARY
    called = {"first_meld": _("First meld")}

    def defaults(self, chosen: NamedValues, seats: int, side: int) -> NamedValues:
        form = FORMS[chosen.get("form", Form.CLASSIC)]
        return {"target": form.target, "canastas_to_go_out": 2 if side == 1 else form.canastas}

    def table_card(self, options: Options, persons: int) -> TableCard:
        form = form_of(options)
        card = _western.table_card(2, 4, form.hand_size_of_two if persons == 2 else form.hand_size)
        opposite = _("Partners sit opposite each other.")
        before = (opposite,) if persons == 4 else ()
        return replace(card, dealt=(), before=before)

    def limits(self, game: Game, name: str) -> Limits:
        """Returns 0 in hand for a player who went out; their partner may have cards left."""
        if name != "in_hand" or game.side > 1:
            return Limits()
        return Limits(answer=(((when("went_out", True),), 0), ((), ALL_CARDS)))

    def check(self, game: Game, entry: Entry) -> None:
        if entry.is_void:
            return
        for seat, line in enumerate(entry.lines):
            check_form(game.options, line, seat)
            if line.special is Special.NONE:
                check_points(line, seat)
                check_canastas(game.options, line, seat)
                check_going_out(game, line, seat)
        check_together(entry.lines)

    def parts(self, options: Options, line: Line) -> Parts:
        for words, points in side_parts(options, line):
            if points:
                yield signed(words, points), points

    def facts(self, game: Game, entry: Entry, outcome: g.Outcome, person: int) -> Facts:
        """Returns a side's facts for either partner. A special hand records no points in hand."""
        line = entry.lines[game.seat_of(person)]
        played = outcome.is_played
        left = in_hand(line) if played and line.special is Special.NONE else 0
        concealed = played and line.went_out and line.concealed
        return {**counted_facts(played=played, left=left or None), Fact.AT_ONCE: int(concealed)}

    def follow(self, game: Game, entry: Entry, outcome: g.Outcome) -> State:
        lines = enumerate(entry.lines)
        return State(tuple(seat for seat, line in lines if line.special is Special.DREAM))

    def winner(self, game: Game) -> int | None:
        dreams = game.state.dreams
        if len(dreams) == 1:
            return dreams[0]
        return leader(game.totals, 0 if dreams else game.options.target)

    def ends(self, options: Options) -> Ending:
        """Ends with four dream canastas too."""
        at_total = super().ends(options)
        return Ending(lambda game: bool(game.state.dreams) or at_total.is_reached(game))

    def amount(self, options: Options, ahead: int) -> int:
        return max(ahead, 0) // int(options.pay_per.value) * options.point_value

    def report(self, game: Game) -> Report:
        if game.over:
            return Report()
        melds = tuple(first_meld(game.options, total) for total in game.totals)
        return Report({"first_meld": melds})

    def notes(self, game: Game, person: int) -> tuple[Phrase, ...]:
        if game.over:
            return ()
        points = first_meld(game.options, game.totals[game.seat_of(person)])
        return (_("first meld {points}").format(points=points),)


variant = Canasta()
