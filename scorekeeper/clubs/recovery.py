"""The recovery code of a club: on paper, and with it a host gets back in on any phone.

The database keeps a digest. Until a host says that it is written down, the code can be shown again
on the phone that asked for it: its signed cookie carries a seed, from which only the site, and only
for a host, makes the code anew. So a copy of the cookie does not tell the code.
"""

from __future__ import annotations

import unicodedata

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scorekeeper.clubs import locks
from scorekeeper.clubs.happenings import Happened, note
from scorekeeper.clubs.models import Club, Happening, Membership, Role, Session
from scorekeeper.clubs.services import digest
from scorekeeper.clubs.signing import sign_anew

LETTERS = "23456789ACDEFHJKMNPQRTVWXY"
"""No two of them are mistaken for each other, and 24 of them are 112 bits."""
ALIKE = str.maketrans("BGSUZ", "865V2")
"""What is read or typed for one of them, and is none."""
LENGTH, GROUP = 24, 4
LONGEST_TYPED = 200
SEEDS = "recovery"
MOST_SEEDS = 10
"""Codes not yet written down that one phone shows; each may be replaced by a new one."""


def code_of(club: Club, seed: str) -> str:
    """The code that this seed makes, in groups as it is written."""
    told = f"{club.pk}:{seed}"
    number = int.from_bytes(salted_hmac("recovery-code", told, algorithm="sha256").digest())
    letters = []
    for _place in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        letters.append(LETTERS[place])
    return "-".join("".join(letters[at : at + GROUP]) for at in range(0, LENGTH, GROUP))


def plain(typed: str) -> str:
    """What was typed, without spaces, hyphens, case and look-alikes."""
    text = unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).upper()
    return "".join(letter for letter in text if letter.isalnum()).translate(ALIKE)


def club_of(typed: str) -> Club | None:
    """The club of this code. (112 bits: a slow hash would protect nothing that a quick one does
    not.)"""
    code = plain(typed)
    return Club.objects.filter(recovery_digest=digest(code)).first() if code else None


@transaction.atomic
def replace_code(
    *, club: Club, seed: str, by: Membership | None = None, token: str | None = None
) -> None:
    """The code of this seed opens the club from now on, and no earlier one does. Once per token:
    an old page sent again brings no old code back."""
    made = digest(plain(code_of(club, seed)))
    before = locks.hold_club(club).recovery_digest
    if before == made or (token and _has_made(club, token)):
        return
    club.recovery_digest, club.recovery_made_at = made, timezone.now()
    club.save(update_fields=["recovery_digest", "recovery_made_at"])
    note(
        Happened.CODE_REPLACED if before else Happened.CODE_MADE,
        club=club,
        by=by,
        token=token or "",
    )


def _has_made(club: Club, token: str) -> bool:
    made = Happening.objects.filter(
        club=club, kind__in=(Happened.CODE_MADE, Happened.CODE_REPLACED)
    )
    return made.filter(values__token=token).exists()


@transaction.atomic
def take_host_place(*, club: Club, phone: str) -> Membership:
    """For whoever has typed the code of the club. ``phone``: the digest of the browser's phone;
    pressed twice at once it makes one place."""
    locks.hold_club(club)
    places = club.memberships.filter(phone__digest=phone, recovered=True, session=None)
    if there := places.filter(role=Role.HOST, revoked_at__isnull=True).first():
        return there
    made = Membership.objects.create(club=club, role=Role.HOST, recovered=True)
    sign_anew([made])
    note(Happened.CODE_USED, club=club, by=made)
    return made


# What the phone shows until it is written down -------------------------------------------------


def show_code(request: HttpRequest, club: Club, seed: str) -> None:
    """This phone shows the code of this seed, if it is the club's, until somebody says that it is
    written down."""
    club.refresh_from_db(fields=["recovery_digest"])
    if digest(plain(code_of(club, seed))) != club.recovery_digest:
        return
    seeds = {**_seeds(request), str(club.pk): seed}
    request.session[SEEDS] = dict(list(seeds.items())[-MOST_SEEDS:])


def code_to_write(request: HttpRequest, club: Club) -> str:
    """The code, while this phone is to show it; "" if it was replaced since."""
    seed = _seeds(request).get(str(club.pk))
    if not isinstance(seed, str):
        return ""
    code = code_of(club, seed)
    return code if digest(plain(code)) == club.recovery_digest else ""


def asks_to_write(club: Club, code: str) -> bool:
    """As the first session of the group ends, on the device that shows its ``code``."""
    return bool(code) and Session.objects.filter(club=club, closed_at__isnull=False).count() == 1


def hide_code(request: HttpRequest, club: Club) -> None:
    """It is written down, or of no use any more."""
    seeds = {pk: seed for pk, seed in _seeds(request).items() if pk != str(club.pk)}
    if seeds != _seeds(request):
        request.session[SEEDS] = seeds


def _seeds(request: HttpRequest) -> dict[str, object]:
    held = request.session.get(SEEDS, {})
    return held if isinstance(held, dict) else {}
