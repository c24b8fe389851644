"""Whether a missing program is a failure, or a skip that says so."""

import os


def needed(what: str) -> bool:
    return os.environ.get(f"REQUIRE_{what}", "") not in ("", "0")
