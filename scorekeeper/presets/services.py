"""The only writer of a club's house rules and of the links that show them to others.

Nothing is changed and nothing deleted: a changed preset is a new version in the place of the one
before, and a retired one is hidden. Games keep the rules they were started with.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Membership
from scorekeeper.clubs.services import digest, one_line
from scorekeeper.clubs.signing import author_fields
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.presets import documents
from scorekeeper.presets.documents import Document
from scorekeeper.presets.models import ClubPreset, PresetLink
from scorekeeper.serving.constraints import was_quicker
from scorekeeper.variants import VARIANTS

OWN = "own-"
"""Keys of a club's presets begin so."""


class ReplacedError(Exception):
    """Somebody changed or retired this version meanwhile."""


# Reading -------------------------------------------------------------------------------------


def in_force(club: Club) -> list[ClubPreset]:
    """The club's rules by game and name."""
    found = club.presets.filter(retired_at__isnull=True)
    return sorted(found, key=lambda p: (_game(p), p.name.casefold()))


def _game(preset: ClubPreset) -> str:
    rules = VARIANTS.get(preset.variant)
    return rules.name if rules else preset.variant


def document(preset: ClubPreset) -> Document | None:
    """What may be handed on; None if its game is not there any more."""
    rules = VARIANTS.get(preset.variant)
    if rules is None:
        return None
    currency = preset.club.currency
    return Document(rules, preset.options, preset.name, preset.note, currency)


def trouble(preset: ClubPreset) -> EntryError | None:
    """Why today's rules cannot play it, if so."""
    rules = VARIANTS.get(preset.variant)
    try:
        if rules is None:
            raise EntryError("There is no game called {name}.", name=preset.variant)
        documents.check(rules, preset.options)
    except EntryError as error:
        return error
    return None


def as_preset(preset: ClubPreset) -> Preset:
    """For lists of named ways to play."""
    return Preset(f"{OWN}{preset.pk}", preset.name, preset.options, preset.note)


def own_presets(club: Club) -> dict[str, list[Preset]]:
    """The club's presets that can be played, by game. One query."""
    found: dict[str, list[Preset]] = {}
    for preset in in_force(club):
        if trouble(preset) is None:
            found.setdefault(preset.variant, []).append(as_preset(preset))
    return found


def versions(preset: ClubPreset) -> list[ClubPreset]:
    """Those before this one, the newest first."""
    chain: list[ClubPreset] = []
    older = preset.replaces_id
    while older is not None and len(chain) < 50:
        found = ClubPreset.objects.select_related("by__player", "signature__player").get(pk=older)
        chain.append(found)
        older = found.replaces_id
    return chain


# Writing -------------------------------------------------------------------------------------


def clean_name(name: str) -> str:
    """The name of rules as kept. Raises ValidationError."""
    name = one_line(name)
    if not name:
        raise ValidationError(_("Enter a name for these rules."))
    return _fitting(name, documents.NAME)


def clean_note(note: str) -> str:
    return _fitting(one_line(note), documents.NOTE)


def _fitting(text: str, most: int) -> str:
    if len(text) > most:
        raise ValidationError(
            _("Enter at most %(most)d characters. You entered %(found)d."),
            params={"most": most, "found": len(text)},
        )
    return text


