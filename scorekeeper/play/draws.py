"""The only writer of draws for seats. A draw is never replaced."""

from collections.abc import Sequence
from secrets import SystemRandom

from django.db import transaction

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Session, author_fields
from scorekeeper.core.requests.sent import first_answer
from scorekeeper.engine.cards import PACK
from scorekeeper.engine.seats.draw import draw
from scorekeeper.play.models import Draw
from scorekeeper.play.services import ClosedError


@transaction.atomic
def draw_seats(
    *, session: Session, players: Sequence[Player], token: str, by: Membership | None
) -> Draw:
    """Draws a card for each of these players from a freshly shuffled pack.

    The same token returns the same draw. Raises OtherwiseError if it drew for others, ClosedError.
    """
    locked = locks.hold_session(session.pk)
    ids = [player.pk for player in players]
    draws = Draw.objects.filter(session=locked)
    if earlier := first_answer(draws, token, lambda earlier: earlier.drawn_by == ids):
        return earlier
    if locked.closed_at:
        raise ClosedError
    pack = sorted(PACK)
    SystemRandom().shuffle(pack)
    rounds = [[[ids[person], card] for person, card in cards] for cards in draw(pack, len(ids))]
    new_draw = Draw.objects.create(session=locked, token=token, rounds=rounds, **author_fields(by))
    names = ", ".join(player.name for player in players)
    note(ActivityKind.SEATS_DRAWN, club=locked.club, session=locked, by=by, names=names)
    locks.touch(locked)
    return new_draw
