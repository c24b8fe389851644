"""What a night looks like to those who watch it: totals, hands so far, and what is behind them.

Everything is read from what was stored that evening; no rule is applied anew, so a night of last
year shows what was played and paid then.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, Q, Sum

from scorekeeper.asking.rules import Rule
from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.models import Kind, Payment
from scorekeeper.play.models import Game, Hand, Seat, SeatScore
from scorekeeper.play.selectors import Table, newest_scores

SHOWN = 10
"""Hands on one page of the score sheet."""


# Who stands where ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Person:
    player: Player
    won: int
    """Hands won in this game."""
    net: int
    """Minor units from this game."""
    tonight: int
    """Minor units from all games of the night."""


@dataclass(frozen=True, slots=True)
class Row:
    """A seat on the board."""

    seat: int
    people: tuple[Person, ...]
    total: float
    notes: tuple[str, ...]
    out: bool
    left: bool
    """Has gone home, and plays no part until he comes back."""
    ahead: bool
    deals: bool

    @property
    def net(self) -> int:
        return sum(person.net for person in self.people)

    @property
    def won(self) -> int:
        return max(person.won for person in self.people)


@dataclass
class Shown:
    """A game as the board shows it. ``tonight``: net by player id over the whole night."""

    table: Table
    tonight: Mapping[int, int]

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def over(self) -> bool:
        return self.game.closed_at is not None

    @property
    def next_hand(self) -> int:
        return self.game.last_number + 1

    @cached_property
    def keeps_score(self) -> bool:
        """There are points to show; otherwise only money, or the hands won."""
        return self.table.kept.keeps_score

    @property
    def pot(self) -> int:
        return self.table.kept.pot

    @property
    def moves_money(self) -> bool:
        return bool(self.pot) or any(self.table.kept.balances)

    @cached_property
    def house_rules(self) -> list[Rule]:
        """What of its rules is not usual."""
        return self.table.agreement.unusual()

    @property
    def dealer(self) -> Player | None:
        person = self.table.kept.dealer
        return None if person is None else self.table.players[person]

    @property
    def seats_may_change(self) -> bool:
        """Somebody may leave it or join it."""
        return self.table.kept.seats_may_change

    @cached_property
    def rows(self) -> list[Row]:
        """The seats, whoever is ahead first, those who are out last."""
        kept = self.table.kept
        totals, out, left = kept.totals, kept.out, self._left
        merit = self._merit(totals)
        best = self._best(merit, (*out, *left))
        rows = [
            Row(
                seat=seat,
                people=tuple(self._person(person) for person in kept.persons_of(seat)),
                total=totals[seat],
                notes=self._notes(seat),
                out=seat in out,
                left=seat in left,
                ahead=merit[seat] == best and seat not in (*out, *left),
                deals=kept.dealer in kept.persons_of(seat),
            )
            for seat in range(kept.seats)
        ]
        return sorted(rows, key=lambda row: (row.left, row.out, -merit[row.seat]))

    @cached_property
    def report(self) -> list[tuple[str, tuple[float, ...]]]:
        """More results of this game by name, such as boxes, each with a value per seat."""
        return self.table.kept.report

    @property
    def _left(self) -> tuple[int, ...]:
        """Seats whose persons have gone home, as long as the game goes on."""
        kept = self.table.kept
        return () if self.over else tuple(sorted({kept.seat_of(person) for person in kept.left}))

    def _person(self, person: int) -> Person:
        player = self.table.players[person]
        return Person(
            player,
            self.game.tally["wins"][person],
            self.table.kept.balances[person],
            self.tonight.get(player.pk, 0),
        )

    def _notes(self, seat: int) -> tuple[str, ...]:
        kept = self.table.kept
        said = (kept.notes(person) for person in kept.persons_of(seat))
        return tuple(dict.fromkeys(note for notes in said for note in notes))

    def _merit(self, totals: Sequence[float]) -> list[float]:
        """By seat; more is better."""
        kept = self.table.kept
        if self.keeps_score:
            return [-total if kept.lowest_leads else total for total in totals]
        seats = [kept.persons_of(seat) for seat in range(kept.seats)]
        if self.moves_money:
            return [sum(kept.balances[p] for p in persons) for persons in seats]
        return [max(self.game.tally["wins"][p] for p in persons) for persons in seats]

    def _best(self, merit: Sequence[float], out: Sequence[int]) -> float | None:
        """Nobody is ahead before the first hand, or while all are equal."""
        still = [value for seat, value in enumerate(merit) if seat not in out]
        equal = len(set(merit)) == 1 and len(still) > 1
        return None if not self.game.hand_count or equal or not still else max(still)


# The hands so far ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """What one hand brought one seat."""

    points: float
    reason: str
    net: int
    won: bool
    absent: bool

    @property
    def blank(self) -> bool:
        return self.absent or (not self.points and not self.reason and not self.won)


@dataclass(frozen=True, slots=True)
class Line:
    """One version of a hand."""

    hand: Hand
    cells: tuple[Cell, ...]
    winners: tuple[Player, ...]

    @property
    def voided(self) -> bool:
        return self.hand.voided_at is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a game's hands, newest first; each version of a hand is a line."""

    lines: list[Line] = field(default_factory=list)
    newer: int | None = None
    """``upto`` of the page before this one; 0: the newest."""
    older: int | None = None


