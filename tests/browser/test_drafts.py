"""A draft belongs to one hand: it is sent until it is answered, and never as another hand."""

from collections.abc import Callable

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from playwright.sync_api import Request, Route, expect

from scorekeeper.play.edits import removal
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from tests.helpers.browser.capture import NO_SIGNAL, USUAL, Scorer, Scorers, points, scorer, table
from tests.helpers.factories import NAMES, next_game, play, pool_hand
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import eventually

__all__ = ["scorer", "table"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAVED_DRAFTS = "() => Object.keys(localStorage).filter((key) => key.startsWith('scorekeeper:'))"


def drafts(phone: Scorer) -> list[str]:
    return list(phone.page.evaluate(SAVED_DRAFTS))


def expect_no_draft(phone: Scorer) -> None:
    """A draft may go from behind the page, a moment after it has come."""
    assert eventually(lambda: not drafts(phone)), drafts(phone)


def expect_an_empty_hand(phone: Scorer, number: int) -> None:
    expect(phone.page.locator("h1")).to_have_text(f"Hand {number}")
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_hidden()
    expect(phone.page.locator(".hand--waiting")).to_have_count(0)
    assert phone.page.locator("[data-pad]").evaluate_all("all => all.map(e => e.value)") == [""] * 6
    assert phone.page.locator(".who input:checked").count() == 0


class Line:
    """The line between a device and the site: it can be cut on the way there, or back."""

    def __init__(self, phone: Scorer) -> None:
        self.phone, self.cut = phone, ""
        self.sent: list[Request] = []
        phone.page.context.route("**/hand/", self.pass_on)
        phone.page.context.route("**/edit/", self.pass_on)
        phone.page.context.route("**/insert/", self.pass_on)

    def pass_on(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        self.sent.append(route.request)
        if self.cut == "back":
            route.fetch(max_redirects=0)
        return route.abort() if self.cut else route.continue_()

    def tokens(self) -> set[str]:
        return {str((request.post_data_json or {})["token"]) for request in self.sent}


@pytest.fixture
def cut(complaints: Complaints) -> Callable[[Scorer, str], Line]:
    """A line that is cut; what the browser says about it is no complaint."""
    complaints.announce(*CUT)

    def make(phone: Scorer, where: str) -> Line:
        line = Line(phone)
        line.cut = where
        return line

    return make


Cut = Callable[[Scorer, str], Line]


@pytest.mark.parametrize("back", ["link", "browser"])
def test_after_a_save_the_next_hand_is_empty_whichever_way_one_comes(
    scorer: Scorers, back: str
) -> None:
    phone = scorer()
    line = Line(phone)
    phone.usual_hand()
    phone.save()
    phone.expect_saved(1)
    assert drafts(phone) == []
    phone.page.get_by_role("link", name="Scores").tap()
    expect(phone.page.get_by_role("link", name="Enter hand")).to_be_visible()
    if back == "link":
        phone.page.get_by_role("link", name="Enter hand").tap()
    else:
        phone.page.go_back()
    expect_an_empty_hand(phone, 2)
    phone.page.reload()
    expect_an_empty_hand(phone, 2)
    assert len(line.sent) == 1


def test_a_page_never_sends_by_itself_what_was_answered(scorer: Scorers, table: Table) -> None:
    """Even after an hour the next hand is not sent in anybody's name."""
    phone = scorer()
    phone.page.clock.install()
    line = Line(phone)
    phone.usual_hand()
    phone.save()
    phone.expect_saved(1)
    phone.page.reload()
    expect_an_empty_hand(phone, 2)
    phone.page.clock.run_for("01:00:00")
    expect_an_empty_hand(phone, 2)
    assert len(line.sent) == 1
    assert points(table) == USUAL


def test_a_second_tap_does_not_save_the_empty_hand_that_comes(
    scorer: Scorers, table: Table
) -> None:
    phone = scorer()
    line = Line(phone)
    phone.usual_hand()
    phone.page.evaluate(
        """() => {
            const save = () => document.querySelector(".hand__save").click();
            const twice = () => { if (document.querySelector(".saved")) save(); };
            document.addEventListener("htmx:afterSwap", twice);
            document.addEventListener("htmx:afterSettle", twice);
            save();
            save();
        }"""
    )
    phone.expect_saved(1)
    expect_an_empty_hand(phone, 2)
    expect(phone.page.locator(".faults")).to_have_count(0)
    assert len(line.sent) == 1
    assert points(table) == USUAL


@pytest.mark.parametrize("where", ["there", "back"])
@pytest.mark.parametrize("then", ["wait", "reload", "leave", "another page"])
def test_a_line_that_is_cut_costs_no_hand_and_doubles_none(
    scorer: Scorers, table: Table, cut: Cut, where: str, then: str
) -> None:
    """Cut on the way there, nothing is stored yet; on the way back it is stored, unknown to all."""
    phone = scorer()
    line = cut(phone, where)
    phone.usual_hand()
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    assert points(table) == (USUAL if where == "back" else [])
    if then == "reload":
        line.cut = ""
        phone.page.reload()
    elif then == "leave":
        phone.page.get_by_role("link", name="Scores").tap()
        line.cut = ""
        phone.page.get_by_role("link", name="Enter hand").tap()
    elif then == "another page":
        phone.page.close()
        line.cut = ""
        phone.page = phone.page.context.new_page()
        phone.page.goto(phone.url)
    else:
        line.cut = ""  # it tries again by itself
    expect_an_empty_hand(phone, 2)
    if where == "there" or then == "wait":
        phone.expect_saved(1)
    expect_no_draft(phone)
    assert points(table) == USUAL
    assert len(line.tokens()) == 1, "one hand has one token, however often it is sent"


# Other pages, other games, other tabs ---------------------------------------------------------


@pytest.fixture
def other_page(scorer: Scorers, table: Table) -> Callable[[str], Scorer]:
    """A device at the page of the first of two hands that were played."""
    play(table, *[pool_hand("Asha", Dev=43, Meera=10, Omar=1, Priya=2, Ravi=3)] * 2)

    def take_out(page: str) -> Scorer:
        phone = scorer()
        first = Hand.objects.get(game=table.game, number=1)
        phone.url = phone.url.replace("/hand/", f"/hands/{first.token}/{page}/")
        phone.page.goto(phone.url)
        return phone

    return take_out


@pytest.mark.parametrize("page", ["edit", "insert"])
def test_what_is_typed_about_an_earlier_hand_stays_on_its_page(
    other_page: Callable[[str], Scorer], page: str
) -> None:
    phone = other_page(page)
    if page == "insert":
        phone.won("Asha")
    phone.count("Dev").tap()
    phone.keys(*["back"] * 2, "7")
    phone.page.goto(phone.url.partition("/hands/")[0] + "/hand/")
    expect_an_empty_hand(phone, 3)
    phone.page.goto(phone.url)
    expect(phone.count("Dev")).to_have_value("7")


@pytest.mark.parametrize("where", ["there", "back"])
@pytest.mark.parametrize("page", ["edit", "insert"])
def test_an_earlier_hand_is_written_once_over_a_bad_line(
    other_page: Callable[[str], Scorer], cut: Cut, table: Table, page: str, where: str
) -> None:
    phone = other_page(page)
    line = cut(phone, where)
    if page == "insert":
        phone.usual_hand()
    else:
        phone.count("Dev").tap()
        phone.keys("back", "back", "7")
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    line.cut = ""
    phone.page.wait_for_url("**corrected=*" if page == "edit" else "**saved=*")
    played = [0, 43, 10, 1, 2, 3]
    put_right = [[0, 7, 10, 1, 2, 3], played] if page == "edit" else [*USUAL, played, played]
    assert points(table) == put_right
    expect_no_draft(phone)
    assert len(line.tokens()) == 1


def test_two_games_of_one_session_do_not_share_what_is_typed(scorer: Scorers, table: Table) -> None:
    second = next_game(table.game.session, "pool_rummy", NAMES)
    phone = scorer()
    phone.won("Asha")
    phone.keys("4", "2")
    other = phone.url.replace(f"/games/{table.game.number}/", f"/games/{second.game.number}/")
    phone.page.goto(other)
    expect_an_empty_hand(phone, 1)
    phone.page.goto(phone.url)
    expect(phone.count("Dev")).to_have_value("42")


def test_a_hand_for_a_deleted_game_comes_back_with_the_game(scorer: Scorers, table: Table) -> None:
    phone = scorer()
    phone.usual_hand()
    removal.remove_game(game=table.game)
    phone.save()
    expect(phone.page.get_by_role("heading", name="deleted")).to_be_visible()
    expect(phone.page.get_by_text("a hand you were entering comes back")).to_be_visible()
    removal.restore_game(game=table.game)
    phone.page.goto(phone.url)
    expect(phone.count("Omar")).not_to_have_value("")
    phone.save()
    phone.expect_saved(1)
    assert points(table) == USUAL
    expect_no_draft(phone)


def test_a_second_tab_sends_what_the_first_could_not(
    scorer: Scorers, table: Table, cut: Cut
) -> None:
    phone = scorer()
    line = cut(phone, "back")
    phone.usual_hand()
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    line.cut = ""
    first, phone.page = phone.page, phone.page.context.new_page()
    phone.page.goto(phone.url)
    expect_an_empty_hand(phone, 2)
    expect(first.get_by_text("Hand 1 saved.")).to_be_visible()
    assert points(table) == USUAL
    assert len(line.tokens()) == 1


def test_a_private_window_that_keeps_nothing_still_sends_once(
    scorer: Scorers, table: Table, cut: Cut
) -> None:
    phone = scorer()
    phone.page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException(); } })"
    )
    phone.page.reload()
    line = cut(phone, "back")
    phone.usual_hand()
    phone.save()
    expect(phone.page.get_by_text(NO_SIGNAL)).to_be_visible()
    line.cut = ""
    phone.expect_saved(1)
    expect_an_empty_hand(phone, 2)
    assert points(table) == USUAL


