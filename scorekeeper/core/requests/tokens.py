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
    """What this token wrote among ``rows``; None if nothing. Raises OtherwiseError where that is
    not what is asked for now, as ``is_same`` says."""
    first = rows.filter(token=token).first() if token else None
    if first is not None and not is_same(first):
        raise OtherwiseError(first)
    return first
