"""Which version runs, and the operator's pages, for the foot of the menu."""

from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise

from scorekeeper import __version__
from scorekeeper.core.server.network import OPERATOR_PAGES

register = template.Library()
register.simple_tag(lambda: __version__, name="version")


@register.simple_tag
def operator_links() -> list[tuple[Promise, str]]:
    """Returns the label and address of each page that the operator has."""
    return [
        (label, reverse(f"home:{page}"))
        for page, label in OPERATOR_PAGES.items()
        if getattr(settings, page.upper())
    ]
