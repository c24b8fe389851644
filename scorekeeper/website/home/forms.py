"""The form of the start page."""

from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.forms import token_field
from scorekeeper.clubs.players.names import NameRows
from scorekeeper.clubs.sign_ups import check_sign_up, need_code
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import preferred
from scorekeeper.house_rules.choice import GamePick
from scorekeeper.table.starting.forms import TableForm

SHORTEST_TOKEN = 16
"""Shortest write token of a start; shorter ones might collide with another club's."""


class StartForm(TableForm):
    """Names and a game. ``request`` and the device's time ``zone`` suggest its country, and so the
    currency of the stakes."""

    too_few = _("Enter the names of at least two players.")
    fewest = 6
    token = token_field(SHORTEST_TOKEN)
    code_error = ""
    needs_code = staticmethod(need_code)

    def __init__(self, request: HttpRequest, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.request = request
        self.zone = (request.GET if data is None else data).get("time_zone", "")
        self.rows = NameRows(self.data.getlist("name"))
        self.pick = GamePick(data, currency=self.currency, zone=self.zone)

    def clean(self) -> None:
        super().clean()
        if self.plan is not None:
            try:
                check_sign_up(self.request)
            except ValidationError as error:
                self.code_error = error.messages[0]

    def is_valid(self) -> bool:
        return super().is_valid() and not self.code_error

    @property
    def time_zone(self) -> str:
        return self.zone if self.zone in available_timezones() else "Asia/Kolkata"

    @property
    def currency(self) -> str:
        return self._guess(self.zone)

    @property
    def is_as_at_first(self) -> bool:
        """Whether the device's time zone changes neither the currency nor the games offered
        first."""
        keys, first = ([card.rules.key for card in p.tiles] for p in (self.pick, GamePick()))
        return self.currency == self._guess("") and keys == first

    def _guess(self, zone: str) -> str:
        default: str = settings.DEFAULT_CURRENCY
        return default or currencies.guess(zone, preferred(self.request)) or "INR"
