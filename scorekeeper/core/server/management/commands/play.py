"""Starts everything on one computer: database, demo club, web server, task worker and scheduler.

Holds nothing of the site itself. Production runs the same programs, each on its own.
"""

import hashlib
import json
import os
import signal
import socket
import ssl
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from scorekeeper import __version__
from scorekeeper.core.requests.middleware import NO_ROOM
from scorekeeper.core.server.authority import Authority
from scorekeeper.core.server.network import own_addresses, own_name, wifi_address
from scorekeeper.core.server.subprocesses import Child, stop

ROOM = 256 * 1024  # bytes
LOOK_AT_ADDRESSES = 20.0  # seconds
PAUSE = 60.0  # seconds until a program that keeps stopping is started again
MOST_TRIES = 50  # ports


@dataclass(frozen=True)
class SiteAddress:
    """The site's address. ``door``: the port of the plain page on trust, with https."""

    port: int
    door: int = 0
    authority: Authority | None = None

    def url(self, host: str) -> str:
        return f"{'https' if self.authority else 'http'}://{host}:{self.port}"

    def environment(self) -> dict[str, str]:
        """Returns the environment variables for the processes of the site."""
        if self.authority is None:
            return {}
        return {"HTTPS": "yes", "PORT": str(self.port), "TRUST_PORT": str(self.door)}


class Command(BaseCommand):
    help = "Start Scorekeeper on this computer, for devices on the same Wi-Fi."
    is_ending = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--no-demo", action="store_true", help="without the demo group")
        without = "without the offline app"
        parser.add_argument("--no-pocket", action="store_true", help=without)
        secure = "https, with this computer's own certificate authority"
        parser.add_argument("--https", action="store_true", default=settings.HTTPS, help=secure)

    def handle(
        self, *args: Any, port: int, no_demo: bool, no_pocket: bool, https: bool, **options: Any
    ) -> None:
        if not settings.PLAY:
            raise CommandError("MODE=production: start serve and celery as docs/operating.md says.")
        require_room()
        call_command("migrate", verbosity=0, stopped=True)
        demo = "" if no_demo else output_of("load_demo", "--link")
        collect_static()
        listener = listen(port)
        if port_of(listener) != port:
            self.stdout.write(f"Port {port} is taken; using {port_of(listener)}.")
        address = SiteAddress(port_of(listener))
        doors = []
        if https:
            door = listen(settings.TRUST_PORT or address.port + 1)
            address = SiteAddress(address.port, port_of(door), certified())
            doors = [server("trust page", door, address, "--workers", "1")]
        children = [web(listener, address), *doors, worker(), scheduler()]
        self.keep_running(children, address, demo, [] if no_pocket else beside())

    def keep_running(
        self, children: Sequence[Child], place: SiteAddress, demo: str, once: Sequence[Child]
    ) -> None:
        """``once``: what ends by itself, in the background."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self.end)
        try:
            for child in children:
                child.start()
            self.announce(place, demo)
            for child in once:
                child.start()
            looked_at = time.monotonic()
            while not self.is_ending:
                self.look_after(children)
                if place.authority and time.monotonic() - looked_at > LOOK_AT_ADDRESSES:
                    renew_certificate(place.authority, children[0])
                    looked_at = time.monotonic()
            with suppress(BrokenPipeError):  # the reader of our lines may be gone already
                self.stdout.write("\nStopping...")
                self.stdout.flush()
        finally:
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
            stop([*children, *once])

    def end(self, _number: int, _frame: Any) -> None:
        """Ctrl-C, or the system wants it to end. Raises nothing: Python loses an exception of a
        signal that comes while it deletes an object."""
        self.is_ending = True

    def look_after(self, children: Sequence[Child]) -> None:
        """Starts again what stopped. All ends only if the first, the web server, keeps stopping."""
        for child in children:
            if child.is_running or child.is_paused:
                continue
            if child.keeps_dying and child is children[0]:
                raise CommandError(f"The {child.name} keeps stopping. See its lines above.")
            if child.keeps_dying:
                child.pause(PAUSE)
                self.stderr.write(
                    f"The {child.name} keeps stopping. The site goes on without it; "
                    "it is started again every minute."
                )
                continue
            self.stderr.write(f"The {child.name} stopped. Restarting it.")
            child.signal_group(signal.SIGKILL)
            child.start()
        time.sleep(0.5)

    def announce(self, place: SiteAddress, demo: str) -> None:
        if not self.answers(place):
            if self.is_ending:
                return
            raise CommandError("The web server does not answer. See its lines above.")
        own_url = place.url("localhost")
        self.stdout.write(f"\nScorekeeper {__version__}\n\n  this computer  {own_url}/")
        if demo:
            self.stdout.write(f"  demo group     {own_url}{demo}")
        for label, command in settings.EXTENSIONS.told_by_play.items():
            self.stdout.write(f"  {label:13}  {output_of(*command)}")
        address = wifi_address()
        if address is None:
            self.stdout.write("  no network: other devices can't reach this computer")
        else:
            link = f"{place.url(address)}/"
            self.stdout.write(f"  same Wi-Fi     {link}\n")
            if place.authority:
                link = self.explain_trust(place, place.authority, address)
            if settings.SHOW_QR:
                segno.make(link, error="l").terminal(out=sys.stdout, compact=True)
        self.stdout.write("\nCtrl-C stops it.")
        self.stdout.flush()

    def answers(self, place: SiteAddress, seconds: float = 60.0) -> bool:
        deadline = time.monotonic() + seconds
        trust = None
        if place.authority:
            trust = ssl.create_default_context(cafile=str(place.authority.certificate))
        while time.monotonic() < deadline and not self.is_ending:
            try:
                with urlopen(f"{place.url('127.0.0.1')}/", timeout=5, context=trust) as answer:
                    return bool(answer.status == 200)
            except (URLError, OSError):
                time.sleep(0.1)
        return False

    def explain_trust(self, place: SiteAddress, authority: Authority, address: str) -> str:
        """Explains how devices come to trust this computer. Returns the address for the QR code:
        the page on trust until a device has the certificate."""
        door = f"http://{address}:{place.door}/"
        self.stdout.write(f"  a new device   {door}  (how to trust this computer)")
        groups = authority.fingerprint_groups()
        middle = len(groups) // 2
        self.stdout.write(f"  fingerprint    {' '.join(groups[:middle])}")
        self.stdout.write(f"                 {' '.join(groups[middle:])}")
        self.stdout.write("")
        return f"{place.url(address)}/" if authority.was_fetched else door


def require_room() -> None:
    """SQLite opens no database without some for the files beside it."""
    try:
        with tempfile.TemporaryFile(dir=settings.DATA_DIR, buffering=0) as file:
            if file.write(bytes(ROOM)) == ROOM:
                return
    except OSError as error:
        if error.errno not in NO_ROOM:
            raise
    raise CommandError(f"The disk with {settings.DATA_DIR} is full. Make room and start again.")


def certified() -> Authority:
    """This computer's own authority, and a certificate for where it stands now."""
    # Loaded here: nothing else of the site needs the library behind it.
    from scorekeeper.core.server.certificates import prepare

    return prepare(settings.AUTHORITY_DIR, [own_name()], own_addresses())


