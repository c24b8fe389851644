"""gunicorn's worker with threads, with patience for slow phones: a thread is given a request when
all of it is there, and not before.

gunicorn 27 hands a connection to a thread at the first byte, and there it stays until the last: as
many phones as there are threads, each sending a byte a second, stop everybody else for as long as
they like. And it says goodbye to each connection in the loop that all others wait for, two seconds
to one that does not hang up. Here that one loop gathers what comes, from any number of phones, and
lingers with those that leave; threads only work. A request of ours has at most 64 kB, so all of it
can be held. Whoever is not done in time is told so and let go.

The same loop holds connections whose answer is not to end (``held``): a phone that listens takes no
thread, and costs nothing until something is told.

A proxy in front does the same (the README has one); at a table there is none.
"""

from __future__ import annotations

import errno
import resource
import selectors
import socket
import ssl
import struct
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any, Final

from gunicorn import http, util
from gunicorn import sock as sockets
from gunicorn.workers.gthread import TConn, ThreadWorker

from scorekeeper.serving.held import Guest, Held, offered
from scorekeeper.serving.requests import Arrived, Gathered

PATIENCE: Final = 20.0
"""Seconds for a whole request, from its first byte or the first moment of the connection."""
LINGER: Final = 2.0
"""Seconds in which a phone can hear a refusal while it still sends."""
LINGER_BYTES: Final = 1024 * 1024
STALLED: Final = struct.pack("ll", 20, 0)
"""Seconds and microseconds after which a phone that takes no answer is given up."""
MOST_WAITING: Final = 1500
MOST_BEGUN: Final = 400
MOST_PARTING: Final = 200
"""Connections without a whole request, those of them with a part of it, which takes room, and those
without anything more to get; beyond that who has waited longest gives way. A hall of phones that
come back at the same moment opens a thousand before the first one has asked."""
MOST_HELD: Final = 1500
"""Connections that stay open in one process; whoever comes then is not held, and asks instead."""
OTHER_FILES: Final = 500
"""That a process may have open besides."""
VANISHED: Final = 30_000
"""Milliseconds after which a held phone that confirms nothing is taken to be gone."""
BRIEF: Final = {
    408: b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
    413: b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
}
NOT_YET: Final = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


class Conn(TConn):  # type: ignore[misc]
    """A connection, what came of its next request, and until when the loop keeps it."""

    initialized: bool
    sock: socket.socket

    def __init__(self, worker: Worker, *told: Any) -> None:
        super().__init__(worker.cfg, *told)
        self.worker = worker
        self.gathered = Gathered()
        self.until = 0.0
        self.told_to_go_on = False
        self.is_last = False
        self.drained = 0
        self.guest: Guest | None = None
        self.is_held = False
        self.in_chunks = False

    def init(self) -> None:
        """Nobody waits for the handshake of https: it is made while we read. The certificate is
        read for each connection, so that a new one is good at once."""
        if self.initialized or not self.cfg.is_ssl:
            super().init()
            return
        self.initialized = True
        self.sock = sockets.ssl_wrap_socket(self.sock, self.cfg)
        self.parser = http.get_parser(self.cfg, self.sock, self.client)

    def close(self, graceful: bool = False) -> None:
        """Called in the loop, which must not wait for anybody."""
        if graceful:
            self.worker.part(self)
        else:
            util.close(self.sock)


@dataclass(frozen=True, slots=True)
class HeldLine:
    """An open connection, for whoever tells something through it."""

    worker: Worker
    conn: Conn

    def tell(self, data: bytes) -> None:
        self.worker.method_queue.defer(self.worker.tell, self.conn, data)

    def end(self) -> None:
        self.worker.method_queue.defer(self.worker.end, self.conn)


