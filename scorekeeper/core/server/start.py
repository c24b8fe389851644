"""Checks before a program starts: settings that make sense, collected files, and a database that
keeps a session for each connection. If one fails, the program ends with one sentence and no
traceback.
"""

import logging
import os
import sys
from typing import Final, NoReturn

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from scorekeeper.core.database import SHARED, are_shared

logger = logging.getLogger(__name__)

FAILED: Final = 3
"""The exit code of a program that cannot start."""
NOT_COLLECTED: Final = (
    "Style sheets and scripts are not collected, or not all of them. "
    "Run: python manage.py collectstatic --no-input"
)


def read_settings() -> None:
    """Call this before anything else reads them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorekeeper.settings")
    try:
        settings.configured or settings.INSTALLED_APPS  # noqa: B018
    except ImproperlyConfigured as error:
        _end(str(error))


def require_files() -> None:
    """Ends the program if the files were not collected: pages would have no style."""
    if not files_are_collected():
        logger.critical(NOT_COLLECTED)
        sys.exit(FAILED)


def require_sessions() -> None:
    """Hands written through a pool that shares its sessions would be wrong, or lost."""
    if are_shared(connection):
        logger.critical(SHARED)
        sys.exit(FAILED)


def require_compatible_schema(*, is_to_migrate: bool = False) -> None:
    """Programs of several releases may meet on one database, but not all of them."""
    from scorekeeper.core.releases.compatibility import incompatibility  # once Django is set up

    if reason := incompatibility(is_to_migrate=is_to_migrate):
        logger.critical(reason)
        sys.exit(FAILED)


def files_are_collected() -> bool:
    """True also where files are served as they lie, as while developing."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return True
    ignored = apps.get_app_config("staticfiles").ignore_patterns
    present = {path for finder in get_finders() for path, _storage in finder.list(ignored)}
    return present <= staticfiles_storage.hashed_files.keys() and bool(present)


def _end(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    sys.exit(FAILED)
