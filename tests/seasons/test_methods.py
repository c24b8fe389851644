"""A season by the method that its hosts chose: its form, its page, its statement."""

from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from scorekeeper.clubs.models import Club, Role
from scorekeeper.clubs.services import set_points_only
from scorekeeper.core.localization import currencies
from scorekeeper.ledger.models import GameResult
from scorekeeper.play.edits.services import void_hand
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import game_table as play_table
from scorekeeper.play.services import close_session, open_session, start_game
from scorekeeper.seasons import selectors, words
from scorekeeper.seasons.forms import SeasonForm
from scorekeeper.seasons.models import Season
from scorekeeper.seasons.ranking.measures import Measure, SessionBy
from scorekeeper.seasons.ranking.method import MatchOf, Method, TieRule
from scorekeeper.seasons.rules import (
    USUAL,
    SeasonRules,
    SeasonScope,
    limited_to,
    parse_rules,
    with_measure,
)
from scorekeeper.seasons.services import change_season, create_season, version_of
from scorekeeper.seasons.table_html import cached_table
from scorekeeper.statements.contents.season_reading import season_contents
from scorekeeper.statements.layouts.season import SeasonLayout
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.helpers.statements.season import pages as on_paper
from tests.seasons.standings import NAMES, deal, played_session

pytestmark = pytest.mark.django_db
ASKED = {
    "name": "Winter",
    "starts": "2026-10-01",
    "ends": "2026-12-31",
    "scope": "all",
    "measure": "money",
    "over": "sum",
    "many": "",
    "places": "10-6-3-1",
    "least": "0",
    "missed": "nothing",
    "session": "auto",
    "tie_0": "head_to_head",
    "tie_1": "sessions_won",
    "tie_2": "",
    "tie_3": "",
}


@pytest.fixture
def club() -> Club:
    """Asha and Dev end with +200 each: a session won by each, and Dev won the last.

    3 Oct: Asha +300, Dev −100, Meera −200. 10 Oct: Dev +300, Asha −100, Meera −200.
    """
    new_club = make.club()
    played_session(new_club, date(2026, 10, 3), deal("Asha", "Dev", "Meera"))
    played_session(new_club, date(2026, 10, 10), deal("Dev", "Asha", "Meera"))
    return new_club


def send(club: Club, **fields: str) -> Any:
    path = reverse("seasons:season_new", args=[club.code])
    return make.client_with(Role.HOST, club).post(path, ASKED | fields)


def table(club: Club, **query: str) -> str:
    path = reverse("seasons:table", args=[club.code])
    return text_of(make.client_with(Role.VIEWER, club).get(path, query))


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_host_says_what_counts_and_the_page_says_it_in_a_sentence(club):
    sent = send(club, measure="places", places="५, 2", over="best", many="1", least="2")
    assert sent.status_code == 302
    season = Season.objects.get()
    parsed = parse_rules(season.rules)
    assert (parsed.method.measure, parsed.method.places, parsed.method.many) == (
        "places",
        (5, 2),
        1,
    )
    page = table(club, season=str(season.pk))
    assert (
        "Places in each session, worth 5-2 points; only 1 session counts, the best;"
        " ranked from 2 sessions on." in page
    )


def test_the_form_shows_what_was_chosen_and_changes_it(club):
    send(club, measure="wins", scope="game:rummi")
    season = Season.objects.get()
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    phone = make.client_with(Role.HOST, club)
    shown = text_of(phone.get(path))
    assert '<option value="wins" selected>' in shown
    assert '<option value="game:rummi" selected>' in shown
    before = version_of(season)
    assert phone.post(path, ASKED | {"measure": "rating"}).status_code == 302
    season.refresh_from_db()
    assert parse_rules(season.rules).method.measure is Measure.RATING
    assert version_of(season) > before


