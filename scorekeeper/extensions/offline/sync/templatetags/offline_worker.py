"""Whether sessions can be available offline here: the operator has built what devices fetch."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.urls import reverse

from scorekeeper.clubs.models import Session

register = template.Library()


@register.simple_tag
def offline_worker() -> str:
    """Returns the address of the worker that a device fetches; "" where there is none."""
    return reverse("worker") if settings.OFFLINE_WORKER.exists() else ""


@register.simple_tag(takes_context=True)
def worker_of_session(context: Context) -> str:
    """Returns the same on a page of a session that can be offline; else ""."""
    session: Any = context.get("session")
    is_in_group = getattr(context.get("request"), "club", None) is not None
    if not isinstance(session, Session) or session.kind or not is_in_group:
        return ""
    return "" if context.get("on_this_device") else offline_worker()
