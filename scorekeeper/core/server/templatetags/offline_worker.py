"""Whether sessions can be available offline here: the operator has built what devices fetch."""

from django import template
from django.conf import settings
from django.urls import reverse

register = template.Library()


@register.simple_tag
def offline_worker() -> str:
    """Returns the address of the worker that a device fetches; "" where there is none."""
    return reverse("worker") if settings.OFFLINE_WORKER.exists() else ""
