"""The only writer of a club's saved rules and of links to them.

Nothing is changed or deleted: an edit makes a new version in place of the previous one, a retired
preset is hidden. Games keep the rules they were started with.
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.invitations.services import derive_secret
from scorekeeper.clubs.models import Club, Membership, author_fields
from scorekeeper.clubs.services import check_open, digest
from scorekeeper.core.database import was_quicker
from scorekeeper.core.requests.outcomes import Stale
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.house_rules import documents
from scorekeeper.house_rules.documents import Document
from scorekeeper.house_rules.models import ClubPreset, PresetLink
from scorekeeper.variants import VARIANTS

OWN = "own-"
"""Prefix of the keys of a club's presets."""


# Reading -------------------------------------------------------------------------------------


def active_presets(club: Club) -> list[ClubPreset]:
    """Returns the club's active presets, by game and name."""
    presets = club.presets.filter(retired_at__isnull=True)
    return sorted(presets, key=lambda p: (_game_name(p), p.name.casefold()))


def _game_name(preset: ClubPreset) -> str:
    rules = VARIANTS.get(preset.variant)
    return rules.name if rules else preset.variant


def document(preset: ClubPreset) -> Document | None:
    """Returns the preset's document; None if its game does not exist any more."""
    rules = VARIANTS.get(preset.variant)
    if rules is None:
        return None
    currency = preset.club.currency
    return Document(rules, preset.options, preset.name, preset.note, currency)


def find_problem(preset: ClubPreset) -> EntryError | None:
    """Returns why the preset cannot be played by today's rules, or None."""
    rules = VARIANTS.get(preset.variant)
    try:
        if rules is None:
            raise EntryError("There is no game called {name}.", name=preset.variant)
        documents.check(rules, preset.options)
    except EntryError as error:
        return error
    return None


def as_preset(preset: ClubPreset) -> Preset:
    """Returns it in the form of a game's presets."""
    return Preset(f"{OWN}{preset.pk}", preset.name, preset.options, preset.note)


def own_presets(club: Club) -> dict[str, list[Preset]]:
    """Returns the club's playable presets by game. One query."""
    presets_by_game: dict[str, list[Preset]] = {}
    for preset in active_presets(club):
        if find_problem(preset) is None:
            presets_by_game.setdefault(preset.variant, []).append(as_preset(preset))
    return presets_by_game


def earlier_versions(preset: ClubPreset) -> list[ClubPreset]:
    """Returns the preset's earlier versions, newest first, at most 50."""
    chain: list[ClubPreset] = []
    older = preset.replaces_id
    while older is not None and len(chain) < 50:
        version = ClubPreset.objects.select_related("by__player", "signature__player").get(pk=older)
        chain.append(version)
        older = version.replaces_id
    return chain


# Writing -------------------------------------------------------------------------------------


def clean_name(name: str) -> str:
    """Returns the name of rules as stored. Raises ValidationError."""
    name = one_line(name)
    if not name:
        raise ValidationError(_("Enter a name for these rules."))
    return _fitting(name, documents.NAME)


def clean_note(note: str) -> str:
    return _fitting(one_line(note), documents.NOTE)


def _fitting(text: str, limit: int) -> str:
    if len(text) > limit:
        raise ValidationError(
            _("Enter at most %(most)d characters. You entered %(length)d."),
            params={"most": limit, "length": len(text)},
        )
    return text


def save_preset(
    *,
    club: Club,
    rules: AnyVariant,
    options: Mapping[str, Any],
    name: str,
    note: str = "",
    replaces: ClubPreset | None = None,
    token: str | None = None,
    taken_over: bool = False,
    by: Membership | None = None,
) -> ClubPreset:
    """Saves rules for the club, in place of ``replaces`` if given.

    ``taken_over``: imported from another club. Returns the existing preset for the same token, or
    for equal rules with the same name. Raises ValidationError (``name`` or ``note``), EntryError
    with an option. Refuses if somebody has changed or retired ``replaces`` since.
    """
    rules_document = Document(
        rules, documents.normalize_options(rules, options), *_cleaned(rules, name, note)
    )
    documents.check(rules, rules_document.options)
    kind = ActivityKind.RULES_TAKEN_OVER if taken_over else ActivityKind.RULES_KEPT
    try:
        return _save(
            club,
            rules_document,
            replaces,
            token,
            by,
            ActivityKind.RULES_CHANGED if replaces else kind,
        )
    except IntegrityError as error:
        if not was_quicker(
            error, ClubPreset, *(constraint.name for constraint in ClubPreset._meta.constraints)
        ):
            raise
        existing = _find_saved(club, rules_document, token)
        if existing is None:
            raise _name_taken_error() from None
        return existing


