"""``manage.py rule_books``: the options in ``docs/rules``, from what the variants declare.

``--write`` puts them there; a test fails while they are not.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.books import with_options

BOOKS = Path(settings.BASE_DIR) / "docs" / "rules"


class Command(BaseCommand):
    help = "List the pages of docs/rules whose options differ from the code; --write updates them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="update the pages")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        for path in sorted(BOOKS.glob("*.md")):
            page = path.read_text(encoding="utf-8")
            due = with_options(page, path.name, VARIANTS)
            if due != page:
                self.stdout.write(path.name)
                if write:
                    path.write_text(due, encoding="utf-8")
