"""Running totals of a session: what each player had won or lost after each hand.

Only what was played for: no cash, no expenses. Made from the statement's rows.
"""

from collections.abc import Iterator, Sequence

from scorekeeper.core.charts import Track
from scorekeeper.statements.contents.session import GameContents, GameSpan, Running


def running(people: Sequence[str], games: Sequence[GameContents]) -> Running:
    """Returns the running totals. ``people``: names, by the games' index. One position per hand
    that counts, one before the first and one after the last hand where money moved there. Games
    with an open pot are left out, as in the balances."""
    totals: list[list[int]] = [[0] for _name in people]
    spans = []
    for game in (game for game in games if not game.pot):
        first = len(totals[0]) - 1 if totals else 0
        for changes in _steps(game, len(people)):
            for line, amount in zip(totals, changes, strict=True):
                line.append(line[-1] + amount)
        if totals and len(totals[0]) - 1 > first:
            label = f"{game.number} · {game.name}"
            spans.append(GameSpan(game.number, label, first, len(totals[0]) - 1))
    tracks = (Track(name, tuple(line)) for name, line in zip(people, totals, strict=True))
    return Running(tuple(tracks), tuple(spans))


def _steps(game: GameContents, people: int) -> Iterator[list[int]]:
    """Yields what each position of the game brought each player."""
    changes_by_hand: dict[int | None, list[int]] = {
        hand.number: [0] * people for hand in game.hands
    }
    for payment in game.payments:
        changes = changes_by_hand.setdefault(payment.hand, [0] * people)
        _add(changes, payment.payer, -payment.amount)
        _add(changes, payment.payee, payment.amount)
    for hand in sorted(changes_by_hand, key=lambda hand: (hand is None, hand or 0)):
        yield changes_by_hand[hand]


def _add(changes: list[int], person: int | None, amount: int) -> None:
    if person is not None:
        changes[person] += amount
