"""What every e-mail needs: text that cannot become a header, and the sender's domain."""

from __future__ import annotations

from email.utils import parseaddr

from django.conf import settings


def one_line(text: str) -> str:
    """Returns the text without line breaks and other unprintable characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def sender_domain() -> str:
    """Returns the domain of DEFAULT_FROM_EMAIL; ``localhost`` if it has none."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
