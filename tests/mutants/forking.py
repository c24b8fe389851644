"""A pytest plugin: tries mutants in copies of one process that has everything imported.

A copy puts the code of the changed module's functions in the place of the old, and runs the tests
for it. ``MUTANTS`` names a file of ``[[fields of a mutant …, [node, …]], …]``; a line
``name<tab>what noticed it`` goes to ``MUTANTS_ANSWERS`` for each that a test noticed.
"""

import gc
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.loading import FOLDER
from tests.mutants.trying import RED

PATIENCE: Final = 60
"""Seconds of processor time that a copy may use."""
NOTICED, LEFT, NOT_TRIED = 1, 0, 3
noticed_by: list[str] = []


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        noticed_by.append(report.nodeid)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    warm(session)
    session.config.pluginmanager.unregister(name="terminalreporter")
    by_node = {item.nodeid: item for item in session.items}
    jobs = json.loads(Path(os.environ["MUTANTS"]).read_text())
    running: dict[int, tuple[str, float]] = {}
    for *fields, nodes in jobs:
        mutant = Mutant(*fields)
        wait(running, int(os.environ["MUTANTS_AT_ONCE"]) - 1)
        items = [by_node[node] for node in nodes if node in by_node]
        child = os.fork()
        if child == 0:
            try:
                run(session, mutant, items)
            finally:
                os._exit(NOT_TRIED)
        running[child] = (mutant.name, time.monotonic())
    wait(running, 0)
    if os.fork() == 0:
        check(session, [by_node[node] for node in nodes_that_noticed() if node in by_node])
    os.wait()
    return True


def nodes_that_noticed() -> list[str]:
    answers = Path(os.environ["MUTANTS_ANSWERS"]).read_text().splitlines()
    return sorted({line.split("\t")[1] for line in answers})


def check(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Names each test that fails in a copy with nothing changed: what it noticed does not count."""
    be_quiet()
    for place, item in enumerate(items):
        following = items[(place + 1) % len(items)]
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    for node in noticed_by:
        answer(RED, node)
    os._exit(0)


def warm(session: pytest.Session) -> None:
    """Makes the tables, and whatever else is made once."""
    with_tables = [item for item in session.items if "django_db" in item.keywords][:2]
    for item, following in pairwise(with_tables):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


def run(session: pytest.Session, mutant: Mutant, items: list[pytest.Item]) -> None:
    os.setsid()
    be_quiet()
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 5))
    if not items or not put_in_place(mutant):
        os._exit(NOT_TRIED)
    noticed_by.clear()
    for place, item in enumerate(items):
        following = items[(place + 1) % len(items)]
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if noticed_by:
            answer(mutant.name, noticed_by[0])
            os._exit(NOTICED)
    os._exit(LEFT)


def be_quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)


def put_in_place(mutant: Mutant) -> bool:
    """Whether a function that runs from now on is the changed one."""
    path = str(FOLDER / mutant.module)
    changed = compile(mutant.tree(), path, "exec", dont_inherit=True)
    new = {(code.co_qualname, code.co_firstlineno): code for code in below(changed)}
    outermost = mutant.function.split(".<locals>")[0]
    gc.unfreeze()
    replaced = False
    for thing in gc.get_objects():
        if type(thing) is not FunctionType or thing.__code__.co_filename != path:
            continue
        old = thing.__code__
        if old.co_qualname != outermost and not old.co_qualname.startswith(f"{outermost}."):
            continue
        try:
            thing.__code__ = new[old.co_qualname, old.co_firstlineno]
        except (KeyError, ValueError):
            return False
        replaced = True
    return replaced


def below(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from below(constant)


def wait(running: dict[int, tuple[str, float]], most: int) -> None:
    while len(running) > most:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child in running:
            name, _begun = running.pop(child)
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
                answer(name, "it never ends")
            continue
        for child, (_name, begun) in list(running.items()):
            if time.monotonic() - begun > 15 * PATIENCE:
                os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)


def answer(name: str, what: str) -> None:
    with Path(os.environ["MUTANTS_ANSWERS"]).open("a") as answers:
        answers.write(f"{name}\t{what}\n")
