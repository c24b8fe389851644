"""Where somebody wants to have sheets sent, and what was sent there."""

from __future__ import annotations

from django.db import models

from scorekeeper.clubs.models import Membership, Player, Session, Signature
from scorekeeper.wording.field import PhraseField


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


class MailState(models.TextChoices):
    WAITING = "waiting"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"


class Sendable(models.Model):
    """A letter on its way (``outbox``). The row is the truth: whoever sends claims it first, and
    what was claimed is never sent again by itself, for nobody can know whether it went out."""

    digest = models.CharField(max_length=64)
    """Of the address."""
    origin = models.CharField(max_length=200, blank=True)
    """How phones reached us when it was asked for; empty: they could not."""
    state = models.CharField(max_length=8, choices=MailState, default=MailState.WAITING)
    error = PhraseField(blank=True)
    """Failed: why. Waiting: what went wrong the last time."""
    attempts = models.PositiveSmallIntegerField(default=0)
    attempt = models.CharField(max_length=32, blank=True)
    """Whoever holds this token may write the result."""
    due_at = models.DateTimeField()
    """Waiting: it is sent to the workers again then. Sending: whoever claimed it is dead then."""
    at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def is_pending(self) -> bool:
        return self.state in (MailState.WAITING, MailState.SENDING)


class Mail(Sendable):
    """A player's sheet of a night on its way to an address, of which only the digest is here."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="mails")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    """The session's, when it was asked for: the sheet shows that one or a later one."""
    shows = models.PositiveIntegerField(null=True)
    """The session's version on the sheet that went out, or goes out; null: none did yet."""
    token = models.CharField(max_length=64)
    """Of the tap that asked for it."""
    by = models.ForeignKey(Membership, models.PROTECT, null=True, related_name="+")
    signature = models.ForeignKey(
        Signature, models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "version", "digest"], name="one_mail_per_version"
            ),
        ]
        indexes = [models.Index(fields=["state", "due_at"], name="mail_to_send")]

    def brings(self, version: int) -> bool:
        """Its reader has, or will have, the session as of this version: no need for another. One
        that waits is drawn when its turn comes."""
        if self.state in (MailState.WAITING, MailState.FAILED):
            return self.state == MailState.WAITING
        return (self.shows or self.version) >= version