def sheet(at: Table, upto: int | None = None) -> Sheet:
    """The hands numbered ``upto`` and below, a page of them; the newest ones when None."""
    last = at.game.last_number
    top = last if not upto or upto >= last else upto
    hands = versions(at.game).filter(number__gt=top - SHOWN)
    if top < last:
        hands = hands.filter(number__lte=top)
    newer = None if top == last else (0 if top + SHOWN >= last else top + SHOWN)
    older = top - SHOWN if top > SHOWN else None
    return Sheet(list(lines(at, hands.order_by("-number", "-pk"))), newer, older)


def versions(game: Game) -> Any:
    """The hands of a game, void ones too, with those who recorded and voided them."""
    return Hand.objects.filter(game=game).select_related("by__player", "voided_by__player")


def lines(at: Table, hands: Iterable[Hand]) -> list[Line]:
    """These hands with what they brought each seat, in their order. Two queries."""
    listed = list(hands)
    scores = newest_scores(list(SeatScore.objects.filter(hand__in=listed)))
    nets = _nets(listed)
    return [_line(at, hand, scores, nets[hand.pk]) for hand in listed]


def _nets(hands: Sequence[Hand]) -> dict[int, dict[int, int]]:
    """By hand and player id; a void hand was taken back and comes to nothing."""
    found: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    rows = Payment.objects.filter(hand__in=hands).order_by()
    for hand, payer, payee, amount in rows.values_list("hand", "payer", "payee").annotate(
        total=Sum("amount")
    ):
        found[hand][payer] -= amount
        found[hand][payee] += amount
    return found


def _line(
    at: Table, hand: Hand, scores: Mapping[tuple[int, int], SeatScore], nets: Mapping[int, int]
) -> Line:
    kept, absent = at.kept, at.kept.absent(hand)
    cells: list[Cell] = []
    won: list[int] = []
    for seat in range(kept.seats):
        score, persons = scores.get((hand.pk, seat)), kept.persons_of(seat)
        won += score.won if score else []
        cells.append(
            Cell(
                points=score.points if score else 0,
                reason=score.reason if score else "",
                net=sum(nets.get(at.players[p].pk, 0) for p in persons),
                won=bool(score and score.won),
                absent=absent.issuperset(persons),
            )
        )
    return Line(hand, tuple(cells), tuple(at.players[p] for p in sorted(won)))


# The night -----------------------------------------------------------------------------------


@dataclass
class Night:
    session: Session
    games: list[Shown]
    """In order of play."""
    shown: Shown | None = None
    """The game on the board: the one being played, the last one, or the one asked for."""
    hands: Sheet = field(default_factory=Sheet)

    @property
    def moves_money(self) -> bool:
        return any(game.moves_money for game in self.games)

    @property
    def others(self) -> list[Shown]:
        return [game for game in self.games if game is not self.shown]

    @property
    def running(self) -> Shown | None:
        """The game that can take another hand: the one on the board if it is open, else the last
        one that is."""
        if self.session.closed_at is not None:
            return None
        if self.shown is not None and not self.shown.over:
            return self.shown
        return next((game for game in reversed(self.games) if not game.over), None)


def tables(session: Session) -> list[Table]:
    """The night's games with the people at them, in order of play. Two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    games = session.games.order_by("number").prefetch_related(seats)
    found = []
    for game in games:
        game.session = session
        found.append(Table(game, [seat.player for seat in game.seats.all()]))
    return found


def net_tonight(games: Iterable[Table]) -> dict[int, int]:
    """Net by player id from all these games, in minor units; what lies in a pot is not back."""
    net: dict[int, int] = defaultdict(int)
    for at in games:
        for player, amount in zip(at.players, at.kept.balances, strict=True):
            net[player.pk] += amount
    return net


def night(session: Session, *, number: int | None = None, upto: int | None = None) -> Night:
    """The night with one game on the board: number ``number``, or the current one."""
    found = tables(session)
    tonight = net_tonight(found)
    games = [Shown(at, tonight) for at in found]
    if not games:
        return Night(session, games)
    asked = [game for game in games if game.game.number == number]
    running = [game for game in games if not game.over]
    shown = (asked or running[-1:] or games[-1:])[0]
    return Night(session, games, shown, sheet(shown.table, upto))


# One hand ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Money:
    """A payment of a hand, and the row that took it back, if any."""

    payment: Payment
    reversal: Payment | None


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a hand with its reasons."""

    line: Line
    scores: list[tuple[str, SeatScore]]
    """Name of the seat and its score."""
    money: list[Money]

    @property
    def hand(self) -> Hand:
        return self.line.hand


