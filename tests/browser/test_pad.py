"""The number pad, tapped in any order and at the pace of people: every number lands where it was
meant, in every game by the same rule."""

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table
from scorekeeper.variants import VARIANTS
from tests.helpers.browser.capture import Scorer
from tests.helpers.factories import NAMES, session
from tests.helpers.served import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TABLE = ("Asha", "Bala", "Chitra", "Dev", "Esha", "Farid")
PACE = "ms => new Promise((done) => setTimeout(done, ms))"
PLACE = """(element) => {
    const box = element.getBoundingClientRect();
    const dock = document.querySelector(".hand__dock").getBoundingClientRect();
    const isKey = element.closest("#pad, .hand__save");
    const isSeen = box.top > 60 && box.bottom < dock.top;
    if (!isKey && !isSeen) element.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
}"""
DROPS = {"First drop": "first_drop", "Middle drop": "middle_drop", "Wrong show": "wrong_show"}
Meant = dict[str, Any]
Step = tuple[str, str]


class Player(Scorer):
    """Taps at a pace, where things stand at that moment, whatever the page is about to do."""

    pace = 60

    def tap_at(self, selector: str, name: str = "", text: str = "") -> None:
        where = self.page.locator(selector)
        if name:
            where = self.line(name).locator(selector)
        if text:
            where = where.filter(has_text=text)
        x, y = where.first.evaluate(PLACE)
        self.page.touchscreen.tap(x, y)
        self.page.evaluate(PACE, self.pace)

    def does(self, step: Step) -> None:
        kind, what = step
        if kind == "won":
            self.tap_at(".who .chip", text=what)
        elif kind == "count":
            self.tap_at("[data-pad]", what)
        elif kind == "key":
            self.tap_at(f"#pad [data-key='{what}']")
        else:
            self.tap_at(".chip", what, kind)


def hand(
    rng: random.Random, names: Sequence[str], endings: Sequence[str], wins: bool, most: int
) -> Meant:
    """The report of a hand by name: the winner, an ending or a number."""
    meant: Meant = {name: rng.choice(("number", *endings)) for name in names}
    if wins:
        meant[rng.choice(names)] = "won"
    else:  # where several cannot start, they are put in order
        meant |= dict.fromkeys(rng.sample(names, len(names) - 1), "number")
    for name in names:
        if meant[name] == "number":
            sizes = (2, 9), (10, 13), (14, 79), (81, most)
            meant[name] = rng.randint(*rng.choice(sizes))
    return meant


def taps(rng: random.Random, meant: Meant, digits: int | None) -> Iterator[Step]:
    """One of the orders in which somebody may tap this: who won first; a number where its row is
    the next without an answer, or after its row was tapped; an ending at any time."""
    order = list(meant)
    winner = next((name for name in order if meant[name] == "won"), None)
    todo = [name for name in order if name != winner]
    last, begun = -1 if winner else None, False
    if winner:
        yield "won", winner
    while todo:
        after = [*order[(last or 0) + 1 :], *order] if last is not None else []
        following = next((name for name in after if name in todo), None)
        name = rng.choice(todo)
        if isinstance(meant[name], str):
            yield meant[name], name
            begun = False
        else:
            if name != following or rng.random() < 0.2:
                yield "count", name
            elif begun:
                yield "key", "next"
            for digit in str(meant[name]):
                yield "key", digit
            last, begun = order.index(name), len(str(meant[name])) != digits
        todo.remove(name)


def reported(table: Table, names: Sequence[str]) -> Meant:
    """The saved last hand, in the same words."""
    entry = Hand.objects.filter(game=table.game).latest("number").entry
    words = {ending: text for text, ending in DROPS.items()}
    saved: Meant = {}
    for person, name in enumerate(names):
        line = entry["lines"].get(str(person), {})
        finish = "won" if line.get("won") else line.get("finish", "counted")
        finish = "No passport" if line.get("no_passport") else finish
        saved[name] = line.get("points") if finish == "counted" else words.get(finish, finish)
    return saved


GAMES = (
    ("pool_rummy", 6, tuple(DROPS), True, 99, 2),
    ("points_rummy", 5, (), True, 99, 2),
    ("paplu", 5, ("First drop", "Middle drop"), True, 130, 3),
    ("basic_rummy", 5, (), True, 105, 3),
    ("rummi", 4, ("No passport",), False, 260, 3),
    ("rummikub", 4, (), True, 9999, None),
)
"""Game, persons, endings, whether somebody wins, the largest count, and the number of digits after
which the pad goes on (None: never)."""