def test_a_rating_may_take_each_hand_for_a_match_and_says_so(club):
    assert send(club, measure="rating", match="hand").status_code == 302
    season = Season.objects.get()
    assert parse_rules(season.rules).method.match is MatchOf.HAND
    page = table(club, season=str(season.pk))
    assert "A rating: the winner of each hand beats all others in it" in page
    ranks = selectors.ranked(club, season).ranks
    assert [rank.name for rank in ranks] == ["Dev", "Asha", "Meera"]
    assert all(rank.placing.rating for rank in ranks)
    dev = club.players.get(name="Dev")
    path = reverse("seasons:course", args=[club.code, dev.pk])
    answer = make.client_with(Role.VIEWER, club).get(path, {"season": str(season.pk)})
    assert [share.place for share in answer.context["shares"]] == [
        "won 1 of 1 hand",
        "won 0 of 1 hand",
    ]
    assert send(club, name="B", measure="wins", match="hand", scope="game:rummi").status_code == 302
    assert parse_rules(Season.objects.get(name="B").rules).method.match is MatchOf.SESSION


def test_fewer_days_never_bring_back_an_old_version(club):
    season = create_season(club=club, name="W", starts=date(2026, 10, 1), ends=None)
    before, rules = version_of(season), parse_rules({}).dump()
    change_season(season=season, name="W", starts=date(2026, 11, 1), ends=None, rules=rules)
    season.refresh_from_db()
    assert version_of(season) > before


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"over": "best"}, "Enter the number of sessions."),
        ({"over": "drop", "many": "0"}, "Enter 1 or more."),
        ({"many": "x"}, "Enter a number."),
        ({"many": "9" * 30}, "Enter 100 or less."),
        ({"places": "10-x"}, "Enter whole numbers"),
        ({"places": "²-1"}, "Enter whole numbers"),
        ({"places": "-".join(["1"] * 13)}, "At most 12 places"),
        ({"least": "-1"}, "Enter 0 or more."),
        ({"measure": "nonsense"}, "nonsense"),
        ({"scope": "game:chess"}, "chess"),
        ({"scope": "game:rummi", "measure": "game_points"}, "Rummi is not played for game points."),
    ],
)
def test_what_cannot_be_is_refused_beside_the_field_and_kept(club, fields, message):
    answer = send(club, **fields)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert message in page
    assert 'value="Winter"' in page
    assert not Season.objects.exists()


def test_two_seasons_begun_at_once_do_not_overlap(club, monkeypatch):
    """The rules that the form has seen are compared again once the club is locked."""
    monkeypatch.setattr(SeasonForm, "_check_days", lambda *_told: None)
    assert send(club).status_code == 302
    answer = send(club, name="Other", starts="2026-12-01", ends="2027-03-01")
    assert answer.status_code == 400
    assert "“Winter” has the same games until" in answer.content.decode()
    assert send(club, name="Other", scope="game:rummi").status_code == 302
    other = Season.objects.get(name="Other")
    path = reverse("seasons:season_change", args=[club.code, other.pk])
    again = make.client_with(Role.HOST, club).post(path, ASKED | {"name": "Other"})
    assert again.status_code == 400 and "has the same games" in again.content.decode()
    assert parse_rules(Season.objects.get(name="Other").rules).scope is SeasonScope.GAME
    assert Season.objects.count() == 2


def test_a_session_counts_in_one_season_of_the_same_games(club):
    assert send(club).status_code == 302
    over = {"name": "Spring", "starts": "2026-12-31", "ends": "2027-03-31"}
    answer = send(club, **over)
    assert answer.status_code == 400
    assert "“Winter” has the same games until" in answer.content.decode()
    assert send(club, **over, scope="game:rummi").status_code == 302
    assert send(club, **over | {"name": "May", "starts": "2027-01-01"}).status_code == 302


def test_equal_sums_are_told_apart_and_the_rule_is_named(club):
    """Both at +200: one session ahead each; the last with both decides."""
    send(club, tie_1="last_meeting")
    page = table(club, season=str(Season.objects.get().pk))
    assert "Tied with Dev, who did better in their last session together." in page
    send(club, name="B", starts="2027-01-01", ends="2027-02-01")
    ranks = selectors.ranked(club, Season.objects.get(name="Winter")).ranks
    assert [(rank.place, rank.name) for rank in ranks] == [(1, "Dev"), (2, "Asha"), (3, "Meera")]


def test_where_nothing_decides_they_share_the_place_and_that_is_said(club):
    send(club, tie_0="head_to_head", tie_1="")
    page = table(club, season=str(Season.objects.get().pk))
    assert "Tied: no tie-break applies." in page


def test_a_method_without_facts_gives_nobody_a_place(club):
    page = table(club, season="all", by="game_points")
    assert "None of these games count towards this ranking yet." in page


