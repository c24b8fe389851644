"""``manage.py verify [CLUB]``: proves every session of a group, or of all, as its page does."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.management.groups import add_group, groups
from scorekeeper.clubs.models import Club, Session
from scorekeeper.core.localization.words import in_money
from scorekeeper.extensions.exchange.proof.checking import Proof, check

PROGRESS: Final = 100
"""Sessions, five seconds of a core or so."""


class Command(BaseCommand):
    help = "Recalculate every hand; check the hash chain, payments and sums. Stops at a mismatch."

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_group(parser)

    def handle(self, *args: Any, club: str | None, **options: Any) -> None:
        for row in groups(club).iterator(chunk_size=100):
            self._verify(row)

    def _verify(self, club: Club) -> None:
        sessions = hands = payments = 0
        for session in Session.objects.filter(club=club).order_by("played_on", "pk").iterator():
            proof = check(session)
            if proof.fault is not None:
                raise CommandError(_fault_text(club, session, proof), returncode=1)
            sessions, hands = sessions + 1, hands + proof.hands
            payments += proof.payments
            if sessions % PROGRESS == 0:
                self.stderr.write(f"{club.code}: {sessions} sessions so far")
        counts = {"session": sessions, "hand": hands, "payment": payments}
        text = ", ".join(f"{n} {noun}{'s' * (n != 1)}" for noun, n in counts.items())
        self.stdout.write(f"{club.code} {club.name}: {text}: everything matches")


def _fault_text(club: Club, session: Session, proof: Proof) -> str:
    """Returns the page's sentence, and where the fault is."""
    assert proof.fault is not None
    sentence = in_money(proof.fault, club.currency)
    return f"{club.code} {club.name}, session {session.code} of {session.played_on}: {sentence}"
