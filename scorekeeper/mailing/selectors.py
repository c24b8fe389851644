"""Who of a night gets the sheet by e-mail. Tells that there is an address, never which."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.services import digest
from scorekeeper.jobs.models import JobState
from scorekeeper.ledger.selectors import players_of
from scorekeeper.mailing.models import Mail, MailAddress


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody of the night. ``mail``: the newest to the address there is now, unless that was sent
    and shows an older state; ``earlier``: one did; ``is_open``: a tap would send something."""

    player: Player
    has_address: bool
    mail: Mail | None
    earlier: bool
    is_open: bool

    @property
    def is_pending(self) -> bool:
        return bool(self.mail and self.mail.is_in_work)


def newest(session: Session) -> dict[tuple[int, str], Mail]:
    """What was last sent, or tried, by player and digest of the address."""
    rows = Mail.objects.filter(session=session).order_by("pk")
    return {(mail.player_id, mail.digest): mail for mail in rows}


def readers(session: Session) -> list[Reader]:
    """Three queries."""
    players = players_of(session)
    given = dict(MailAddress.objects.filter(player__in=players).values_list("player", "value"))
    there = newest(session)
    return [
        _reader(player, pk in given, there.get((pk, digest(given.get(pk, "")))), session.edition)
        for pk, player in players.items()
    ]


def _reader(player: Player, has_address: bool, mail: Mail | None, version: int) -> Reader:
    is_open = has_address and not (mail and mail.brings(version))
    outgrown = bool(mail and mail.state == JobState.DONE and not mail.brings(version))
    return Reader(player, has_address, None if outgrown else mail, outgrown, is_open)


def mark(told: list[Reader]) -> str:
    """Changes with whatever a page shows of them."""
    return "-".join(_mark(reader) for reader in told)


def _mark(reader: Reader) -> str:
    if reader.mail:
        return f"{reader.mail.state}{reader.mail.attempts}{'+' * reader.is_open}"
    return "no" if not reader.has_address else "before" if reader.earlier else "none"
