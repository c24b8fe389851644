"""The group that a command is about, or all: by the code in its address."""

from argparse import ArgumentParser

from django.core.management.base import CommandError
from django.db.models import QuerySet

from scorekeeper.clubs.models import Club


def add_group(parser: ArgumentParser) -> None:
    """An argument that may be left out."""
    parser.add_argument(
        "club", nargs="?", help="the group's code, as in its address; without it, all groups"
    )


def groups(code: str | None) -> QuerySet[Club]:
    """Returns the group with this code, or all. Raises CommandError."""
    clubs = Club.objects.order_by("pk")
    return clubs if code is None else clubs.filter(pk=group_of(code).pk)


def group_of(code: str) -> Club:
    """Raises CommandError."""
    club = Club.objects.filter(code=code).first()
    if club is None:
        raise CommandError(f"There is no group with the code {code!r}.", returncode=2)
    return club
