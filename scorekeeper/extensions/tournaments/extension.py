"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=[""],
    addresses=["urls"],
    not_read_at_once=[
        "tournaments:card",  # written when opened: a link that is not valid counts
        "tournaments:cards",  # an invite link is made where there is none
    ],
)
