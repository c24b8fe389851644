"""Standings follow each write, are what the hands say, and a figure that is not is named."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import product
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import connection, transaction

from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.services import add_players
from scorekeeper.engine.questions.codec import dump
from scorekeeper.engine.questions.entry_json import load_entry
from scorekeeper.engine.seats.changes import options_for_one_more
from scorekeeper.extensions.exchange.group_file.incoming.reading import compress, parse
from scorekeeper.extensions.exchange.group_file.services import import_document
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document, text
from scorekeeper.ledger.models import GameResult
from scorekeeper.ledger.results import Difference
from scorekeeper.play import seating, services
from scorekeeper.play.edits import services as corrections
from scorekeeper.play.edits.removal import remove_game, restore_game
from scorekeeper.play.models import Game, LateKind
from scorekeeper.play.replays.audit import differences
from scorekeeper.play.replays.results import Inspection, check_game
from scorekeeper.play.selectors import game_table
from scorekeeper.seasons import audit, selectors
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import GameFacts, Measure
from scorekeeper.seasons.ranking.method import MatchOf, Method, Over
from scorekeeper.seasons.rebuilds.management.commands.checkstandings import games_of
from scorekeeper.seasons.rules import SeasonRules
from scorekeeper.seasons.services import create_season
from scorekeeper.settlement.after_closing import NotAgreedError, correct_hand
from scorekeeper.variants import VARIANTS
from tests.helpers import factories as make
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.journeys.past_sessions import tightened
from tests.helpers.seasons.sessions import FIRST, FIVE, checked, drawn_game, season
from tests.helpers.tournaments import days as cups
from tests.seasons.reckoning import parts_of, rated_by_hands, slowly

pytestmark = pytest.mark.django_db
BY_HANDS = Method(Measure.RATING, match=MatchOf.HAND)
A_FEW = (
    Method(),
    Method(Measure.POINTS, Over.BEST, 1),
    Method(Measure.GAMES, Over.SESSION),
    BY_HANDS,
)


# Against an independent reckoning ------------------------------------------------------------


@pytest.mark.one_database
def test_two_dozen_sessions_of_twelve_stand_as_slow_reckoning_finds_by_every_method() -> None:
    club = season(12, 80 if LOOKS_FOR_NEW else 24, Random(12))
    parts = parts_of(club)
    kept = GameResult.objects.order_by("game_id", "player_id").values_list(*selectors.FACTS)
    # No payment says what was full, and of hands one by one the rating below is told.
    facts = [GameFacts(*row)._replace(full=None, outcomes=None) for row in kept]
    assert sorted(parts, key=lambda p: (p.game, p.player)) == facts
    assert {row.variant for row in GameResult.objects.all()} == set(FIVE)
    assert any(part.took for part in parts) and any(part.game_points for part in parts)
    every = [method for method in audit.all_methods() if method.measure is not Measure.RATING]
    autumn = Season(club=club, starts=FIRST, ends=FIRST + timedelta(weeks=9))
    early = [part for part in parts if part.on <= FIRST + timedelta(weeks=9)]
    for method in every:
        stands_as_found(selectors.ranked(club, None, SeasonRules(method, usual=False)), parts)
    for method in every:
        stands_as_found(selectors.ranked(club, autumn, SeasonRules(method, usual=False)), early)
    by_hands = selectors.ranked(club, None, SeasonRules(BY_HANDS, usual=False))
    ratings = {r.player_id: r.placing.rating for r in by_hands.ranks if r.placing.rating}
    right = rated_by_hands(club)
    assert ratings.keys() == right.keys() and len(right) == 12
    for player, rating in ratings.items():
        assert (rating.strength, rating.deviation) == pytest.approx(right[player], abs=1e-9)


def stands_as_found(season_table: selectors.SeasonTable, parts: Sequence[GameFacts]) -> None:
    there = {part.player for part in parts if part.hands or part.net}
    right = {player: slowly(parts, season_table.method, player) for player in there}
    assert {rank.player_id: rank.placing.figure for rank in season_table.ranks} == right, (
        season_table.method
    )
    figures = [figure for figure in right.values() if figure is not None]
    for rank in season_table.ranks:
        figure, place = rank.placing.figure, rank.place
        assert (place is None) == (figure is None)
        if figure is not None and place is not None:
            ahead = sum(other > figure for other in figures)
            assert ahead < place <= ahead + figures.count(figure)


def test_every_measure_is_told_of_by_some_method() -> None:
    methods = audit.all_methods()
    assert {method.measure for method in methods} == set(Measure)
    assert {method.over for method in methods} == set(Over)
    assert len(set(methods)) == len(methods)


# After each write ----------------------------------------------------------------------------


class Session:
    """A session of several games; after each write of it the standings are what the hands give."""

    def __init__(self) -> None:
        self.rng = Random(3)
        self.club = make.club()
        self.host = make.member(Role.HOST, self.club)
        self.players = add_players(club=self.club, names=make.NAMES)
        self.autumn = create_season(club=self.club, name="Autumn", starts=FIRST, ends=None)
        self.session = services.open_session(club=self.club, played_on=FIRST)
        self.writes: list[str] = []

    def after(self, write: str) -> None:
        self.writes.append(write)
        seen = Inspection()
        for game in games_of(self.club):
            check_game(game, seen)
        assert seen.wrong == [], write
        for days, method in product((None, self.autumn), A_FEW):
            rules = SeasonRules(method, usual=False)
            assert list(audit.figure_differences(self.club, days, rules, seen.expected)) == [], (
                write
            )
        for game in self.games():
            assert list(differences(game)) == [], write

    def games(self) -> list[Game]:
        games = Game.objects.filter(session=self.session).order_by("number")
        return list(games.select_related("session__club"))

    def newest(self) -> Game:
        return self.games()[-1]

    def hand_of(self, game: Game) -> Any:
        return game.hands.filter(voided_at=None).order_by("-number").first()


def corrected(session: Session, game: Game) -> None:
    """Void, put back, amend and insert, at the end of this game."""
    hand = session.hand_of(game)
    corrections.void_hand(hand=hand)
    session.after(f"{game.variant}: void")
    corrections.restore_hand(hand=hand, token=make.token())
    session.after(f"{game.variant}: put back")


def test_an_session_of_five_games_is_right_after_every_write() -> None:
    session = Session()
    for key in FIVE:
        game = drawn_game(session.session, key, session.players[:4], session.rng)
        session.after(f"{key}: played")
        corrected(session, game)
        if session.newest().closed_at is None:
            services.close_game(game=session.newest())
            session.after(f"{key}: stopped")
    rummi_of_comers_and_goers(session)
    a_mistake(session)
    services.close_session(session=session.session)
    session.after("session closed")
    late(session)
    services.reopen_session(session=session.session)
    session.after("session reopened")
    corrected(session, session.games()[-1])
    services.close_session(session=session.session)
    checked(session.club)
    assert {"rummi: joined", "game deleted", "late correction"} <= set(session.writes)


def deal(*names: str, absent: Sequence[str] = ()) -> dict[str, Any]:
    """A Rummi deal that ended with points; the first named wins."""
    lines = {name: {"points": 3 * place + 1} for place, name in enumerate(names)}
    return {"deal": {"result": "points"}, "lines": lines, "absent": list(absent)}


def rummi_of_comers_and_goers(session: Session) -> None:
    table = make.play(
        make.next_game(session.session, "rummi", make.NAMES[:4]), deal(*make.NAMES[:4])
    )

    def seen() -> dict[str, Any]:
        game = session.newest()
        view = seating.TableVersion(game.last_number + 1, game.change_count)
        return {"game": game, "version": view, "token": make.token()}

    seating.leave_game(person=3, **seen())
    session.after("rummi: left")
    table = make.play(table, deal("Dev", "Asha", "Meera", absent=["Omar"]))
    session.after("rummi: a hand without him")
    seating.come_back(person=3, **seen())
    session.after("rummi: back")
    wider = dump(options_for_one_more(table.rules, game_table(session.newest()).fold), full=True)
    joined = seating.join_game(player="Esha", options=wider, **seen())
    session.after("rummi: joined")
    seating.undo_seat_change(change=joined)
    session.after("rummi: not joined after all")
    seating.join_game(player="Esha", options=wider, **seen())
    five = (*make.NAMES[2:4], "Esha", *make.NAMES[:2])
    table = make.play(game_table(session.newest()), deal(*five))
    session.after("rummi: a hand with her")
    hand = session.hand_of(table.game)
    corrections.insert_hand(before=hand, entry=table.entry(hand), token=make.token())
    session.after("rummi: inserted")
    other = load_entry(table.rules, table.fold, deal(*reversed(five)), table.names)
    corrections.amend_hand(hand=session.hand_of(table.game), entry=other, token=make.token())
    session.after("rummi: amended")


def a_mistake(session: Session) -> None:
    services.close_game(game=session.newest())
    game = make.next_game(session.session, "vatikan", make.NAMES[:3]).game
    session.after("game started")
    remove_game(game=game)
    session.after("game deleted")
    restore_game(game=game)
    session.after("game brought back")
    remove_game(game=game)


def late(session: Session) -> None:
    hand = session.hand_of(session.games()[1])

    def write() -> Any:
        corrections.void_hand(hand=hand, after_closing=True)
        return hand

    arguments: dict[str, Any] = {
        "session": session.session,
        "kind": LateKind.TAKEN_BACK,
        "by": session.host,
    }
    with pytest.raises(NotAgreedError) as seen, transaction.atomic():
        correct_hand(write=write, **arguments)
    session.after("late correction refused")
    correct_hand(write=write, agreed=seen.value.changes.key, **arguments)
    session.after("late correction")


def test_what_came_in_as_a_document_is_right() -> None:
    with transaction.atomic():
        exported = document(Extent(season(6, 4, Random(2))))
        transaction.set_rollback(True)
    club, _found = import_document(parse(compress(text(exported))))
    assert " 0 results wrong" in checked(club)


# A figure that is wrong ----------------------------------------------------------------------

WRONG = {
    "net": "net + 5",
    "hands": "hands + 1",
    "wins": "wins + 1",
    "preset": "'Ours'",
    "points": "COALESCE(points, 0) + 1",
    "lowest": "NOT lowest",
    "game_points": "COALESCE(game_points, 0) + 1",
    "took": "NOT took",
    "variant": "'rummi'",
    "played_on": "'2026-01-01'",
}


@pytest.fixture
def pool() -> Club:
    table = make.session("pool_rummy", make.NAMES[:3], {"pool": 61}, played_on=FIRST)
    first = make.pool_hand("Dev", Asha="wrong_show", Meera=20)
    make.play(table, first, make.pool_hand("Dev", Asha=40, Meera=60))
    return table.game.session.club


def broken(column: str, value: str, name: str = "Dev") -> None:
    row = GameResult.objects.get(player__name=name)
    with connection.cursor() as cursor:
        statement = f"UPDATE ledger_gameresult SET {column} = {value} WHERE id = %s"
        cursor.execute(statement, [row.pk])


@pytest.mark.parametrize("column", WRONG)
def test_a_column_changed_behind_its_back_is_named_and_put_right(pool: Club, column: str) -> None:
    broken(column, WRONG[column])
    with pytest.raises(
        CommandError, match=rf"group {pool.code}, session .*: {column} of Dev is .*"
    ):
        checked(pool)
    assert "1 games rebuilt" in checked(pool, rebuild=True)
    assert "0 games rebuilt" in checked(rebuild=True)


def test_the_first_figure_that_follows_from_it_is_named_with_what_is_right(
    pool: Club,
) -> None:
    broken("net", "net + 5")
    with pytest.raises(CommandError):
        checked(pool)
    [figure] = figures(pool)
    assert str(figure) == (
        f"group {pool.code}, all time, money by sum: figure of Dev is 20005, right is 20000"
    )


@pytest.mark.parametrize("in_seasons", [True, False])
def test_a_tournament_in_or_outside_the_seasons_is_sound(in_seasons: bool) -> None:
    tournament = cups.here(cups.tournament(rounds=1, in_seasons=in_seasons))
    for table in cups.publish(tournament).table_sessions.all():
        cups.play_table(table)
    club = tournament.session.club
    won = {"deal": {}, "lines": {"Asha A": {"won": True}, "Zoe": {"points": 10}}}
    make.play(make.session("basic_rummy", ("Asha A", "Zoe"), club=club), won)
    assert "0 results wrong" in checked(club)


def figures(club: Club) -> list[Difference]:
    """The first wrong figure of all time, by what slow reckoning finds."""
    right = list(GameResult.objects.all())
    for row in right:
        row.net = {"Dev": 20000}.get(row.player.name, row.net)
    return list(audit.figure_differences(club, None, SeasonRules(), right))[:1]


def test_a_result_that_is_missing_or_too_much_is_named(pool: Club) -> None:
    GameResult.objects.filter(player__name="Meera").delete()
    with pytest.raises(CommandError, match="the result of Meera is not there, right is there"):
        checked(pool)
    checked(pool, rebuild=True)
    game = Game.objects.get()
    GameResult.objects.filter(player__name="Meera").update(
        player=add_players(club=pool, names=["Zoya"])[0]
    )
    with pytest.raises(CommandError, match="the result of"):
        checked(pool)
    checked(pool, rebuild=True)
    assert list(differences(game)) == []


def test_results_of_before_are_no_fault_of_the_ledger_and_written_anew(pool: Club) -> None:
    GameResult.objects.update(points=None, took=False, preset="")
    assert list(differences(Game.objects.get())) == []
    with pytest.raises(CommandError, match="points of Asha is None, right is"):
        checked(pool)
    assert "1 games rebuilt" in checked(pool, rebuild=True)
    assert GameResult.objects.get(took=True).player.name == "Dev"


@pytest.mark.parametrize(("column", "value"), [("points", "7"), ("took", "TRUE")])
def test_what_a_result_says_besides_is_held_against_the_hands(
    pool: Club, column: str, value: str
) -> None:
    broken(column, value, "Asha")
    [difference] = differences(Game.objects.get())
    assert f"standings, {column}: Asha is" in str(difference)


def test_what_todays_rules_refuse_stands_as_it_was_kept(
    pool: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, "pool_rummy", tightened(VARIANTS["pool_rummy"]))
    kept = list(GameResult.objects.order_by("pk").values())
    output = checked(pool, rebuild=True)
    assert "game 1: hand 1: the rules refuse it now" in output
    assert " 0 results wrong" in output
    assert list(GameResult.objects.order_by("pk").values()) == kept


def test_there_is_no_such_club() -> None:
    with pytest.raises(CommandError, match="no group with the code"):
        checked(Club(code="nobody"))


def test_a_game_that_cannot_be_read_is_named_and_the_others_are_checked(pool: Club) -> None:
    table = make.session("rummi", make.NAMES[:2], club=pool)
    Game.objects.filter(pk=table.game.pk).update(fold={})
    GameResult.objects.exclude(game=table.game).filter(player__name="Dev").update(points=7)
    with pytest.raises(CommandError, match="points of Dev is 7"):
        checked(pool)
    output = checked(pool, rebuild=True)
    assert f"session {table.game.session.code}, game 1: what is kept of it cannot be read" in output
