"""On the phone: what is seen to in the database before the first answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext

from scorekeeper.along import own_rows
from scorekeeper.along.landing import FIRST_OWN
from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.documents import incoming
from scorekeeper.limits import spending
from scorekeeper.serving import schema

MOST_FREE: Final = 64
"""Pages of the file that may lie empty: all of it is kept again after each write."""


def brought_here(languages: str, cookies: Mapping[str, str]) -> str:
    """Bring a database of another release to this one. Gives why that cannot be, in the language
    of the phone; nothing where it is done."""
    if unknown() or schema.is_from_before_release(connection):
        return hindrance(languages, cookies)
    call_command("migrate", verbosity=0, interactive=False)
    return ""


def unknown() -> set[tuple[str, str]]:
    """Migrations of the database that are not known here: a newer release has written it."""
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return MigrationRecorder(connection).applied_migrations().keys() - known.keys()


def hindrance(languages: str, cookies: Mapping[str, str]) -> str:
    asks = HttpRequest()
    asks.META["HTTP_ACCEPT_LANGUAGE"] = languages
    asks.COOKIES = dict(cookies)
    with translation.override(translation.get_language_from_request(asks)):
        return gettext(
            "Another version of the app saved the sessions on this device, so they were left "
            "unchanged. Nothing is lost. Reload this page when that version is back."
        )


def version(night: str) -> int | None:
    """How often this night was written; None where there is no such night."""
    found = Session.objects.filter(code=night).values_list("version", flat=True)
    return found.first()


def made_here() -> str:
    """What a server cannot know of what was written here, as JSON: the names of the players whose
    keys were made on this phone, and by what the server knows other rows of such keys; and the
    codes of the clubs and nights in this place."""
    players = Player.objects.filter(pk__gte=FIRST_OWN).values_list("pk", "name")
    return json.dumps(
        {
            "names": {str(pk): name for pk, name in players},
            "rows": own_rows.local_rows(),
            "clubs": list(Club.objects.values_list("code", flat=True)),
            "nights": dict(Session.objects.values_list("code", "club__code")),
        }
    )


def tidy() -> None:
    """What a server does by its clock: clear away what means nothing any more. And give its room
    back."""
    incoming.delete_stale_uploads()
    spending.delete_expired()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA freelist_count")
        [(free,)] = cursor.fetchall()
        if free > MOST_FREE:
            cursor.execute("VACUUM")
