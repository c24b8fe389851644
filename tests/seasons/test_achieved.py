"""What players achieved, on their pages: with the hand that earned it first, taken back with it;
and whom they met. Numbers worked out by hand."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Club, Player, Role
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.ledger.models import GameResult
from scorekeeper.play import seating
from scorekeeper.play.addresses import hand_address
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.models import Game, Hand
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.results import complete_results
from scorekeeper.play.selectors import Table, game_table
from scorekeeper.seasons.player.achievements import (
    Achievement,
    achievement_list,
    add_up_feats,
    feat_rows,
    feats,
    read_feats,
)
from scorekeeper.seasons.player.page import drop_savings
from scorekeeper.seasons.player.rivals import rivals
from scorekeeper.seasons.player.selectors import CardFacts
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.play.sessions import view_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NAMES = make.NAMES[:3]
DROPPED = pool_hand("Asha", Dev="first_drop", Meera="middle_drop")
FULL = pool_hand("Asha", Dev=80, Meera=80)
PLAIN = pool_hand("Dev", Asha=10, Meera=5)


@pytest.fixture
def table() -> Table:
    """Asha deals, wins and all drop; a hand of Dev's; then two full counts for Asha, twice."""
    held = make.session("points_rummy", NAMES, played_on=date(2026, 10, 3))
    return make.play(held, DROPPED, PLAIN, FULL, FULL)


def fresh(table: Table) -> Table:
    return game_table(Game.objects.get(pk=table.game.pk))


def person(name: str) -> Player:
    return Player.objects.get(name=name)


def feats_of(name: str) -> dict[str, tuple[int, int]]:
    """How often, and the number of the hand that was the first."""
    return {
        achieved.key: (achieved.times, achieved.number)
        for achieved in add_up_feats(feat_rows(person(name)))
    }


def test_each_names_its_first_hand_and_how_often(table):
    assert feats_of("Asha") == {
        "dealt_and_won": (2, 1),
        "indian_all_dropped": (1, 1),
        "indian_two_full": (2, 3),
    }
    assert feats_of("Dev") == {"dealt_and_won": (1, 2)}
    assert feats_of("Meera") == {}
    shown = achievement_list(read_feats(person("Asha")), ["points_rummy"])
    third = Hand.objects.get(game=table.game, number=3)
    [row] = [r for _f, rows in shown.groups for r in rows if r.key == "indian_two_full"]
    url = hand_address("scoreboard:hand", third)
    assert row == Achievement("indian_two_full", 2, date(2026, 10, 3), table.game.pk, 3, url)
    assert row.feat == feats()["indian_two_full"]
    assert [family for family, _rows in shown.groups] == ["In every game", "Indian and Nepali"]
    assert (shown.count, shown.whole) == (3, 9)
    assert [feat.key for feat in shown.beyond][:2] == ["three_in_a_row", "five_in_a_row"]
    assert list(differences(table.game)) == []


def test_a_run_goes_over_hands_missed_and_ends_with_one_lost(table):
    make.play(table, FULL)
    assert feats_of("Asha")["three_in_a_row"] == (1, 5)
    make.play(fresh(table), FULL, FULL)
    assert feats_of("Asha")["five_in_a_row"] == (1, 7)


def test_a_deleted_or_edited_hand_undoes_it(table):
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    assert feats_of("Asha") == {"indian_two_full": (2, 3)}
    entry = load_entry(table.rules, table.fold, PLAIN, table.names)
    third = Hand.objects.get(game=table.game, number=3)
    corrections.amend_hand(hand=third, entry=entry, token=make.token())
    assert feats_of("Asha")["indian_two_full"] == (1, 4)
    assert list(differences(fresh(table).game)) == []


def test_who_joins_later_begins_at_nothing(table):
    game = fresh(table).game
    seen = {"options": game.options, "version": view_of(game), "token": make.token()}
    seating.join_game(game=game, player="Omar", **seen)
    table = make.play(fresh(table), pool_hand("Omar", Asha="first_drop", Dev=80, Meera=80))
    assert feats_of("Omar") == {"indian_two_full": (1, 5)}
    assert list(differences(table.game)) == []


def outcomes() -> dict[str, str | None]:
    return dict(GameResult.objects.values_list("player__name", "outcomes"))


def test_what_each_hand_was_to_everybody_is_kept_as_hands_come_go_and_change(table):
    before = outcomes()
    assert {len(outcome or "") for outcome in before.values()} == {table.game.hand_count}
    assert (before["Asha"] or "").count("1") == GameResult.objects.get(player__name="Asha").wins
    corrections.void_hand(hand=Hand.objects.get(game=table.game, number=1))
    assert outcomes() == {name: (outcome or "")[1:] for name, outcome in before.items()}
    game = fresh(table).game
    seen = {"options": game.options, "version": view_of(game), "token": make.token()}
    seating.join_game(game=game, player="Omar", **seen)
    make.play(fresh(table), pool_hand("Omar", Asha="first_drop", Dev=80, Meera=80))
    assert outcomes()["Omar"] == "-" * (game.hand_count) + "1"
    assert list(differences(fresh(table).game)) == []


def test_of_a_game_of_before_hands_are_told_once_it_is_written_anew(table):
    right = outcomes()
    tally = {name: value for name, value in table.game.tally.items() if name != "outcomes"}
    Game.objects.filter(pk=table.game.pk).update(tally=tally)
    GameResult.objects.update(outcomes=None)
    assert list(differences(fresh(table).game)) == []
    make.play(fresh(table), FULL)
    assert set(outcomes().values()) == {None}
    complete_results([table.game.pk])
    assert outcomes() == {
        name: f"{outcome}{int(name == 'Asha')}" for name, outcome in right.items()
    }


