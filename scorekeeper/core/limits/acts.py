"""All rate limits, with every number in one place.

A limit of 20 an hour lets 20 happen at once, and then one more every three minutes. The numbers are
for the fullest card hall behind one address, so that no table meets them, and small enough that
nobody can fill the disk in a day.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class KeptIn(Enum):
    """The place where an act is counted."""

    ROWS = "rows"
    """In the database: exact over all processes, and after a new start. One write each time."""
    HERE = "here"
    """In each process, for what happens with every tap and must cost nothing; what it protects
    (its own time, the disk in the long run) bears being counted by each process for itself."""


@dataclass(frozen=True, slots=True)
class Limit:
    """``most`` in ``seconds``, for each ``per``: "address", or a word that the caller says."""

    per: str
    most: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Act:
    """Something with rate limits. ``refusal``: the sentence shown when they are exceeded."""

    name: str
    limits: tuple[Limit, ...]
    refusal: str | Promise | Callable[[], str]
    kept_in: KeptIn = KeptIn.ROWS


NEW_CLUB: Final = Act(
    "new club",
    # Twenty tables of one hall that all begin at eight; the next twenty an hour later.
    (Limit("address", 20, HOUR), Limit("address", 60, DAY)),
    _("Too many groups were created from this network."),
)
DOCUMENT: Final = Act(
    "document",
    # Each is played anew from its first hand, and nobody writes meanwhile: seconds, where it is
    # long. A group is previewed once, and imported once.
    (Limit("address", 12, HOUR), Limit("address", 40, DAY)),
    _("Too many files were sent from this network."),
)
PREVIEW: Final = Act(
    "preview",
    # A spreadsheet of 60 kB takes up to a second to read. Somebody who corrects theirs again and
    # again, with two others in the same network.
    (Limit("member", 40, 10 * MINUTE), Limit("address", 60, 10 * MINUTE)),
    _("Too many standings were previewed just now."),
    KeptIn.HERE,
)
PIECE: Final = Act(
    "piece",
    # Three documents of the longest.
    (Limit("address", 600, HOUR), Limit("address", 2000, DAY)),
    _("Too much was sent from this network."),
    KeptIn.HERE,
)
JOIN: Final = Act(
    "join",
    # A tournament that scans one code from the wall, in a hall behind one address.
    (
        Limit("link", 100, HOUR),
        Limit("club", 200, HOUR),
        Limit("club", 600, DAY),
        Limit("address", 200, HOUR),
    ),
    _("Too many devices have joined just now."),
)
MISSED_LINK: Final = Act(
    "missed link",
    # A whole table that scans a code that was taken back, again and again.
    (Limit("address", 60, 10 * MINUTE),),
    _("Too many links from this network were not valid."),
)
MISSED_CODE: Final = Act(
    "missed code",
    # Nobody mistypes their own code more often.
    (Limit("address", 20, 10 * MINUTE),),
    _("Too many attempts from this network."),
)
OPERATOR_LOGIN: Final = Act(
    "operator login",
    # Only what failed counts. The second factor slows down who knows the password besides.
    (Limit("address", 10, 10 * MINUTE), Limit("account", 60, HOUR)),
    _("Too many attempts from this network."),
)
OPERATOR_AT_HOME: Final = Act(
    "operator at home",
    # Where they logged in during the last month: what others fail at doesn't count there.
    (Limit("address", 10, 10 * MINUTE),),
    OPERATOR_LOGIN.refusal,
)
OPERATOR_SEEN: Final = Act(
    "operator seen",
    # No limit, but a note of each log-in, kept for a month.
    (Limit("place", 1, 30 * DAY),),
    OPERATOR_LOGIN.refusal,
)
NEW_LINK: Final = Act(
    "new link",
    (Limit("club", 60, HOUR), Limit("club", 200, DAY)),
    _("Too many links were created for this group just now."),
)
NEW_SESSION: Final = Act(
    "new session",
    (Limit("club", 30, HOUR), Limit("club", 60, DAY)),
    _("Too many sessions were started in this group just now."),
)
NEW_PLAN: Final = Act(
    "new plan",
    # A club that plans every week of a year in one go.
    (Limit("club", 60, HOUR), Limit("club", 120, DAY)),
    _("Too many sessions were scheduled in this group just now."),
)
REPLY: Final = Act(
    "reply",
    # By a player's own link: each is a row that stays. Somebody who can't make up their mind.
    (Limit("link", 40, HOUR), Limit("link", 100, DAY)),
    _("Too many answers came through this link just now."),
)
CALENDAR: Final = Act(
    "calendar",
    # Calendars ask a few times a day; those of a whole club may be one and the same address.
    (Limit("link", 120, 10 * MINUTE), Limit("address", 300, 10 * MINUTE)),
    _("This calendar was requested too often just now."),
    KeptIn.HERE,
)
NEW_GAME: Final = Act(
    "new game",
    # A dozen tables, each at a game of a few hands.
    (Limit("club", 60, HOUR), Limit("club", 300, DAY)),
    _("Too many games were started in this group just now."),
)
NEW_PLAYERS: Final = Act(
    "new players",
    # Everybody of a large club, written down at once.
    (Limit("club", 150, HOUR), Limit("club", 400, DAY)),
    _("Too many players were added to this group just now."),
)
NEW_RULES: Final = Act(
    "new rules",
    (Limit("club", 60, HOUR), Limit("club", 150, DAY)),
    _("Too many house rules were saved for this group just now."),
)
NEW_SEASON: Final = Act(
    "new season",
    (Limit("club", 20, HOUR), Limit("club", 40, DAY)),
    _("Too many seasons were started in this group just now."),
)
STATEMENT: Final = Act(
    "statement",
    # Only what is drawn counts. A session of twelve has thirteen statements, drawn anew ten times.
    (Limit("club", 200, HOUR), Limit("club", 400, DAY)),
    _("Too many statements were requested in this group just now."),
)
REBUILD: Final = Act(
    "rebuild",
    # It reads every payment of the club; the second time finds nothing to do.
    (Limit("club", 4, HOUR), Limit("club", 12, DAY)),
    _("This group’s season was recalculated too often just now."),
)
OWN_DATA: Final = Act(
    "own data",
    # A host who fetches both files of everybody; each reads all sessions of somebody.
    (Limit("member", 60, 10 * MINUTE), Limit("club", 240, HOUR)),
    _("Too many player files were requested just now."),
    KeptIn.HERE,
)
MAIL: Final = Act(
    "mail",
    # A session of twelve, corrected and sent again five times.
    (Limit("club", 60, HOUR), Limit("club", 150, DAY)),
    _("Too many e-mails were sent from this group just now."),
)
MAIL_TO: Final = Act(
    "mail to",
    # Of all clubs together, so that nobody's letter box is filled by strangers who type it here.
    (Limit("recipient", 10, DAY),),
    _("Too many e-mails were sent to this address today."),
)
CHAT_TEST: Final = Act(
    "chat test",
    # Each waits for another server. Somebody who corrects a key again and again.
    (Limit("club", 30, HOUR), Limit("club", 60, DAY)),
    _("Too many tests were sent from this group just now."),
)
CHAT: Final = Act(
    "chat",
    # Each keeps a worker for as long as another server likes. Three chats that get every hand of a
    # quick table. Hands, results and payments are counted apart: many hands leave the result.
    (Limit("event", 120, HOUR), Limit("event", 600, DAY)),
    _("Too many results of this group went to chats just now. This one was not sent."),
)
IMAGE: Final = Act(
    "image",
    # Only what is drawn counts: a fifth of a second each. A table that shares every hand, and looks
    # through all the hands of an evening besides.
    (Limit("member", 60, 10 * MINUTE), Limit("club", 240, HOUR)),
    _("Too many images were requested just now."),
    KeptIn.HERE,
)
DRAWING: Final = Act(
    "drawing",
    (),  # one picture after another, in each process
    _("Other images are being created right now."),
    KeptIn.HERE,
)
WRITE: Final = Act(
    "write",
    # Ten scorers, each with a hand every ten seconds, or with hundreds at once that had waited
    # for a network. A device, which may be a guest's, has a part of it: it stops itself first.
    (Limit("member", 1000, HOUR), Limit("club", 4000, HOUR), Limit("club", 20_000, DAY)),
    _("Too many entries in this group just now."),
    KeptIn.HERE,
)
LOOK: Final = Act(
    "look",
    # Somebody who types without a pause makes the slip be worked out four times a second.
    (Limit("member", 400, 100),),
    _("Too many requests from this device."),
    KeptIn.HERE,
)
PROVE: Final = Act(
    "prove",
    # A hall that scans the code of one paper. The session is not worked out for each of them.
    (Limit("address", 200, 10 * MINUTE), Limit("link", 600, 10 * MINUTE)),
    _("This session was verified too often just now."),
    KeptIn.HERE,
)
PUBLISHED: Final = Act(
    "published",
    # A club's page with the table in it, read by a whole village at once; most of it is answered
    # with "nothing new", or from what is kept.
    (Limit("address", 600, 10 * MINUTE), Limit("link", 6000, 10 * MINUTE)),
    _("These standings were viewed too often just now."),
    KeptIn.HERE,
)
PROVING: Final = Act(
    "proving",
    (),  # one session after another, in each process
    _("Another session is being recalculated right now."),
    KeptIn.HERE,
)
TRY: Final = Act(
    "try",
    # Hands tried without an account: a class of twenty behind one address.
    (Limit("address", 600, 5 * MINUTE),),
    _("Too many requests from this network."),
    KeptIn.HERE,
)
