"""Why a write of a tournament is refused: sentences for whoever runs the day."""

from __future__ import annotations

from django.core.exceptions import ValidationError


class NotNowError(ValidationError):
    """Not as things stand; the message says what to do."""


class MovedError(ValidationError):
    """What the page showed was changed meanwhile; the message says what there is now."""
