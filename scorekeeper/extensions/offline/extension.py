"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["sync", "pocket"],
    addresses=["sync.urls", "pocket.serving"],
)
