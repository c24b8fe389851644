"""A club's house rules: written down, changed, shown to others, taken over from them."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.asking.ways import OptionsTold, house_rules
from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.invitations import qr_image
from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.phones import device_digests
from scorekeeper.limits import acts
from scorekeeper.limits.spending import spend
from scorekeeper.play.models import Game
from scorekeeper.play.nights import places
from scorekeeper.presets import documents
from scorekeeper.presets import services as presets
from scorekeeper.presets.documents import Document
from scorekeeper.presets.forms import ImportForm, PresetForm, amounts_of_others, in_words
from scorekeeper.presets.keeping import REFUSED, KeepForm
from scorekeeper.presets.models import ClubPreset, PresetLink
from scorekeeper.presets.picking import GamePick
from scorekeeper.serving.network import phone_url
from scorekeeper.serving.private import private
from scorekeeper.variants import VARIANTS


@require_safe
@club_view(Role.VIEWER)
def preset_list(request: ClubRequest, club: Club) -> HttpResponse:
    listed = [(preset, presets.document(preset)) for preset in presets.in_force(club)]
    return render(request, "presets/list.html", {"club": club, "presets": listed})


def _preset(club: Club, pk: int) -> ClubPreset:
    found = ClubPreset.objects.select_related("club", "by__player", "signature__player")
    return get_object_or_404(found, pk=pk, club=club)


def _document(preset: ClubPreset) -> Document:
    told = presets.document(preset)
    if told is None:
        raise Http404
    return told


# One of them ---------------------------------------------------------------------------------


@require_safe
@club_view(Role.VIEWER)
def preset_show(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _page(request, club, _preset(club, pk))


def _page(request: ClubRequest, club: Club, preset: ClubPreset, **more: Any) -> HttpResponse:
    told, older = _document(preset), presets.versions(preset)
    trouble = presets.trouble(preset)
    context = {
        "club": club,
        "preset": preset,
        "told": told,
        "rules": [] if trouble else in_words(told, club.currency),
        "trouble": trouble,
        "older": older,
        "next": ClubPreset.objects.filter(replaces=preset).first(),
        "hash": documents.short(preset.digest),
        "links": presets.live_links([preset, *older]) if request.role == Role.HOST else [],
        **more,
    }
    return render(request, "presets/show.html", context)


@require_safe
@club_view(Role.VIEWER)
def preset_file(_request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _as_file(_document(_preset(club, pk)))


def _as_file(told: Document) -> HttpResponse:
    answer = HttpResponse(told.text(), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{told.file_name}"'
    return answer


# Writing one ---------------------------------------------------------------------------------


@club_view(Role.HOST)
def preset_new(request: ClubRequest, club: Club) -> HttpResponse:
    """Rules to be kept, begun from a game's defaults or from a game that was played."""
    told = request.POST if request.method == "POST" else request.GET
    rules = VARIANTS.get(told.get("variant", ""))
    if rules is None:
        pick = GamePick()
        return render(request, "presets/choose.html", {"club": club, "pick": pick})
    data = request.POST if request.method == "POST" else None
    return _write(request, club, PresetForm(rules, club, data, told=_as_played(request, club)))


def _as_played(request: ClubRequest, club: Club) -> OptionsTold:
    """The house rules of the game the address names."""
    told = request.GET.get("game", "")
    if not told.isdecimal() or len(told) > 18:
        return {}
    game = Game.objects.filter(pk=int(told), session__club=club).first()
    if game is None:
        return {}
    key, changed = house_rules(game)
    chosen = next((p for p in game.rules.presets if p.key == key), None)
    return {**(chosen.options if chosen else {}), **changed}


