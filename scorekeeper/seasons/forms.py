"""The name and days of a season, and how it is ranked."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.dates import FIRST_DAY, LAST_DAY
from scorekeeper.core.localization.digits import ascii_digits
from scorekeeper.core.requests.sent import LineField
from scorekeeper.ledger.models import GameResult
from scorekeeper.seasons import words
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import Measure, SessionBy
from scorekeeper.seasons.ranking.method import MatchOf, Method, Missed, Over, TieRule, normalized
from scorekeeper.seasons.rules import SeasonRules, SeasonScope, families, parse_rules
from scorekeeper.seasons.selectors import overlapping
from scorekeeper.seasons.services import overlap
from scorekeeper.variants import VARIANTS

DATES = {"required": _("Choose a day."), "invalid": _("Choose a day.")}
YEARS = format_lazy(
    _("Choose a day from {first} to {last}."), first=FIRST_DAY.year, last=LAST_DAY.year
)
MANY = {
    "required": _("Enter a number."),
    "invalid": _("Enter a number."),
    "min_value": _("Enter 1 or more."),
    "max_value": _("Enter 100 or less."),
}
TIES = 4
"""How many tie rules may be chosen, one after the other."""
MOST_PLACES = 12
AS_USUAL = "usual"
MEASURES: Mapping[str, Promise] = {AS_USUAL: words.AS_USUAL} | {
    str(measure): label for measure, label in words.MEASURES.items()
}


def day_field(**options: Any) -> forms.DateField:
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages=DATES,
        validators=[MinValueValidator(FIRST_DAY, YEARS), MaxValueValidator(LAST_DAY, YEARS)],
        **options,
    )


def _choice_field(labels: Mapping[Any, Promise], **options: Any) -> forms.ChoiceField:
    choices = [(str(key), label) for key, label in labels.items()]
    return forms.ChoiceField(choices=choices, required=False, **options)


class SeasonForm(forms.Form):
    name = LineField(
        label=_("Name"),
        max_length=80,
        error_messages={
            "required": _("Enter a season name, such as “Winter 2026”."),
            "max_length": _("A name can have at most 80 characters."),
        },
    )
    starts = day_field(label=_("First day"))
    ends = day_field(
        label=_("Last day"), required=False, help_text=_("Leave empty if it is still running.")
    )
    scope = forms.ChoiceField(label=_("Games that count"), required=False)
    measure = _choice_field(MEASURES, label=_("Ranked by"))
    over = _choice_field(words.OVERS, label=_("How sessions are combined"))
    many = forms.IntegerField(
        label=_("Number of sessions"),
        help_text=_("The best that count, or the worst that are left out."),
        required=False,
        min_value=1,
        max_value=100,
        error_messages=MANY,
    )
    places = forms.CharField(
        label=_("Points per place"),
        help_text=_("From first place on, such as 10-6-3-1."),
        required=False,
        max_length=60,
    )
    match = _choice_field(words.MATCHES, label=_("A match is"))
    least = forms.IntegerField(
        label=_("Minimum sessions to be ranked"),
        required=False,
        min_value=0,
        max_value=100,
        error_messages=MANY | {"min_value": _("Enter 0 or more.")},
    )
    missed = _choice_field(words.MISSED, label=_("A missed session counts"))
    session = _choice_field(
        words.SESSIONS,
        label=_("Session winner"),
        help_text=_("Without money: by game points, else points, else hands won."),
    )

    def __init__(self, data: Any, *, club: Club, season: Season | None = None) -> None:
        own = parse_rules(season.rules) if season else SeasonRules()
        self.own = own
        first = _initial(own) | {"starts": timezone.localdate()}
        if not season:
            first["name"] = _proposed_name(club)
        else:
            first |= {"name": season.name, "starts": season.starts, "ends": season.ends}
        super().__init__(data=data, initial=first)
        self.club, self.season = club, season
        scope: Any = self.fields["scope"]
        scope.choices = list(_scopes(club, own))
        for number in range(TIES):
            label = _("Ties: first by") if number == 0 else _("then by")
            choices = [("", _("nothing")), *((str(k), label) for k, label in words.TIES.items())]
            self.fields[f"tie_{number}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )
        if not currencies.are_shown():
            self._ask_without_money()

    def _ask_without_money(self) -> None:
        """Asks for no choice of money; what was chosen before stays (``rules``)."""
        labels: dict[str, Any] = {
            "measure": words.POINTS_AS_USUAL,
            "session": words.POINTS_ELSE_HANDS,
        }
        for name in ("measure", "session", *(f"tie_{number}" for number in range(TIES))):
            field: Any = self.fields[name]
            usual = AS_USUAL if name == "measure" else str(SessionBy.AUTO)
            field.choices = [
                (key, labels[name] if name in labels and key == usual else label)
                for key, label in field.choices
                if key != str(Measure.MONEY)
            ]
            if self.initial.get(name) == str(Measure.MONEY):
                self.initial[name] = usual if name in labels else ""
        self.fields["session"].help_text = ""

    def _keep_money(self, rules: SeasonRules) -> SeasonRules:
        """Returns the rules with what money decided before, which the form did not ask."""
        own, method = self.own, rules.method
        if rules.usual and not own.usual and own.method.counts_money:
            rules = replace(rules, usual=False)
        if method.session is SessionBy.AUTO and own.method.session is SessionBy.MONEY:
            method = replace(method, session=SessionBy.MONEY)
        if TieRule.MONEY in own.method.ties:
            place, ties = own.method.ties.index(TieRule.MONEY), method.ties
            method = replace(method, ties=(*ties[:place], TieRule.MONEY, *ties[place:]))
        return replace(rules, method=method)

    @property
    def day_fields(self) -> list[Any]:
        return [self[name] for name in ("starts", "ends")]

    @property
    def ranking_fields(self) -> list[Any]:
        return [field for field in self if field.name not in ("name", "starts", "ends")]

    @property
    def ranking_before(self) -> str:
        """The saved ranking, or the default: games, measure and how sessions are combined."""
        fields: dict[str, Any] = self.fields
        chosen = [dict(fields[key].choices)[self.initial[key]] for key in ("measure", "over")]
        return " · ".join(map(str, [words.scope_name(self.own) or gettext("All games"), *chosen]))

    def clean_ends(self) -> date | None:
        ends: date | None = self.cleaned_data["ends"]
        starts: date | None = self.cleaned_data.get("starts")
        if ends and starts and ends < starts:
            raise ValidationError(_("The last day can’t be before the first day."))
        return ends

    def clean_places(self) -> tuple[int, ...]:
        return parse_places(self.cleaned_data["places"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        others = Season.objects.filter(club=self.club, starts__isnull=False)
        others = others.exclude(pk=self.season.pk) if self.season else others
        namesake = others.filter(name=cleaned.get("name")).first()
        if namesake and (self.season or not self._is_same(namesake)):
            self.add_error("name", _("A season with this name already exists."))
        if not self.errors:
            self._check_rules(cleaned)
            ids = [season.pk for season in (self.season, namesake) if season]
            self._check_days(cleaned, ids)
        return cleaned

    def _is_same(self, existing: Season) -> bool:
        """Whether the form was sent twice: the season exists and the form asks for nothing else."""
        days = self.cleaned_data.get("starts"), self.cleaned_data.get("ends")
        alike = not self._has_ranking or parse_rules(existing.rules) == self.rules
        return alike and (existing.starts, existing.ends) == days

    def _check_rules(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("over") in (Over.BEST, Over.DROP) and not cleaned.get("many"):
            self.add_error("many", _("Enter the number of sessions."))
        game = VARIANTS.get(self.rules.one_game)
        if game and cleaned.get("measure") == Measure.GAME_POINTS and not game.game_points:
            sentence = gettext("%(game)s is not played for game points.") % {
                "game": gettext(game.name)
            }
            self.add_error("measure", sentence)

    def _check_days(self, cleaned: dict[str, Any], excluded: list[int]) -> None:
        days = {"starts": cleaned["starts"], "ends": cleaned["ends"]}
        if other := overlapping(self.club, **days, rules=self.rules, excluded=excluded):
            self.add_error("starts", overlap(other))

    @property
    def rules(self) -> SeasonRules:
        cleaned = self.cleaned_data
        scope, scope_key, game = _scope(cleaned.get("scope") or str(SeasonScope.ALL))
        ties = [cleaned.get(f"tie_{number}") for number in range(TIES)]
        usual = (cleaned.get("measure") or AS_USUAL) == AS_USUAL
        method = Method(
            measure=Measure.MONEY if usual else Measure(cleaned["measure"]),
            over=Over(cleaned.get("over") or Over.SUM),
            many=cleaned.get("many") or 0,
            places=cleaned.get("places") or Method().places,
            least=cleaned.get("least") or 0,
            missed=Missed(cleaned.get("missed") or Missed.NOTHING),
            session=SessionBy(cleaned.get("session") or SessionBy.AUTO),
            ties=tuple(dict.fromkeys(TieRule(tie) for tie in ties if tie)),
            match=MatchOf(cleaned.get("match") or MatchOf.SESSION),
        )
        rules = SeasonRules(normalized(method), scope, scope_key, game, usual)
        return rules if currencies.are_shown() else self._keep_money(rules)

    def season_fields(self) -> dict[str, Any]:
        """Returns the fields of a season from a valid form. A client that sends no ranking keeps
        the stored one, or the defaults."""
        fields = {name: self.cleaned_data[name] for name in ("name", "starts", "ends")}
        before = self.season.rules if self.season else {}
        return fields | {"rules": self.rules.dump() if self._has_ranking else before}

    @property
    def _has_ranking(self) -> bool:
        return any(name in self.data for name in ("measure", "scope"))


def _proposed_name(club: Club) -> str:
    """Returns ``Season 2026``; "" where a season of the group has that name."""
    name = gettext("Season %(year)s") % {"year": timezone.localdate().year}
    return "" if Season.objects.filter(club=club, name=name).exists() else name


def parse_places(typed: str) -> tuple[int, ...]:
    """Returns what each place is worth, typed as 10-6-3-1. Raises ValidationError."""
    parts = [part for part in re.split(r"[\s,–-]", ascii_digits(typed)) if part]
    if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
        raise ValidationError(_("Enter whole numbers with dashes, such as 10-6-3-1."))
    if len(parts) > MOST_PLACES:
        raise ValidationError(_("At most 12 places can be worth points."))
    return tuple(map(int, parts))


def _initial(own: SeasonRules) -> dict[str, Any]:
    """Returns what the form shows before anything is entered."""
    method = own.method
    ties = {f"tie_{number}": str(tie) for number, tie in enumerate(method.ties[:TIES])}
    return {
        "scope": _choice(own.scope, own.scope_key, own.game),
        "measure": AS_USUAL if own.usual else str(method.measure),
        "over": str(method.over),
        "many": method.many or None,
        "places": "-".join(map(str, method.places)),
        "least": method.least,
        "missed": str(method.missed),
        "session": str(method.session),
        "match": str(method.match),
        **ties,
    }


def _scopes(club: Club, own: SeasonRules) -> Iterator[Any]:
    """Yields all games, the families, the games and rules the group has played, and the chosen
    one."""
    played = GameResult.objects.filter(club=club).order_by()
    games = {*played.values_list("variant", flat=True).distinct()}
    presets = {*played.exclude(preset="").values_list("variant", "preset").distinct()}
    if own.scope is SeasonScope.GAME:
        games.add(own.scope_key)
    if own.scope is SeasonScope.PRESET:
        presets.add((own.game, own.scope_key))
    yield _choice(SeasonScope.ALL), _("All games together")
    yield (
        _("Families"),
        [(_choice(SeasonScope.FAMILY, f.name), gettext(str(f.value))) for f in families()],
    )
    if games:
        named = [(key, words.game_name(key)) for key in VARIANTS if key in games]
        yield _("One game"), [(_choice(SeasonScope.GAME, key), name) for key, name in named]
    if presets:
        labelled = sorted((words.rules_name(*preset), preset) for preset in presets)
        yield (
            _("Saved rules"),
            [(_choice(SeasonScope.PRESET, key, game), label) for label, (game, key) in labelled],
        )


def _choice(scope: SeasonScope, scope_key: str = "", game: str = "") -> str:
    """Returns the value the form sends."""
    parts = (
        (str(scope), game, scope_key) if scope is SeasonScope.PRESET else (str(scope), scope_key)
    )
    return ":".join(parts) if scope_key else str(scope)


def _scope(choice: str) -> tuple[SeasonScope, str, str]:
    """Parses the value: which games, the key or name, and the one game it is limited to."""
    scope, _colon, scope_key = choice.partition(":")
    game, _colon, name = scope_key.partition(":")
    return (SeasonScope(scope), name, game) if name else (SeasonScope(scope), scope_key, "")