def test_anybody_looks_at_a_season_by_another_measure(club):
    for measure in Measure:
        assert table(club, season="all", by=str(measure))
    phone = make.client_with(Role.VIEWER, club)
    assert phone.get(reverse("seasons:table", args=[club.code]), {"by": "x"}).status_code == 404


def test_who_came_too_seldom_is_told_how_many_sessions_are_missing(club):
    send(club, least="3")
    assert "1 more session to qualify" in table(club, season=str(Season.objects.get().pk))


def test_game_points_add_up_over_games(club):
    played_table = make.session("vazhushal", NAMES, club=club, played_on=date(2026, 11, 1))
    make.play(played_table, {"deal": {}, "lines": {"Meera": {"finish": "won"}}})
    ranks = selectors.ranked(club, None, with_measure(Measure.GAME_POINTS, USUAL)).ranks
    assert ranks[0].name == "Meera" and ranks[0].placing.figure == 1


def test_what_a_table_calls_its_rules_can_be_what_counts(club):
    session = open_session(club=club, played_on=date(2026, 11, 20))
    game = start_game(
        session=session,
        variant="pool_rummy",
        options={"pool": 61},
        players=list(club.players.order_by("pk")),
        preset="Sixty-one",
    )
    make.play(play_table(game), pool_hand("Dev", Asha=20, Meera=20))
    answer = send(club, scope="preset:pool_rummy:Sixty-one", measure="wins", ends="")
    assert answer.status_code == 302
    [first, *_rest] = selectors.ranked(club, Season.objects.get()).ranks
    assert first.name == "Dev" and first.placing.figure == first.hands == 1


def called_alike(club: Club) -> None:
    """A hand of Pool that Dev won and one of Rummi that Asha won, both by “Default rules”, and one
    of Pool by no name that Meera won."""
    everybody = list(club.players.order_by("pk"))

    def hand(variant: str, preset: str, entry: dict) -> None:
        session = open_session(club=club, played_on=date(2026, 11, 20))
        game = start_game(
            session=session, variant=variant, options={}, players=everybody, preset=preset
        )
        make.play(play_table(game), entry)

    hand("pool_rummy", "Default rules", pool_hand("Dev", Asha=20, Meera=20))
    hand("rummi", "Default rules", deal(*NAMES))
    hand("pool_rummy", "", pool_hand("Meera", Asha=20, Dev=20))


def wins(club: Club, rules: SeasonRules) -> dict[str, int]:
    return {r.name: r.wins for r in selectors.ranked(club, None, rules).ranks if r.wins}


def test_rules_that_two_games_call_alike_are_not_counted_together(club):
    called_alike(club)
    assert send(club, scope="preset:pool_rummy:Default rules").status_code == 302
    season = Season.objects.get()
    page = table(club, season=str(season.pk))
    assert wins(club, parse_rules(season.rules)) == {"Dev": 1}
    assert "<bdi>Pool Rummy, Default rules</bdi>." in page
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    shown = text_of(make.client_with(Role.HOST, club).get(path))
    assert '<option value="preset:pool_rummy:Default rules" selected>' in shown
    assert send(club, name="B", scope="preset:rummi:Default rules").status_code == 302
    assert send(club, name="C", scope="preset:rummi:Default rules").status_code == 400


@pytest.mark.parametrize(
    ("scope", "key", "limit", "expected"),
    [
        (SeasonScope.PRESET, "Default rules", "pool_rummy", {"Dev": 1}),
        (SeasonScope.PRESET, "Default rules", "gin_rummy", {}),
        (SeasonScope.GAME, "rummi", "pool_rummy", {}),
        (SeasonScope.FAMILY, "INDIAN", "pool_rummy", {"Dev": 1, "Meera": 1}),
        (SeasonScope.FAMILY, "INDIAN", "rummi", {}),
        (SeasonScope.ALL, "", "pool_rummy", {"Dev": 1, "Meera": 1}),
    ],
)
def test_one_game_of_a_season_is_what_the_season_counts_of_it(club, scope, key, limit, expected):
    called_alike(club)
    rules = limited_to(limit, SeasonRules(scope=scope, scope_key=key))
    assert wins(club, rules) == expected
    results = GameResult.objects.values_list("variant", "preset")
    counted = {result for result in results if rules.counts(*result)}
    assert counted == set(results.filter(rules.counted))
    of_rummi = limited_to(
        "rummi", SeasonRules(scope=SeasonScope.PRESET, scope_key="x", game="pool_rummy")
    )
    assert wins(club, of_rummi) == {}


