"""The destinations of a group's results, and each message on its way there."""

from typing import Final

from django.db import models

from scorekeeper.clubs.models import Club, Session
from scorekeeper.core.jobs.models import Job
from scorekeeper.core.localization.field import PhraseField
from scorekeeper.core.travel import Travel


class Event(models.TextChoices):
    """The subject of a message; the label is its type in a webhook."""

    ENDED = "ended", "session.ended"
    HAND = "hand", "hand.saved"
    PAID = "paid", "debt.paid"
    TEST = "test", "test"


class Destination(models.Model):
    """A chat, or a program, to which a group sends its results. Written by ``services``."""

    travel = Travel(stays="holds keys of other services", in_backup=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="destinations")
    kind = models.CharField(max_length=16)
    """A key of ``kinds.KINDS``."""
    sealed = models.TextField()
    """Its address and keys, encrypted (``secrets``)."""
    hands = models.BooleanField(default=False)
    """Each hand is sent too."""
    payments = models.BooleanField(default=False)
    """Each debt that is paid is sent too."""
    money = models.BooleanField(default=True)
    """Amounts are sent, unless the group plays for points only."""
    image = models.BooleanField(default=True)
    """The image goes with the text, where the kind takes images."""
    language = models.CharField(max_length=16, default="en")
    """The language of the page on which it was added, for groups that chose none."""
    locale = models.CharField(max_length=20, default="en")
    """The locale of numbers and dates."""
    failures = models.PositiveSmallIntegerField(default=0)
    """So many messages in a row came to nothing, and were not tried again."""
    stopped_at = models.DateTimeField(null=True)
    """When it was given up: nothing is sent until a test arrives. Null: it works."""
    stopped_why = PhraseField(blank=True)
    token = models.CharField(max_length=64)
    """Write token of the page on which it was added."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "token"], name="one_destination_per_token"),
        ]


class Message(Job):
    """One event for one destination: there is never a second row of the same."""

    travel = Travel(stays="goes out from this server", in_backup=False)
    destination = models.ForeignKey(Destination, models.PROTECT, related_name="messages")
    session = models.ForeignKey(Session, models.PROTECT, null=True, related_name="+")
    """Null: a test."""
    event = models.CharField(max_length=8)
    """An ``Event``."""
    key = models.CharField(max_length=64)
    """Tells events of the same kind apart: when the session ended, the token of the hand, the id of
    the payment, the write token of the test."""
    sending = models.CharField(max_length=32, blank=True)
    """The claim under which it was last sent: if the worker died then, it may have arrived."""

    class Meta(Job.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["destination", "event", "key"], name="one_message_per_event"
            ),
        ]


KEPT_DAYS: Final = 30
"""For which finished messages stay."""
