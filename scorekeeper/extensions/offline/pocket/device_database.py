"""On the device: prepares the database before the first response."""

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

from scorekeeper.clubs.models import Club, Player, Session
from scorekeeper.core.limits import spending
from scorekeeper.extensions.exchange.group_file.incoming import uploads
from scorekeeper.extensions.offline.sync.local_keys import rows as own_rows
from scorekeeper.extensions.offline.sync.local_keys.players import FIRST_OF_DEVICE

MOST_FREE: Final = 64
"""Most empty pages in the file, which is saved as a whole after each write."""


def migrate_database(languages: str, cookies: Mapping[str, str]) -> str:
    """Migrates a database of another release. Returns a message in the device's language if that is
    impossible, else ""."""
    if unknown_migrations():
        return newer_release_message(languages, cookies)
    call_command("migrate", verbosity=0, interactive=False)
    return ""


def unknown_migrations() -> set[tuple[str, str]]:
    """Returns the database's migrations unknown here: a newer release wrote it."""
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return MigrationRecorder(connection).applied_migrations().keys() - known.keys()


def newer_release_message(languages: str, cookies: Mapping[str, str]) -> str:
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = languages
    request.COOKIES = dict(cookies)
    with translation.override(translation.get_language_from_request(request)):
        return gettext(
            "Another version of the app saved the sessions on this device, so they were left "
            "unchanged. Nothing is lost. Reload this page when that version is back."
        )


def session_version(session: str) -> int | None:
    versions = Session.objects.filter(code=session).values_list("version", flat=True)
    return versions.first()


def local_entries() -> str:
    """Returns JSON that a server needs to understand entries of this device: the names of players
    and the identities of rows with keys of this device; and the codes of the clubs and sessions in
    this place."""
    players = Player.objects.filter(pk__gte=FIRST_OF_DEVICE).values_list("pk", "name")
    return json.dumps(
        {
            "names": {str(pk): name for pk, name in players},
            "rows": own_rows.local_rows(),
            "clubs": list(Club.objects.values_list("code", flat=True)),
            "sessions": dict(Session.objects.values_list("code", "club__code")),
        }
    )


def delete_expired() -> None:
    """Deletes expired rows, which a server does periodically, and frees their space."""
    uploads.delete_stale_uploads()
    spending.delete_expired()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA freelist_count")
        [(free_pages,)] = cursor.fetchall()
        if free_pages > MOST_FREE:
            cursor.execute("VACUUM")
