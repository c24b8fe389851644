"""The queue of one computer: a message is read whole or not yet; what is none ends no worker."""

import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty

import pytest
from celery import Celery
from kombu.simple import SimpleQueue

SEND = """
import sys
from scorekeeper.celery import app
with app.connection_for_write(transport_options={"folder": sys.argv[1]}) as connection:
    with connection.SimpleQueue("celery") as queue:
        for number in range(int(sys.argv[2])):
            queue.put({"number": number, "text": "x" * 100_000})
"""
NUMBER = 300


@contextmanager
def messages(app: Celery) -> Iterator[SimpleQueue]:
    with app.connection_for_read() as connection, connection.SimpleQueue("celery") as queue:
        yield queue


def folder_of(app: Celery) -> Path:
    return Path(app.conf.broker_transport_options["folder"])


def test_messages_are_read_whole_while_another_process_writes_them(real_queue: Celery):
    command = [sys.executable, "-c", SEND, str(folder_of(real_queue)), str(NUMBER)]
    numbers: list[int] = []
    with subprocess.Popen(command) as sender, messages(real_queue) as queue:
        while len(numbers) < NUMBER:
            message = queue.get(timeout=60)
            assert len(message.payload["text"]) == 100_000
            numbers.append(message.payload["number"])
            message.ack()
    assert (numbers, sender.returncode) == (list(range(NUMBER)), 0)
    assert not list(folder_of(real_queue).iterdir())


@pytest.mark.parametrize("content", ["", '{"body": "', "\N{COLLISION SYMBOL}"])
def test_a_file_that_is_no_message_is_passed_over(real_queue: Celery, content: str):
    with messages(real_queue) as queue:
        queue.put("first")
        [first] = folder_of(real_queue).iterdir()
        (first.with_name(f"0{first.name}")).write_text(content)
        assert queue.get(block=False).payload == "first"


def test_where_there_is_no_room_nothing_stays_and_the_queue_goes_on(real_queue: Celery):
    with messages(real_queue) as queue:
        with no_room(), pytest.raises(OSError, match="too large"):
            queue.put("x" * 10_000)
        with pytest.raises(Empty):
            queue.get(block=False)
        assert not list(folder_of(real_queue).iterdir())
        queue.put("there is room")
        assert queue.get(block=False).payload == "there is room"


@contextmanager
def no_room() -> Iterator[None]:
    """No file may grow beyond a kilobyte."""
    limits, on_signal = resource.getrlimit(resource.RLIMIT_FSIZE), signal.SIG_IGN
    before = signal.signal(signal.SIGXFSZ, on_signal)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, before)
