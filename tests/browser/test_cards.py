"""Cards tapped on a phone: few taps, every mistake taken back, nothing lost without a signal."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Page, Route, expect

from scorekeeper.play.models import Hand, SeatScore
from tests.helpers.axe import unfit
from tests.helpers.browser.capture import SMALL_TARGETS, Scorer
from tests.helpers.factories import NAMES, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
THIRTEEN = "5H 6H 7H 8S 9S 10S JK 2C 2D QH KD KS KS"
"""Turned 4S: 24 points are left, QH, KS and the twos. Two kings are alike."""
TWENTY_ONE = "3H 4H 5H 6S 7S 8S 9D 10D JD 2C 2D 2H KD KS KC QH QD QS AC 3C 5D"
GIN = "4H 5H 6H 9S 9D 9C KS KD KC KH"
CLOSE = "4H 5H 6H 9S 9D 9C KS KD KC 2S"
OTHER = "AS 2H 3D 5C 7S 8D 10C JS QD 6C"


class Tapper(Scorer):
    """A scorer who taps cards."""

    @property
    def panel(self) -> Locator:
        return self.page.locator("#picker")

    @property
    def notice(self) -> Locator:
        return self.panel.locator(".picker__said")

    @property
    def count_shown(self) -> Locator:
        return self.panel.locator(".picker__count")

    @property
    def typed(self) -> Locator:
        return self.panel.locator(".picker__text")

    def key(self, name: str, number: int = 0) -> Locator:
        """The key that opens the picker for somebody's cards."""
        return self.line(name).locator(".cards__open").nth(number)

    def sum(self, name: str) -> Locator:
        """The text beside a name once cards were tapped."""
        return self.line(name).locator(".cards__sum:visible")

    def open(self, name: str, number: int = 0) -> None:
        self.tap(self.key(name, number))
        expect(self.panel).to_be_visible()

    def face(self, card: str) -> Locator:
        return self.panel.locator(f"[data-face='{card}']")

    def cards(self, cards: str) -> None:
        for card in cards.split():
            self.tap(self.face(card))

    def does(self, what: str) -> None:
        self.tap(self.panel.locator(f"[data-picker='{what}']"))

    def held(self, field: str) -> str:
        """The value of a field of the form."""
        return self.page.locator(f"[name='{field}']").input_value()

    def press_long(self, card: str, field: str) -> None:
        """Until what stands in this field is another."""
        box, cards = self.face(card).bounding_box(), self.page.locator(f"[name='{field}']")
        assert box
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        before = cards.input_value()
        self.page.mouse.down()
        expect(cards).not_to_have_value(before)
        self.page.mouse.up()

    def show(self, name: str, cards: str, turned: str = "") -> None:
        """Put a show before the referee."""
        self.declared(name)
        self.cards(f"{turned} {cards}")
        if self.panel.is_visible():  # with as many as can be it closes by itself
            self.does("done")

    def declared(self, name: str) -> None:
        self.tap(self.page.locator("#f-show-person .chip", has_text=name))


@pytest.fixture
def tapper(new_phone: Callable[..., Page], site: Site) -> Callable[..., Tapper]:
    def take_out(variant: str, persons: int = 3, **more: Any) -> Tapper:
        page = new_phone()
        page.set_viewport_size({"width": more.pop("width", 360), "height": 740})
        page.emulate_media(reduced_motion="reduce")
        table = session(variant, NAMES[:persons], more, side=more.pop("side", 1))
        return Tapper(page, table, site)

    return take_out


Tappers = Callable[..., Tapper]


# Tapping ------------------------------------------------------------------------------------


def test_thirteen_cards_take_twenty_taps_at_most(tapper: Tappers) -> None:
    """Open, the card turned up, thirteen cards with one of them twice, done."""
    phone = tapper("points_rummy")
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    expect(phone.count_shown).to_have_text("13/13 · 24")
    phone.does("done")
    assert phone.taps <= 20
    expect(phone.panel).to_be_hidden()
    expect(phone.sum("Dev")).to_have_text("13 cards24")
    phone.won("Asha")
    phone.chip("Meera", "First drop")
    phone.save()
    phone.expect_saved(1)
    lines = Hand.objects.get().entry["lines"]
    assert lines["1"] == {"finish": "counted", "cards": THIRTEEN}


