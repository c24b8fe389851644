"""The name and days of a season, and by what it is ranked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs.models import Club
from scorekeeper.engine.options import load_options
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.standings import words
from scorekeeper.standings.models import GameResult, Season
from scorekeeper.standings.ranking.measures import Measure, NightBy
from scorekeeper.standings.ranking.method import MatchOf, Method, Missed, Over, TieRule, sound
from scorekeeper.standings.rules import SeasonRules, SeasonScope, families, read
from scorekeeper.standings.selectors import overlapping
from scorekeeper.variants import VARIANTS
from scorekeeper.wording.currencies import day

DATES = {"required": _("Choose a day."), "invalid": _("Choose a day.")}
MANY = {
    "required": _("Type a number."),
    "invalid": _("Type a number."),
    "min_value": _("Type 1 or more."),
    "max_value": _("Type 100 at the most."),
}
TIES = 4
"""How many rules for equal results may be chosen, one after the other."""
MOST_PLACES = 12
AS_USUAL = "usual"
MEASURES: Mapping[str, Promise] = {AS_USUAL: words.AS_USUAL} | {
    str(measure): told for measure, told in words.MEASURES.items()
}


def _day(**options: Any) -> forms.DateField:
    return forms.DateField(
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages=DATES,
        **options,
    )


def _pick(told: Mapping[Any, Promise], **options: Any) -> forms.ChoiceField:
    choices = [(str(key), label) for key, label in told.items()]
    return forms.ChoiceField(choices=choices, required=False, **options)


class SeasonForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={
            "required": _("Give the season a name, such as “Winter 2026”."),
            "max_length": _("A name can have 80 letters at the most."),
        },
    )
    starts = _day(label=_("First day"))
    ends = _day(label=_("Last day"), required=False, help_text=_("Leave empty while it goes on."))
    scope = forms.ChoiceField(label=_("Which games count"), required=False)
    measure = _pick(MEASURES, label=_("What counts"))
    over = _pick(words.OVERS, label=_("How sessions are combined"))
    many = forms.IntegerField(
        label=_("How many nights"),
        help_text=_("The best that count, or the worst that do not."),
        required=False,
        min_value=1,
        max_value=100,
        error_messages=MANY,
    )
    places = forms.CharField(
        label=_("What places are worth"),
        help_text=_("From the first on, such as 10-6-3-1; only where places count."),
        required=False,
        max_length=60,
    )
    match = _pick(
        words.MATCHES,
        label=_("What a match is"),
        help_text=_("Only where the rating counts."),
    )
    least = forms.IntegerField(
        label=_("Minimum sessions to be ranked"),
        required=False,
        min_value=0,
        max_value=100,
        error_messages=MANY | {"min_value": _("Type 0 or more.")},
    )
    missed = _pick(words.MISSED, label=_("A night missed counts"))
    night = _pick(
        words.NIGHTS,
        label=_("Who wins a night"),
        help_text=_("Where no money moves: game points, else points, else hands won."),
    )

    def __init__(self, told: Any, *, club: Club, season: Season | None = None) -> None:
        own = read(season.rules) if season else SeasonRules()
        first = _first(own) | {"starts": timezone.localdate()}
        if season:
            first |= {"name": season.name, "starts": season.starts, "ends": season.ends}
        super().__init__(data=told, initial=first)
        self.club, self.season = club, season
        scope: Any = self.fields["scope"]
        scope.choices = list(_scopes(club, own))
        for number in range(TIES):
            label = _("Equal results: first by") if number == 0 else _("and then by")
            choices = [("", _("nothing")), *((str(k), told) for k, told in words.TIES.items())]
            self.fields[f"tie_{number}"] = forms.ChoiceField(
                label=label, choices=choices, required=False
            )

    @property
    def about(self) -> list[Any]:
        return [self[name] for name in ("name", "starts", "ends")]

    @property
    def ranking(self) -> list[Any]:
        return [field for field in self if field.name not in ("name", "starts", "ends")]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_ends(self) -> date | None:
        ends: date | None = self.cleaned_data["ends"]
        starts: date | None = self.cleaned_data.get("starts")
        if ends and starts and ends < starts:
            raise ValidationError(_("The last day cannot be before the first."))
        return ends

    def clean_places(self) -> tuple[int, ...]:
        told = self.cleaned_data["places"].replace(",", "-").replace(" ", "-")
        parts = [part for part in told.split("-") if part]
        if not all(part.isascii() and part.isdigit() and len(part) < 4 for part in parts):
            raise ValidationError(_("Type whole numbers with dashes between them: 10-6-3-1."))
        if len(parts) > MOST_PLACES:
            raise ValidationError(_("Twelve places can be worth something at the most."))
        return tuple(map(int, parts))

    def clean(self) -> dict[str, Any]:
        told = super().clean() or self.cleaned_data
        others = Season.objects.filter(club=self.club, starts__isnull=False)
        others = others.exclude(pk=self.season.pk) if self.season else others
        taken = others.filter(name=told.get("name")).first()
        if taken and (self.season or not self._is_the_same(taken)):
            self.add_error("name", _("There is a season of this name already."))
        if not self.errors:
            self._check_rules(told)
            self._check_days(told, [each.pk for each in (self.season, taken) if each])
        return told

    def _is_the_same(self, there: Season) -> bool:
        """Sent once more: the season is there, and nothing is asked for that it is not."""
        days = self.cleaned_data.get("starts"), self.cleaned_data.get("ends")
        alike = not self._says_how or read(there.rules) == self.rules
        return alike and (there.starts, there.ends) == days

    def _check_rules(self, told: dict[str, Any]) -> None:
        if told.get("over") in (Over.BEST, Over.DROP) and not told.get("many"):
            self.add_error("many", _("Say how many nights."))
        game = VARIANTS.get(self.rules.one_game)
        if game and told.get("measure") == Measure.GAME_POINTS and not _for_game_points(game):
            sentence = gettext("%(game)s is not played for game points.") % {
                "game": gettext(game.name)
            }
            self.add_error("measure", sentence)

    def _check_days(self, told: dict[str, Any], but: list[int]) -> None:
        days = {"starts": told["starts"], "ends": told["ends"]}
        if other := overlapping(self.club, **days, rules=self.rules, but=but):
            self.refuse(other)

    def refuse(self, other: Season) -> None:
        """It counts the same games on some of the days."""
        self.add_error("starts", _overlap(other))

    @property
    def rules(self) -> SeasonRules:
        told = self.cleaned_data
        scope, of, game = _scope(told.get("scope") or str(SeasonScope.ALL))
        ties = [told.get(f"tie_{number}") for number in range(TIES)]
        usual = (told.get("measure") or AS_USUAL) == AS_USUAL
        method = Method(
            measure=Measure.MONEY if usual else Measure(told["measure"]),
            over=Over(told.get("over") or Over.SUM),
            many=told.get("many") or 0,
            places=told.get("places") or Method().places,
            least=told.get("least") or 0,
            missed=Missed(told.get("missed") or Missed.NOTHING),
            night=NightBy(told.get("night") or NightBy.AUTO),
            ties=tuple(dict.fromkeys(TieRule(tie) for tie in ties if tie)),
            match=MatchOf(told.get("match") or MatchOf.NIGHT),
        )
        return SeasonRules(sound(method), scope, of, game, usual)

    def told(self) -> dict[str, Any]:
        """What a season keeps of a form that is right. Where nobody said by what it is ranked, as
        by a client that knows only names and days, it is ranked as before, or as usual."""
        told = {name: self.cleaned_data[name] for name in ("name", "starts", "ends")}
        before = self.season.rules if self.season else {}
        return told | {"rules": self.rules.dump() if self._says_how else before}

    @property
    def _says_how(self) -> bool:
        return any(name in self.data for name in ("measure", "scope"))


def _for_game_points(game: AnyVariant) -> bool:
    return game.board.game_points(load_options(game, {}, min(game.seats)))


def _first(own: SeasonRules) -> dict[str, Any]:
    """What the form shows before anybody typed."""
    method = own.method
    ties = {f"tie_{number}": str(tie) for number, tie in enumerate(method.ties[:TIES])}
    return {
        "scope": _choice(own.scope, own.of, own.game),
        "measure": AS_USUAL if own.usual else str(method.measure),
        "over": str(method.over),
        "many": method.many or None,
        "places": "-".join(map(str, method.places)),
        "least": method.least,
        "missed": str(method.missed),
        "night": str(method.night),
        "match": str(method.match),
        **ties,
    }


def _scopes(club: Club, own: SeasonRules) -> Iterator[Any]:
    """All games; families; the games and the rules that the club has played, and the one chosen."""
    played = GameResult.objects.filter(club=club).order_by()
    games = {*played.values_list("variant", flat=True).distinct()}
    presets = {*played.exclude(preset="").values_list("variant", "preset").distinct()}
    if own.scope is SeasonScope.GAME:
        games.add(own.of)
    if own.scope is SeasonScope.PRESET:
        presets.add((own.game, own.of))
    yield _choice(SeasonScope.ALL), _("All games together")
    yield (
        _("Families"),
        [(_choice(SeasonScope.FAMILY, f.name), gettext(str(f.value))) for f in families()],
    )
    if games:
        named = [(key, words.game_called(key)) for key in VARIANTS if key in games]
        yield _("One game"), [(_choice(SeasonScope.GAME, key), name) for key, name in named]
    if presets:
        called = sorted((words.rules_of_the_table(*preset), preset) for preset in presets)
        yield (
            _("Rules of the table"),
            [(_choice(SeasonScope.PRESET, of, game), told) for told, (game, of) in called],
        )


def _choice(scope: SeasonScope, of: str = "", game: str = "") -> str:
    """As the form sends it."""
    told = (str(scope), game, of) if scope is SeasonScope.PRESET else (str(scope), of)
    return ":".join(told) if of else str(scope)


def _scope(choice: str) -> tuple[SeasonScope, str, str]:
    """Back again: which games, by what name, and of which game alone."""
    scope, _colon, of = choice.partition(":")
    game, _colon, name = of.partition(":")
    return (SeasonScope(scope), name, game) if name else (SeasonScope(scope), of, "")


def _overlap(other: Season) -> str:
    if other.ends:
        told = gettext("“%(season)s” counts the same games until %(day)s: begin after it.")
        return told % {"season": other.name, "day": day(other.ends)}
    told = gettext("“%(season)s” counts the same games, and has no last day: give it one first.")
    return told % {"season": other.name}