def _cleaned(rules: AnyVariant, name: str, note: str) -> tuple[str, str]:
    errors: dict[str, Any] = {}
    for field, clean, text in (("name", clean_name, name), ("note", clean_note, note)):
        try:
            clean(text)
        except ValidationError as error:
            errors[field] = error
    name, note = one_line(name), one_line(note)
    if name in {_(preset.name) for preset in rules.presets} | {p.name for p in rules.presets}:
        errors["name"] = ValidationError(_("A preset already has this name. Choose another name."))
    if errors:
        raise ValidationError(errors)
    return name, note


def _name_taken_error() -> ValidationError:
    message = _("The group already has other rules with this name. Choose another name.")
    return ValidationError({"name": ValidationError(message)})


def _token_used_error(earlier: ClubPreset) -> ValidationError:
    message = _("This page has already saved “%(name)s”. Reload it to save other rules.")
    return ValidationError({"name": ValidationError(message % {"name": earlier.name})})


def _find_saved(club: Club, rules_document: Document, token: str | None) -> ClubPreset | None:
    """Returns the preset saved with this token, or equal rules with the same name. Raises
    ValidationError if the token has saved other rules."""
    fields = {
        "name": rules_document.name,
        "note": rules_document.note,
        "digest": rules_document.digest,
    }
    if token and (earlier := club.presets.filter(token=token).first()):
        if any(getattr(earlier, field) != value for field, value in fields.items()):
            raise _token_used_error(earlier)
        return earlier
    return club.presets.filter(
        retired_at__isnull=True, variant=rules_document.rules.key, **fields
    ).first()


@transaction.atomic
def _save(
    club: Club,
    rules_document: Document,
    replaces: ClubPreset | None,
    token: str | None,
    by: Membership | None,
    kind: ActivityKind,
) -> ClubPreset:
    if existing := _find_saved(club, rules_document, token):
        return existing
    if replaces is not None and not _retire(replaces):
        raise Refusal(_("Someone else changed these rules. Check the newest version."), fate=Stale)
    saved = ClubPreset.objects.create(
        club=club,
        variant=rules_document.rules.key,
        name=rules_document.name,
        note=rules_document.note,
        options=dict(rules_document.options),
        digest=rules_document.digest,
        replaces=replaces,
        token=token,
        **author_fields(by),
    )
    _note(kind, saved, by)
    return saved


def _note(kind: ActivityKind, preset: ClubPreset, by: Membership | None) -> None:
    note(kind, club=preset.club, by=by, name=preset.name, game=_game_name(preset))


def _retire(preset: ClubPreset) -> bool:
    """Returns whether it was active until now."""
    active = ClubPreset.objects.filter(pk=preset.pk, retired_at__isnull=True)
    return bool(active.update(retired_at=timezone.now()))


@transaction.atomic
def retire_preset(*, preset: ClubPreset, by: Membership | None = None) -> None:
    """Hides the preset; a hidden one stays hidden."""
    if _retire(preset):
        _note(ActivityKind.RULES_RETIRED, preset, by)


# Sharing -------------------------------------------------------------------------------------


def share_preset(
    *, preset: ClubPreset, by: Membership | None = None, token: str | None = None
) -> tuple[PresetLink, str]:
    """Returns a link to these rules and its secret of 256 bits, which cannot be shown again later.
    Repeating a write ``token`` returns the same link."""
    source = secrets.token_urlsafe(32) if token is None else token
    secret = derive_secret("preset-link", f"{preset.pk}:{source}", settings.SECRET_KEY)
    with transaction.atomic():
        link, created = PresetLink.objects.get_or_create(
            digest=digest(secret), defaults={"preset": preset, "created_by": by}
        )
        if created:
            _note(ActivityKind.RULES_SHARED, preset, by)
    return link, secret


def shared_preset(secret: str) -> ClubPreset | None:
    """Returns the rules of an active link, if any. Raises BlockedError."""
    link = (
        PresetLink.objects.select_related("preset__club")
        .filter(digest=digest(secret), revoked_at__isnull=True)
        .first()
    )
    if link is None:
        return None
    check_open(link.preset.club)
    return link.preset


@transaction.atomic
def revoke_link(*, link: PresetLink, by: Membership | None = None) -> None:
    active = PresetLink.objects.filter(pk=link.pk, revoked_at__isnull=True)
    if active.update(revoked_at=timezone.now()):
        _note(ActivityKind.RULES_UNSHARED, link.preset, by)


def live_links(presets: Iterable[ClubPreset]) -> Sequence[PresetLink]:
    """Returns the active links to these versions, newest first."""
    links = PresetLink.objects.filter(preset__in=list(presets), revoked_at__isnull=True)
    return list(links.select_related("preset").order_by("-pk"))
