"""What the page of settling up costs the server, against one indexed read in the same run.

``python -m bench.settling`` on SQLite; ``python -m bench.settling postgres://…`` on a database that
may be wiped. Processor time of the server, as in ``bench.reading``. The floor is a page of a
session behind the same middleware: the phone and the session are looked up, a few rows are read by
an index, and nothing is drawn (``bench.urls.read``). After 10 and after 10,000 hands of six people,
by the fewest payments and by who lost to whom: what each phone after the first is given, which is
drawn of what was read for the first; what the first is given after every hand; and why one pays
another.
"""

import os
import sys
from itertools import count
from typing import Any

from bench.reading import FEW, MANY, Act, asking, cpu, session
from bench.server import Browser, Server, prepare, served
from bench.timing import table


def moved_on(server: Server, session: Any, cookies: dict[str, str]) -> Act:
    """The page after each change of the session, as its first reader gets it."""
    from django.db import connection

    from scorekeeper.clubs import locks

    ask = asking(Browser(server, cookies), f"/sessions/{session.code}/settle/")

    def change_and_ask() -> None:
        locks.touch(session)
        connection.commit()
        ask()

    return change_and_ask


def why(session: Any) -> str:
    from scorekeeper.settlement.balances import session_balances

    t = session_balances(session).plan.transfers[0]
    return f"/sessions/{session.code}/settle/why/{t.payer.pk}/{t.payee.pk}/"


def acts(server: Server, name: str, session: Any, cookies: dict[str, str]) -> dict[str, Act]:
    phone = Browser(server, cookies)
    page = f"/sessions/{session.code}/settle/"
    return {
        f"{name}, read already": asking(phone, page),
        f"{name}, read anew": moved_on(server, session, cookies),
        f"{name}, why": asking(phone, why(session)),
    }


def sessions() -> dict[str, tuple[Any, dict[str, str]]]:
    from scorekeeper.settlement.agreements import agree
    from scorekeeper.settlement.models import Way

    sessions, number = {}, count()
    for hands in (FEW, MANY):
        for way in (Way.FEWEST, Way.DIRECT):
            played, cookies = session(hands)
            agree(session=played, way=way, token=f"t{next(number)}", by=None)
            played.refresh_from_db()
            sessions[f"{hands} hands, {way}"] = played, cookies
    return sessions


def main() -> None:
    database = sys.argv[1] if len(sys.argv) > 1 else None
    prepare(database)
    print(f"database: {(database or 'sqlite').split(':')[0]}, one worker, {os.cpu_count()} cores")
    rows = []
    with served() as server:
        for name, (session, cookies) in sessions().items():
            read = asking(Browser(server, cookies), f"/floor/read/{session.code}/")
            spent = cpu(server, {"one indexed read": read} | acts(server, name, session, cookies))
            floor = spent["one indexed read"]
            rows += [(act, f"{ms:.2f}", f"{ms / floor:.2f}×") for act, ms in spent.items()]
    print(table(("", "CPU ms", "an indexed read"), rows))
    print("limit: settling up, read already, 1.3 × after as many hands more")


if __name__ == "__main__":
    main()
