"""What clubs ask: the first screen, settings, invitations, whose phone this is."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs import currencies
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.names import NameRows
from scorekeeper.clubs.reader import preferred
from scorekeeper.clubs.services import clean_club_name, clean_name
from scorekeeper.play.forms import GamePick

SHORTEST_TOKEN = 16
"""Of a start. With a shorter one somebody else might have started a club already."""
LONGEST_TOKEN = 64


def write_token(data: QueryDict) -> str:
    """The token of a write. Raises ValidationError."""
    token = data.get("token", "")
    if not 0 < len(token) <= LONGEST_TOKEN:
        raise ValidationError(_("This page is too old: load it again."))
    return token


class StartForm:
    """Names, a game, start. ``request`` tells where the phone seems to be."""

    FEWEST = 2

    def __init__(self, request: HttpRequest, data: QueryDict | None = None) -> None:
        self.request, self.data = request, data
        self.rows = NameRows(data.getlist("name") if data is not None else ())
        self.pick = GamePick(data)
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
        return asked or self.pick.is_unmade

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
        assert self.data is not None
        told = self.data.get("time_zone", "")
        return told if told in available_timezones() else "Asia/Kolkata"

    @property
    def currency(self) -> str:
        assert self.data is not None
        guessed = currencies.guess(self.data.get("time_zone", ""), preferred(self.request))
        return guessed or "INR"


@lru_cache(maxsize=1)
def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Time zones by continent, for a select."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones()):
        continent, _slash, place = zone.partition("/")
        if place and continent not in ("Etc", "SystemV", "posix", "right"):
            grouped.setdefault(continent, []).append((zone, place.replace("_", " ")))
    return [*grouped.items(), ("UTC", [("UTC", "UTC")])]


class ClubForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the club"), required=False)
    currency = forms.ChoiceField(label=gettext_lazy("Money"))
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("For dates and times on every phone of the club."),
    )

    def __init__(self, club: Club, counted: bool, data: QueryDict | None = None) -> None:
        """``counted``: the club has games, whose stakes are written in minor units."""
        initial = {"name": club.name, "currency": club.currency, "time_zone": club.time_zone}
        super().__init__(data, initial=initial)
        self.club, self.counted = club, counted
        codes = list(dict.fromkeys([club.currency, *currencies.LISTED]))
        self.fields["currency"].choices = [  # type: ignore[attr-defined]
            (code, f"{code} · {currencies.name(code)}") for code in codes
        ]
        listed = {zone for _continent, places in zones() for zone, _place in places}
        own = [] if club.time_zone in listed else [(club.time_zone, club.time_zone)]
        self.fields["time_zone"].choices = [*own, *zones()]  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        return clean_club_name(self.cleaned_data["name"])

    def clean_currency(self) -> str:
        code: str = self.cleaned_data["currency"]
        if self.counted and currencies.digits(code) != currencies.digits(self.club.currency):
            raise ValidationError(
                _("Money already written down cannot be read as %(code)s."), params={"code": code}
            )
        return code


class PlayerNames:
    """All players' names in one form, each with its own error."""

    def __init__(self, players: list[Player], data: QueryDict | None = None) -> None:
        self.rows = [
            PlayerRow(p, p.name if data is None else data.get(f"player-{p.pk}", p.name))
            for p in players
        ]

    def is_valid(self) -> bool:
        seen: dict[str, PlayerRow] = {}
        for row in self.rows:
            row.judge()
            if not row.error and row.name.casefold() in seen:
                row.error = _("Two people have this name: add a letter.")
            seen[row.name.casefold()] = row
        return not any(row.error for row in self.rows)

    def refuse(self, wrong: Mapping[str, list[str]]) -> None:
        """Put what the club's service refused beside its field; by the player's id."""
        for row in self.rows:
            row.error = (wrong.get(str(row.player.pk)) or [""])[0]

    @property
    def renamed(self) -> dict[Player, str]:
        return {row.player: row.name for row in self.rows if row.name != row.player.name}


class PlayerRow:
    def __init__(self, player: Player, typed: str) -> None:
        self.player, self.typed, self.name, self.error = player, typed, player.name, ""

    @property
    def field(self) -> str:
        return f"player-{self.player.pk}"

    def judge(self) -> None:
        try:
            self.name = clean_name(self.typed)
        except ValidationError as error:
            self.error = error.messages[0]


ROLE_HELP = {
    Role.VIEWER: gettext_lazy("sees scores and money"),
    Role.SCORER: gettext_lazy("writes down hands too"),
    Role.HOST: gettext_lazy("may do all that you may"),
}
INVITED_HELP = {
    Role.VIEWER: gettext_lazy("You see scores and money."),
    Role.SCORER: gettext_lazy("You see scores and money, and write down hands."),
    Role.HOST: gettext_lazy("You may do all that the host may."),
}
