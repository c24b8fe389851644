"""Takes secrets out of what is sent elsewhere, by the list of addresses that the logs mask too."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.logs import masked


def without_secrets(value: Any) -> Any:
    """Returns a copy whose texts hold no key and no query of an address, no cookie and no token."""
    if isinstance(value, str):
        return masked(value)
    if isinstance(value, Mapping):
        return {name: without_secrets(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [without_secrets(inner) for inner in value]
    return value
