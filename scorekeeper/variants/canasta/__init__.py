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

The game ends when one side alone is ahead at the target. Each loser then pays a winner the
difference of the totals: partners across, first with first and second with second. A side that
ended the game with a special hand and is still behind collects nothing.

Sources: pagat.com/rummy/canasta.html, bicyclecards.com/how-to-play/canasta, and for the modern
game canastaleague.org/rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from scorekeeper.engine import game as g
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.money import Payments
from scorekeeper.engine.questions import (
    Amount,
    Count,
    Counts,
    Flag,
    Pick,
    Points,
    Word,
    question,
    when,
)
from scorekeeper.engine.variant import Preset, Told, Variant
from scorekeeper.engine.words import _
from scorekeeper.variants import _western
from scorekeeper.variants._high_total import best_of_hand, collected, leader


class Form(Word):
    CLASSIC = "classic", _("Classic"), _("To 5000; a canasta to go out.")
    MODERN = "modern", _("Modern American"), _("To 8500; two canastas, threes by colour.")


class PayPer(Word):
    POINT = 1, _("1 point")
    HUNDRED = 100, _("100 points"), _("The difference is rounded down.")


class Result(Word):
    PLAYED = "played", _("Played")
    VOID = "void", _("Void"), _("A misdeal; nobody scores.")


