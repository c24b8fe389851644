"""A file from a stranger takes little memory, whatever is in it."""

import gzip
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.extensions.exchange.group_file.incoming.reading import (
    LARGEST_ON_PAGE,
    NotADocumentError,
    parse_on_page,
)
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from tests.helpers import factories as make
from tests.helpers.served import environment

ROOT = Path(__file__).parents[4]
SCRIPT = """
import resource, sys
import django
django.setup()
from scorekeeper.extensions.exchange.group_file import services
from scorekeeper.extensions.exchange.group_file.incoming import reading
content = open(sys.argv[1], "rb").read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    reading.parse_on_page(content)
except reading.NotADocumentError:
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""
MB = 1024 * 1024
MOST = 100
"""Megabytes more than before."""

NASTY: dict[str, Callable[[], bytes]] = {
    "lists": lambda: b"[" + b"[]," * (20 * MB // 3) + b"[]]",
    "few enough lists": lambda: b"[" + b"[]," * 190_000 + b"[]]",
    "objects": lambda: b"[" + b'{"a":1},' * 190_000 + b"{}]",
    "words": lambda: b"[" + b'"abcde",' * 790_000 + b"0]",
    "names": lambda: b"{" + b",".join(b'"%d":0' % n for n in range(390_000)) + b"}",
    "deep": lambda: b"[" * 199_000 + b"]" * 199_000,
    "a long number": lambda: b"[" + b"9" * (7 * MB) + b"]",
    "one long word": lambda: b'["' + b"a" * (7 * MB) + b'"]',
    "64 MB of nothing": lambda: b" " * (64 * MB) + b"[]",
}


@pytest.mark.parametrize("kind", NASTY)
@pytest.mark.programs
def test_no_file_takes_much_memory(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(gzip.compress(NASTY[kind]()))
    env = environment(
        DATA_DIR=str(tmp_path / "data"), DJANGO_SETTINGS_MODULE="scorekeeper.settings"
    )
    command = [sys.executable, "-c", SCRIPT, str(path)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert int(done.stdout) < MOST, done.stderr


@pytest.mark.django_db
def test_a_long_session_is_far_within_the_bounds() -> None:
    table = make.play(
        make.session("points_rummy", ["Asha", "Dev"]), *[make.pool_hand("Asha", Dev=1)] * 20
    )
    content = text(document(Extent(table.game.session.club))).encode()
    assert parse_on_page(content).rows["hands"]
    assert len(content) / 20 * 3000 < LARGEST_ON_PAGE


def test_a_file_that_is_too_large_is_refused_in_words() -> None:
    with pytest.raises(NotADocumentError, match="too large to import here"):
        parse_on_page(gzip.compress(b" " * (LARGEST_ON_PAGE + 1)))
