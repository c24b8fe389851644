"""The help says what the app says and does: its messages exist, and its keys are handled."""

import ast
import re
from functools import cache
from html import unescape
from pathlib import Path
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scorekeeper.clubs.models import Role
from scorekeeper.website.help.keys import PLACES, KeyUse
from scorekeeper.website.help.troubles import TROUBLES, Trouble
from tests.helpers import factories as make

pytestmark = pytest.mark.django_db
ROOT: Final = Path(__file__).parents[3]
OWN: Final = "website/help"
SCRIPTS: Final = ROOT / "static/js"
ELSEWHERE: Final = {"game_search.js"}
"""Scripts that listen to keys only to keep Enter from sending a form."""
USES: Final = [use for _place, uses in PLACES for use in uses]


@cache
def messages() -> frozenset[str]:
    """Every text of the code and the templates, but for those of the help itself."""
    found: set[str] = set()
    for path in (ROOT / "scorekeeper").rglob("*.py"):
        if OWN not in path.as_posix():
            nodes = ast.walk(ast.parse(path.read_text()))
            found |= {
                n.value for n in nodes if isinstance(n, ast.Constant) and type(n.value) is str
            }
    for path in (ROOT / "templates").rglob("*.html"):
        if OWN not in path.as_posix():
            found |= set(re.findall(r"{% translate [\"'](.+?)[\"'] %}", path.read_text()))
    return frozenset(found)


@pytest.mark.parametrize("trouble", TROUBLES, ids=lambda trouble: trouble.anchor)
def test_each_message_exists_in_the_code(trouble: Trouble) -> None:
    assert trouble.message.message in messages()


def test_the_page_has_all_of_them_each_at_a_place_of_its_own() -> None:
    page = unescape(Client().get(reverse("help:messages")).content.decode())
    for trouble in TROUBLES:
        assert page.count(f'id="{trouble.anchor}"') == 1
        assert trouble.shown in page
        assert trouble.advice in page
    assert len(TROUBLES) >= 20


@pytest.mark.parametrize("language", ["en", "hi"])
def test_a_refused_hand_leads_from_its_message_to_the_page(language: str) -> None:
    table = make.session("points_rummy", make.NAMES[:3])
    scorer = make.client_with(Role.SCORER, table.game.session.club)
    place = reverse("entry:hand_new", args=[table.game.session.code, 1])
    sent = {"number": 1, "token": make.token()}
    refused = scorer.post(place, sent, headers={"accept-language": language}).content.decode()
    assert f'href="{reverse("help:messages")}#choose-how-name-finished-the-hand"' in refused
    with translation.override(language):
        assert translation.gettext("What to do") in refused


def test_a_page_that_is_not_there_leads_to_it() -> None:
    page = Client().get("/nowhere/").content.decode()
    assert f'href="{reverse("help:messages")}"' in page


@pytest.mark.parametrize("use", USES, ids=lambda use: f"{use.script} {' '.join(use.names)}")
def test_each_key_is_handled_by_its_script(use: KeyUse) -> None:
    script = (SCRIPTS / use.script).read_text()
    assert "keydown" in script
    assert [name for name in use.names if f'"{name}"' not in script] == []


def test_every_script_that_listens_to_keys_is_in_the_help() -> None:
    listening = {path.name for path in SCRIPTS.rglob("*.js") if '"keydown"' in path.read_text()}
    assert listening - ELSEWHERE == {use.script for use in USES}
    page = unescape(Client().get(reverse("help:keys")).content.decode())
    assert [use.act for use in USES if use.act not in page] == []
    assert "<kbd>Esc</kbd>" in page
