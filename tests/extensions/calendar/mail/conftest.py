"""Letters to a mail server on this computer, and a session that some of them are about."""

from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from django.utils import translation

from scorekeeper.core.localization import currencies
from scorekeeper.extensions.calendar.mail import addresses, services
from scorekeeper.extensions.calendar.mail.models import Mail
from scorekeeper.play.selectors import Table
from tests.helpers.kept_files import files, keep_files
from tests.helpers.post_office import PostOffice, free_port, post_office
from tests.helpers.statements.contents import played_session

__all__ = ["files", "keep_files"]


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
    with post_office() as server:
        reached(*server.address)
        yield server


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
def table(db: None) -> Table:
    """A session of which two have given an address: one reads English, one Hindi."""
    table = played_session()
    asha, dev = table.players[:2]
    addresses.save_address(player=asha, value="asha@example.org")
    with translation.override("hi"), currencies.reading_as("hi-IN"):
        addresses.save_address(player=dev, value="dev@example.org")
    return table


@pytest.fixture
def sent(django_capture_on_commit_callbacks: Any) -> Callable[..., list[Mail]]:
    """Sends, and has the workers work."""

    def send(table: Table, token: str = "one", **more: Any) -> list[Mail]:
        with django_capture_on_commit_callbacks(execute=True):
            return services.send_all(session=table.game.session, token=token, **more)

    return send
