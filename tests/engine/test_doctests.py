"""The examples in the engine's own words hold."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

from scorekeeper import engine

MODULES = [module.name for module in walk_packages(engine.__path__, "scorekeeper.engine.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    results = [doctest.testmod(import_module(name)) for name in MODULES]
    assert sum(result.attempted for result in results) >= 3
