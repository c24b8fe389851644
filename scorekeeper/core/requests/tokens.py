"""A write token that comes again: does it ask for what it wrote, or for something else?

The same again is answered as the first time. Something else must never be answered with "saved":
who sent it is shown what stands, and what was typed now.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

Row = TypeVar("Row", bound=Model)


class OtherwiseError(Exception):
    """Not what is asked for now was written before: ``first``, by this token, or by somebody
    else since the page was shown."""

    def __init__(self, first: Any) -> None:
        super().__init__("written otherwise")
        self.first = first


def first_answer(
    rows: QuerySet[Row], token: str | None, is_same: Callable[[Row], bool]
) -> Row | None:
    """Returns the row among ``rows`` that this token wrote; None if there is none. Raises
    OtherwiseError if ``is_same`` finds it different from what is asked for now."""
    first = rows.filter(token=token).first() if token else None
    if first is not None and not is_same(first):
        raise OtherwiseError(first)
    return first
