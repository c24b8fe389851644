"""The games offered first, and the others behind them."""

import pytest

from scorekeeper.core.localization.currencies import reading_as
from scorekeeper.house_rules.choice import TILES, GamePick
from scorekeeper.play.sessions import last_games
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make


def tiles(pick: GamePick) -> list[str]:
    return [card.rules.key for card in pick.tiles]


@pytest.mark.parametrize(
    ("reader", "zone", "first"),
    [
        ("en-IN", "", "pool_rummy"),
        ("hi", "", "pool_rummy"),
        ("te", "", "pool_rummy"),
        ("ne-NP", "", "marriage"),
        ("en-MY", "", "rummi"),
        ("en-GB", "", "kalookie"),
        ("de-DE", "", "gin_rummy"),
        ("en-US", "", "gin_rummy"),
        ("en-US", "Asia/Calcutta", "pool_rummy"),
        ("hi-AE", "Asia/Dubai", "pool_rummy"),
        ("en-IN", "America/New_York", "pool_rummy"),
        ("*", "Mars/Olympus", "gin_rummy"),
    ],
)
def test_six_games_are_offered_by_region_and_language(reader: str, zone: str, first: str) -> None:
    with reading_as(reader):
        offered = tiles(GamePick(zone=zone))
    assert len(offered) == len({*offered}) == TILES
    assert offered[0] == first


def test_all_other_games_stand_behind_the_tiles() -> None:
    pick = GamePick()
    others = [card.rules.key for group in pick.others for card in group.cards]
    assert sorted([*tiles(pick), *others]) == sorted(VARIANTS)


@pytest.mark.django_db
def test_the_games_played_last_come_first() -> None:
    club = make.club()
    for variant in ("conquian", "vatikan"):
        make.session(variant, make.NAMES[:3], club=club)
    with reading_as("en-IN"):
        pick = GamePick(last=last_games(club), variant="vatikan")
        assert tiles(pick)[:3] == ["vatikan", "conquian", "pool_rummy"]
    assert [card.rules.key for card in pick.tiles if card.checked] == ["vatikan"]


def test_a_game_chosen_among_all_has_a_tile_too() -> None:
    with reading_as("en-IN"):
        offered = tiles(GamePick(variant="conquian"))
    assert len(offered) == TILES
    assert (offered[0], offered[-1]) == ("pool_rummy", "conquian")
