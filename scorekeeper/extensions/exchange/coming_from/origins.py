"""Lists where a group may come from: what is imported, and a sample that the import takes."""

from dataclasses import dataclass
from typing import Final

from scorekeeper.engine.words import Phrase, _
from scorekeeper.extensions.exchange.spreadsheets.parsing import Unit


@dataclass(frozen=True, slots=True)
class Origin:
    key: str
    title: Phrase
    comes: Phrase
    """Says which data the import takes."""
    stays: Phrase
    """Says which data the import leaves out."""
    file: Phrase
    """How to get the file or the text."""
    sample: str
    counts: Unit = Unit.AMOUNT


SPLITWISE: Final = Origin(
    "splitwise",
    _("Coming from Splitwise"),
    _("Each expense becomes a past session on its day: who won and who lost how much."),
    _("Payments are left out, since imported balances count as paid. So are notes and photos."),
    _("On the website of Splitwise open the group and choose “Export as spreadsheet”."),
    """\
Date,Description,Category,Cost,Currency,Asha,Dev,Meera

2026-01-10,Rummy,Games,120.00,INR,120.00,-80.00,-40.00
2026-01-12,Dev paid Asha,Payment,80.00,INR,-80.00,80.00,0.00
2026-01-17,Rummy,Games,50.00,INR,-50.00,0.00,50.00

2026-01-31,Total balance, , ,INR,-10.00,0.00,10.00
""",
)
SPREADSHEET: Final = Origin(
    "spreadsheet",
    _("Coming from a spreadsheet or a WhatsApp list"),
    _("Each day becomes a past session with the results of its players."),
    _("Columns and rows of totals are left out. Formulas are not read: paste their values."),
    _(
        "Save the spreadsheet as CSV, or copy its cells. From a chat, paste one line for each "
        "player: day, name, amount."
    ),
    """\
30/11/2025, Asha, 120
30/11/2025, Dev, -80
30/11/2025, Meera, -40
07/12/2025, Asha, -50
07/12/2025, Meera, 50
""",
)
SCORE_APP: Final = Origin(
    "score-app",
    _("Coming from another score app"),
    _("Each day becomes a past session with the points of its players."),
    _("Single hands stay in the other app. So do photos and settings."),
    _(
        "Export or copy the table of results: a row for each day, a column for each player. Then "
        "choose Points, and whether the fewest points win."
    ),
    """\
Date;Asha;Dev;Meera
2026-02-07;101;45;78
2026-02-14;60;101;33
""",
    Unit.POINTS,
)
ORIGINS: Final = {origin.key: origin for origin in (SPLITWISE, SPREADSHEET, SCORE_APP)}
