"""The web server, with all that it is told: at a table, in production and in tests alike."""

import os
import resource
import socket
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any, Final

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand
from uvicorn.supervisors import Multiprocess

from scorekeeper.core.server.start import (
    require_compatible_schema,
    require_files,
    require_sessions,
)

APPLICATION: Final = "scorekeeper.asgi:application"
KEEP_ALIVE: Final = 75
"""Seconds. Outlasts the two seconds between two polls, a phone that sleeps for a minute, and the 60
seconds for which nginx keeps its own connections to us."""
LARGEST_HEAD: Final = 32 * 1024
"""Bytes of the lines before the body; cookies and all, a browser sends one or two thousand."""
VANISHED: Final = 30_000
"""Milliseconds after which a device that confirms nothing is taken to be gone."""


class Command(BaseCommand):
    help = "Answer requests: the web server alone, for production (go.py play starts it too)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--bind", default="127.0.0.1:8001", help="host:port, or fd://N")
        parser.add_argument("--workers", type=int, default=2, help="processes")
        parser.add_argument("--threads", type=int, default=4, help="of each process")
        parser.add_argument("--certfile")
        parser.add_argument("--keyfile")

    def handle(self, *args: Any, workers: int, threads: int, **options: Any) -> None:
        if not settings.PLAY:  # the one-command start collects them itself
            require_files()
        require_sessions()
        require_compatible_schema()
        os.environ["WEB_THREADS"] = str(threads)
        allow_many_connections()
        chosen: dict[str, Any] = {
            **where(options["bind"]),
            "loop": "uvloop",
            "http": "h11",  # which bounds heads, as httptools does not
            "h11_max_incomplete_event_size": LARGEST_HEAD,
            "ws": "none",
            "ssl_certfile": options["certfile"],
            "ssl_keyfile": options["keyfile"],
            "log_config": None,
            "access_log": False,
            "proxy_headers": False,
            "server_header": False,
            "timeout_keep_alive": KEEP_ALIVE,
            "timeout_graceful_shutdown": 2,
            "timeout_worker_healthcheck": 30,
        }
        config = uvicorn.Config(APPLICATION, workers=workers, **chosen)
        listener = config.bind_socket()
        set_options(listener)
        if workers > 1:
            Supervisor(config, sockets=[listener]).run()
        else:
            with suppress(KeyboardInterrupt):
                uvicorn.Server(config).run(sockets=[listener])


class Supervisor(Multiprocess):
    """uvicorn's own, which notices at once when a worker ends that it waits for.

    It keeps the worker's end of the pipe open, on which it asks whether the worker lives: one that
    is killed as it starts would be waited for until ``timeout_worker_healthcheck``, and no other
    replaced meanwhile.
    """

    def keep_subprocess_alive(self) -> None:
        for process in self.processes:
            process.child_conn.close()  # the worker has its own; closed twice is closed
        super().keep_subprocess_alive()


def where(bind: str) -> dict[str, Any]:
    if bind.startswith("fd://"):
        return {"fd": int(bind.removeprefix("fd://"))}
    host, _colon, port = bind.rpartition(":")
    return {"host": host.strip("[]"), "port": int(port)}


def set_options(listener: socket.socket) -> None:
    """Sets what its connections inherit. uvicorn takes every socket that is handed over (``fd://``)
    for one of the file system, so its loop does not send each answer at once: the body would wait
    until the head was confirmed, 40 ms on a kept connection."""
    options = [
        (socket.IPPROTO_TCP, "TCP_NODELAY", 1),
        (socket.IPPROTO_TCP, "TCP_USER_TIMEOUT", VANISHED),
        (socket.SOL_SOCKET, "SO_KEEPALIVE", 1),
    ]
    for level, name, value in options:
        with suppress(OSError, AttributeError):  # where the system, or this kind, knows of it
            listener.setsockopt(level, getattr(socket, name), value)


def allow_many_connections() -> None:
    """Raises the limit of open files to the system's maximum, as each line is one."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
