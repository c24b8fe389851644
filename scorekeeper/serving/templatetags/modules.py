"""The scripts of a page."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.serving.files import imports

register = template.Library()

SCRIPT = '<script type="module" src="{}"></script>'
NEEDED = '<link rel="modulepreload" href="{}">'


@register.simple_tag
def modules(*names: str) -> SafeString:
    """These scripts, and ahead of them all that they import: a phone asks for the whole lot at
    once, instead of finding in each what it needs next."""
    scripts = [f"js/{name}.js" for name in names]
    needed = dict.fromkeys(one for script in scripts for one in imports(script))
    ahead = [one for one in needed if one not in scripts]
    return format_html_join("", NEEDED, [(static(one),) for one in ahead]) + format_html_join(
        "", SCRIPT, [(static(one),) for one in scripts]
    )
