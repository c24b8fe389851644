"""What a side cannot report of a hand of canasta, and the sentence that says so."""

from collections.abc import Sequence

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import question
from scorekeeper.engine.words import _
from scorekeeper.variants._high_total import Result
from scorekeeper.variants.canasta.cards import ALL_CARDS, canastas, in_hand, melded, worth
from scorekeeper.variants.canasta.forms import least_melded, way
from scorekeeper.variants.canasta.questions import (
    MOST,
    RANKS,
    Entry,
    Game,
    Line,
    Options,
    Special,
)


def check(game: Game, entry: Entry) -> None:
    if entry.deal.result is Result.VOID:
        return
    for seat, line in enumerate(entry.lines):
        check_form(game.options, line, seat)
        if line.special is Special.NONE:
            check_points(line, seat)
            check_canastas(game.options, line, seat)
            check_going_out(game, line, seat)
    check_together(entry.lines)


def check_form(options: Options, line: Line, seat: int) -> None:
    """What is asked in one of the two games only."""
    for name in way(options).not_asked:
        if getattr(line, name) != question(Line, name).default:
            raise EntryError(way(options).refusal, field=name, seat=seat)


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
    """Both sides played with the same two packs."""
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
