"""Runs and monitors the site: the one-command start, requests, logs. Knows nothing of any game."""

from typing import Final

LARGEST_BODY: Final = 64 * 1024
"""Bytes that a request may bring. Our largest page sends a tenth of it, a document of house rules
a third."""
