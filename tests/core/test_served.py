"""What is tested is what is served: the site's own settings, and every file under one name."""

import re
import runpy
from collections import Counter
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client
from playwright.sync_api import Page, Request, expect

from scorekeeper import settings as the_site
from scorekeeper.core.server.files import HashedFiles
from scorekeeper.core.server.management.commands.play import static_digest
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import NAMES, session
from tests.helpers.served import ROOT, Site

IMPORTED = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']""")
NAMED_IN_STYLE = re.compile(r"""(?:url\(\s*|@import\s+(?=["']))["']?([^"')]+)""")
HASH = re.compile(r"\.[0-9a-f]{12}\.\w+$")


# Settings -----------------------------------------------------------------------------------


def differences(ours: dict[str, Any], other: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """Where two settings differ, as dotted names, with both values."""
    unlike: dict[str, Any] = {}
    for name in ours.keys() | other.keys():
        left, right = ours.get(name), other.get(name)
        if isinstance(left, dict) and isinstance(right, dict):
            unlike |= differences(left, right, f"{prefix}{name}.")
        elif left != right:
            unlike[f"{prefix}{name}"] = (left, right)
    return unlike


def settings_of(module: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in module.items() if name.isupper()}


def test_no_setting_of_the_tests_changes_what_a_browser_gets() -> None:
    """They may only forget what a power cut would take."""
    ours = settings_of(runpy.run_path(str(ROOT / "tests" / "helpers" / "settings.py")))
    unlike = differences(settings_of(vars(the_site)), ours)
    allowed = {"DATABASES.default.OPTIONS.init_command"}
    assert unlike.keys() <= allowed, unlike
    for theirs, forgetful in unlike.values():
        assert theirs.replace("synchronous=FULL", "synchronous=OFF") == forgetful


# Files --------------------------------------------------------------------------------------


def named_in(text: str, suffix: str) -> list[str]:
    """The other files that a script or style sheet asks for."""
    pattern = {".js": IMPORTED, ".css": NAMED_IN_STYLE}.get(suffix)
    return [name for name in pattern.findall(text) if ":" not in name] if pattern else []


def kept(storage: HashedFiles) -> dict[str, str]:
    """Every collected file of our own that browsers are sent to, by its hashed name."""
    ours = [name for name in storage.hashed_files.values() if not name.startswith("django_htmx")]
    return {name: storage.open(name).read().decode("latin-1") for name in ours}


def badly_named(storage: HashedFiles) -> list[str]:
    """Files that are asked for by a name that does not change with their content."""
    faults = []
    for name, text in kept(storage).items():
        for other in named_in(text, PurePosixPath(name).suffix):
            goal = urljoin(name, other.removeprefix(settings.STATIC_URL))
            if not HASH.search(goal) or not storage.exists(goal):
                faults.append(f"{name} asks for {other}")
    return faults


def test_scripts_and_style_sheets_ask_for_each_other_by_their_hashed_names() -> None:
    assert isinstance(staticfiles_storage, HashedFiles)
    assert any(named_in(text, ".js") for text in kept(staticfiles_storage).values())
    assert badly_named(staticfiles_storage) == []


WRITTEN = {
    "js/one.js": 'import { two } from "./two.js";\nexport { three } from "./deep/three.js";\n',
    "js/two.js": 'import "./deep/three.js";\nexport const two = () => import("./deep/three.js");\n',
    "js/deep/three.js": "export const three = 3;\n",
    "css/all.css": '@import "part.css";\n.a { background: url(../img/a.svg); }\n',
    "css/part.css": ".b { background: url('../img/a.svg'); }\n",
    "img/a.svg": "<svg/>",
}


def test_every_way_to_ask_for_another_file_gets_its_hashed_name(tmp_path: Path) -> None:
    for name, text in WRITTEN.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    storage = HashedFiles(location=str(tmp_path), base_url=settings.STATIC_URL)
    done = list(storage.post_process({name: (storage, name) for name in WRITTEN}))
    assert not [fault for _name, _hashed, fault in done if isinstance(fault, Exception)]
    names = [named_in(text, PurePosixPath(name).suffix) for name, text in kept(storage).items()]
    assert sorted(map(len, names)) == [0, 0, 1, 2, 2, 2]
    assert badly_named(storage) == []


def test_tests_without_a_browser_get_the_hashed_names_too(client: Client) -> None:
    page = client.get("/games/").content.decode()
    names = re.findall(r"""(?:src|href)="/static/([^"]+)""", page)
    assert names and all(HASH.search(name) for name in names)


def test_other_ways_of_keeping_files_make_a_start_collect_them_anew(settings: Any) -> None:
    before = static_digest()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = settings.STORAGES | {"staticfiles": plain}
    assert static_digest() != before


# In a browser -------------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_page_loads_each_script_once_and_one_tap_counts_once(phone: Page, site: Site) -> None:
    requests: list[Request] = []
    phone.on("request", lambda request: requests.append(request))
    scorer = Scorer(phone, session("rummi", NAMES[:3]), site)
    line = scorer.line("Asha")
    line.get_by_role("button", name="Jokers").tap()
    expect(line.locator("[name='p0-jokers']")).to_have_value("1")
    scripts = [
        urlsplit(request.url).path for request in requests if request.resource_type == "script"
    ]
    loaded = Counter(HASH.sub("", path) for path in scripts)
    assert all(HASH.search(path) for path in scripts)
    assert {"/static/js/capture", "/static/js/pad", "/static/js/cards"} <= loaded.keys()
    assert set(loaded.values()) == {1}, loaded
