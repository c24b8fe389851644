"""Reads all of a stored game that no replay compares, as its pages do: hands that were deleted,
rules in words, notes, counts for the next hand. A file from elsewhere may hold anything there."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.words import Phrase, _
from scorekeeper.play.edits.hints import GAPS_KEPT, Pace
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.evidence import arrangements, wrong_shows
from scorekeeper.play.replays.replay import COUNTS, FEATS, OUTCOMES
from scorekeeper.play.replays.results import UNREADABLE
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.play.wording.answers import hand_reports

AGREED: Final[Mapping[str, type]] = {
    "asked": list,
    "usual": dict,
    "words": dict,
    "game_points": bool,
    "open_ended": bool,
    "first": int,
}
"""The JSON that ``engine.outcomes.stored.rules_json`` writes."""


def unreadable_parts(game: Game) -> Iterator[Phrase]:
    """Yields the first part of the game that its pages could not show."""
    try:
        table = game_table(game)
        _read_agreement(table)
        _read_state(table)
        _read_tally(game.tally, len(table.players))
        _read_pace(game.pace)
        for hand in game.hands.order_by("pk"):
            _read_hand(table, hand)
    except (*UNREADABLE, EntryError) as error:
        yield _("the saved game cannot be read: {why}").format(why=repr(error))


def _require(is_sound: object, part: str) -> None:
    if not is_sound:
        raise ValueError(part)


def _are(values: Any, kind: type, part: str) -> None:
    _require(all(type(value) is kind for value in values), part)


def _read_agreement(table: Table) -> None:
    agreed = table.game.agreed
    for name, value in agreed.items():
        _require(type(value) is AGREED.get(name), name)
    _are(agreed.get("asked", ()), str, "asked")
    _are(agreed.get("words", {}).values(), str, "words")
    table.agreement.all()
    table.agreement.unusual()


def _read_state(table: Table) -> None:
    state = table.state
    notes = table.game.public_state.get("notes", [])
    _require(type(notes) is list and all(type(own) is list for own in notes), "notes")
    _require(sorted(state.seating) == [*range(state.persons)], "places")
    for person in range(state.persons):
        state.notes(person)
    for _label, values in (*state.report, *state.sums_at_the_end):
        _are(values, type(values[0]) if values else int, "report")


def _read_tally(tally: Mapping[str, Any], persons: int) -> None:
    for name, values in tally.items():
        _require(type(values) is list and len(values) == persons, name)
        if name == FEATS:
            for earned in values:
                _are(earned.values(), list, name)
                for counted in earned.values():
                    _read_numbers(counted, name)
        elif name == COUNTS:
            for counts in values:
                _read_numbers(counts.values(), name)
        elif name == OUTCOMES:
            _are(values, str, name)
        else:
            _read_numbers(values, name)


def _read_numbers(values: Any, part: str) -> None:
    _require(all(type(value) in (int, float) and value >= 0 for value in values), part)


def _read_pace(stored: Mapping[str, Any]) -> None:
    pace = Pace.load(stored)
    _require(pace.last is None or type(pace.last) in (int, float), "pace")
    _require(type(pace.result) is str and len(pace.gaps) <= GAPS_KEPT, "pace")
    _read_numbers(pace.gaps, "pace")


def _read_hand(table: Table, hand: Hand) -> None:
    hand_reports(table, hand)
    list(arrangements(hand))
    list(wrong_shows(hand))
    if hand.voided_at:
        table.entry(hand)
    for score in SeatScore.objects.filter(hand=hand):
        _require(score.seat < table.state.seats and type(score.won) is list, "score")
        _require(all(person in range(table.state.persons) for person in score.won), "score")
