"""A bar instead of dots: ``go.py test`` shows how far a run is, and one closing line."""

import sys
from typing import Any

import pytest

WIDTH = 40


class Bar:
    """Draws itself anew for each test where people watch, and once per tenth in a log."""

    def __init__(self) -> None:
        self.total = self.finished = self.failed = self.tenths = 0
        self.is_watched = sys.stdout.isatty()

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, str] | None:
        """No letter for what passed; what failed is listed at the end."""
        return ("passed", "", "") if report.when == "call" and report.passed else None

    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        self.total = len(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.total = self.total or len(session.items)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.failed += report.failed
        if report.when == "teardown":
            self.finished += 1
            self.draw()

    def draw(self) -> None:
        part = self.finished / (self.total or 1)
        if not self.is_watched and int(part * 10) == self.tenths:
            return
        self.tenths = int(part * 10)
        filled = "█" * int(part * WIDTH)
        failed = f", {self.failed} failed" if self.failed else ""
        line = f"{filled:░<{WIDTH}} {part:4.0%}  {self.finished:,} of {self.total:,}{failed}"
        sys.stdout.write(f"\r{line} " if self.is_watched else f"{line}\n")
        sys.stdout.flush()
