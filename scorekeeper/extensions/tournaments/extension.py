"""Declares what this extension adds to the site."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from scorekeeper.core.session_kinds import SessionKind
from scorekeeper.extensions import Extension

TOURNAMENT: Final = SessionKind(
    key="tournament",
    label=_("Tournament"),
    link=_("Go to tournament"),
    pages={
        "scoreboard:session": "tournaments:day",
        "starting:session_close": "tournaments:end",
        "statements:share_session": "tournaments:share",
        "statements:image_session": "tournaments:image",
    },
    people="tournament__entrants__player",
    table="tournaments",
    activity={
        "session_opened": _("New tournament"),
        "session_closed": _("Tournament ended"),
        "session_reopened": _("Tournament reopened"),
    },
)
"""The day of a tournament. Its tables are ordinary sessions that are ``part_of`` it."""

EXTENSION = Extension(
    apps=[""],
    addresses=["urls"],
    lookups={"players named in a session": [TOURNAMENT.people]},
    functions={
        "faults in a session's money": "prizes.prize_faults",
        "contradictions in imported sessions": "imported.contradictions",
        "withdraw a player": "people.services.leave_tournaments",
        "days of guests": "selectors.days_by_person",
        "image of a session of its kind": "pdf.result.image_of_session",
    },
    slots={
        "above the scoreboard": "tournaments/hall/_call.html",
        "ways from a group": "tournaments/_tile.html",
        "player outside the seasons": "tournaments/_of_player.html",
    },
    session_kinds={TOURNAMENT.key: TOURNAMENT},
    not_read_at_once=[
        "tournaments:card",  # written when opened: a link that is not valid counts
        "tournaments:cards",  # an invite link is made where there is none
    ],
)
