"""Command that loads the demo group. Loading it again changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs.invitations.services import ensure_link
from scorekeeper.clubs.models import Club, Role
from scorekeeper.website.home import demo


class Command(BaseCommand):
    help = "Load a small demo group. Loading it again changes nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--link", action="store_true", help="print only the path of the host invite"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = Club.objects.filter(token=demo.TOKEN).first()
        if club is None:
            club = demo.load(timezone.localdate())
            self.stderr.write("The demo group is ready.")
        if options["link"]:
            self.stdout.write(invite_path(club))


def invite_path(club: Club) -> str:
    """Returns the path of the host's invite link."""
    _link, token = ensure_link(club=club, role=Role.HOST)
    return reverse("clubs:join", args=[token])