def table_of(game: Game) -> Table:
    seats = game.seats.select_related("player").order_by("number")
    return Table(game, [seat.player for seat in seats])


def hand_versions(at: Table, number: int) -> list[Version]:
    """Every version of this hand, the newest first. Four queries."""
    listed = lines(at, versions(at.game).filter(number=number).order_by("-pk"))
    hands = [line.hand for line in listed]
    scores = newest_scores(list(SeatScore.objects.filter(hand__in=hands)))
    payments = list(
        Payment.objects.filter(hand__in=hands).select_related("payer", "payee").order_by("pk")
    )
    return [_version(at, line, scores, payments) for line in listed]


def _version(
    at: Table,
    line: Line,
    scores: Mapping[tuple[int, int], SeatScore],
    payments: Sequence[Payment],
) -> Version:
    of_hand = [
        (at.seat_names[seat], score)
        for (hand, seat), score in sorted(scores.items())
        if hand == line.hand.pk and seat < len(at.seat_names)
    ]
    mine = [p for p in payments if p.hand_id == line.hand.pk]
    return Version(line, of_hand, paired(mine))


def paired(payments: Sequence[Payment]) -> list[Money]:
    """Each payment with what took it back; the reversals themselves are not listed."""
    back = {p.reverses_id: p for p in payments if p.reverses_id}
    return [Money(p, back.get(p.pk)) for p in payments if not p.reverses_id]


# One player ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A hand's points and the total after it."""

    hand: Hand
    points: float
    reason: str
    total: float


@dataclass(frozen=True, slots=True)
class Sheaf:
    """A player's points in one game; ``total`` is what the board shows."""

    table: Table
    steps: list[Step]
    total: float

    @property
    def adds_up(self) -> bool:
        """Nothing was added between hands, such as the place of someone who rejoins."""
        return (self.steps[-1].total if self.steps else 0) == self.total


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of money from the player's side: signed, with the sum so far."""

    payment: Payment
    other: Player | None
    """None: the pot."""
    amount: int
    so_far: int


def sheaves(found: Sequence[Table], player: Player) -> list[Sheaf]:
    """The player's points, hand by hand, in the games that keep a score. Two queries."""
    seated = {
        at.game.pk: (at, at.kept.seat_of(at.players.index(player)))
        for at in found
        if player in at.players and at.kept.keeps_score
    }
    if not seated:
        return []
    wanted = Q(pk__in=())
    for game, (_at, seat) in seated.items():
        wanted |= Q(hand__game=game, seat=seat)
    scores = newest_scores(list(SeatScore.objects.filter(wanted)))
    hands = Hand.objects.filter(game__in=seated, voided_at__isnull=True).order_by("number")
    by_game: dict[int, list[Hand]] = defaultdict(list)
    for hand in hands:
        by_game[hand.game_id].append(hand)
    return [_sheaf(at, seat, by_game[game], scores) for game, (at, seat) in seated.items()]


def _sheaf(
    at: Table, seat: int, hands: Sequence[Hand], scores: Mapping[tuple[int, int], SeatScore]
) -> Sheaf:
    steps, total = [], 0.0
    for hand in hands:
        score = scores.get((hand.pk, seat))
        points = score.points if score else 0
        total += points
        steps.append(Step(hand, points, score.reason if score else "", total))
    return Sheaf(at, steps, at.kept.totals[seat])


def entries(session: Session, player: Player) -> list[Entry]:
    """Every row of money behind the player's balance, oldest first, with the sum so far.

    Money handed over settles: it brings the sum nearer to nothing. One query.
    """
    rows = (
        Payment.objects.filter(Q(payer=player) | Q(payee=player), session=session)
        .select_related("payer", "payee", "hand", "game", "reverses")
        .order_by("pk")
    )
    found, total = [], 0
    for row in rows:
        gets = row.payee_id == player.pk
        amount = row.amount if gets == (row.kind == Kind.GAME) else -row.amount
        total += amount
        found.append(Entry(row, row.payer if gets else row.payee, amount, total))
    return found
