"""``manage.py export_club CODE FILE``: exports a group with all its sessions as one document."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.management.groups import group_of
from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    NotADocumentError,
    compress,
    parse_own,
)
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text


class Command(BaseCommand):
    help = "Export a group as a JSON file, packed if its name ends in .gz."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the group's code, as in its address")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--session", help="the code of a session, to export only that", default=""
        )

    def handle(self, *args: Any, club: str, file: Path, session: str, **options: Any) -> None:
        source = group_of(club)
        only = Session.objects.filter(club=source, code=session).first() if session else None
        if session and only is None:
            raise CommandError(
                f"This group has no session with the code {session!r}.", returncode=2
            )
        content = document(Extent(source, only))
        try:
            parse_own(content)
        except NotADocumentError as fault:
            self.stderr.write(f"This export could not be imported again: {fault}")
        file_text = text(content)
        try:
            file.write_bytes(compress(file_text) if file.suffix == ".gz" else file_text.encode())
        except OSError as error:
            raise CommandError(f"{file} was not written: {error.strerror}.") from error
        self.stdout.write(
            f"{source}: {len(content['tables']['sessions']['rows'])} sessions in {file}"
        )
        self.stdout.write(f"digest {content['digest']}")
