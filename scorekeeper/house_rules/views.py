"""Views of a club's saved rules: list, edit, share, import."""

from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scorekeeper.clubs.access import ClubRequest, club_view
from scorekeeper.clubs.devices.services import device_digests
from scorekeeper.clubs.forms import write_token
from scorekeeper.clubs.invitations.services import qr_image
from scorekeeper.clubs.models import Club, Role
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.requests.private import private
from scorekeeper.core.server.network import device_url
from scorekeeper.house_rules import documents
from scorekeeper.house_rules import services as presets
from scorekeeper.house_rules.choice import GamePick
from scorekeeper.house_rules.documents import Document
from scorekeeper.house_rules.forms import (
    SAVE_ERRORS,
    ImportForm,
    KeepForm,
    PresetForm,
    foreign_currency,
    rules_in_words,
)
from scorekeeper.house_rules.models import ClubPreset, PresetLink
from scorekeeper.play.models import Game
from scorekeeper.play.sessions import places
from scorekeeper.questions.presets import ChosenOptions, house_rules
from scorekeeper.variants import VARIANTS


@require_safe
@club_view(Role.VIEWER)
def preset_list(request: ClubRequest, club: Club) -> HttpResponse:
    rows = [(preset, presets.document(preset)) for preset in presets.active_presets(club)]
    return render(request, "house_rules/list.html", {"club": club, "presets": rows})


def _preset(club: Club, pk: int) -> ClubPreset:
    presets_ = ClubPreset.objects.select_related("club", "by__player", "signature__player")
    return get_object_or_404(presets_, pk=pk, club=club)


def _document(preset: ClubPreset) -> Document:
    document = presets.document(preset)
    if document is None:
        raise Http404
    return document


# One of them ---------------------------------------------------------------------------------


