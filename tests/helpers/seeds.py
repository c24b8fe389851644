"""Which of the games that chance draws shows that a question matters: tried before any other.

A seed only orders a search, it proves nothing: the game is drawn and played with every run, and
where it shows nothing any more, all others are tried. ``python -m tests.helpers.seeds`` looks for
each anew, after which searches are short again.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django import setup

FILE = Path(__file__).parent / "seeds.json"
MANY = 2000
EARLY = 3
"""Seeds below this are found soon without a list."""


def in_order(law: str, key: str, name: str) -> Iterator[int]:
    """All seeds; the one that is known to show ``name`` comes first."""
    known = known_seeds().get(f"{law} {key} {name}")
    if known is not None:
        yield known
    yield from range(MANY)


@cache
def known_seeds() -> dict[str, int]:
    seeds: dict[str, int] = json.loads(FILE.read_text())
    return seeds


def main() -> None:
    from tests.helpers.engine import witnesses

    seeds: dict[str, int] = {}
    for law, shown, parts in (
        ("option", witnesses.option_shown, ("options",)),
        ("answer", witnesses.answer_shown, ("deal", "line")),
    ):
        for variant, part, q in (case.values for case in witnesses.declared(*parts)):
            seed = next((seed for seed in range(MANY) if shown(variant, part, q, seed)), 0)
            if seed >= EARLY:
                seeds[f"{law} {variant.key} {q.name}"] = seed
    FILE.write_text(json.dumps(seeds, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.helpers.settings")
    setup()
    main()
