"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["mail", "planning"],
    addresses=["mail.urls", "planning.urls"],
    tasks={"planning.tasks.remind": 30},
    # Written when opened: a link that is not valid counts.
    not_read_at_once=["mail:stop", "planning:feed", "planning:mine"],
    secret_addresses=["come", "calendar", "mail/stop"],
)
