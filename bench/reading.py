"""What the pages that everybody reads cost the server, against an empty view in the same run.

``python -m bench.reading`` on SQLite; ``python -m bench.reading postgres://…`` on a database that
may be wiped. Milliseconds of the server's processor time per request,
in short turns with the floor, so that other work on the machine falls on both; the median of the
turns. The board is asked for as it is by one phone after another once a hand was saved, and as by
the first of them; settling up after 10 and after 10,000 hands.
"""

import os
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bench.save import HAND, started
from bench.server import Browser, Server, prepare, served
from bench.timing import table

TURNS = 12
REQUESTS_PER_TURN = 40
"""Requests in a turn."""
FEW, MANY = 10, 10_000
Act = Callable[[], None]


def asking(browser: Browser, path: str, status: int = 200) -> Act:
    def ask() -> None:
        received, body = browser.get(path, **{"HX-Request": "true"})
        if received != status:
            raise RuntimeError(f"{path} answered {received}: {body[:300]!r}")

    return ask


def cpu(server: Server, acts: Mapping[str, Act]) -> dict[str, float]:
    """Milliseconds of each act."""
    spent: dict[str, list[float]] = {name: [] for name in acts}
    for turn in range(TURNS + 1):
        for name, act in acts.items():
            before = server.cpu()
            for _time in range(REQUESTS_PER_TURN):
                act()
            if turn:  # the first warms up
                spent[name].append((server.cpu() - before) / REQUESTS_PER_TURN * 1000)
    return {name: statistics.median(times) for name, times in spent.items()}


def session(hands: int) -> tuple[Any, dict[str, str]]:
    """A session of that many hands, some played, the others written as the first of them was."""
    from tests.helpers import factories as make

    table_played, _browser, cookies = started()
    for _hand in range(min(hands, FEW)):
        table_played = make.play(table_played, HAND)
    if hands > FEW:
        repeat(table_played, hands)
    table_played.game.session.refresh_from_db()
    return table_played.game.session, cookies


def repeat(table_played: Any, hands: int) -> None:
    """As if the last hand had been played again and again: rows alone, which is all that counts
    for whoever reads, in the time that a hundred hands take to be played."""
    from scorekeeper.ledger.models import Payment
    from scorekeeper.play.models import Hand, SeatScore

    last = table_played.game.hands.order_by("-number")[0]
    scores, payments = list(last.scores.all()), list(Payment.objects.filter(hand=last))
    new = [
        copied(last, number=number, token=f"again-{number}")
        for number in range(last.number + 1, hands + 1)
    ]
    Hand.objects.bulk_create(new, batch_size=500)
    for rows in (scores, payments):
        model: Any = SeatScore if rows is scores else Payment
        copies = (copied(row, hand=hand) for hand in new for row in rows)
        model.objects.bulk_create(copies, batch_size=500)
    keep(table_played, payments, hands)


def copied(row: Any, **changes: Any) -> Any:
    fields = {f.attname: getattr(row, f.attname) for f in row._meta.concrete_fields}
    for name, value in changes.items():
        fields[name if name in fields else f"{name}_id"] = value if name in fields else value.pk
    return type(row)(**fields | {"id": None})


def keep(table_played: Any, payments: Iterable[Any], hands: int) -> None:
    """What the game keeps of itself, with its new hands."""
    game, times = table_played.game, hands - FEW
    for payment in payments:
        ids = table_played.player_ids
        game.fold["balances"][ids.index(payment.payer_id)] -= times * payment.amount
        game.fold["balances"][ids.index(payment.payee_id)] += times * payment.amount
    game.last_number = game.hand_count = hands
    game.save()


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else None
    prepare(database)
    print(f"database: {(database or 'sqlite').split(':')[0]}, one worker, {os.cpu_count()} cores")
    (few, cookies), (many, cookies_many) = session(FEW), session(MANY)
    with served() as server:
        few_phone, many_phone = Browser(server, cookies), Browser(server, cookies_many)
        newer = f"/sessions/{few.code}/newer/?v="
        drawn = (f"{newer}0&upto={upto}" for upto in range(FEW, 10**6))
        spent = cpu(
            server,
            {
                "an empty view": asking(Browser(server, cookies), "/floor/empty/", 204),
                "poll with nothing new": asking(few_phone, f"{newer}{few.version}", 204),
                "board, drawn already": asking(few_phone, f"{newer}0"),
                "board, drawn anew": lambda: asking(few_phone, next(drawn))(),
                f"settle up, {FEW} hands": asking(few_phone, f"/sessions/{few.code}/settle/"),
                f"settle up, {MANY} hands": asking(many_phone, f"/sessions/{many.code}/settle/"),
            },
        )
    floor = spent["an empty view"]
    rows = [(name, f"{ms:.2f}", f"{ms / floor:.2f}×") for name, ms in spent.items()]
    print(table(("", "CPU ms", "an empty view"), rows))
    grown = spent[f"settle up, {MANY} hands"] / spent[f"settle up, {FEW} hands"]
    print(f"settle up, {MANY} hands: {grown:.2f} × {FEW} hands (limit 1.3)")
    print("limits: poll 1.5 × an empty view; a board is drawn once per version and kind of reader")


if __name__ == "__main__":
    main()
