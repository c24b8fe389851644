"""People of a club: two names that are one person's, who has left, and by which face they are told
apart. What it comes to is shown before anything is written."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.faces import COLOURS, RANKS, SUITS
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.models import Club, Player, Role, SamePerson
from scorekeeper.clubs.persons import names_of
from scorekeeper.clubs.selectors import players
from scorekeeper.people import selectors, services
from scorekeeper.people.services import NotNowError, TwoPeopleError
from scorekeeper.people.together import night_of_both
from scorekeeper.serving.one_view import one_view


@require_safe
@club_view(Role.HOST)
def people(request: ClubRequest, club: Club) -> HttpResponse:
    with one_view():
        everybody = players(club)
        context = {
            "club": club,
            "here": [player for player in everybody if player.left_at is None],
            "left": [player for player in everybody if player.left_at],
            "doubles": selectors.doubles(club),
            "joined": selectors.joined(club),
            "done": request.GET.get("done", ""),
        }
        return render(request, "people/people.html", context)


# One person ----------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def merge(request: ClubRequest, club: Club) -> HttpResponse:
    """What it would come to; then, with another tap, it is so."""
    told = request.POST if request.method == "POST" else request.GET
    name, person = (_one_of(club, told.get(end, "")) for end in ("name", "person"))
    if name is None or person is None or name == person:
        error = _("Choose two names.") if told else ""
        return _merge_page(request, club, name, person, error, status=400 if error else 200)
    if request.method != "POST":
        return _merge_page(request, club, name, person)
    try:
        token = write_token(request.POST)
        services.merge(club=club, name=name, person=person, token=token, by=request.membership)
    except ValidationError as wrong:
        return _merge_page(request, club, name, person, wrong.messages[0], status=400)
    except TwoPeopleError:
        return _merge_page(request, club, name, person, status=409)
    except NotNowError:
        error = _("One of these names was joined with another meanwhile. Choose again.")
        return _merge_page(request, club, None, None, error, status=409)
    return redirect(f"{reverse('people:people', args=[club.code])}?done=joined")


def _one_of(club: Club, told: str) -> Player | None:
    if not told.isdecimal() or len(told) > 18:
        return None
    return club.players.filter(pk=int(told), person=None).first()


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
            "everybody": players(club),
            "name": name,
            "person": person,
            "error": error,
        }
        if name and person and name != person:
            context |= _foreseen(club, name, person)
        return render(request, "people/merge.html", context, status=status)


def _foreseen(club: Club, name: Player, person: Player) -> dict[str, Any]:
    one, other = names_of(name.pk), names_of(person.pk)
    return {
        "night": night_of_both(club, one, other),
        "of_name": selectors.brought(one),
        "of_person": selectors.brought(other),
        "of_both": selectors.brought([*one, *other]),
        "moves_money": any(selectors.brought(ids).net for ids in (one, other)),
    }


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.HOST)
def part(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """They are two people after all: what each has then."""
    fact = get_object_or_404(
        SamePerson.objects.select_related("name", "person"), pk=pk, club=club, undoes=None
    )
    people_page = reverse("people:people", args=[club.code])
    if request.method == "POST":
        try:
            token = write_token(request.POST)
        except ValidationError:
            return redirect("people:part", club.code, pk)
        services.part(fact=fact, token=token, by=request.membership)
        return redirect(f"{people_page}?done=parted")
    if SamePerson.objects.filter(undoes=fact).exists():
        return redirect(people_page)
    with one_view():
        both = names_of(fact.person.person_pk)
        own = services.under(club, fact.name)
        context = {
            "club": club,
            "fact": fact,
            "of_name": selectors.brought(own),
            "of_person": selectors.brought([pk for pk in both if pk not in own]),
            "moves_money": selectors.brought(both).net or selectors.brought(own).net,
        }
        return render(request, "people/part.html", context)


# Of the club, or not any more ------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def leave(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """What is still open is shown first; it keeps nobody."""
    player = own_or_hosts(request, club, pk)
    if request.method == "POST":
        act = services.come_back if request.POST.get("then") == "back" else services.leave
        act(player=player, by=request.membership)
        return redirect("people:leave", club.code, player.pk)
    with one_view():
        debts = selectors.open_debts(player)
    return render(request, "people/leave.html", {"club": club, "player": player, "debts": debts})


def own_or_hosts(request: ClubRequest, club: Club, pk: int) -> Player:
    """The phone's holder, or anybody for a host. Raises PermissionDenied, Http404."""
    if request.role < Role.HOST and request.membership.player_id != pk:
        raise PermissionDenied
    return get_object_or_404(Player.objects.select_related("club"), pk=pk, club=club, person=None)


# Faces ---------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.VIEWER)
def face(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """A colour and a card, chosen by the player or a host; the name always stands beside it."""
    player = own_or_hosts(request, club, pk)
    error, told = "", request.POST
    if request.method == "POST":
        wanted = "" if told.get("then") == "none" else _face(told)
        try:
            services.choose_face(player=player, face=wanted)
            return redirect("standings:player", club.code, player.pk)
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
        "colour": told.get("colour", chosen.colour if chosen else ""),
        "rank": told.get("rank", chosen.rank if chosen else ""),
        "suit": told.get("suit", chosen.suit if chosen else ""),
    }
    return render(request, "people/face.html", context, status=400 if error else 200)


def _face(told: QueryDict) -> str:
    """As it is kept; of no known face where a part is missing."""
    parts = [told.get(part, "")[:2] for part in ("colour", "rank", "suit")]
    return "".join(parts) if all(parts) else "?"
