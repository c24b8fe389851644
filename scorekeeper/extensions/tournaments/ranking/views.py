"""The ranking of a tournament, its files, penalties, and ties at a cut."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import conclude
from scorekeeper.core.requests.refusals import Refusal, attempt, attempt_form
from scorekeeper.core.requests.sent import LineField
from scorekeeper.extensions.tournaments.access import tournament_view
from scorekeeper.extensions.tournaments.models import Entrant, Penalty, Tournament
from scorekeeper.extensions.tournaments.ranking import services
from scorekeeper.extensions.tournaments.ranking.page import (
    RankingRow,
    TeamRow,
    all_penalties,
    cut_text,
    full_ranking,
    ranking_html,
)
from scorekeeper.extensions.tournaments.ranking.reading import Decision, decisions, results
from scorekeeper.extensions.tournaments.ranking.selectors import CutState, cut_state
from scorekeeper.extensions.tournaments.ranking.services import fits_a_table, open_play_off
from scorekeeper.extensions.tournaments.selectors import day_mark, published
from scorekeeper.statements.files.csv_file import csv_bytes, plain_number
from scorekeeper.statements.files.names import disposition

# Forms -----------------------------------------------------------------------------------------


MOST = 1000


class PenaltyForm(WriteForm):
    entrant = forms.ModelChoiceField(
        Entrant.objects.none(),
        label=gettext_lazy("Who"),
        empty_label=gettext_lazy("Choose a player"),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Choose a player.")
        ),
    )
    points = forms.CharField(
        label=gettext_lazy("Points"),
        max_length=8,
        widget=forms.TextInput({"inputmode": "decimal", "class": "num", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter how many points.")},
    )
    reason = LineField(
        label=gettext_lazy("Why"),
        max_length=200,
        widget=forms.TextInput({"dir": "auto", "autocomplete": "off"}),
        error_messages={
            "required": gettext_lazy("Enter the reason."),
            "max_length": gettext_lazy("A reason can have at most 200 characters."),
        },
    )

    def __init__(self, tournament: Tournament, data: QueryDict | None = None) -> None:
        super().__init__(data)
        listed = tournament.entrants.select_related("player").order_by("number")
        self.fields["entrant"].queryset = listed  # type: ignore[attr-defined]

    def clean_points(self) -> float:
        """Whole points or halves, which are exact in binary."""
        try:
            points = currencies.parse_number(self.cleaned_data["points"], places=1)
        except ValueError:
            points = Decimal(0)
        if not 0 < points <= MOST or points * 2 % 1:
            raise ValidationError(_("Enter whole points or halves, such as 2 or 1.5."))
        return float(points)


class CutForm(WriteForm):
    """``by_lot``: the places are drawn among all who are tied; ``plays_off``: a table is opened for
    them."""

    def __init__(self, state: CutState, data: QueryDict) -> None:
        super().__init__(data)
        self.state = state

    @property
    def by_lot(self) -> bool:
        return "lot" in self.data

    @property
    def plays_off(self) -> bool:
        return "play_off" in self.data

    def clean(self) -> dict[str, Any]:
        tied = {str(row.entrant.player_id): row for row in self.state.line.tied}
        chosen = [int(pk) for pk in dict.fromkeys(self.data.getlist("player")) if pk in tied]
        places = self.state.line.places_left
        if not (self.by_lot or self.plays_off) and len(chosen) != places:
            message = ngettext("Choose %(many)d player.", "Choose %(many)d players.", places)
            raise ValidationError(message % {"many": places})
        return self.cleaned_data | {"players": None if self.by_lot else chosen}


# Pages -----------------------------------------------------------------------------------------


@require_safe
@tournament_view(Role.VIEWER)
def ranking(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Shows the ranking; a page that shows it already (``mark``) gets only what has changed."""
    mark = day_mark(tournament)
    if request.GET.get("mark") == mark:
        return HttpResponse(status=204)
    html = ranking_html(tournament, mark, is_host=request.role.is_host)
    if request.htmx and "mark" in request.GET:
        return HttpResponse(html)
    context = {"tournament": tournament, "session": tournament.session, "ranking": html}
    return render(request, "tournaments/ranking/ranking.html", context)


