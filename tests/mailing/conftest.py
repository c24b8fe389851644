"""A mail server on this computer, that takes letters, or does not."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.utils import translation

from scorekeeper.mailing import addresses, services
from scorekeeper.mailing.models import Mail
from scorekeeper.play.selectors import Table
from scorekeeper.wording import currencies
from tests.statements.conftest import files, keep_files
from tests.statements.test_contents import evening

__all__ = ["files", "keep_files"]


@dataclass
class PostOffice:
    """``says``: its answer to a letter; None: it hangs up in the middle."""

    says: str | None = "250 taken"
    rcpt_says: str = ""
    mail_says: str = ""
    came: list[EmailMessage] = field(default_factory=list)
    to: list[list[str]] = field(default_factory=list)
    address: tuple[str, int] = ("", 0)

    async def handle_MAIL(  # noqa: N802
        self, _server: Any, _session: Any, envelope: Any, sender: str, _options: Any
    ) -> str:
        envelope.mail_from = sender
        return self.mail_says or "250 OK"

    async def handle_RCPT(  # noqa: N802  # as the library calls it
        self, _server: Any, _session: Any, envelope: Any, to: str, _options: Any
    ) -> str:
        if self.rcpt_says:
            return self.rcpt_says
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        if self.says is None:
            self.came.append(message)
            server.transport.abort()
            return "250 never heard"
        if self.says.startswith("250"):
            self.came.append(message)
            self.to.append(list(envelope.rcpt_tos))
        return self.says


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@pytest.fixture
def reached(settings: Any) -> Callable[[str, int], None]:
    """The site sends its letters there."""

    def reach(host: str, port: int) -> None:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = host, port, 5
        settings.DEFAULT_FROM_EMAIL = "Scorekeeper <score@example.org>"

    return reach


@pytest.fixture
def office(reached: Callable[[str, int], None]) -> Iterator[PostOffice]:
    made = PostOffice()
    controller = Controller(made, hostname="127.0.0.1", port=free_port())
    controller.start()
    made.address = ("127.0.0.1", controller.port)
    reached(*made.address)
    yield made
    controller.stop()


@pytest.fixture
def closed_office(reached: Callable[[str, int], None]) -> tuple[str, int]:
    """Nobody listens there."""
    place = ("127.0.0.1", free_port())
    reached(*place)
    return place


def pdf_of(message: EmailMessage) -> bytes:
    [part] = message.iter_attachments()
    content = part.get_content()
    assert isinstance(content, bytes)
    return content


@pytest.fixture
def at(db: None) -> Table:
    """A night of which two have given an address: one reads English, one Hindi."""
    at = evening()
    asha, dev = at.players[:2]
    addresses.keep_address(player=asha, value="asha@example.org")
    with translation.override("hi"), currencies.reading_as("hi-IN"):
        addresses.keep_address(player=dev, value="dev@example.org")
    return at


@pytest.fixture
def sent(django_capture_on_commit_callbacks: Any) -> Callable[..., list[Mail]]:
    """Sends, and has the workers work."""

    def send(at: Table, token: str = "one", **more: Any) -> list[Mail]:
        with django_capture_on_commit_callbacks(execute=True):
            return services.send_all(session=at.game.session, token=token, **more)

    return send
