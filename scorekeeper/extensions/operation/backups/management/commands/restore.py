"""``manage.py restore FILE``: restores a backup into an empty site."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Session
from scorekeeper.core.server.paths import file_or_name
from scorekeeper.extensions.operation.backups import restoring, secrets, services
from scorekeeper.extensions.operation.backups.archive import BackupError, Manifest
from scorekeeper.extensions.operation.ledger_check.services import note_whole_check

OTHER_KEY = (
    "SECRET_KEY is not the one of the backup: devices must join again, and invite links are "
    "void. Set SECRET_KEY (or SECRET_KEY_FALLBACKS) to the old one, and all of them work."
)


class Command(BaseCommand):
    help = "Restore a backup into an empty site. A damaged file is refused before anything changes."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        where = "a path, or a name that backups lists"
        parser.add_argument("file", type=file_or_name, metavar="FILE", help=where)
        parser.add_argument("--verify", action="store_true", help="then recalculate every session")
        aside = "first move what is here to a folder next to it (SQLite, stopped)"
        parser.add_argument("--set-aside", action="store_true", help=aside)

    def handle(self, *args: Any, file: str, verify: bool, set_aside: bool, **options: Any) -> None:
        try:
            with services.fetched(file) as path:
                manifest = restoring.restore(path, may_set_aside=set_aside)
        except BackupError as error:
            raise CommandError(str(error), returncode=1) from error
        if verify:
            call_command("verify", stdout=self.stdout)  # all that checkledger proves, and more
            note_whole_check(sessions=Session.objects.count(), wrong=0)
        self.stdout.write(
            f"Restored {manifest.rows} rows of {manifest.made_at}, version {manifest.program}."
        )
        if not has_key_of(manifest):
            self.stdout.write(OTHER_KEY)


def has_key_of(manifest: Manifest) -> bool:
    """Whether cookies and links of the backup hold here, from the next start on."""
    kept = settings.DATA_DIR / secrets.KEY
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if kept.exists():
        keys.append(kept.read_text().strip())
    return manifest.key in map(secrets.key_digest, keys)
