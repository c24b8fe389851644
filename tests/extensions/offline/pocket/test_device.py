"""The app on a device alone, from a server of plain files that is then gone."""

import gzip
import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, Page, expect

from scorekeeper.clubs.models import Club
from scorekeeper.core.server.certificates import prepare
from scorekeeper.extensions.exchange.group_file.tables import Extent
from scorekeeper.extensions.exchange.group_file.writing import document
from scorekeeper.extensions.offline.pocket import building
from scorekeeper.extensions.offline.pocket.site import placed as site_files
from tests.extensions.offline.pocket.conftest import FileServer, serving
from tests.extensions.offline.pocket.device import NOTHING_KEPT
from tests.helpers.browser.session import POOL, put_right, save, settle_up, start, tab, write
from tests.helpers.phones import CUT, Complaints
from tests.helpers.served import Site, eventually

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pocket,
    pytest.mark.one_database,
    pytest.mark.django_db(transaction=True),
]
LONG = 60_000
"""Milliseconds that two busy cores may take to bring the app and start it."""


def nothing(_page: Page, _name: str) -> None:
    """No picture."""


def brought(phone: Page, url: str) -> None:
    phone.goto(url)
    expect(phone.get_by_text("Available offline.")).to_be_visible(timeout=LONG)
    expect(phone.locator("html")).to_have_attribute("data-pocket", "ready")


def began(phone: Page, url: str) -> None:
    """A table of pool, with nobody else's help."""
    brought(phone, url)
    phone.get_by_role("link", name="Start").tap()
    expect(phone.get_by_role("heading", name="Keep score for your card game")).to_be_visible(
        timeout=LONG
    )
    start(phone, url, POOL, nothing)


def killed(phone: Page) -> None:
    """As a browser ends a worker that was asked nothing for a while, or a device that restarts."""
    line = phone.context.new_cdp_session(phone)
    line.send("ServiceWorker.enable")
    line.send("ServiceWorker.stopAllWorkers")


def test_a_session_outlives_the_network_and_the_worker(
    phone: Page,
    file_server: FileServer,
    complaints: Complaints,
    screenshot: Callable[..., Path],
) -> None:
    began(phone, file_server.url)
    write(phone, POOL.hands[0].slip)
    save(phone, 1)
    complaints.announce(*CUT)
    file_server.cut()
    write(phone, POOL.hands[1].slip[:2])
    phone.reload()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    killed(phone)
    phone.reload()
    expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("data-pocket", "ready", timeout=LONG)
    screenshot(phone, "pocket-cold")
    phone.get_by_role("link", name="Scores").tap()
    expect(phone.get_by_role("link", name="Hand 1", exact=True)).to_be_visible()


def test_a_first_visit_saves_a_hand_within_a_minute(
    launch_browser: Callable[..., Browser],
    browser_type_launch_args: dict[str, Any],
    browser_context_args: dict[str, Any],
    pocket_site: Path,
    tmp_path: Path,
) -> None:
    """By https, as on any static host. The browser has never been there."""
    trusting = [*browser_type_launch_args["args"], "--ignore-certificate-errors"]
    browser = launch_browser(args=trusting)
    with serving(pocket_site, prepare(tmp_path, ["localhost"], ["127.0.0.1"])) as server:
        phone = browser.new_context(**browser_context_args).new_page()
        came_at = time.monotonic()
        began(phone, server.url)
        write(phone, POOL.hands[0].slip)
        save(phone, 1)
        took = time.monotonic() - came_at
        server.cut()
        phone.close()
        phone = phone.context.new_page()
        phone.goto(server.url)
        phone.get_by_text("Continue: hand 2").tap()
        write(phone, POOL.hands[1].slip)
        save(phone, 2)
    browser.close()
    assert took < 60


def test_an_example_is_one_tap_and_so_is_its_removal(
    phone: Page, file_server: FileServer, screenshot: Callable[..., Path]
) -> None:
    brought(phone, file_server.url)
    expect(phone.get_by_text("stays in this browser on this device")).to_be_visible()
    phone.get_by_role("link", name="Start").tap()
    screenshot(phone, "pocket-front")
    phone.get_by_role("button", name="Show an example").tap()
    expect(phone.get_by_role("heading", name="Example: Friday table")).to_be_visible(timeout=LONG)
    expect(phone.get_by_text("This is an example.")).to_be_visible()
    screenshot(phone, "pocket-example")
    phone.get_by_role("link", name="8 hands").first.tap()
    tab(phone, "Statement")
    expect(phone.get_by_role("button", name="Print")).to_be_visible()
    expect(phone.get_by_role("heading", name="Game 1: Pool Rummy")).to_be_visible()
    screenshot(phone, "pocket-statement")
    phone.emulate_media(media="print")
    expect(phone.get_by_role("button", name="Remove example")).to_be_hidden()
    expect(phone.get_by_role("row", name="Total")).to_be_visible()
    screenshot(phone, "pocket-statement-print")
    phone.emulate_media(media="screen")
    phone.get_by_role("button", name="Remove example").tap()
    expect(phone.get_by_role("button", name="Show an example")).to_be_visible()


