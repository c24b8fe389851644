"""Scorers who save hand after hand over HTTP, and repeat what was not acknowledged, as devices do.

Run as a program it makes their sessions, and prints where and as whom each of them saves.
"""

import http.client
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

PAUSE: Final = 0.2
"""Seconds between the hands of one scorer."""
AGAIN: Final = 0.1
"""Seconds until a device sends again; in the app it is longer."""
LOST: Final = {
    *("ConnectionResetError", "ConnectionRefusedError", "BrokenPipeError", "TimeoutError"),
    *("RemoteDisconnected", "BadStatusLine", "IncompleteRead", "CannotSendRequest"),
}
"""What a device sees of a program that ended or was killed."""
HAND: Final[dict[str, Any]] = {
    "deal": {},
    "lines": {
        "Asha": {"finish": "won"},
        "Dev": {"finish": "counted", "points": 43},
        "Meera": {"finish": "first_drop"},
    },
}


@dataclass
class Scorer:
    port: int
    path: str
    cookie: str
    """Name and value."""
    fields: dict[str, str]
    over: Event
    pause: float = PAUSE
    acknowledged: list[str] = field(default_factory=list)
    """Tokens of saved hands."""
    answers: Counter[int | str] = field(default_factory=Counter)
    """Status, the outcome of what was not saved, or the name of the error, and how often."""
    waits: list[float] = field(default_factory=list)
    """Seconds from the first attempt at each hand until it was acknowledged."""
    refused: list[tuple[float, float]] = field(default_factory=list)
    """From the first refusal of a hand until it was acknowledged."""

    def start(self) -> None:
        self.thread = Thread(target=self.play)
        self.thread.start()

    def stop(self) -> None:
        self.over.set()
        self.thread.join()

    def play(self) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        while not self.over.wait(self.pause):
            self.save(len(self.acknowledged) + 1, uuid4().hex)
        self.connection.close()

    def save(self, number: int, token: str) -> None:
        """Until it is acknowledged, or answered by something a device cannot repeat."""
        began, first_refusal = time.monotonic(), 0.0
        while (answer := self.send(number, token)) != 200:
            first_refusal = first_refusal or time.monotonic()
            if answer != 503 and answer not in LOST:
                self.over.set()
                return
            time.sleep(AGAIN)
        self.acknowledged.append(token)
        self.waits.append(time.monotonic() - began)
        if first_refusal:
            self.refused.append((first_refusal, time.monotonic()))

    def send(self, number: int, token: str) -> int | str:
        body = urlencode({**self.fields, "number": number, "token": token})
        headers = {"Cookie": f"{self.cookie}; csrftoken={'a' * 32}", "X-CSRFToken": "a" * 32}
        headers |= {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        answer: int | str
        try:
            self.connection.request("POST", self.path, body, headers)
            response = self.connection.getresponse()
            response.read()
            outcome = json.loads(response.headers.get("X-Outcome", "{}")).get("fate", "done")
            answer = response.status if outcome == "done" else outcome
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            answer = type(error).__name__
        self.answers[answer] += 1
        return answer


def seconds_refused(scorers: list[Scorer]) -> float:
    """How long at least one of them was refused, in all."""
    total, until = 0.0, float("-inf")
    for began, ended in sorted(pause for scorer in scorers for pause in scorer.refused):
        total += max(0.0, ended - max(began, until))
        until = max(until, ended)
    return total


def make_sessions(number: int) -> list[dict[str, Any]]:
    from django.conf import settings

    from scorekeeper.engine.questions.entry_json import load_entry
    from scorekeeper.table.entry.forms import HandForm, posted_values
    from tests.helpers import factories as make

    sessions = []
    for _session in range(number):
        table = make.session("paplu", make.NAMES[:3], {"rounds": None})
        entry = load_entry(table.rules, table.fold, HAND, table.names)
        form = HandForm(table.rules, table.fold, table.names, entry=entry)
        browser = make.host_client(table.game.session.club)
        name = settings.SESSION_COOKIE_NAME
        sessions.append(
            {
                "path": f"/sessions/{table.game.session.code}/games/{table.game.number}/hand/",
                "cookie": f"{name}={browser.cookies[name].value}",
                "fields": {key: texts[0] for key, texts in posted_values(form).items() if texts},
            }
        )
    return sessions


if __name__ == "__main__":
    import django

    django.setup()
    print(json.dumps(make_sessions(4)))
