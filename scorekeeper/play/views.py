"""Beginning and ending nights and games, and the house rules of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs import currencies
from scorekeeper.clubs import selectors as clubs
from scorekeeper.clubs.access import club_view, session_view
from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.clubs.names import NameRow, NameRows
from scorekeeper.clubs.services import add_players
from scorekeeper.engine import codec
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.questions import Question, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play import services
from scorekeeper.play.forms import LAST, GameForm, GamePick, as_last_time
from scorekeeper.play.models import Game, Session
from scorekeeper.play.options import said
from scorekeeper.play.selectors import table
from scorekeeper.play.start import Plan, start_next_game, start_night
from scorekeeper.variants import VARIANTS


def hand_page(session: Session, game: Game) -> HttpResponse:
    return redirect("capture:hand_new", session.code, game.number)


# A new night -------------------------------------------------------------------------------


@dataclass
class NightForm:
    """Who plays tonight, and what."""

    players: list[Player]
    chosen: set[int]
    rows: NameRows
    pick: GamePick
    token: str = ""
    error: str = ""

    @property
    def seated(self) -> list[Player]:
        return [player for player in self.players if player.pk in self.chosen]

    @property
    def new_rows(self) -> list[NameRow]:
        return self.rows.padded(2)

    @property
    def persons(self) -> int:
        return len(self.seated) + len(self.rows.names)

    def is_valid(self, data: QueryDict) -> bool:
        known = {str(player.pk) for player in self.players}
        if not 0 < len(self.token) <= 64:
            self.error = _("This page is too old: load it again.")
        elif set(data.getlist("player")) - known:
            self.error = _("Somebody there is not a player of this club.")
        elif self.rows.is_valid() and self.persons < 2:
            self.error = _("Choose at least two players.")
        good = not self.error and not any(row.error for row in self.rows.rows)
        self.plan = self.pick.plan(self.persons) if good else None
        return self.plan is not None


def _night_form(club: Club, data: QueryDict | None) -> NightForm:
    last = clubs.last_games(club)
    newest = max(last.values(), key=lambda game: game.pk, default=None)
    before = [seat.player for seat in newest.seats.select_related("player")] if newest else []
    here = {player.pk for player in before}
    players = [*before, *(p for p in clubs.players(club) if p.pk not in here)]
    if data is None:
        chosen = here or {player.pk for player in players[:6]}
        pick = GamePick(last=last, variant=newest.variant if newest else "")
        return NightForm(players, chosen, NameRows(), pick)
    told = set(data.getlist("player"))
    chosen = {player.pk for player in players if str(player.pk) in told}
    taken = [player.name for player in players if player.pk in chosen]
    rows = NameRows(data.getlist("name"), taken=taken)
    return NightForm(players, chosen, rows, GamePick(data, last=last), data.get("token", ""))


@club_view(Role.HOST)
def night_new(request: Any, club: Club) -> HttpResponse:
    data = request.POST if request.method == "POST" else None
    form = _night_form(club, data)
    if data is None or data.get("then") == "rows" or not form.is_valid(data):
        running = clubs.running_nights(club, may_score=True) if data is None else []
        context = {"club": club, "form": form, "running": running}
        return render(request, "play/night_new.html", context)
    later = data.get("then") == "rules"
    started = start_night(
        club=club,
        players=form.seated,
        names=form.rows.names,
        plan=None if later else form.plan,
        token=form.token,
        by=request.membership,
    )
    if started.game is None:
        return redirect(_rules_first(club, started.session, form))
    return hand_page(started.session, started.game)


def _rules_first(club: Club, session: Session, form: NightForm) -> str:
    """The page of house rules, with these people in this order."""
    by_name = {player.name: player.pk for player in clubs.players(club)}
    query = QueryDict(mutable=True)
    query["variant"] = form.pick.variant
    new = [by_name[name] for name in form.rows.names]
    query.setlist("p", [str(pk) for pk in [*(p.pk for p in form.seated), *new]])
    if form.pick.preset != LAST:
        query["preset"] = form.pick.preset
    return f"{reverse('play:game_new', args=[session.code])}?{query.urlencode()}"


# A new game --------------------------------------------------------------------------------


@session_view(Role.HOST)
def game_new(request: Any, session: Session) -> HttpResponse:
    if session.closed_at:
        return redirect("play:night_close", session.code)
    last = clubs.last_games(session.club)
    newest = max(last.values(), key=lambda game: game.pk, default=None)
    told = request.POST if request.method == "POST" else request.GET
    rules = VARIANTS.get(told.get("variant") or (newest.variant if newest else ""))
    if rules is None or "choose" in request.GET:
        return _choose(request, session, newest)
    form = _game_form(request, session, rules, last.get(rules.key), newest)
    if request.method != "POST":
        return _game_page(request, session, form)
    return _act(request, session, form)


def _choose(request: Any, session: Session, newest: Game | None) -> HttpResponse:
    """Which game: a list to tap."""
    variant = request.POST.get("variant") or request.GET.get("variant", "")
    pick = GamePick(variant=newest.variant if newest else "")
    if variant and variant not in VARIANTS:
        pick.error = _("There is no game called “%s”.") % variant[:40]
    context = {
        "session": session,
        "pick": pick,
        "keep": [("p", p) for p in request.GET.getlist("p")],
    }
    return render(request, "play/game_choose.html", context)


def _game_form(
    request: Any, session: Session, rules: AnyVariant, last: Game | None, newest: Game | None
) -> GameForm:
    players = {player.pk: player for player in clubs.players(session.club)}
    currency = session.club.currency
    if request.method == "POST":
        return GameForm(rules, players, (), currency, data=request.POST)
    told = [int(p) for p in request.GET.getlist("p") if p.isdecimal() and len(p) < 19]
    before = [seat.player_id for seat in newest.seats.all()] if newest else list(players)
    preset, options = as_last_time(last, rules)
    if "preset" in request.GET:
        preset, options = request.GET["preset"], {}
    return GameForm(rules, players, told or before, currency, preset=preset, told=options)


def _act(request: Any, session: Session, form: GameForm) -> HttpResponse:
    if form.act.name in ("up", "down", "on", "off"):
        form.move()
    elif form.act.name == "new":
        if form.new.is_valid() and form.new.names:
            form.seat_new(add_players(club=session.club, names=form.new.names))
    elif (
        form.act.name == "start" and form.is_valid() and (game := _started(request, session, form))
    ):
        return hand_page(session, game)
    return _game_page(request, session, form)


def _started(request: Any, session: Session, form: GameForm) -> Game | None:
    """The game, or None with the reason in the form."""
    side = 2 if form.partners else 1
    plan = Plan(form.rules.key, form.options.options, form.options.preset_name, side)
    try:
        return start_next_game(
            session=session,
            players=form.seated,
            names=form.new.names,
            plan=plan,
            token=form.token,
            by=request.membership,
        )
    except EntryError as error:
        form.refuse(error)
    except services.Closed:
        form.error = _("This night is closed.")
    return None


def _game_page(request: Any, session: Session, form: GameForm) -> HttpResponse:
    template = "play/_game_form.html" if request.htmx else "play/game_new.html"
    return render(request, template, {"session": session, "form": form, "options": form.options})


def options_form(request: HttpRequest, variant: str) -> HttpResponse:
    """The house rules anew, after a change on which others depend. Knows no club."""
    rules = VARIANTS.get(variant)
    if rules is None:
        raise Http404
    data = request.POST if request.method == "POST" else request.GET
    told = data.get("currency", "")
    currency = told if currencies.is_known(told) else "INR"
    people = {n: Player(pk=n, name=str(n)) for n in _numbers(data.getlist("seat"))}
    form = GameForm(rules, people, list(people), currency, data=data if people else None)
    form.options.is_valid()
    if people and form.options.is_as_shown():
        return HttpResponse(status=204)
    return render(request, "play/_options.html", {"form": form, "options": form.options})


def _numbers(told: list[str]) -> list[int]:
    return [int(t) for t in dict.fromkeys(told[:40]) if t.isdecimal() and len(t) < 19]


@dataclass(frozen=True, slots=True)
class Rule:
    """A frozen option in words."""

    question: Question
    said: str
    usually: str

    @property
    def differs(self) -> bool:
        return self.said != self.usually


@require_safe
@session_view(Role.VIEWER)
def game_rules(request: Any, session: Session, number: int) -> HttpResponse:
    at = table(get_object_or_404(Game, session=session, number=number))
    seats = len(at.players) // at.game.side
    rules = at.rules
    usual = rules.load_options({}, seats, at.game.side)
    context = {
        "session": session,
        "game": at.game,
        "table": at,
        "rules": _in_words(rules, at.game.loaded_options(seats), usual, session.club.currency),
    }
    return render(request, "play/game_rules.html", context)


def _in_words(rules: AnyVariant, options: Any, usual: Any, currency: str) -> list[Rule]:
    def words_of(q: Question, answers: Any) -> str:
        return said(q.kind, getattr(answers, q.name), currency)

    shown = questions(rules.options)
    told = codec.dump(options, full=True)
    return [Rule(q, words_of(q, options), words_of(q, usual)) for q in shown if q.name in told]


# The end -----------------------------------------------------------------------------------


def _pots(games: list[Game]) -> Mapping[int, int]:
    return {game.pk: int(game.fold.get("pot", 0)) for game in games}


@session_view(Role.HOST)
def game_close(request: Any, session: Session, number: int) -> HttpResponse:
    game = get_object_or_404(Game, session=session, number=number)
    if request.method == "POST":
        services.close_game(game=game, by=request.membership)
        return redirect("board:night", session.code)
    pot = _pots([game])[game.pk]
    return render(request, "play/game_close.html", {"session": session, "game": game, "pot": pot})


@session_view(Role.HOST)
def night_close(request: Any, session: Session) -> HttpResponse:
    if request.method == "POST":
        services.close_session(session=session, by=request.membership)
        return redirect("ledger:settle", session.code)
    running = list(session.games.filter(closed_at__isnull=True).order_by("number"))
    pots = _pots(running)
    context = {
        "session": session,
        "games": [(game, pots[game.pk]) for game in running],
    }
    return render(request, "play/night_close.html", context)


@require_POST
@session_view(Role.HOST)
def night_reopen(request: Any, session: Session) -> HttpResponse:
    services.reopen_session(session=session)
    return redirect("board:night", session.code)
