"""A mail server on this computer, that takes letters, or does not."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


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


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """Open for as long as it is needed."""
    office = PostOffice()
    controller = Controller(office, hostname="127.0.0.1", port=free_port())
    controller.start()
    office.address = ("127.0.0.1", controller.port)
    yield office
    controller.stop()
