"""The recipients of a session's statement. They reveal that an address exists, never which."""

from dataclasses import dataclass

from scorekeeper.clubs.models import Player, Session
from scorekeeper.clubs.services import digest
from scorekeeper.core.jobs.models import JobState
from scorekeeper.extensions.calendar.mail.models import Mail, MailAddress
from scorekeeper.ledger.selectors import players_of


@dataclass(frozen=True, slots=True)
class Reader:
    """A player of the session. ``mail``: the newest to the current address, unless it shows an
    older version (``had_earlier``); ``is_open``: sending would send something."""

    player: Player
    has_address: bool
    mail: Mail | None
    had_earlier: bool
    is_open: bool

    @property
    def is_pending(self) -> bool:
        return bool(self.mail and self.mail.is_in_work)


def newest_mails(session: Session) -> dict[tuple[int, str], Mail]:
    """Returns the newest mails by player id and digest of the address."""
    rows = Mail.objects.filter(session=session).order_by("pk")
    return {(mail.player_id, mail.digest): mail for mail in rows}


def statement_readers(session: Session) -> list[Reader]:
    """Returns the session's players with the state of their statements. Three queries."""
    players = players_of(session)
    addresses = dict(MailAddress.objects.filter(player__in=players).values_list("player", "value"))
    mails = newest_mails(session)
    return [
        _reader(
            player, pk in addresses, mails.get((pk, digest(addresses.get(pk, "")))), session.edition
        )
        for pk, player in players.items()
    ]


def _reader(player: Player, has_address: bool, mail: Mail | None, version: int) -> Reader:
    is_open = has_address and not (mail and mail.brings(version))
    is_outdated = bool(mail and mail.state == JobState.DONE and not mail.brings(version))
    return Reader(player, has_address, None if is_outdated else mail, is_outdated, is_open)


def fingerprint(readers: list[Reader]) -> str:
    """Returns a text that changes with everything a page shows of the readers."""
    return "-".join(_reader_mark(reader) for reader in readers)


def _reader_mark(reader: Reader) -> str:
    if reader.mail:
        return f"{reader.mail.state}{reader.mail.attempts}{'+' * reader.is_open}"
    return "no" if not reader.has_address else "before" if reader.had_earlier else "none"
