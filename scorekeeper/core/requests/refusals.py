"""A refusal of a write: services raise it with its sentence.

A view calls ``attempt`` or ``attempt_form``, which conclude its request with an outcome, and draws
the refusal that it gets back, beside what it is about.
"""

from collections.abc import Callable
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.utils.functional import Promise

from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import (
    Done,
    Outcome,
    Refused,
    WriteRequest,
    conclude,
    refused_form,
)
from scorekeeper.engine.errors import EntryError


class Refusal(ValidationError):  # noqa: N818
    """Why a write is not made. ``text``: a sentence for people, translated when it is read, with
    its ``values``; "" where nothing is wrong yet.

    ``fate``: the kind of outcome; ``status``: of the answer. ``about``: what the sentence is about,
    for a page that shows it beside that: the name of a field, or a key of its own. ``now``: what
    there is instead of what the page showed.
    """

    def __init__(
        self,
        text: str | Promise,
        *,
        status: int = 409,
        fate: type[Outcome] = Refused,
        about: object = None,
        now: Any = None,
        **values: object,
    ) -> None:
        super().__init__(cast(str, text), params=values)
        self.status, self.fate, self.about, self.now = status, fate, about, now

    @property
    def sentence(self) -> str:
        return " ".join(self.messages)

    @property
    def outcome(self) -> Outcome:
        if self.fate is Refused and isinstance(self.about, str):
            return Refused(self.sentence, self.about)
        return self.fate(self.sentence)


def attempt(request: WriteRequest, write: Callable[[], object]) -> Refusal | None:
    """Writes, and concludes the request with its outcome. Returns why nothing was written; None if
    it was."""
    refusal = _refusal(write)
    conclude(request, refusal.outcome if refusal else Done())
    return refusal


def _refusal(write: Callable[[], object]) -> Refusal | None:
    try:
        write()
    except Refusal as refusal:
        return refusal
    except EntryError as error:
        return Refusal(words(error))
    except ValidationError as error:
        return Refusal(" ".join(error.messages))
    return None


def attempt_form(
    request: WriteRequest, form: BaseForm, write: Callable[..., object], **more: Any
) -> Refusal | None:
    """Attempts to call ``write`` with ``more`` and the fields of the form by their names. A form
    that is not valid is a refusal about its first wrong field."""
    return attempt(request, lambda: write(**more, **checked(form)))


def checked(form: BaseForm) -> dict[str, Any]:
    """Returns the fields of a valid form. Raises Refusal."""
    if form.is_valid():
        return form.cleaned_data
    refused = refused_form(form)
    raise Refusal(refused.message, about=refused.field, status=400)
