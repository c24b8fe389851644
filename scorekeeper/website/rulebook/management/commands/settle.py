"""``manage.py settle FILE``: what comes out of whole games written down in JSON.

Reads neither clock nor database; the rules are those of the engine.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scorekeeper.core.server.paths import file_or_name
from scorekeeper.engine.cases.case import Case, CaseResult
from scorekeeper.engine.cases.files import differences, read_cases
from scorekeeper.engine.errors import CaseError
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.card_questions import UNSUPPORTED, settle


class Command(BaseCommand):
    help = "Settle the cases of a JSON file and print their results by case id."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=file_or_name, help="a file of cases; - reads standard input"
        )
        parser.add_argument(
            "--check",
            action="store_true",
            help="print only differences from the expected results; exit 1 if there are any",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self._write_any_text()
        file = options["file"]
        try:
            different, report = _report(_content(file), check=options["check"])
        except CaseError as error:
            raise CommandError(f"{_named(file)}: {error}", returncode=2) from None
        except RecursionError:
            raise CommandError(f"{_named(file)}: nested too deeply", returncode=2) from None
        self.stdout.write(report)
        if different:
            sys.exit(1)

    def _write_any_text(self) -> None:
        """UTF-8 wherever it goes; half a character is written as JSON writes it."""
        if reconfigure := getattr(self.stdout, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _named(file: str) -> str:
    return "standard input" if file == "-" else file


def _content(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CaseError(f"can't be read: {error.strerror}") from None


def _report(content: bytes, *, check: bool) -> tuple[int, str]:
    """How many cases differ, and what is printed."""
    cases = read_cases(content, VARIANTS)
    if check:
        _refuse_unexpecting(cases)
    results = {case["id"]: settle(VARIANTS[case["variant"]], case) for case in cases}
    if check:
        return _checked(cases, results)
    return 0, json.dumps(results, ensure_ascii=False, indent=2)


def _refuse_unexpecting(cases: Sequence[Case]) -> None:
    """A case that expects nothing could not fail."""
    for case in cases:
        if not case.get("expect"):
            raise CaseError(f"case {case['id']!r} has no expected result to check")


def _checked(cases: Sequence[Case], results: dict[str, CaseResult]) -> tuple[int, str]:
    """How many cases differ, and each difference on a line, the numbers last."""
    lines: list[str] = []
    passed = different = unsupported = 0
    for case in cases:
        result = results[case["id"]]
        if result == UNSUPPORTED:
            unsupported += 1
        elif wrong := list(differences(case["expect"], result)):
            different += 1
            lines += [f"{case['id']}: {difference}" for difference in wrong]
        else:
            passed += 1
    lines.append(f"{passed} passed, {different} different, {unsupported} unsupported")
    return different, "\n".join(lines)