def test_a_reader_chooses_suits_in_four_colours(tapper: Tappers) -> None:
    """On the keys and on counted cards; each stands out from its ground, in light and dark."""
    phone = tapper("points_rummy")
    page = phone.page
    page.locator(".menu > summary").tap()
    page.get_by_role("button", name="Suits in four colours").tap()
    page.locator(".menu > summary").tap()
    expect(page.get_by_role("button", name="Suits in four colours")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.locator(".menu > summary").tap()
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    faces = [phone.face(f"3{suit}") for suit in "SHDC"]
    colours = {face.evaluate("face => getComputedStyle(face).color") for face in faces}
    assert len(colours) == 4
    assert list(unfit(page)) == []
    phone.does("done")
    phone.tap(phone.sum("Dev"))
    laid = page.locator(".laid__card:visible")
    expect(laid).to_have_count(13)
    assert len({laid.nth(n).evaluate("c => getComputedStyle(c).color") for n in range(13)}) >= 4
    assert list(unfit(page)) == []


def test_twenty_one_cards_take_thirty_two_taps_at_most(tapper: Tappers) -> None:
    """Open, the card turned up, the cards, done; the winner and the referee's key included."""
    phone = tapper("marriage")
    phone.show("Dev", TWENTY_ONE, turned="4S")
    expect(phone.page.locator("#verdict")).to_contain_text("alid")
    assert phone.taps <= 32


@pytest.mark.parametrize(
    "cards",
    [
        "5H 6H 7H 8H 9D 10D JD QD 2C 3C 4C 9S 9S 9S 5S 6S 4S KH KD QC QH JC 10C 8D 7D 2D 2H",
        "AH AH AH 2H 2H 2H 3H 3H 3H 4H 4H 4H 5H 5H 5H 6H 6H 6H 7H 7H 7H 8H 8H 8H 9H 9D KC",
    ],
)
def test_of_twenty_seven_cards_what_is_left_counts_and_has_value_is_in_sight(
    tapper: Tappers, cards: str
) -> None:
    phone = tapper("rummy_27")
    phone.open("Dev")
    phone.cards("4S")
    text = phone.panel.locator(".picker__text")
    text.fill(cards)
    laid = phone.panel.locator(".picker__laid")
    expect(laid.locator(".laid__left")).to_be_visible()
    seen = laid.bounding_box()
    assert seen
    parts = [".laid__left > :first-child"]
    parts += (
        [".laid__left > .laid__worth"]
        if laid.locator(".laid__left .laid__card").count() > 1
        else []
    )
    parts += (
        ["[aria-label='Value cards']"] if laid.locator("[aria-label='Value cards']").count() else []
    )
    for part in parts:
        box = laid.locator(part).bounding_box()
        assert box
        assert seen["y"] <= box["y"]
        assert box["y"] + box["height"] <= seen["y"] + seen["height"] + 1, part


def test_all_cards_of_a_hand_tick_and_count_what_they_show(tapper: Tappers) -> None:
    """Twenty cards of Rummi say passport, jokers and aces; what is said no more goes again."""
    phone = tapper("rummi", 4)
    no_passport = phone.page.locator("[name='p1-no_passport']")
    jokers = phone.line("Dev").locator(".tally", has=phone.page.locator("[name='p1-jokers']"))
    phone.open("Dev")
    phone.cards("JK AH AH AD AC 5H 9H 9H 4D 8D JD JD 5C 9C 9C 4S 7S 10S KS KS")
    expect(no_passport).to_be_checked()
    expect(jokers.locator(".tally__n")).to_have_text("×1")
    phone.does("back")
    phone.cards("9C 8C")
    expect(no_passport).not_to_be_checked()
    phone.does("back")
    phone.cards("JK")
    expect(jokers.locator(".tally__n")).to_have_text("")


def test_a_row_says_that_its_cards_are_a_tien_hu(tapper: Tappers) -> None:
    phone = tapper("rummi", 4)
    phone.open("Dev")
    phone.typed.fill("2H 3H 4H 5H 7S 8S 9S KS KD KH KC 9D 9C 9H 10D JD QD AC AC AD")
    phone.does("done")
    note = phone.line("Dev").locator(".line__legend").get_by_text("Tien Hu")
    expect(note).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360
    phone.open("Dev")
    phone.does("clear")
    phone.does("done")
    expect(phone.sum("Dev")).to_be_hidden()
    expect(note).to_have_count(0)


def test_a_tap_brings_a_second_copy_and_no_more_than_there_are(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS KS")
    expect(phone.face("KS")).to_have_attribute("aria-label", "K spades ×2")
    expect(phone.count_shown).to_have_text("2 · 20")
    phone.cards("KS")
    expect(phone.notice).to_have_text("No more of these are left.")
    assert phone.held("p0-cards") == "KS KS"


def test_what_another_player_holds_cannot_be_tapped_again(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS KS QS")
    phone.does("done")
    phone.open("Dev")
    expect(phone.face("KS")).to_be_disabled()
    phone.cards("QS QS")
    assert phone.held("p1-cards") == "QS"
    expect(phone.notice).to_have_text("No more of these are left.")


def test_cards_lie_in_one_of_a_persons_fields_only(tapper: Tappers) -> None:
    """Rummy 500: what was melded is not in hand. Gin: melds are made of the hand."""
    phone = tapper("rummy_500", 2)
    phone.open("Asha")
    phone.cards("KS")
    phone.does("done")
    phone.open("Asha", 1)
    expect(phone.face("KS")).to_be_disabled()
    phone = tapper("gin_rummy", 2)
    phone.won("Asha")
    phone.keys("close")
    phone.open("Asha")
    phone.cards("KS")
    phone.does("done")
    phone.open("Asha", 1)
    expect(phone.face("KS")).to_be_enabled()


def test_each_table_of_partners_has_a_pack_and_an_upcard_of_its_own(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 4, side=2, oklahoma=True)
    phone.open("Asha")
    phone.cards("4S KS")
    phone.does("done")
    phone.open("Dev")
    expect(phone.notice).not_to_contain_text("Tap the card that is")
    expect(phone.face("KS")).to_be_disabled()
    phone.does("done")
    phone.open("Meera")
    expect(phone.notice).to_have_text("Tap the card that is the first upcard.")
    phone.cards("5S KS")
    assert phone.held("p2-cards") == "KS"
    ranks = [f"[name='{deal}-upcard-rank']:checked" for deal in ("deal", "deal1")]
    assert [phone.page.locator(rank).input_value() for rank in ranks] == ["4", "5"]


def test_what_is_not_in_the_pack_is_not_shown(tapper: Tappers) -> None:
    phone = tapper("conquian", 2, settlement="points")
    phone.open("Asha")
    for card in ("JK", "8S", "10D"):
        expect(phone.face(card)).to_be_hidden()
    expect(phone.face("7S")).to_be_visible()


def test_there_are_no_more_cards_than_a_hand_has(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    phone.open("Asha")
    phone.cards(f"{OTHER} 9H 9C")
    expect(phone.notice).to_have_text("You can’t add more.")
    expect(phone.count_shown).to_contain_text("11/11")


# Taking back --------------------------------------------------------------------------------


def test_a_long_press_takes_one_back(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS KS 2H")
    phone.press_long("KS", "p0-cards")
    expect(phone.face("KS")).to_have_attribute("aria-pressed", "true")
    assert phone.held("p0-cards") == "KS 2H"
    phone.press_long("KS", "p0-cards")
    expect(phone.face("KS")).to_have_attribute("aria-pressed", "false")
    phone.cards("3H")
    assert phone.held("p0-cards") == "2H 3H"


def test_a_key_undoes_what_is_tapped_next(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS 2H")
    phone.does("back")
    expect(phone.face("QS")).to_be_disabled()
    phone.cards("KS QS")
    assert phone.held("p0-cards") == "2H QS"


def test_undo_goes_back_step_by_step(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS 2H")
    phone.does("clear")
    assert phone.held("p0-cards") == ""
    for before in ("KS 2H", "KS", ""):
        phone.does("undo")
        assert phone.held("p0-cards") == before
    expect(phone.panel.locator("[data-picker='undo']")).to_be_disabled()


def test_a_number_typed_before_comes_back_with_the_last_card_gone(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.count("Asha").tap()
    phone.keys("3", "6")
    phone.open("Asha")
    expect(phone.page.locator("#pad")).to_be_hidden()
    phone.cards("KS")
    assert phone.held("p0-points") == ""
    phone.does("undo")
    assert phone.held("p0-points") == "36"


def test_pad_and_picker_are_never_open_together(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.count("Dev").focus()
    expect(phone.panel).to_be_hidden()
    expect(phone.page.locator("#pad")).to_be_visible()
    phone.open("Dev")
    expect(phone.page.locator("#pad")).to_be_hidden()


def test_it_closes_when_the_cards_are_not_asked_any_more(tapper: Tappers) -> None:
    phone = tapper("points_rummy")
    phone.open("Dev")
    phone.page.evaluate("document.querySelector('[name=p1-finish][value=first_drop]').click()")
    expect(phone.panel).to_be_hidden()


# Text ---------------------------------------------------------------------------------------


def test_cards_can_be_typed(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.typed.fill("5h 6h 10s jk")
    for card in ("5H", "6H", "10S", "JK"):
        expect(phone.face(card)).to_have_attribute("aria-pressed", "true")
    expect(phone.count_shown).to_have_text("4 · 36")
    phone.cards("KS")
    expect(phone.typed).to_have_value("5♥\ufe0e 6♥\ufe0e 10♠\ufe0e ★ K♠\ufe0e")
    assert phone.held("p0-cards") == "5H 6H 10S JK KS"


def test_what_cannot_be_read_is_told_and_kept(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.typed.fill("5h 6x")
    expect(phone.panel.locator(".picker__laid")).to_contain_text("cannot be read as cards")
    phone.typed.press("Enter")
    expect(phone.sum("Asha")).to_contain_text("!")
    phone.sum("Asha").tap()
    expect(phone.page.locator("#f-p0-cards-laid")).to_contain_text("cannot be read as cards")
    assert phone.held("p0-cards") == "5H 6X"


# What is counted ----------------------------------------------------------------------------


def test_how_the_cards_are_laid_is_shown_while_they_are_tapped_and_later(tapper: Tappers) -> None:
    phone = tapper("points_rummy")
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    expect(phone.panel.locator(".laid__group").first).to_contain_text("8♠ 9♠ 10♠")
    phone.does("done")
    laid = phone.line("Dev").locator(".cards__laid")
    expect(laid).to_be_hidden()
    expect(phone.sum("Dev")).to_have_attribute("aria-expanded", "false")
    phone.sum("Dev").tap()
    expect(laid).to_contain_text("Left:")
    expect(phone.sum("Dev")).to_have_attribute("aria-expanded", "true")
    phone.sum("Dev").tap()
    expect(laid).to_be_hidden()


def test_a_row_is_no_higher_with_its_cards_tapped(tapper: Tappers) -> None:
    for key in ("kalookie", "points_rummy", "gin_rummy"):
        phone = tapper(key, 2)
        before = phone.line("Dev").bounding_box()
        phone.open("Dev")
        phone.typed.fill(OTHER)
        phone.does("done")
        expect(phone.sum("Dev")).to_be_visible()
        after = phone.line("Dev").bounding_box()
        assert before and after and after["height"] <= before["height"] + 1, key


def test_one_hand_counts_anew_when_the_other_has_changed(tapper: Tappers) -> None:
    """Gin: what the opponent can lay off is known once both hands are there."""
    phone = tapper("gin_rummy", 2)
    phone.won("Asha")
    phone.keys("close")
    phone.open("Dev")
    phone.cards("7H 8H 3D 5C JS QD 2C 6C AS AD")
    phone.does("done")
    expect(phone.sum("Dev")).to_have_text("10 cards53")
    phone.open("Asha")
    phone.cards(CLOSE)
    phone.does("done")
    expect(phone.sum("Dev")).to_have_text("10 cards38")


def test_the_turned_up_card_is_asked_first_marks_what_is_wild_and_can_be_changed(
    tapper: Tappers,
) -> None:
    phone = tapper("points_rummy")
    phone.open("Dev")
    expect(phone.notice).to_have_text("Tap the card that is the turned-up card.")
    armed = phone.panel.get_by_role("button", name="Turned-up card: –")
    for _tap in range(2):  # the button that is meant by "this" is not switched off
        armed.tap()
        expect(armed).to_have_attribute("aria-pressed", "true")
        expect(phone.notice).to_have_text("Tap the card that is the turned-up card.")
    phone.cards("4S")
    expect(phone.face("4H")).to_have_attribute("aria-label", "4 hearts, wild")
    turned = phone.panel.get_by_role("button", name="Turned-up card: 4♠")
    phone.tap(turned)
    phone.cards("JK")
    expect(phone.panel.get_by_role("button", name="Turned-up card: ★")).to_be_visible()
    expect(phone.face("AH")).to_have_attribute("aria-label", "A hearts, wild")
    expect(phone.face("4H")).to_have_attribute("aria-label", "4 hearts")
    assert phone.held("p1-cards") == ""
    phone.does("done")
    phone.open("Meera")
    expect(phone.notice).to_be_empty()


def test_melds_are_parted_by_a_key(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    phone.won("Asha")
    phone.keys("close")
    phone.open("Asha")
    phone.cards("KS")
    phone.does("done")
    phone.open("Asha", 1)
    phone.cards("4H 5H 6H")
    for _twice in range(2):
        phone.does("group")
    phone.cards("9S 9D 9C")
    assert phone.held("p0-melds") == "4H 5H 6H / 9S 9D 9C"
    phone.does("done")
    phone.open("Asha")
    expect(phone.panel.locator("[data-picker='group']")).to_be_hidden()


def test_a_refusal_goes_once_it_was_put_right(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    phone.won("Asha")
    phone.open("Asha")
    phone.cards(CLOSE)
    phone.does("done")
    phone.save()
    faults = phone.page.locator(".faults")
    expect(faults).to_contain_text("Tap both hands or none.")
    phone.open("Dev")
    phone.cards(OTHER.split()[0])
    phone.does("done")
    expect(phone.page.locator("#slip[aria-busy='true']")).to_have_count(0)
    expect(faults).to_be_visible()
    phone.open("Dev")
    phone.cards(" ".join(OTHER.split()[1:]))
    phone.does("done")
    expect(phone.page.locator("#slip > details")).to_be_visible()
    expect(faults).to_have_count(0)
    expect(phone.page.locator("#hand .error, #hand [aria-invalid]")).to_have_count(0)


# Without a signal ---------------------------------------------------------------------------


def test_without_a_signal_cards_are_kept_and_counted_later(
    tapper: Tappers, complaints: list[str]
) -> None:
    phone = tapper("kalookie")
    phone.page.context.set_offline(True)
    phone.open("Asha")
    phone.cards("KS KS QS")
    expect(phone.count_shown).to_have_text("3")
    phone.does("done")
    expect(phone.sum("Asha")).to_have_text("3 cards")
    phone.page.context.set_offline(False)
    expect(phone.sum("Asha")).to_have_text("3 cards30")
    complaints.clear()


def test_a_count_that_got_lost_is_asked_for_again(tapper: Tappers, complaints: list[str]) -> None:
    phone = tapper("kalookie")
    phone.page.route("**/hand/cards/", lambda route: route.abort())
    phone.open("Asha")
    with phone.page.expect_event("requestfailed"):
        phone.cards("KS KS QS")
        phone.does("done")
    phone.page.unroute_all()
    expect(phone.sum("Asha")).to_have_text("3 cards30")
    complaints.clear()


def test_an_answer_that_comes_late_is_not_shown(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    late: list[tuple[Route, APIResponse]] = []

    def hold_the_first(route: Route) -> None:
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    phone.page.route("**/hand/cards/", hold_the_first)
    with phone.page.expect_request("**/hand/cards/"):
        phone.open("Asha")
    phone.cards("KS")
    expect(phone.count_shown).to_have_text("1 · 10")
    ((route, answer),) = late
    with phone.page.expect_event("requestfinished", lambda done: done == route.request):
        route.fulfill(response=answer)
    expect(phone.count_shown).to_have_text("1 · 10")


def test_tapped_cards_survive_a_reload(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    phone.open("Asha")
    phone.cards("KS KS QS")
    phone.page.reload()
    expect(phone.sum("Asha")).to_have_text("3 cards30")
    expect(phone.count("Asha")).to_be_hidden()


def test_undo_of_a_saved_hand_brings_its_cards_back(tapper: Tappers) -> None:
    phone = tapper("kalookie", 2)
    phone.won("Asha")
    phone.keys("close")
    phone.open("Dev")
    phone.cards("KS KS QS")
    phone.does("done")
    phone.save()
    phone.expect_saved(1)
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.sum("Dev")).to_have_text("3 cards30")


# Keyboard and screen reader -------------------------------------------------------------------


def test_it_works_from_the_keyboard_and_the_focus_comes_back(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    keys = phone.page.keyboard
    phone.key("Asha").focus()
    keys.press("Enter")
    expect(phone.face("AS")).to_be_focused()
    for press in ("Enter", "ArrowRight", " ", "ArrowDown", "Enter", "ArrowLeft", "ArrowUp"):
        keys.press(press)
    expect(phone.face("AS")).to_be_focused()
    assert phone.held("p0-cards") == "AS 2S 9S"
    keys.press("Delete")
    assert phone.held("p0-cards") == "2S 9S"
    keys.press("Shift+Tab")
    expect(phone.face("AS")).not_to_be_focused()
    keys.press("Tab")
    expect(phone.face("AS")).to_be_focused()
    keys.press("Escape")
    expect(phone.panel).to_be_hidden()
    expect(phone.key("Asha")).to_be_focused()
    expect(phone.key("Asha")).to_have_attribute("aria-expanded", "false")


def test_what_was_tapped_is_told_to_who_cannot_see_it(tapper: Tappers) -> None:
    phone = tapper("kalookie")
    expect(phone.key("Asha")).to_have_accessible_name("Tap cards: Cards left")
    phone.open("Asha")
    expect(phone.panel).to_have_accessible_name("Asha")
    phone.cards("KS KS")
    status = phone.panel.locator(".visually-hidden[role='status']")
    expect(status).to_have_text("2 cards 20")


# The referee ---------------------------------------------------------------------------------


def test_a_show_is_judged_and_put_into_the_hand_with_one_tap(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    phone.count("Dev").tap()
    phone.keys("3", "1", "close")
    phone.show("Asha", GIN)
    verdict = phone.page.locator("#verdict")
    expect(verdict).to_contain_text("Valid")
    expect(verdict).to_be_focused()
    before = phone.taps
    phone.tap(phone.page.get_by_role("button", name="Add to this hand"))
    expect(phone.page.locator(".who input:checked")).to_have_value("0")
    expect(phone.page.locator("[name='deal-result']:checked")).to_have_value("gin")
    expect(phone.count("Dev")).to_have_value("31")
    assert phone.taps == before + 1
    phone.page.reload()
    expect(phone.page.locator("[name='deal-result']:checked")).to_have_value("gin")
    phone.save()
    phone.expect_saved(1)
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.count("Dev")).to_have_value("31")
    assert not Hand.objects.filter(voided_at__isnull=True).exists()


def test_a_wrong_show_says_what_is_wrong_with_it(tapper: Tappers) -> None:
    phone = tapper("points_rummy")
    phone.show("Dev", THIRTEEN, turned="4S")
    verdict = phone.page.locator("#verdict")
    expect(verdict).to_contain_text("Not valid")
    expect(verdict).to_contain_text("80 points")
    phone.tap(phone.page.get_by_role("button", name="Add to this hand"))
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    expect(phone.page.locator("[name='deal-turned-rank']:checked")).to_have_value("4")


def test_a_wrong_show_takes_sixteen_taps_at_most(tapper: Tappers) -> None:
    """Who declared, the card turned up, thirteen cards, into the hand."""
    phone = tapper("points_rummy")
    phone.show("Dev", THIRTEEN, turned="4S")
    expect(phone.page.locator("#verdict")).to_contain_text("Not valid")
    phone.tap(phone.page.get_by_role("button", name="Add to this hand"))
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    assert phone.taps <= 16


def test_who_declared_follows_who_won(tapper: Tappers) -> None:
    phone = tapper("points_rummy")
    phone.won("Meera")
    expect(phone.page.locator("[name='show-person']:checked")).to_have_value("2")
    phone.tap(phone.page.locator("#referee .cards__open"))
    expect(phone.panel).to_have_accessible_name("Meera")


def test_cards_of_a_row_are_checked_as_declared(tapper: Tappers) -> None:
    phone = tapper("points_rummy")
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    phone.does("check")
    expect(phone.page.locator("#verdict")).to_contain_text("Not valid")
    expect(phone.page.locator("#verdict")).to_be_in_viewport()
    expect(phone.page.locator("[name='show-person']:checked")).to_have_value("1")
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    assert phone.held("p1-cards") == ""
    assert phone.taps <= 16


def test_after_a_wrong_show_of_one_of_two_the_hand_can_be_saved(tapper: Tappers) -> None:
    phone = tapper("points_rummy", 2)
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    phone.does("check")
    expect(phone.page.locator("[name='who-finish']:checked")).to_have_value("0")
    assert phone.taps <= 16
    phone.save()
    phone.expect_saved(1)
    scores = SeatScore.objects.filter(hand__voided_at__isnull=True).order_by("seat")
    assert [score.points for score in scores] == [80, -80]


def test_who_declared_in_a_row_follows_into_no_other_hand(tapper: Tappers) -> None:
    """The verdict on who is tapped in the row of names is shown before it is entered."""
    phone = tapper("points_rummy", 2)
    phone.open("Dev")
    phone.cards(f"4S {THIRTEEN}")
    phone.does("check")
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    phone.save()
    phone.expect_saved(1)
    phone.show("Dev", THIRTEEN, turned="4S")
    expect(phone.page.get_by_role("button", name="Add to this hand")).to_be_visible()
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("counted")


def test_a_wrong_show_is_penalised_and_undone(tapper: Tappers) -> None:
    phone = tapper("points_rummy", 2)
    phone.show("Dev", THIRTEEN, turned="4S")
    phone.tap(phone.page.get_by_role("button", name="Add to this hand"))
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    phone.page.locator("[name='who-finish'][value='0'] + span").tap()
    phone.save()
    phone.expect_saved(1)
    scores = SeatScore.objects.filter(hand__voided_at__isnull=True).order_by("seat")
    assert [score.points for score in scores] == [80, -80]
    phone.page.get_by_role("button", name="Undo").tap()
    expect(phone.page.locator("[name='p1-finish']:checked")).to_have_value("wrong_show")
    assert not scores.all().exists()


def test_cards_of_a_show_are_limited_by_what_the_others_hold(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    phone.open("Dev")
    phone.cards("KS")
    phone.does("done")
    phone.declared("Asha")
    expect(phone.face("KS")).to_be_disabled()
    expect(phone.panel).to_have_accessible_name("Asha")
    phone.does("done")
    phone.declared("Dev")
    expect(phone.face("KS")).to_be_enabled()


def test_an_error_stands_beside_its_field_and_the_cards_are_kept(tapper: Tappers) -> None:
    phone = tapper("gin_rummy", 2)
    expect(phone.page.locator("#f-show-check")).to_be_hidden()  # who knocked is asked first
    expect(phone.page.locator("#f-show-who")).to_have_text("Who knocked?")
    phone.declared("Dev")
    phone.cards("KS KD")
    phone.does("done")
    phone.tap(phone.page.locator("#f-show-check"))
    expect(phone.page.locator("#f-show-cards-error")).to_contain_text("There are 2 cards here")
    expect(phone.page.locator("#referee .cards__sum")).to_contain_text("2 cards")
    assert phone.held("show-cards") == "KS KD"


# Without script ------------------------------------------------------------------------------


def test_without_script_cards_are_typed_and_a_show_is_judged(
    new_phone: Callable[..., Page], site: Site
) -> None:
    page = new_phone(java_script_enabled=False)
    phone = Tapper(page, session("gin_rummy", NAMES[:2]), site)
    expect(phone.panel).to_be_hidden()
    expect(page.locator(".cards__open").first).to_be_hidden()
    page.locator("[name='p1-cards']").fill(OTHER)
    page.locator("#f-show-person .chip", has_text="Asha").click()
    page.locator("[name='show-cards']").fill("4h 5h 6h / 9s 9d 9c / ks kd kc kh")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_contain_text("Valid")
    expect(page.locator("[name='p1-cards']")).to_have_value(OTHER)
    page.get_by_role("button", name="Add to this hand").click()
    expect(page.locator("[name='deal-result']:checked")).to_have_value("gin")
    expect(page.locator("[name='p1-cards']")).to_have_value(OTHER)
    page.locator("[name='p0-cards']").fill(GIN)
    phone.save_button.click()
    phone.expect_saved(1)
    assert Hand.objects.get().entry["lines"]["1"]["cards"] == OTHER


# The public page -------------------------------------------------------------------------------


def test_cards_can_be_tapped_where_a_hand_is_tried(phone: Page, site: Site) -> None:
    phone.goto(f"{site.url}/games/kalookie/try/")
    phone.locator(".cards__open").first.tap()
    for card in ("KS", "KS"):
        phone.locator(f"#picker [data-face='{card}']").tap()
    expect(phone.locator(".picker__count")).to_have_text("2 · 20")
    with phone.expect_response(lambda answer: answer.url.endswith("/try/")):
        phone.locator("#picker [data-face='QS']").tap()
    expect(phone.locator(".picker__count")).to_have_text("3 · 30")


# How it looks -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "width"),
    [("points_rummy", 320), ("gin_rummy", 320), ("marriage", 360), ("rummikub", 390)],
)
def test_the_picker_is_accessible_with_keys_for_thumbs(
    tapper: Tappers, key: str, width: int
) -> None:
    phone = tapper(key, 2, width=width)
    check(phone.page, width)
    phone.open("Asha")
    if phone.notice.text_content():
        phone.cards("4S" if phone.face("4S").count() else "")
    phone.typed.fill("1R 2R 3R 13K JK" if key == "rummikub" else CLOSE)
    expect(phone.panel.locator(".laid > *, .picker__count").first).to_be_visible()
    check(phone.page, width)
    phone.does("done")
    phone.sum("Asha").tap()
    check(phone.page, width)


def test_a_long_hand_laid_out_can_be_scrolled_from_the_keyboard(tapper: Tappers) -> None:
    phone = tapper("rummy_21", 2)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.open("Asha")
    phone.cards("4S")
    phone.typed.fill(TWENTY_ONE)
    expect(phone.panel.locator(".laid__left")).to_be_attached()
    assert phone.page.evaluate(
        "(laid => laid.scrollHeight > laid.clientHeight)(document.querySelector('.picker__laid'))"
    )
    assert list(unfit(phone.page)) == []


def test_the_referee_is_accessible(tapper: Tappers) -> None:
    phone = tapper("points_rummy", 2, width=320)
    phone.show("Dev", THIRTEEN, turned="4S")
    expect(phone.page.locator("#verdict")).to_contain_text("Not valid")
    check(phone.page, 320)


def test_with_text_of_twice_the_size_it_still_fits(tapper: Tappers) -> None:
    for key in ("points_rummy", "gin_rummy", "rummy_500"):
        phone = tapper(key, 2)
        phone.page.evaluate("document.documentElement.style.fontSize = '200%'")
        phone.open("Asha")
        phone.typed.fill(CLOSE)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, key
        assert phone.page.evaluate("picker.scrollWidth - picker.clientWidth") <= 0, key
        phone.typed.press("Enter")
        expect(phone.sum("Asha").first).to_be_visible()
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, key


def check(page: Page, width: int) -> None:
    assert list(unfit(page)) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(SMALL_TARGETS) == []
