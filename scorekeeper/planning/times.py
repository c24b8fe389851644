"""A day and a time of day, typed where a club plays, as a moment; and what clocks do between."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def moment_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """When the clock on that wall shows this; the first time, where it does so twice. Raises
    ValidationError where it never does."""
    shown = datetime.combine(day, at, zone)
    if _as_shown(shown) != shown.replace(tzinfo=None):
        raise ValidationError(
            _("That night the clocks go forward and skip this time. Choose another.")
        )
    return shown.astimezone(UTC)


def _as_shown(moment: datetime) -> datetime:
    return moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None)


def comes_twice(moment: datetime) -> bool:
    """The clocks go back over this time: who reads it cannot know which one is meant."""
    other = moment.replace(fold=1 - moment.fold)
    return _as_shown(other) == moment.replace(tzinfo=None) and other.utcoffset() != (
        moment.utcoffset()
    )
