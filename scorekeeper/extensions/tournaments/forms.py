"""The form that sets up a tournament: people, game, rounds, ranking, cut, fee and prizes."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club
from scorekeeper.clubs.players.names import NameRows, names_in
from scorekeeper.clubs.selectors import members
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.sent import LineField
from scorekeeper.engine.agreed_ending import can_agree_ending
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.questions.options import load_options
from scorekeeper.extensions.tournaments.models import Tournament
from scorekeeper.extensions.tournaments.plan import (
    MOST_OF_TEAM,
    MOST_PEOPLE,
    MOST_ROUNDS,
    MOST_TABLES,
    Count,
    Cut,
    DrawBy,
    TournamentPlan,
)
from scorekeeper.house_rules.choice import GamePick, GamePlan
from scorekeeper.house_rules.services import own_presets
from scorekeeper.play.sessions import last_games
from scorekeeper.questions.wording import without_stakes
from scorekeeper.seasons.forms import TIES, day_field, parse_places
from scorekeeper.seasons.ranking.method import USUAL_PLACES, USUAL_TIES, TieRule
from scorekeeper.seasons.words import TIES as TIE_LABELS
from scorekeeper.table.starting.services import today
from scorekeeper.variants import VARIANTS

CUTS: Final = 2
DRAWS: Final = {
    DrawBy.AHEAD: gettext_lazy("In advance"),
    DrawBy.STANDING: gettext_lazy("By standing"),
    DrawBy.LOT: gettext_lazy("By lot"),
}
COUNTS: Final = {
    Count.PLACES: gettext_lazy("Places at the table"),
    Count.POINTS: gettext_lazy("Points of the game"),
}


def _number(label: Any, least: int, most: int, **options: Any) -> forms.IntegerField:
    message = gettext_lazy("Enter a number from {least} to {most}.")
    range_text = format_lazy(message, least=least, most=most)
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=most,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), range_text),
        widget=forms.TextInput({"inputmode": "numeric", "class": "num", "autocomplete": "off"}),
        **options,
    )


class DayForm(WriteForm):
    """Another day for a tournament."""

    played_on = day_field(label=gettext_lazy("Day"))


class TournamentForm(WriteForm):
    """``club``: its members can be chosen; ``like``: an earlier one whose plan is proposed."""

    name = LineField(
        label=gettext_lazy("Name"),
        max_length=50,
        error_messages={
            "required": gettext_lazy("Enter a name, such as “Spring Cup”."),
            "max_length": gettext_lazy("A name can have at most 50 characters."),
        },
    )
    played_on = day_field(label=gettext_lazy("Day"))
    names = forms.CharField(
        label=gettext_lazy("New players"),
        help_text=gettext_lazy("One name a line. You can paste a list."),
        required=False,
        max_length=8000,
        widget=forms.Textarea({"rows": 4, "dir": "auto", "autocomplete": "off"}),
    )
    rounds = _number(gettext_lazy("Rounds"), 1, MOST_ROUNDS, initial=4)
    smallest = _number(gettext_lazy("At a table, at least"), 2, 8, initial=3)
    largest = _number(gettext_lazy("At a table, at most"), 2, 8, initial=4)
    tables = _number(gettext_lazy("Tables"), 1, MOST_TABLES, required=False)
    hands = _number(gettext_lazy("Hands a round"), 1, 99, required=False)
    minutes = _number(gettext_lazy("Or minutes"), 5, 600, required=False)
    draw = forms.ChoiceField(
        label=gettext_lazy("Draw"),
        help_text=gettext_lazy(
            "In advance: as few as possible meet again. By standing: close scores meet."
        ),
        choices=list(DRAWS.items()),
    )
    count = forms.ChoiceField(label=gettext_lazy("Ranked by"), choices=list(COUNTS.items()))
    places = forms.CharField(
        label=gettext_lazy("Points per place"),
        help_text=gettext_lazy(
            "From first place on, such as 10-6-3-1. Only when ranked by places."
        ),
        required=False,
        max_length=60,
    )
    team_best = _number(
        gettext_lazy("Members who count for a team"),
        1,
        MOST_OF_TEAM,
        help_text=gettext_lazy(
            "Its best players. Leave empty for all. "
            "Who is in which team is entered at the roll call."
        ),
        required=False,
    )
    fee = forms.CharField(label=gettext_lazy("Entry fee"), required=False, max_length=40)
    prizes = forms.CharField(
        label=gettext_lazy("Prizes, in percent"),
        help_text=gettext_lazy("Of all entry fees, from first place on, such as 50-30-20."),
        required=False,
        max_length=60,
    )
    in_seasons = forms.BooleanField(
        label=gettext_lazy("Counts in the season’s standings"),
        required=False,
        widget=forms.CheckboxInput({"role": "switch"}),
    )
    sign_up = forms.BooleanField(
        label=gettext_lazy("People can sign up themselves"),
        help_text=gettext_lazy("With the day’s invite link, until the first round."),
        required=False,
        widget=forms.CheckboxInput({"role": "switch"}),
    )
    cut_fields = tuple((f"cut_after_{n}", f"cut_keep_{n}") for n in range(CUTS))
    tie_fields = tuple(f"tie_{n}" for n in range(TIES))

    def __init__(
        self, club: Club, data: QueryDict | None = None, *, like: Tournament | None = None
    ) -> None:
        plan = like.plan if like else None
        super().__init__(data, initial=_initial(club, plan))
        self.club, self.like = club, like
        self.players = list(members(club))
        chosen = {*self.data.getlist("player")}
        self.listed = [player for player in self.players if str(player.pk) in chosen]
        last = last_games(club)
        newest = max(last.values(), key=lambda game: game.pk, default=None)
        variant = plan.variant if plan else newest.variant if newest else ""
        self.pick = GamePick(
            data, last=last, own=own_presets(club), variant=variant, zone=club.time_zone
        )
        for after, keep in self.cut_fields:
            self.fields[after] = _number(_("Cut after round"), 1, MOST_ROUNDS, required=False)
            self.fields[keep] = _number(_("The best who play on"), 2, MOST_PEOPLE, required=False)
        ties = [("", _("nothing")), *((str(key), label) for key, label in TIE_LABELS.items())]
        ties = [(key, label) for key, label in ties if key != TieRule.MONEY]
        for number, name in enumerate(self.tie_fields):
            label = _("then by") if number else _("Ties: first by")
            self.fields[name] = forms.ChoiceField(label=label, choices=ties, required=False)
        if not currencies.are_shown():
            del self.fields["fee"], self.fields["prizes"]
        self.game: GamePlan | None = None

    # What the page shows, in groups

    @property
    def numbers(self) -> list[Any]:
        names = ("rounds", "tables", "smallest", "largest", "hands", "minutes")
        return [self[name] for name in names]

    @property
    def ranking_fields(self) -> list[Any]:
        return [self[name] for name in ("count", "places", *self.tie_fields, "team_best")]

    @property
    def cuts(self) -> list[Any]:
        return [self[name] for pair in self.cut_fields for name in pair]

    @property
    def money_fields(self) -> list[Any]:
        return [self[name] for name in ("fee", "prizes") if name in self.fields]

    # Validation

    def clean_names(self) -> list[str]:
        """Returns the names of people not chosen above; chosen people may be pasted too."""
        parts = map(one_line, names_in(self.cleaned_data["names"]))
        chosen = {player.name.casefold() for player in self.listed}
        typed = [name for name in parts if name and name.casefold() not in chosen]
        rows = NameRows(typed, club=self.club, seated=self.listed)
        if not rows.is_valid():
            wrong = [row for row in rows.rows if row.error]
            raise ValidationError([f"{row.typed}: {row.error}" for row in wrong])
        return rows.names

    def clean_places(self) -> tuple[int, ...]:
        return parse_places(self.cleaned_data["places"]) or USUAL_PLACES

    def clean_fee(self) -> int:
        typed = self.cleaned_data["fee"]
        fee = currencies.parse(typed, self.club.currency) if typed else 0
        if fee < 0:
            raise ValidationError(_("Enter 0 or more."))
        return fee

    def clean_prizes(self) -> tuple[int, ...]:
        prizes = parse_places(self.cleaned_data["prizes"])
        if prizes and sum(prizes) != 100:
            message = _("Together they are %(sum)d percent. Enter shares that add up to 100.")
            raise ValidationError(message, params={"sum": sum(prizes)})
        return prizes

    def clean(self) -> None:
        cleaned = self.cleaned_data
        if len(self.listed) < len({*self.data.getlist("player")}):
            raise ValidationError(_("Someone here is not a player in this group."))
        if len(self.listed) + len(cleaned.get("names", ())) > MOST_PEOPLE:
            message = _("At most %(most)d people can play.") % {"most": MOST_PEOPLE}
            self.add_error("names", message)
        if not self.errors:
            self._check_tables(cleaned)
            self._check_cuts(cleaned)
            self._check_prizes(cleaned)
        if not self.errors:
            self._read_game(cleaned)

    def _check_tables(self, cleaned: dict[str, Any]) -> None:
        if cleaned["smallest"] > cleaned["largest"]:
            self.add_error("largest", _("This is less than the smallest table."))
        if cleaned["hands"] and cleaned["minutes"]:
            self.add_error("minutes", _("Enter hands or minutes, not both."))

    def _check_cuts(self, cleaned: dict[str, Any]) -> None:
        before = Cut(after=0, keep=MOST_PEOPLE + 1)
        for after, keep in self.cut_fields:
            if not (cleaned[after] or cleaned[keep]):
                continue
            for name in (after, keep):
                if not cleaned[name]:
                    self.add_error(name, _("Enter a number."))
                    return
            cut = Cut(after=cleaned[after], keep=cleaned[keep])
            if not before.after < cut.after < cleaned["rounds"]:
                self.add_error(after, _("A cut comes before the last round, each after the other."))
            elif not cleaned["smallest"] <= cut.keep < before.keep:
                self.add_error(keep, _("Fewer than before, and enough for a table."))
            before = cut

    def _check_prizes(self, cleaned: dict[str, Any]) -> None:
        if cleaned.get("prizes") and not cleaned.get("fee"):
            self.add_error("fee", _("Prizes need an entry fee."))
        elif cleaned.get("fee") and not cleaned.get("prizes"):
            self.add_error("prizes", _("Enter who gets the entry fees, such as 50-30-20."))

    def _read_game(self, cleaned: dict[str, Any]) -> None:
        """Sets ``game``, if it can be played with every number of players at a table."""
        if self.pick.needs_rules:
            self.pick.error = _("Save the rules of this game first, under House rules.")
            self.add_error(None, self.pick.error)
            return
        for persons in range(cleaned["smallest"], cleaned["largest"] + 1):
            game = self.pick.plan(persons)
            if game is None:
                self.add_error(
                    "largest" if self.pick.variant in VARIANTS else None, self.pick.error
                )
                return
            if game.side > 1:
                self.add_error("largest", _("Everyone plays alone in a tournament."))
                return
            self.game = self.game or game
        assert self.game is not None
        self._check_ending(cleaned, self.game)

    def _check_ending(self, cleaned: dict[str, Any], game: GamePlan) -> None:
        rules = VARIANTS[game.variant]
        options = without_stakes(rules, game.options)
        loaded = load_options(rules, options, cleaned["smallest"], without_stakes=True)
        agreed = bool(cleaned["hands"] or cleaned["minutes"])
        if agreed and not can_agree_ending(rules, loaded):
            message = _("This game ends by its own rules. Leave hands and minutes empty.")
            self.add_error("hands", message)
        elif not agreed and can_agree_ending(rules, loaded):
            self.add_error("hands", _("This game has no end of its own. Enter hands or minutes."))

    def plan(self) -> TournamentPlan:
        """Returns the plan of a valid form."""
        assert self.game is not None
        cleaned = self.cleaned_data
        ties = dict.fromkeys(TieRule(cleaned[name]) for name in self.tie_fields if cleaned[name])
        pairs = [(cleaned[after], cleaned[keep]) for after, keep in self.cut_fields]
        return TournamentPlan(
            variant=self.game.variant,
            options=without_stakes(VARIANTS[self.game.variant], self.game.options),
            preset=self.game.preset,
            hands=cleaned["hands"] or 0,
            minutes=cleaned["minutes"] or 0,
            rounds=cleaned["rounds"],
            tables=cleaned["tables"] or 0,
            smallest=cleaned["smallest"],
            largest=cleaned["largest"],
            draw=DrawBy(cleaned["draw"]),
            count=Count(cleaned["count"]),
            places=cleaned["places"],
            ties=tuple(ties),
            cuts=tuple(Cut(after=after, keep=keep) for after, keep in pairs if after),
            fee=cleaned.get("fee", 0),
            prizes=cleaned.get("prizes", ()),
            team_best=cleaned["team_best"] or 0,
            in_seasons=cleaned["in_seasons"],
            sign_up=cleaned["sign_up"],
        )


def _initial(club: Club, plan: TournamentPlan | None) -> dict[str, Any]:
    """Returns what the form shows before anything is entered."""
    first = {"played_on": today(club), "places": "-".join(map(str, USUAL_PLACES))}
    ties = plan.ties if plan else USUAL_TIES
    first |= {f"tie_{number}": str(tie) for number, tie in enumerate(ties[:TIES])}
    if plan is None:
        return first
    same = (
        *("rounds", "smallest", "largest", "draw", "count", "in_seasons", "sign_up"),
        *("tables", "hands", "minutes", "team_best"),
    )
    first |= {name: getattr(plan, name) or None for name in same}
    first |= {"places": "-".join(map(str, plan.places)), "prizes": "-".join(map(str, plan.prizes))}
    for number, cut in enumerate(plan.cuts[:CUTS]):
        first |= {f"cut_after_{number}": cut.after, f"cut_keep_{number}": cut.keep}
    return first | {"fee": currencies.typed(plan.fee, club.currency) if plan.fee else ""}
