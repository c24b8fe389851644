"""The time at which something is written down: now; or, of what had waited on a device, when it was
written there. When somebody was seen, or may come again, is nothing that is written down."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.utils import timezone

WRITTEN_AT: Final[ContextVar[datetime | None]] = ContextVar("WRITTEN_AT", default=None)


def now() -> datetime:
    return WRITTEN_AT.get() or timezone.now()


@contextmanager
def written_at(moment: datetime) -> Iterator[None]:
    """Sets the time of writing inside this context."""
    token = WRITTEN_AT.set(moment)
    try:
        yield
    finally:
        WRITTEN_AT.reset(token)


if TYPE_CHECKING:
    Moment = models.DateTimeField[datetime, datetime]
else:
    Moment = models.DateTimeField


class CreatedAt(Moment):
    """When a row was created, unless it tells when, as one from a file does; the same column as any
    with ``auto_now_add``."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options | {"auto_now_add": True})

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, options = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, options

    def pre_save(self, row: models.Model, add: bool) -> Any:
        if add and getattr(row, self.attname) is None:
            setattr(row, self.attname, self.present())
        return getattr(row, self.attname)

    def present(self) -> datetime:
        return timezone.now()


class WrittenAt(CreatedAt):
    """The same, by the time of writing."""

    def present(self) -> datetime:
        return now()
