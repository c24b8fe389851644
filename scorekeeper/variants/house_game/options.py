"""What follows from the rules a table made: usual values, what goes together, its own words."""

from collections.abc import Mapping

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import Phrase, _, verbatim
from scorekeeper.variants.house_game.questions import (
    AT_THE_END,
    OWN,
    PLACES,
    TARGETS,
    Ends,
    Finish,
    Options,
    Paid,
    Scoring,
    Wins,
)


def defaults(chosen: NamedValues, seats: int, side: int) -> NamedValues:
    paid = chosen.get("payment", Paid.NOTHING)
    return {
        "ends": Ends.TARGET if paid in AT_THE_END else Ends.OPEN,
        "target": TARGETS[chosen.get("scoring", Scoring.EACH)],
    }


def check_options(options: Options, seats: int) -> None:
    check_words(options)
    if not 0 < len(options.place_points) <= len(PLACES):
        raise EntryError(
            _("Give points for one to {most} places."), field="place_points", most=len(PLACES)
        )
    if not options.tiers:
        raise EntryError(_("Give at least one number."), field="tiers")
    if options.payment in AT_THE_END and options.ends is Ends.OPEN:
        raise EntryError(
            _("What is paid at the end needs an end: a target or a number of hands."), field="ends"
        )


def check_words(options: Options) -> None:
    """No two buttons read alike."""
    words = {options.won_word.casefold()}
    if options.count_word.casefold() in words:
        raise EntryError(_("That is your word for won."), field="count_word")
    words.add(options.count_word.casefold())
    for name, _points in options.buttons:
        if name.casefold() in words:
            raise EntryError(_("Two buttons are called {name}."), field="buttons", name=name)


def own_words(options: Options) -> Mapping[Word | str, str]:
    """What differs from the usual words."""
    words: dict[Word | str, str] = {}
    if options.won_word != Finish.WON.label:
        words[Finish.WON] = options.won_word
    if options.count_word != Finish.COUNTED.label:
        words[Finish.COUNTED] = words["points"] = options.count_word
    return words | dict(zip(OWN, (name for name, _points in options.buttons), strict=False))


def lowest_wins(options: Options) -> bool:
    return options.scoring is Scoring.EACH and options.wins is Wins.LOWEST


def won_words(options: Options) -> Phrase:
    own = own_words(options).get(Finish.WON)
    return verbatim(own) if own else _("won")
