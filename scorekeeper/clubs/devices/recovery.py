"""The recovery code of a group, with which a host restores access on any device.

The database stores a digest. Until a host confirms having noted the code, the device that made it
can show it again: its signed cookie carries a seed, from which only the site, and only for a host,
derives the code. So a copy of the cookie does not reveal the code.
"""

import unicodedata

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Club, Happening, Membership, Role, Session, renew_signatures
from scorekeeper.clubs.services import digest
from scorekeeper.core.localization.digits import ascii_digits

LETTERS = "23456789ACDEFHJKMNPQRTVWXY"
"""Without look-alikes; 24 of them are 112 bits."""
ALIKE = str.maketrans("BGSUZ", "865V2")
"""Look-alikes typed by mistake, and the letters they stand for."""
LENGTH, GROUP = 24, 4
LONGEST_TYPED = 200
SEEDS = "recovery"
MOST_SEEDS = 10
"""Most codes not yet noted that one device can show."""


def derive_code(club: Club, seed: str) -> str:
    """Derives the code from a seed, in groups of four joined by hyphens."""
    value = f"{club.pk}:{seed}"
    number = int.from_bytes(salted_hmac("recovery-code", value, algorithm="sha256").digest())
    letters = []
    for _place in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "-".join("".join(letters[i : i + GROUP]) for i in range(0, LENGTH, GROUP))


def normalize(typed: str) -> str:
    """Returns a typed code without spaces, hyphens, case and look-alikes."""
    text = ascii_digits(unicodedata.normalize("NFKC", typed[:LONGEST_TYPED])).upper()
    return "".join(letter for letter in text if letter.isalnum()).translate(ALIKE)


def find_club(typed: str) -> Club | None:
    """Returns the club of a typed code, if any. A fast hash is enough for 112 bits."""
    code = normalize(typed)
    return Club.objects.filter(recovery_digest=digest(code)).first() if code else None


@transaction.atomic
def replace_code(
    *, club: Club, seed: str, by: Membership | None = None, token: str | None = None
) -> None:
    """Replaces the club's code by the one of this seed. Once per token: resending an old page
    restores no old code."""
    new_digest = digest(normalize(derive_code(club, seed)))
    old_digest = locks.hold_club(club).recovery_digest
    if old_digest == new_digest or (token and _token_used(club, token)):
        return
    club.recovery_digest, club.recovery_made_at = new_digest, timezone.now()
    club.save(update_fields=["recovery_digest", "recovery_made_at"])
    note(
        ActivityKind.CODE_REPLACED if old_digest else ActivityKind.CODE_MADE,
        club=club,
        by=by,
        token=token or "",
    )


def _token_used(club: Club, token: str) -> bool:
    entries = Happening.objects.filter(
        club=club, kind__in=(ActivityKind.CODE_MADE, ActivityKind.CODE_REPLACED)
    )
    return entries.filter(values__token=token).exists()


@transaction.atomic
def take_host_place(*, club: Club, device: str) -> Membership:
    """Creates the host membership of a browser that entered the code. ``device``: the digest of its
    key; pressing twice creates one."""
    locks.hold_club(club)
    memberships = club.memberships.filter(device__digest=device, recovered=True, session=None)
    if existing := memberships.filter(role=Role.HOST, revoked_at__isnull=True).first():
        return existing
    membership = Membership.objects.create(club=club, role=Role.HOST, recovered=True)
    renew_signatures([membership])
    note(ActivityKind.CODE_USED, club=club, by=membership)
    return membership


# What the device shows until it is noted -------------------------------------------------------


def show_code(request: HttpRequest, club: Club, seed: str) -> None:
    """Makes this device show the code of this seed until a host confirms having noted it. Does
    nothing if the code is not the club's."""
    club.refresh_from_db(fields=["recovery_digest"])
    if digest(normalize(derive_code(club, seed))) != club.recovery_digest:
        return
    seeds = {**_seeds(request), str(club.pk): seed}
    request.session[SEEDS] = dict(list(seeds.items())[-MOST_SEEDS:])


def code_to_write(request: HttpRequest, club: Club) -> str:
    """Returns the code that this device has to show; "" if none, or if it was replaced since."""
    seed = _seeds(request).get(str(club.pk))
    if not isinstance(seed, str):
        return ""
    code = derive_code(club, seed)
    return code if digest(normalize(code)) == club.recovery_digest else ""


def should_ask_to_note(club: Club, code: str) -> bool:
    """Whether to ask for noting the code: as the group's first session ends, on the device that
    shows it."""
    return bool(code) and Session.objects.filter(club=club, closed_at__isnull=False).count() == 1


def hide_code(request: HttpRequest, club: Club) -> None:
    """Stops showing the code on this device."""
    seeds = {pk: seed for pk, seed in _seeds(request).items() if pk != str(club.pk)}
    if seeds != _seeds(request):
        request.session[SEEDS] = seeds


def _seeds(request: HttpRequest) -> dict[str, object]:
    seeds = request.session.get(SEEDS, {})
    return seeds if isinstance(seeds, dict) else {}
