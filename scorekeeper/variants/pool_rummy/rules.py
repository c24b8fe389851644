"""From hand to hand: points on the totals, who is next to deal, and when the pool is over."""

from typing import Final

from scorekeeper.engine import game as g
from scorekeeper.engine.game import NIL
from scorekeeper.engine.outcomes.facts import Facts
from scorekeeper.engine.variant import NamedValues
from scorekeeper.engine.words import NO_WORDS, Phrase, _, joined, ngettext
from scorekeeper.variants import _thirteen_old
from scorekeeper.variants._indian.finishes import Finish
from scorekeeper.variants.pool_rummy.checks import check_rejoin
from scorekeeper.variants.pool_rummy.money import can_split
from scorekeeper.variants.pool_rummy.questions import (
    Deal,
    Entry,
    Game,
    Line,
    Options,
    Outcome,
    State,
)
from scorekeeper.variants.pool_rummy.seats import (
    comeback,
    drops_left,
    in_hand,
    may_rejoin,
    still_in,
)


def score(game: Game, entry: Entry) -> g.Scores:
    return tuple(score_seat(game, entry, seat) for seat in range(game.seats))


def score_seat(game: Game, entry: Entry, seat: int) -> g.Score:
    line = entry.lines[seat]
    points, words = hand_points(game.options, entry.deal, line)
    if line.rejoin:
        rejoined = _("rejoins at {total}").format(total=comeback(game))
        words = joined([rejoined, words]) if words else rejoined
    return g.Score(points, words) if words else NIL


def hand_points(options: Options, deal: Deal, line: Line) -> tuple[int, Phrase]:
    """What a line adds to the total, in points, and the words for it."""
    if deal.outcome is not Outcome.PLAYED:
        return 0, NO_WORDS
    match line.finish:
        case None:
            return 0, NO_WORDS
        case Finish.WON:
            return 0, _("won")
        case _:
            return _thirteen_old.owed(options, line)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    played = entry.deal.outcome is Outcome.PLAYED
    return _thirteen_old.line_facts(game.options, entry.lines[person] if played else Line())


def card_results(options: Options, deal: Deal, line: Line) -> NamedValues:
    """Everything known of 13 cards, under options that can be played. Raises EntryError."""
    check_rejoin(options)
    return _thirteen_old.card_results(options, deal, line)


# From hand to hand ---------------------------------------------------------------------------


def begin(game: Game) -> State:
    return State((0,) * game.seats, dealer=game.begun_by(0))


def follow(game: Game, entry: Entry) -> State:
    comebacks = [comeback(game) if line.rejoin else None for line in entry.lines]
    scores = score(game, entry)
    totals = tuple(
        (total if comeback_total is None else comeback_total) + int(seat_score.points)
        for total, comeback_total, seat_score in zip(
            game.state.totals, comebacks, scores, strict=True
        )
    )
    limit = game.options.limit
    playing, dealt = in_hand(game, entry), entry.dealt_by(game.state.dealer)
    return State(
        totals,
        dealer=next(s for s in game.round_from(dealt + 1) if totals[s] < limit),
        just_out=tuple(seat for seat in playing if totals[seat] >= limit),
        shared=entry.deal.outcome is Outcome.SPLIT,
    )


def is_over(game: Game) -> bool:
    return game.state.shared or len(still_in(game)) == 1 or splits_itself(game)


def splits_itself(game: Game) -> bool:
    has_drops = any(drops_left(game, seat) for seat in still_in(game))
    return game.options.auto_split and can_split(game) and not has_drops


# On the board --------------------------------------------------------------------------------

NOTED_BEFORE: Final = (
    _("no drops left: compulsory play"),
    _("no drops left: a drop puts out"),
)
"""Words that earlier sessions have kept, still to be translated."""


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if game.state.totals[person] < game.options.limit:
        return () if game.over else (drops_note(drops_left(game, person)),)
    if game.over:
        return (_("out"),)
    if may_rejoin(game, person):
        return (_("out"), _("may rejoin at {total}").format(total=comeback(game)))
    return (_("out"), why_no_rejoin(game, person))


def why_no_rejoin(game: Game, person: int) -> Phrase:
    """Why somebody who is out of a pool that goes on may not come back."""
    if person not in game.state.just_out:
        return _("too late to rejoin")
    highest = max(game.state.totals[seat] for seat in still_in(game))
    words = _("no rejoin: somebody still in has {total}, more than {most}")
    return words.format(total=highest, most=game.options.rejoin_up_to)


def drops_note(drops: int) -> Phrase:
    """Returns the note on drops left; a drop stays possible, so no note says it is not."""
    if not drops:
        return _("no drops left: a drop puts them out")
    return ngettext("{count} drop left", "{count} drops left", drops)


def dealer(game: Game) -> int | None:
    return None if game.over else game.state.dealer
