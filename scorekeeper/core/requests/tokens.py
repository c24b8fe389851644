"""A write token that comes again: does it ask for what it wrote, or for something else?

The same again is answered as the first time. Something else must never be answered with "saved":
who sent it is shown what stands, and what was typed now.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scorekeeper.core.requests.outcomes import Conflict, Outcome
from scorekeeper.core.requests.refusals import Refusal

Row = TypeVar("Row", bound=Model)
OTHERWISE = _("Something else was saved from this page. Reload it and check.")


class OtherwiseError(Refusal):
    """Not what is asked for now was written before: ``first``, by this token, or by somebody
    else since the page was shown."""

    def __init__(
        self,
        first: Any,
        text: str | Promise = OTHERWISE,
        *,
        fate: type[Outcome] = Conflict,
        **values: Any,
    ) -> None:
        super().__init__(text, fate=fate, **values)
        self.first = first


def first_answer(
    rows: QuerySet[Row],
    token: str | None,
    is_same: Callable[[Row], bool],
    otherwise: Callable[[Row], Refusal] = OtherwiseError,
) -> Row | None:
    """Returns the row among ``rows`` that this token wrote; None if there is none. If ``is_same``
    finds it different from what is asked for now, raises the refusal that ``otherwise`` makes of
    it."""
    first = rows.filter(token=token).first() if token else None
    if first is not None and not is_same(first):
        raise otherwise(first)
    return first
