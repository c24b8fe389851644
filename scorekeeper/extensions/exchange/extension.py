"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["proof", "public_season", "group_file", "people", "spreadsheets"],
    addresses=[
        *("public_season.urls", "proof.urls", "group_file.urls", "people.urls"),
        "spreadsheets.urls",
    ],
    tasks={"group_file.tasks.forget": 3600},
    # Written when opened: a link that is not valid counts.
    not_read_at_once=["proof:shown", "public_season:embed", "public_season:season"],
    secret_addresses=["out", "proof"],
)
