"""Answers a case about cards alone: no seats, no hands, only cards held.

The question uses the game's own deal questions (the card turned up) and line questions, with
``hand`` for the cards that replace a typed number, and ``declare`` for cards shown to the
referee. A game that can answer more than that number sets ``card_question``.
"""

from collections.abc import Mapping
from typing import Any, Final

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Cards, Question, questions, unasked
from scorekeeper.engine.questions.options import resolve_options
from scorekeeper.engine.referee import Claim
from scorekeeper.engine.seats.rules import usual_seats
from scorekeeper.engine.variant import AnyVariant, NamedValues, Nothing
from scorekeeper.engine.words import _

HAND: Final = "hand"
DECLARE: Final = "declare"


def takes_card_questions(variant: AnyVariant) -> bool:
    """Whether this game answers questions about cards alone."""
    return variant.card_question is not None or _counted_cards(variant.line) is not None


def answer_card_question(
    variant: AnyVariant, options: object, cards_json: Mapping[str, Any]
) -> dict[str, Any]:
    """Returns all results for these cards, by name. Raises EntryError naming the question."""
    seats = usual_seats(variant)
    options_of_table = resolve_options(variant, options, seats)
    game = playing.start(variant, options_of_table, seats)
    names = {q.name for q in questions(variant.deal)}
    deal = codec.load(variant.deal, {n: value for n, value in cards_json.items() if n in names})
    if variant.strict:
        for name in unasked(deal, deal, options_of_table):
            raise EntryError(_("This is not asked here."), field=name)
    line_json = {name: value for name, value in cards_json.items() if name not in names}
    declared = line_json.pop(DECLARE, None) if variant.shows else None
    result = dict(_line_result(variant, game, deal, line_json))
    if declared is not None:
        result["valid"] = _is_valid(variant, game, deal, declared)
    if not result:
        raise EntryError(_("Which cards?"), field=HAND)
    return result


def _counted_cards(declared: type[Any]) -> Question | None:
    """Returns the first question of a line whose cards replace a typed number."""
    candidates = (q for q in questions(declared) if isinstance(q.kind, Cards) and q.kind.instead)
    return next(candidates, None)


def _line_result(
    variant: AnyVariant, game: Game[Any, Any], deal: Any, line_json: NamedValues
) -> NamedValues:
    """Returns the results for the cards held; ``hand`` is the case's name for their question."""
    alone = variant.card_question
    declared = variant.line if alone is None or alone.line is Nothing else alone.line
    cards = _counted_cards(declared)
    renamed = {HAND: cards.name} if cards and cards.name not in line_json else {}
    try:
        line = codec.load(declared, {renamed.get(name, name): v for name, v in line_json.items()})
        if alone is None:
            return _number_result(variant, game, deal, line)
        return alone.answer(game.options, deal, line)
    except EntryError as error:
        raise _with_field(error, HAND if error.field in renamed.values() else error.field) from None


def _number_result(variant: AnyVariant, game: Game[Any, Any], deal: Any, line: Any) -> NamedValues:
    """Returns the number that the cards stand for."""
    cards = _counted_cards(variant.line)
    if cards is None or getattr(line, cards.name) is None:
        return {}
    assert isinstance(cards.kind, Cards)
    entry = Entry(deal, (line, *(variant.line(),) * (game.persons - 1)))
    tapped = variant.tapped(game, entry, 0)
    assert tapped is not None
    return {cards.kind.instead: tapped.numbers[cards.kind.instead]}


def _is_valid(variant: AnyVariant, game: Game[Any, Any], deal: Any, cards_json: object) -> bool:
    kind = Cards(sizes=tuple(variant.shows))
    question = Question(DECLARE, tuple, None, kind, optional=True)
    try:
        claim = Claim(0, codec.read(kind, question, cards_json))
        return variant.judge(game, deal, claim).valid
    except codec.RefusedError as refused:
        raise refused.entry_error(DECLARE) from None
    except EntryError as error:
        raise _with_field(error, DECLARE if error.field == "cards" else error.field) from None


def _with_field(error: EntryError, field: str) -> EntryError:
    return EntryError(error.phrase, field=field)
