"""The rooms of the house: which part may know which. ``docs/ARCHITECTURE.md`` draws the same.

Read from below: a part imports its own modules and parts of the rows under it, nothing beside it
and nothing above. A string in a foreign key is no import: rows of the ledger and of the standings
point at a game, and know nothing of games.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.helpers.trees import nodes

ROOT = Path(__file__).parents[2]
CODE = ROOT / "scorekeeper"
ROOMS = """
    operation
    offline
    exchange
    calendar
    tournaments
    chats
    website
    statements
    table
    settlement
    house_rules
    seasons
    play
    questions
    ledger
    clubs
    core
    variants
    engine
"""
"""The packages, highest first. The modules beside them (settings, urls, celery) belong to none."""
PARTS = """
    operation
    operation.metrics  operation.reporting
    operation.health
    operation.backups
    operation.ledger_check
    exchange.coming_from
    offline.pocket
    exchange.people  offline.sync
    exchange.group_file
    calendar.planning
    calendar.mail  exchange.spreadsheets  exchange.proof
    tournaments  chats
    website.home  website.rulebook  website.certificates  website.help
    statements  table.entry  table.scoreboard  exchange.public_season
    table.starting
    settlement
    settlement.payment_details
    seasons.rebuilds
    seasons
    play.wording  table.approvals  table.live
    house_rules
    play
    ledger
    clubs
    core.jobs
    questions  core.limits
    core
    variants
    engine
"""
"""The same between parts of packages. A module belongs to the longest name that it starts with."""


def levels(rows: str) -> dict[str, int]:
    return {name: -row for row, names in enumerate(rows.split("\n")) for name in names.split()}


ROOM_LEVELS, PART_LEVELS = levels(ROOMS), levels(PARTS)


def modules() -> Iterator[tuple[str, Path]]:
    """``clubs.models`` and its file; of an extension, ``tournaments.models``."""
    for path in sorted(CODE.rglob("*.py")):
        parts = path.relative_to(CODE).with_suffix("").parts
        yield short(".".join(parts).removesuffix(".__init__")), path


def short(module: str) -> str:
    return module.removeprefix("extensions.")


MODULES = dict(modules())


def imported(path: Path) -> Iterator[str]:
    """Modules of ours that this file imports, wherever in it."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _dot, inner = name.partition(".")
            inner = short(inner)
            if top == "scorekeeper":
                yield inner if inner in MODULES else inner.rpartition(".")[0]


def room(module: str) -> str:
    return module.partition(".")[0]


def part(module: str) -> str:
    """The longest name in ``PARTS`` that it starts with; "" of a module beside the packages."""
    while module and module not in PART_LEVELS:
        module = module.rpartition(".")[0]
    return module


def goes_up(above: str, below: str, levels: Mapping[str, int]) -> bool:
    """Whether an import from ``above`` to ``below`` goes up, or to the side."""
    if above == below or above not in levels or below not in levels:
        return False
    return levels[below] >= levels[above]


def knows_too_much(importing: str, known: str) -> bool:
    return goes_up(room(importing), room(known), ROOM_LEVELS) or goes_up(
        part(importing), part(known), PART_LEVELS
    )


@cache
def graph() -> Mapping[str, Set[str]]:
    imports: dict[str, set[str]] = defaultdict(set)
    for module, path in MODULES.items():
        imports[module] = {known for known in imported(path) if known and known != module}
    return imports


def drawn() -> list[list[str]]:
    """The rows as the page for readers draws them."""
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    drawing = page.split("<!-- rooms -->")[1].split("<!-- /rooms -->")[0]
    return [line.split("│")[1].split() for line in drawing.splitlines() if "│" in line]


def test_the_page_on_architecture_draws_the_same_rows() -> None:
    assert drawn() == [row.split() for row in ROOMS.strip().splitlines()]


def test_every_folder_is_a_room() -> None:
    folders = {*CODE.glob("*/__init__.py"), *CODE.glob("extensions/*/__init__.py")}
    rooms = {path.parent.name for path in folders} - {"extensions"}
    assert rooms == ROOM_LEVELS.keys()


def test_nothing_is_known_upwards_or_sideways() -> None:
    wrong = [
        f"{module} imports {known}"
        for module, all_known in graph().items()
        for known in sorted(all_known)
        if knows_too_much(module, known)
    ]
    assert wrong == []


def test_no_two_modules_import_each_other() -> None:
    """Nor three in a circle; an import inside a function counts. A package may name its parts."""
    known = {
        module: {other for other in others if not other.startswith(f"{module}.")}
        for module, others in graph().items()
    }
    try:
        TopologicalSorter(known).prepare()
    except CycleError as circle:
        pytest.fail(f"a circle: {circle.args[1]}")


WAY_OF_A_HAND = (
    {"layout"},
    {"forms"},
    {"game_pages"},
    {"edits.steps"},
    {"edits.conflict", "hand_page"},
    {"views", "edits.views"},
)
"""What its page is made of, in ``table.entry``: each is made of those before it."""


def reached(module: str) -> Set[str]:
    """What it imports in its own room, at once or by another module."""
    reached_modules: set[str] = set()
    waiting = [module]
    while waiting:
        known = {m for m in graph()[waiting.pop()] if room(m) == room(module)}
        waiting += known - reached_modules
        reached_modules |= known
    return reached_modules


def test_the_way_of_a_hand_through_its_pages_has_no_step_back() -> None:
    for step, names in enumerate(WAY_OF_A_HAND):
        later = {f"table.entry.{name}" for group in WAY_OF_A_HAND[step:] for name in group}
        for name in names:
            assert not reached(f"table.entry.{name}") & later, name


@pytest.mark.parametrize(
    ("importing", "known", "wrong"),
    [
        ("clubs.access", "play.models", True),
        ("play.services", "clubs.models", False),
        ("table.entry.views", "table.scoreboard.session", True),
        ("engine.cases.case", "variants.rummi", True),
        ("variants.marriage", "engine.melds", False),
        ("variants.marriage", "core.database", True),
        ("settings", "core.server.files", False),
    ],
)
def test_an_import_upwards_would_be_noticed(importing: str, known: str, wrong: bool) -> None:
    assert knows_too_much(importing, known) is wrong
