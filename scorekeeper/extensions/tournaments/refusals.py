"""Refusals of writes of a tournament: sentences for the host of the day."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _


class NotNowError(ValidationError):
    """Not as things stand; the message says what to do."""


class MovedError(ValidationError):
    """The page shows a state that was changed meanwhile; the message says what there is now."""


class NotTiedError(MovedError):
    """Those who were to play on are not the people who are tied across the cut."""

    def __init__(self) -> None:
        text = _("The ranking has changed: these players are no longer tied across the cut.")
        super().__init__(text)


class RankingChangedError(MovedError):
    """Fees and prizes are not those that the page showed."""

    def __init__(self) -> None:
        super().__init__(_("The ranking has changed since you saw it. Check the prizes again."))


class NothingToPostError(NotNowError):
    """No fee is paid and no prize is won."""

    def __init__(self) -> None:
        super().__init__(_("There is nothing to post: nobody pays or wins anything."))
