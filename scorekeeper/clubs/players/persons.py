"""Merged players: several names of one person (``SamePerson``).

Rows keep the name that was played under. Code that combines sessions or adds up money resolves
names here. ``people.services`` writes the merges; ``keep_persons`` updates ``Player.person``.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Player, SamePerson

PERSON: Final = Coalesce("player__person_id", "player_id")
"""Expression for rows with a ``player``: the id of the person."""


def names_of(person: int) -> list[int]:
    """Returns the ids of all names of a person, the main one first. One query."""
    aliases = Player.objects.filter(person=person).order_by("pk").values_list("pk", flat=True)
    return [person, *aliases]


def main_player(player: Player) -> Player:
    """Returns the person behind a name. At most one query."""
    return player.person or player


def by_shown_name(players: Iterable[Player]) -> dict[int, Player]:
    """Maps each name's id to the player under which the person is shown among these: the main one
    if present, else the first. No query."""
    names = list(players)
    shown_by_person: dict[int, Player] = {}
    for player in names:
        if player.person_id is None:
            shown_by_person[player.pk] = player
        else:
            shown_by_person.setdefault(player.person_id, player)
    return {player.pk: shown_by_person[player.person_pk] for player in names}


def by_person(names: Iterable[int], persons: Mapping[int, int]) -> list[int]:
    """Replaces ids of names by ids of persons, without repeats."""
    return list(dict.fromkeys(persons.get(name, name) for name in names))


def merges(club: Club) -> QuerySet[SamePerson]:
    """Returns the merges in force."""
    return SamePerson.objects.filter(club=club, undoes=None, undone_by=None)


class CircularMergeError(ValueError):
    """Merges form a circle; only imported documents can contain that."""


def merged_persons(club: Club) -> dict[int, int | None]:
    """Returns the person id for each name ever merged; None for names that are unmerged. Raises
    CircularMergeError."""
    facts = list(SamePerson.objects.filter(club=club).order_by("pk"))
    undone = {fact.undoes_id for fact in facts}
    parents = {f.name_id: f.person_id for f in facts if f.undoes_id is None and f.pk not in undone}

    def root(pk: int) -> int:
        visited: dict[int, None] = {}
        while pk in parents:
            if pk in visited:
                raise CircularMergeError
            visited[pk] = None
            pk = parents[pk]
        parents.update(dict.fromkeys(visited, pk))
        return pk

    aliases = frozenset(parents)
    return {f.name_id: root(f.name_id) if f.name_id in aliases else None for f in facts}


def keep_persons(club: Club) -> list[int]:
    """Updates the person of each name and returns the ids of changed names. The club is locked."""
    stored = dict(Player.objects.filter(club=club).values_list("pk", "person_id"))
    persons = merged_persons(club)
    moved = [pk for pk, person in persons.items() if stored[pk] != person]
    for pk in moved:
        Player.objects.filter(pk=pk).update(person=persons[pk])
    return moved
