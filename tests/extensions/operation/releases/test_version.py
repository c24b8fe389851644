"""The version is one, and the site says it."""

import re
import tomllib

import pytest
from django.test import Client

from scorekeeper import __version__
from tests.helpers.served import ROOT


def test_every_file_names_the_same_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changes = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert project["version"] == __version__
    assert changes[0] == ("Unreleased", "")
    assert changes[1][0] == __version__
    assert re.fullmatch(r" - \d{4}-\d\d-\d\d", changes[1][1])


@pytest.mark.django_db
def test_the_menu_says_the_version() -> None:
    assert f"Scorekeeper {__version__}</p>" in Client().get("/").content.decode()
