"""The e-mail that says that a group is about to be deleted."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.models import Club
from scorekeeper.clubs.services import digest
from scorekeeper.core.emails import sender_domain
from scorekeeper.core.jobs import services as jobs
from scorekeeper.core.localization import currencies, dates
from scorekeeper.engine.lines import one_line
from scorekeeper.engine.words import _ as later
from scorekeeper.extensions.calendar.mail import outbox
from scorekeeper.extensions.calendar.mail.addresses import stop_secret
from scorekeeper.extensions.calendar.mail.models import MailAddress
from scorekeeper.extensions.operation.retention.models import NoticeLetter


def queue_letters(club: Club) -> int:
    """Queues one to each player of the group with an address; returns how many."""
    if club.expires_at is None or not outbox.is_set_up():
        return 0
    addresses = MailAddress.objects.filter(player__club=club)
    letters = [
        NoticeLetter.objects.create(
            player_id=address.player_id,
            expires_at=club.expires_at,
            digest=digest(address.value),
        )
        for address in addresses
    ]
    for letter in letters:
        jobs.start(letter)
    return len(letters)


def deliver(letter: NoticeLetter) -> bool:
    """Sends it; not when somebody has opened the group meanwhile."""
    address = MailAddress.objects.filter(player=letter.player_id).first()
    if not outbox.is_set_up():
        return jobs.fail(letter, outbox.NOT_SET_UP)
    if address is None or digest(address.value) != letter.digest:
        return jobs.fail(letter, later("The address was removed or changed."))
    club = letter.player.club
    if club.expires_at != letter.expires_at:
        return jobs.fail(letter, later("No longer needed. Not sent."))
    with translation.override(address.language), currencies.reading_as(address.locale):
        return outbox.send(letter, lambda: notice(letter, address, club))


def notice(letter: NoticeLetter, address: MailAddress, club: Club) -> EmailMessage:
    """Returns the message in the active language and locale."""
    day = dates.day(letter.expires_at.astimezone(club.zone).date())
    placeholders = {"club": one_line(club.name), "day": day, "player": letter.player.name}
    body = [
        _("Hello %(player)s,") % placeholders,
        _("nobody has used the group %(club)s for a long time.") % placeholders,
        _("It will be deleted on %(day)s. Open it on any device before then, and it stays.")
        % placeholders,
        _addresses(club, address),
    ]
    return EmailMessage(
        subject=_("%(club)s will be deleted on %(day)s") % placeholders,
        body="\n\n".join(part for part in body if part) + "\n",
        to=[address.value],
        headers={
            "Message-ID": f"<notice-{letter.pk}@{sender_domain()}>",
            "Auto-Submitted": "auto-generated",
        },
    )


def _addresses(club: Club, address: MailAddress) -> str:
    """Those of the group and of no more e-mails, where the site has a name of its own."""
    host = settings.ALLOWED_HOSTS[0]
    if host.startswith(("*", ".")):
        return ""
    site = f"{'https' if settings.SECURE else 'http'}://{host}"
    stop = reverse("mail:stop", args=[stop_secret(address)])
    more = _("No more e-mails to this address: %s") % f"{site}{stop}"
    return f"{site}{reverse('home:club', args=[club.code])}\n\n{more}"


outbox.register_letters(NoticeLetter, gettext_lazy("Notice by e-mail"), deliver)
