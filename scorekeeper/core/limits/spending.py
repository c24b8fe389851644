"""Counts the use of rate limits; the only writer of ``Spent``.

One row and one statement for each limit: ``due`` is the time at which the whole limit is there
again. Each act moves it on by the time that one act costs; once it lies too far ahead the
statement changes nothing, and that is the refusal. So it is exact for any number of processes on
SQLite and PostgreSQL alike, needs no window to begin and end, and no clearing: a row whose time has
come means nothing any more. A refused try costs nothing, so that waiting always helps.

(django-ratelimit was looked at: it wants a cache that all processes share and that can add one in a
single step. There is none at a table, where SQLite is all; with Redis it would forget everything
when that starts anew.)
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Model
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from scorekeeper.core.counting import count
from scorekeeper.core.limits.acts import Act, KeptIn, Limit
from scorekeeper.core.limits.models import Spent

Whom = Model | str | int
SECOND = 1000


class TooMuchError(Exception):
    """``wait``: seconds until it works again."""

    def __init__(self, act: Act, wait: float) -> None:
        super().__init__(f"{act.name}: {wait:.0f} s")
        self.act, self.wait = act, wait
        count("refusal", limit=act.name)  # here, as several packages raise it


def spend(act: Act, request: HttpRequest | None, times: int = 1, **whom: Whom) -> None:
    """Count this, ``times`` over. ``whom``: the club, link, … that the act's limits are per.
    ``request``: None where nobody asked, for an act that has no limit per address.

    All of the act's limits, or none and TooMuchError raised.
    """
    if act.kept_in is KeptIn.HERE:
        _spend_in_process(act, _keyed(act, request, whom), times)
    else:
        _spend_in_database(act, _keyed(act, request, whom), times)


@contextmanager
def one_at_a_time(lock: Lock, act: Act, patience: float) -> Iterator[None]:
    """Holds the lock of work that one at a time does in this process. Raises TooMuchError if others
    hold it for longer than ``patience`` seconds."""
    if not lock.acquire(timeout=patience):
        raise TooMuchError(act, patience)
    try:
        yield
    finally:
        lock.release()


def check(act: Act, request: HttpRequest, **whom: Whom) -> None:
    """Raises TooMuchError if nothing of it is left; counts nothing."""
    now = _now()
    for key, limit in _keyed(act, request, whom):
        due = _dues.get(key, 0) if act.kept_in is KeptIn.HERE else _due(key)
        if (wait := _wait(due, now, limit)) > 0:
            raise TooMuchError(act, wait / SECOND)


def is_spent(act: Act, **whom: Whom) -> bool:
    """Whether something of it was spent and has not come back; counts nothing."""
    now = _now()
    return any(now < _due(key) <= _farthest(limit, now) for key, limit in _keyed(act, None, whom))


def renew(act: Act, **whom: Whom) -> None:
    """Spends the whole of it from now on, whatever was spent before."""
    for key, limit in _keyed(act, None, whom):
        due = _now() + limit.seconds * SECOND
        Spent.objects.update_or_create(key=key, defaults={"due": due})


def delete_expired() -> int:
    """Deletes expired rows. Returns how many."""
    deleted, _each = Spent.objects.filter(due__lt=_now()).delete()
    return deleted


def _now() -> int:
    return time.time_ns() // 1_000_000


def _step(limit: Limit) -> int:
    return limit.seconds * SECOND // limit.most


def _room(limit: Limit, times: int) -> int:
    """How far ahead ``due`` may lie for these to be possible still."""
    return _step(limit) * max(limit.most - times, 0)


def _farthest(limit: Limit, now: int) -> int:
    """Returns the latest possible ``due``. A later one was written by a wrong clock and counts as
    nothing spent."""
    return now + (limit.seconds + 1) * SECOND


def _wait(due: int, now: int, limit: Limit, times: int = 1) -> int:
    """Milliseconds until these are possible; not more than 0 where they are."""
    return 0 if due > _farthest(limit, now) else due - now - _room(limit, times)


def _keyed(act: Act, request: HttpRequest | None, whom: dict[str, Whom]) -> list[tuple[str, Limit]]:
    """Each limit with the key of its row, in one order: two that spend at once never wait for each
    other crosswise."""
    return sorted((_key(act, limit, request, whom), limit) for limit in act.limits)


def _key(act: Act, limit: Limit, request: HttpRequest | None, whom: dict[str, Whom]) -> str:
    subject: Any = address(request) if request and limit.per == "address" else whom[limit.per]
    name = subject.pk if isinstance(subject, Model) else subject
    text = f"{act.name}/{limit.per}/{limit.seconds}/{name}"
    return salted_hmac("scorekeeper.core.limits", text, algorithm="sha256").hexdigest()


# In the database -----------------------------------------------------------------------------


@cache
def _spending() -> str:
    """Values: key, due if there is no row; now, farthest, now, step; the farthest it may lie for
    these to be possible, and for it to have been spent at all."""
    table = connection.ops.quote_name(Spent._meta.db_table)
    due = f"{table}.due"
    return (
        f"INSERT INTO {table} (key, due) VALUES (%s, %s) ON CONFLICT (key) DO UPDATE"
        f" SET due = CASE WHEN {due} > %s AND {due} <= %s THEN {due} ELSE %s END + %s"
        f" WHERE {due} <= %s OR {due} > %s"
    )


@transaction.atomic
def _spend_in_database(act: Act, keyed: list[tuple[str, Limit]], times: int) -> None:
    for key, limit in keyed:
        while not _moved_on(key, limit, times):  # or it waited for others, and time went on
            if (wait := _wait(_due(key), _now(), limit, times)) > 0:
                raise TooMuchError(act, wait / SECOND)


def _moved_on(key: str, limit: Limit, times: int) -> bool:
    now, step = _now(), _step(limit) * times
    farthest = _farthest(limit, now)
    values: list[str | int] = [
        *(key, now + step),
        *(now, farthest, now, step),
        *(now + _room(limit, times), farthest),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_spending(), values)
        return bool(cursor.rowcount > 0)


def _due(key: str) -> int:
    return Spent.objects.filter(key=key).values_list("due", flat=True).first() or 0


# In this process -----------------------------------------------------------------------------

_dues: dict[str, int] = {}
_lock = Lock()
MOST_KEYS = 20_000
"""Of about 200 bytes; what is past is thrown away when there are more."""


def _spend_in_process(act: Act, keyed: list[tuple[str, Limit]], times: int) -> None:
    now = _now()
    with _lock:
        for key, limit in keyed:
            if (wait := _wait(_dues.get(key, 0), now, limit, times)) > 0:
                raise TooMuchError(act, wait / SECOND)
        for key, limit in keyed:
            due = _dues.get(key, 0)
            spent = due if now < due <= _farthest(limit, now) else now
            _dues[key] = spent + _step(limit) * times
        if len(_dues) > MOST_KEYS:
            _tidy(now)


def reset() -> None:
    """Forgets all counts, as in a process that has just been started."""
    _dues.clear()


def _tidy(now: int) -> None:
    for key in [key for key, due in _dues.items() if due <= now]:
        del _dues[key]
    if len(_dues) > MOST_KEYS:  # so many strangers at once: all begin anew
        _dues.clear()


HOME: int = 64
"""Bits of an IPv6 address that a household or a phone has to itself; the rest it may choose."""


def address(request: HttpRequest) -> str:
    """Returns one name for all addresses that this client can choose from."""
    return network(client_address(request))


def client_address(request: HttpRequest) -> str:
    """Behind a proxy: the last hop that it tells of, which is the one it saw itself; what stands
    before that is the client's own story."""
    remote: str = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        remote = request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip() or remote
    return remote


def network(text: str) -> str:
    """Returns an IPv6 address by its /64; "" for what is no address."""
    try:
        parsed = ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return ""
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ip_network((parsed, HOME), strict=False))
