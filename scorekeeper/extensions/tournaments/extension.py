"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=[""],
    addresses=["urls"],
    lookups={"players named in a session": ["tournament__entrants__player"]},
    slots={"ways from a group": "tournaments/_tile.html"},
    not_read_at_once=[
        "tournaments:card",  # written when opened: a link that is not valid counts
        "tournaments:cards",  # an invite link is made where there is none
    ],
)
