"""``manage.py jobs``: what waits and what failed; ``--retry KIND/ID`` begins one anew that failed,
``--page`` gives the address of a page for both."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from scorekeeper.core.jobs import services
from scorekeeper.core.jobs.services import ListedJob
from scorekeeper.core.localization.words import words


class Command(BaseCommand):
    help = "List waiting and failed jobs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--retry", metavar="KIND/ID", help="retry this failed job")
        parser.add_argument(
            "--page", action="store_true", help="print the address of the jobs page"
        )

    def handle(self, *args: Any, retry: str | None, page: bool, **options: Any) -> None:
        if page:
            self.stderr.write(
                "Valid for 12 hours on this site. Anyone who has this address can open the page."
            )
            self.stdout.write(reverse("jobs:page", args=[services.new_key()]))
        elif retry is not None:
            self._retry(*retry.rpartition("/")[::2])
        else:
            for listed in (*services.in_work(), *services.failed()):
                self.stdout.write(self._line(listed))

    def _retry(self, name: str, pk: str) -> None:
        job = services.job_named(name, pk)
        if job is None:
            raise CommandError(f"There is no job {name}/{pk}.")
        if not services.retry(job):
            raise CommandError("It did not fail, or another job for it is in progress.")

    def _line(self, listed: ListedJob) -> str:
        job = listed.job
        age = str(timezone.now() - job.at).partition(".")[0]
        line = f"{listed.kind.name}/{job.pk} {job.state}, {age} old, {job.attempts} attempts"
        return f"{line}: {words(job.error)}" if job.error else line
