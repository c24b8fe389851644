"""Runs the tests against mutants: first in copies of one process, then what none of them noticed in
a process of its own, where what runs at import is changed too."""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tests.mutants.changes import Mutant
from tests.mutants.choosing import tests_for
from tests.mutants.loading import ROOT
from tests.mutants.map import Map

CHOICE: Final = "not programs and not browser and not postgres and not picky_database"
RED: Final = "as it is"
"""Instead of a mutant: a test that fails anyway."""
PATIENCE: Final = 150
"""Seconds of processor time of a process."""


def record(paths: Iterable[str], workers: int) -> None:
    command = ["-p", "tests.mutants.recording", "-q", "-m", CHOICE, "-n", str(workers)]
    subprocess.run(_pytest(*command, "--dist", "loadfile", *paths), cwd=ROOT, env=_env())


def tried(
    mutants: list[Mutant], known: Map, workers: int, say: Callable[[Mutant, str], None]
) -> None:
    """Says of each what noticed it, or nothing."""
    chosen = {mutant: tests_for(mutant, known) for mutant in mutants}
    at_once = [
        mutant for mutant in mutants
        if chosen[mutant] and mutant.function
        and not known.runs_at_import(mutant.module, mutant.function)
    ]  # fmt: skip
    noticed, red = _in_copies({mutant: chosen[mutant] for mutant in at_once}, workers)
    for mutant, what in noticed.items():
        say(mutant, what)
    rest = [mutant for mutant in mutants if mutant not in noticed]
    nodes = [[node for node in chosen[mutant] if node not in red] for mutant in rest]
    with ThreadPoolExecutor(workers) as pool:
        for mutant, what in zip(rest, pool.map(_alone, rest, nodes), strict=True):
            say(mutant, what)


def _in_copies(chosen: dict[Mutant, list[str]], workers: int) -> tuple[dict[Mutant, str], set[str]]:
    """What noticed each, and the tests that fail anyway."""
    if not chosen:
        return {}, set()
    with TemporaryDirectory() as folder:
        jobs, answers = Path(folder) / "jobs", Path(folder) / "answers"
        answers.touch()
        jobs.write_text(json.dumps([(*mutant, nodes) for mutant, nodes in chosen.items()]))
        files = sorted({node.split("::")[0] for nodes in chosen.values() for node in nodes})
        env = _env(MUTANTS=str(jobs), MUTANTS_ANSWERS=str(answers), MUTANTS_AT_ONCE=str(workers))
        subprocess.run(
            _pytest("-p", "tests.mutants.forking", "-q", "-n", "0", *files),
            cwd=ROOT, env=env, capture_output=True,
        )  # fmt: skip
        lines = [line.split("\t") for line in answers.read_text().splitlines()]
    red = {what for name, what in lines if name == RED}
    by_name = {name: what for name, what in lines if what not in red}
    return {one: by_name[one.name] for one in chosen if one.name in by_name}, red


def _alone(mutant: Mutant, nodes: list[str]) -> str:
    if not nodes:
        return ""
    with TemporaryDirectory() as folder:
        job = Path(folder) / "job"
        job.write_text(json.dumps([*mutant, nodes]))
        files = sorted({node.split("::")[0] for node in nodes})
        ended = subprocess.run(
            _pytest("-p", "tests.mutants.planting", "-qx", "--tb=no", "-n", "0", *files),
            cwd=ROOT, env=_env(MUTANT=str(job)), capture_output=True, text=True,
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5)),
        )  # fmt: skip
    if ended.returncode == 0:
        return ""
    failed = [
        line.split()[1]
        for line in ended.stdout.splitlines()
        if line.startswith(("FAILED", "ERROR"))
    ]
    return failed[0] if failed else f"the process ends with {ended.returncode}"


def _pytest(*words: str) -> list[str]:
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]


def _env(**more: str) -> dict[str, str]:
    return os.environ | {"HYPOTHESIS_PROFILE": "quick", **more}
