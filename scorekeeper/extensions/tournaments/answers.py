"""Answers to a write of a tournament: a message for the person, an outcome for scripts."""

from collections.abc import Callable
from functools import partial

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import (
    Conflict,
    Done,
    Outcome,
    Refused,
    Stale,
    conclude,
    refused_form,
)
from scorekeeper.core.requests.tokens import OtherwiseError
from scorekeeper.engine.errors import EntryError
from scorekeeper.extensions.tournaments.refusals import MovedError
from scorekeeper.play.services import ClosedError


def attempt(request: ClubRequest, write: Callable[[], object], otherwise: str = "") -> str:
    """Writes and concludes the request; returns why it was refused, "" if it was not.
    ``otherwise``: the sentence where something else was written before."""
    outcome = _outcome(write, otherwise)
    conclude(request, outcome)
    return outcome.message


def attempt_form(
    request: ClubRequest, form: WriteForm, write: Callable[..., object], otherwise: str = ""
) -> str:
    """Writes what a valid form asks for, as ``attempt``: ``write`` gets its fields by their names,
    and ``by``, whose device it is. Returns why that was refused; what is wrong with the form is
    among its errors."""
    if form.is_valid():
        return attempt(
            request, partial(write, **form.cleaned_data, by=request.membership), otherwise
        )
    conclude(request, refused_form(form))
    return ""


def _outcome(write: Callable[[], object], otherwise: str) -> Outcome:
    try:
        write()
    except ClosedError:
        return Refused(_("This tournament has ended."))
    except OtherwiseError:
        return Conflict(
            otherwise or _("Something else was saved from this page. Reload it and check.")
        )
    except MovedError as error:
        return Stale(" ".join(error.messages))
    except EntryError as error:
        return Refused(words(error))
    except ValidationError as error:
        return Refused(" ".join(error.messages))
    return Done()
