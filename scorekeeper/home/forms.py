"""What the first screen asks."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.names import NameRows
from scorekeeper.presets.picking import GamePick
from scorekeeper.wording import currencies
from scorekeeper.wording.reader import preferred

SHORTEST_TOKEN = 16
"""Of a start. With a shorter one somebody else might have started a club already."""


class StartForm:
    """Names, a game, start. ``request`` and the clock's ``zone`` tell where the phone seems to be,
    and so in which money the stakes are said that a game started here will have."""

    FEWEST = 2

    def __init__(self, request: HttpRequest, data: QueryDict | None = None) -> None:
        self.request, self.data = request, data
        self.rows = NameRows(data.getlist("name") if data is not None else ())
        told = request.GET if data is None else data
        self.zone = told.get("time_zone", "")
        self.pick = GamePick(data, currency=self.currency)
        self.error = ""
        self.names_error = ""
        self.token = ""

    @property
    def typed_rows(self) -> list[Any]:
        return self.rows.padded(6)

    @property
    def later(self) -> bool:
        """House rules first: no game starts yet."""
        asked = self.data is not None and self.data.get("then") == "rules"
        return asked or self.pick.is_unmade or self.pick.asks_stakes

    def is_valid(self) -> bool:
        assert self.data is not None
        good = self._has_token() & self.rows.is_valid()
        if good and len(self.rows.names) < self.FEWEST:
            self.names_error = _("Type the names of at least two players.")
            return False
        self.plan = self.pick.plan(len(self.rows.names)) if good else None
        return good and self.plan is not None

    def _has_token(self) -> bool:
        assert self.data is not None
        try:
            self.token = write_token(self.data)
        except ValidationError as error:
            self.error = error.messages[0]
            return False
        if len(self.token) < SHORTEST_TOKEN:
            self.error = _("This page is too old: load it again.")
        return not self.error

    @property
    def time_zone(self) -> str:
        return self.zone if self.zone in available_timezones() else "Asia/Kolkata"

    @property
    def currency(self) -> str:
        return self._guess(self.zone)

    @property
    def currency_at_first(self) -> str:
        """Before the clock is known."""
        return self._guess("")

    def _guess(self, zone: str) -> str:
        return currencies.guess(zone, preferred(self.request)) or "INR"
