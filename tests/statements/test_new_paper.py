"""The paper of ``docs/adding-a-paper.md`` is drawn as it stands there, at an address of its own."""

import sys
import textwrap
from types import ModuleType
from typing import Any

import pytest
from django.urls import path

from scorekeeper import urls
from scorekeeper.clubs.models import Role
from scorekeeper.statements.paper_views import paper_file
from tests.helpers import factories as make
from tests.helpers.project.how_tos import DOCS
from tests.helpers.statements import sessions
from tests.statements.placed import placed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def slips(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The module of the page, and its line of address."""
    page = (DOCS / "adding-a-paper.md").read_text(encoding="utf-8")
    code = page.partition("<!-- paper -->")[2].partition("```python\n")[2].partition("   ```")[0]
    module: Any = ModuleType("scorekeeper.statements.papers.slips")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(textwrap.dedent(code), "adding-a-paper.md", "exec"), vars(module))
    addresses: Any = ModuleType("addresses")
    view = paper_file(module.SLIPS)
    addresses.urlpatterns = [path("sessions/<str:code>/slips.pdf", view), *urls.urlpatterns]
    monkeypatch.setitem(sys.modules, "addresses", addresses)
    settings.ROOT_URLCONF = "addresses"


def test_it_says_every_payment_and_is_drawn_once(slips: None) -> None:
    session = sessions.three_games()
    viewer = make.client_with(Role.VIEWER, session.club)
    answer = viewer.get(f"/sessions/{session.code}/slips.pdf")
    assert answer["Content-Type"] == "application/pdf"
    assert "-slips.pdf" in answer["Content-Disposition"]
    [page] = placed(answer.content)
    for text in ("Asha pays Dev ₹20", "Meera pays Dev ₹270", "Omar pays Dev ₹200"):
        assert text in page.text
    assert viewer.get(f"/sessions/{session.code}/slips.pdf").content == answer.content
    assert make.client_as().get(f"/sessions/{session.code}/slips.pdf").status_code != 200
