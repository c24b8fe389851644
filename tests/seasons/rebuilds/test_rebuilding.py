"""Summaries written anew, in pieces: where one worker stopped another goes on."""

from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from scorekeeper.clubs import locks
from scorekeeper.clubs.models import Club, Role, Session
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.jobs.models import JobState
from scorekeeper.core.limits import acts
from scorekeeper.extensions.exchange.spreadsheets.services import (
    SpreadsheetUpload,
    import_spreadsheet,
    undo_import,
)
from scorekeeper.ledger.models import GameResult, Payment
from scorekeeper.play.models import Game
from scorekeeper.play.replays.results import complete_results
from scorekeeper.play.services import close_session
from scorekeeper.seasons.rebuilds import services
from scorekeeper.seasons.rebuilds.models import Rebuild
from scorekeeper.seasons.rebuilds.services import rebuild_results
from tests.helpers import factories as make
from tests.helpers.factories import pool_hand
from tests.seasons.rebuilds.rebuilding import HAND, WRONG, result_rows, work

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """Three sessions: of money, of points that came to their end, and one that goes on."""
    new_club = make.club()
    table = make.play(
        make.session("paplu", make.NAMES[:4], {"rounds": None}, club=new_club), HAND, HAND
    )
    close_session(session=table.game.session)
    table = make.session("pool_rummy", make.NAMES[:4], club=new_club)
    make.play(table, *[pool_hand("Asha", Dev=80, Meera=80, Omar=70)] * 2)
    make.play(make.session("marriage", make.NAMES[:3], club=new_club))
    make.play(make.session("points_rummy", make.NAMES[:4], club=new_club), HAND)
    return new_club


def test_what_is_there_is_right_and_nothing_is_written(club: Club) -> None:
    before, versions = result_rows(), list(club.sessions.values_list("version", flat=True))
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert (rebuild.done, rebuild.games, rebuild.written, rebuild.strange) == (4, 4, 0, 0)
    assert result_rows() == before
    assert list(club.sessions.values_list("version", flat=True)) == versions


@pytest.mark.parametrize("wrong", ["changed", "gone", "too many"])
def test_what_is_wrong_is_written_as_each_save_would(club: Club, wrong: str) -> None:
    before, session = result_rows(), club.sessions.earliest("pk")
    rows = GameResult.objects.filter(session=session)
    if wrong == "changed":
        rows.update(**WRONG)
    elif wrong == "gone":
        rows.delete()
    else:
        somebody = club.players.create(name="Nobody")
        GameResult.objects.create(
            club=club, session=session, game=session.games.get(), player=somebody,
            variant="paplu", played_on=session.played_on, net=5,
        )  # fmt: skip
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert rebuild.written == 1 and result_rows() == before
    after = club.sessions.get(pk=session.pk)
    assert after.version == session.version + 1


def test_what_was_worked_out_from_hands_of_a_game_of_before_stays(club: Club) -> None:
    game = club.sessions.earliest("pk").games.get()
    tally = {name: game.tally[name] for name in ("hands", "wins")}
    Game.objects.filter(pk=game.pk).update(tally=tally)
    before = result_rows()
    GameResult.objects.filter(game=game).update(outcomes=None, dealt=None, feats=None)
    complete_results([game.pk])
    assert result_rows() == before
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert (rebuild.written, result_rows()) == (0, before)
    GameResult.objects.filter(game=game).update(**WRONG)
    assert services.run(services.start_rebuild(club=club)) and result_rows() == before


def test_a_removed_game_has_no_results(club: Club) -> None:
    before = result_rows()
    game = make.next_game(
        club.sessions.latest("pk"), "paplu", make.NAMES[:4], {"rounds": None}
    ).game
    Game.objects.filter(pk=game.pk).update(removed_at=timezone.now())
    assert services.run(services.start_rebuild(club=club))
    assert result_rows() == before


def test_a_game_whose_payments_say_otherwise_is_left_alone_and_counted(club: Club) -> None:
    game = club.sessions.earliest("pk").games.get()
    paid = Payment.objects.filter(game=game).earliest("pk")
    Payment.objects.filter(pk=paid.pk).update(amount=paid.amount + 1)
    GameResult.objects.filter(game=game).update(**WRONG)
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert (rebuild.strange, rebuild.written) == (1, 0)
    assert set(GameResult.objects.filter(game=game).values_list("net", flat=True)) == {7}


