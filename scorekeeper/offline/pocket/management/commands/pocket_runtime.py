"""``manage.py pocket_runtime``: fetch what the app on a phone runs on, once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.offline.pocket import runtime


class Command(BaseCommand):
    help = "Download and check the runtime of the offline app (about 6.5 MB, with npm)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--in-the-background", action="store_true", help="only report what is missing"
        )

    def handle(self, *args: Any, in_the_background: bool, **options: Any) -> None:
        try:
            folder = runtime.fetch()
        except runtime.MissingError as error:
            if not in_the_background:
                raise CommandError(f"The runtime could not be downloaded. {error}") from error
            self.stderr.write(
                "The offline app is missing; everything else works. "
                f"{error}\nTo try again: python3 go.py manage pocket_runtime"
            )
        else:
            if not in_the_background:
                self.stdout.write(f"The runtime is in {folder}.")
