"""``manage.py variants_table``: the README's table of games, from what the variants declare.

``--write`` puts it into the README; a test fails while it is not there.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from scorekeeper.engine.questions.kinds import questions
from scorekeeper.house_rules.choice import GameCard
from scorekeeper.variants import VARIANTS

README = Path(settings.BASE_DIR) / "README.md"
BEGIN, END = "<!-- variants -->\n", "<!-- /variants -->\n"
HEAD = ("game", "players", "house rules", "presets", "in short")


class Command(BaseCommand):
    help = "Print the README's table of games. Use --write to update the README."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help="update the README")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        if not write:
            self.stdout.write(table(), ending="")
            return
        README.write_text(with_table(README.read_text(encoding="utf-8")), encoding="utf-8")


def table() -> str:
    """In Markdown, by name."""
    rows = [HEAD, ("---",) * len(HEAD), *rows_of_variants()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def rows_of_variants() -> Iterator[tuple[str, ...]]:
    for rules in sorted(VARIANTS.values(), key=lambda rules: rules.name):
        ways = " · ".join(preset.name for preset in rules.presets)
        count = sum(not q.kind.ends for q in questions(rules.options))
        seats, summary = GameCard(rules, False, []).seats, rules.summary.replace("|", "/")
        yield rules.name, seats, str(count), ways or "–", summary


def with_table(readme: str) -> str:
    """This README with the table as it should be. Raises CommandError where it has no place."""
    before, begin, rest = readme.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not (begin and end):
        raise CommandError(f"The README needs two lines: {BEGIN.strip()} and {END.strip()}")
    return before + begin + table() + end + after
