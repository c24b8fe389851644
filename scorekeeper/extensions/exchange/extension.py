"""Declares what this extension adds to the site."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.core.session_kinds import SessionKind
from scorekeeper.extensions import Extension

IMPORTED: Final = SessionKind(
    key="imported",
    label=_("Imported"),
    pages={
        "scoreboard:session": "spreadsheets:session",
        "scoreboard:player": "spreadsheets:session",
    },
)
"""A past session from a spreadsheet: results, and no hands."""

EXTENSION = Extension(
    apps=["proof", "public_season", "group_file", "people", "spreadsheets"],
    addresses=[
        *("public_season.urls", "proof.urls", "group_file.urls", "people.urls"),
        *("spreadsheets.urls", "coming_from.urls"),
    ],
    slots={
        "ways to a group": "exchange/group_file/_take.html",
        "group settings": "exchange/group_file/_in_settings.html",
        "players": "exchange/people/_in_players.html",
        "player": ["exchange/people/_of_player.html", "exchange/group_file/_of_player.html"],
        "help": "exchange/coming_from/_in_help.html",
        "season": "exchange/public_season/_button.html",
        "records": "exchange/proof/_record.html",
        "statement": "exchange/proof/_button.html",
    },
    pages={"verification": "proof:shown"},
    session_kinds={IMPORTED.key: IMPORTED},
    tasks={"group_file.tasks.forget": 3600},
    # Written when opened: a link that is not valid counts.
    not_read_at_once=["proof:shown", "public_season:embed", "public_season:season"],
    secret_addresses=["out", "proof"],
)
