"""A club that plans: sessions ahead, people who say whether they come, and letters that are
sent."""

from collections.abc import Callable
from typing import Any

import pytest

from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, Player
from scorekeeper.extensions.calendar.mail.addresses import save_address
from tests.extensions.calendar.mail.conftest import closed_office, office, reached
from tests.helpers import factories as make

__all__ = ["closed_office", "office", "reached"]

NAMES = ("Asha", "Dev", "Meera", "Omar")


@pytest.fixture
def club(db: None) -> Club:
    new_club = make.club()
    clubs.add_players(club=new_club, names=NAMES)
    return new_club


@pytest.fixture
def people(club: Club) -> dict[str, Player]:
    return {player.name: player for player in club.players.select_related("club")}


@pytest.fixture
def written(people: dict[str, Player]) -> None:
    """Everybody gave an address."""
    for player in people.values():
        save_address(player=player, value=f"{player.name.lower()}@example.org")


@pytest.fixture
def workers(django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """What is done inside, the workers hear of."""
    return lambda: django_capture_on_commit_callbacks(execute=True)
