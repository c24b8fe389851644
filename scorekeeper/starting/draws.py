"""Draws for seats as a page tells them: who drew what, who sits where, who deals first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.clubs.models import Player, Session
from scorekeeper.engine import playing
from scorekeeper.engine.cards import show, suit
from scorekeeper.engine.draw import ranking, seated
from scorekeeper.engine.table_card import FirstDealer
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.play.models import Draw


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card that somebody drew; ``again``: after a draw of equal ranks."""

    name: str
    card: str
    again: bool

    @property
    def shown(self) -> str:
        return show(self.card) + "\ufe0e"

    @property
    def is_red(self) -> bool:
        return suit(self.card) in "HD"


@dataclass(frozen=True, slots=True)
class DrawTold:
    """``chosen``: by name, who chooses first in front; ``dealer``: where the game says it."""

    draw: Draw
    cards: tuple[DrawnCard, ...]
    chosen: tuple[str, ...]
    dealer: str = ""


def told(draw: Draw, names: Mapping[int, str], dealer: str = "") -> DrawTold:
    cards = tuple(
        DrawnCard(names.get(pk, ""), card, number > 0)
        for number, each in enumerate(draw.rounds)
        for pk, card in each
    )
    return DrawTold(draw, cards, tuple(names.get(pk, "") for pk in ranking(draw.rounds)), dealer)


def of_night(session: Session) -> list[DrawTold]:
    """All of the night, the first one first. One query where nothing was drawn."""
    draws = list(session.draws.select_related("by__player", "signature__player").order_by("pk"))
    if not draws:
        return []
    ids = {pk for draw in draws for pk in draw.drawn_by}
    names = dict(Player.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [told(draw, names) for draw in draws]


def places(rules: AnyVariant, options: Any, draw: Draw) -> tuple[list[int], int]:
    """The players in the order of play by their ids, and which of them deals the first hand."""
    chosen = ranking(draw.rounds)
    game = playing.start(rules, options, len(chosen))
    first = playing.next_dealer(rules, game) or 0
    card = rules.table_card(options, len(chosen))
    seats = list(seated(chosen, card.first_dealer if card else FirstDealer.HIGHEST, first))
    return seats, seats[first]


def by_id(players: Iterable[Player]) -> dict[int, str]:
    return {player.pk: player.name for player in players}
