"""Which version runs, for the foot of the menu."""

from __future__ import annotations

from django import template

from scorekeeper import __version__

register = template.Library()
register.simple_tag(lambda: __version__, name="version")
