"""The winner of a session, by the rules of its season: the same on page, statement and image."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scorekeeper.clubs.models import Role, Session
from scorekeeper.play import services
from scorekeeper.play.models import Game
from scorekeeper.play.selectors import Table
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import Measure, SessionBy
from scorekeeper.seasons.ranking.method import Method
from scorekeeper.seasons.rules import SeasonRules, SeasonScope
from scorekeeper.seasons.selectors import season_on, seasons, session_winners
from scorekeeper.seasons.services import change_season, create_season, version_of
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.contents.session_reading import contents
from scorekeeper.statements.images.reading import Subject
from tests.helpers import factories as make
from tests.helpers.statements.session import text_of
from tests.seasons.standings import deal

pytestmark = pytest.mark.django_db
NAMES = make.NAMES[:3]


def closed(table: Table) -> Session:
    services.close_session(session=table.game.session)
    return Session.objects.select_related("club").get(pk=table.game.session_id)


def rummi(*orders: tuple[str, ...]) -> Table:
    """The second of a deal pays the first 1.00, the third 2.00."""
    return make.play(make.session("rummi", NAMES), *[deal(*order) for order in orders])


def money_or_hands() -> Table:
    """Meera wins the first game, and less money than Asha has from the second, which ended
    early."""
    table = make.session("pool_rummy", NAMES, {"pool": 61, "fee": 10})
    table = make.play(table, *[make.pool_hand("Meera", Asha=40, Dev=50)] * 2)
    second = make.next_game(table.game.session, "rummi", NAMES)
    Game.objects.filter(pk=second.game.pk).update(ends_after=5)
    return make.play(second, deal(*NAMES))


def vazhushal(*winners: str) -> Table:
    table = make.session("vazhushal", NAMES)
    return make.play(table, *[{"deal": {}, "lines": {who: {"finish": "won"}}} for who in winners])


def page(session: Session, role: Role = Role.VIEWER) -> str:
    answer = make.client_with(role, session.club).get(
        reverse("scoreboard:session", args=[session.code])
    )
    return " ".join(answer.content.decode().split())


def lines_of(session: Session) -> tuple[Any, ...]:
    """The winner according to the statement and to the image."""
    statement, shown = contents(session), Subject(session).image(money=True)
    named = tuple(statement.people[person] for person in statement.winners)
    assert named == shown.winners
    marked = {place.name for place in shown.places if place.won}
    assert marked == set(named), marked
    return named, statement.result_phrase, shown.says, shown.prize


# By what it was played for -------------------------------------------------------------------


def test_by_money_where_any_moved() -> None:
    session = closed(rummi(NAMES, ("Asha", "Meera", "Dev")))
    assert lines_of(session) == (("Asha",), "won the session, +₹6", "won the session", "+₹6")
    assert "Asha won the session, +₹6" in text_of(contents(session))
    assert "won the session, +₹6" in page(session)


def test_by_game_points_where_it_is_played_for_these() -> None:
    session = closed(vazhushal("Dev", "Dev", "Asha"))
    with_points = "won the session with 2 game points"
    assert lines_of(session) == (("Dev",), with_points, "won the session", "2 game points")
    assert with_points in page(session)


def test_by_points_where_nothing_else_moved() -> None:
    table = make.play(
        make.session("pool_rummy", NAMES, {"fee": 0}), make.pool_hand("Dev", Asha=10, Meera=20)
    )
    assert lines_of(closed(table))[1] == "won the session with 10 points better than the average"


def test_who_share_it_are_all_named() -> None:
    session = closed(vazhushal("Dev", "Asha"))
    assert lines_of(session)[:2] == (("Asha", "Dev"), "won the session, with 1 game point each")
    assert "Asha, Dev won the session" in text_of(contents(session))
    shown = page(session)
    assert "<bdi>Asha</bdi> + <bdi>Dev</bdi>" in shown and "with 1 game point each" in shown


def test_a_session_where_all_are_equal_says_nothing() -> None:
    for table in (make.session("rummi", NAMES), vazhushal("Dev", "Asha", "Meera")):
        session = closed(table)
        assert session_winners(session) is None
        assert contents(session).winners == ()
        assert "won the session" not in page(session)
        assert "won the session" not in text_of(contents(session))
        assert Subject(session).image(money=True).says != "won the session"


def test_while_it_runs_nobody_has_won_it() -> None:
    session = rummi(NAMES).game.session
    assert session_winners(session) is None
    assert "won the session" not in page(session)
    assert Subject(session).image(money=True).says == "is ahead"
    services.close_session(session=session)
    services.reopen_session(session=session)
    assert "won the session" not in page(session)


def test_a_page_or_image_without_money_names_the_same_and_no_amount() -> None:
    session = closed(money_or_hands())
    shown = Subject(session).image(money=False)
    assert (shown.winners, shown.says, shown.prize) == (lines_of(session)[0], "won the session", "")
    browser = make.client_with(Role.VIEWER, session.club)
    browser.post(reverse("scoreboard:money", args=[session.code]), {"show": "0"})
    body = browser.get(reverse("scoreboard:session", args=[session.code])).content.decode()
    assert "won the session" in body and "won the session," not in body


# By its season -------------------------------------------------------------------------------


def by(session: SessionBy) -> dict[str, Any]:
    return SeasonRules(Method(session=session), usual=False).dump()


def test_the_season_it_lies_in_says_by_what_and_page_and_statement_follow() -> None:
    session = closed(money_or_hands())
    club = session.club
    assert lines_of(session)[0] == ("Asha",) and "won the session" in page(session)
    day = session.played_on
    season = create_season(club=club, name="A", starts=day, ends=day, rules=by(SessionBy.GAMES))
    session.refresh_from_db()
    assert lines_of(session) == (
        ("Meera",),
        "won the session with 1 game won",
        "won the session",
        "1 game won",
    )
    assert "won the session with 1 game won" in page(session)
    [table] = season_contents(season).sessions
    assert [season_contents(season).people[who] for who in table.winners] == ["Meera"]
    before = session.version, version_of(season)
    change_season(season=season, name="A", starts=day, ends=None, rules=by(SessionBy.MONEY))
    session.refresh_from_db()
    season.refresh_from_db()
    assert session.version > before[0] and version_of(season) > before[1]
    assert "won the session with" not in page(session) and lines_of(session)[0] == ("Asha",)


def test_a_season_by_which_nothing_is_named_otherwise_leaves_sessions_alone() -> None:
    session = closed(rummi(NAMES))
    season = create_season(club=session.club, name="A", starts=session.played_on, ends=None)
    change_season(season=season, name="B", starts=session.played_on, ends=None, rules={})
    assert Session.objects.get(pk=session.pk).version == session.version


def test_of_two_seasons_the_one_that_began_last_says_it() -> None:
    session = closed(money_or_hands())
    club, day = session.club, session.played_on
    create_season(club=club, name="Year", starts=day.replace(day=1), ends=None)
    Season.objects.create(  # of before it was looked at whether they overlap
        club=club, name="Week", starts=day, ends=day, rules=by(SessionBy.GAMES)
    )
    chosen = season_on(list(seasons(club)), day)
    assert chosen is not None and chosen.name == "Week"
    won = session_winners(session)
    assert won is not None and won.measure is Measure.GAMES
    Season.objects.filter(name="Week").update(starts=day.replace(day=2), ends=day.replace(day=3))
    won = session_winners(session)
    assert won is not None and won.measure is Measure.MONEY


def test_a_season_that_counts_none_of_its_games_does_not_say_it() -> None:
    """A session of Pool and Rummi; a season of Gin began last, one of Rummi before it."""
    played = closed(money_or_hands())
    club, day = played.club, played.played_on

    def season(name: str, since: int, game: str, session: SessionBy) -> None:
        rules = SeasonRules(Method(session=session), SeasonScope.GAME, game, usual=False).dump()
        create_season(club=club, name=name, starts=day.replace(day=since), ends=None, rules=rules)

    season("Gin", 3, "gin_rummy", SessionBy.GAMES)
    played.refresh_from_db()
    assert lines_of(played)[0] == ("Asha",)
    season("Rummi", 2, "rummi", SessionBy.GAMES)
    played.refresh_from_db()
    assert lines_of(played)[0] == ("Meera",)


# What it costs -------------------------------------------------------------------------------


def test_it_costs_two_queries_and_none_while_the_session_runs(
    django_assert_num_queries: Any,
) -> None:
    table = rummi(NAMES)
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    with django_assert_num_queries(0):
        session_winners(session)
    session = closed(table)
    with django_assert_num_queries(2):
        session_winners(session)


@pytest.mark.parametrize("what", ["board", "image"])
def test_a_closed_session_costs_two_more(what: str, django_assert_max_num_queries: Any) -> None:
    table = rummi(NAMES)
    browser = make.client_with(Role.VIEWER, table.game.session.club)

    def query_count(session: Session) -> int:
        cache.clear()
        with django_assert_max_num_queries(60) as seen:
            if what == "board":
                browser.get(reverse("scoreboard:newer", args=[session.code]), {"v": "0"})
            else:
                Subject(session).image(money=True)
        return len(seen)

    services.close_game(game=table.game)
    session = Session.objects.select_related("club").get(pk=table.game.session_id)
    before = query_count(session)
    assert query_count(closed(table)) == before + 2


@pytest.mark.postgres
def test_who_makes_a_season_holds_all_sessions_and_then_the_club() -> None:
    """Else two of them at once each take the other for not there, and neither tells the
    sessions."""
    session = closed(rummi(NAMES))
    with CaptureQueriesContext(connection) as seen, transaction.atomic():
        create_season(club=session.club, name="A", starts=session.played_on, ends=None)
    held = [query["sql"] for query in seen if "FOR NO KEY UPDATE" in query["sql"]]
    assert [sql.split(" FROM ")[1].split()[0] for sql in held] == [
        '"clubs_session"',
        '"clubs_club"',
    ]
