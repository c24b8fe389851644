"""Forms of a group's pages: write tokens, settings, player names."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from babel.core import get_global
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.services import clean_club_name, clean_name
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import SPOKEN, language_name
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import LONGEST_TOKEN


def token_field(min_length: int = 1) -> forms.CharField:
    too_old = gettext_lazy("This page is out of date. Reload it and try again.")
    error_messages = dict.fromkeys(("required", "min_length", "max_length"), too_old)
    return forms.CharField(
        min_length=min_length, max_length=LONGEST_TOKEN, strip=False, error_messages=error_messages
    )


def write_token(data: QueryDict) -> str:
    """Returns the write token of a POST. Refuses if there is none."""
    try:
        return str(token_field().clean(data.get("token", "")))
    except ValidationError as error:
        raise Refusal(error.messages[0], status=400) from error


class WriteForm(forms.Form):
    """A form with a write token."""

    data: QueryDict
    token = token_field()

    @property
    def error(self) -> str:
        """The message to show above all fields."""
        return str(next(iter(self.errors.get("token", self.non_field_errors())), ""))

    def above(self, refusal: Refusal | None) -> str:
        """The message to show above all fields where ``attempt_form`` returned ``refusal``: "" if
        it stands beside a field."""
        return self.error if self.errors or refusal is None else refusal.sentence


@lru_cache(maxsize=1)
def zones() -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the time zones by continent, as choices for a select."""
    grouped: dict[str, list[tuple[str, str]]] = {}
    for zone in sorted(available_timezones()):
        continent, _slash, place = zone.partition("/")
        if place and continent not in ("Etc", "SystemV", "posix", "right"):
            grouped.setdefault(continent, []).append((zone, place.replace("_", " ")))
    return [*grouped.items(), ("UTC", [("UTC", "UTC")])]


def zones_for_reader() -> list[tuple[str, list[tuple[str, str]]]]:
    """Returns the time zones, those of the reader's country first, under its name."""
    country = currencies.locale().territory or ""
    territories = get_global("zone_territories")
    near = [zone for group in zones() for zone in group[1] if territories.get(zone[0]) == country]
    rest = [(name, [zone for zone in group if zone not in near]) for name, group in zones()]
    name = currencies.locale().territories.get(country, country)
    return [*([(name, near)] if near else []), *rest]


class ClubForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Group name"), required=False)
    currency = forms.ChoiceField(label=gettext_lazy("Money"))
    points_only = forms.BooleanField(
        label=gettext_lazy("Points only"),
        help_text=gettext_lazy(
            "No stakes and no money anywhere in this group. Nothing is deleted: turn it off, and "
            "everything is shown as before."
        ),
        required=False,
        widget=forms.CheckboxInput(attrs={"role": "switch"}),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy("For dates and times on every device."),
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        help_text=gettext_lazy("A language chosen in the menu wins over this one."),
        required=False,
    )

    def __init__(self, club: Club, has_games: bool, data: QueryDict | None = None) -> None:
        """``has_games``: stakes are stored in minor units, so the currency's digits must stay."""
        initial = {name: getattr(club, name) for name in self.base_fields}
        super().__init__(data, initial=initial)
        self.club, self.has_games = club, has_games
        own = currencies.currency_of_territory(currencies.reader_tag())
        codes = list(dict.fromkeys([club.currency, own or club.currency, *currencies.LISTED]))
        if settings.POINTS_ONLY:
            del self.fields["points_only"]
        if not currencies.are_shown():
            del self.fields["currency"]
        else:
            self.fields["currency"].choices = [  # type: ignore[attr-defined]
                (code, f"{code} · {currencies.name(code)}") for code in codes
            ]
            if has_games:
                self.fields["currency"].help_text = _(
                    "Amounts saved so far are shown in it too, with the same figures. Nothing is "
                    "converted."
                )
        listed = {zone for _continent, places in zones() for zone, _place in places}
        unlisted = [] if club.time_zone in listed else [(club.time_zone, club.time_zone)]
        choices = [*unlisted, *zones_for_reader()]
        self.fields["time_zone"].choices = choices  # type: ignore[attr-defined]
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            (code, language_name(code)) for code in dict.fromkeys(["", club.language, *SPOKEN])
        ]

    @property
    def stored(self) -> dict[str, Any]:
        """All settings, those that are not asked as they are."""
        return {name: getattr(self.club, name) for name in self.base_fields} | self.cleaned_data

    def clean_name(self) -> str:
        return clean_club_name(self.cleaned_data["name"])

    def clean_currency(self) -> str:
        code: str = self.cleaned_data["currency"]
        if self.has_games and currencies.digits(code) != currencies.digits(self.club.currency):
            raise ValidationError(
                _("Amounts already saved can’t be shown in %(code)s."), params={"code": code}
            )
        return code


class PlayerNames:
    """A form with the names of all players, each with its own error."""

    def __init__(self, players: list[Player], data: QueryDict | None = None) -> None:
        self.rows = [
            PlayerRow(p, p.name if data is None else data.get(f"player-{p.pk}", p.name))
            for p in players
        ]

    def is_valid(self) -> bool:
        row_by_name: dict[str, PlayerRow] = {}
        for row in self.rows:
            row.judge()
            if not row.error and row.name.casefold() in row_by_name:
                row.error = _("Two players have this name. Add an initial.")
            row_by_name[row.name.casefold()] = row
        return not any(row.error for row in self.rows)

    def refuse(self, messages_by_player: Mapping[str, list[str]]) -> None:
        """Adds the service's messages, by player id, to the rows."""
        for row in self.rows:
            row.error = (messages_by_player.get(str(row.player.pk)) or [""])[0]

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


def role_help(role: Role) -> str:
    """Describes what a device of this role can do, to follow the role's name."""
    if role is Role.VIEWER and not currencies.are_shown():
        return _("can view scores")
    return str(ROLE_HELP[role])


def invitee_help(role: Role) -> str:
    """Describes what the invited person will be able to do."""
    if not currencies.are_shown():
        if role is Role.VIEWER:
            return _("You can view scores.")
        if role is Role.SCORER:
            return _("You can view scores, and enter hands.")
    return str(INVITEE_HELP[role])


ROLE_HELP = {
    Role.VIEWER: gettext_lazy("can view scores and money"),
    Role.SCORER: gettext_lazy("can enter hands too"),
    Role.HOST: gettext_lazy("can manage everything"),
}
INVITEE_HELP = {
    Role.VIEWER: gettext_lazy("You can view scores and money."),
    Role.SCORER: gettext_lazy("You can view scores and money, and enter hands."),
    Role.HOST: gettext_lazy("You can manage everything."),
}
