"""A club of 5,000 hands out as a document, and in again; against reading, and writing, its rows.

``python -m bench.documents`` on SQLite; ``python -m bench.documents postgres://…`` on a database
that may be wiped. Ten sessions of pool, each hand really played: no row is made up, because taking
a club in plays every hand anew.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

from bench.server import prepare
from bench.timing import table

SESSIONS, HANDS = 10, 500


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = act()
    return time.perf_counter() - began, result


def club() -> Any:
    from bench.save import HAND
    from tests.helpers import factories as make

    club_played = make.club("Bench")
    for _session in range(SESSIONS):
        table_played = make.session("points_rummy", make.NAMES, club=club_played)
        make.play(table_played, *[HAND] * HANDS)
    return club_played


def raw_rows(scope: Any) -> int:
    """The floor of writing it down: every row of every table, as the database gives it."""
    from scorekeeper.extensions.exchange.group_file.tables import TABLES

    return sum(len(list(t.model._base_manager.filter(t.rows(scope)).values_list())) for t in TABLES)


def renamed(document_json: dict[str, Any]) -> dict[str, Any]:
    """The same club as if it were another."""
    from scorekeeper.extensions.exchange.group_file.writing import digest

    document_json["club"]["code"] = "elsewhere"
    for number, session in enumerate(document_json["tables"]["sessions"]["rows"]):
        session[document_json["tables"]["sessions"]["columns"].index("code")] = f"session{number}"
    return document_json | {"digest": digest(document_json)}


def main() -> None:
    prepare(sys.argv[1] if len(sys.argv) > 1 else "")
    from scorekeeper.extensions.exchange.group_file.incoming.reading import compress, parse
    from scorekeeper.extensions.exchange.group_file.services import import_document, preview
    from scorekeeper.extensions.exchange.group_file.tables import Extent
    from scorekeeper.extensions.exchange.group_file.writing import document, text

    club_played = club()
    scope = Extent(club_played)
    rows, _count = timed(lambda: raw_rows(scope))
    export_seconds, content = timed(lambda: compress(text(document(scope))))
    elsewhere = compress(text(renamed(document(scope))))
    read_seconds, parsed = timed(lambda: parse(elsewhere))
    import_seconds, _club = timed(lambda: import_document(parsed))
    preview_seconds, _same = timed(lambda: preview(parsed))
    print(
        table(
            ("", "seconds"),
            [
                (f"read {SESSIONS * HANDS} hands' rows", f"{rows:.1f}"),
                (f"out, {len(content) // 1024} kB", f"{export_seconds:.1f}"),
                ("checked", f"{read_seconds:.1f}"),
                ("in, each hand played anew", f"{import_seconds:.1f}"),
                ("looked at where it is already", f"{preview_seconds:.1f}"),
            ],
        )
    )


if __name__ == "__main__":
    main()