class Special(Word):
    """What a special hand of the modern game is worth, in points."""

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
    form: Annotated[
        Form,
        Pick(label=_("Form"), help=_("Which canasta is played."), source="others.md §6"),
    ] = Form.CLASSIC
    target: Annotated[
        int,
        Points(
            label=_("Target"),
            help=_("Whoever is ahead here wins; 5000, modern 8500."),
            min=1,
            source="others.md §6",
        ),
    ] = 5000
    point_value: Annotated[
        int,
        Amount(
            label=_("Point value"),
            help=_("Money per point, or per 100, of the difference at the end."),
            source="others.md §6",
        ),
    ] = 1
    pay_per: Annotated[
        PayPer,
        Pick(label=_("Paid per"), help=_("What the point value is for."), source="others.md §6"),
    ] = PayPer.POINT
    cap: _western.CAP = None
    canastas_to_go_out: Annotated[
        int,
        Count(
            label=_("Canastas to go out"),
            help=_("How many a side needs; two when two play, or in the modern game."),
            min=1,
            max=2,
            source="others.md §6",
        ),
    ] = 1
    red3_needs_canasta: Annotated[
        bool,
        Flag(
            label=_("Red threes need a canasta"),
            help=_("They count against a side without one, not only without a meld."),
            source="others.md §6",
            when=(when("form", Form.CLASSIC),),
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Deal:
    result: Annotated[Result, Pick(label=_("The hand was"))] = Result.PLAYED


RANKS: Final = ("JK", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")
MOST: Final = (4, *(8,) * 12, 4)
"""Cards of each rank in two packs; of the threes the black ones only."""
VALUES: Final = (50, 20, 20, *(10,) * 6, *(5,) * 5)
"""Points of a card of each rank."""
ALL_CARDS: Final = 1180
"""Points of both packs, without red threes."""

COUNTED: Final = (when("special", Special.NONE) | when("options.form", Form.CLASSIC),)
"""A special hand counts alone."""
CLASSIC: Final = when("options.form", Form.CLASSIC)
MODERN: Final = (when("options.form", Form.MODERN),)


@dataclass(frozen=True, slots=True)
class Line:
    """What one side reports."""

    special: Annotated[
        Special,
        Pick(
            label=_("Special hand"),
            help=_("What it is worth; 8500 wins the game."),
            screen=MODERN,
        ),
    ] = Special.NONE
    natural: Annotated[
        int, Count(label=_("Natural"), help=_("500 each"), max=None, when=COUNTED)
    ] = 0
    mixed: Annotated[int, Count(label=_("Mixed"), help=_("300 each"), max=None, when=COUNTED)] = 0
    sevens_aces: Annotated[
        int,
        Count(label=_("Sevens or aces"), help=_("2500 each"), max=2, when=COUNTED, screen=MODERN),
    ] = 0
    wild: Annotated[
        int, Count(label=_("Wild"), help=_("2000"), max=1, when=COUNTED, screen=MODERN)
    ] = 0
    wild_four_jokers: Annotated[
        int,
        Count(label=_("Wild, four jokers"), help=_("2500"), max=1, when=COUNTED, screen=MODERN),
    ] = 0
    wild_twos: Annotated[
        int, Count(label=_("Wild, all twos"), help=_("3000"), max=1, when=COUNTED, screen=MODERN)
    ] = 0
    went_out: Annotated[bool, Flag(label=_("Went out"), sole=(), when=COUNTED)] = False
    concealed: Annotated[
        bool,
        Flag(
            label=_("Concealed"),
            help=_("All at once: 200 in place of 100."),
            when=COUNTED,
            screen=(CLASSIC, when("went_out", True)),
        ),
    ] = False
    red_threes: Annotated[int, Count(label=_("Red threes"), max=4, when=COUNTED)] = 0
    black_threes: Annotated[
        int, Count(label=_("Black threes"), max=4, when=COUNTED, screen=MODERN)
    ] = 0
    melded: Annotated[
        int | None,
        Points(label=_("Melded"), help=_("All cards, canastas too."), when=COUNTED),
    ] = None
    in_hand: Annotated[
        int | None, Points(label=_("In hand"), help=_("What is left."), when=COUNTED)
    ] = None
    melded_cards: Annotated[
        tuple[int, ...] | None,
        Counts(label=_("Melded, by rank"), labels=RANKS, most=MOST, named=True, when=COUNTED),
    ] = None
    in_hand_cards: Annotated[
        tuple[int, ...] | None,
        Counts(label=_("In hand, by rank"), labels=RANKS, most=MOST, named=True, when=COUNTED),
    ] = None
    unfinished_sevens_aces: Annotated[
        int,
        Count(
            label=_("Sevens, aces not finished"),
            help=_("−2500 each"),
            max=2,
            when=COUNTED,
            screen=MODERN,
        ),
    ] = 0
    unfinished_wild: Annotated[
        int,
        Count(label=_("Wild not finished"), help=_("−2000"), max=1, when=COUNTED, screen=MODERN),
    ] = 0
    held_sevens_aces: Annotated[
        int,
        Count(
            label=_("Hands with three sevens or aces"),
            help=_("Three or more of them: −1500 each"),
            max=4,
            when=COUNTED,
            screen=MODERN,
        ),
    ] = 0


@dataclass(frozen=True, slots=True)
class Held:
    """What can be asked about cards or a score alone."""

    counts: Annotated[
        tuple[int, ...] | None, Counts(label=_("Cards"), labels=RANKS, most=MOST, named=True)
    ] = None
    score: Annotated[int | None, Points(label=_("Score before the hand"), min=-(10**9))] = None


@dataclass(frozen=True, slots=True)
class State:
    dreams: tuple[int, ...] = ()
    """The sides that have just ended the game with a special hand."""


Game: TypeAlias = g.Game[Options, State]
Entry: TypeAlias = g.Entry[Deal, Line]

BONUS: Final = {
    "natural": 500,
    "mixed": 300,
    "sevens_aces": 2500,
    "wild": 2000,
    "wild_four_jokers": 2500,
    "wild_twos": 3000,
}
"""Points of a canasta of each kind, besides its cards."""
PENALTY: Final = {
    "unfinished_sevens_aces": 2500,
    "unfinished_wild": 2000,
    "held_sevens_aces": 1500,
}
MODERN_ONLY: Final = ("special", *list(BONUS)[2:], "black_threes", *PENALTY)
THREES: Final = (0, 100, 300, 500, 1000)
"""Modern: so many threes of one colour."""


# Options -------------------------------------------------------------------------------------


def defaults(given: Told, seats: int, side: int) -> Told:
    modern = given.get("form", Form.CLASSIC) is Form.MODERN
    return {
        "target": 8500 if modern else 5000,
        "canastas_to_go_out": 2 if modern or side == 1 else 1,
    }


# What a side has -----------------------------------------------------------------------------


def worth(cards: Sequence[int]) -> int:
    """Points of so many cards of each rank."""
    return sum(count * value for count, value in zip(cards, VALUES, strict=True))


def melded(line: Line) -> int:
    return worth(line.melded_cards) if line.melded_cards is not None else line.melded or 0


def in_hand(line: Line) -> int:
    return worth(line.in_hand_cards) if line.in_hand_cards is not None else line.in_hand or 0


def canastas(line: Line) -> int:
    """How many of any kind."""
    return sum(getattr(line, kind) for kind in BONUS)


def least_melded(options: Options, line: Line) -> int:
    """Points that the cards of these canastas are at the very least."""
    if options.form is Form.MODERN:
        return 35 * canastas(line)
    return 35 * line.natural + 50 * line.mixed


# What can be reported ------------------------------------------------------------------------


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.VOID:
        return
    for seat, line in enumerate(entry.lines):
        check_form(game.options, line, seat)
        if line.special is Special.NONE:
            check_points(game, line, seat)
            check_canastas(game.options, line, seat)
            check_going_out(game, line, seat)
    check_together(entry.lines)


def check_form(options: Options, line: Line, seat: int) -> None:
    """What is asked in one of the two games only."""
    classic = options.form is Form.CLASSIC
    for name in MODERN_ONLY if classic else ("concealed",):
        if getattr(line, name) != question(Line, name).default:
            message = _("Only the modern game has this.") if classic else _("Not in this game.")
            raise EntryError(message, field=name, seat=seat)


def check_points(game: Game, line: Line, seat: int) -> None:
    check_typed(line.melded or None, line.melded_cards, "melded", seat)
    check_typed(line.in_hand, line.in_hand_cards, "in_hand", seat)
    nothing_left = game.side == 1 and line.went_out
    if line.in_hand is None and line.in_hand_cards is None and not nothing_left:
        raise EntryError(_("Type the points left in hand."), field="in_hand", seat=seat)


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
        raise EntryError(_("Only who goes out can do so concealed."), field="concealed", seat=seat)
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
        raise EntryError(_("Who went out has no cards left."), field="in_hand", seat=seat)


def check_together(lines: Sequence[Line]) -> None:
    """Both sides played with the same two packs."""
    if all(line.went_out for line in lines):
        raise EntryError(_("Only one side went out."), field="went_out")
    for threes in ("red_threes", "black_threes"):
        if sum(getattr(line, threes) for line in lines) > 4:
            raise EntryError(_("There are four of them in all."), field=threes)
    counted = [c for line in lines for c in (line.melded_cards, line.in_hand_cards) if c]
    for rank, most, of_rank in zip(RANKS, MOST, zip(*counted, strict=True), strict=False):
        if sum(of_rank) > most:
            raise EntryError(
                _("The packs have fewer cards of rank {rank}."), field="melded_cards", rank=rank
            )
    if sum(melded(line) + in_hand(line) for line in lines) > ALL_CARDS:
        raise EntryError(_("All cards together count {all}."), field="melded", all=ALL_CARDS)


# Points --------------------------------------------------------------------------------------


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_side(game.options, entry, line) for line in entry.lines)


def score_side(options: Options, entry: Entry, line: Line) -> g.Score:
    if entry.deal.result is Result.VOID:
        return g.NIL
    items = [(words, points) for words, points in parts(options, line) if points]
    told = (f"{words} {'+' if points > 0 else '−'}{abs(points)}" for words, points in items)
    return g.Score(sum(points for _words, points in items), ", ".join(told))


Parts: TypeAlias = Iterator[tuple[str, int]]
"""What a score is made of: words, and points for or against the side."""


def parts(options: Options, line: Line) -> Parts:
    if line.special is not Special.NONE:
        yield _("special hand"), int(line.special.value)
        return
    yield _("canastas"), sum(points * getattr(line, kind) for kind, points in BONUS.items())
    yield _("out"), (100 + 100 * line.concealed) * line.went_out
    yield from classic(options, line) if options.form is Form.CLASSIC else modern(line)
    yield _("in hand"), -in_hand(line)


def classic(options: Options, line: Line) -> Parts:
    threes = 800 if line.red_threes == 4 else 100 * line.red_threes
    enough = canastas(line) if options.red3_needs_canasta else melded(line)
    yield _("red threes"), threes if enough else -threes
    yield _("melded"), melded(line)


def modern(line: Line) -> Parts:
    """A side without a canasta loses what it melded; threes count for none, against, or for it."""
    done = canastas(line)
    threes = THREES[line.red_threes] + THREES[line.black_threes]
    yield _("penalties"), -sum(cost * getattr(line, kind) for kind, cost in PENALTY.items())
    yield _("threes"), -threes if done == 0 else threes if done >= 2 else 0
    yield _("melded"), melded(line) if done else -melded(line)


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry, scores: g.Scores) -> State:
    lines = enumerate(entry.lines)
    return State(tuple(seat for seat, line in lines if line.special is Special.DREAM))


def winner(game: Game) -> int | None:
    """The side that has won the game; None while it goes on."""
    dreams = game.state.dreams
    if len(dreams) == 1:
        return dreams[0]
    return leader(game.totals, 0 if dreams else game.options.target)


def is_over(game: Game) -> bool:
    return bool(game.state.dreams) or winner(game) is not None


def close(game: Game) -> Payments:
    won, options = winner(game), game.options
    if won is None:
        return ()
    per = int(options.pay_per.value)
    return collected(
        game, won, lambda ahead: max(ahead, 0) // per * options.point_value, options.cap
    )


def first_meld(form: Form, total: float) -> int:
    """Points that a side's first meld needs, with this total before the hand."""
    if form is Form.MODERN:
        return 125 if total < 3000 else 155 if total < 5000 else 180
    return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120


def report(game: Game) -> Told:
    if game.over:
        return {}
    return {"first_meld": tuple(first_meld(game.options.form, total) for total in game.totals)}


def notes(game: Game, person: int) -> tuple[str, ...]:
    if game.over:
        return ()
    points = first_meld(game.options.form, game.totals[game.seat_of(person)])
    return (_("first meld {points}").format(points=points),)


def count(options: Options, held: Held) -> Told:
    """The points of ``counts``, the first meld with ``score`` points."""
    told = {}
    if held.counts is not None:
        told["points"] = worth(held.counts)
    if held.score is not None:
        told["first_meld"] = first_meld(options.form, held.score)
    return told


variant = Variant(
    key="canasta",
    name="Canasta",
    summary=_("Canastas, red threes and cards to 5000; the difference is paid at the end."),
    seats=range(2, 3),
    sides=(1, 2),
    one_table=True,
    side_lines=True,
    options=Options,
    deal=Deal,
    line=Line,
    state=State,
    score=score,
    check=check,
    begin=lambda game: State(),
    follow=follow,
    is_over=is_over,
    close=close,
    defaults=defaults,
    presets=(
        Preset("classic", _("Classic"), {}, _("To 5000.")),
        Preset("modern", _("Modern American"), {"form": "modern"}, _("To 8500.")),
        Preset(
            "viennese",
            _("Viennese threes"),
            {"red3_needs_canasta": True},
            _("Red threes need a canasta."),
        ),
    ),
    void=lambda deal: deal.result is Result.VOID,
    notes=notes,
    won=best_of_hand,
    report=report,
    held=Held,
    count=count,
)
