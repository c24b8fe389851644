"""Which queries of a big site read much: each is explained by PostgreSQL as it is run.

``python -m bench.plans postgres://…`` on a database that ``bench.many`` has filled. It opens the
pages of a group, a save, the admin's tables, health, metrics and everything that ``beat`` starts,
and prints the queries that read a big table from end to end, or many rows of it.
"""

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.seasons import go_on_counting
from bench.server import prepare

BIG = 10_000
"""Rows of a table that nobody should read from end to end."""
MANY = 5_000
"""Rows that no page should read."""


# What is opened -------------------------------------------------------------------------------


def all_acts(club: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    yield from group_acts(club)
    yield from save_acts(club)
    yield from machinery_acts()
    yield from operator_acts()


def group_acts(club: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    from tests.helpers import factories as make

    browser = make.host_client(club)
    paid = club.sessions.filter(handovers__isnull=False)
    session = paid.order_by("-pk")[0]
    player = session.games.all()[0].seats.all()[0].player_id
    home, evening = f"/g/{club.code}/", f"/sessions/{session.code}/"
    paths = [home, f"{home}standings/?season=all", f"{home}standings/charts/?season=all"]
    paths += [f"{home}players/{player}/", f"{home}players/{player}/rivals/", f"{home}settings/"]
    paths += [f"{home}devices/", f"{home}happened/", f"{home}share/", f"{home}planned/"]
    paths += [evening, f"{evening}settle/", f"{evening}statements/", f"{evening}proof/"]
    request = partial(browser.post, f"{evening}statements/", {"token": "a-statement"})
    yield "a statement asked for", request
    for path in paths:
        yield path.replace(club.code, "…").replace(session.code, "…"), partial(browser.get, path)


def save_acts(club: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    from tests.helpers import factories as make

    table = make.session("paplu", make.NAMES[:3], {"rounds": None}, club=club)
    hand = make.pool_hand("Asha", Dev=43, Meera="first_drop")
    yield "save of a hand", partial(make.play, table, hand)


def operator_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    from django.conf import settings
    from django.contrib.auth import get_user_model
    from django.test import Client

    from scorekeeper.clubs.models import Session
    from scorekeeper.extensions.operation.admin.management.commands.second_factor import renew
    from scorekeeper.extensions.operation.admin.site import site
    from tests.extensions.operation.admins import code_of, log_in

    get_user_model().objects.filter(username="bench").delete()
    device, _codes = renew(get_user_model().objects.create_superuser("bench", "", "a" * 20))
    browser = Client()
    log_in(browser, code_of(device), "bench", "a" * 20)
    root = f"/{settings.ADMIN_PATH}/"
    session = Session.objects.order_by("pk")[Session.objects.count() // 2]
    yield "admin", partial(browser.get, root)
    yield "admin: jobs", partial(browser.get, f"{root}jobs/")
    for model, table in site._registry.items():
        path = f"{root}{model._meta.app_label}/{model._meta.model_name}/"
        yield f"admin: {model._meta.label}", partial(browser.get, path)
        row = model._default_manager.order_by("pk").first()
        if row is not None:
            yield f"admin: one {model._meta.label}", partial(browser.get, f"{path}{row.pk}/change/")
        if table.search_fields:
            for words in (session.code, session.club.code):
                yield (
                    f"admin: {model._meta.label} searched",
                    partial(browser.get, f"{path}?q={words}"),
                )


def machinery_acts() -> Iterator[tuple[str, Callable[[], object]]]:
    from django.conf import settings
    from django.utils.module_loading import import_string

    from scorekeeper.extensions.operation.health.checks import CHECKS
    from scorekeeper.extensions.operation.metrics.views import page

    for name, check in CHECKS.checks.items():
        yield f"health: {name}", check
    yield "metrics", page
    for task in settings.CELERY_BEAT_SCHEDULE:
        yield f"beat: {task}", import_string(task)


def clear_caches() -> None:
    from django.core.cache import caches

    for cache in caches.all():
        cache.clear()


def main() -> None:
    os.environ |= {"ADMIN_PATH": "operator-pages", "RETENTION_MONTHS": "24", "BACKUPS": "no"}
    os.environ |= {"EMAIL_URL": "smtp://localhost:1", "EMAIL_FROM": "score@example.org"}
    prepare(sys.argv[1], keep=True)
    go_on_counting()
    from scorekeeper.clubs.models import Club
    from tests.helpers.plans import explained, sizes

    club = Club.objects.filter(name="Group 7")[0]
    most: dict[str, float] = {name: MANY for name, rows in sizes().items() if rows > BIG}
    for name, act in all_acts(club):
        clear_caches()
        begun = time.perf_counter()
        act()
        spent = (time.perf_counter() - begun) * 1000
        clear_caches()
        with explained(most) as reads:
            answer = act()
        status = getattr(answer, "status_code", "")
        print(f"{name}: {status} {reads.queries} queries, {spent:.0f} ms")
        for sql, what in reads.faults.items():
            print(f"    {what}\n        {sql}")


if __name__ == "__main__":
    main()
