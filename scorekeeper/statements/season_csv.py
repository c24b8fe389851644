"""The nights of a season as a table for spreadsheets: one row for each player of each night, with
amounts in plain digits."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scorekeeper.statements.csv_file import plain
from scorekeeper.statements.season_contents import SeasonContents


def season_rows(told: SeasonContents) -> Iterator[list[str]]:
    yield [
        *(_("Date"), _("Night"), _("Player"), _("Hands"), _("Wins")),
        *(_("Amount"), _("Currency"), _("Sum so far")),
    ]
    sums = dict.fromkeys(range(len(told.people)), 0)
    for night in told.nights:
        for person, share in night.shares:
            sums[person] += share.net
            if told.player in (None, person):
                yield [
                    *(night.day, night.name, told.people[person]),
                    *((str(share.hands), str(share.wins)) if share.hands else ("", "")),
                    plain(share.net, told.currency),
                    *(told.currency, plain(sums[person], told.currency)),
                ]
