"""Applies today's rules to a game agreed on earlier, for another hand or an edited one. Readers of
a game need none of this."""

from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.engine.errors import RulesChangedError
from scorekeeper.variants import VARIANTS


@contextmanager
def todays_rules() -> Iterator[None]:
    """Raises RulesChangedError if they read an option that is not declared any more."""
    try:
        yield
    except AttributeError as missing:
        if not any(type(missing.obj) is rules.options for rules in VARIANTS.values()):
            raise
        raise RulesChangedError(str(missing.name)) from missing
