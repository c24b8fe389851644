"""Who wins the game point, and the money: the stake, and the margin where it is paid."""

from collections.abc import Iterator, Sequence

from scorekeeper.engine import game as g
from scorekeeper.engine.game import NIL
from scorekeeper.engine.money import Payment, Payments, collect, split
from scorekeeper.engine.outcomes.facts import Facts, counted_facts
from scorekeeper.engine.words import Phrase, _
from scorekeeper.variants.vazhushal.questions import Entry, Finish, Game, Options, Outcome, Tie


def results(entry: Entry) -> dict[int, tuple[int, int]]:
    """Everybody's points melded and in hand when the stock ran out."""
    if entry.deal.outcome is not Outcome.STOCK_OUT:
        return {}
    lines = entry.playing_lines
    return {person: (line.melded, line.in_hand or 0) for person, line in lines.items()}


def scores_of(entry: Entry) -> dict[int, int]:
    """Melded less in hand."""
    return {person: melded - left for person, (melded, left) in results(entry).items()}


def winners(options: Options, entry: Entry) -> list[int]:
    """Who gets a game point, in order of seat."""
    went_out = [person for person in entry.playing if entry.lines[person].finish is Finish.WON]
    scores = scores_of(entry)
    best = [person for person, score in scores.items() if score == max(scores.values())]
    return went_out or (best if len(best) == 1 or options.tie is Tie.SHARE else [])


def score(game: Game, entry: Entry) -> g.Scores:
    won, points_by_person = winners(game.options, entry), results(entry)

    def score_of(seat: int) -> g.Score:
        if seat in points_by_person:
            melded, left = points_by_person[seat]
            words = _("{melded} melded, {in_hand} in hand: {score}")
            reason = words.format(melded=melded, in_hand=left, score=melded - left)
            return g.Score(int(seat in won), reason)
        return g.Score(1, _("went out")) if seat in won else NIL

    return tuple(score_of(seat) for seat in range(game.seats))


def is_over(game: Game) -> bool:
    target = game.options.target_wins
    return target is not None and max(game.totals) >= target


def facts(game: Game, entry: Entry, person: int) -> Facts:
    """Cards left count only if the stock ran out."""
    _melded, left = results(entry).get(person, (0, 0))
    return counted_facts(played=entry.deal.outcome is not Outcome.REDEAL, left=left or None)


def pay(game: Game, entry: Entry) -> Payments:
    won = winners(game.options, entry)
    if not won:
        return ()
    losers = [person for person in entry.playing if person not in won]
    owed = [(person, *due) for person in losers for due in dues(game.options, entry, person)]
    return collect(shared(owed, won))


def dues(options: Options, entry: Entry, person: int) -> Iterator[tuple[int, Phrase]]:
    yield options.stake, _("stake")
    if options.margin_money and (scores := scores_of(entry)):
        margin = max(scores.values()) - scores[person]
        yield margin * options.point_value, _("margin of {points}").format(points=margin)


def shared(owed: Sequence[tuple[int, int, Phrase]], won: Sequence[int]) -> Iterator[Payment]:
    """Equal parts of all that is owed; each is filled before the next. ``owed``: payers, amounts in
    minor units, and reasons."""
    parts = split(sum(amount for _payer, amount, _words in owed), len(won))
    open_parts = dict(zip(won, parts, strict=True))
    for payer, unpaid, words in owed:
        for winner in won:
            amount = min(unpaid, open_parts[winner])
            open_parts[winner] -= amount
            unpaid -= amount
            yield Payment(payer, winner, amount, words)