# A hand that came late ------------------------------------------------------------------------


@pytest.fixture
def late(scorer: Scorers, table: Table) -> Scorer:
    """A device that is asked what becomes of its hand 1, since another one saved it."""
    phone = scorer()
    phone.usual_hand()
    play(table, pool_hand("Dev", Asha=9, Meera=10, Omar=1, Priya=2, Ravi=3))
    phone.save()
    expect(phone.page.get_by_role("heading", name="already saved hand 1")).to_be_visible()
    return phone


THEIRS: list[list[float]] = [[9, 0, 10, 1, 2, 3]]


def test_who_leaves_the_question_is_asked_again_and_nothing_is_filled_in(late: Scorer) -> None:
    late.page.get_by_role("link", name="Scores").tap()
    late.page.get_by_role("link", name="Enter hand").tap()
    expect(late.page.get_by_role("heading", name="already saved hand 1")).to_be_visible()
    late.page.get_by_role("link", name="Keep the saved version").tap()
    expect_an_empty_hand(late, 2)
    late.page.reload()
    expect_an_empty_hand(late, 2)
    assert drafts(late) == []


@pytest.mark.parametrize("where", ["there", "back"])
@pytest.mark.parametrize("then", ["wait", "reload"])
def test_a_late_hand_becomes_the_next_one_once(
    late: Scorer, table: Table, cut: Cut, where: str, then: str
) -> None:
    line = cut(late, where)
    late.page.get_by_role("button", name="Keep both: add mine as hand 2").tap()
    expect(late.page.get_by_text(NO_SIGNAL)).to_be_visible()
    line.cut = ""
    if then == "wait":
        late.expect_saved(2)
    else:
        late.page.reload()
    expect_no_draft(late)
    expect_an_empty_hand(late, 3)
    assert points(table) == THEIRS + USUAL


