"""The same rules, the same session, in the runtime of a device."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from scorekeeper.clubs import urls as clubs
from scorekeeper.engine.cases.case import settle
from scorekeeper.extensions.offline.pocket.contents import ALONE, DRAWN
from scorekeeper.extensions.tournaments import urls as tournaments
from scorekeeper.extensions.tournaments.draw.known import starters
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook import card_questions
from tests.helpers.drawing import as_case, as_json, draw_game
from tests.helpers.offline import session

pytestmark = [pytest.mark.node, pytest.mark.pocket, pytest.mark.programs]
FIXTURES = Path(__file__).parents[4] / "fixtures" / "variants"
Inside = Callable[..., list[str]]
GAMES = 6
"""Of each variant."""


def printed(lines: list[str], mark: str) -> str:
    [line] = [line for line in lines if line.startswith(mark)]
    return line.removeprefix(mark)


def test_every_golden_case_comes_out_as_written_there_too(inside: Inside, tmp_path: Path) -> None:
    shutil.copytree(FIXTURES, tmp_path, dirs_exist_ok=True)
    shutil.copy(card_questions.__file__, tmp_path)
    lines = inside("inside_cases.py", tmp_path)
    assert json.loads(printed(lines, "PLANS ")) == len(starters())
    settled, games, version = json.loads(printed(lines, "SETTLED "))
    assert version == [3, 14]
    assert games == len(VARIANTS)
    assert settled > 5 * games


def test_any_game_comes_out_there_as_here(inside: Inside, tmp_path: Path) -> None:
    """So what the laws of ``test_laws`` hold of drawn games here holds of them there: what they are
    drawn with (Hypothesis) does not run there."""
    drawn = [
        draw_game(variant, Random(seed), hands=12)
        for variant in VARIANTS.values()
        for seed in range(GAMES)
    ]
    games = [(game.variant.key, as_case(game, game.names)) for game in drawn]
    (tmp_path / "games.json").write_text(json.dumps(games), encoding="utf-8")
    there = json.loads(printed(inside("inside_drawn.py", tmp_path), "SETTLED "))
    for (key, case), result in zip(games, there, strict=True):
        assert result == as_json(settle(VARIANTS[key], case)), (key, case)
    assert sum(len(case["hands"]) for _key, case in games) > 5 * len(games)
    assert all("error" not in outcome for outcome in there)


@pytest.fixture(scope="module")
def printed_lines(inside: Inside) -> list[str]:
    """By the session in there."""
    return inside("inside_session.py", Path(session.__file__).parent)


@pytest.mark.one_database
@pytest.mark.django_db
def test_an_session_there_is_the_session_here(printed_lines: list[str], client: Client) -> None:
    there = json.loads(printed(printed_lines, "DOCUMENT "))
    here = session.play(by(client))
    assert session.ledger(there) == session.ledger(here)
    payments = session.ledger(here)["payments"]
    assert len(payments) > 5, "money has moved"
    assert all(hand["digest"] for hand in session.ledger(here)["hands"])


def test_every_page_is_there_or_says_that_it_is_not(printed_lines: list[str]) -> None:
    walked: dict[str, list[Any]] = json.loads(printed(printed_lines, "WALKED "))
    assert len(walked) > 40
    broken = {
        address: status
        for address, (status, says_so) in walked.items()
        if status not in (200, 204, 302) and not says_so
    }
    assert broken == {}
    assert sum(says_so for _status, says_so in walked.values()) < len(walked) / 2


def test_what_means_other_devices_is_still_addressed_so() -> None:
    assert set(ALONE) <= {str(route.pattern) for route in clubs.urlpatterns}


def test_what_draws_a_file_is_still_addressed_so() -> None:
    drawn = {str(route.pattern) for route in tournaments.urlpatterns}
    assert set(DRAWN) == {route for route in drawn if re.search(r"\.pdf$|/image/", route)}


def by(client: Client) -> session.Send:
    def send(method: str, path: str, body: bytes, headers: dict[str, str]) -> session.Reply:
        kind = headers.get("content-type", "")
        got = client.generic(method, path, body, content_type=kind)
        return session.Reply(got.status_code, got.headers.get("Location", ""), got.content)

    return send
