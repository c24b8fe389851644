"""Command for the server admin: a new recovery code for a group that no host can manage."""

import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scorekeeper.clubs.devices.recovery import derive_code, replace_code
from scorekeeper.clubs.management.groups import group_of


class Command(BaseCommand):
    help = "Print a new recovery code for a group. It replaces the previous one."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the code in the group's address: /g/CODE/")

    def handle(self, *args: Any, **options: Any) -> None:
        club = group_of(options["club"])
        seed = secrets.token_urlsafe(32)
        replace_code(club=club, seed=seed)
        self.stderr.write(f"{club.name}: enter this at /recover/ on the new device.")
        self.stdout.write(derive_code(club, seed))