def test_whoever_comes_after_a_worker_that_died_goes_on_where_it_stopped(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = result_rows()
    GameResult.objects.update(**WRONG)
    monkeypatch.setattr(services, "PIECE", 1)
    worked: list[int] = []

    def dies(sessions: list[int]) -> services.RebuildCounts:
        if len(worked) == 2:
            raise SystemExit
        worked.extend(sessions)
        return rebuild_results(sessions)

    monkeypatch.setattr(services, "rebuild_results", dies)
    pk = services.start_rebuild(club=club).pk
    with pytest.raises(SystemExit):
        work(pk)
    assert Rebuild.objects.get(pk=pk).done == 2
    assert not work(pk)  # the one that died holds it still
    Rebuild.objects.filter(pk=pk).update(due_at=timezone.now() - timedelta(seconds=1))
    monkeypatch.setattr(services, "rebuild_results", rebuild_results)
    assert work(pk) and result_rows() == before
    assert Rebuild.objects.get(pk=pk).done == 4


def test_a_game_that_cannot_be_read_is_left_alone_and_the_others_are_written(club: Club) -> None:
    before = result_rows()
    GameResult.objects.update(**WRONG)
    broken = club.sessions.earliest("pk").games.get()
    Game.objects.filter(pk=broken.pk).update(fold={}, tally={"hands": None})
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert (rebuild.done, rebuild.strange, rebuild.written, rebuild.state) == (
        4,
        1,
        3,
        JobState.DONE,
    )
    right = [row for row in result_rows() if broken.pk not in row[:4]]
    assert right == [row for row in before if broken.pk not in row[:4]]


def test_a_session_removed_under_it_does_not_end_it(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An earlier book is taken back between the look for the next sessions and their locks."""
    upload = SpreadsheetUpload("Date,Asha,Dev\n2024-11-30,1,-1\n")
    book = import_spreadsheet(
        club=club, upload=upload, preview_key=None, most=9, token=make.token(), by=None
    )
    for _session in range(2):
        make.play(make.session("points_rummy", make.NAMES[:4], club=club), HAND)
    before = result_rows(game__isnull=False)
    GameResult.objects.exclude(game=None).update(**WRONG)
    monkeypatch.setattr(services, "PIECE", 1)
    hold, held = locks.hold_sessions, list[int]()

    def hold_late(sessions: QuerySet[Session]) -> list[int]:
        if len(held) == 4:
            monkeypatch.setattr(locks, "hold_sessions", hold)
            undo_import(source=book, by=None)
        holding = hold(sessions)
        held.extend(holding)
        return holding

    monkeypatch.setattr(locks, "hold_sessions", hold_late)
    rebuild = services.start_rebuild(club=club)
    assert services.run(rebuild)
    rebuild.refresh_from_db()
    assert (rebuild.state, rebuild.done, rebuild.written) == (JobState.DONE, 6, 6)
    assert result_rows() == before


def over(pk: int) -> None:
    Rebuild.objects.filter(pk=pk).update(due_at=timezone.now() - timedelta(seconds=1))


def test_what_fails_again_and_again_ends_and_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def fails(sessions: list[int]) -> services.RebuildCounts:
        tried.append(len(sessions))
        raise RuntimeError("no good")

    monkeypatch.setattr(services, "rebuild_results", fails)
    pk = services.start_rebuild(club=club).pk
    for _sweep in range(2 * services.MOST):
        with suppress(RuntimeError):
            work(pk)
        assert Rebuild.objects.get(pk=pk).state != JobState.RUNNING
        over(pk)
    rebuild = Rebuild.objects.get(pk=pk)
    assert len(tried) == services.MOST and rebuild.state == JobState.FAILED and rebuild.done == 0
    assert jobs.sweep() == 0 and not rebuild.is_in_work, "nobody is told of it any more"
    host, page = make.host_client(club), reverse("rebuilds:rebuild", args=[club.code])
    shown = host.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "after several errors in a row" in shown and "hx-get" not in shown
    monkeypatch.setattr(services, "rebuild_results", rebuild_results)
    host.post(page)
    again = Rebuild.objects.latest("pk")
    assert again.pk != pk and services.run(again)
    assert "after several errors" not in host.get(page).content.decode()


def test_a_worker_that_fails_is_not_told_again_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[int] = []

    def tell(job: Rebuild) -> bool:
        heard.append(job.pk)
        return True

    monkeypatch.setattr(jobs, "notify_workers", tell)
    monkeypatch.setattr(services, "rebuild_results", lambda sessions: 1 / 0)
    pk = services.start_rebuild(club=club, tell_workers=False).pk
    with pytest.raises(ZeroDivisionError):
        jobs.run("rebuilds.rebuild", pk)
    assert heard == [] and jobs.sweep() == 0, "the lease is not over"
    over(pk)
    assert jobs.sweep() == 1 and heard == [pk]


def test_who_gets_further_may_fail_as_often_as_he_likes(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, calls = result_rows(), iter(range(1000))
    GameResult.objects.update(**WRONG)
    monkeypatch.setattr(services, "PIECE", 1)

    def fails_now_and_then(sessions: list[int]) -> services.RebuildCounts:
        if next(calls) % services.MOST != services.MOST - 1:
            raise RuntimeError("not yet")
        return rebuild_results(sessions)

    monkeypatch.setattr(services, "rebuild_results", fails_now_and_then)
    pk, done = services.start_rebuild(club=club).pk, False
    while not done:
        over(pk)
        with suppress(RuntimeError):
            done = work(pk)
    rebuild = Rebuild.objects.get(pk=pk)
    assert rebuild.state == JobState.DONE and rebuild.done == 4 and result_rows() == before


def test_the_command_says_that_it_was_given_up(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    pk = services.start_rebuild(club=club).pk
    Rebuild.objects.filter(pk=pk).update(attempts=services.MOST)
    with pytest.raises(CommandError, match="stopped after 0 sessions"):
        call_command("rebuildstandings", club.code, "--here", stdout=StringIO())


def test_who_lost_it_writes_nothing(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    GameResult.objects.update(**WRONG)
    pk = services.start_rebuild(club=club).pk

    def overtaken(sessions: list[int]) -> services.RebuildCounts:
        Rebuild.objects.filter(pk=pk).update(claim="another's")
        return rebuild_results(sessions)

    monkeypatch.setattr(services, "rebuild_results", overtaken)
    assert not work(pk)
    assert set(GameResult.objects.values_list("net", flat=True)) == {7}


def test_what_was_forgotten_is_told_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[int] = []

    def tell(job: Rebuild) -> bool:
        heard.append(job.pk)
        return True

    monkeypatch.setattr(jobs, "notify_workers", tell)
    rebuild = services.start_rebuild(club=club)
    assert services.start_rebuild(club=club) == rebuild and jobs.sweep() == 0
    Rebuild.objects.update(due_at=timezone.now() - timedelta(seconds=1))
    assert jobs.sweep() == 1 and heard == [rebuild.pk]


def test_the_command_works_here_and_says_how_far_it_is(club: Club) -> None:
    before, output = result_rows(), StringIO()
    GameResult.objects.update(**WRONG)
    call_command("rebuildstandings", club.code, "--here", stdout=output)
    assert result_rows() == before
    assert "4 of 4 sessions, 4 games, 4 rebuilt" in output.getvalue()


def test_to_press_again_while_it_works_counts_as_once(club: Club) -> None:
    host, page = make.host_client(club), reverse("rebuilds:rebuild", args=[club.code])
    most = min(limit.most for limit in acts.REBUILD.limits)
    for _time in range(most + 2):
        assert host.post(page).status_code == 302
    assert Rebuild.objects.count() == 1
    for _time in range(most - 1):
        services.run(Rebuild.objects.latest("pk"))
        assert host.post(page).status_code == 302
    services.run(Rebuild.objects.latest("pk"))
    assert host.post(page).status_code == 429
    assert Rebuild.objects.count() == most


def test_a_host_sees_how_far_it_is(club: Club) -> None:
    host, page = make.host_client(club), reverse("rebuilds:rebuild", args=[club.code])
    assert "<progress" not in host.get(page).content.decode()
    assert host.post(page).status_code == 302
    shown = host.get(page, headers={"HX-Request": "true"}).content.decode()
    assert 'hx-get="' in shown and "Sessions: 0 of 4" in shown
    services.run(Rebuild.objects.get())
    shown = host.get(page, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in shown and "Sessions: 4 of 4" in shown
    assert make.client_with(Role.SCORER, club).post(page).status_code == 403
