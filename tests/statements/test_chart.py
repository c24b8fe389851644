"""The chart of a session: its lines are the ledger's, and nobody needs colours to tell them
apart."""

import io
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from reportlab.pdfgen.canvas import Canvas

from scorekeeper.core.charts import Track
from scorekeeper.statements.contents.running_totals import running
from scorekeeper.statements.contents.session import GameSpan, PaidRow, Running
from scorekeeper.statements.drawing.chart import (
    RunningChart,
    least_height,
    line_dashes,
    line_marker,
)
from scorekeeper.statements.layouts.session import SessionLayout
from tests.statements.made_up import session_contents
from tests.statements.placed import PlacedPage, placed

WIDE = 500


def values(totals: Running) -> list[list[float]]:
    return [list(track.values) for track in totals.tracks]


def test_a_line_is_what_was_won_or_lost_after_every_hand():
    contents = session_contents(["Asha", "Dev", "Meera"], hands=3, amount=100)
    assert values(running(contents.people, contents.games)) == [
        [0, -100, -200, 0],
        [0, 200, 100, 0],
        [0, -100, 100, 0],
    ]


def test_what_moved_beside_the_hands_has_a_place_of_its_own():
    contents = session_contents(["Asha", "Dev"], hands=1, amount=100)
    (game,) = contents.games
    paid = game.payments
    fees = [PaidRow(p, None, 50, "fee", hand=0, game=1) for p in (0, 1)]
    pot = PaidRow(None, 1, 100, "pot", hand=None, game=1)
    game = replace(game, payments=(*fees, *paid, pot))
    second = replace(game, number=2, payments=paid)
    joined = running(contents.people, [game, second])
    assert values(joined) == [[0, -50, -150, -150, -250], [0, -50, 50, 150, 250]]
    assert [(g.name, g.first, g.last) for g in joined.games] == [
        ("1 · Pool Rummy", 0, 3),
        ("2 · Pool Rummy", 3, 4),
    ]


def test_the_last_place_is_what_the_balances_say():
    contents = session_contents(hands=7)
    ends = [track.values[-1] for track in running(contents.people, contents.games).tracks]
    assert ends == [balance.games for balance in contents.balances]


def running_totals(names: list[str], places: int = 10) -> Running:
    tracks = [
        Track(name, [0, *((index - len(names) + 0.5) * place * 100 for place in range(1, places))])
        for index, name in enumerate(names)
    ]
    return Running(tuple(tracks), (GameSpan(1, "1 · Rummi", 0, places - 1),))


def money(amount: int) -> str:
    return f"{amount / 100:+.2f}"


def drawn(run: Running, height: float = 180, own: int | None = None) -> PlacedPage:
    """The chart alone on a page that is as large."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDE, height))
    RunningChart(run, WIDE, height, 8, money, own).drawOn(canvas, 0, 0)
    canvas.save()
    [page] = placed(file.getvalue())
    return page


def texts(run: Running) -> list[str]:
    return [mark.text.strip() for mark in drawn(run).words]


@pytest.mark.parametrize("people", [2, 6, 12, 20])
@pytest.mark.parametrize("places", [2, 10, 500])
def test_nothing_stands_outside_its_frame(people, places):
    names = [f"{n} {'W' * 30}" for n in range(people)]
    page = drawn(running_totals(names, places), least_height(people))
    for mark in page.marks:
        assert mark.x >= -1 and mark.right <= page.width + 1, mark
        assert mark.y >= -1 and mark.top <= page.height + 1, mark


def test_each_line_has_its_name_and_its_last_amount_beside_its_end():
    shown_texts = texts(running_totals(["Asha", "Dev", "Omar"]))
    for text in ("Asha", "Dev", "Omar", "-22.50", "-13.50", "-4.50", "1 · Rummi"):
        assert text in shown_texts


def test_no_two_of_twenty_lines_have_the_same_dash_and_marker():
    looks = [(line_dashes(index), line_marker(index)) for index in range(20)]
    assert all(left != other for left, other in combinations(looks, 2))


@pytest.mark.usefixtures("bounded")
def test_a_game_that_has_no_room_for_its_name_goes_without():
    run = replace(running_totals(["Asha", "Dev"], 200), games=())
    for game in (GameSpan(1, "1 · Rummi", 0, 1), GameSpan(2, "2 · Gin Rummy", 1, 199)):
        run = replace(run, games=(*run.games, game))
    shown_texts = texts(run)
    assert "2 · Gin Rummy" in shown_texts and not any(text.startswith("1") for text in shown_texts)


@pytest.mark.usefixtures("bounded")
def test_a_game_with_little_room_is_known_by_its_number():
    short = GameSpan(1, "1 · Gin Rummy", 0, 9), GameSpan(2, "2 · Gin Rummy", 9, 199)
    run = replace(running_totals(["Asha", "Dev"], 200), games=short)
    shown_texts = texts(run)
    assert "1" in shown_texts and "2 · Gin Rummy" in shown_texts


def test_names_do_not_stand_on_each_other():
    marks = drawn(running_totals([f"P{n}" for n in range(12)], 2)).words
    heights = sorted(mark.base for mark in marks if mark.text.startswith("P"))
    assert len(heights) == 12
    assert min(b - a for a, b in pairwise(heights)) >= 8


def test_a_session_without_money_has_no_chart():
    contents = session_contents(hands=0)
    assert not running(contents.people, contents.games).moves
    assert not any(isinstance(part, RunningChart) for part in SessionLayout(contents).story())
