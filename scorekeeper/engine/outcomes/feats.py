"""Feats: what a player can achieve with one hand. Games and families declare them; they are
computed from the recorded facts when a hand is saved. No feat rewards or shames losing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.outcomes.facts import Fact, Facts
from scorekeeper.engine.words import _

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand from the view of one person who took part in it."""

    game_before: Game[Any, Any]
    entry: Entry[Any, Any]
    """With numbers in place of tapped cards."""
    person: int
    line: Any
    """The line of this person, or of their side."""
    won: frozenset[int]
    """The persons who won."""
    facts: Sequence[Facts]
    """By person; empty for those who missed the hand."""
    run: int
    """Hands of this game won in a row, including this one."""
    is_last: bool
    """Whether it ended the game."""

    @property
    def has_won(self) -> bool:
        return self.person in self.won

    def value_of(self, fact: Fact) -> float:
        return self.facts[self.person].get(fact, 0)

    @property
    def other_facts(self) -> list[Facts]:
        """The facts of everybody else who took part."""
        return [facts for person, facts in enumerate(self.facts) if facts and person != self.person]

    def sum_of_others(self, fact: Fact) -> float:
        """Returns the sum of a fact over everybody else."""
        return sum(facts.get(fact, 0) for facts in self.other_facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """``key``: unique among all games and stored, so never changed; ``description``: how it is
    earned; ``face``: the card it is drawn as, such as ``10S``."""

    key: str
    name: str
    description: str
    face: str
    is_earned: Callable[[PlayedHand], bool]

    @property
    def rank(self) -> str:
        return self.face[:-1]

    @property
    def suit(self) -> str:
        """The suit symbol, such as ``♠``."""
        return SIGNS[self.face[-1]]

    @property
    def is_red(self) -> bool:
        return self.face[-1] in "HD"


def in_a_row(key: str, name: str, says: str, face: str, count: int) -> Feat:
    return Feat(
        key=key, name=name, description=says, face=face, is_earned=lambda hand: hand.run == count
    )


OF_ALL_GAMES: Final = (
    Feat(
        key="dealt_and_won",
        name=_("From the dealer’s chair"),
        description=_("Win a hand you have dealt."),
        face="JS",
        is_earned=lambda seen: seen.value_of(Fact.DEALT_WON) > 0,
    ),
    in_a_row("three_in_a_row", _("Three in a row"), _("Win three hands running."), "3S", 3),
    in_a_row("five_in_a_row", _("Five in a row"), _("Win five hands running."), "5S", 5),
    Feat(
        key="full_table",
        name=_("Before a full house"),
        description=_("Win a hand of six players or more."),
        face="6S",
        is_earned=lambda seen: seen.has_won and len(seen.other_facts) >= 5,
    ),
    Feat(
        key="last_word",
        name=_("The last word"),
        description=_("Win the hand that ends the game."),
        face="AS",
        is_earned=lambda seen: seen.has_won and seen.is_last,
    ),
)


def caught_together(key: str, points: int, face: str) -> Feat:
    """A win that catches the others with at least ``points`` points in total."""
    return Feat(
        key=key,
        name=_("A rich harvest"),
        description=_("Win a hand that catches the others with {points} points or more.").format(
            points=points
        ),
        face=face,
        is_earned=lambda hand: hand.has_won and hand.sum_of_others(Fact.CAUGHT_POINTS) >= points,
    )


def at_once(key: str, name: str, says: str, face: str) -> Feat:
    """A win with all cards laid at once, as defined by this game."""
    return Feat(
        key=key,
        name=name,
        description=says,
        face=face,
        is_earned=lambda hand: hand.value_of(Fact.AT_ONCE) > 0,
    )
