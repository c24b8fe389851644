"""How long a statement and an image of a result take to draw.

``python -m bench.drawing`` draws sessions nobody has seen before, so that no word is laid out
already. Milliseconds of processor time, the best of many goes; no database. Limits: 60 ms for a
page of a statement, 400 for an image. ``bench.statements`` has a season.
"""

import io
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from time import process_time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.helpers.settings")
django.setup()

from pypdf import PdfReader  # noqa: E402

from bench.timing import best_of, table  # noqa: E402
from scorekeeper.core.charts import Track  # noqa: E402
from scorekeeper.statements.contents.session import Contents  # noqa: E402
from scorekeeper.statements.images.contents import ResultImage  # noqa: E402
from scorekeeper.statements.images.page import draw_image  # noqa: E402
from scorekeeper.statements.images.rendering import png  # noqa: E402
from scorekeeper.statements.layouts.session import SessionLayout  # noqa: E402
from tests.statements.images import made_up  # noqa: E402
from tests.statements.made_up import session_contents  # noqa: E402

PAGE, IMAGE = 60, 400


def session(go: int, hands: int) -> Contents:
    """Each with names and reasons of its own."""
    names = [f"{name} {go}" for name in ("Asha", "Dev", "Meera", "Omar")]
    return session_contents(
        names, hands, reason=f"count of {go}", amount=12_345 + go, club=f"Table {go}"
    )


def without_chart(contents: Contents) -> Contents:
    return replace(contents, running=replace(contents.running, tracks=(), games=()))


def image(go: int) -> ResultImage:
    drawn = made_up([f"{name} {go}" for name in ("Asha", "देव", "محمد علي", "Omar")], hand=True)
    tracks = tuple(Track(place.name, (0, go, 40 + n)) for n, place in enumerate(drawn.places))
    return replace(drawn, tracks=tracks, track_title="Points, hand by hand")


def printed(contents: Contents) -> bytes:
    return SessionLayout(contents).pdf()


def rendered(drawn: ResultImage) -> bytes:
    return png(draw_image(drawn))


def measured(name: str, limit: float, draws: list[Callable[[], bytes]]) -> list[object]:
    best = min(best_of(draw, 1, process_time) for draw in draws)
    last = draws[-1]()
    pages = len(PdfReader(io.BytesIO(last)).pages) if last.startswith(b"%PDF") else 1
    return [name, pages, f"{best:.1f}", limit, "ok" if best <= limit else "TOO SLOW"]


def statements(sessions: Iterable[Contents]) -> list[Callable[[], bytes]]:
    return [partial(printed, contents) for contents in sessions]


if __name__ == "__main__":
    goes = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    assert find_spec("_rl_accel"), "without rl_accel all are slower"
    alone = (without_chart(session(go, 6)) for go in range(goes))
    charted = (session(go, 2) for go in range(goes, 2 * goes))
    long = (session(go, 60) for go in range(2 * goes, 2 * goes + goes // 6))
    images = [partial(rendered, image(go)) for go in range(goes)]
    rows = [
        measured("a statement, table alone", PAGE, statements(alone)),
        measured("with the chart", PAGE, statements(charted)),
        measured("sixty hands", 5 * PAGE, statements(long)),
        measured("an image", IMAGE, images),
    ]
    print(table(("drawn", "pages", "ms", "limit", ""), rows))
