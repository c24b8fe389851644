"""A path that a command cannot use is refused in one sentence, before anything happens."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

LONG = "x" * 300
READING = (["restore"], ["import_club"], ["import_spreadsheet", "AB23"], ["settle"])
WRITING = (["backup"], ["export_club", "AB23"])


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
@pytest.mark.parametrize("path", ["/dev/zero", "/", LONG], ids=["device", "folder", "long"])
def test_what_is_no_file_is_not_read(db, command: list[str], path: str) -> None:
    with pytest.raises(CommandError, match=r"device, not a file|cannot be|File name too long"):
        call_command(*command, path)


@pytest.mark.parametrize("command", WRITING, ids=lambda command: command[0])
@pytest.mark.parametrize("path", ["/", LONG], ids=["folder", "long"])
def test_what_can_be_no_file_is_not_written(db, command: list[str], path: str) -> None:
    with pytest.raises(CommandError):
        call_command(*command, path)


def test_a_backup_into_a_folder_that_is_not_there_is_refused_at_once(db, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        call_command("backup", str(tmp_path / "nowhere" / "backup.zip"))
