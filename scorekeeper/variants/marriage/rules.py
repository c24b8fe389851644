"""A hand in points and money: maal between every two, dues to the winner, debts for fouls."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scorekeeper.engine import game as g
from scorekeeper.engine.game import NIL
from scorekeeper.engine.money import Payment, Payments, collect, nets
from scorekeeper.engine.outcomes import payouts
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.questions.kinds import Word
from scorekeeper.engine.words import NO_WORDS, Phrase, _, joined
from scorekeeper.variants.marriage.maal import maals
from scorekeeper.variants.marriage.options import Foul, Ledger, Options
from scorekeeper.variants.marriage.questions import (
    Deal,
    Declared,
    Entry,
    Finish,
    Game,
    Line,
    Outcome,
    State,
    Status,
    in_hand,
    losers,
    winner,
)


def offers(game: Game, name: str) -> Sequence[Word] | None:
    if name == "status" and game.options.foul is Foul.OFF:
        return (Status.SEEN, Status.UNSEEN, Status.SAT_OUT)
    return None


# Points and money ----------------------------------------------------------------------------


def settlement(game: Game, entry: Entry) -> Payments:
    """Who pays whom, in points."""
    if entry.deal.outcome is Outcome.VOID:
        return ()
    return (
        *payouts.pairwise(maals(game.options, entry), _("maal")),
        *to_winner(game, entry),
    )


def to_winner(game: Game, entry: Entry) -> Payments:
    """What the winner is paid besides maal, in points."""
    options, won = game.options, winner(entry)
    payments = [
        Payment(person, won, *due)
        for person in losers(entry)
        for due in dues(options, entry.deal, entry.lines[person])
    ]
    owing = [
        Payment(person, won, options.foul_points, _("earlier foul")) for person in game.state.fouled
    ]
    return collect((*payments, *owing))


def dues(options: Options, deal: Deal, line: Line) -> Iterator[tuple[int, Phrase]]:
    """What a loser pays the winner, in points, and what for."""
    match line.status:
        case Status.SEEN if not line.dublee_shown:
            yield options.seen, _("seen")
        case Status.UNSEEN:
            yield options.unseen, _("unseen")
        case Status.FOUL if options.foul is Foul.THIS_HAND:
            yield options.foul_points, _("foul")
    if deal.declared is Declared.DUBLEES:
        yield options.dublee_win, _("won with dublees")


def score(game: Game, entry: Entry) -> g.Scores:
    points = received(game, entry) if game.options.ledger is Ledger.GROSS else net(game, entry)
    return tuple(
        g.Score(points[seat], words) if (words := reason(game, entry, seat)) else NIL
        for seat in range(game.seats)
    )


def net(game: Game, entry: Entry) -> tuple[int, ...]:
    gained, _pot = nets(settlement(game, entry), game.persons)
    return gained


def received(game: Game, entry: Entry) -> tuple[int, ...]:
    """Maal from every opponent, without what was paid for theirs."""
    if entry.deal.outcome is Outcome.VOID:
        return (0,) * game.persons
    values = maals(game.options, entry)
    gained = [values.get(p, 0) * (len(values) - 1) for p in range(game.persons)]
    gained[winner(entry)] += sum(payment.amount for payment in to_winner(game, entry))
    return tuple(gained)


def reason(game: Game, entry: Entry, person: int) -> Phrase:
    """``won, maal 5`` or ``unseen, maal 0``."""
    if entry.deal.outcome is Outcome.VOID:
        return NO_WORDS
    words = [standing(entry, person)]
    if person in in_hand(entry):
        words.append(_("maal {maal}").format(maal=maals(game.options, entry)[person]))
    if person in game.state.fouled and person != winner(entry):
        words.append(_("earlier foul"))
    return joined(words)


def standing(entry: Entry, person: int) -> Phrase:
    line = entry.lines[person]
    if line.finish is Finish.WON:
        return _("won with dublees") if entry.deal.declared is Declared.DUBLEES else _("won")
    match line.status:
        case Status.SEEN:
            return _("seen, dublees") if line.dublee_shown else _("seen")
        case Status.UNSEEN:
            return _("unseen")
        case Status.FOUL:
            return _("foul")
        case _:
            return _("sat out")


def pay(game: Game, entry: Entry) -> Payments:
    value = game.options.point_value
    return collect(
        replace(payment, amount=payment.amount * value) for payment in settlement(game, entry)
    )


# From hand to hand ---------------------------------------------------------------------------


def follow(game: Game, entry: Entry) -> State:
    """A void hand leaves the debts as they are."""
    if entry.deal.outcome is Outcome.VOID or game.options.foul is not Foul.NEXT_HAND:
        return game.state
    return State(tuple(p for p in in_hand(entry) if entry.lines[p].status is Status.FOUL))


def notes(game: Game, person: int) -> tuple[Phrase, ...]:
    if person not in game.state.fouled or game.over:
        return ()
    note = _("owes the next winner {points}")
    return (note.format(points=game.options.foul_points),)


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """A foul is a wrong show, where fouls are played."""
    has_played = entry.deal.outcome is not Outcome.VOID and person in in_hand(entry)
    recorded: dict[Fact, float] = {
        Fact.REPORTED: int(has_played),
        Fact.VALUE_POINTS: maals(game.options, entry)[person] if has_played else 0,
    }
    if game.options.foul is not Foul.OFF:
        recorded[Fact.WRONG_SHOW] = int(has_played and entry.lines[person].status is Status.FOUL)
    return recorded
