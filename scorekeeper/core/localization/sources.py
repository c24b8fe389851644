"""The source of a default, as a reader can find it. Never a file or a clause of this program."""

import re

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

ADDRESS = re.compile(r"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/\S+")


def origin(source: str, published: str) -> str:
    """Names the origin of a default with this ``source``, in a game whose rules were ``published``
    there. Empty where nothing short can be said: the page of a game lists the sources of its
    clauses in ``docs/rules``."""
    if source == "seed":
        return published
    if source == "choice":
        return _("common practice")
    return ""


def foldable(text: str) -> SafeString:
    """An address in what is said may go on in the next line, from a dot or after a slash.

    >>> foldable("as on pagat.com/rummy, p. 0.50")
    'as on pagat<wbr>.com/<wbr>rummy, p. 0.50'
    >>> foldable("https://paypal.me/meera/{amount}")
    'https://paypal<wbr>.me/<wbr>meera/<wbr>{amount}'
    """
    return SafeString(ADDRESS.sub(_folded, escape(text)))


def _folded(address: re.Match[str]) -> str:
    return re.sub(r"(?=\.\w)|(?<=/)(?=[\w{])", "<wbr>", address[0])