@require_safe
@tournament_view(Role.VIEWER)
def ranking_file(_request: ClubRequest, tournament: Tournament) -> HttpResponse:
    headers = {"Content-Disposition": disposition(_name_parts(tournament), "csv")}
    content = ranking_csv(tournament)
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@tournament_view(Role.VIEWER)
def results_file(_request: ClubRequest, tournament: Tournament) -> HttpResponse:
    headers = {"Content-Disposition": disposition(_name_parts(tournament), "json")}
    options = {"ensure_ascii": False, "indent": 1}
    return JsonResponse(results_json(tournament), json_dumps_params=options, headers=headers)


def _name_parts(tournament: Tournament) -> list[str]:
    return [tournament.session.club.name, str(tournament), tournament.session.file_day]


# Penalties ---------------------------------------------------------------------------------


@tournament_view(Role.HOST)
def penalties(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Lists the penalties in force, and gives one."""
    if request.method != "POST":
        return _penalties_page(request, tournament, PenaltyForm(tournament), 200)
    form = PenaltyForm(tournament, request.POST)
    more = {"tournament": tournament, "by": request.membership}
    if refusal := attempt_form(request, form, services.give_penalty, **more):
        status = 200 if form.errors else 409
        return _penalties_page(request, tournament, form, status, refusal)
    return redirect("tournaments:penalties", tournament.session.code)


@require_POST
@tournament_view(Role.HOST)
def penalty_withdraw(request: ClubRequest, tournament: Tournament, pk: int) -> HttpResponse:
    penalty = get_object_or_404(Penalty, pk=pk, tournament=tournament)
    write = partial(services.withdraw_penalty, tournament=tournament, penalty=penalty)
    if refusal := attempt(request, partial(write, by=request.membership)):
        return _penalties_page(request, tournament, PenaltyForm(tournament), 409, refusal)
    return redirect("tournaments:penalties", tournament.session.code)


def _penalties_page(
    request: ClubRequest,
    tournament: Tournament,
    form: PenaltyForm,
    status: int,
    refusal: Refusal | None = None,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "form": form,
        "error": form.above(refusal),
        "penalties": all_penalties(tournament),
    }
    return render(request, "tournaments/ranking/penalties.html", context, status=status)


# A tie at the cut --------------------------------------------------------------------------


@tournament_view(Role.HOST)
def cut(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    """Asks who plays on of those who are tied across the cut before the next round."""
    state = cut_state(tournament)
    if request.method != "POST":
        return _cut_page(request, tournament, state, 200)
    if state is None or not state.line.tied:
        refusal = services.not_tied()
        conclude(request, refusal.outcome)
        return _cut_page(request, tournament, state, 409, refusal.sentence)
    form = CutForm(state, request.POST)
    if form.plays_off and form.is_valid():
        return _play_off(request, tournament)
    more = {"tournament": tournament, "cut": state.cut, "by": request.membership}
    refused = attempt_form(request, form, services.pick_for_cut, **more)
    if form.errors:
        return _cut_page(request, tournament, state, 200, form.error)
    if refused:
        return _cut_page(request, tournament, cut_state(tournament), 409, refused.sentence)
    return redirect("tournaments:ranking", tournament.session.code)


def _play_off(request: ClubRequest, tournament: Tournament) -> HttpResponse:
    spend(acts.NEW_GAME, request, club=request.club)
    write = partial(open_play_off, tournament=tournament, by=request.membership)
    if refusal := attempt(request, write):
        return _cut_page(request, tournament, cut_state(tournament), 409, refusal.sentence)
    return redirect("tournaments:cut", tournament.session.code)


def _cut_page(
    request: ClubRequest,
    tournament: Tournament,
    state: CutState | None,
    status: int,
    error: str = "",
) -> HttpResponse:
    if state is None and not error:
        return redirect("tournaments:ranking", tournament.session.code)
    context = {
        "tournament": tournament,
        "session": tournament.session,
        "state": state,
        "cut": cut_text(state.cut) if state else "",
        "may_play_off": state is not None and fits_a_table(tournament, state),
        "error": error,
    }
    return render(request, "tournaments/ranking/cut.html", context, status=status)


# Files, both with rulings and penalties --------------------------------------------------------


def ranking_csv(tournament: Tournament) -> bytes:
    return csv_bytes(_csv_rows(tournament))


def _csv_rows(tournament: Tournament) -> Iterator[list[str]]:
    full = full_ranking(tournament)
    yield from _people(tournament, full.rows, [_("Team")] if full.teams else [])
    if full.teams:
        yield []
        yield [_("Place"), _("Team"), _("Points"), _("Why")]
        for team in full.teams:
            yield [str(team.place or ""), team.name, plain_number(team.standing.points), team.why]
    if listed := decisions(tournament):
        yield []
        names = [
            _("Round"),
            _("Table"),
            _("Player"),
            _("Ruling or reason"),
            _("Points"),
            pgettext("referee", "Call"),
        ]
        yield names
        yield from (_decision_row(row) for row in listed)


def _decision_row(row: Decision) -> list[str]:
    points = plain_number(-Fraction(row.points)) if row.points else ""
    return [str(row.round or ""), str(row.table or ""), row.player, row.text, points, row.call]


def _people(
    tournament: Tournament, rows: Sequence[RankingRow], team: list[str]
) -> Iterator[list[str]]:
    """``team``: the name of that column; nothing where there are no teams."""
    numbers = [turn.number for turn in published(tournament)]
    turns = [_("Round %(number)s") % {"number": number} for number in numbers]
    names = [_("Points"), *turns, _("Penalties"), _("Why"), _("Tables")]
    yield [_("Place"), _("Player"), *team, *names]
    for row in rows:
        standing = row.standing
        by_round = _points_by_round(row)
        yield [
            str(row.place or ""),
            row.name,
            *([standing.entrant.team] if team else []),
            plain_number(standing.points),
            *(plain_number(by_round[n]) if n in by_round else "" for n in numbers),
            plain_number(-Fraction(standing.penalties)) if standing.penalties else "",
            "; ".join(filter(None, (row.why, *(penalty.reason for penalty in row.penalties)))),
            str(standing.tables),
        ]


def _points_by_round(row: RankingRow) -> dict[int, Fraction]:
    by_round: dict[int, Fraction] = {}
    for share, table in zip(row.standing.row.shares, row.tables, strict=True):
        number = table.table.round.number
        by_round[number] = by_round.get(number, Fraction(0)) + share.figure
    return by_round


def results_json(tournament: Tournament) -> dict[str, Any]:
    """Returns rounds, tables, points, the ranking, that of teams, rulings and penalties, as
    JSON."""
    session, full = tournament.session, full_ranking(tournament)
    tables = _tables_by_round(tournament)
    return {
        "tournament": str(session),
        "day": session.played_on.isoformat(),
        "rounds": [
            {"round": number, "tables": [{"table": n, "players": p} for n, p in by_table.items()]}
            for number, by_table in tables.items()
        ],
        "ranking": [_ranking_json(row) for row in full.rows],
        "decisions": [_decision_json(row) for row in decisions(tournament)],
        "teams": [_team_json(team) for team in full.teams],
    }


def _tables_by_round(tournament: Tournament) -> dict[int, dict[int, list[dict[str, Any]]]]:
    """Returns what each player did at each table, by round and table."""
    by_round: dict[int, dict[int, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    path = "session__tournament_table"
    columns = (f"{path}__round__number", f"{path}__number", "player__name")
    rows = results(tournament).values_list(*columns, "points", "hands", "wins")
    for turn, table, name, points, hands, wins in rows.order_by(*columns[:2], "game_id", "pk"):
        shown = {"player": name, "points": points, "hands": hands, "hands_won": wins}
        by_round[turn][table].append(shown)
    return by_round


def _ranking_json(row: RankingRow) -> dict[str, Any]:
    standing = row.standing
    return {
        "place": row.place,
        "player": row.name,
        "team": standing.entrant.team,
        "points": float(standing.points),
        "tie": row.why,
        "cuts_survived": standing.stage,
        "penalties": [
            {"points": penalty.points, "reason": penalty.reason} for penalty in row.penalties
        ],
        "tables": [
            {"round": t.table.round.number, "table": t.table.number, "points": float(share.figure)}
            for share, t in zip(standing.row.shares, row.tables, strict=True)
        ],
    }


def _decision_json(row: Decision) -> dict[str, Any]:
    where = {"round": row.round, "table": row.table}
    if row.points:
        return where | {"penalty": row.points, "player": row.player, "reason": row.text}
    return where | {"ruling": row.text, "call": row.call}


def _team_json(team: TeamRow) -> dict[str, Any]:
    standing = team.standing
    return {
        "place": team.place,
        "team": team.name,
        "points": float(standing.points),
        "tie": team.why,
        "counting": [str(row.entrant) for row in standing.counting],
        "others": [str(row.entrant) for row in standing.others],
    }
