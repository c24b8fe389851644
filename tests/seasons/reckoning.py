"""A season reckoned slowly, from what each game brought alone; and that read from payments, stored
scores and entries, never from what was kept for the standings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import exp, sqrt

from scorekeeper.clubs.models import Club
from scorekeeper.ledger.models import Payment
from scorekeeper.play.models import Game, Hand, SeatScore
from scorekeeper.play.replays.replay import replay
from scorekeeper.play.selectors import Table, game_table, newest_scores
from scorekeeper.seasons.ranking.measures import GameFacts, Measure, SessionBy
from scorekeeper.seasons.ranking.method import Method, Missed, Over

# Slowly, from the parts alone ----------------------------------------------------------------


def slowly(parts: Sequence[GameFacts], method: Method, player: int) -> Fraction | None:
    by_session = [
        [p for p in parts if p.session == session] for session in sorted({p.session for p in parts})
    ]
    values: list[tuple[Fraction, int]] = []
    missed = []
    for session in by_session:
        who = {p.player for p in session if counts(session, p.player)}
        figures = {
            person: v for person in who if (v := value(session, method, person, who)) is not None
        }
        if player in figures:
            values.append(
                (figures[player], sum(p.hands for p in session if divides(p, method, player)))
            )
        elif figures and player not in who:
            missed.append(figures)
    if not values:
        return None
    own = [value for value, _hands in values]
    if method.missed is Missed.AVERAGE:
        own += [sum(own, Fraction(0)) / len(own)] * len(missed)
    if method.missed is Missed.LAST:
        own += [last(missed_figures, method) for missed_figures in missed]
    if method.over is Over.BEST:
        own = sorted(own)[-method.many :]
    if method.over is Over.DROP:
        own = sorted(own)[min(method.many, len(own) - 1) :]
    if method.over is Over.SESSION:
        return sum(own, Fraction(0)) / len(own)
    if method.over is Over.HAND:
        hands = sum(hands for _value, hands in values)
        return sum(own, Fraction(0)) / hands if hands else None
    return sum(own, Fraction(0))


def counts(session: Iterable[GameFacts], player: int) -> bool:
    own = [p for p in session if p.player == player]
    return sum(p.hands for p in own) > 0 or sum(p.net for p in own) != 0


def divides(part: GameFacts, method: Method, player: int) -> bool:
    """Points of one game are not divided by the hands of another, which has none."""
    by_measure = {Measure.POINTS: part.points, Measure.GAME_POINTS: part.game_points}
    return part.player == player and by_measure.get(method.measure, 0) is not None


def last(figures: dict[int, Fraction], method: Method) -> Fraction:
    if method.measure is not Measure.PLACES:
        return min(figures.values())
    return Fraction(([*method.places, *[0] * 9])[len(figures)])


def value(
    session: Sequence[GameFacts], method: Method, player: int, who: set[int]
) -> Fraction | None:
    own = [p for p in session if p.player == player]
    match method.measure:
        case Measure.MONEY:
            return Fraction(sum(p.net for p in own))
        case Measure.WINS:
            return Fraction(sum(p.wins for p in own))
        case Measure.GAMES:
            return Fraction(sum(p.took for p in own))
        case Measure.GAME_POINTS:
            figures = [Fraction(p.game_points) for p in own if p.game_points is not None]
            return sum(figures, Fraction(0)) if figures else None
        case Measure.POINTS:
            return better(session, player, who)
        case _:
            return for_place(session, method, player, who)


def better(session: Sequence[GameFacts], player: int, who: set[int]) -> Fraction | None:
    margins = []
    for own in session:
        table = [
            p.points
            for p in session
            if p.game == own.game
            and p.player in who
            and (p.hands or p.net)
            and p.points is not None
        ]
        if own.player == player and own.points is not None and (own.hands or own.net):
            mean = sum(map(Fraction, table), Fraction(0)) / len(table)
            margins.append((mean - Fraction(own.points)) * (1 if own.lowest else -1))
    return sum(margins, Fraction(0)) if margins else None


def for_place(session: Sequence[GameFacts], method: Method, player: int, who: set[int]) -> Fraction:
    by = {
        SessionBy.MONEY: [Measure.MONEY],
        SessionBy.POINTS: [Measure.POINTS],
        SessionBy.GAMES: [Measure.GAMES],
        SessionBy.AUTO: [Measure.MONEY, Measure.GAME_POINTS, Measure.POINTS, Measure.WINS],
    }[method.session]
    for measure in by:
        figures = {
            person: value(session, replace(method, measure=measure), person, who) or 0
            for person in who
        }
        if any(figures.values()):
            break
    ahead = sum(other > figures[player] for other in figures.values())
    same = sum(other == figures[player] for other in figures.values())
    worth = [*method.places, *[0] * 9]
    return Fraction(sum(worth[ahead : ahead + same]), same)


# What each game brought, from its rows -------------------------------------------------------


def rated_by_hands(club: Club) -> dict[int, tuple[float, float]]:
    """By player, each hand that somebody won a match: the formulas of Weng and Lin (2011, algorithm
    1), without any library."""
    now: dict[int, tuple[float, float]] = {}
    games = Game.objects.filter(session__club=club).select_related("session__club")
    for game in games.order_by("session__played_on", "session", "pk"):
        table = game_table(game)
        seats = len(table.players) // game.side
        hands = list(game.hands.filter(voided_at=None).order_by("number"))
        scores = newest_scores(list(SeatScore.objects.filter(hand__in=hands)))
        rested = _rested(table, hands)
        for before, hand in zip([None, *hands], hands, strict=False):
            there = {
                player.pk: person in (scores[hand.pk, person % seats].won or ())
                for person, player in enumerate(table.players)
                if _there(hand, person)
                and (hand.pk, person) not in rested
                and not _was_out(before, hand, scores, person % seats)
            }
            if len(set(there.values())) == 2 and _counts(hand):
                now |= {who: _moved(who, there, now) for who in there}
    return now


def _moved(
    who: int, won: dict[int, bool], now: dict[int, tuple[float, float]]
) -> tuple[float, float]:
    strength, variance = _before(who, now)
    up = down = 0.0
    for other in won.keys() - {who}:
        theirs, their_variance = _before(other, now)
        apart = sqrt(variance + their_variance + 2 * (25 / 6) ** 2)
        likely = 1 / (1 + exp((theirs - strength) / apart))
        result = 0.5 + (won[who] - won[other]) / 2
        up += variance / apart * (result - likely)
        down += sqrt(variance) / apart * variance / apart**2 * likely * (1 - likely)
    return strength + up, sqrt(variance * max(1 - down, 0.0001))


def _before(who: int, now: dict[int, tuple[float, float]]) -> tuple[float, float]:
    """Less sure than after the last match, by a little."""
    strength, deviation = now.get(who, (25, 25 / 3))
    return strength, deviation**2 + (25 / 300) ** 2


def parts_of(club: Club) -> list[GameFacts]:
    games = Game.objects.filter(session__club=club).select_related("session__club")
    return [part for game in games.order_by("pk") for part in _parts(game_table(game))]


def _parts(table: Table) -> Iterator[GameFacts]:
    game = table.game
    hands = list(game.hands.filter(voided_at=None).order_by("number"))
    scores = newest_scores(list(SeatScore.objects.filter(hand__in=hands)))
    seats = len(table.players) // game.side
    totals = [_total(hands, scores, seat) for seat in range(seats)]
    keeps = table.rules.totals(table.fold) is not None
    took, rested = _took(table, hands, scores, totals), _rested(table, hands)
    for person, player in enumerate(table.players):
        seat = person % seats
        yield GameFacts(
            session=game.session_id,
            on=game.session.played_on,
            game=game.pk,
            player=player.pk,
            net=_net(game, player.pk),
            hands=sum(
                _there(hand, person)
                and _counts(hand)
                and (hand.pk, person) not in rested
                and not _was_out(before, hand, scores, seat)
                for before, hand in zip([None, *hands], hands, strict=False)
            ),
            wins=sum(
                person in (scores[hand.pk, seat].won or ()) for hand in hands if _counts(hand)
            ),
            points=totals[seat] if keeps else None,
            lowest=table.rules.low_wins(table.fold.options),
            game_points=totals[seat] if keeps and game.variant == "vazhushal" else None,
            took=seat in took,
        )


def _counts(hand: Hand) -> bool:
    """A void hand, and an agreement to share the pot, is no hand played."""
    deals = hand.entry.get("deal") or {}
    tables = deals if isinstance(deals, list) else [deals]
    endings = [{deal.get("outcome"), deal.get("result")} for deal in tables]
    if all(ending & {"void", "split", "redeal"} for ending in endings):
        return False
    game, ended = hand.game, tables[0].get("result", "points")
    there = [name for name in range(hand.persons) if _there(hand, name)]
    lines = [hand.entry.get("lines", {}).get(str(name), {}) for name in there]
    if game.variant == "rummi" and ended == "points":
        return any(line.get("foul") or not line.get("no_passport") for line in lines)
    if game.variant == "basic_rummy" and ended == "blocked":
        left = sorted(line.get("points") or 0 for line in lines)
        return game.options.get("blocked") == "lowest_wins" and left[:1] != left[1:2]
    return True


def _rested(table: Table, hands: Sequence[Hand]) -> set[tuple[int, int]]:
    """Hands and who rested in them. No row says it: the rules are asked."""
    return {
        (hand.pk, person)
        for hand, after in replay(table, hands).hands
        if after.last
        for person in after.last.outcome.rests
    }


def _was_out(
    before: Hand | None, hand: Hand, scores: dict[tuple[int, int], SeatScore], seat: int
) -> bool:
    """The seat was out after the hand before, and this one decided nothing for it."""
    if before is None or not scores[before.pk, seat].out:
        return False
    return not (scores[hand.pk, seat].points or scores[hand.pk, seat].reason)


def _there(hand: Hand, person: int) -> bool:
    return person < hand.persons and str(person) not in hand.entry.get("absent", ())


def _total(hands: Sequence[Hand], scores: dict[tuple[int, int], SeatScore], seat: int) -> float:
    """All points, and what the last hand says that the total has beside them."""
    own_scores = [scores[hand.pk, seat] for hand in hands if (hand.pk, seat) in scores]
    return sum(score.points for score in own_scores) + (
        (own_scores[-1].beside or 0) if own_scores else 0
    )


def _standing(game: Game) -> list[Payment]:
    payments = Payment.objects.filter(game=game, reverses=None)
    return list(payments.exclude(reversed_by__isnull=False))


def _net(game: Game, player: int) -> int:
    return sum(
        paid.amount * ((paid.payee_id == player) - (paid.payer_id == player))
        for paid in _standing(game)
    )


def _took(
    table: Table,
    hands: Sequence[Hand],
    scores: dict[tuple[int, int], SeatScore],
    totals: Sequence[float],
) -> set[int]:
    """The seats that won the game: who divided its pot in the end, else who was ahead of those
    still in."""
    game, seats = table.game, len(totals)
    if game.closed_at is None or game.ended_early or not hands:
        return set()
    last = hands[-1]
    still = [seat for seat in range(seats) if not scores[last.pk, seat].out]
    ids = [player.pk for player in table.players]
    paid = {p.payee_id for p in _standing(game) if p.hand_id == last.pk and p.payer_id is None}
    shared = {seat for seat in still if paid & set(ids[seat::seats])}
    if len(still) > 1 and shared:
        return shared
    best = _merits(table, hands, scores, totals)
    if len(still) > 1 and len(set(best)) == 1:
        return set()
    return {seat for seat in still if best[seat] == max(best[other] for other in still)}


def _merits(
    table: Table,
    hands: Sequence[Hand],
    scores: dict[tuple[int, int], SeatScore],
    totals: Sequence[float],
) -> list[float]:
    seats, persons = len(totals), range(len(table.players))
    if table.rules.totals(table.fold) is not None:
        low = table.rules.low_wins(table.fold.options)
        return [-total if low else total for total in totals]
    nets = [_net(table.game, player.pk) for player in table.players]
    if any(nets):
        return [sum(nets[seat::seats]) for seat in range(seats)]
    won = [sum(p in (scores[h.pk, p % seats].won or ()) for h in hands) for p in persons]
    return [max(won[seat::seats]) for seat in range(seats)]
