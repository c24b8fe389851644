"""From the code at the door to a seat: a host's device and a player's, by touch."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.clubs.models import Role
from scorekeeper.extensions.tournaments.models import Presence
from scorekeeper.extensions.tournaments.rounds.services import take_back_round
from scorekeeper.extensions.tournaments.selectors import entrant_rows
from scorekeeper.play.selectors import game_table
from tests.helpers import factories as make
from tests.helpers.axe import unfit
from tests.helpers.browser.capture import NO_SIGNAL, Scorer
from tests.helpers.browser.every_page import let_in
from tests.helpers.clubs.screens import TOO_WIDE
from tests.helpers.phones import CUT
from tests.helpers.served import Site, eventually
from tests.helpers.tournaments import days

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def is_sound(page: Page, screenshot: Callable[..., Path], name: str, words: str) -> None:
    """Looks at the page once it says these words."""
    expect(page.get_by_text(words).first).to_be_visible()
    page.wait_for_load_state()
    screenshot(page, f"tournament-{name}")
    assert page.evaluate(TOO_WIDE) <= 0
    assert list(unfit(page)) == []


def test_from_the_roll_call_to_a_seat(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    tournament = days.tournament(days.PEOPLE[:12], rounds=3, tables=3)
    session = tournament.session
    host, player = new_phone(), new_phone()
    player.emulate_media(color_scheme="dark")
    host.set_viewport_size({"width": 360, "height": 740})
    let_in(host, Role.HOST, session.club, site.url)
    day = f"{site.url}/sessions/{session.code}/tournament/"
    _link, secret = make.link(Role.VIEWER, session.club, session)

    player.goto(f"{site.url}/join/{secret}/")
    is_sound(player, screenshot, "join", "Who’s using this device?")
    player.get_by_role("button", name="Ravi B").tap()
    is_sound(player, screenshot, "check-in", "Are you at the tournament?")
    player.get_by_role("button", name="Ravi B: I’m here").tap()
    expect(player.get_by_text("you are here")).to_be_visible()

    host.goto(day)
    is_sound(host, screenshot, "day-before", "Roll call")
    host.locator(".dock").get_by_role("link", name="Roll call").tap()
    expect(host.get_by_text("1 of 12 here")).to_be_visible()
    for name in days.PEOPLE[:11]:
        host.get_by_role("button", name=name).tap()
        expect(host.get_by_role("button", name=name)).to_have_count(0)
    expect(host.get_by_text("12 of 12 here")).to_be_visible()
    is_sound(host, screenshot, "roll-call", "12 of 12 here")
    assert all(row.presence == Presence.HERE for row in entrant_rows(tournament))

    host.get_by_role("button", name="Draw round 1").tap()
    expect(host.get_by_text("nobody meets again")).to_be_visible()
    is_sound(host, screenshot, "draft", "Publish round")
    expect(player.get_by_text("Table 1")).to_have_count(0)
    host.get_by_role("button", name="Publish round").tap()
    expect(host.get_by_text("Draft")).to_have_count(0)
    is_sound(host, screenshot, "published", "Withdraw this round")

    (turn,) = tournament.rounds.all()
    seats: dict[str, tuple[int, int]] = {
        str(tournament.entrants.get(player=pk)): (table, seat)
        for table, players in enumerate(turn.tables, 1)
        for seat, pk in enumerate(players, 1)
    }
    table, seat = seats["Ravi B"]
    expect(player.get_by_text(f"Table {table}, seat {seat}")).to_be_visible()
    is_sound(player, screenshot, "own-seat", "Open table")
    player.get_by_role("link", name=f"Open table {table}").tap()
    expect(player.get_by_text(f"Spring Cup, round 1, table {table}")).to_be_visible()
    host.goto(day)
    is_sound(host, screenshot, "day-playing", "0 of 3 tables done")


def test_the_rest_of_the_pages_by_touch(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path], complaints: Any
) -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:13], rounds=6, tables=3))
    session = tournament.session
    host = new_phone()
    host.set_viewport_size({"width": 360, "height": 740})
    let_in(host, Role.HOST, session.club, site.url)
    here = f"{site.url}/sessions/{session.code}/tournament"
    days.publish(tournament)
    days.publish(tournament)
    host.goto(f"{here}/rounds/3/")
    host.get_by_role("button", name="Draw round 3").tap()
    host.get_by_text("Two people change seats").tap()
    host.get_by_label("Person").nth(0).select_option(days.PEOPLE[0])
    host.get_by_label("Person").nth(1).select_option(days.PEOPLE[1])
    is_sound(host, screenshot, "swap", "Two people change seats")
    host.get_by_role("button", name="Change seats").tap()
    is_sound(host, screenshot, "swapped", "not as wished")
    host.goto(f"{here}/people/")
    host.get_by_role("link", name="More about Asha A").tap()
    is_sound(host, screenshot, "entrant", "Somebody plays for them")
    host.get_by_role("button", name="On standby").tap()
    expect(host.get_by_text("On standby")).to_be_visible()
    host.get_by_role("link", name="More about Dev A").tap()
    host.get_by_text("Asha A", exact=True).tap()
    is_sound(host, screenshot, "substitute", "Who’s on standby?")
    complaints.announce(409)
    host.get_by_role("button", name="Let them play").tap()
    expect(host.get_by_text("Asha A plays already.")).to_be_visible()
    host.get_by_label("New name").fill("Zara")
    host.get_by_role("button", name="Let them play").tap()
    expect(host.get_by_text("Zara plays for them")).to_be_visible()
    host.goto(f"{here}/wishes/")
    is_sound(host, screenshot, "wishes", "Two people apart")
    host.goto(f"{here}/rounds/3/")
    host.get_by_role("button", name="Publish round").tap()
    expect(host.get_by_text("Draw again.", exact=False).first).to_be_visible()
    is_sound(host, screenshot, "refused", "Draw again.")


def test_a_phone_at_a_withdrawn_table_says_so_and_leads_to_the_new_seat(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path], complaints: Any
) -> None:
    complaints.announce(410, *CUT)
    tournament = days.here(days.tournament(days.PEOPLE[:8], variant="points_rummy", tables=2))
    watched, written = (row.session for row in days.publish(tournament).table_sessions.all())
    watches, writes = new_phone(), new_phone()
    watches.set_viewport_size({"width": 360, "height": 740})
    let_in(watches, Role.SCORER, watched.club, site.url)
    watches.goto(f"{site.url}{watched.address}")
    table = game_table(written.games.get())
    scorer = Scorer(writes, table, site)
    scorer.won(table.names[0])
    for name in table.names[1:]:
        scorer.chip(name, "First drop")
    writes.context.set_offline(True)
    scorer.save()
    expect(writes.get_by_text(NO_SIGNAL).first).to_be_visible()
    writes.goto("about:blank")

    take_back_round(tournament=tournament, number=1, by=None)
    is_sound(watches, screenshot, "withdrawn", "This table was withdrawn")
    turn = days.publish(tournament)
    watches.get_by_role("link", name="See where you sit").tap()
    expect(watches.get_by_text("Round 1: who sits where")).to_be_visible()
    writes.context.set_offline(False)
    writes.emulate_media(color_scheme="dark")
    Scorer(writes, game_table(turn.table_sessions.all()[0].session.games.get()), site)
    is_sound(writes, screenshot, "withdrawn-hand", "Your entry was not saved.")
    writes.get_by_role("button", name="Got it").tap()
    expect(writes.get_by_text("Your entry was not saved.")).to_be_hidden()
    writes.goto(scorer.url)
    is_sound(writes, screenshot, "withdrawn-dark", "See where you sit")


def test_who_comes_late_gets_a_seat_by_touch(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:7], tables=2))
    turn, session = days.publish(tournament), tournament.session
    small = min((1, 2), key=lambda number: len(turn.tables[number - 1]))
    host, late = new_phone(), new_phone()
    host.set_viewport_size({"width": 360, "height": 740})
    late.emulate_media(color_scheme="dark")
    let_in(host, Role.HOST, session.club, site.url)
    day = f"{site.url}/sessions/{session.code}/tournament/"
    host.goto(f"{day}people/")
    host.get_by_label("New names").fill("Zara")
    host.get_by_role("button", name="Add, they are here").tap()
    expect(host.get_by_text("8 of 8 here")).to_be_visible()
    _link, secret = make.link(Role.VIEWER, session.club, session)
    late.goto(f"{site.url}/join/{secret}/")
    late.get_by_role("button", name="Zara").tap()
    expect(late.get_by_text("You have no seat in this round.")).to_be_visible()

    host.goto(f"{day}rounds/1/")
    host.get_by_text("Move one person").last.tap()
    move = host.locator("form[action$='/move/']")
    move.get_by_label("Person").select_option("Zara")
    move.get_by_label("Table").select_option(str(small))
    is_sound(host, screenshot, "late", "Here without a seat")
    move.get_by_role("button", name="Move").tap()
    expect(host.get_by_text("Here without a seat")).to_have_count(0)
    is_sound(host, screenshot, "late-seated", "Round 1: who sits where")
    expect(late.get_by_text(f"Table {small}, seat 4")).to_be_visible()
    is_sound(late, screenshot, "late-own-seat", f"Open table {small}")


def test_the_sound_at_the_end_is_remembered_by_the_device(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:8], tables=2, hands=0, minutes=60))
    days.publish(tournament)
    phone = new_phone()
    let_in(phone, Role.VIEWER, tournament.session.club, site.url)
    phone.goto(f"{site.url}/sessions/{tournament.session.code}/tournament/")
    sound = phone.get_by_role("button", name="Sound at the end")
    expect(sound).to_have_attribute("aria-pressed", "false")
    off = sound.evaluate("button => getComputedStyle(button).backgroundColor")
    sound.tap()
    expect(sound).to_have_attribute("aria-pressed", "true")
    assert sound.evaluate("button => getComputedStyle(button).backgroundColor") != off
    hint = phone.get_by_text("Tap this page once, so that it can sound.")
    expect(hint).to_be_hidden()
    later = phone.context.new_page()
    later.goto(phone.url)
    sound = later.get_by_role("button", name="Sound at the end")
    expect(sound).to_have_attribute("aria-pressed", "true")
    hint = later.get_by_text("Tap this page once, so that it can sound.")
    expect(hint).to_be_visible()
    screenshot(later, "tournament-bell")
    later.get_by_role("heading", name="Spring Cup").tap()
    expect(hint).to_be_hidden()
    sound.tap()
    later.reload()
    expect(sound).to_have_attribute("aria-pressed", "false")


LOCKED = """
  Object.defineProperty(document, "hidden", { get: () => window.isHidden === true });
  if (Notification.permission === "denied") {
    Object.defineProperty(Notification, "permission", { get: () => window.granted ?? "default" });
    Notification.requestPermission = async () => { window.granted = "granted"; };
    const notes = {};
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      notes[options.tag] = { title, ...options };
    };
    ServiceWorkerRegistration.prototype.getNotifications = async () => Object.values(notes);
  }
