"""Where somebody wants to have sheets sent, and what was sent there."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Player, Session, Signed
from scorekeeper.jobs.models import Job, JobState


class MailAddress(models.Model):
    """The player's own to see and to change. It is no booking: who changes it or takes it away
    leaves it nowhere here but as ``Mail.digest`` of what was sent there: a plain SHA-256, by which
    whoever holds the database and guesses an address sees that he guessed right."""

    player = models.OneToOneField(Player, models.PROTECT, related_name="mail_address")
    value = models.EmailField(max_length=254)
    language = models.CharField(max_length=16, default="en")
    """That of the page on which it was typed: letters are in it."""
    locale = models.CharField(max_length=20, default="en")
    """How its owner writes numbers and dates."""
    at = models.DateTimeField(auto_now=True)


class Sendable(Job):
    """A letter on its way (``outbox``). The row is the truth: whoever sends claims it first, and
    what was claimed is never sent again by itself, for nobody can know whether it went out."""

    digest = models.CharField(max_length=64)
    """Of the address."""
    origin = models.CharField(max_length=200, blank=True)
    """How phones reached us when it was asked for; empty: they could not."""

    class Meta(Job.Meta):
        abstract = True


class Mail(Sendable, Signed):
    """A player's sheet of a night on its way to an address, of which only the digest is here."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="mails")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    """The session's, when it was asked for: the sheet shows that one or a later one."""
    shows = models.PositiveIntegerField(null=True)
    """The session's version on the sheet that went out, or goes out; null: none did yet."""
    token = models.CharField(max_length=64)
    """Of the tap that asked for it."""

    class Meta(Sendable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "version", "digest"], name="one_mail_per_version"
            ),
        ]

    def brings(self, version: int) -> bool:
        """Its reader has, or will have, the session as of this version: no need for another. One
        that waits is drawn when its turn comes."""
        if self.state in (JobState.WAITING, JobState.FAILED):
            return self.state == JobState.WAITING
        return (self.shows or self.version) >= version
