"""The nights of a season as a table for spreadsheets: one row for each player of each night, with
amounts in plain digits."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import IO

from django.utils.translation import gettext as _

from scorekeeper.statements.csv_file import harmless, plain
from scorekeeper.statements.season_contents import SeasonContents


def write_season_csv(told: SeasonContents, file: IO[bytes]) -> None:
    """UTF-8 with the mark by which spreadsheets know it."""
    text = io.TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(text)
    for row in season_rows(told):
        writer.writerow([harmless(cell) for cell in row])
    text.detach()


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
                    *(str(share.hands), str(share.wins), plain(share.net, told.currency)),
                    *(told.currency, plain(sums[person], told.currency)),
                ]