def test_a_page_offers_the_games_that_its_season_counts(club):
    called_alike(club)
    send(club, scope="game:rummi")
    shown = table(club, season=str(Season.objects.get().pk))
    assert 'value="rummi"' in shown and 'value="pool_rummy"' not in shown


def test_how_a_figure_came_about_is_told_session_by_session(club):
    send(club, measure="places", over="best", many="1", missed="last")
    season = Season.objects.get()
    played_session(club, date(2026, 10, 17), deal("Asha", "Meera"), names=("Asha", "Meera"))
    dev = club.players.get(name="Dev")
    path = reverse("seasons:course", args=[club.code, dev.pk])
    page = text_of(make.client_with(Role.VIEWER, club).get(path, {"season": season.pk}))
    assert "place 1" in page and "place 2" in page
    assert "missed" in page and "does not count" in page
    unknown = reverse("seasons:course", args=[club.code, 999999])
    assert make.client_with(Role.VIEWER, club).get(unknown).status_code == 404


def test_how_a_rating_came_about_is_told_session_by_session(club):
    dev = club.players.get(name="Dev")
    path = reverse("seasons:course", args=[club.code, dev.pk])
    answer = make.client_with(Role.VIEWER, club).get(path, {"season": "all", "by": "rating"})
    shares = [(share.on.day, share.place, share.figure) for share in answer.context["shares"]]
    ranks = selectors.ranked(club, None, with_measure(Measure.RATING, USUAL)).ranks
    [own] = [rank.placing for rank in ranks if rank.player_id == dev.pk]
    after = [words.number_text(rating.sure) for rating in own.ratings]
    assert shares == [(10, "place 1", after[1]), (3, "place 2", after[0])]
    assert "Counted rating after each session." in text_of(answer)


def test_paper_says_the_method_the_figures_and_what_decided(club):
    send(club, measure="wins", tie_0="", tie_1="last_meeting")
    season = Season.objects.get()
    with currencies.reading_as("en"):
        contents = season_contents(season)
    assert contents.method == "Hands won."
    assert contents.figure_name == "Hands won"
    assert contents.figures == ("1", "1", "0")
    assert (
        contents.tie_reasons[1] == "Tied with Dev, who did better in their last session together."
    )
    assert "Dev comes first" in SeasonLayout(contents).result()


@pytest.mark.parametrize(
    ("method", "figures", "lead"),
    [
        ({"over": "session"}, ("+₹1", "+₹1", "−₹2"), "+₹1"),
        ({"over": "hand"}, ("+₹1", "+₹1", "−₹2"), "+₹1"),
        ({"over": "best", "many": "1"}, ("+₹3", "+₹3", "−₹2"), "+₹3"),
        ({"missed": "last"}, ("+₹2", "+₹2", "−₹4"), "+₹2"),
    ],
)
def test_paper_says_figures_of_money_that_are_not_the_net(club, method, figures, lead):
    send(club, tie_0="", tie_1="last_meeting", **method)
    season, asha = Season.objects.get(), club.players.get(name="Asha")
    with currencies.reading_as("en"):
        contents, own = season_contents(season), season_contents(season, asha.pk)
        assert contents.figures == figures
        assert "Money Net Sessions" in " ".join(on_paper(contents)[1].split())
        assert SeasonLayout(contents).figure_text(contents.figure_lines[0][-1]) == lead
        assert SeasonLayout(own).result() == f"Place 2 of 3, {figures[1]}"
    send(club, name="Sum", starts="2026-10-02", scope="game:rummi")
    with currencies.reading_as("en"):
        assert season_contents(Season.objects.get(name="Sum")).figure_name == ""


