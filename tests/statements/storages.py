"""Storages that fail as disks do."""

import errno
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage


class FullDisk(FileSystemStorage):
    """Has room for half of the file, and leaves that half lying there."""

    def _save(self, name: str, content: Any) -> str:
        data = content.read()
        half = ContentFile(data[: len(data) // 2])
        FileSystemStorage(location=self.location).save(name, half)
        raise OSError(errno.ENOSPC, "No space left on device")


class ForbiddenDisk(FileSystemStorage):
    def _save(self, name: str, content: Any) -> str:
        raise PermissionError(errno.EACCES, "Permission denied")
