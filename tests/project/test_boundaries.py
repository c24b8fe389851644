"""What may know of what: the promises of the design that a reader could not check by eye."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.variants import VARIANTS
from tests.helpers.project.boundaries import ROOT, imported, name
from tests.helpers.trees import nodes, parsed, scripts, templates

CODE = sorted((ROOT / "scorekeeper").rglob("*.py"))
TEMPLATES = [path for path in templates() if path.suffix == ".html"]
SCRIPTS = scripts()
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def room(path: Path) -> str:
    """The part of the program a module belongs to, however deep it lies."""
    parts = path.relative_to(ROOT / "scorekeeper").parts
    return parts[1] if parts[0] == "extensions" else parts[0]


DRAW = [path for path in CODE if (ROOT / "scorekeeper/extensions/tournaments/draw") in path.parents]
PURE = [path for path in CODE if room(path) in ("engine", "variants")] + DRAW
ELSEWHERE = [path for path in CODE if room(path) != "variants"]

IMPURE = {
    *("asyncio", "datetime", "io", "logging", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "shutil", "signal", "socket", "subprocess", "tempfile", "threading", "time"),
    *("urllib", "uuid"),
}
"""Parts of the standard library that bring a clock, chance or files."""
MARKS = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<!--.*?-->", re.DOTALL)


def offences(paths: Iterable[Path], look: Callable[[Path], Iterable[object]]) -> dict[str, Any]:
    """What was found in which file; nothing where all is well."""
    return {name(path): lines for path in paths if (lines := list(look(path)))}


def test_there_is_something_to_look_at() -> None:
    assert len(PURE) > 15
    assert len(ELSEWHERE) > len(PURE)
    assert TEMPLATES
    assert SCRIPTS


# Rules are pure ------------------------------------------------------------------------------


def test_the_rules_run_where_django_cannot_be_imported() -> None:
    code = (
        "import sys\n"
        "sys.modules['django'] = sys.modules['celery'] = None\n"
        "from importlib import import_module\n"
        "for name in sys.argv[1:]: import_module(name)\n"
        "from scorekeeper.variants import VARIANTS\n"
        "print(*VARIANTS)\n"
    )
    modules = [dotted(path) for path in PURE]
    ran = subprocess.run(
        [sys.executable, "-c", code, *modules],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    assert ran.stdout.split() == list(VARIANTS)


def test_rules_and_draw_know_only_themselves_and_plain_python() -> None:
    assert offences(PURE, foreign) == {}


def foreign(path: Path) -> Iterator[str]:
    ours = {
        "engine": ("scorekeeper.engine",),
        "variants": ("scorekeeper.engine", "scorekeeper.variants"),
        "tournaments": ("scorekeeper.extensions.tournaments.draw",),
    }[room(path)]
    for module in imported(path):
        top = module.partition(".")[0]
        known = module.startswith(ours) if top == "scorekeeper" else top in sys.stdlib_module_names
        if not known or top in IMPURE:
            yield module


def test_the_rules_read_no_file_but_the_plans_of_the_draw() -> None:
    readers = [path for path in PURE if "importlib.resources.files" in set(imported(path))]
    assert [name(path) for path in readers] == ["scorekeeper/extensions/tournaments/draw/known.py"]


def test_the_rules_touch_nothing_outside() -> None:
    outside = {"open", "print", "input", "eval", "exec", "globals", "hash", "id"}
    assert offences(PURE, lambda path: outside & calls(path)) == {}


def calls(path: Path) -> set[str]:
    return {
        node.func.id
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def test_a_variant_knows_no_other() -> None:
    """What several games share stands in a module whose name starts with an underscore."""
    games = [path for path in PURE if game_of(path) in VARIANTS]
    assert {game_of(path) for path in games} == VARIANTS.keys()
    assert offences(games, other_games) == {}


def game_of(path: Path) -> str:
    """The file or folder in its room."""
    return path.relative_to(ROOT / "scorekeeper").parts[1].removesuffix(".py")


def other_games(path: Path) -> Iterator[str]:
    for module in imported(path):
        if module.startswith("scorekeeper.variants."):
            game = module.split(".")[2]
            if not game.startswith("_") and game != game_of(path):
                yield module


def dotted(path: Path) -> str:
    return name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


# One file per game ---------------------------------------------------------------------------


def asks_which_game(tree: ast.AST) -> Iterator[ast.AST]:
    """Comparisons, matches and tables of the keys of variants."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            texts = {text for side in sides for text in written(side)}
            named = any(called(side) in ("key", "variant", "variant_key") for side in sides)
            if texts & VARIANTS.keys() or (named and texts - {""}):
                yield node
        elif isinstance(node, ast.MatchValue | ast.Dict) and chosen_by(node) & VARIANTS.keys():
            yield node


