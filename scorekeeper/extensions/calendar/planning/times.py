"""Converts a typed day and time of a zone to a moment, across clock changes."""

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


def moment_of(day: date, clock_time: time, zone: ZoneInfo) -> datetime:
    """Returns the moment (UTC) of this local time; the first one if it occurs twice. Raises
    ValidationError if it never occurs."""
    local = datetime.combine(day, clock_time, zone)
    if _normalized(local) != local.replace(tzinfo=None):
        raise ValidationError(
            _("That night the clocks go forward and skip this time. Choose another.")
        )
    return local.astimezone(UTC)


def _normalized(moment: datetime) -> datetime:
    return moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None)


def comes_twice(moment: datetime) -> bool:
    """Whether this local time occurs twice because the clocks go back."""
    other = moment.replace(fold=1 - moment.fold)
    return _normalized(other) == moment.replace(tzinfo=None) and other.utcoffset() != (
        moment.utcoffset()
    )
