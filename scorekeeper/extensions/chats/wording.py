"""Words a message when it is sent: the result as it is then, as the page *Share* has it, in the
group's language.

Payment details stay here: what a player lets be sent along is meant for whoever shares it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Session
from scorekeeper.core.database import one_view
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.reader import SPOKEN
from scorekeeper.extensions.chats.kinds import KINDS
from scorekeeper.extensions.chats.kinds.kind import Post
from scorekeeper.extensions.chats.models import Destination, Event, Message
from scorekeeper.play.models import Hand
from scorekeeper.settlement.balances import session_balances
from scorekeeper.settlement.models import Handover, StepKind
from scorekeeper.settlement.pay_page import who_pays
from scorekeeper.statements.files.rendering import readable
from scorekeeper.statements.images.contents import ResultImage
from scorekeeper.statements.images.reading import Subject
from scorekeeper.statements.images.rendering import draw_png


class OutdatedError(Exception):
    """The message is about something that is no longer so."""


def worded(message: Message) -> Post:
    """Returns the message as it is now. Raises OutdatedError; TooMuchError while other images are
    drawn."""
    destination = message.destination
    with _reading(destination):
        with one_view():
            image, more = _contents(message)
            text = "\n".join([*_lines(message, image), *more])
            event = _event(message, image, text)
        takes_image = destination.image and KINDS[destination.kind].takes_images
        is_drawn = takes_image and message.event != Event.PAID
        return Post(
            pk=f"msg_{message.pk}_{message.at:%Y%m%d%H%M%S}",
            text=text,
            image=draw_png(image) if is_drawn else None,
            event=event,
        )


@contextmanager
def _reading(destination: Destination) -> Iterator[None]:
    club = destination.club
    language = club.language if club.language in SPOKEN else destination.language
    locale = currencies.locale_of(language, destination.locale)
    money = destination.money and not club.hides_money
    with (
        translation.override(language),
        timezone.override(club.zone),
        currencies.reading_as(locale, money=money),
    ):
        yield


def _contents(message: Message) -> tuple[ResultImage, list[str]]:
    """Returns the image, and the lines that follow its own: who pays whom. Raises OutdatedError."""
    session = message.session
    if session is None:
        return _test_image(message.destination), []
    is_hidden = message.event == Event.PAID and message.destination.club.hides_money
    if session.removed_at or is_hidden:
        raise OutdatedError
    with currencies.reading_as(readable(currencies.reader_tag(), session)):
        if message.event == Event.HAND:
            return _hand_subject(session, message.key).image(money=currencies.are_shown()), []
        if message.event == Event.ENDED and session.closed_at is None:
            raise OutdatedError
        image = _session_image(session)
        if message.event == Event.ENDED and not image.places:  # nothing was played
            raise OutdatedError
        return image, _payments(session) if image.shows_money else []


def _test_image(destination: Destination) -> ResultImage:
    return ResultImage(
        locale=currencies.reader_tag(),
        club=destination.club.name,
        occasion=_("Test"),
        title=_("Results of this group will appear here"),
        winners=(),
        says=_("it works"),
        columns=(),
        places=(),
    )


def _session_image(session: Session) -> ResultImage:
    """Returns the image; of a session of a kind with its own, that one."""
    for own_image in settings.EXTENSIONS.functions("image of a session of its kind"):
        image: ResultImage | None = own_image(session)
        if image is not None:
            return image
    return Subject(session).image(money=currencies.are_shown())


def _payments(session: Session) -> list[str]:
    return [*who_pays(session, session_balances(session), {})]


def _hand_subject(session: Session, token: str) -> Subject:
    """Returns the hand, an edited one as it is now. Raises OutdatedError."""
    hand = Hand.objects.filter(game__session=session, token=token).select_related("game").first()
    while hand and hand.voided_at:
        hand = hand.replacements.select_related("game").order_by("-pk").first()
    if hand is None or hand.game.removed_at:
        raise OutdatedError
    return Subject(session, hand.game.number, hand.token)


def _lines(message: Message, image: ResultImage) -> Iterator[str]:
    if message.event != Event.PAID:
        yield from image.lines
        return
    handover = Handover.objects.select_related("payer", "payee").get(pk=message.key)
    if handover.steps.filter(kind=StepKind.UNDONE).exists():
        raise OutdatedError
    ends = {"payer": handover.payer.name, "payee": handover.payee.name}
    yield " · ".join((image.club, image.occasion))
    if currencies.are_shown():
        amount = currencies.money(handover.amount, message.destination.club.currency)
        yield _("%(payer)s has paid %(payee)s %(amount)s") % {**ends, "amount": amount}
    else:
        yield _("%(payer)s has paid %(payee)s") % ends


def _event(message: Message, image: ResultImage, text: str) -> dict[str, Any]:
    """Returns the same for programs. Figures are worded, as on the page."""
    session = message.session
    result = {
        "title": image.title,
        "headline": image.headline,
        "winners": list(image.winners),
        "columns": list(image.columns),
        "places": [
            {"name": row.name, "figures": [figure.text for figure in row.figures], "won": row.won}
            for row in image.places
        ],
    }
    data = {
        "group": message.destination.club.name,
        "session": session.code if session else None,
        "played_on": session.played_on.isoformat() if session else None,
        "text": text,
        "result": result,
    }
    return {
        "type": Event(message.event).label,
        "timestamp": message.at.isoformat(),
        "data": data,
    }
