"""A pytest plugin: one mutant is imported instead of its module. ``MUTANT`` names a file of
``[fields of a mutant …, [node, …]]``; these tests run, in this order."""

import ast
import json
import os
from pathlib import Path

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.loading import change_on_import

*fields, nodes = json.loads(Path(os.environ["MUTANT"]).read_text())


def planted(module: str, tree: ast.Module) -> ast.Module:
    return mutant.tree() if module == mutant.module else tree


mutant = Mutant(*fields)
change_on_import(planted)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    by_node = {item.nodeid: item for item in items}
    items[:] = [by_node[node] for node in nodes if node in by_node]