def test_a_late_hand_corrects_the_saved_one_and_is_not_asked_about_again(
    late: Scorer, table: Table
) -> None:
    late.page.get_by_role("button", name="Replace hand 1 with mine").tap()
    late.page.wait_for_url("**corrected=*")
    assert points(table) == USUAL
    late.page.goto(late.url)
    expect_an_empty_hand(late, 2)
    assert drafts(late) == []


def test_the_next_hand_of_another_game_is_written_while_the_question_waits(
    late: Scorer, table: Table
) -> None:
    second = next_game(table.game.session, "pool_rummy", NAMES)
    page, locator = late.page, late.page.locator("#asked")
    page.goto(late.url.replace(f"/games/{table.game.number}/", f"/games/{second.game.number}/"))
    expect(locator).to_contain_text("already saved hand 1. That question is about another game.")
    late.usual_hand()
    late.save()
    late.expect_saved(1)
    expect(locator).to_be_visible()
    assert points(second) == USUAL and points(table) == THEIRS
    locator.get_by_role("button", name="Later").tap()
    expect(locator).to_be_hidden()
    page.reload()
    expect(locator).to_be_visible()
    locator.get_by_role("link", name="Decide now").tap()
    expect(page.get_by_role("heading", name="already saved hand 1")).to_be_visible()
    page.get_by_role("link", name="Keep the saved version").tap()
    expect_an_empty_hand(late, 2)
    assert drafts(late) == []


# Room -----------------------------------------------------------------------------------------

CROWD = """async (address) => {
    const drafts = await import(address);
    const at = { place: "/x/", number: "1", entries: [] };
    for (let n = 0; n < 3; n += 1) drafts.keep({ ...at, token: `sent-${n}`, sent: true });
    for (let n = 0; n < 30; n += 1) {
        drafts.keep({ ...at, token: `typed-${n}`, sent: false });
        await new Promise(requestAnimationFrame);
    }
    return { sent: drafts.unanswered().length, newest: drafts.unsent("/x/", "1").token };
}"""


def test_old_drafts_go_but_none_that_was_sent(scorer: Scorers) -> None:
    phone = scorer()
    result = phone.page.evaluate(CROWD, staticfiles_storage.url("js/drafts.js"))
    assert result == {"sent": 3, "newest": "typed-29"}
    assert len(drafts(phone)) == 3 + 20


def test_a_correction_is_said_though_the_next_hand_was_begun(table: Table, scorer: Scorers) -> None:
    table = play(table, pool_hand("Asha", **dict.fromkeys(NAMES[1:], 43)))
    phone = scorer()
    phone.won("Dev")
    hand = Hand.objects.get(game=table.game)
    phone.page.goto(phone.url.replace("hand/", f"hands/{hand.token}/edit/"))
    phone.count("Dev").tap()
    phone.keys("back", "back", *"44")
    phone.save()
    phone.page.wait_for_url("**corrected=*")
    expect(phone.page.locator(".who input:checked")).to_have_count(1)
    expect(phone.page.get_by_text("Hand 1 edited.")).to_be_visible()
    phone.won("Asha")
    expect(phone.page.get_by_text("Hand 1 edited.")).to_be_hidden()
