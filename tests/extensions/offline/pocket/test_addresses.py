"""The worker of a server's site knows addresses by their beginnings: they are those of the site."""

import re
from pathlib import Path

import pytest
from django.urls import reverse

SOURCE = Path(__file__).parents[4] / "scorekeeper/extensions/offline/pocket/worker/server_site.js"


@pytest.mark.parametrize(
    ("constant", "name", "values"),
    [
        ("IN_SESSION", "scoreboard:session", ["abc"]),
        ("IN_CLUB", "home:club", ["abc"]),
        ("IN_CLUB", "seasons:table", ["abc"]),
        ("LIVE", "live:news", ["abc"]),
        ("PREVIEW", "entry:slip", ["abc", 1]),
        ("PREVIEW", "entry:cards", ["abc", 1]),
        ("PREVIEW", "entry:show", ["abc", 1]),
        ("PREVIEW", "entry:hand_continue", ["abc", 1]),
        ("PRESENCE", "live:writing", ["abc", 1]),
        ("SERVER_ONLY", "payment_details:of_session", ["abc"]),
        ("SERVER_ONLY", "mail:of_session", ["abc"]),
        ("SERVER_ONLY", "mail:send", ["abc"]),
        ("SERVER_ONLY", "clubs:session_screen", ["abc"]),
        ("SERVER_ONLY", "clubs:session_invite", ["abc"]),
        ("SERVER_ONLY", "proof:link", ["abc"]),
        ("SERVER_ONLY", "statements:all", ["abc"]),
        ("START", "home:start", []),
        ("START", "group_file:take", []),
    ],
)
def test_the_worker_knows_the_address(constant: str, name: str, values: list[object]) -> None:
    [expression] = re.findall(rf"^const {constant} =\s+/(.*)/;", SOURCE.read_text(), re.MULTILINE)
    assert re.search(expression.replace("\\/", "/"), reverse(name, args=values)[1:])
