"""Computes what a hand records about its players: facts and feats, once, when it is saved."""

from collections.abc import Collection, Container, Sequence
from itertools import chain
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.game import NIL, Game
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import OF_ALL_GAMES, PlayedHand
from scorekeeper.engine.variant import AnyVariant


def players(variant: AnyVariant, before: Game[Any, Any], after: Game[Any, Any]) -> frozenset[int]:
    """Returns the persons who took part in the hand that led from ``before`` to ``after``.

    Those who missed it, rested, or were out before it and did not come back are left out.
    """
    last = after.last
    assert last is not None
    idle = {seat for seat in variant.out(before) if last.scores[seat] == NIL}
    persons_of = variant.persons_of
    seated = (person for line in last.entry.playing for person in persons_of(before, line))
    played = (person for person in seated if before.seat_of(person) not in idle)
    return frozenset(played).difference(last.outcome.rests)


def hand_facts(
    variant: AnyVariant,
    before: Game[Any, Any],
    after: Game[Any, Any],
    won: Container[int],
) -> tuple[Facts, ...]:
    """Returns the facts of each person in the hand from ``before`` to ``after``, won by ``won``.

    Empty for those who took no part.
    """
    assert after.last is not None
    entry, outcome = after.last.counted, after.last.outcome
    expected = playing.next_dealer(variant, before, entry.absent)
    dealer = expected if entry.dealer is None else entry.dealer
    facts: list[Facts] = [{} for _person in range(before.persons)]
    for person in players(variant, before, after):
        has_dealt = person == dealer
        facts[person] = {
            **(variant.facts(before, entry, outcome, person) or {}),
            Fact.DEALT: int(has_dealt),
            Fact.DEALT_WON: int(has_dealt and person in won),
        }
    return tuple(facts)


def earned_feats(
    variant: AnyVariant,
    before: Game[Any, Any],
    after: Game[Any, Any],
    won: Collection[int],
    facts: Sequence[Facts],
    runs: Sequence[int],
) -> list[tuple[int, str]]:
    """Returns pairs of person and ``Feat.key`` earned with this hand.

    ``facts``: from ``hand_facts``; ``runs``: hands won in a row by person, including this one.
    """
    assert after.last is not None
    entry, winners, earned = after.last.counted, frozenset(won), []
    played = players(variant, before, after)
    for line in entry.playing:
        for person in played.intersection(variant.persons_of(before, line)):
            if not facts[person].get(Fact.REPORTED, 1):
                continue
            line_answers, run = entry.lines[line], runs[person]
            hand = PlayedHand(before, entry, person, line_answers, winners, facts, run, after.over)
            feats = chain(OF_ALL_GAMES, variant.feats)
            earned += [(person, feat.key) for feat in feats if feat.is_earned(hand)]
    return earned
