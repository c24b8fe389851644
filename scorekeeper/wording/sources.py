"""Where a default comes from, as a reader can find it. Never a file or a clause of this program."""

from __future__ import annotations

from django.utils.translation import gettext as _


def origin(source: str, published: str) -> str:
    """Of a default with this ``source``, in a game whose rules were ``published`` there.

    Empty where nothing short can be said: what a clause of ``docs/rules`` rests on is named among
    the sources on the page of its game.
    """
    if source == "seed":
        return published
    if source == "choice":
        return _("what many tables do")
    return ""
