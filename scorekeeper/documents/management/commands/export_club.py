"""``manage.py export_club CODE FILE``: a club, with all its nights, as one document."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.clubs.models import Club, Session
from scorekeeper.documents.reading import packed
from scorekeeper.documents.tables import Extent
from scorekeeper.documents.writing import document, text


class Command(BaseCommand):
    help = "Export a group as a JSON file, packed if its name ends in .gz."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the group's code, as in its address")
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--night", help="the code of a session, to export only that", default=""
        )

    def handle(self, *args: Any, club: str, file: Path, night: str, **options: Any) -> None:
        found = Club.objects.filter(code=club).first()
        if found is None:
            raise CommandError(f"There is no group with the code {club!r}.", returncode=2)
        only = Session.objects.filter(club=found, code=night).first() if night else None
        if night and only is None:
            raise CommandError(f"This group has no session with the code {night!r}.", returncode=2)
        told = document(Extent(found, only))
        content = text(told)
        try:
            file.write_bytes(packed(content) if file.suffix == ".gz" else content.encode())
        except OSError as error:
            raise CommandError(f"{file} was not written: {error.strerror}.") from error
        self.stdout.write(f"{found}: {len(told['tables']['nights']['rows'])} sessions in {file}")
        self.stdout.write(f"digest {told['digest']}")
