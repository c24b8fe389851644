"""Computes what a hand records about its players: facts and feats, once, when it is saved."""

from collections.abc import Collection, Container, Sequence
from itertools import chain
from typing import Any

from scorekeeper.engine import playing
from scorekeeper.engine.game import NIL, Entry, Game
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.outcomes.feats import OF_ALL_GAMES, PlayedHand
from scorekeeper.engine.questions.reckoning import with_numbers
from scorekeeper.engine.variant import AnyVariant


def as_counted(
    variant: AnyVariant, before: Game[Any, Any], after: Game[Any, Any]
) -> Entry[Any, Any]:
    """Returns the entry that led from ``before`` to ``after``, with numbers in place of cards."""
    assert after.last is not None
    return with_numbers(variant, before, after.last.entry)


def was_played(variant: AnyVariant, before: Game[Any, Any], entry: Entry[Any, Any]) -> bool:
    """Whether the entry, played after ``before``, counts as a hand played: a void one or an
    agreement does not."""
    if all(variant.void(deal) for deal in entry.deals):
        return False
    return not variant.unplayed(before, entry)


def players(
    variant: AnyVariant, before: Game[Any, Any], after: Game[Any, Any], entry: Entry[Any, Any]
) -> frozenset[int]:
    """Returns the persons who took part in the hand that led from ``before`` to ``after``.

    Those who missed it, rested, or were out before it and did not come back are left out.
    """
    assert after.last is not None
    rested = variant.rests(before, entry)
    idle = {seat for seat in variant.out(before) if after.last.scores[seat] == NIL}
    persons_of = variant.persons_of
    seated = (person for line in entry.playing for person in persons_of(before, line))
    played = (person for person in seated if before.seat_of(person) not in idle)
    return frozenset(played).difference(rested)


def hand_facts(
    variant: AnyVariant,
    before: Game[Any, Any],
    after: Game[Any, Any],
    won: Container[int],
    entry: Entry[Any, Any] | None = None,
) -> tuple[Facts, ...]:
    """Returns the facts of each person in the hand from ``before`` to ``after``, won by ``won``.

    Empty for those who took no part. ``entry``: the counted entry, if already known.
    """
    entry = entry or as_counted(variant, before, after)
    expected = playing.next_dealer(variant, before, entry.absent)
    dealer = expected if entry.dealer is None else entry.dealer
    facts: list[Facts] = [{} for _person in range(before.persons)]
    for person in players(variant, before, after, entry):
        has_dealt = person == dealer
        facts[person] = {
            **(variant.facts(before, entry, person) or {}),
            Fact.DEALT: int(has_dealt),
            Fact.DEALT_WON: int(has_dealt and person in won),
        }
    return tuple(facts)


def earned_feats(
    variant: AnyVariant,
    before: Game[Any, Any],
    after: Game[Any, Any],
    entry: Entry[Any, Any],
    won: Collection[int],
    facts: Sequence[Facts],
    runs: Sequence[int],
) -> list[tuple[int, str]]:
    """Returns pairs of person and ``Feat.key`` earned with this hand.

    ``entry``: as counted; ``facts``: from ``hand_facts``; ``runs``: hands won in a row by person,
    including this one.
    """
    winners, earned = frozenset(won), []
    played = players(variant, before, after, entry)
    for line in entry.playing:
        for person in played.intersection(variant.persons_of(before, line)):
            if not facts[person].get(Fact.REPORTED, 1):
                continue
            line_answers, run = entry.lines[line], runs[person]
            hand = PlayedHand(before, entry, person, line_answers, winners, facts, run, after.over)
            feats = chain(OF_ALL_GAMES, variant.feats)
            earned += [(person, feat.key) for feat in feats if feat.is_earned(hand)]
    return earned
