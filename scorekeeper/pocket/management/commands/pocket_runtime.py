"""``manage.py pocket_runtime``: fetch what the app on a phone runs on, once."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.pocket import runtime


class Command(BaseCommand):
    help = "Fetch the runtime of the app on a phone (about 6.5 MB, by npm), and check it."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.stdout.write(f"The runtime is in {runtime.fetch()}.")
        except runtime.Missing as error:
            raise CommandError(f"The runtime could not be fetched. {error}") from error
