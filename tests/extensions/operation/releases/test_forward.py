"""A database of each release since 1.0 comes up to the newest tables, and says the same as then."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper import __version__
from tests.extensions.operation.backups.sites import Unpacked
from tests.extensions.operation.releases.sites import LATER, NOW, ReleaseSite, release_site
from tests.helpers.served import ROOT

pytestmark = pytest.mark.django_db(transaction=True)
RELEASES = sorted((ROOT / "fixtures" / "releases").glob("*.zip"))


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[ReleaseSite]:
    with release_site(tmp_path) as opened:
        yield opened


def column(file: Path, table: str, name: str) -> list[str]:
    site = Unpacked.read(file)
    [part] = [part for part in site.manifest["tables"] if part["name"] == table]
    place = list(part["columns"]).index(name)
    return [line.split("\t")[place] for line in site.parts[f"tables/{table}"].decode().splitlines()]


def test_this_release_is_among_them() -> None:
    assert __version__ in [file.stem for file in RELEASES], "docs/releasing.md says how"


@pytest.mark.parametrize("release", [NOW, LATER], ids=["now", "later"])
@pytest.mark.parametrize("file", RELEASES, ids=[file.stem for file in RELEASES])
@pytest.mark.programs
def test_a_site_of_a_release_is_migrated_and_verified(
    site: ReleaseSite, file: Path, release: str
) -> None:
    """``--verify`` is ``verify``. A release later has one more migration."""
    digests = column(file, "play_hand", "digest")
    assert len(digests) > 40
    site.manage(release, "restore", str(file), "--verify")
    assert sorted(site.digests(release)) == sorted(digests)
    applied = site.manage(release, "showmigrations", "play")
    assert ("[X] 9999_later" in applied) == (release == LATER)
    assert "[ ]" not in applied


@pytest.mark.one_database
@pytest.mark.parametrize(("table", "name"), [("play_hand", "digest"), ("ledger_payment", "amount")])
@pytest.mark.programs
def test_a_site_that_says_something_else_is_noticed(
    site: ReleaseSite, tmp_path: Path, table: str, name: str
) -> None:
    value = column(RELEASES[-1], table, name)[0]
    other = "0" * 64 if name == "digest" else "7"
    unpacked = Unpacked.read(RELEASES[-1])
    changed = unpacked.parts[f"tables/{table}"].replace(
        f"\t{value}\t".encode(), f"\t{other}\t".encode(), 1
    )
    unpacked.with_table(table, changed).write(tmp_path / "changed.zip")
    done = site.run(NOW, "manage.py", "restore", str(tmp_path / "changed.zip"), "--verify")
    assert done.returncode == 1, done.stdout
