"""A group with a deleted game comes back as it was."""

import pytest

from scorekeeper.clubs.models import Session
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.play.edits.removal import remove_game
from scorekeeper.play.models import Game
from tests.helpers import factories as make
from tests.helpers.exchange.round import elsewhere, given

pytestmark = pytest.mark.django_db


def removed() -> Session:
    game = make.session("pool_rummy").game
    remove_game(game=game)
    return game.session


def test_a_deleted_game_comes_back_deleted() -> None:
    whole, _session = elsewhere(removed)
    club, _imported = import_document(given(whole))
    assert document(Extent(club)) == whole
    assert all(game.removed_at for game in Game.every.filter(session__club=club))
