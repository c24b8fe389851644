"""What somebody can achieve with one hand: declared by games and their families, worked out from
what the hand recorded, when it is saved. Nothing here is for losing, and nothing shames."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.engine.facts import Fact, Facts
from scorekeeper.engine.family import Family
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.words import _

SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand as it was for one person who took part in it."""

    before: Game[Any, Any]
    entry: Entry[Any, Any]
    """With the numbers that its tapped cards stand for."""
    person: int
    line: Any
    """What was told of him, or of his side."""
    won: frozenset[int]
    """The persons who won."""
    facts: Sequence[Facts]
    """Of everybody; nothing of who missed it."""
    run: int
    """How many hands of this game he has won in a row, with this one."""
    is_last: bool
    """It ended the game."""

    @property
    def has_won(self) -> bool:
        return self.person in self.won

    def told(self, fact: Fact) -> float:
        return self.facts[self.person].get(fact, 0)

    @property
    def others(self) -> list[Facts]:
        """Of everybody else who took part."""
        return [told for person, told in enumerate(self.facts) if told and person != self.person]

    def of_others(self, fact: Fact) -> float:
        """Added up."""
        return sum(told.get(fact, 0) for told in self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """``key``: its own among all games', never changed, for it is kept; ``says``: how it is earned;
    ``face``: the card it is drawn as, such as ``10S``."""

    key: str
    name: str
    says: str
    face: str
    done: Callable[[HandSeen], bool]
    family: Family | None = None
    """None: of every game."""

    @property
    def rank(self) -> str:
        return self.face[:-1]

    @property
    def suit(self) -> str:
        """As its sign."""
        return SIGNS[self.face[-1]]

    @property
    def is_red(self) -> bool:
        return self.face[-1] in "HD"


def in_a_row(key: str, name: str, says: str, face: str, count: int) -> Feat:
    return Feat(key=key, name=name, says=says, face=face, done=lambda seen: seen.run == count)


OF_ALL_GAMES: Final = (
    Feat(
        key="dealt_and_won",
        name=_("From the dealer’s chair"),
        says=_("Win a hand you have dealt."),
        face="JS",
        done=lambda seen: seen.told(Fact.DEALT_WON) > 0,
    ),
    in_a_row("three_in_a_row", _("Three in a row"), _("Win three hands running."), "3S", 3),
    in_a_row("five_in_a_row", _("Five in a row"), _("Win five hands running."), "5S", 5),
    Feat(
        key="full_table",
        name=_("Before a full house"),
        says=_("Win a hand of six players or more."),
        face="6S",
        done=lambda seen: seen.has_won and len(seen.others) >= 5,
    ),
    Feat(
        key="last_word",
        name=_("The last word"),
        says=_("Win the hand that ends the game."),
        face="AS",
        done=lambda seen: seen.has_won and seen.is_last,
    ),
)


def caught_together(key: str, points: int, face: str, family: Family) -> Feat:
    """Won, and the others were caught with so many points or more."""
    return Feat(
        key=key,
        name=_("A rich harvest"),
        says=_("Win a hand that catches the others with {points} points or more.").format(
            points=points
        ),
        face=face,
        family=family,
        done=lambda seen: seen.has_won and seen.of_others(Fact.CAUGHT_POINTS) >= points,
    )


def at_once(key: str, name: str, says: str, face: str, family: Family) -> Feat:
    """Won with everything put down at once, as this game understands it."""
    return Feat(
        key=key,
        name=name,
        says=says,
        face=face,
        family=family,
        done=lambda seen: seen.told(Fact.AT_ONCE) > 0,
    )
