"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=[""],
    addresses=["urls"],
    lookups={"players named in a session": ["tournament__entrants__player"]},
    functions={
        "faults in a session's money": "prizes.audit.prize_faults",
        "days of guests": "selectors.days_by_person",
    },
    slots={"ways from a group": "tournaments/_tile.html"},
    not_read_at_once=[
        "tournaments:card",  # written when opened: a link that is not valid counts
        "tournaments:cards",  # an invite link is made where there is none
    ],
)