def test_a_game_of_before_tells_nothing_and_is_not_called_wrong(table):
    tally = {name: table.game.tally[name] for name in ("hands", "wins")}
    Game.objects.filter(pk=table.game.pk).update(tally=tally)
    GameResult.objects.update(feats=None, counts=None)
    make.play(fresh(table), FULL)
    assert feats_of("Asha") == {}
    assert not [d for d in differences(fresh(table).game) if "feats" in str(d) or "tally" in str(d)]


def test_what_the_hands_do_not_give_is_found_and_what_cannot_be_read_is_left_out(table):
    result_rows = GameResult.objects.filter(player__name="Dev")
    result_rows.update(feats={"gin": [1, 1]})
    assert any("feats" in str(phrase) for phrase in differences(fresh(table).game))
    result_rows.update(feats={"gin": [1, "1"], "unknown": [1, 1], "dealt_and_won": 3, "hu": [2, 9]})
    assert feats_of("Dev") == {"hu": (2, 9)}
    [row] = [r for _f, rows in achievement_list(read_feats(person("Dev")), []).groups for r in rows]
    assert row.url == ""


def test_the_page_shows_them_with_links_and_keeps_who_is_beside(table):
    club = table.game.session.club
    browser = make.client_with(Role.VIEWER, club)
    address = reverse("seasons:player", args=[club.code, person("Asha").pk])
    page = browser.get(address).content.decode()
    for hand in Hand.objects.filter(game=table.game, number__in=(1, 3)):
        assert hand_address("scoreboard:hand", hand) in page
    assert "The table is yours" in page and "Within reach" in page
    for number in range(21):
        session = make.session("points_rummy", NAMES, club=club).game.session
        make.play(game_table(Game.objects.get(session=session)), PLAIN) if number else None
    GameResult.objects.filter(hands=0).update(hands=1)
    beside = {"with": person("Dev").pk}
    page = browser.get(address, beside).content.decode()
    assert f'href="?with={person("Dev").pk}&amp;page=2"' in page


def test_their_cost_does_not_grow_with_the_games(table):
    def query_count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            achievement_list(read_feats(person("Asha")), ["points_rummy"])
        return len(queries)

    before = query_count()
    make.play(make.next_game(table.game.session, "points_rummy", NAMES), DROPPED, FULL)
    assert query_count() == before


# Drops --------------------------------------------------------------------------------------------


def test_what_drops_cost_or_saved_is_held_against_the_own_counts():
    facts = CardFacts(caught=30, caught_points=1380, first_drop=14, middle_drop=6, drop_points=520)
    cell = drop_savings(facts)
    assert cell and cell.text == "about 400 points saved" and not cell.few
    assert cell.note == "estimate: drops 20, average count 46, results 30"
    dear = drop_savings(CardFacts(caught=2, caught_points=20, middle_drop=1, drop_points=40))
    assert dear and dear.text == "about 30 points more" and dear.few
    assert drop_savings(CardFacts(caught=3, caught_points=20)) is None
    assert drop_savings(CardFacts(first_drop=3, drop_points=60)) is None


# Partner and rivals -------------------------------------------------------------------------------


def test_who_takes_from_whom_and_who_was_ahead(table):
    """At ₹1 a point: Asha +60 −10 +160 +160, Dev −20 +15 −80 −80, Meera −40 −5 −80 −80."""
    game = make.session(
        "points_rummy", NAMES, club=table.game.session.club, played_on=date(2026, 10, 9)
    )
    make.play(game, PLAIN)
    met = rivals(person("Asha"))
    value = table.fold.options.point_value
    assert [(r.name, r.sessions, r.ahead, r.behind) for r in met.met] == [
        ("Dev", 2, 1, 1),
        ("Meera", 2, 1, 1),
    ]
    assert [(r.name, r.amount) for r in met.takes_from] == [
        ("Meera", 200 * value),
        ("Dev", 160 * value),
    ]
    assert met.gives_to == [] and met.mates == ()
    assert [r.name for r in rivals(person("Meera")).gives_to] == ["Asha", "Dev"]


def test_partners_are_those_of_the_same_side():
    line = {"melded": 700, "natural": 1, "in_hand": 0, "went_out": True}
    hand = {"deal": {}, "lines": {"Asha+Meera": line, "Dev+Omar": {"melded": 10, "in_hand": 5}}}
    table = make.play(make.session("canasta", make.NAMES[:4], {"target": 500}, side=2), hand)
    assert table.game.closed_at
    assert [(m.name, m.games, m.won) for m in rivals(person("Asha")).mates] == [("Meera", 1, 1)]
    assert [(m.name, m.games, m.won) for m in rivals(person("Omar")).mates] == [("Dev", 1, 0)]


def test_rivals_come_after_the_page_or_as_one_and_without_money_if_it_is_hidden(table):
    club: Club = table.game.session.club
    browser = make.client_with(Role.VIEWER, club)
    address = reverse("seasons:rivals", args=[club.code, person("Asha").pk])
    whole = browser.get(address).content.decode()
    part = browser.get(address, headers={"hx-request": "true"}).content.decode()
    assert "<h1>" in whole and "<h1>" not in part
    assert part.strip() in whole or re.sub(r"\s+", "", part) in re.sub(r"\s+", "", whole)
    assert "has won most from" in part
    browser.cookies["money"] = "0"
    hidden = browser.get(address).content.decode()
    assert "has won most from" not in hidden and 'class="money' not in hidden
    assert browser.get(reverse("seasons:rivals", args=[club.code, 0])).status_code == 404
