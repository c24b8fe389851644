"""Draws for seats: who drew what, who sits where, who deals first. A draw is never replaced."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from secrets import SystemRandom
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scorekeeper.clubs import locks
from scorekeeper.clubs.activity import ActivityKind, note
from scorekeeper.clubs.models import Membership, Player, Session, author_fields
from scorekeeper.core.requests.outcomes import Refused
from scorekeeper.core.requests.sent import OtherwiseError, first_answer
from scorekeeper.engine import playing
from scorekeeper.engine.cards import PACK, show
from scorekeeper.engine.seats.draw import draw, ranking, seated
from scorekeeper.engine.seats.table_card import FirstDealer
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Draw
from scorekeeper.play.services import ClosedError
from scorekeeper.play.wording.cards import look


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card that a player drew; ``again``: after a draw of equal ranks."""

    name: str
    card: str
    again: bool

    @property
    def text(self) -> str:
        return show(self.card) + "\ufe0e"

    @property
    def look(self) -> str:
        return look(self.card)


@dataclass(frozen=True, slots=True)
class DrawResult:
    """``chosen``: names in the order of choosing; ``dealer``: if the game says."""

    draw: Draw
    cards: tuple[DrawnCard, ...]
    chosen: tuple[str, ...]
    dealer: str = ""


def draw_result(draw: Draw, names: Mapping[int, str], dealer: str = "") -> DrawResult:
    cards = tuple(
        DrawnCard(names.get(pk, ""), card, number > 0)
        for number, cards_drawn in enumerate(draw.rounds)
        for pk, card in cards_drawn
    )
    return DrawResult(draw, cards, tuple(names.get(pk, "") for pk in ranking(draw.rounds)), dealer)


def session_draws(session: Session) -> list[DrawResult]:
    """Returns all draws of the session in order. One query if nothing was drawn."""
    draws = list(session.draws.select_related("by__player", "signature__player").order_by("pk"))
    if not draws:
        return []
    ids = {pk for draw in draws for pk in draw.drawn_by}
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [draw_result(draw, names) for draw in draws]


def seats_by_draw(rules: AnyVariant, options: Any, draw: Draw) -> tuple[list[int], int]:
    """Returns the ids of the players in the order of play, and of the first dealer."""
    order = ranking(draw.rounds)
    game = playing.start(rules, options, len(order))
    first = playing.next_dealer(rules, game) or 0
    card = rules.table_card(options, len(order))
    seats = list(seated(order, card.first_dealer if card else FirstDealer.HIGHEST, first))
    return seats, seats[first]


def names_by_id(players: Iterable[Player]) -> dict[int, str]:
    return {player.pk: player.name for player in players}


DRAWN_OTHERWISE: Final = _(
    "This page has already drawn cards for other players. Reload it to draw again."
)


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
    if earlier := first_answer(
        draws,
        token,
        lambda earlier: earlier.drawn_by == ids,
        lambda first: OtherwiseError(first, DRAWN_OTHERWISE, fate=Refused),
    ):
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
