"""The places of a page at which extensions add something."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def slot(context: Context, name: str, **values: Any) -> SafeString:
    """Renders what extensions add here, each with what the page knows and these values."""
    assert context.template is not None
    engine = context.template.engine
    with context.push(**values):
        added = [
            engine.get_template(path).render(context).strip()
            for path in settings.EXTENSIONS.slot(name)
        ]
    return mark_safe("\n".join(filter(None, added)))  # each was escaped by its own template
