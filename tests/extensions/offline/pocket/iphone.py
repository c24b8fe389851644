"""An iPhone that keeps score at the end of a line of its own, with the session taken along."""

import json
from typing import Any

from django.conf import settings
from selenium import webdriver

from scorekeeper.clubs.models import Membership, Role, Session
from scorekeeper.play.selectors import Table
from tests.extensions.offline.pocket.sessions import KEPT_VERSION, OPEN, Line
from tests.helpers import factories as make
from tests.helpers.iphones import IPhone
from tests.helpers.served import eventually

LONG = 90.0
"""Seconds that a busy machine may take to start the app on a device."""


class IPhoneKeeper(IPhone):
    def __init__(
        self, driver: webdriver.WebKitGTK, table: Table, line: Line, mine: Membership | None = None
    ) -> None:
        """``mine``: whose device it is, a scorer's."""
        super().__init__(driver, line.url)
        self.line, self.mine = line, mine or make.member(Role.SCORER, table.game.session.club)
        self.sit_down(table)
        self.open("/health/")
        self.resize(390, 844)
        name = settings.SESSION_COOKIE_NAME
        value = make.client_as(self.mine).cookies[name].value
        driver.add_cookie({"name": name, "value": value})

    def sit_down(self, table: Table) -> None:
        """At the table whose score is kept from now on."""
        self.table, self.session = table, f"/sessions/{table.game.session.code}/"
        self.form = f"{self.session}games/{table.game.number}/hand/"

    def take_along(self) -> None:
        """By the button: an iPhone does not say what its line costs, so its holder does."""
        self.open(f"{self.session}offline/")
        self.tap("[data-make-available]")
        self.ready()

    def ready(self) -> None:
        script = "return document.documentElement.dataset.pocket"
        self.until(lambda: self.run(script) == "ready", LONG)

    def mend(self) -> None:
        """The line, and the worker is told: nothing tells the browser."""
        self.line.become(OPEN)
        self.run("dispatchEvent(new Event('online'))")

    # What is written

    @property
    def token(self) -> str:
        return self.value("token")

    def hand(self, number: int, winner: str, **counts: int) -> str:
        """A hand by touch: its token."""
        self.heading(number)
        token = self.token
        self.tap(".who .chip", winner)
        for points in counts.values():
            for key in (*str(points), "next"):
                self.tap(f"#pad [data-key='{key}']")
        seats = list(make.NAMES)
        self.reads({f"p{seats.index(name)}-points": str(points) for name, points in counts.items()})
        self.tap(".hand__save")
        self.saved(number)
        return token

    def heading(self, number: int) -> None:
        self.until(lambda: self.shown("h1", f"Hand {number}"), LONG)

    def saved(self, number: int) -> None:
        self.until(lambda: self.shown("[role=status]", f"Hand {number} saved"), LONG)

    # What lies on the device

    def outbox(self) -> list[dict[str, Any]]:
        """As it is saved as a file."""
        ask = "return fetch(arguments[0]).then((answer) => answer.text())"
        outbox = json.loads(self.run(ask, f"{self.session}offline/outbox.json"))
        items: list[dict[str, Any]] = outbox["items"]
        return items

    def delivered(self) -> None:
        assert eventually(lambda: not self.outbox(), LONG), self.outbox()

    def fresh(self) -> None:
        """The device has what the site has."""

        def is_fresh() -> bool:
            session = Session.objects.get(pk=self.table.game.session_id)
            return bool(self.call(KEPT_VERSION, session.code) == session.version)

        assert eventually(is_fresh, LONG), "the phone did not fetch what the site has"
