"""What a case asks about cards alone: no seats, no hands, only what somebody holds.

It is asked in the game's own questions: those of a deal (the card turned up) and of a line, with
``hand`` for the cards that stand in place of a number, and ``declare`` for cards put before the
referee. A game of which more is known than its number says so in ``Tapped.alone``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine import codec, playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.options import card_options
from scorekeeper.engine.questions import Cards, Question, questions, unasked
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.seats import usual_seats
from scorekeeper.engine.variant import AnyVariant, Nothing, Told
from scorekeeper.engine.words import _

HAND: Final = "hand"
DECLARE: Final = "declare"


def can_be_asked(variant: AnyVariant) -> bool:
    """Whether anything is known of cards alone in this game."""
    return variant.cards.alone is not None or _in_place_of_a_number(variant.line) is not None


def known(variant: AnyVariant, options: object, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything known of these cards, by name. Raises EntryError naming the question."""
    played = card_options(variant, options)
    game = playing.start(variant, played, usual_seats(variant))
    names = {q.name for q in questions(variant.deal)}
    deal = codec.load(variant.deal, {n: value for n, value in asked.items() if n in names})
    if variant.asking.strict:
        for name in unasked(deal, deal, played):
            raise EntryError(_("This is not asked here."), field=name)
    rest = {name: value for name, value in asked.items() if name not in names}
    shown = rest.pop(DECLARE, None) if variant.shows else None
    told = dict(_of_line(variant, game, deal, rest))
    if shown is not None:
        told["valid"] = _is_valid(variant, game, deal, shown)
    if not told:
        raise EntryError(_("Which cards?"), field=HAND)
    return told


def _in_place_of_a_number(declared: type[Any]) -> Question | None:
    """The first cards of a line that are tapped in place of a number."""
    found = (q for q in questions(declared) if isinstance(q.kind, Cards) and q.kind.instead)
    return next(found, None)


def _of_line(variant: AnyVariant, game: Game[Any, Any], deal: Any, asked: Told) -> Told:
    """What is known of the cards held. The game calls them otherwise than the case."""
    alone = variant.cards.alone
    declared = variant.line if alone is None or alone.line is Nothing else alone.line
    cards = _in_place_of_a_number(declared)
    own = {HAND: cards.name} if cards and cards.name not in asked else {}
    try:
        line = codec.load(declared, {own.get(name, name): v for name, v in asked.items()})
        if alone is None:
            return _number(variant, game, deal, line)
        return alone.known(game.options, deal, line)
    except EntryError as error:
        raise _at(error, HAND if error.field in own.values() else error.field) from None


def _number(variant: AnyVariant, game: Game[Any, Any], deal: Any, line: Any) -> Told:
    """What the cards in place of a number come to."""
    cards = _in_place_of_a_number(variant.line)
    if cards is None or getattr(line, cards.name) is None:
        return {}
    assert isinstance(cards.kind, Cards)
    entry = Entry(deal, (line, *(variant.line(),) * (game.persons - 1)))
    return {cards.kind.instead: variant.cards.reckon(game, entry, 0)[cards.kind.instead]}


def _is_valid(variant: AnyVariant, game: Game[Any, Any], deal: Any, shown: object) -> bool:
    assert variant.shows is not None
    kind = Cards(sizes=tuple(variant.shows.sizes))
    question = Question(DECLARE, tuple, None, kind, optional=True)
    try:
        claim = Claim(0, codec.read(kind, question, shown))
        return variant.shows.judge(game, deal, claim).valid
    except codec.RefusedError as refused:
        raise refused.at(DECLARE) from None
    except EntryError as error:
        raise _at(error, DECLARE if error.field == "cards" else error.field) from None


def _at(error: EntryError, field: str) -> EntryError:
    return EntryError(error.message, field=field, seat=None, **error.values)
