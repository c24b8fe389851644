"""Reads and writes players' e-mail addresses."""

from typing import Final

from django.core import signing
from django.db import transaction
from django.utils.translation import get_language

from scorekeeper.clubs import locks
from scorekeeper.clubs.devices.viewer import check_keeper, update_keeper
from scorekeeper.clubs.models import Membership, Player
from scorekeeper.clubs.services import digest
from scorekeeper.core.localization import currencies
from scorekeeper.extensions.calendar.mail.models import Mail, MailAddress

STOP: Final = signing.Signer(salt="mail-stop")
DIGEST_LENGTH: Final = 16
"""Characters of a digest that identify an address; the signature protects them."""


def address_of(player: Player) -> str:
    """Returns the player's address, or ""."""
    return MailAddress.objects.filter(player=player).values_list("value", flat=True).first() or ""


@transaction.atomic
def save_address(*, player: Player, value: str, by: Membership | None = None) -> None:
    """Saves a cleaned address with the user's language; "" deletes it. ``by``: the player's own
    device."""
    locks.hold_club(player.club)
    if by:
        check_keeper(player, by)
    if value:
        language, reader = get_language() or "en", currencies.reader_tag()
        defaults = {"value": value, "language": language, "locale": reader}
        MailAddress.objects.update_or_create(player=player, defaults=defaults)
    else:
        MailAddress.objects.filter(player=player).delete()
    if by:
        update_keeper(player, by)


def delete_address(player: Player) -> None:
    """Call inside a transaction that locks the club."""
    MailAddress.objects.filter(player=player).delete()


def forget(player: Player) -> None:
    """Deletes the address and the e-mails sent there. Call inside a transaction that locks the
    club."""
    delete_address(player)
    Mail.objects.filter(player=player).delete()


def stop_secret(address: MailAddress) -> str:
    """Returns the secret of the unsubscribe link for this player and address; it never expires."""
    return STOP.sign_object([address.player_id, digest(address.value)[:DIGEST_LENGTH]])


def find_player_to_stop(secret: str) -> Player | None:
    """Returns the player of an unsubscribe secret, whether or not the address is current."""
    try:
        player, _digest = STOP.unsign_object(secret)
    except (signing.BadSignature, ValueError):
        return None
    return Player.objects.select_related("club").filter(pk=player).first()


@transaction.atomic
def stop_mail(secret: str) -> None:
    """Deletes the address if it is still the one the e-mail went to."""
    player, digest_start = STOP.unsign_object(secret)
    locks.hold_club(Player.objects.select_related("club").get(pk=player).club)
    for address in MailAddress.objects.filter(player=player):
        if digest(address.value)[:DIGEST_LENGTH] == digest_start:
            address.delete()
