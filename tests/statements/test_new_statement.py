"""The statement of ``docs/adding-a-statement.md`` is drawn as it stands there."""

import sys
import textwrap
from types import ModuleType
from typing import Any

import pytest
from django.urls import path

from scorekeeper import urls
from scorekeeper.clubs.models import Role
from tests.helpers import factories as make
from tests.helpers.project.how_tos import DOCS
from tests.helpers.statements import sessions
from tests.statements.placed import placed

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


VIEW_NEEDS = """
from django.http import HttpResponse
from django.views.decorators.http import require_safe

from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Role, Session
from scorekeeper.core.localization.currencies import reader_tag, reading_as
from scorekeeper.core.pages.cache import read_alike
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.files.rendering import readable
from scorekeeper.statements.images.rendering import drawn_response
"""


@pytest.fixture
def slips(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """The layout and the view of the page, and its line of address."""
    page = (DOCS / "adding-a-statement.md").read_text(encoding="utf-8")
    module: Any = ModuleType("slips")
    for code in (_code(page, "layout"), VIEW_NEEDS, _code(page, "view")):
        exec(compile(code, "adding-a-statement.md", "exec"), vars(module))
    addresses: Any = ModuleType("addresses")
    addresses.urlpatterns = [
        path("sessions/<str:code>/slips.pdf", module.slips),
        *urls.urlpatterns,
    ]
    monkeypatch.setitem(sys.modules, "addresses", addresses)
    settings.ROOT_URLCONF = "addresses"


def _code(page: str, name: str) -> str:
    after = page.partition(f"<!-- {name} -->")[2].partition("```python\n")[2]
    return textwrap.dedent(after.partition("   ```")[0])


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
