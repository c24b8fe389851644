"""``manage.py backups``: lists the backups that were made, the newest last."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from scorekeeper.extensions.operation.backups import services
from scorekeeper.extensions.operation.backups.models import Backup, size_of
from scorekeeper.extensions.operation.backups.selectors import newest_good


class Command(BaseCommand):
    help = "List backups with time, size and result, and stored files that this site did not make."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--newest", action="store_true", help="only the newest good one")

    def handle(self, *args: Any, newest: bool, **options: Any) -> None:
        if newest:
            backup = newest_good()
            self.stdout.write(str(backup or "none yet"))
            return
        backups = list(Backup.objects.order_by("started_at"))
        for backup in backups:
            self.stdout.write(str(backup))
        for name in unknown({backup.name for backup in backups}):
            size = size_of(services.storage().size(name))
            self.stdout.write(f"{name}  {size}  not made by this site: restore checks it")


def unknown(known: set[str]) -> list[str]:
    storage = services.storage()
    try:
        _folders, names = storage.listdir("")
    except FileNotFoundError:
        return []
    return sorted(name for name in names if name.endswith(".zip") and name not in known)
