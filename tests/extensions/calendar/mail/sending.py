"""Set-up that ``test_sending.py`` shares with other tests."""

from scorekeeper.core.jobs import services as jobs
from scorekeeper.extensions.calendar.mail.models import Mail


def states():
    return sorted(Mail.objects.values_list("state", flat=True))


def delivered(mail: Mail) -> bool:
    """As a message to the workers has it."""
    return jobs.run("mail.mail", mail.pk)