@pytest.mark.parametrize(("game", "persons", "endings", "wins", "most", "digits"), GAMES)
def test_each_number_lands_where_it_was_meant(
    phone: Page,
    site: Site,
    game: str,
    persons: int,
    endings: tuple[str, ...],
    wins: bool,
    most: int,
    digits: int | None,
) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    names = TABLE[:persons]
    options = {"pool": 201} if game == "pool_rummy" else {}
    for seed, pace in enumerate((60, 60, 60, 400)):
        rng = random.Random(f"{game} {seed}")
        table = session(game, names, options)
        scorer = Player(phone, table, site)
        scorer.pace = pace
        meant = hand(rng, names, endings, wins, most)
        steps = list(taps(rng, meant, digits))
        for step in steps:
            scorer.does(step)
        scorer.save()
        scorer.expect_saved(1)
        assert reported(table, names) == meant, steps


def bound(field: Locator, name: str) -> int | None:
    """The smallest that this field says of itself: the knocker's, where there are two."""
    limits: Any = json.loads(field.get_attribute(f"data-{name}") or "null")
    smallest: int | None = min(most for _, most in limits) if isinstance(limits, list) else limits
    return smallest


def sizes(field: Locator) -> Sequence[int]:
    """Counts of every size that can be typed into this field, the largest first: where a digit more
    would only be cut to the cap, the pad has gone on before it."""
    largest, cap = bound(field, "most") or 2345, bound(field, "cap")
    counts = [*range(largest, 99, -1), *range(1, min(largest, 99) + 1)]
    return [count for count in counts if not cap or count < 100 or count - count % 10 <= cap]


