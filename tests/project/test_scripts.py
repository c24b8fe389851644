"""Scripts are checked by npm in CI; each is asked for, and what it imports is found."""

import re
import subprocess
from pathlib import Path

import pytest

from scorekeeper.core.server.files import imports
from tests.helpers.trees import scripts, templates

ROOT = Path(__file__).parents[2]
SCRIPTS = scripts()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_is_one_concern(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert lines[0].startswith(("//", "/**"))


def test_what_a_script_imports_is_found() -> None:
    assert {"js/drafts.js", "js/sending/form.js"} <= set(imports("js/sending.js"))
    assert imports("js/sending/queue.js")[0] == "js/drafts.js"
    assert imports("js/hand_form.js") == ()
    with pytest.raises(LookupError):
        imports("js/nothing.js")


@pytest.mark.node
def test_what_decides_is_right() -> None:
    tests = sorted(str(path) for path in (ROOT / "tests" / "js").glob("*.test.js"))
    ran = subprocess.run(["node", "--test", *tests], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def later(name: str) -> list[str]:
    """What a script loads once its page can be used."""
    text = next(path for path in SCRIPTS if path.as_posix().endswith(f"/static/{name}")).read_text()
    return [f"js/{name}" for name in re.findall(r'import\("\./([^"]+)"\)', text)]


def test_every_script_is_asked_for_by_a_page_or_by_another() -> None:
    pages = "\n".join(path.read_text() for path in templates())
    named = {
        f"js/{name}.js"
        for tag in re.findall(r"{% modules ([^%]*)%}", pages)
        for name in re.findall(r'"([^"]+)"', tag)
    }
    plain = set(re.findall(r"static '(js/[^']+)'", pages))
    known = named | plain
    left = list(named)
    while left:
        asks = left.pop()
        left += (new := [name for name in (*imports(asks), *later(asks)) if name not in known])
        known |= set(new)
    written = {path.as_posix().rpartition("/static/")[2] for path in SCRIPTS}
    assert written - known == set()
