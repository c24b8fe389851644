"""An evening at a site with the extensions that ``EXTENSIONS`` names, on an empty database: a group
starts, plays two games to their end, settles up and ends the session; then every page is opened
that a link leads to. At last the group leaves the site: by its file, a device's snapshot and
retention, where the site has these. Run by itself: ``python -m tests.helpers.project.evening``."""

from collections import Counter, deque
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

import django
from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

NAMES = ("Asha", "Dev", "Meera")
ADDRESSES = ("href", "action", "hx-get", "hx-post", "data-live", "data-writing")
PAGES_OF_A_VIEW = 3
"""Pages of one view that are opened, such as one of each player."""
OPENED = {
    *("home:front", "home:club", "scoreboard:session", "scoreboard:hand", "entry:hand_new"),
    *("settlement:settle", "seasons:table", "seasons:player", "statements:list"),
    *("clubs:settings", "clubs:share", "clubs:activity", "house_rules:list", "rulebook:games"),
}
"""Views that an evening on any site comes by."""


class Page(HTMLParser):
    """The addresses of a page, and its forms with their fields."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.feed(content)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag != "link":
            self.addresses += [given[name] for name in ADDRESSES if name in given]
        if tag == "form":
            self.forms.append({"action": given.get("action", "")})
        is_ticked = given.get("type") not in ("checkbox", "radio") or "checked" in given
        if tag in ("input", "button") and given.get("name") and self.forms and is_ticked:
            self.forms[-1].setdefault(given["name"], given.get("value", ""))

    def form(self, end: str) -> dict[str, str] | None:
        return next((form for form in self.forms if form["action"].endswith(end)), None)


class Evening:
    def __init__(self) -> None:
        self.browser = Client(raise_request_exception=True)
        self.views: set[str] = set()
        self.tokens = (f"a-token-long-enough-{number}" for number in range(1000))

    def read(self, path: str) -> Page:
        answer = self.browser.get(path, follow=True)
        assert answer.status_code == 200, (answer.status_code, path)
        return Page(answer.content.decode())

    def post(self, path: str, fields: dict[str, Any]) -> Page:
        answer = self.browser.post(path, fields, follow=True)
        assert answer.status_code == 200, (answer.status_code, path)
        return Page(answer.content.decode())

    def press(self, path: str, end: str) -> bool:
        """Sends the form of this page whose address ends so, if there is one."""
        form = self.read(path).form(end)
        if form is not None:
            action = form.pop("action")
            self.post(action, form)
        return form is not None

    def play(self) -> str:
        """Plays two games of three and settles up. Returns the session's address."""
        self.read("/")
        fields = {"name": NAMES, "variant": "pool_rummy", "token": next(self.tokens)}
        answer = self.browser.post("/start/", fields)
        session = answer["Location"].partition("games/")[0]
        for game in (1, 2):
            for number in (1, 2):
                hand = {"who-finish": 0, "p1-finish": "counted", "p2-finish": "counted"}
                hand |= {"p1-points": 55, "p2-points": 60}
                hand |= {"number": number, "token": next(self.tokens)}
                self.post(f"{session}games/{game}/hand/", hand)
                if (game, number) == (1, 1):
                    self.walk("/", "/?new=1", session)
            if game == 1:
                assert self.press(session, f"games/{game}/again/"), "the game is over"
        paid = 0
        while self.press(f"{session}settle/", "settle/paid/"):
            paid += 1
        assert paid == len(NAMES) - 1
        return session

    def walk(self, *starts: str) -> None:
        """Opens these pages and all that links lead to."""
        waiting, seen = deque((start, "") for start in starts), set(starts)
        times: Counter[str] = Counter()
        while waiting:
            path, source = waiting.popleft()
            answer = self.browser.get(path, follow=True)
            assert answer.status_code == 200, f"{answer.status_code}: {source} leads to {path}"
            if "text/html" not in answer["Content-Type"]:
                continue
            content = answer.content.decode()
            for address in Page(content).addresses:
                parts = urlsplit(urljoin(path, address))
                if parts.scheme or parts.netloc or parts.path.startswith("/static/"):
                    continue
                new = f"{parts.path}?{parts.query}".rstrip("?")
                view = self.view_of(parts.path, path)
                is_read = f'href="{parts.path}' in content
                if is_read and new not in seen and times[view] < PAGES_OF_A_VIEW:
                    seen.add(new)
                    times[view] += 1
                    waiting.append((new, path))
        self.views |= times.keys()

    def view_of(self, path: str, source: str) -> str:
        try:
            return resolve(path).view_name
        except Resolver404:
            raise AssertionError(f"no page: {source} leads to {path}") from None


def leave(evening: Evening, session: str) -> None:
    """Takes the group along by each way that this site has, deletes it, and brings it back."""
    from scorekeeper.clubs.models import Club, Membership, Player
    from scorekeeper.play.models import Hand

    names, club = settings.EXTENSIONS.by_name, Club.objects.get()
    if "offline" in names:
        snapshot = evening.browser.get(f"{session}offline/snapshot/").json()
        assert len(snapshot["rows"]["play_hand"]["rows"]) == Hand.objects.count() > 0
    if "exchange" not in names:
        return
    group = f"/g/{club.code}/"
    for address in (f"{group}document/", f"{session}document/"):
        answer = evening.browser.get(address)
        assert answer["Content-Type"] == "application/gzip", address
    player = f"{group}players/{Player.objects.get(name=NAMES[0]).pk}/"
    assert evening.browser.get(f"{player}data.json").json()["sessions"]
    evening.post(f"{player}anonymize/", {})
    assert not Player.objects.filter(name=NAMES[0]).exists()
    if "operation" not in names:
        return
    from scorekeeper.extensions.exchange.group_file.incoming.reading import parse
    from scorekeeper.extensions.exchange.group_file.services import import_document
    from scorekeeper.extensions.operation.retention import services as retention
    from scorekeeper.extensions.operation.retention.models import DeletedGroup

    hands, long_ago = Hand.objects.count(), timezone.now() - timedelta(days=730)
    settings.RETENTION_MONTHS = 12
    Membership.objects.update(last_seen_at=long_ago)
    Club.objects.update(created_at=long_ago)
    assert retention.give_notice(timezone.now()) == 1
    assert retention.delete_expired(timezone.now() + timedelta(days=31)) == 1
    assert not Club.objects.exists() and not Hand.objects.exists()
    with default_storage.open(DeletedGroup.objects.get().file) as file:
        import_document(parse(file.read()))
    assert Hand.objects.count() == hands


def main() -> None:
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("check", fail_level="WARNING", verbosity=0)
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    evening = Evening()
    session = evening.play()
    assert evening.press(session, "/close/") or evening.press(f"{session}settle/", "/close/")
    evening.walk("/", session, f"{session}settle/")
    assert evening.views >= OPENED, sorted(OPENED - evening.views)
    leave(evening, session)
    print(*sorted(evening.views), sep="\n")


if __name__ == "__main__":
    main()