"""
"""Stands for what a browser without a screen lacks: a page behind a locked screen, and notes.
Debian’s chromium-headless-shell denies them whatever is granted; its chromium shows real ones."""
NOTES = """async () => {
  const workers = await navigator.serviceWorker.getRegistrations();
  const notes = (await Promise.all(workers.map((worker) => worker.getNotifications()))).flat();
  return notes.map(({ title, body, icon, renotify, data }) =>
    [title, body, /icon-192/.test(icon), renotify, data === location.href]);
}"""


def shows(phone: Page, note: list[Any]) -> bool:
    """Answers whether this is the one note that is there."""
    return bool(phone.evaluate(NOTES) == [note])


def test_a_seat_is_a_note_on_the_locked_screen(
    new_phone: Callable[..., Page], site: Site, screenshot: Callable[..., Path]
) -> None:
    tournament = days.here(days.tournament(days.PEOPLE[:8], rounds=2, tables=2))
    session = tournament.session
    _link, secret = make.link(Role.VIEWER, session.club, session)
    phone = new_phone()
    phone.context.grant_permissions(["notifications"], origin=site.url)
    phone.add_init_script(LOCKED)
    phone.goto(f"{site.url}/join/{secret}/")
    phone.get_by_role("button", name="Asha A").tap()
    phone.get_by_role("button", name="Notify me of my seat").tap()
    expect(phone.get_by_role("button", name="Notify me of my seat", pressed=True)).to_be_visible()
    is_sound(phone, screenshot, "seat-note", "Notify me of my seat")
    phone.evaluate("window.isHidden = true")
    asha = tournament.entrants.get(player__name="Asha A").player_id
    for number in (1, 2):
        [(table, seat)] = [
            (place, players.index(asha) + 1)
            for place, players in enumerate(days.publish(tournament).tables, 1)
            if asha in players
        ]
        note = [f"Round {number}: table {table}, seat {seat}", "Spring Cup", True, True, True]
        assert eventually(partial(shows, phone, note))
