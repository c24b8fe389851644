"""A request as the middleware of django-htmx hands it on. For types alone: nothing is set here."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails
    """True where htmx asked: for a part of the page."""
