"""E-mail addresses of players, and the statements sent there."""

from django.db import models

from scorekeeper.clubs.models import Player, Session, Signed
from scorekeeper.core.jobs.models import JobState, Sendable
from scorekeeper.core.travel import Travel


class MailAddress(models.Model):
    """An e-mail address, visible to its player alone. A changed or deleted one remains only as
    ``Mail.digest``, a plain SHA-256: a holder of the database can confirm a guess with it."""

    travel = Travel(stays="theirs alone, not the group’s")
    player = models.OneToOneField(Player, models.PROTECT, related_name="mail_address")
    value = models.EmailField(max_length=254)
    language = models.CharField(max_length=16, default="en")
    """The language of its e-mails: that of the page on which it was entered."""
    locale = models.CharField(max_length=20, default="en")
    """The locale for numbers and dates."""
    at = models.DateTimeField(auto_now=True)


class Mail(Sendable, Signed):
    """A player's statement of a session to be e-mailed; stores only the digest of the address."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="mails")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    version = models.PositiveIntegerField()
    """The session's version at the request: the statement shows it or a later one."""
    shows = models.PositiveIntegerField(null=True)
    """The session's version on the sent statement; null: none yet."""
    token = models.CharField(max_length=64)
    """Write token of the request."""

    class Meta(Sendable.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["session", "player", "version", "digest"], name="one_mail_per_version"
            ),
        ]

    def brings(self, version: int) -> bool:
        """Whether its reader has, or will get, the session as of this version. A waiting one is
        drawn when it is sent."""
        if self.state in (JobState.WAITING, JobState.FAILED):
            return self.state == JobState.WAITING
        return (self.shows or self.version) >= version
