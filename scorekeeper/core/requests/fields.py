"""Form fields that all packages share."""

from typing import Any

from django import forms

from scorekeeper.engine.lines import one_line


class LineField(forms.CharField):
    """A name, a title or a reason, cleaned as players' names are before it is checked: what cannot
    be seen counts as empty, and is not counted in the length."""

    def to_python(self, value: Any) -> str:
        return one_line(super().to_python(value) or "")