# A whole session, and to a server ---------------------------------------------------------------


def backup(phone: Page, url: str, into: Path) -> Path:
    """Saved by the page about this device."""
    phone.goto(f"{url}pocket/")
    with phone.expect_download() as given:
        phone.get_by_role("link", name="Save backup").tap()
    given.value.save_as(into / given.value.suggested_filename)
    return into / given.value.suggested_filename


def take_in(phone: Page, url: str, file: Path) -> None:
    phone.goto(f"{url}document/")
    phone.get_by_label("File").set_input_files(file)
    phone.get_by_role("button", name="Review").tap()
    phone.get_by_role("button", name="Import").tap()
    expect(phone.get_by_role("heading", name="Sessions")).to_be_visible()


def contents(file: Path) -> dict[str, Any]:
    exported: dict[str, Any] = json.loads(gzip.decompress(file.read_bytes()))
    return exported


def test_an_session_without_a_network_comes_to_a_server_as_it_was(
    new_phone: Callable[..., Page],
    file_server: FileServer,
    site: Site,
    complaints: Complaints,
    screenshot: Callable[..., Path],
    tmp_path: Path,
) -> None:
    phone = new_phone()
    began(phone, file_server.url)
    complaints.announce(*CUT)
    file_server.cut()
    for number, hand in enumerate(POOL.hands, 1):
        write(phone, hand.slip or hand.taps)
        save(phone, number)
        if hand.slip and not hand.later:
            phone.get_by_role("button", name="Undo").tap()
            expect(phone.get_by_text(f"Hand {number} deleted.")).to_be_visible()
            write(phone, hand.taps)
            save(phone, number)
        if number == 2:
            put_right(phone, 1, POOL.hands[0].taps)
    settle_up(phone)
    owed = phone.locator(".transfer")
    expect(owed).to_have_count(len(POOL.transfers))
    for payer, payee, amount in POOL.transfers:
        expect(owed.filter(has_text=payer).filter(has_text=payee)).to_contain_text(amount)
        phone.get_by_role("button", name=f"Mark as paid {payer} → {payee}").tap()
        expect(phone.get_by_role("button", name=f"Undo {payer} → {payee}")).to_be_visible()
    tab(phone, "Season")
    expect(phone.locator(".season tbody tr")).to_have_count(len(POOL.table))
    phone.go_back()
    tab(phone, "Statement")
    expect(phone.get_by_role("heading", name="Game 1: Pool Rummy")).to_be_visible()
    kept = backup(phone, file_server.url, tmp_path)
    screenshot(phone, "pocket-here")
    server = new_phone()
    take_in(server, site.url + "/", kept)
    there, here = contents(kept)["tables"], document(Extent(Club.objects.get()))["tables"]
    who = ("happenings", "members", "signatures")  # whoever brought it runs it here
    assert {name: here[name] for name in here if name not in who} == {
        name: there[name] for name in there if name not in who
    }
    assert len(there["payments"]["rows"]) > 10
    call_command("checkledger")


def test_a_backup_is_taken_in_by_another_device(
    new_phone: Callable[..., Page], file_server: FileServer, complaints: Complaints, tmp_path: Path
) -> None:
    first, second = new_phone(), new_phone()
    began(first, file_server.url)
    write(first, POOL.hands[0].slip)
    save(first, 1)
    kept = backup(first, file_server.url, tmp_path)
    brought(second, file_server.url)
    complaints.announce(*CUT)
    file_server.cut()
    take_in(second, file_server.url, kept)
    second.goto(file_server.url)
    second.get_by_text("Continue: hand 2").tap()
    write(second, POOL.hands[1].slip)
    save(second, 2)