def test_money_that_came_back_is_money_all_the_same():
    """Two sessions that undo each other: everybody is at nothing, as the table and its statement
    say."""
    new_club = make.club()
    for order in (("Asha", "Dev"), ("Dev", "Asha")):
        played_session(new_club, date(2026, 10, 3), deal(*order), names=("Asha", "Dev"))
    season = create_season(club=new_club, name="W", starts=date(2026, 10, 1), ends=None)
    assert selectors.ranked(new_club, season).moves_money
    assert season_contents(season).moves_money
    assert "per session, best" in table(new_club, season=str(season.pk))


def test_only_a_host_changes_a_season(club):
    season = create_season(club=club, name="W", starts=date(2026, 10, 1), ends=None)
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    for role in (Role.VIEWER, Role.SCORER):
        assert make.client_with(role, club).post(path, ASKED).status_code == 403
    other = make.client_with(Role.HOST, make.club("Else"))
    assert other.post(path, ASKED).status_code == 404


def test_where_nobody_chose_hands_won_count_as_long_as_no_money_moves():
    club = make.club()
    played_table = make.session(
        "pool_rummy", NAMES, {"fee": 0}, club=club, played_on=date(2026, 10, 3)
    )
    make.play(played_table, pool_hand("Dev", Asha=2, Meera=3))
    path = reverse("seasons:season_new", args=[club.code])
    shown = text_of(make.client_with(Role.HOST, club).get(path))
    assert '<option value="usual" selected>' in shown
    assert send(club, measure="usual", least="1").status_code == 302
    season = Season.objects.get()
    season_table = selectors.ranked(club, season)
    assert season_table.method.measure is Measure.WINS and season_table.method.least == 1
    assert season_table.ranks[0].name == "Dev" and season_table.ranks[0].placing.figure == 1
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    again = text_of(make.client_with(Role.HOST, club).get(path))
    assert '<option value="usual" selected>' in again
    played_session(club, date(2026, 10, 10), deal(*NAMES))
    assert selectors.ranked(club, season).method.measure is Measure.MONEY


def test_the_same_season_by_other_rules_is_not_taken_for_the_one_that_is_there(club):
    assert [send(club).status_code for _time in range(2)] == [302, 302]
    answer = send(club, measure="wins")
    assert answer.status_code == 400
    assert "season with this name already" in answer.content.decode()


def test_who_changes_the_days_alone_changes_no_rule(club):
    send(club, measure="wins")
    season = Season.objects.get()
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    days = {"name": "Winter", "starts": "2026-10-05", "ends": ""}
    assert make.client_with(Role.HOST, club).post(path, days).status_code == 302
    season.refresh_from_db()
    assert (season.starts, season.ends) == (date(2026, 10, 5), None)
    assert parse_rules(season.rules).method.measure is Measure.WINS


# What is kept, and when a page asks anew -------------------------------------------------------


def test_other_days_are_seen_at_once_though_as_many_sessions_lie_in_them(club):
    """The session in both is the newest row; the other two had as many changes."""
    played_session(club, date(2026, 10, 6), deal("Meera", "Asha", "Dev"))
    rules: dict[str, Any] = {}
    season = create_season(
        club=club, name="W", starts=date(2026, 10, 1), ends=date(2026, 10, 7), rules=rules
    )
    before = cached_table(club, season, parse_rules(rules)).table
    assert [rank.net for rank in before.ranks] == [200, 100, -300]
    change_season(season=season, name="W", starts=date(2026, 10, 5), ends=None, rules=rules)
    season.refresh_from_db()
    kept = cached_table(club, season, parse_rules(rules)).table
    assert kept.ranks == selectors.ranked(club, season).without_sessions.ranks


def test_an_open_page_asks_anew_after_whatever_changes_its_table(club):
    season = create_season(club=club, name="W", starts=date(2026, 10, 1), ends=None)
    for session in club.sessions.all():
        close_session(session=session)
    phone = make.client_with(Role.VIEWER, club)
    path = reverse("seasons:table", args=[club.code])

    def is_news(seen: str) -> bool:
        parameters: dict[str, Any] = {"season": season.pk, "seen": seen}
        return phone.get(path, parameters, headers={"HX-Request": "true"}).status_code == 200

    def rules(measure: Measure) -> dict[str, Any]:
        dumped = SeasonRules(Method(measure), usual=False).dump()
        return {"name": "W", "starts": season.starts, "ends": None, "rules": dumped}

    hand = Hand.objects.filter(game__session__club=club).latest("pk")
    for change in (
        lambda: void_hand(hand=hand, after_closing=True),
        lambda: change_season(season=season, **rules(Measure.WINS)),
        lambda: make.rename(club.players.get(name="Dev"), "Devika"),
    ):
        seen = selectors.mark(club, selectors.seasons(club))
        assert not is_news(seen)
        change()
        assert is_news(seen)