class Worker(ThreadWorker):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting: dict[Conn, None] = {}
        """For the rest of a request, in the order of their ends."""
        self.begun: dict[Conn, None] = {}
        self.parting: dict[Conn, None] = {}
        self.held: dict[Conn, None] = {}
        self.most_held = most_held()

    def accept(self, listener: socket.socket) -> None:
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        self.nr_conns += 1
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, STALLED)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, STALLED)
        self.enqueue_req(Conn(self, client, address, listener.getsockname()))

    # Gathering -----------------------------------------------------------------------------

    def enqueue_req(self, conn: Conn) -> None:
        """Called where gunicorn would give the connection to a thread."""
        try:
            conn.init()
        except OSError:  # gone before the first word
            self.drop(conn)
            return
        conn.sock.setblocking(False)
        conn.gathered, conn.told_to_go_on = Gathered(), False
        conn.until = time.monotonic() + PATIENCE
        self.waiting[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.read_more, conn))
        if ahead := conn.parser.unreader.take_buffered():
            self.look(conn, conn.gathered.add(ahead))
        else:
            self.read_more(conn, conn.sock)
        if len(self.waiting) > MOST_WAITING:
            self.give_up(next(iter(self.waiting)))

    def read_more(self, conn: Conn, sock: socket.socket) -> None:
        if conn not in self.waiting:  # pushed out by another one of the same moment
            return
        try:
            data = sock.recv(65536)
        except NOT_YET:
            return
        except OSError:
            data = b""
        if data:
            self.look(conn, conn.gathered.add(data))
        else:
            self.leave(conn)
            self.drop(conn)

    def look(self, conn: Conn, arrived: Arrived) -> None:
        if arrived is Arrived.SOME:
            self.begun[conn] = None
            if len(self.begun) > MOST_BEGUN:
                self.give_up(next(iter(self.begun)))
                if conn not in self.waiting:
                    return
        if arrived is Arrived.ALL:
            self.leave(conn)
            conn.parser.unreader.unread(bytes(conn.gathered.received))
            conn.is_last = conn.gathered.is_cut
            conn.gathered = Gathered()
            super().enqueue_req(conn)
        elif arrived is Arrived.TOO_MUCH:
            self.refuse(conn, 413)
        elif conn.gathered.wants_a_sign and not conn.told_to_go_on:
            conn.told_to_go_on = True
            self.say(conn, GO_ON)

    def handle_request(self, req: Any, conn: Conn) -> Any:
        """In a thread. What is refused before it is all there is the last of its connection, or
        the thread would wait for the rest."""
        if conn.is_last:
            req.force_close()
        conn.guest, conn.in_chunks = None, req.version >= (1, 1)
        try:
            with offered(partial(self.take, conn)):
                return super().handle_request(req, conn)
        except Held:
            conn.is_held = True
            return True

    def refuse(self, conn: Conn, status: int) -> None:
        self.leave(conn)
        self.say(conn, BRIEF[status])
        self.nr_conns -= 1
        self.part(conn)

    def give_up(self, conn: Conn) -> None:
        if conn.gathered.received:
            self.refuse(conn, 408)
        else:  # a connection that was opened in case it is needed
            self.leave(conn)
            self.drop(conn)

    def leave(self, conn: Conn) -> None:
        del self.waiting[conn]
        self.begun.pop(conn, None)
        self.poller.unregister(conn.sock)

    def drop(self, conn: Conn) -> None:
        self.nr_conns -= 1
        util.close(conn.sock)

    @staticmethod
    def say(conn: Conn, words: bytes) -> None:
        """A line that fits; who cannot take it goes without."""
        with suppress(OSError):
            conn.sock.send(words)

    # Holding -------------------------------------------------------------------------------

    def take(self, conn: Conn, guest: Guest) -> bool:
        """In a thread: whether this connection will be held for somebody who listens."""
        if len(self.held) >= self.most_held or not self.alive or conn.is_last:
            return False
        conn.guest = guest
        return True

    def finish_request(self, conn: Conn, fs: Any) -> None:
        if not conn.is_held:
            super().finish_request(conn, fs)
            return
        conn.sock.setblocking(False)
        with suppress(OSError, AttributeError):  # where the system knows of it
            conn.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
        self.held[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.listen, conn))
        if conn.guest:
            conn.guest.begin(HeldLine(self, conn))

    def listen(self, conn: Conn, sock: socket.socket) -> None:
        """Whoever listens says nothing any more but that he goes."""
        try:
            data = sock.recv(4096)
        except NOT_YET:
            return
        except OSError:
            data = b""
        if not data and self.let_go(conn):
            self.drop(conn)

    def tell(self, conn: Conn, data: bytes) -> None:
        if conn not in self.held:
            return
        words = b"%x\r\n%s\r\n" % (len(data), data) if conn.in_chunks else data
        try:
            is_told = conn.sock.send(words) == len(words)
        except OSError:
            is_told = False
        if not is_told and self.let_go(conn):
            self.drop(conn)

    def end(self, conn: Conn) -> None:
        if self.let_go(conn):
            self.say(conn, b"0\r\n\r\n" if conn.in_chunks else b"")
            self.nr_conns -= 1
            self.part(conn)

    def let_go(self, conn: Conn) -> bool:
        """False if it was let go before."""
        if conn not in self.held:
            return False
        del self.held[conn]
        self.poller.unregister(conn.sock)
        if conn.guest:
            conn.guest.gone()
        return True

    # Parting -------------------------------------------------------------------------------

    def part(self, conn: Conn) -> None:
        """Hang up, but so that the other side can still hear what was said last: if something it
        sent stayed unread, the system would take the answer back."""
        try:
            conn.sock.setblocking(False)
            if isinstance(conn.sock, ssl.SSLSocket):
                say_goodbye(conn.sock)
            conn.sock.shutdown(socket.SHUT_WR)
        except OSError:
            util.close(conn.sock)
            return
        conn.until = time.monotonic() + LINGER
        self.parting[conn] = None
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self.drain, conn))
        if len(self.parting) > MOST_PARTING:
            self.hang_up(next(iter(self.parting)))

    def drain(self, conn: Conn, sock: socket.socket) -> None:
        if conn not in self.parting:
            return
        try:
            data = sock.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        conn.drained += len(data)
        if not data or conn.drained > LINGER_BYTES:
            self.hang_up(conn)

    def hang_up(self, conn: Conn) -> None:
        del self.parting[conn]
        self.poller.unregister(conn.sock)
        util.close(conn.sock)

    # The clock -----------------------------------------------------------------------------

    def murder_pending(self) -> None:
        """Called by the loop, every second at least. A worker that stops waits two seconds for
        what has begun."""
        super().murder_pending()
        now = time.monotonic()
        late = now if self.alive else now + PATIENCE - LINGER
        for conn in list(takewhile(lambda c: c.until <= late, self.waiting)):
            self.give_up(conn)
        for conn in list(takewhile(lambda c: c.until <= now, self.parting)):
            self.hang_up(conn)
        for conn in () if self.alive else list(self.held):
            self.end(conn)


def most_held() -> int:
    """As many as this process may have files open, which it asks the system for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_HELD + MOST_WAITING + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(0, min(MOST_HELD, wanted - OTHER_FILES))


def say_goodbye(sock: ssl.SSLSocket) -> None:
    """That of https, which tells an answer that ended from one that was cut; not waited for."""
    with suppress(OSError, ValueError):
        sock.unwrap()
