"""``manage.py verify [CLUB]``: prove every night of a club, or of all, as its page does."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Club, Session
from scorekeeper.proving.checking import Proof, check
from scorekeeper.wording.words import in_money


class Command(BaseCommand):
    help = "Work out every hand anew, check digests, payments and sums; stop at the first fault."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", nargs="?", help="the club's code, as in its address; else all")

    def handle(self, *args: Any, club: str | None, **options: Any) -> None:
        clubs = Club.objects.order_by("pk")
        if club is not None:
            clubs = clubs.filter(code=club)
            if not clubs:
                raise CommandError(f"There is no club called {club!r}.", returncode=2)
        for each in clubs.iterator(chunk_size=100):
            self._club(each)

    def _club(self, club: Club) -> None:
        nights = hands = payments = 0
        for night in Session.objects.filter(club=club).order_by("played_on", "pk").iterator():
            proof = check(night)
            if proof.fault is not None:
                raise CommandError(_said(club, night, proof), returncode=1)
            nights, hands = nights + 1, hands + proof.hands
            payments += proof.payments
        found = {"night": nights, "hand": hands, "payment": payments}
        told = ", ".join(f"{n} {what}{'s' * (n != 1)}" for what, n in found.items())
        self.stdout.write(f"{club.code} {club.name}: {told}: all as it was played")


def _said(club: Club, night: Session, proof: Proof) -> str:
    """The same sentence as on the page, and where."""
    assert proof.fault is not None
    told = in_money(proof.fault, club.currency)
    return f"{club.code} {club.name}, night {night.code} of {night.played_on}: {told}"
