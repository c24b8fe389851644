"""What is asked after a hand of a house game, and what cannot be reported."""

from collections.abc import Sequence

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import _
from scorekeeper.variants.house_game.questions import (
    COUNTING,
    OWN,
    PLACES,
    Entry,
    Finish,
    Game,
    Line,
    Place,
    Scoring,
)


def offers(game: Game, name: str) -> Sequence[Word] | None:
    options = game.options
    if name == "place":
        return (Place.NONE, *PLACES[: min(len(options.place_points), game.seats)])
    if name == "finish" and options.scoring in COUNTING:
        return (Finish.WON, Finish.COUNTED, *OWN[: len(options.buttons)])
    return (Finish.WON, Finish.COUNTED) if name == "finish" else None


def check(game: Game, entry: Entry) -> None:
    if game.options.scoring is Scoring.PLACES:
        check_places(game, entry)
    else:
        check_winner(game, entry)
        for person in entry.playing:
            check_line(game, entry.lines[person], person)


def check_places(game: Game, entry: Entry) -> None:
    places = offers(game, "place") or ()
    for person in entry.playing:
        if entry.lines[person].place not in places:
            raise EntryError(_("There is no such place here."), field="place", seat=person)
    if not first(entry):
        raise EntryError(_("Somebody has to be first."), field="place")


def check_winner(game: Game, entry: Entry) -> None:
    winners = tapped(entry)
    if len(winners) > 1:
        raise EntryError(_("Only one seat can win the hand."), field="finish", seat=winners[1])
    if not winners and game.options.scoring is not Scoring.EACH:
        raise EntryError(_("Choose who won the hand."), field="finish")


def check_line(game: Game, line: Line, person: int) -> None:
    if line.finish not in (offers(game, "finish") or ()):
        raise EntryError(_("There is no such button here."), field="finish", seat=person)
    counts = game.options.scoring in COUNTING and line.finish is Finish.COUNTED
    if counts and line.points is None:
        raise EntryError(_("Enter the points."), field="points", seat=person)


def tapped(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].finish is Finish.WON]


def first(entry: Entry) -> list[int]:
    return [person for person in entry.playing if entry.lines[person].place is Place.FIRST]
