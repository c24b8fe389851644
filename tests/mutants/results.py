"""What is known of each mutant, which are equivalent, and the table in ``docs/testing.md``."""

import json
import tomllib
from pathlib import Path
from typing import Final

from tests.mutants.changes import Mutant, digest_of
from tests.mutants.loading import ROOT
from tests.mutants.map import KEPT

EQUIVALENT: Final = Path(__file__).parent / "equivalent.toml"
PAGE: Final = ROOT / "docs" / "testing.md"
BEGIN, END = "<!-- mutants -->", "<!-- /mutants -->"
HEAD: Final = (
    "| package | possible | drawn | tried | noticed | equivalent | left | noticed of tried |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|"
)


class Results:
    def __init__(self) -> None:
        self.path = KEPT / "results.json"
        self.known = self._read()
        self.equivalent: dict[str, str] = tomllib.loads(EQUIVALENT.read_text())

    def _read(self) -> dict[str, list[str]]:
        known: dict[str, list[str]] = {}
        return json.loads(self.path.read_text()) if self.path.exists() else known

    def knows(self, mutant: Mutant) -> bool:
        return self.known.get(mutant.name, [""])[0] == digest_of(mutant.module)

    def of(self, mutant: Mutant) -> str:
        """What noticed it."""
        return self.known[mutant.name][1] if self.knows(mutant) else ""

    def keep(self, mutant: Mutant, what: str) -> None:
        self.known = self._read()  # another process may have gone on meanwhile
        self.known[mutant.name] = [digest_of(mutant.module), what]
        self.path.write_text(json.dumps(self.known, indent=0, ensure_ascii=False))

    def stale(self, by_package: dict[str, list[Mutant]]) -> list[str]:
        names = {mutant.name for own in by_package.values() for mutant in own}
        return sorted(self.equivalent.keys() - names)

    def table(self, by_package: dict[str, list[Mutant]], drawn: list[Mutant]) -> str:
        lines = [HEAD]
        for package in sorted({mutant.package for mutant in drawn}):
            own = [mutant for mutant in drawn if mutant.package == package]
            lines.append(self._line(f"`{package}`", len(by_package[package]), own))
        possible = sum(map(len, by_package.values()))
        return "\n".join([*lines, self._line("together", possible, drawn)])

    def _line(self, title: str, possible: int, drawn: list[Mutant]) -> str:
        tried = [mutant for mutant in drawn if self.knows(mutant)]
        noticed = sum(bool(self.of(mutant)) for mutant in tried)
        equivalent = sum(not self.of(one) and one.name in self.equivalent for one in tried)
        share = round(100 * noticed / max(1, len(tried) - equivalent))
        left = len(tried) - noticed - equivalent
        figures = (possible, len(drawn), len(tried), noticed, equivalent, left)
        return f"| {title} | {' | '.join(map(str, figures))} | {share} % |"

    def left(self, drawn: list[Mutant]) -> str:
        """A list of what was tried, not noticed, and is not equivalent."""
        names = [
            f"- `{mutant.name}`"
            for mutant in drawn
            if self.knows(mutant) and not self.of(mutant) and mutant.name not in self.equivalent
        ]
        return "\n".join(["\nLeft:\n", *names]) if names else ""

    def write(self, table: str) -> None:
        before, _old, after = _parts(PAGE.read_text())
        PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}")


def _parts(text: str) -> tuple[str, str, str]:
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    return before, old, after