@club_view(Role.HOST)
def preset_change(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """A new version in the place of this one."""
    preset = _preset(club, pk)
    data = request.POST if request.method == "POST" else None
    rules = _document(preset).rules
    if presets.trouble(preset):
        return redirect("presets:show", club.code, pk)
    return _write(request, club, PresetForm(rules, club, data, preset=preset))


def _write(request: ClubRequest, club: Club, form: PresetForm) -> HttpResponse:
    act = form.data.get("do", "keep")
    if act == "options":
        form.options.is_valid()
        if form.options.is_as_shown():
            return HttpResponse(status=204)
        return render(request, "asking/_options.html", {"form": form, "options": form.options})
    if act == "keep" and form.is_valid():
        rules = form.rules, form.options.options
        if kept := _kept(request, club, form, *rules, replaces=form.preset):
            return redirect("presets:show", club.code, kept.pk)
    context = {"club": club, "form": form, "options": form.options, "preset": form.preset}
    return render(request, "presets/new.html", context)


def _kept(
    request: ClubRequest, club: Club, form: KeepForm, *rules: Any, **more: Any
) -> ClubPreset | None:
    """The preset, or None with the reason in the form."""
    spend(acts.NEW_RULES, request, club=club)
    try:
        return form.keep_for(club, *rules, by=request.membership, **more)
    except REFUSED as error:
        form.refuse(error)
    return None


@require_POST
@club_view(Role.HOST)
def preset_retire(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    presets.retire_preset(preset=_preset(club, pk), by=request.membership)
    return redirect("presets:list", club.code)


# Showing it to others ------------------------------------------------------------------------


@require_POST
@club_view(Role.HOST)
def preset_share(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    preset = _preset(club, pk)
    spend(acts.NEW_LINK, request, club=club)
    try:
        link, secret = presets.share_preset(
            preset=preset, by=request.membership, token=write_token(request.POST)
        )
    except ValidationError as error:
        return _page(request, club, preset, error=error.messages[0])
    if link.revoked_at:
        return _page(request, club, preset, error=_("That link was revoked. Create another."))
    url = phone_url(request, reverse("presets:shared", args=[secret])) or ""
    return _page(request, club, preset, link=link, url=url, qr=qr_image(url) if url else "")


@require_POST
@club_view(Role.HOST)
def preset_unshare(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    link = get_object_or_404(PresetLink.objects.select_related("preset"), pk=pk, preset__club=club)
    presets.revoke_link(link=link, by=request.membership)
    return redirect("presets:show", club.code, link.preset.pk)


@partial(private, referrer="strict-origin")
@require_safe
def preset_shared(request: HttpRequest, token: str) -> HttpResponse:
    """What a link shows: the rules, and nothing of the club they are from."""
    preset = presets.shared_preset(token)
    told = presets.document(preset) if preset else None
    if preset is None or told is None or presets.trouble(preset):
        return render(request, "clubs/join_not.html", status=404)
    held = places(device_digests(request))
    context = {
        "told": told,
        "token": token,
        "rules": in_words(told, preset.club.currency),
        "hash": documents.short(preset.digest),
        "clubs": [place.club for place in held if place.whole and place.role == Role.HOST],
    }
    return render(request, "presets/shared.html", context)


@private
@require_safe
def preset_shared_file(_request: HttpRequest, token: str) -> HttpResponse:
    preset = presets.shared_preset(token)
    told = presets.document(preset) if preset else None
    if told is None:
        raise Http404
    return _as_file(told)


# Taking it over ------------------------------------------------------------------------------


@club_view(Role.HOST)
def preset_import(request: ClubRequest, club: Club) -> HttpResponse:
    """Another club's rules: shown first, kept when the host says so."""
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    if not form.is_valid():
        return render(request, "presets/import.html", {"club": club, "form": form})
    found = form.found
    keeping = KeepForm(initial={"called": found.name, "note": found.note})
    if request.POST.get("do") == "accept":
        keeping = KeepForm(request.POST)
        rules = found.rules, found.options
        if keeping.is_valid() and (kept := _kept(request, club, keeping, *rules, taken_over=True)):
            return redirect("presets:show", club.code, kept.pk)
    context = {
        "club": club,
        "form": form,
        "keeping": keeping,
        "told": found,
        "rules": in_words(found, found.currency or club.currency),
        "hash": documents.short(found.digest),
        "foreign": amounts_of_others(found, club),
    }
    return render(request, "presets/import.html", context)
