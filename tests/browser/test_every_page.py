"""The law for every page, kept by all of them as they are served (see ``law``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from playwright.sync_api import Page, expect

from scorekeeper.clubs import presets
from scorekeeper.clubs import services as clubs
from scorekeeper.clubs.models import Club, ClubPreset, Role
from scorekeeper.engine import case as cases
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.ledger.services import pay_cash
from scorekeeper.play import services as play
from scorekeeper.play.management.commands.load_demo import TOKEN
from scorekeeper.play.models import Hand
from scorekeeper.play.selectors import Table, table
from scorekeeper.variants import VARIANTS
from tests import factories as make
from tests.browser.law import Visitor, fill, unfold, with_people
from tests.capture.test_forms import on_screen, posted

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Asha", "Bartholomew", "Dev", "Meera", "Omar", "Priyanka", "Ravi", "Sunita", "Tom", "Zoë")
FIXTURES = Path(__file__).parents[2] / "fixtures" / "variants"

ANSWERS_NO_PAGE = {
    "health": "for machines",
    "board:newer": "an empty answer to a phone that asks for news",
    "board:money": "posted; goes back to the board",
    "capture:slip": "a piece of the capture page, seen there",
    "capture:cards": "a piece of the capture page, seen there",
    "capture:show": "a piece of the capture page",
    "capture:hand_void": "posted; answers with the capture page",
    "clubs:share_revoke": "posted; goes back to the invitations",
    "clubs:preset_file": "a file",
    "clubs:preset_retire": "posted; goes back to the rules",
    "clubs:preset_share": "posted; answers with the rules",
    "clubs:preset_unshare": "posted; goes back to the rules",
    "clubs:preset_shared_file": "a file",
    "ledger:paid": "posted; goes back to settling up",
    "ledger:unpaid": "posted; goes back to settling up",
    "play:night_reopen": "posted; goes back to the board",
    "rulebook:try_cards": "a piece of the page to try a hand",
    "rulebook:robots": "for machines",
    "rulebook:sitemap": "for machines",
    "statements:state": "a piece of the statements",
    "statements:retry": "a piece of the statements",
    "statements:file": "a file",
    "statements:csv": "a file",
}
"""The named addresses that are no page of their own, and why."""
OF_EVERY_GAME = {"capture:hand_new", "rulebook:game", "rulebook:try_it", "play:game_new"}

Walk = Callable[[Visitor], None]
WALKS: dict[str, tuple[frozenset[str], Walk]] = {}


def walks(*routes: str) -> Callable[[Walk], Walk]:
    """A walk over pages of these names; it must come by each of them."""

    def keep(walk: Walk) -> Walk:
        WALKS[walk.__name__] = (frozenset(routes), walk)
        return walk

    return keep


@pytest.fixture
def visitor(
    new_context: Any, site: Any, screenshot: Callable[..., Path]
) -> Iterator[Callable[..., Visitor]]:
    """``visitor(Role.HOST, club)`` is a phone of a host; without arguments one of a stranger."""
    out: list[Visitor] = []

    def send(role: Role | None = None, at: Club | None = None) -> Visitor:
        page: Page = new_context().new_page()
        phone = Visitor(page, site.url, screenshot)
        if role and at:
            let_in(page, role, at, site.url)
        out.append(phone)
        return phone

    send.out = out  # type: ignore[attr-defined]
    yield send
    for phone in out:
        phone.verdict()


def let_in(page: Page, role: Role, at: Club, url: str) -> None:
    name = settings.SESSION_COOKIE_NAME
    cookie = make.client_with(role, at).cookies[name].value
    page.context.add_cookies([{"name": name, "value": cookie, "url": url}])


# Every game ---------------------------------------------------------------------------------


def longest_case(rules: AnyVariant) -> Any:
    """The settled case with the most people, then the most house rules, then the most hands."""
    told = json.loads((FIXTURES / f"{rules.key}.json").read_text())
    whole = [c for c in told if "hands" in c and "error" not in cases.settle(rules, c)]
    return max(whole, key=lambda c: (len(c["seats"]), len(c.get("options") or ()), len(c["hands"])))


def begun(rules: AnyVariant) -> tuple[Table, dict[str, list[str]]]:
    """A game of this kind before its last hand, and that hand as it would be typed."""
    case = longest_case(rules)
    seated = cases.table(rules, case["seats"])
    at = make.night(rules.key, seated.persons, case.get("options"), side=seated.side)
    at = make.play(at, *case["hands"][:-1])
    entry = rules.load_entry(at.fold, case["hands"][-1], at.names)
    hand = posted(rules, on_screen(rules, at.fold, entry), at.fold.seats)
    for player, name in zip(at.players, NAMES, strict=False):
        clubs.rename_player(player=player, name=name)
    return table(at.game), with_people(hand)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_a_hand_of_every_game_is_written_by_the_law(rules: AnyVariant, visitor: Any) -> None:
    at, hand = begun(rules)
    phone: Visitor = visitor(Role.HOST, at.game.session.club)
    night = f"/nights/{at.game.session.code}"
    page = phone.open(f"{night}/games/1/hand/", name=f"hand of {rules.key}", colours=False)
    fill(page, hand)
    expect(page.locator("#slip details")).to_be_visible()
    unfold(page)
    phone.look("typed, all unfolded")
    pad(phone)
    picker(phone)
    page.locator(".hand__save").click()
    expect(page.locator(".saved")).to_be_visible()
    phone.look("saved", colours=False)
    phone.open(f"{night}/", name=f"board of {rules.key}", colours=False)
    phone.open(f"{night}/tv/?money=1", name=f"big screen of {rules.key}", colours=False)
    last = Hand.objects.latest("pk")
    phone.open(f"{night}/hands/{last.pk}/", name=f"hand told of {rules.key}", colours=False)


def pad(phone: Visitor) -> None:
    fields = phone.page.locator("[data-pad]:visible")
    if fields.count():
        fields.first.focus()
        expect(phone.page.locator("#pad")).to_be_visible()
        phone.look("number pad", colours=False)
        phone.page.locator("[data-key=close]").click()


def picker(phone: Visitor) -> None:
    keys = phone.page.locator(".cards__open:visible")
    if keys.count():
        keys.first.click()
        expect(phone.page.locator("#picker")).to_be_visible()
        phone.page.locator("[data-face]:visible:enabled").first.click()
        phone.look("card picker", colours=False)
        clear = phone.page.locator("[data-picker=clear]")
        if clear.is_visible():
            clear.click()
        phone.page.locator(".picker__done").click()


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_the_rules_of_every_game_are_read_and_tried_by_the_law(
    rules: AnyVariant, visitor: Any
) -> None:
    phone: Visitor = visitor()
    phone.open(f"/games/{rules.key}/", colours=False)
    page = phone.open(f"/games/{rules.key}/try/", colours=False)
    page.locator("details").first.evaluate("each => { each.open = true }")
    phone.look("another table", colours=False)


@pytest.mark.parametrize("rules", VARIANTS.values(), ids=VARIANTS)
def test_the_options_of_every_game_are_shown_by_the_law(rules: AnyVariant, visitor: Any) -> None:
    session = play.open_session(club=make.club(), played_on=date(2026, 11, 20))
    people = clubs.add_players(club=session.club, names=NAMES[: rules.seats[0]])
    phone: Visitor = visitor(Role.HOST, session.club)
    asked = "".join(f"&p={player.pk}" for player in people)
    path = f"/nights/{session.code}/games/new/?variant={rules.key}{asked}"
    page = phone.open(path, name=f"options of {rules.key}", colours=False)
    unfold(page)
    phone.look("all unfolded")


# Every other page ---------------------------------------------------------------------------


def demo() -> Club:
    call_command("load_demo", "--link", stdout=StringIO(), stderr=StringIO())
    return Club.objects.get(token=TOKEN)


def pooled(hands: int = 3) -> Table:
    told = [
        make.pool_hand("Bartholomew", Asha=24, Dev="first_drop", Meera=31),
        make.pool_hand("Asha", Bartholomew=38, Dev=8, Meera="middle_drop"),
        make.pool_hand("Dev", Asha=40, Bartholomew=30, Meera=2),
        make.pool_hand("Meera", Asha=79, Bartholomew=79, Dev=80),
    ]
    return make.play(make.night("pool_rummy", NAMES[:4], {"fee": 250000}), *told[:hands])


@walks("clubs:front", "clubs:start", "clubs:join", "rulebook:games", "clubs:preset_shared")
def what_a_stranger_sees(visitor: Any) -> None:
    phone: Visitor = visitor()
    page = phone.open("/")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "nobody named")
    page.locator("input[name=name]").first.fill("Asha")
    page.locator("input[name=name]").nth(1).fill("Asha")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "one named twice")
    phone.open("/games/")
    phone.open("/join/nothing-here/", status=404)
    phone.open("/rules/nothing-here/", status=404)
    phone.open("/nowhere/", status=404)
    phone.expected = 403
    page.goto(phone.site + "/")
    page.evaluate("document.querySelector('[name=csrfmiddlewaretoken]').value = 'old'")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.landed("/start/", "a page too old", status=403)


@walks("clubs:front", "clubs:home", "clubs:settings", "clubs:share", "clubs:who", "play:night_new")
def a_club(visitor: Any) -> None:
    club = demo()
    phone: Visitor = visitor(Role.HOST, club)
    home = f"/clubs/{club.code}"
    night = club.sessions.filter(closed_at=None).earliest("pk")
    phone.open("/")
    phone.open(f"{home}/")
    phone.open(f"{home}/settings/")
    page = phone.open(f"{home}/share/?night={night.code}")
    page.locator("main form button").first.click()
    expect(page.locator(".invitation__qr")).to_be_visible()
    phone.look("with a code")
    page = phone.open(f"{home}/nights/new/")
    page.locator("input[name=variant]").first.evaluate("each => each.click()")
    page.get_by_role("button", name="Start", exact=True).click()
    phone.look("started or not")
    phone.open(f"/nights/{night.code}/who/")


@walks("clubs:presets", "clubs:preset_new", "clubs:preset_import", "clubs:preset")
def rules_of_a_club(visitor: Any) -> None:
    club = make.club("The regulars of the Friday table")
    phone: Visitor = visitor(Role.HOST, club)
    path = f"/clubs/{club.code}/rules/"
    phone.open(path, name="no rules yet")
    phone.open(f"{path}new/")
    page = phone.open(f"{path}new/?variant=house_game")
    unfold(page)
    phone.look("all unfolded")
    page.get_by_role("button", name="Keep", exact=True).click()
    phone.look("without a name")
    page = phone.open(f"{path}import/")
    page.locator("textarea").fill("{broken")
    page.get_by_role("button", name="Look at them").click()
    phone.look("unreadable")
    kept(club)
    phone.open(path)
    phone.open(f"{path}{kept(club).pk}/")


def kept(club: Club, **told: Any) -> ClubPreset:
    rules = VARIANTS["rummi"]
    return presets.keep_preset(
        club=club, rules=rules, options={"stake": 5000}, name="As at home", note="For coins", **told
    )


@walks("clubs:preset", "clubs:preset_change", "clubs:preset_shared", "clubs:preset_import")
def rules_handed_on(visitor: Any) -> None:
    club = make.club()
    first = kept(club)
    phone: Visitor = visitor(Role.HOST, club)
    path = f"/clubs/{club.code}/rules/"
    page = phone.open(f"{path}{first.pk}/change/")
    unfold(page)
    phone.look("all unfolded")
    page.goto(f"{phone.site}{path}{first.pk}/")
    page.get_by_role("button", name="Show to other tables").click()
    expect(page.locator(".invitation__qr")).to_be_visible()
    phone.look("with a code")
    shared = urlsplit(page.locator("[data-url]").input_value()).path
    visitor().open(shared)
    other: Visitor = visitor(Role.HOST, make.club("Others", currency="EUR"))
    page = other.open(shared)
    page.get_by_role("button", name="Take them over").click()
    other.landed("/clubs/x/rules/import/", "looked at")


@walks("board:night", "board:tv", "board:hand", "board:player", "ledger:settle")
def a_night_that_is_on(visitor: Any) -> None:
    club = demo()
    session = club.sessions.filter(closed_at=None).earliest("pk")
    phone: Visitor = visitor(Role.HOST, club)
    night = f"/nights/{session.code}"
    page = phone.open(f"{night}/")
    page.locator(".board__money button").click()
    unfold(page)
    phone.look("money, all unfolded")
    phone.open(f"{night}/tv/")
    phone.open(f"{night}/tv/?money=1")
    hand = Hand.objects.filter(game__session=session).latest("pk")
    page = phone.open(f"{night}/hands/{hand.pk}/")
    unfold(page)
    phone.look("all unfolded")
    phone.open(f"{night}/players/{club.players.earliest('pk').pk}/")
    phone.open(f"{night}/settle/")
    visitor(Role.VIEWER, club).open(f"{night}/", name="board for a viewer")


@walks("board:night", "board:player", "ledger:settle", "statements:list", "play:night_close")
def a_night_that_is_over(visitor: Any) -> None:
    at = pooled(hands=4)
    session = at.game.session
    phone: Visitor = visitor(Role.HOST, session.club)
    night = f"/nights/{session.code}"
    phone.open(f"{night}/")
    phone.open(f"{night}/games/1/hand/", name="capture of a game that is over")
    phone.open(f"{night}/players/{at.players[1].pk}/")
    page = phone.open(f"{night}/settle/")
    unfold(page)
    page.locator("[name=part]").first.fill("a lot")
    phone.expected = 400
    page.locator(".transfer__part button").first.click()
    expect(page.locator("#part-error")).to_be_visible()
    phone.look("a part that is none")
    pay_cash(
        session=session,
        payer=at.players[0],
        payee=at.players[1],
        amount=100000,
        token=make.token(),
        by=None,
    )
    phone.open(f"{night}/settle/", name="settled in part")
    page = phone.open(f"{night}/statements/")
    page.get_by_role("button", name="Make PDF").first.click()
    expect(page.locator(".sheet-state__files").first).to_be_visible(timeout=20_000)
    phone.look("with a sheet")
    phone.open(f"{night}/close/")
    page.get_by_role("button", name="Close and settle up").click()
    phone.open(f"{night}/close/", name="closed")
    phone.open(f"{night}/", name="board of a closed night")
    phone.open(f"{night}/settle/", name="settle up, closed")
    amend = f"{night}/games/1/hands/{Hand.objects.latest('pk').pk}/amend/"
    phone.open(amend, status=409, name="a correction refused")


@walks("play:game_new", "play:game_close", "play:game_rules", "play:seats", "play:night_close")
def games_of_a_night(visitor: Any) -> None:
    at = make.night("paplu", NAMES[:4], at=make.club())
    at = make.play(at, make.pool_hand("Asha", Bartholomew=3, Dev=4, Meera=5))
    club, night = at.game.session.club, f"/nights/{at.game.session.code}"
    clubs.add_players(club=club, names=["Omar", "Wilhelmine"])
    phone: Visitor = visitor(Role.HOST, club)
    phone.open(f"{night}/games/new/?choose=1")
    phone.open(f"{night}/games/1/rules/")
    page = phone.open(f"{night}/games/1/seats/")
    page.get_by_role("button", name="Dev leaves").click()
    phone.look("somebody left")
    page.get_by_role("button", name="Joins from hand").click()
    phone.look("nobody joins")
    phone.open(f"{night}/games/1/close/")
    phone.open(f"{night}/close/")
    other = pooled(hands=1)
    path = f"/nights/{other.game.session.code}/games/1"
    phone = visitor(Role.HOST, other.game.session.club)
    phone.open(f"{path}/seats/", status=409, name="seats that stay")
    phone.open(f"{path}/hand/")


@walks("standings:table", "standings:season_new")
def seasons(visitor: Any) -> None:
    club = demo()
    phone: Visitor = visitor(Role.HOST, club)
    phone.open(f"/clubs/{club.code}/standings/")
    phone.open(f"/clubs/{club.code}/standings/?season=all&variant=rummi")
    page = phone.open(f"/clubs/{club.code}/seasons/new/")
    phone.expected = 400
    page.get_by_role("button", name="Start the season").click()
    expect(page.locator(".error").first).to_be_visible()
    phone.look("sent empty")
    empty = make.club("Nobody yet")
    phone = visitor(Role.HOST, empty)
    phone.open(f"/clubs/{empty.code}/standings/", name="standings of nobody")
    phone.open(f"/clubs/{empty.code}/", name="home of nobody")


@walks("capture:hand_new", "capture:hand_amend", "capture:hand_left_out", "board:hand")
def hands_that_are_not_so_simple(visitor: Any) -> None:
    at = pooled()
    session = at.game.session
    path = f"/nights/{session.code}/games/1"
    phone: Visitor = visitor(Role.HOST, session.club)
    first, second, *_rest = Hand.objects.filter(game=at.game).order_by("pk")
    phone.open(f"{path}/hands/{first.pk}/amend/")
    page = phone.open(f"{path}/hands/{first.pk}/before/")
    page.locator(".hand__save").click()
    expect(page.locator(".faults")).to_be_visible()
    phone.look("not a hand")
    stale(phone, at, path)
    page = phone.open(f"/nights/{session.code}/hands/{second.pk}/")
    unfold(page)
    page.get_by_role("button", name="Take out hand").click()
    phone.look("taken out")
    viewer: Visitor = visitor(Role.VIEWER, session.club)
    viewer.open(f"{path}/hand/", status=403, name="capture for a viewer")


def stale(phone: Visitor, at: Table, path: str) -> None:
    """A hand that somebody else has saved meanwhile."""
    page = phone.open(f"{path}/hand/", name="before somebody else saves")
    page.locator(".who .chip", has_text="Asha").click()
    for field in page.locator("[data-pad]:visible").all():
        field.fill("9")
    make.play(at, make.pool_hand("Meera", Asha=3, Bartholomew=4, Dev=5))
    phone.expected = 409
    page.locator(".hand__save").click()
    expect(page.get_by_text("already saved")).to_be_visible()
    phone.look("somebody else saved")
    phone.expected = 200


@pytest.mark.parametrize("name", WALKS)
def test_every_page_keeps_the_law(name: str, visitor: Any) -> None:
    routes, walk = WALKS[name]
    walk(visitor)
    phones: list[Visitor] = visitor.out
    missed = routes - set().union(*(phone.visited for phone in phones))
    assert not missed, f"the walk did not come by {missed}"


# Nothing is left out ------------------------------------------------------------------------


def named_routes() -> set[str]:
    def below(patterns: Any, space: str) -> Iterator[str]:
        for each in patterns:
            if isinstance(each, URLResolver):
                yield from below(each.url_patterns, f"{each.namespace}:" if each.namespace else "")
            elif isinstance(each, URLPattern):
                yield f"{space}{each.name}"

    return set(below(get_resolver().url_patterns, ""))


def test_every_address_is_walked_to_or_is_no_page() -> None:
    walked = set().union(*(routes for routes, _walk in WALKS.values()), OF_EVERY_GAME)
    assert walked | set(ANSWERS_NO_PAGE) == named_routes()
    assert not walked & set(ANSWERS_NO_PAGE)
