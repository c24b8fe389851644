"""The sender's domain, which every e-mail needs."""

from email.utils import parseaddr

from django.conf import settings


def sender_domain() -> str:
    """Returns the domain of DEFAULT_FROM_EMAIL; ``localhost`` if it has none."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