def keep_preset(
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
    """Keep rules for the club, in the place of ``replaces`` if there is one.

    ``taken_over``: they are another club's. The same rules under the same name, or the same token,
    give what is there already. Raises
    ValidationError (``name`` or ``note``), EntryError naming an option, ReplacedError.
    """
    told = Document(rules, documents.spelled(rules, options), *_cleaned(rules, name, note))
    documents.check(rules, told.options)
    kind = Happened.RULES_TAKEN_OVER if taken_over else Happened.RULES_KEPT
    try:
        return _keep(club, told, replaces, token, by, Happened.RULES_CHANGED if replaces else kind)
    except IntegrityError as error:
        if not was_quicker(
            error, ClubPreset, *(each.name for each in ClubPreset._meta.constraints)
        ):
            raise
        there = _there(club, told, token)
        if there is None:
            raise _taken() from None
        return there


def _cleaned(rules: AnyVariant, name: str, note: str) -> tuple[str, str]:
    wrong: dict[str, Any] = {}
    for field, clean, text in (("name", clean_name, name), ("note", clean_note, note)):
        try:
            clean(text)
        except ValidationError as error:
            wrong[field] = error
    name, note = one_line(name), one_line(note)
    if name in {_(preset.name) for preset in rules.presets} | {p.name for p in rules.presets}:
        wrong["name"] = ValidationError(_("A preset already has this name. Choose another name."))
    if wrong:
        raise ValidationError(wrong)
    return name, note


def _taken() -> ValidationError:
    message = _("The group already has other rules with this name. Choose another name.")
    return ValidationError({"name": ValidationError(message)})


def _kept_others(earlier: ClubPreset) -> ValidationError:
    message = _("This page has already saved “%(name)s”. Reload it to save other rules.")
    return ValidationError({"name": ValidationError(message % {"name": earlier.name})})


def _there(club: Club, told: Document, token: str | None) -> ClubPreset | None:
    """What this token wrote, or the same rules under the same name. Raises ValidationError if the
    token has kept other rules."""
    same = {"name": told.name, "note": told.note, "digest": told.digest}
    if token and (earlier := club.presets.filter(token=token).first()):
        if any(getattr(earlier, field) != value for field, value in same.items()):
            raise _kept_others(earlier)
        return earlier
    return club.presets.filter(retired_at__isnull=True, variant=told.rules.key, **same).first()


@transaction.atomic
def _keep(
    club: Club,
    told: Document,
    replaces: ClubPreset | None,
    token: str | None,
    by: Membership | None,
    kind: Happened,
) -> ClubPreset:
    if there := _there(club, told, token):
        return there
    if replaces is not None:
        _retire(replaces)
    kept = ClubPreset.objects.create(
        club=club,
        variant=told.rules.key,
        name=told.name,
        note=told.note,
        options=dict(told.options),
        digest=told.digest,
        replaces=replaces,
        token=token,
        **author_fields(by),
    )
    _note(kind, kept, by)
    return kept


def _note(kind: Happened, preset: ClubPreset, by: Membership | None) -> None:
    note(kind, club=preset.club, by=by, name=preset.name, game=_game(preset))


def _retire(preset: ClubPreset) -> None:
    standing = ClubPreset.objects.filter(pk=preset.pk, retired_at__isnull=True)
    if not standing.update(retired_at=timezone.now()):
        raise ReplacedError


@transaction.atomic
def retire_preset(*, preset: ClubPreset, by: Membership | None = None) -> None:
    """Hide it from now on. One that is hidden already stays so."""
    standing = ClubPreset.objects.filter(pk=preset.pk, retired_at__isnull=True)
    if standing.update(retired_at=timezone.now()):
        _note(Happened.RULES_RETIRED, preset, by)


# Sharing -------------------------------------------------------------------------------------


def share_preset(
    *, preset: ClubPreset, by: Membership | None = None, token: str | None = None
) -> tuple[PresetLink, str]:
    """A link that shows these rules, and its secret of 256 bits, which is shown now and never
    again. The same write ``token`` again gives the same link."""
    secret = secrets.token_urlsafe(32) if token is None else _derived(preset, token)
    with transaction.atomic():
        link, created = PresetLink.objects.get_or_create(
            digest=digest(secret), defaults={"preset": preset, "created_by": by}
        )
        if created:
            _note(Happened.RULES_SHARED, preset, by)
    return link, secret


def _derived(preset: ClubPreset, token: str) -> str:
    made = salted_hmac("preset-link", f"{preset.pk}:{token}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def shared_preset(secret: str) -> ClubPreset | None:
    """The rules this link shows, while it is in force."""
    link = (
        PresetLink.objects.select_related("preset__club")
        .filter(digest=digest(secret), revoked_at__isnull=True)
        .first()
    )
    return link.preset if link else None


@transaction.atomic
def revoke_link(*, link: PresetLink, by: Membership | None = None) -> None:
    standing = PresetLink.objects.filter(pk=link.pk, revoked_at__isnull=True)
    if standing.update(revoked_at=timezone.now()):
        _note(Happened.RULES_UNSHARED, link.preset, by)


def live_links(presets: Iterable[ClubPreset]) -> Sequence[PresetLink]:
    """Links in force to these versions, the newest first."""
    found = PresetLink.objects.filter(preset__in=list(presets), revoked_at__isnull=True)
    return list(found.select_related("preset").order_by("-pk"))