def chosen_by(node: ast.MatchValue | ast.Dict) -> set[str]:
    keys = node.keys if isinstance(node, ast.Dict) else [node.value]
    return {text for key in keys if key for text in written(key)}


def written(node: ast.AST) -> set[str]:
    """The texts a side of a comparison is made of."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return {text for item in node.elts for text in written(item)}
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return {node.value}
    return set()


def called(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def test_nothing_else_asks_which_game_it_is() -> None:
    asking = offences(ELSEWHERE, lambda path: map(ast.unparse, asks_which_game(parsed(path))))
    assert asking == {}, "a hook of Variant is missing"


@pytest.mark.parametrize(
    "code",
    [
        'variant == "rummi"',
        'game.variant != "anything"',
        'key in ("rummi", "x")',
        'x in ["paplu"]',
        '"rummi" == x',
        'rules.key == "x"',
        'match x:\n    case "rummi": pass',
        '{"rummi": 1}[x]',
    ],
)
def test_asking_would_be_noticed(code: str) -> None:
    assert list(asks_which_game(ast.parse(code)))


KEYS = "|".join(VARIANTS)
ASKING = re.compile(rf"{{%[^%]*(\b(key|variant)\s*(==|!=|in)\s*['\"]|['\"]({KEYS})['\"])[^%]*%}}")


def test_no_template_asks_which_game_it_is() -> None:
    assert ASKING.search('{% if game.variant == "x" %}')
    assert ASKING.search('{% if "rummi" in played %}')
    assert offences(TEMPLATES, lambda path: ASKING.findall(path.read_text("utf-8"))) == {}


def test_no_script_knows_a_game() -> None:
    game = re.compile(rf"\b({KEYS})\b")
    assert offences(SCRIPTS, lambda path: game.findall(path.read_text("utf-8"))) == {}


# One order of locks --------------------------------------------------------------------------

LOCKS = [ROOT / "scorekeeper" / room / "locks.py" for room in ("clubs", "play")]
HOLDING = re.compile(
    r"select_for_update"
    r"|UPDATE\s+(clubs_session|play_game)\b"
    r"|\b(session|session)\.save\("
    r"|\bSession\.(objects|every)\b[^\n]*\.(update|delete|bulk_update)\("
    r"|\bsessions\.(update|delete)\("
)
"""A row lock on purpose, or a write to a session: it holds the session."""


def test_sessions_and_games_are_held_in_their_locks_only() -> None:
    assert all(HOLDING.findall(path.read_text("utf-8")) for path in LOCKS)
    others = [path for path in CODE if path not in LOCKS]
    assert offences(others, lambda path: HOLDING.findall(path.read_text("utf-8"))) == {}


@pytest.mark.parametrize(
    "code",
    [
        "Session.objects.select_for_update().get(pk=1)",
        "Session.objects.filter(pk=1).update(closed_at=None)",
        "Session.every.filter(pk=1).update(played_on=day)",
        'session.save(update_fields=["closed_at"])',
        'cursor.execute("UPDATE clubs_session SET version = 1")',
    ],
)
def test_holding_a_session_elsewhere_would_be_noticed(code: str) -> None:
    assert HOLDING.search(code)


# House style ---------------------------------------------------------------------------------


def test_no_module_has_a_name_that_says_nothing() -> None:
    vague = {"utils", "util", "helpers", "helper", "manager", "managers", "common", "misc"}
    assert offences(CODE, lambda path: vague & {*path.parent.parts, path.stem}) == {}


WAITING = re.compile(r"\bwait_for_timeout\(|\bsleep\(")


def test_tests_of_one_package_use_nothing_of_another() -> None:
    """What several share lies in ``tests/helpers``, what those of a package share in a module
    beside them: none is imported by another."""

    def strange(path: Path) -> Iterator[str]:
        own = folder(path.relative_to(ROOT / "tests").parts)
        for there in imported(path):
            words = there.split(".")
            if words[0] == "tests" and (
                folder(words[1:]) not in (own, "helpers")
                or any(word.startswith("test_") for word in words)
            ):
                yield there

    def folder(parts: Sequence[str]) -> str:
        return parts[1] if parts[0] == "extensions" else parts[0]

    assert not offences(TESTS, strange)


def test_no_browser_test_waits_for_a_time() -> None:
    """It waits for what a page says."""
    assert WAITING.search("page.wait_for_timeout(500)") and WAITING.search("time.sleep(1)")
    browser = [path for path in TESTS if "playwright" in path.read_text("utf-8")]
    assert len(browser) > 15
    browser.remove(Path(__file__))
    assert offences(browser, lambda path: WAITING.findall(path.read_text("utf-8"))) == {}


def test_every_module_says_what_it_is_for() -> None:
    """But for those whose content Django's own conventions say."""
    plain = {"apps", "urls", "__init__"}
    modules = [path for path in CODE if path.stem not in plain and "migrations" not in path.parts]
    assert [name(path) for path in modules if not ast.get_docstring(parsed(path))] == []


