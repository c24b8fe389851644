"""Starts and ends sessions and games, and shows the house rules of a game."""

from functools import partial
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import reswap

from scorekeeper.clubs import selectors as clubs
from scorekeeper.clubs.access import ClubRequest, club_view, session_view
from scorekeeper.clubs.devices.recovery import should_ask_to_note
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.clubs.players.names import NameRows
from scorekeeper.clubs.services import add_players
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import Done, Refused, conclude, redirect_done
from scorekeeper.core.requests.refusals import Refusal, attempt
from scorekeeper.core.requests.sent import LONGEST_TOKEN, sent_token, whole_number
from scorekeeper.engine.agreed_ending import split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.seats.changes import is_open
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.house_rules.choice import GamePick
from scorekeeper.house_rules.forms import SAVE_ERRORS, own_version
from scorekeeper.house_rules.models import ClubPreset
from scorekeeper.house_rules.services import as_preset, own_presets
from scorekeeper.play import services
from scorekeeper.play.approvals.contests import open_contests
from scorekeeper.play.ledger_rows import payout_if_stopped
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import game_table, session_table, todays_rules
from scorekeeper.play.services import ClosedError
from scorekeeper.play.sessions import last_games, running_sessions
from scorekeeper.questions.presets import LAST, LastRules
from scorekeeper.table.starting.draws import draw_seats
from scorekeeper.table.starting.forms import (
    EndingForm,
    GameForm,
    SessionForm,
)
from scorekeeper.table.starting.last_game import (
    previous_game,
    previous_rules,
    previous_seating,
    previous_stakes,
    start_again,
)
from scorekeeper.table.starting.services import start_next_game, start_session
from scorekeeper.table.starting.templatetags.starting import game_card_text
from scorekeeper.variants import VARIANTS

# A new session ----------------------------------------------------------------------------


