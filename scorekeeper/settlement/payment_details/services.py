"""Payment addresses: their only writer. Who reads them has checked that the reader may see them."""

from collections import defaultdict
from collections.abc import Collection, Mapping

from django.conf import settings
from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.devices.viewer import check_keeper, clear_keeper, has_own, update_keeper
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.selectors import sessions_naming
from scorekeeper.settlement.payment_details.models import PayAddress

Addresses = dict[int, list[PayAddress]]
"""By player id."""


def player_addresses(player: Player) -> list[PayAddress]:
    return list(PayAddress.objects.filter(player=player).order_by("pk"))


def addresses_by_player(players: Collection[int], *, sent_along: bool = False) -> Addresses:
    """Returns the players' addresses with one query. ``sent_along``: only those shared on
    statements and in messages."""
    addresses: Addresses = defaultdict(list)
    rows = PayAddress.objects.filter(player__in=players).order_by("pk") if players else ()
    for row in rows:
        if row.sent_along or not sent_along:
            addresses[row.player_id].append(row)
    return addresses


@transaction.atomic
def save_addresses(
    *,
    player: Player,
    addresses: Mapping[str, str],
    sent_along: bool,
    holder: str = "",
    by: Membership | None = None,
) -> None:
    """Replaces the player's addresses by these, cleaned and by kind, and marks the sessions that
    name the player as changed. Saving the same again changes nothing. ``holder``: of the bank
    account; ``by``: the player's own device, None for the program itself."""
    sessions = locks.hold_sessions(sessions_naming(player))
    locks.hold_club(player.club)
    if by:
        check_keeper(player, by)
    if replace_addresses(player, addresses, sent_along, holder):
        locks.touch_held(sessions)
        if by:
            note(ActivityKind.ADDRESS_CHANGED, club=player.club, by=by, name=player.name)
    if by:
        update_keeper(player, by)


def replace_addresses(
    player: Player, addresses: Mapping[str, str], sent_along: bool, holder: str = ""
) -> bool:
    """Replaces the addresses. Returns whether anything changed. The caller holds the club."""
    wanted = {
        kind: {"value": value, "sent_along": sent_along, "holder": holder * (kind == "iban")}
        for kind, value in addresses.items()
    }
    columns = ("value", "sent_along", "holder")
    saved = {
        row.kind: {name: getattr(row, name) for name in columns} for row in player_addresses(player)
    }
    PayAddress.objects.filter(player=player).exclude(kind__in=wanted).delete()
    for kind, values in wanted.items():
        if saved.get(kind) != values:
            PayAddress.objects.update_or_create(player=player, kind=kind, defaults=values)
    return wanted != saved


@transaction.atomic
def remove_details(*, player: Player, by: Membership | None) -> None:
    """Removes payment and e-mail addresses, so that another device can enter them; repeating it
    changes nothing."""
    sessions = locks.hold_sessions(sessions_naming(player))
    held = Player.objects.get(pk=player.pk, club=locks.hold_club(player.club))
    if not has_own(held):
        return
    if replace_addresses(held, {}, sent_along=False):
        locks.touch_held(sessions)
    for delete_address in settings.EXTENSIONS.functions("delete a player's e-mail address"):
        delete_address(held)
    clear_keeper(held)
    note(ActivityKind.OWN_TAKEN_AWAY, club=held.club, by=by, name=held.name)
