"""The only writer of e-mail addresses, and whoever reads them for their owners."""

from __future__ import annotations

from typing import Final

from django.core import signing
from django.db import transaction
from django.utils.translation import get_language

from scorekeeper.clubs import locks
from scorekeeper.clubs.keepers import check_keeper, update_keeper
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.services import digest
from scorekeeper.mailing.models import Mail, MailAddress
from scorekeeper.wording import currencies

STOP: Final = signing.Signer(salt="mail-stop")
ENOUGH: Final = 16
"""Letters of a digest, to know an address again; the signature keeps others out."""


def address_of(player: Player) -> str:
    """ "" where there is none."""
    return MailAddress.objects.filter(player=player).values_list("value", flat=True).first() or ""


@transaction.atomic
def keep_address(*, player: Player, value: str, by: Membership | None = None) -> None:
    """This one, cleaned, in the language of who types it; "" takes it away. The same again changes
    nothing. ``by``: the player's own phone."""
    locks.hold_club(player.club)
    if by:
        check_keeper(player, by)
    if value:
        language, reader = get_language() or "en", currencies.reader_tag()
        told = {"value": value, "language": language, "locale": reader}
        MailAddress.objects.update_or_create(player=player, defaults=told)
    else:
        MailAddress.objects.filter(player=player).delete()
    if by:
        update_keeper(player, by)


def forget(player: Player) -> None:
    """The address, and what was sent there. Inside a transaction that holds the club."""
    MailAddress.objects.filter(player=player).delete()
    Mail.objects.filter(player=player).delete()


def secret_to_stop(address: MailAddress) -> str:
    """Good for this address of this player, for ever, and for nothing else."""
    return STOP.sign_object([address.player_id, digest(address.value)[:ENOUGH]])


def player_to_stop(secret: str) -> Player | None:
    """Whose letters this stops, whether or not they still go there."""
    try:
        player, _digest = STOP.unsign_object(secret)
    except (signing.BadSignature, ValueError):
        return None
    return Player.objects.select_related("club").filter(pk=player).first()


@transaction.atomic
def stop(secret: str) -> None:
    """Take the address away, if it is still the one the letter went to."""
    player, told = STOP.unsign_object(secret)
    locks.hold_club(Player.objects.select_related("club").get(pk=player).club)
    for address in MailAddress.objects.filter(player=player):
        if digest(address.value)[:ENOUGH] == told:
            address.delete()
