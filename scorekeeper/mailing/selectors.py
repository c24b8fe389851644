"""Who of a night gets the sheet by e-mail. Tells that there is an address, never which."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.clubs.models import Player, Session
from scorekeeper.ledger.selectors import players_of
from scorekeeper.mailing.models import Mail, MailAddress, MailState


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody of the night. ``mail``: the newest that was asked for, for the night as it stands;
    ``earlier``: there was one, of an older state."""

    player: Player
    has_address: bool
    mail: Mail | None
    earlier: bool

    @property
    def is_pending(self) -> bool:
        return bool(self.mail and self.mail.state in (MailState.WAITING, MailState.SENDING))

    @property
    def is_open(self) -> bool:
        """A tap would send something."""
        return self.has_address and (self.mail is None or self.mail.state == MailState.FAILED)


def readers(session: Session) -> list[Reader]:
    """Three queries."""
    players = players_of(session)
    given = set(MailAddress.objects.filter(player__in=players).values_list("player", flat=True))
    newest = {m.player_id: m for m in Mail.objects.filter(session=session).order_by("pk")}
    return [
        Reader(
            player,
            pk in given,
            mail if (mail := newest.get(pk)) and mail.version >= session.version else None,
            mail is not None,
        )
        for pk, player in players.items()
    ]


def mark(told: list[Reader]) -> str:
    """Changes with whatever a page shows of them."""
    return "-".join(f"{r.mail.state[:2]}{r.mail.attempts}" if r.mail else "o" for r in told)
