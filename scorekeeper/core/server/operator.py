"""The pages of the operator of this site, as its settings give them: a text, or an address."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

OPERATOR_PAGES: Final[dict[str, Promise]] = {"imprint": _("Imprint"), "privacy": _("Privacy")}
"""By the name of the setting in small letters, which is also the address."""


def is_address(text: str) -> bool:
    return text.startswith(("https://", "http://")) and len(text.split()) == 1
