"""Whether sessions may come along on phones here: whoever runs the site has built what they
take."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def along_worker() -> str:
    """The address of the worker that a phone takes along; "" where there is none."""
    return reverse("worker") if settings.ALONG_WORKER.exists() else ""
