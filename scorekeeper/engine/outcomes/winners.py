"""Finds who won a hand, for counting wins: those whom the rules name or those entered as winners,
else those who shared the pot, else those who gained most."""

from typing import Any

from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.money import nets
from scorekeeper.engine.questions.kinds import Flag, Pick, questions
from scorekeeper.engine.variant import AnyVariant


def winners(variant: AnyVariant, game: Game[Any, Any]) -> frozenset[int]:
    """Returns the persons who won the newest hand of ``game``; empty for a void hand."""
    played = game.last
    if played is None:
        return frozenset()
    if played.outcome.winners is not None:
        return frozenset(played.outcome.winners)
    if reported := reported_winners(variant, game, played.entry):
        return reported
    gained, _pot = nets(played.payments, game.persons)
    shared = sum(gained) > 0  # out of the pot
    most = 1 if shared else max(gained)
    return frozenset(p for p, amount in enumerate(gained) if amount >= most > 0)


def reported_winners(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]
) -> frozenset[int]:
    """Returns the persons entered as winners."""
    return frozenset(
        person
        for line in entry.playing
        if _reports_win(variant, entry.lines[line])
        for person in variant.persons_of(game, line)
    )


def _reports_win(variant: AnyVariant, line: Any) -> bool:
    for q in questions(variant.line):
        if q.kind.sole is not None:
            answer = getattr(line, q.name)
            if isinstance(q.kind, Flag):
                return bool(answer)
            if isinstance(q.kind, Pick):
                return bool(answer is q.kind.sole_value)
    return False