def renew_certificate(authority: Authority, server: Child) -> None:
    """Renews the certificate if this computer's addresses have changed; the web server then
    replaces its processes."""
    old_certificate = authority.server_certificate.read_bytes()
    certified()
    if server.process is not None and authority.server_certificate.read_bytes() != old_certificate:
        server.process.send_signal(signal.SIGHUP)


def output_of(*command: str) -> str:
    """Returns what a command of a package above this one prints."""
    output = StringIO()
    call_command(*command, stdout=output)
    return output.getvalue().strip()


def listen(port: int) -> socket.socket:
    """The first free port from the given one on, held open for the web server."""
    for candidate in range(port, min(port + MOST_TRIES, 65536)):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("0.0.0.0", candidate))
            listener.listen(128)
        except OSError:
            listener.close()
            continue
        return listener
    raise CommandError(f"No free port from {port} on.")


def port_of(listener: socket.socket) -> int:
    port: int = listener.getsockname()[1]
    return port


def web(listener: socket.socket, place: SiteAddress) -> Child:
    if place.authority is None:
        return server("web server", listener, place)
    certificate = ["--certfile", str(place.authority.server_certificate)]
    key = ["--keyfile", str(place.authority.server_key)]
    return server("web server", listener, place, *certificate, *key)


def server(name: str, listener: socket.socket, place: SiteAddress, *more: str) -> Child:
    number = listener.fileno()
    command = [sys.executable, "manage.py", "serve", "--bind", f"fd://{number}", *more]
    environment = {**os.environ, **place.environment()}
    return Child(
        name, command, {"pass_fds": [number], "cwd": settings.BASE_DIR, "env": environment}
    )


def worker() -> Child:
    """Two processes: a statement does not wait for the backup of the day."""
    more = ("--concurrency", "2", "--without-mingle", "--without-gossip", "--without-heartbeat")
    return celery("task worker", "worker", *more)


def scheduler() -> Child:
    """Beside the worker, which would go on without it if it ended in there."""
    return celery("task scheduler", "beat")


def celery(name: str, *command: str) -> Child:
    # On one's own computer root is no worse than anybody else.
    warnings = ("-W", "ignore:You're running the worker")
    options = ("-m", "celery", "--quiet", "--no-color", "-A", "scorekeeper")
    return Child(name, [sys.executable, *warnings, *options, *command], {"cwd": settings.BASE_DIR})


def beside() -> list[Child]:
    """Returns what extensions make in the background, such as what devices need offline."""
    return [
        Child(what, [sys.executable, "manage.py", *command], {"cwd": settings.BASE_DIR})
        for what, command in settings.EXTENSIONS.beside_play.items()
    ]


def collect_static() -> None:
    """Only when a style sheet or script, or how they are kept, has changed since the last start."""
    stamp = Path(settings.STATIC_ROOT) / "collected"
    now = static_digest()
    if stamp.exists() and stamp.read_text() == now:
        return
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    stamp.write_text(now)


def static_digest() -> str:
    states = []
    for finder in get_finders():
        for path, storage in finder.list([]):
            state = os.stat(storage.path(path))
            states.append([path, state.st_size, state.st_mtime_ns])
    backend = settings.STORAGES["staticfiles"]["BACKEND"]
    return hashlib.sha256(json.dumps([__version__, backend, sorted(states)]).encode()).hexdigest()
