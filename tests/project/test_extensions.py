"""The core names no extension, and is a whole product without any: an evening is played, and every
page that a link leads to is there."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest

from scorekeeper.extensions import ALL, FOLDER, Extension, Extensions
from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[2]
CODE = [path for path in (ROOT / "scorekeeper").rglob("*.py") if FOLDER not in path.parents]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
EXTENSIONS = Extensions(ALL)
OWN_TEMPLATES = {
    path.relative_to(folder).as_posix()
    for folder in EXTENSIONS.template_folders
    for path in folder.rglob("*.html")
}
OWN_TAGS = {path.stem for path in FOLDER.rglob("templatetags/*.py")} - {"__init__"}
EXCEPTIONS = {
    "scorekeeper/settings.py imports scorekeeper.extensions": "asks which extensions there are",
}
"""What the core may say all the same, and why."""


def own_addresses() -> Iterator[tuple[str, bool]]:
    """Yields each namespace of an extension, and each name of an address without one."""
    for name in EXTENSIONS.addresses:
        module = import_module(name)
        if app_name := getattr(module, "app_name", ""):
            yield app_name, True
        else:
            yield from ((pattern.name, False) for pattern in module.urlpatterns if pattern.name)


NAMESPACES = {name for name, is_namespace in own_addresses() if is_namespace}
NAMES = {name for name, is_namespace in own_addresses() if not is_namespace}


def is_own(name: str) -> bool:
    """Whether this is the name of an address of an extension."""
    namespace, colon, _name = name.partition(":")
    return namespace in NAMESPACES if colon else name in NAMES


def faults_of_code(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("scorekeeper.ext"):
            yield f"imports {node.module}"
        elif isinstance(node, ast.Import):
            yield from (
                f"imports {one.name}" for one in node.names if one.name.startswith("scorekeeper.ex")
            )
        elif isinstance(node, ast.Call) and node.args and called(node) in ("reverse", "redirect"):
            name = node.args[0]
            if isinstance(name, ast.Constant) and name.value in NAMES:
                yield f"names {name.value}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if ":" in node.value and re.fullmatch(r"\w+:\w+", node.value) and is_own(node.value):
                yield f"names {node.value}"
            if node.value in OWN_TEMPLATES or node.value.startswith("scorekeeper.extensions"):
                yield f"names {node.value}"


def called(node: ast.Call) -> str:
    function = node.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def faults_of_template(text: str) -> Iterator[str]:
    for address in re.findall(r"{%\s*url\s+['\"]([^'\"]+)", text):
        if is_own(address):
            yield f"leads to {address}"
    for included in re.findall(r"{%\s*(?:include|extends)\s+['\"]([^'\"]+)", text):
        if included in OWN_TEMPLATES:
            yield f"includes {included}"
    for loaded in re.findall(r"{%\s*load\s+([^%]+)%}", text):
        yield from (f"loads {name}" for name in loaded.split() if name in OWN_TAGS)


def test_the_core_names_no_extension() -> None:
    wrong = {f"{path.relative_to(ROOT)} {fault}" for path in CODE for fault in faults_of_code(path)}
    wrong |= {
        f"{path.relative_to(ROOT)} {fault}"
        for path in TEMPLATES
        for fault in faults_of_template(path.read_text(encoding="utf-8"))
    }
    assert sorted(wrong) == sorted(EXCEPTIONS)


def test_an_extension_imports_another_only_in_a_part_that_needs_it() -> None:
    wrong = []
    for name, extension in EXTENSIONS.by_name.items():
        for path in (FOLDER / name).rglob("*.py"):
            part = ".".join(path.relative_to(FOLDER / name).parts)
            needed = {
                other
                for needing, others in extension.needs.items()
                if part.startswith(f"{needing}." if needing else "")
                for other in others
            }
            for fault in faults_of_code(path):
                other = fault.removeprefix("imports scorekeeper.extensions").split(".")[1:2]
                if fault.startswith("imports") and ({*other} & {*ALL}) - {name} - needed:
                    wrong.append(f"{path.relative_to(FOLDER)} {fault}")
    assert wrong == []


def test_each_slot_of_an_extension_is_in_a_template_and_its_own_template_is_there() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TEMPLATES]
    for name, extension in EXTENSIONS.by_name.items():
        for slot in extension.slots:
            assert any(f'{{% slot "{slot}"' in text for text in texts), (name, slot)
    assert EXTENSIONS.slot_templates <= OWN_TEMPLATES


def test_the_how_to_names_all_that_can_be_added() -> None:
    rows = re.findall(r"^\| (`.+?) \|", (ROOT / "docs/adding-an-extension.md").read_text(), re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(field.name for field in fields(Extension))


def test_what_names_an_extension_would_be_noticed(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "from scorekeeper.extensions.calendar.mail import models\n"
        "reverse('mail:send')\n"
        "redirect('begun')\n"
        "PAGE = 'tournaments:day'\n"
        "render(request, 'exchange/proof/shown.html')\n"
    )
    assert len({*faults_of_code(path)}) == 5
    text = "{% load offline_worker %}{% url 'sync:here' 1 %}{% include 'offline/_obstacles.html' %}"
    assert len([*faults_of_template(text)]) == 3


@pytest.mark.parametrize("without", [*ALL, "all"])
def test_an_evening_without_it_has_no_dead_link(without: str, tmp_path: Path) -> None:
    left = [name for name in ALL if without not in (name, "all")]
    env = {
        **{name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ},
        "EXTENSIONS": ",".join(left),
        "DATA_DIR": str(tmp_path),
        "DEBUG": "yes",
        "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
    }
    command = [sys.executable, "-m", "tests.helpers.project.evening"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
