"""How the app does on a phone without a network, in Chromium: the start from cold, a slip, a save.

    python -m bench.pocket FOLDER [--slow 4]
    python -m bench.pocket http://localhost:8000/ [--slow 4]

FOLDER is what ``manage.py pocket_site`` wrote: a phone alone, and what it fetches. An address is
that of a site where ``go.py play`` has built what phones take: a session is begun there and comes
along, some hands are saved there, and then there is no network.
``--slow``: the whole browser runs only every so manyth moment, as on a phone; Chromium's own
slowing does not reach a worker.
"""

import argparse
import gzip
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from shutil import which
from statistics import median
from threading import Event, Thread
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright

PORT = 18690
LONG = 600_000
TIMES = 15
HANDS = 20
SPELL = 0.002
"""Seconds that a slowed browser runs at a time."""
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage")
ASK_SCRIPT = """async ([path, isSave]) => {
  const form = document.querySelector("#capture form[data-write]");
  const told = new FormData(form);
  told.set("p0-finish", "won");
  for (const seat of ["p1", "p2", "p3"]) told.set(`${seat}-finish`, "first_drop");
  const began = performance.now();
  const how = path ? {} : { method: "POST", body: new URLSearchParams(told) };
  const to = path || (isSave ? form.action : `${form.action}slip/`);
  const answer = await fetch(to, { ...how, headers: { "HX-Request": "true" } });
  const text = await answer.text();
  if (isSave && !text.includes("saved")) throw new Error(text.slice(0, 2000));
  return performance.now() - began;
}"""
LOADED_SCRIPT = "() => performance.getEntriesByType('navigation')[0].domInteractive"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("where", metavar="FOLDER or address")
    parser.add_argument("--slow", type=int, default=1)
    options = parser.parse_args()
    is_along = options.where.startswith("http")
    if not is_along:
        sizes(Path(options.where))
    place = nullcontext(options.where) if is_along else served(Path(options.where))
    with place as address, sync_playwright() as running:
        program = which("chromium-headless-shell") or which("chromium")
        browser = running.chromium.launch(executable_path=program, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(LONG)
        expect.set_options(timeout=LONG)
        with slowed(options.slow):
            (begin_there if is_along else begin_alone)(page, address)
            measure(page)
        browser.close()


def sizes(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file() and "static" not in path.parts]
    once = 0
    for path in files:
        content = path.read_bytes()
        packed = len(content) if path.suffix == ".bundle" else len(gzip.compress(content, 6))
        once += packed
        if packed > 50_000:
            print(f"{path.name.partition('-')[0]:24}{packed / 1e6:8.2f} MB")
    print(f"{'all, once':24}{once / 1e6:8.2f} MB")


def begin_alone(page: Page, address: str) -> None:
    began = time.monotonic()
    page.goto(address)
    expect(page.get_by_text("Available offline.")).to_be_visible()
    say("fetched, kept", [1000 * (time.monotonic() - began)])
    start(page, address)


def begin_there(page: Page, address: str) -> None:
    """A session of some hands came along, and the phone goes into flight mode."""
    start(page, address)
    hand, began = page.url, time.monotonic()
    expect(page.locator("html")).to_have_attribute("data-pocket", "ready")
    say("fetched, kept", [1000 * (time.monotonic() - began)])
    for _ in range(HANDS):
        page.goto(hand)
        page.evaluate(ASK_SCRIPT, ["", True])
    page.goto(hand)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)


def start(page: Page, address: str) -> None:
    page.goto(address)
    for number, name in enumerate(("Asha", "Bala", "Chitra", "Dev"), 1):
        page.get_by_label(f"Player {number}").fill(name)
    page.get_by_text("Points Rummy", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()


def measure(page: Page) -> None:
    hand = page.url
    say("page of a hand", [page.evaluate(ASK_SCRIPT, [hand, False]) for _ in range(TIMES)])
    say("slip", [page.evaluate(ASK_SCRIPT, ["", False]) for _ in range(TIMES)])
    saves, cold, last_page = [], [], []
    for _ in range(TIMES):
        page.goto(hand)
        saves.append(page.evaluate(ASK_SCRIPT, ["", True]))
    say("save of a hand, kept", saves)
    for _ in range(5):
        page.goto(hand)
        stop_workers(page)
        cold.append(page.evaluate(ASK_SCRIPT, [hand, False]))
        page.goto(hand)
        stop_workers(page)
        page.reload()
        last_page.append(page.evaluate(LOADED_SCRIPT))
    say("from cold to an answer", cold)
    say("from cold, the last page", last_page)


def stop_workers(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("ServiceWorker.enable")
    line.send("ServiceWorker.stopAllWorkers")
    line.detach()


def say(name: str, took: Sequence[float]) -> None:
    print(f"{name:24}{median(took):8.0f} ms   {min(took):.0f}–{max(took):.0f}", flush=True)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "http.server", str(PORT), "--directory", str(folder)]
    nowhere = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=nowhere, stderr=nowhere) as server:
        address = f"http://localhost:{PORT}/"
        while not answers(address):
            time.sleep(0.05)
        try:
            yield address
        finally:
            server.terminate()


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=2):
            return True
    except (URLError, OSError):
        return False


@contextmanager
def slowed(times: int) -> Iterator[None]:
    """The browsers that this process started run one moment in ``times``."""
    over = Event()
    thread = Thread(target=stop_and_go, args=(times, over))
    if times > 1:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if times > 1:
            thread.join()


def stop_and_go(times: int, over: Event) -> None:
    groups = browsers()
    while not over.is_set():
        for number, spell in ((signal.SIGSTOP, SPELL * (times - 1)), (signal.SIGCONT, SPELL)):
            for group in groups:
                with suppress(ProcessLookupError):
                    os.killpg(group, number)
            time.sleep(spell)


def browsers() -> set[int]:
    """Process groups of Chromium below this process."""
    listing = subprocess.run(
        ["ps", "-eo", "pid=,ppid=,pgid=,comm="], capture_output=True, text=True, check=True
    )
    rows = [line.split(None, 3) for line in listing.stdout.splitlines()]
    mine = {str(os.getpid())}
    for _generation in range(4):
        mine |= {pid for pid, parent, _group, _name in rows if parent in mine}
    return {int(group) for pid, _p, group, name in rows if pid in mine and "chrom" in name}


if __name__ == "__main__":
    main()
