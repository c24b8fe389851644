"""A receiver on this computer, and a group whose results go there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scorekeeper.clubs.models import Club
from scorekeeper.core.jobs import services as jobs
from scorekeeper.extensions.chats import services
from scorekeeper.extensions.chats.kinds import telegram
from scorekeeper.extensions.chats.models import Destination
from tests.helpers import factories as make
from tests.helpers.receivers import Receiver, receiver

KEY = "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc"


@pytest.fixture
def chat(settings: Any) -> Iterator[Receiver]:
    """The site may send there."""
    with receiver() as there:
        settings.PRIVATE_RECEIVERS = [there.place]
        yield there


@pytest.fixture
def add(chat: Receiver, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Destination]:
    monkeypatch.setattr(telegram, "API", f"http://{chat.place}")

    def add(club: Club, kind: str = "discord", **wanted: bool) -> Destination:
        values = {"url": f"http://{chat.place}/{kind}"}
        if kind == "telegram":
            values = {"key": KEY, "chat": "-1001234567890"}
        destination = services.add_destination(
            club=club, kind=kind, values=values, token=make.token(), by=None
        )
        services.change_destination(destination, **wanted)
        return destination

    return add


@pytest.fixture
def unsent(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker is told."""
    monkeypatch.setattr(jobs, "notify_workers", lambda _job: True)