# Money that is not to be shown -----------------------------------------------------------------


def pages(club: Club, season: Season, *, money: bool) -> dict[str, str]:
    dev = club.players.get(name="Dev")
    phone = make.client_with(Role.VIEWER, club)
    session = club.sessions.earliest("pk")
    phone.post(reverse("scoreboard:money", args=[session.code]), {"show": str(int(money))})
    parameters = {"season": season.pk}
    answers = {
        name: phone.get(reverse(f"seasons:{name}", args=[club.code, *args]), parameters)
        for name, args in {
            "table": [],
            "charts": [],
            "course": [dev.pk],
            "player": [dev.pk],
        }.items()
    }
    return {name: text_of(answer) for name, answer in answers.items()}


@pytest.mark.parametrize("measure", ["money", "wins"])
def test_no_page_of_a_season_tells_an_amount_to_a_device_that_hides_money(club, measure):
    """3.50 and its like stand nowhere, in words or drawn."""
    send(club, measure=measure, tie_0="money" if measure == "wins" else "head_to_head")
    season = Season.objects.get()
    shown, hidden = (pages(club, season, money=money) for money in (True, False))
    for name, text in hidden.items():
        main = text.split("<main")[1]
        assert "₹" not in main and "INR" not in main, name
        if "₹" in shown[name].split("<main")[1]:
            assert "Money is hidden on this device." in main, name
    assert "₹" in shown["table"] and "₹" in shown["player"] and "₹" in shown["charts"]
    ranks = selectors.ranked(club, season).ranks
    order = [hidden["table"].index(f"<bdi>{rank.name}</bdi>") for rank in ranks]
    assert order == sorted(order)
    assert ('class="chart' in hidden["table"]) is (measure == "wins")


@pytest.mark.parametrize(
    ("chosen", "measure", "hidden"),
    [("0", "money", True), ("1", "money", False), ("0", "wins", False)],
)
def test_a_figure_of_money_is_said_to_be_hidden_only_where_it_is(club, chosen, measure, hidden):
    dev = club.players.get(name="Dev")
    phone = make.client_with(Role.VIEWER, club)
    phone.cookies["money"] = chosen
    path = reverse("seasons:course", args=[club.code, dev.pk])
    answer = phone.get(path, {"season": "all", "by": measure})
    assert ("Money is hidden on this device." in text_of(answer)) is hidden
    assert (answer.context["bars"] is None) is hidden


def points_season(club: Club, method: Method) -> Season:
    """A season by this method, in a group that then wants no money anywhere."""
    rules = SeasonRules(method, usual=False).dump()
    season = Season.objects.create(club=club, name="Autumn", starts=date(2026, 10, 1), rules=rules)
    set_points_only(club=club, points_only=True)
    return season


def test_a_group_for_points_chooses_nothing_of_money(club):
    season = points_season(club, Method(session=SessionBy.MONEY))
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    shown = text_of(make.client_with(Role.HOST, club).get(path))
    assert 'value="money"' not in shown
    for key, words_of in (("usual", "Points, or hands won"), ("auto", "Points, else hands won")):
        assert f'<option value="{key}" selected>{words_of}' in shown


def test_what_money_decided_stays_when_a_group_for_points_saves_the_season(club):
    before = Method(Measure.MONEY, session=SessionBy.MONEY, ties=(TieRule.MONEY,))
    season = points_season(club, before)
    path = reverse("seasons:season_change", args=[club.code, season.pk])
    fields = ASKED | {"name": "Later", "measure": "usual", "tie_0": "", "tie_1": ""}
    assert make.client_with(Role.HOST, club).post(path, fields).status_code == 302
    season.refresh_from_db()
    rules = parse_rules(season.rules)
    assert (season.name, rules.usual) == ("Later", False)
    assert (rules.method.measure, rules.method.session) == (Measure.MONEY, SessionBy.MONEY)
    assert TieRule.MONEY in rules.method.ties
