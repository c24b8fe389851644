"""A template that asks an object for a name it does not have gets nothing, and says nothing. Here
it fails the test that drew it: a name that was changed in Python only is found so.

Names that a page may lack as a whole (``form``, ``messages``) are not looked at, nor keys of
dictionaries, nor questions that this hand does not ask (``tests/project/test_templates.py`` knows
those), nor what a middleware may have put on a request.
"""

import logging
from collections.abc import Iterator, Mapping

import pytest
from django.forms import BaseForm
from django.http import HttpRequest
from django.template import VariableDoesNotExist
from django.template.context import BaseContext

from scorekeeper.table.entry.layout import Part, PersonRow

MAY_LACK = (BaseContext, BaseForm, Part, PersonRow, Mapping, HttpRequest, str, type(None))
LOGGER = logging.getLogger("django.template")


class UnknownError(logging.Filter):
    """Django's own record of each lookup that failed, which nobody else gets: to write it down,
    all that the page was given would be read from the database."""

    def __init__(self) -> None:
        super().__init__()
        self.lookups: list[str] = []

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, VariableDoesNotExist):
            return True
        name, holder = error.params
        if not isinstance(holder, MAY_LACK):
            page = record.args[1] if isinstance(record.args, tuple) else "?"
            self.lookups.append(f"{page}: {type(holder).__name__} has no {name!s}")
        return False


@pytest.fixture(scope="session")
def unknown() -> Iterator[UnknownError]:
    listening = UnknownError()
    level = LOGGER.level
    LOGGER.addFilter(listening)
    LOGGER.setLevel(logging.DEBUG)
    yield listening
    LOGGER.removeFilter(listening)
    LOGGER.setLevel(level)


@pytest.fixture(autouse=True)
def _templates_name_what_there_is(unknown: UnknownError) -> Iterator[None]:
    unknown.lookups.clear()
    yield
    assert unknown.lookups == []