# What a browser will not do ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("why", "message"),
    [
        ("QuotaExceededError", "this device has no space left"),
        ("UnknownError", "The browser couldn’t save this"),
    ],
)
def test_a_write_that_cannot_be_kept_is_refused_and_said(
    phone: Page, file_server: FileServer, complaints: Complaints, why: str, message: str
) -> None:
    began(phone, file_server.url)
    [worker] = phone.context.service_workers
    worker.evaluate(NOTHING_KEPT, why)
    complaints.announce(429, 507, "htmx:", "Error Code 429", "navigator.vibrate")
    write(phone, POOL.hands[0].slip)
    phone.get_by_role("button", name="Save hand 1").tap()
    expect(phone.get_by_text(message)).to_be_visible()
    worker.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    phone.reload()
    expect(phone.get_by_text("Hand 1 saved.")).to_be_visible()
    phone.get_by_role("link", name="Scores").tap()
    expect(phone.get_by_role("link", name="Hand 1", exact=True)).to_have_count(1)


def test_what_was_thrown_away_is_told(phone: Page, file_server: FileServer) -> None:
    began(phone, file_server.url)
    write(phone, POOL.hands[0].slip)
    save(phone, 1)
    line = phone.context.new_cdp_session(phone)
    everything = {"storageTypes": "indexeddb,cache_storage,service_workers,local_storage"}
    phone.goto("about:blank")
    line.send("Storage.clearDataForOrigin", {"origin": file_server.url.rstrip("/"), **everything})
    phone.goto(file_server.url)
    expect(phone.get_by_text("The browser deleted the sessions")).to_be_visible()
    expect(phone.get_by_text("Available offline.")).to_be_visible(timeout=LONG)


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("delete Navigator.prototype.serviceWorker", "can’t work offline"),
        ("delete window.WebAssembly", "doesn’t support WebAssembly"),
    ],
)
def test_a_browser_that_cannot_says_so(
    phone: Page, file_server: FileServer, script: str, message: str
) -> None:
    phone.add_init_script(script)
    phone.goto(file_server.url)
    expect(phone.get_by_role("alert").filter(has_text=message)).to_be_visible()
    expect(phone.locator("html")).to_have_attribute("data-pocket", "none")
    expect(phone.get_by_role("link", name="Start")).to_be_hidden()


def test_plain_http_says_that_it_takes_https(phone: Page, file_server: FileServer) -> None:
    phone.goto(f"http://score.example.org:{file_server.port}/")
    expect(phone.get_by_role("alert").filter(has_text="Offline use needs https")).to_be_visible()


# Releases ---------------------------------------------------------------------------------------


def test_an_update_is_taken_between_two_hands_and_nothing_is_lost(
    phone: Page, pocket_site: Path, complaints: Complaints, tmp_path: Path
) -> None:
    folder = tmp_path / "मेज़"
    shutil.copytree(pocket_site, folder)
    with serving(tmp_path) as server:
        url = f"{server.url}{quote(folder.name)}/"
        began(phone, url)
        write(phone, POOL.hands[0].slip)
        save(phone, 1)
        phone.goto(f"{url}pocket/")
        before = phone.get_by_text("Release").text_content()
        release_anew(folder)
        phone.evaluate("navigator.serviceWorker.getRegistration().then((held) => held.update())")
        phone.go_back()
        expect(phone.get_by_role("heading", name="Hand 2")).to_be_visible()
        write(phone, POOL.hands[1].slip)
        save(phone, 2)
        brought(phone, f"{url}index.html")
        phone.goto(f"{url}pocket/")
        released = phone.get_by_text("Release")
        # No reloading meanwhile: each page wakes the old worker, and the new one has to wait.
        waits = "navigator.serviceWorker.getRegistration().then((held) => Boolean(held.waiting))"
        assert eventually(lambda: not phone.evaluate(waits)), "the page takes the update"
        phone.reload()
        expect(released).not_to_have_text(before or "")
        phone.goto(url)
        phone.get_by_text("Continue: hand 3").tap(timeout=LONG)
        expect(phone.get_by_role("heading", name="Hand 3")).to_be_visible(timeout=LONG)
        complaints.announce(404)
        phone.goto(f"{url}%zz/")
        expect(phone.get_by_role("link", name="Home")).to_be_visible()


def release_anew(folder: Path) -> None:
    """As if one of our style sheets had changed."""
    bundles = {
        path.name.partition("-")[0]: path.read_bytes()
        for path in (folder / "files").glob("*.bundle")
    }
    changed = building.unbundled(bundles["app"]) | {"static/css/new.css": b"b {}"}
    for path, content in site_files(bundles | {"app": building.bundle(changed)}).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