def test_nothing_of_django_happens_by_signal() -> None:
    def connected(path: Path) -> Iterator[str]:
        if path.stem in ("signals", "receivers"):
            yield path.stem
        for module in imported(path):
            if re.match(r"django\.(.*\bsignals\b|dispatch)", module):
                yield module

    assert offences(CODE, connected) == {}


def test_no_page_holds_script_or_style() -> None:
    assert offences(TEMPLATES, lambda path: inline(path.read_text("utf-8"))) == {}


def test_no_python_writes_script_or_style() -> None:
    def written_inline(path: Path) -> Iterator[str]:
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield from inline(node.value)

    assert offences(CODE, written_inline) == {}


INLINE = re.compile(
    r"<style\b"
    r"|<[a-z][^>]*\sstyle\s*="
    r"|<[a-z][^>]*\son[a-z]+\s*="
    r"|<[a-z][^>]*\shx-on[:a-z-]*\s*="
    r"|\bjavascript:"
    r"|<script\b(?![^>]*\ssrc=)[^>]*>"
    r"|<script\b[^>]*>\s*[^<\s]",
    re.IGNORECASE,
)


def inline(text: str) -> list[str]:
    """Script and style that the content policy would refuse; template marks count as text."""
    return [match.group() for match in INLINE.finditer(MARKS.sub("x", text))]


@pytest.mark.parametrize(
    "text",
    [
        "<style>a{}</style>",
        '<p style="color:red">',
        "<p {% if x > 1 %}class='y'{% endif %} style = 'a'>",
        '<a href="x" onclick="y()">',
        "<a\n  onload='y()'>",
        '<a href="javascript:x()">',
        "<script>x()</script>",
        '<script src="a.js">x()</script>',
        '<b hx-on:click="x()">',
    ],
)
def test_script_or_style_would_be_noticed(text: str) -> None:
    assert inline(text)


def test_what_may_stand_in_a_template_is_not_noticed() -> None:
    assert inline('<script src="{% static "a.js" %}" defer></script><p class="on">on = x</p>') == []
