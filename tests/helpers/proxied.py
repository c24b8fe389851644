"""A web server behind the proxy of docs/operating.md."""

import http.client
import socket
import ssl
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers.proxy import NAME
from tests.helpers.webserver import Server


@dataclass
class Site:
    port: int
    plain: int
    believed: ssl.SSLContext
    server: Server
    folder: Path

    def connection(self, address: str = "127.0.0.1") -> Any:
        return Https(self, address)

    def ask(self, path: str = "/", method: str = "GET", **options: Any) -> Any:
        """The answer, with what it says in ``text``."""
        connection = self.connection(options.pop("address", "127.0.0.1"))
        connection.request(method, path, **options)
        answer: Any = connection.getresponse()
        answer.text = answer.read().decode()
        connection.close()
        return answer


class Https(http.client.HTTPConnection):
    """To this proxy, from an address of this computer's own choice."""

    def __init__(self, site: Site, address: str) -> None:
        super().__init__(NAME, site.port, timeout=20)
        self.site, self.address = site, address

    def connect(self) -> None:
        place = ("127.0.0.1", self.site.port)
        plain = socket.create_connection(place, 20, source_address=(self.address, 0))
        self.sock = self.site.believed.wrap_socket(plain, server_hostname=NAME)


def two_free_ports() -> list[int]:
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _port in range(2)]
        for free in sockets:
            free.bind(("127.0.0.1", 0))
        return [int(connection.getsockname()[1]) for connection in sockets]