@pytest.mark.parametrize("game", VARIANTS)
def test_what_was_typed_is_what_stands_there(phone: Page, site: Site, game: str) -> None:
    """Everybody presses "Next" after a number, whether the pad went on by itself or not."""
    rules, rng = VARIANTS[game], random.Random(game)
    scorer = Scorer(phone, session(game, TABLE[: min(rules.seats.stop - 1, 4)]), site)
    winners = phone.locator(".who .chip:visible", has_text=TABLE[0])
    if winners.count():
        scorer.tap(winners.first)
    fields = phone.locator("[data-pad]:visible")
    typed = {}
    for place in range(fields.count()):
        field = fields.nth(place)
        size = sizes(field)
        number = rng.choice((size[0], rng.choice(size[: len(size) // 2 + 1]), rng.choice(size)))
        scorer.tap(field)
        scorer.keys(*str(number), "next")
        typed[field.get_attribute("name")] = str(number)
    stands = {field.get_attribute("name"): field.input_value() for field in fields.all()}
    assert stands == typed


def test_the_pad_waits_for_a_third_digit_that_can_be_saved(phone: Page, site: Site) -> None:
    for game, number in (
        ("paplu", "113"),
        ("rummikub", "131"),
        ("basic_rummy", "99"),
    ):
        scorer = Scorer(phone, session(game, TABLE[:4]), site)
        scorer.won("Asha")
        scorer.keys(*number)
        expect(scorer.count("Bala")).to_have_value(number)


SHORT = ("10", "11", "12", "13", "14")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("pool_rummy", {"pool": 201}),
        ("rummy_21", {"cap": 80}),
        ("basic_rummy", {"cap_points": 50}),
        ("house_game", {"cap": 40}),
    ],
)
def test_the_pad_goes_on_after_two_digits_where_a_third_would_be_cut(
    phone: Page, site: Site, game: str, options: dict[str, Any]
) -> None:
    """The row that was left shows what it has, until the next one is left."""
    phone.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(phone, session(game, TABLE, options), site)
    scorer.won("Asha")
    for name, number in zip(TABLE[1:], SHORT, strict=True):
        scorer.keys(*number)
        expect(scorer.count(name)).to_have_value(number)
        if name != TABLE[-1]:
            expect(phone.locator(".taken")).to_have_text(f"{number} entered")
            expect(scorer.line(name).locator(".line__name")).to_be_in_viewport(ratio=1)
            box = scorer.line(name).locator(".taken").bounding_box()
            assert box and box["y"] > 60  # below the bar
            expect(phone.locator(".pad__taken")).to_have_text(f"{name}: {number} entered")
    scorer.tap(scorer.count("Esha"))
    expect(phone.locator(".taken")).to_have_count(1)
    scorer.keys("8")
    expect(phone.locator(".taken")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "options"),
    [("rummi", {}), ("paplu", {})],
)
def test_the_pad_waits_after_two_digits_where_a_third_can_count(
    phone: Page, site: Site, game: str, options: dict[str, Any]
) -> None:
    scorer = Scorer(phone, session(game, TABLE[:4], options), site)
    field = scorer.count("Bala")
    scorer.tap(field)
    for number in SHORT:
        scorer.keys(*number)
        expect(field).to_be_focused()
        expect(field).to_have_value(number)
        scorer.keys("back", "back")


def test_the_pad_waits_for_a_third_digit_that_is_within_the_cap(phone: Page, site: Site) -> None:
    """The full count of 21 cards is 120."""
    scorer = Scorer(phone, session("rummy_21", TABLE[:4]), site)
    scorer.won("Asha")
    scorer.keys(*"12", "0")
    expect(scorer.count("Bala")).to_have_value("120")
    scorer.keys(*"34", "7")
    expect(scorer.count("Chitra")).to_have_value("34")
    expect(scorer.count("Dev")).to_have_value("7")


def test_next_goes_through_both_boxes_of_everybody_when_the_stock_ran_out(
    phone: Page, site: Site
) -> None:
    scorer = Scorer(phone, session("vazhushal", TABLE[:3]), site)
    scorer.tap(phone.get_by_text("Stock ran out", exact=True))
    scorer.tap(phone.locator("[name='p0-melded']"))
    numbers = ("40", "12", "60", "7", "0", "31")
    for number in numbers:
        scorer.keys(*number, "next")
    assert [field.input_value() for field in phone.locator("[data-pad]").all()] == list(numbers)
    scorer.save()
    scorer.expect_saved(1)
    assert phone.locator(".result").inner_text().count("+1") == 1


def test_nothing_melded_need_not_be_typed_when_the_stock_ran_out(phone: Page, site: Site) -> None:
    table = session("vazhushal", TABLE[:2])
    scorer = Scorer(phone, table, site)
    scorer.tap(phone.get_by_text("Stock ran out", exact=True))
    melded = phone.locator("[name='p0-melded']")
    expect(melded).to_have_attribute("placeholder", "0")
    scorer.tap(melded)
    scorer.keys("next", "5", "next", "next", "9")
    scorer.save()
    scorer.expect_saved(1)
    lines = Hand.objects.get(game=table.game).entry["lines"]
    assert lines == {"0": {"in_hand": 5}, "1": {"in_hand": 9}}


def test_the_first_digit_replaces_the_number_that_stood_there(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("pool_rummy", TABLE[:4]), site)
    scorer.won("Asha")
    scorer.keys(*"25", "next")
    scorer.tap(scorer.count("Bala"))
    scorer.keys(*"12", "next")
    expect(scorer.count("Bala")).to_have_value("12")
    scorer.tap(scorer.count("Bala"))
    scorer.keys("back", "5", "next")
    expect(scorer.count("Bala")).to_have_value("15")
    scorer.tap(scorer.count("Bala"))
    scorer.keys("+", "4", "next")
    expect(scorer.count("Bala")).to_have_value("19")


def test_a_second_tap_on_the_field_replaces_its_number_too(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("pool_rummy", TABLE[:4]), site)
    scorer.tap(scorer.count("Chitra"))
    scorer.keys("3")
    scorer.tap(scorer.count("Chitra"))
    scorer.keys("5", "next")
    expect(scorer.count("Chitra")).to_have_value("5")


def test_an_ending_in_another_row_ends_the_number_before_it(phone: Page, site: Site) -> None:
    names = TABLE
    scorer = Scorer(phone, session("pool_rummy", names), site)
    scorer.won("Asha")
    scorer.keys(*"43")
    scorer.chip("Chitra", "First drop")
    scorer.keys("9")
    expect(scorer.count("Dev")).to_be_focused()
    scorer.chip("Esha", "Middle drop")
    scorer.keys(*"25")
    expect(scorer.count("Dev")).to_have_value("9")
    expect(scorer.count("Farid")).to_have_value("25")


def test_what_a_cap_cuts_is_said_beside_the_row_before_it_is_saved(phone: Page, site: Site) -> None:
    for game, options in (("pool_rummy", {}), ("paplu", {"cap": 80}), ("rummy_21", {"cap": 80})):
        scorer = Scorer(phone, session(game, NAMES[:4], options), site)
        scorer.won("Asha")
        scorer.keys(*"79", "back", "back", *"122")
        notice = scorer.line("Dev").get_by_text("Counts as 80")
        expect(scorer.count("Dev")).to_have_value("122")
        expect(notice).to_be_visible()
        scorer.keys("back")
        expect(notice).to_be_hidden()
        scorer.count("Dev").fill("99999")  # refused, so it counts as nothing
        expect(notice).to_be_hidden()


def test_what_may_be_left_empty_says_0_and_need_not_be_typed(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("canasta", NAMES[:4], side=2), site)
    left = phone.locator("[name='p0-in_hand']")
    scorer.tap(phone.locator("[name='p0-natural']").locator("xpath=..").locator("[data-step='1']"))
    scorer.won("Asha + Meera")
    expect(left).to_have_attribute("placeholder", "0")
    scorer.keys(*"345", "next", "next", *"210", "next", *"85")
    expect(phone.locator("[name='p1-in_hand']")).to_have_value("85")
    scorer.save()
    scorer.expect_saved(1)
    scorer.won("Dev + Omar")
    expect(left).not_to_have_attribute("placeholder", "0")
    scorer.won("Nobody")
    scorer.save()
    expect(phone.get_by_text("Enter the points left in hand.").first).to_be_visible()


def test_next_goes_to_the_cards_of_the_partner_of_who_went_out(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("canasta", NAMES[:4], side=2), site)
    scorer.won("Asha + Meera")
    numbers = ("345", "45", "210", "85")
    for number in numbers:
        scorer.keys(*number, "next")
    assert [field.input_value() for field in phone.locator("[data-pad]").all()] == list(numbers)


def test_next_skips_the_cards_of_a_player_who_went_out_alone(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("canasta", NAMES[:2]), site)
    scorer.won("Asha")
    for number in ("345", "210", "85"):
        scorer.keys(*number, "next")
    fields = [field.input_value() for field in phone.locator("[data-pad]").all()]
    assert fields == ["345", "", "210", "85"]
    scorer.tap(phone.locator("[name='p0-in_hand']"))
    scorer.keys(*"45")
    expect(phone.locator("[name='p0-in_hand']")).to_have_value("45")


def test_the_pad_stays_at_the_foot_and_goes_on_whatever_is_chosen_in_its_row(
    phone: Page, site: Site
) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(phone, session("canasta", NAMES[:4], side=2), site)
    scorer.won("Asha + Meera")
    scorer.keys("3")
    scorer.tap(phone.locator("[name='p0-concealed']").locator("xpath=.."))
    scorer.keys(*"45")
    expect(phone.locator("[name='p0-melded']")).to_have_value("345")
    phone.evaluate("scrollTo(0, document.body.scrollHeight)")
    bottom = "Math.round(document.querySelector('.hand__dock').getBoundingClientRect().bottom)"
    assert phone.evaluate(bottom) == 740


def test_the_preview_leaves_the_row_in_sight_while_the_pad_is_open(phone: Page, site: Site) -> None:
    phone.set_viewport_size({"width": 360, "height": 740})
    scorer = Scorer(phone, session("rummi", ("Asha", "Bartholomew", "Chitra", "Dev")), site)
    scorer.tap(scorer.count("Asha"))
    scorer.keys(*"12", "next", *"30", "next", *"45", "next", *"61")
    expect(phone.locator("#slip")).to_contain_text("Asha wins")
    key = scorer.line("Dev").get_by_role("button", name="Jokers").bounding_box()
    dock = phone.locator(".hand__dock").bounding_box()
    assert key and dock
    assert key["y"] + key["height"] <= dock["y"]


@pytest.mark.parametrize("size", [(740, 360), (640, 360), (568, 320), (360, 640), (360, 740)])
def test_the_result_stays_in_sight_while_the_pad_is_open(
    phone: Page, site: Site, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    scorer = Scorer(phone, session("pool_rummy", TABLE[:4]), site)
    scorer.won("Asha")
    scorer.keys(*"12", *"25", *"31")
    result = phone.locator(".slip__sums")
    expect(result).to_contain_text("Asha wins")
    seen = result.bounding_box()
    save, field = scorer.save_button.bounding_box(), scorer.count("Dev").bounding_box()
    dock = phone.locator(".hand__dock").bounding_box()
    assert seen and save and field and dock
    assert 56 <= seen["y"] <= size[1] - 24
    assert save["y"] + save["height"] <= size[1]
    assert field["y"] + 40 <= dock["y"]


CUT = """slip => {
    const { top, bottom } = slip.getBoundingClientRect();
    return [...slip.querySelectorAll(".slip__each")]
        .filter((each) => each.getBoundingClientRect().bottom > bottom + 1)
        .map((each) => each.textContent);
}"""


@pytest.mark.parametrize(
    "size", [(740, 360), (844, 390), (568, 320), (320, 568), (360, 640), (360, 740)]
)
def test_the_result_of_everybody_is_in_sight_while_the_pad_is_open(
    phone: Page, site: Site, size: tuple[int, int]
) -> None:
    phone.set_viewport_size({"width": size[0], "height": size[1]})
    for game, names in (
        ("pool_rummy", TABLE[:4]),
        ("points_rummy", ("Asha", "Bartholomew", "Chitra", "Dev")),
        ("points_rummy", TABLE),
    ):
        scorer = Scorer(phone, session(game, names), site)
        scorer.won("Asha")
        for number in range(12, 12 + len(names) - 1):
            scorer.keys(*str(number))
        expect(phone.locator(".slip__sums")).to_contain_text("Asha wins")
        assert phone.locator(".slip").evaluate(CUT) == [], (game, names)
        field = phone.locator(".padded").bounding_box()
        dock = phone.locator(".hand__dock").bounding_box()
        assert field and dock
        assert field["y"] >= 56 and field["y"] + field["height"] <= dock["y"]
        assert phone.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_a_preview_is_dimmed_until_it_says_what_is_so(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("rummikub", NAMES[:2]), site)
    held: list[Route] = []
    phone.route("**/slip/", lambda route: held.append(route))
    slip = phone.locator("#slip")
    scorer.won("Asha")
    expect(slip).to_have_attribute("aria-busy", "true")
    while not held:
        phone.evaluate(PACE, 50)
    scorer.keys("6")
    held.pop().continue_()
    expect(slip).to_contain_text("Enter the points left")
    expect(slip).to_have_attribute("aria-busy", "true")  # it knows nothing of the 6
    phone.unroute_all()
    while held:
        held.pop().continue_()
    expect(slip).to_contain_text("+6")
    expect(slip).not_to_have_attribute("aria-busy", "true")


def test_a_count_tapped_before_the_script_has_come_opens_the_pad(phone: Page, site: Site) -> None:
    table = session("pool_rummy", NAMES[:3])
    scorer = Scorer(phone, table, site)
    held: list[Route] = []
    phone.route("**/pad.*.js", lambda route: held.append(route))
    phone.goto(scorer.url, wait_until="commit")
    scorer.count("Dev").tap()
    assert held
    expect(phone.locator("#pad")).to_be_hidden()
    held.pop().continue_()
    scorer.keys(*"42")
    expect(scorer.count("Dev")).to_have_value("42")


def test_what_undo_filled_in_stays_after_a_look_at_another_page(phone: Page, site: Site) -> None:
    scorer = Scorer(phone, session("basic_rummy", NAMES[:3]), site)
    scorer.won("Asha")
    scorer.keys(*"21", "next", *"34")
    scorer.save()
    scorer.expect_saved(1)
    phone.get_by_role("button", name="Undo").tap()
    expect(phone.get_by_text("Hand 1 deleted.")).to_be_visible()
    phone.locator(".back").tap()
    expect(phone.get_by_role("link", name="Deleted hand")).to_be_visible()
    phone.goto(scorer.url)
    expect(scorer.count("Dev")).to_have_value("21")
    expect(phone.locator(".who .chip", has_text="Asha").locator("input")).to_be_checked()


def test_counting_by_card_can_be_switched_off_again(phone: Page, site: Site) -> None:
    table = session("marriage", NAMES[:3])
    Scorer(phone, table, site)
    box = phone.locator("[data-bycard]")
    box.locator("xpath=..").tap()
    expect(box).to_be_checked()
    phone.reload()
    expect(box).to_be_checked()
    box.locator("xpath=..").tap()
    expect(box).not_to_be_checked()
    phone.reload()
    expect(box).not_to_be_checked()
