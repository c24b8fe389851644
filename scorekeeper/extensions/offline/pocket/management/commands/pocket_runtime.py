"""``manage.py pocket_runtime``: fetch what the app on a phone runs on, once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.extensions.offline.pocket import runtime


class Command(BaseCommand):
    help = "Download and check the runtime of the offline app (about 6.5 MB, with npm)."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(f"The runtime is in {runtime.fetch()}.")
        except runtime.MissingError as error:
            raise CommandError(f"The runtime could not be downloaded. {error}") from error