@require_safe
@club_view(Role.VIEWER)
def preset_show(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _render_preset(request, club, _preset(club, pk))


def _render_preset(
    request: ClubRequest, club: Club, preset: ClubPreset, **extra: Any
) -> HttpResponse:
    document, earlier = _document(preset), presets.earlier_versions(preset)
    problem = presets.find_problem(preset)
    context = {
        "club": club,
        "preset": preset,
        "document": document,
        "rules": [] if problem else rules_in_words(document, club.currency),
        "problem": problem,
        "earlier": earlier,
        "next": ClubPreset.objects.filter(replaces=preset).first(),
        "hash": documents.short_hash(preset.digest),
        "links": presets.live_links([preset, *earlier]) if request.role == Role.HOST else [],
        **extra,
    }
    return render(request, "house_rules/show.html", context)


@require_safe
@club_view(Role.VIEWER)
def preset_file(_request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    return _file_response(_document(_preset(club, pk)))


def _file_response(document: Document) -> HttpResponse:
    response = HttpResponse(document.text(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{document.file_name}"'
    return response


# Writing one ---------------------------------------------------------------------------------


@club_view(Role.HOST)
def preset_new(request: ClubRequest, club: Club) -> HttpResponse:
    """Saves new rules, starting from a game's defaults or a past game."""
    values = request.POST if request.method == "POST" else request.GET
    rules = VARIANTS.get(values.get("variant", ""))
    if rules is None:
        pick = GamePick()
        return render(request, "house_rules/choose.html", {"club": club, "pick": pick})
    data = request.POST if request.method == "POST" else None
    return _handle_form(
        request, club, PresetForm(rules, club, data, explicit=_game_options(request, club))
    )


def _game_options(request: ClubRequest, club: Club) -> ChosenOptions:
    """Returns the house rules of the game named by the address."""
    game_id = request.GET.get("game", "")
    if not game_id.isdecimal() or len(game_id) > 18:
        return {}
    games = Game.objects.filter(session__club=club).select_related("session__club")
    game = games.filter(pk=int(game_id)).first()
    if game is None:
        return {}
    key, changed = house_rules(game)
    chosen = next((p for p in game.rules.presets if p.key == key), None)
    return {**(chosen.options if chosen else {}), **changed}


@club_view(Role.HOST)
def preset_edit(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    """Edits rules, as a new version."""
    preset = _preset(club, pk)
    data = request.POST if request.method == "POST" else None
    rules = _document(preset).rules
    if presets.find_problem(preset):
        return redirect("house_rules:show", club.code, pk)
    return _handle_form(request, club, PresetForm(rules, club, data, preset=preset))


def _handle_form(request: ClubRequest, club: Club, form: PresetForm) -> HttpResponse:
    act = form.data.get("do", "keep")
    if act == "options":
        form.options.is_valid()
        if form.options.is_as_shown():
            return HttpResponse(status=204)
        return render(request, "questions/_options.html", {"form": form, "options": form.options})
    if act == "keep" and form.is_valid():
        rules = form.rules, form.options.to_keep
        if saved := _save(request, club, form, *rules, replaces=form.preset):
            return redirect("house_rules:show", club.code, saved.pk)
    context = {"club": club, "form": form, "options": form.options, "preset": form.preset}
    return render(request, "house_rules/new.html", context)


def _save(
    request: ClubRequest, club: Club, form: KeepForm, *rules: Any, **service_args: Any
) -> ClubPreset | None:
    """Returns the saved preset, or None with the errors in the form."""
    spend(acts.NEW_RULES, request, club=club)
    try:
        return form.save_for(club, *rules, by=request.membership, **service_args)
    except SAVE_ERRORS as error:
        form.refuse(error)
    return None


@require_POST
@club_view(Role.HOST)
def preset_archive(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    presets.retire_preset(preset=_preset(club, pk), by=request.membership)
    return redirect("house_rules:list", club.code)


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
        return _render_preset(request, club, preset, error=error.messages[0])
    if link.revoked_at:
        return _render_preset(
            request, club, preset, error=_("That link was revoked. Create another.")
        )
    url = device_url(request, reverse("house_rules:shared", args=[secret])) or ""
    return _render_preset(
        request, club, preset, link=link, url=url, qr=qr_image(url) if url else ""
    )


@require_POST
@club_view(Role.HOST)
def preset_unshare(request: ClubRequest, club: Club, pk: int) -> HttpResponse:
    link = get_object_or_404(PresetLink.objects.select_related("preset"), pk=pk, preset__club=club)
    presets.revoke_link(link=link, by=request.membership)
    return redirect("house_rules:show", club.code, link.preset.pk)


@partial(private, referrer="strict-origin")
@require_safe
def preset_shared(request: HttpRequest, token: str) -> HttpResponse:
    """Shows the rules of a link, and nothing of their club."""
    preset = presets.shared_preset(token)
    document = presets.document(preset) if preset else None
    if preset is None or document is None or presets.find_problem(preset):
        return render(request, "clubs/join_not.html", status=404)
    if preset.club.hides_money:
        currencies.hide()
    memberships = places(device_digests(request))
    context = {
        "document": document,
        "token": token,
        "rules": rules_in_words(document, preset.club.currency),
        "hash": documents.short_hash(preset.digest),
        "clubs": [place.club for place in memberships if place.whole and place.role == Role.HOST],
    }
    return render(request, "house_rules/shared.html", context)


@private
@require_safe
def preset_shared_file(_request: HttpRequest, token: str) -> HttpResponse:
    preset = presets.shared_preset(token)
    document = presets.document(preset) if preset else None
    if preset is None or document is None:
        raise Http404
    if preset.club.hides_money:
        currencies.hide()
    return _file_response(document)


# Taking it over ------------------------------------------------------------------------------


@club_view(Role.HOST)
def preset_import(request: ClubRequest, club: Club) -> HttpResponse:
    """Shows another club's rules, and saves them when the host accepts."""
    is_post = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if is_post else ImportForm()
    if not form.is_valid():
        return render(request, "house_rules/import.html", {"club": club, "form": form})
    document = form.document_read
    save_form = KeepForm(initial={"called": document.name, "note": document.note})
    if request.POST.get("do") == "accept":
        save_form = KeepForm(request.POST)
        rules = document.rules, document.options
        if save_form.is_valid() and (
            saved := _save(request, club, save_form, *rules, taken_over=True)
        ):
            return redirect("house_rules:show", club.code, saved.pk)
    context = {
        "club": club,
        "form": form,
        "keeping": save_form,
        "document": document,
        "rules": rules_in_words(document, document.currency or club.currency),
        "hash": documents.short_hash(document.digest),
        "foreign": foreign_currency(document, club),
    }
    return render(request, "house_rules/import.html", context)
