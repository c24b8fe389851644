"""Anonymizes a player: name and addresses are deleted. Sums and hands stay, because others' rest on
them: every payment has two ends."""

import re
from collections.abc import Collection, Iterator
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.devices.viewer import clear_keeper
from scorekeeper.clubs.models import Happening, Membership, Player, Session, Signature
from scorekeeper.clubs.selectors import free_anonymous_name, sessions_naming
from scorekeeper.clubs.services import NAME_LENGTH
from scorekeeper.settlement.payment_details.services import replace_addresses
from scorekeeper.statements.services import delete_statements

Device = TypeVar("Device", Membership, Signature)


@transaction.atomic
def erase(*, player: Player, by: Membership | None) -> Player:
    """Anonymizes the player under each of their names; repeating it changes nothing. All sessions
    of the group are locked first."""
    locks.hold_sessions(Session.every.filter(club=player.club_id))
    locks.hold_club(player.club)
    for name in Player.objects.select_related("club").filter(person=player).order_by("pk"):
        _erase(name, by)
    return _erase(Player.objects.select_related("club").get(pk=player.pk), by)


def _erase(held: Player, by: Membership | None) -> Player:
    """Anonymizes one name. The sessions and the club are locked."""
    if held.is_anonymized:
        return held
    before, held.name = held.name, free_anonymous_name(held.club)
    held.face = ""
    held.save(update_fields=["name", "face"])
    replace_addresses(held, {}, sent_along=False)
    without_name = partial(_replace_names, names={before}, replacement=held.name, within=True)
    for anonymize in settings.EXTENSIONS.functions("anonymize a player"):
        anonymize(held, without_name)
    for withdraw in settings.EXTENSIONS.functions("withdraw a player"):
        withdraw(held, by)
    clear_keeper(held)
    Membership.objects.bulk_update(_without_name_on_devices(Membership, held, before), ["name"])
    Signature.objects.bulk_update(_without_name_on_devices(Signature, held, before), ["name"])
    Happening.objects.bulk_update(list(_without_name_in_happenings(held, before)), ["values"])
    sessions = sessions_naming(held)
    delete_statements(sessions)
    locks.touch_held(sessions.values_list("pk", flat=True))
    note(ActivityKind.PLAYER_ERASED, club=held.club, by=by, name=held.name)
    return held


def _without_name_in_happenings(player: Player, before: str) -> Iterator[Happening]:
    """Yields the changed activity entries. Read backwards, because the player had other names
    earlier, and somebody else may have had this one since."""
    happenings = Happening.objects.filter(club=player.club_id)
    for happening in happenings.order_by("-at", "-pk"):
        renamed = happening.kind == ActivityKind.PLAYER_RENAMED
        now_called = renamed and happening.values.get("new") == before
        names = {before, str(happening.values["old"])} if now_called else {before}
        new_values = {
            name: _replace_names(value, names, player.name, within=_is_free_text(happening, name))
            for name, value in happening.values.items()
        }
        if now_called:
            before = str(happening.values["old"])
        if new_values != happening.values:
            happening.values = new_values
            yield happening


def _without_name_on_devices(model: type[Device], player: Player, before: str) -> list[Device]:
    """Returns the changed devices, by their present or signed name: the player's own lose their
    name, others only the player's name in it."""
    changed: list[Device] = []
    for device in model._default_manager.filter(club=player.club_id).exclude(name=""):
        renamed = _replace_names(device.name, {before}, player.name, within=True)
        new_name = "" if device.player_id == player.pk else renamed[:NAME_LENGTH]
        if new_name != device.name:  # a phone that is renamed meanwhile keeps its new name
            device.name = new_name
            changed.append(device)
    return changed


def _is_free_text(happening: Happening, value: str) -> bool:
    """Whether the value was typed freely, and may contain the name."""
    return value in ("device", "label") or happening.kind == ActivityKind.CLUB_RENAMED


def _replace_names(value: Any, names: Collection[str], replacement: str, *, within: bool) -> Any:
    """Replaces a name that stands alone or in a comma-separated list; ``within``: or inside a
    text."""
    if not isinstance(value, str):
        return value
    for name in names:
        pattern = _whole_word(name) if within else rf"(?:(?<=, )|^){re.escape(name)}(?=, |$)"
        value = re.sub(pattern, replacement, value)
    return value


def contains_name(name: str, text: str) -> bool:
    """Tells whether the text contains this name, as a group's may that is named after its
    founder."""
    return re.search(_whole_word(name), text) is not None


def _whole_word(name: str) -> str:
    return rf"(?<!\w){re.escape(name)}(?!\w)"
