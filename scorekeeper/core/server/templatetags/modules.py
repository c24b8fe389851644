"""The scripts of a page."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from scorekeeper.core.server.files import imports

register = template.Library()

SCRIPT = '<script type="module" src="{}"></script>'
NEEDED = '<link rel="modulepreload" href="{}">'


@register.simple_tag
def modules(*names: str) -> SafeString:
    """These scripts, and ahead of them what is imported by what they import: a device asks for that
    at once, and has all after one look into each of these."""
    scripts = [f"js/{name}.js" for name in names]
    near = {script_name for script in scripts for script_name in imports(script)}
    far = [
        imported
        for script_name in sorted(near)
        for imported in imports(script_name)
        if imported not in near
    ]
    ahead = [
        (static(script_name),) for script_name in dict.fromkeys(far) if script_name not in scripts
    ]
    own = [(static(script_name),) for script_name in scripts]
    return format_html_join("", NEEDED, ahead) + format_html_join("", SCRIPT, own)
