"""Players of a group: merging, leaving, avatars. Shows the effect before anything is written."""

from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view, own_player
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Club, Player, Role, SamePerson
from scorekeeper.clubs.players.faces import COLOURS, RANKS, SUITS
from scorekeeper.clubs.players.persons import merges, names_of
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.outcomes import Gone
from scorekeeper.core.requests.refusals import attempt
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.extensions.exchange.people import selectors, services
from scorekeeper.extensions.exchange.people.merge_checks import session_of_both


@require_safe
@club_view(Role.HOST)
def people(request: ClubRequest, club: Club) -> HttpResponse:
    everybody = selectors.listed_players(club)
    context = {
        "club": club,
        "members": [player for player in everybody if not player.is_former],
        "former_members": [player for player in everybody if player.is_former],
        "duplicates": selectors.likely_duplicates(club),
        "merges": merges(club).select_related("name", "person").order_by("-pk"),
        "done": request.GET.get("done", ""),
    }
    return render(request, "exchange/people/people.html", context)


# Merging -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def merge(request: ClubRequest, club: Club) -> HttpResponse:
    """Previews a merge of two players, then does it."""
    params = request.POST if request.method == "POST" else request.GET
    name, person = (_player_of(club, params.get(end, "")) for end in ("name", "person"))
    if name is None or person is None or name == person:
        error = _("Choose two players.") if params else ""
        return _merge_page(request, club, name, person, error, status=400 if error else 200)
    if request.method != "POST":
        return _merge_page(request, club, name, person)

    def write() -> None:
        token, by = write_token(request.POST), request.membership
        services.merge_players(club=club, name=name, person=person, token=token, by=by)

    if refusal := attempt(request, write):
        pair = (None, None) if refusal.fate is Gone else (name, person)
        error, status = refusal.sentence, refusal.status
        return _merge_page(request, club, pair[0], pair[1], error, status=status)
    return redirect(f"{reverse('people:people', args=[club.code])}?done=joined")


def _player_of(club: Club, text: str) -> Player | None:
    return club.players.filter(pk=whole_number(text) or 0, person=None).first()


def _merge_page(
    request: ClubRequest,
    club: Club,
    name: Player | None,
    person: Player | None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    with one_view():
        context: dict[str, Any] = {
            "club": club,
            "everybody": [p for p in selectors.listed_players(club) if not p.is_anonymized],
            "name": name,
            "person": person,
            "error": error,
        }
        if name and person and name != person:
            context |= _preview(club, name, person)
        return render(request, "exchange/people/merge.html", context, status=status)


def _preview(club: Club, name: Player, person: Player) -> dict[str, Any]:
    name_ids, person_ids = names_of(name.pk), names_of(person.pk)
    return {
        "shared_session": session_of_both(club, name_ids, person_ids),
        "name_results": selectors.results_under(name_ids),
        "person_results": selectors.results_under(person_ids),
        "merged_results": selectors.results_under([*name_ids, *person_ids]),
        "moves_money": any(selectors.results_under(ids).net for ids in (name_ids, person_ids)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def unmerge(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Previews unmerging two players, then does it."""
    fact = get_object_or_404(
        SamePerson.objects.select_related("name", "person"), pk=pk, club=club, undoes=None
    )
    people_page = reverse("people:people", args=[club.code])
    if request.method == "POST":
        try:
            token = write_token(request.POST)
        except ValidationError:
            return redirect("people:unmerge", club.code, pk)
        services.unmerge_players(fact=fact, token=token, by=request.membership)
        return redirect(f"{people_page}?done=parted")
    if SamePerson.objects.filter(undoes=fact).exists():
        return redirect(people_page)
    both = names_of(fact.person.person_pk)
    own = services.merged_ids(club, fact.name)
    context = {
        "club": club,
        "fact": fact,
        "name_results": selectors.results_under(own),
        "person_results": selectors.results_under([pk for pk in both if pk not in own]),
        "moves_money": selectors.results_under(both).net or selectors.results_under(own).net,
    }
    return render(request, "exchange/people/unmerge.html", context)


# Members -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def leave(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Shows open balances, then lets the player leave or return; balances prevent nothing."""
    player = own_player(request, club, pk, person=None)
    if request.method == "POST":
        returns = request.POST.get("then") == "back"
        action = services.rejoin_group if returns else services.leave_group
        action(player=player, by=request.membership)
        return redirect("people:leave", club.code, player.pk)
    debts = selectors.open_debts(player) if currencies.are_shown() else []
    return render(
        request, "exchange/people/leave.html", {"club": club, "player": player, "debts": debts}
    )


# Avatars -------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def avatar(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Chooses a color and a card, for the own player or by a host; the name is always shown with
    it."""
    player = own_player(request, club, pk, person=None)
    error, params = "", request.POST
    if request.method == "POST":
        chosen_face = "" if params.get("then") == "none" else _face(params)
        try:
            services.choose_face(player=player, face=chosen_face)
            return redirect("seasons:player", club.code, player.pk)
        except ValueError:
            error = _("Choose a colour, a card and its suit.")
    chosen = player.sign
    context = {
        "club": club,
        "player": player,
        "error": error,
        "colours": COLOURS.items(),
        "ranks": RANKS,
        "suits": [(key, f"{suit}\N{VARIATION SELECTOR-15}") for key, suit in SUITS.items()],
        "colour": params.get("colour", chosen.colour if chosen else ""),
        "rank": params.get("rank", chosen.rank if chosen else ""),
        "suit": params.get("suit", chosen.suit if chosen else ""),
    }
    return render(request, "exchange/people/avatar.html", context, status=400 if error else 200)


def _face(params: QueryDict) -> str:
    """Returns the avatar as stored; "?", which is none, where a part is missing."""
    parts = [params.get(part, "")[:2] for part in ("colour", "rank", "suit")]
    return "".join(parts) if all(parts) else "?"