@club_view(Role.HOST)
def session_new(request: ClubRequest, club: Club) -> HttpResponse:
    form = SessionForm(club, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        running = [] if form.is_bound else running_sessions(club, may_score=True)
        context = {"club": club, "form": form, "running": running}
        return render(request, "table/starting/session_new.html", context)
    spend(acts.NEW_SESSION, request, club=club)
    _spend_names(request, club, form.rows)
    try:
        started = start_session(
            club=club,
            players=form.seated,
            names=form.rows.names,
            plan=None if form.starts_later else form.plan,
            token=form.cleaned_data["token"],
            by=request.membership,
            consent=form.cleaned_data["consent"],
        )
    except (Refusal, EntryError) as error:
        form.add_error(None, words(error) if isinstance(error, EntryError) else error)
        running = running_sessions(club, may_score=True)
        context = {"club": club, "form": form, "running": running}
        return render(request, "table/starting/session_new.html", context, status=409)
    if started.game is None:
        return redirect(_rules_first(club, started.session, form))
    return redirect("entry:hand_new", started.session.code, started.game.number)


def _spend_names(request: ClubRequest, club: Club, rows: NameRows) -> None:
    """Counts names that may be new players of the group against the limit."""
    if rows.names:
        spend(acts.NEW_PLAYERS, request, times=len(rows.names), club=club)


def _rules_first(club: Club, session: Session, form: SessionForm) -> str:
    """Returns the address of the house rules, with these people in this order."""
    by_name = {player.name: player.pk for player in clubs.players(club)}
    query = QueryDict(mutable=True)
    query["variant"] = form.pick.variant
    new = [by_name[name] for name in form.rows.names]
    query.setlist("p", [str(pk) for pk in [*(p.pk for p in form.seated), *new]])
    if form.pick.preset != LAST:
        query["preset"] = form.pick.preset
    return f"{reverse('starting:game_new', args=[session.code])}?{query.urlencode()}"


# A new game --------------------------------------------------------------------------------


@session_view(Role.HOST)
def game_new(request: ClubRequest, session: Session) -> HttpResponse:
    if session.closed_at:
        conclude(request, Refused(_("This session has ended.")))
        return redirect("starting:session_close", session.code)
    last = last_games(session.club)
    newest = max(last.values(), key=lambda game: game.pk, default=None)
    parameters = request.POST if request.method == "POST" else request.GET
    rules = VARIANTS.get(parameters.get("variant") or (newest.variant if newest else ""))
    if rules is None or "choose" in request.GET:
        return _choose(request, session, newest)
    form = _game_form(request, session, rules, last.get(rules.key), newest)
    if request.method != "POST":
        return _game_page(request, session, form)
    return _act(request, session, form)


def _choose(request: ClubRequest, session: Session, newest: Game | None) -> HttpResponse:
    """Shows the games to choose from."""
    variant = request.POST.get("variant") or request.GET.get("variant", "")
    pick = GamePick(last=last_games(session.club), own=own_presets(session.club))
    if variant and variant not in VARIANTS:
        pick.error = _("There is no game called “%s”.") % variant[:40]
    context = {
        "session": session,
        "pick": pick,
        "previous": previous_game(newest, session) if newest else None,
        "player_query": "".join(f"&{urlencode({'p': p})}" for p in request.GET.getlist("p")),
    }
    return render(request, "table/starting/game_choose.html", context)


def _game_form(
    request: ClubRequest,
    session: Session,
    rules: AnyVariant,
    last: Game | None,
    newest: Game | None,
) -> GameForm:
    players = {player.pk: player for player in clubs.members(session.club)}
    currency, own = session.club.currency, own_presets(session.club).get(rules.key, ())
    stakes = previous_stakes(last, currency)
    last_rules = LastRules.of(last, own, currency) if last else None
    build = partial(
        GameForm,
        rules,
        players,
        currency=currency,
        own=own,
        previous_stakes=stakes,
        last=last,
        last_rules=last_rules,
    )
    if request.method == "POST":
        ending = EndingForm(session.club.zone, rules.terms, request.POST)
        return build(seated=(), data=request.POST, ending=ending)
    player_ids = [pk for p in request.GET.getlist("p") if (pk := whole_number(p)) is not None]
    previous, dealer = previous_seating(newest, session)
    preset = previous_rules(last, last_rules, own, request.GET.get("preset"))
    ending = EndingForm(session.club.zone, rules.terms, previous=last)
    if last and preset == LAST and (hands := split_ending(rules, last.options)[1]):
        ending.propose(hands)
    name = last.preset if last and rules.named_by_rules else ""
    if "preset" in request.GET:
        name = next((p.name for p in own if p.key == preset), "")
    return build(
        seated=player_ids or previous or list(players),
        preset=preset,
        called=name,
        ending=ending,
        dealer=dealer,
    )


def _act(request: ClubRequest, session: Session, form: GameForm) -> HttpResponse:
    if form.act.name in ("up", "down", "on", "off"):
        form.move()
    elif form.act.name == "draw":
        draw_for(request, session, form)
    elif form.act.name == "options":
        return _options_again(request, form)
    elif form.act.name == "keep":
        if not request.membership.is_of_club:
            raise PermissionDenied
        if preset := _saved_rules(request, session, form):
            return redirect_done(request, _address_with(session, form, preset))
    elif form.act.name == "new":
        if form.new.is_valid() and form.new.names:
            _spend_names(request, session.club, form.new)
            form.seat_new(add_players(club=session.club, names=form.new.names))
    elif (
        form.act.name == "start"
        and form.is_valid()
        and not form.stakes_changed()
        and (game := _start_game(request, session, form))
    ):
        return redirect_done(request, "entry:hand_new", session.code, game.number)
    return _game_page(request, session, form)


def _start_game(request: ClubRequest, session: Session, form: GameForm) -> Game | None:
    """Returns the game, or None with the reason in the form."""
    keep = partial(_keep, request, session, form)
    saves_rules = form.wanted and form.cleaned_data["called"] and request.membership.is_of_club
    spend(acts.NEW_GAME, request, club=session.club)
    _spend_names(request, session.club, form.new)
    if saves_rules:
        spend(acts.NEW_RULES, request, club=session.club)
    try:
        return start_next_game(
            session=session,
            players=form.seated,
            names=form.new.names,
            plan=form.plan,
            token=form.cleaned_data["token"],
            by=request.membership,
            keep=keep if saves_rules else None,
            ending=form.ending.ending,
            dealer=form.dealer,
        )
    except SAVE_ERRORS as error:
        form.refuse(error)
    return None


def _keep(request: ClubRequest, session: Session, form: GameForm) -> ClubPreset:
    """Raises REFUSED."""
    club, chosen = session.club, form.options.chosen
    rules, by = (form.rules, form.options.to_keep), request.membership
    replaced = own_version(club, chosen, form.cleaned_data["called"])
    return form.save_for(club, *rules, replaces=replaced, by=by)


def _saved_rules(request: ClubRequest, session: Session, form: GameForm) -> ClubPreset | None:
    """Saves the house rules for the group; None with the reason in the form."""
    spend(acts.NEW_RULES, request, club=session.club)
    try:
        return _keep(request, session, form) if form.is_valid() else None
    except SAVE_ERRORS as error:
        form.refuse(error)
    return None


def _address_with(session: Session, form: GameForm, preset: ClubPreset) -> str:
    """Returns the address of this page with the same people and the rules just saved."""
    query = QueryDict(mutable=True)
    query["variant"], query["preset"] = form.rules.key, as_preset(preset).key
    query.setlist("p", [str(player.pk) for player in form.seated])
    query["kept"] = "1"
    return f"{reverse('starting:game_new', args=[session.code])}?{query.urlencode()}"


def _options_again(request: ClubRequest, form: GameForm) -> HttpResponse:
    """Redraws the house rules after a change that others depend on."""
    form.options.is_valid()
    context = {"form": form, "options": form.options, "beside": True}
    if not form.options.is_as_shown():
        return render(request, "table/starting/_options_again.html", context)
    if form.shows_stakes():
        return HttpResponse(status=204)
    return reswap(render(request, "table/starting/_stakes.html", context), "none")


def _game_page(request: ClubRequest, session: Session, form: GameForm) -> HttpResponse:
    template = "table/starting/_game_form.html" if request.htmx else "table/starting/game_new.html"
    if request.method == "POST" and not form.draw_result:
        conclude(request, Refused(form.first_error))
    context = {"session": session, "form": form, "options": form.options}
    context["is_saved"] = "kept" in request.GET and request.method == "GET"
    context["may_keep"] = request.membership.is_of_club
    return render(request, template, context)


@require_safe
@session_view(Role.VIEWER)
def game_rules(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows the rules a game was started with; they never change."""
    table = game_table(get_object_or_404(Game, session=session, number=number))
    table.game.session = session
    context = {
        "session": session,
        "game": table.game,
        "table": table,
        "rules": table.agreement.all(),
    }
    return render(request, "table/starting/game_rules.html", context)


# The end -----------------------------------------------------------------------------------


@session_view(Role.HOST)
def session_close(request: ClubRequest, session: Session) -> HttpResponse:
    contests = open_contests(session) if session.consent else []
    if request.method == "POST":
        by = request.membership
        refusal = attempt(request, lambda: services.close_session(session=session, by=by))
        if refusal is None:
            asks = "?recovery" if should_ask_to_note(request.club, request.code_to_write) else ""
            place = "settlement:settle" if currencies.are_shown() else "scoreboard:session"
            return redirect(reverse(place, args=[session.code]) + asks)
        contests = refusal.now
    running = list(session.games.filter(closed_at__isnull=True).order_by("number"))
    context = {
        "session": session,
        "games": [(game, shown_pot(game)) for game in running],
        "contests": contests,
    }
    status = 409 if request.method == "POST" else 200
    return render(request, "table/starting/session_close.html", context, status=status)


def shown_pot(game: Game) -> int:
    """Returns what its pot holds, in minor units; 0 where no money is shown."""
    return int(game.fold.get("pot", 0)) if currencies.are_shown() else 0


@require_POST
@session_view(Role.HOST)
def session_reopen(request: ClubRequest, session: Session) -> HttpResponse:
    services.reopen_session(session=session, by=request.membership)
    return redirect_done(request, "scoreboard:session", session.code)


@require_safe
@session_view(Role.VIEWER)
def table_card(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    table = session_table(session, number)
    if table is None:
        raise Http404
    dealer, is_open = table.state.dealer, not (table.game.closed_at or session.closed_at)
    context = {
        "session": session,
        "game": table.game,
        "persons": len(table.players),
        "dealer": None if dealer is None else table.players[dealer],
        "card": game_card_text(table),
        "may_write": is_open and request.role >= Role.SCORER,
    }
    return render(request, "table/starting/table_card.html", context)


def draw_for(request: ClubRequest, session: Session, form: GameForm) -> None:
    """Draws seats and dealer, once per display of the page."""
    token = request.POST.get("draw", "")
    if not (form.may_draw and 0 < len(token) <= LONGEST_TOKEN and form.options.is_valid()):
        return
    try:
        form.take_seats(
            draw_seats(session=session, players=form.seated, token=token, by=request.membership)
        )
        conclude(request, Done())
    except Refusal as refusal:
        form.add_error(None, refusal)


@session_view(Role.HOST)
def game_close(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    game = get_object_or_404(Game, session=session, number=number)
    if request.method == "POST":
        services.close_game(game=game, by=request.membership)
        return redirect_done(request, "scoreboard:session", session.code)
    game.session = session
    table = game_table(game)
    _ending, balances = payout_if_stopped(table)
    results = zip(table.players, balances, strict=True)
    context = {
        "session": session,
        "game": game,
        "pot": table.state.pot,
        "pays_at_its_end": table.rules.pays_at_its_end and not is_open(table.rules, table.fold),
        "results": sorted(((p, net) for p, net in results if net), key=lambda pair: -pair[1]),
    }
    return render(request, "table/starting/game_close.html", context)


@require_POST
@session_view(Role.HOST)
def game_again(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Starts the same game again; if that is not possible, redirects to the choice of a game."""
    table = session_table(session, number)
    token = sent_token(request)
    if table is None or not token:
        raise Http404
    spend(acts.NEW_GAME, request, club=session.club)
    try:
        with todays_rules():
            game = start_again(table=table, token=token, by=request.membership)
    except ClosedError as closed:
        conclude(request, closed.outcome)
        return redirect("scoreboard:session", session.code)
    except (EntryError, Refusal) as error:
        refusal = Refusal(words(error)) if isinstance(error, EntryError) else error
        conclude(request, refusal.outcome)
        choose = reverse("starting:game_new", args=[session.code])
        return redirect(f"{choose}?variant={table.game.variant}")
    return redirect_done(request, "entry:hand_new", session.code, game.number)
