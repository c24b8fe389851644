"""Who is who: several names of one person, as hosts said (``SamePerson``).

Rows keep the name that was played under. Whoever puts nights together, or adds up money, asks here
whose the names are. ``people.services`` writes the facts, ``keep_persons`` what follows from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from django.db.models.functions import Coalesce

from scorekeeper.clubs.models import Club, Player, SamePerson

PERSON: Final = Coalesce("player__person_id", "player_id")
"""On rows that have a ``player``: the id of the person."""


def names_of(person: int) -> list[int]:
    """The ids of all names of a person (by id), the own one first. One query."""
    others = Player.objects.filter(person=person).order_by("pk").values_list("pk", flat=True)
    return [person, *others]


def whole(player: Player) -> Player:
    """The person behind a name. At most one query."""
    return player.person or player


def one_each(players: Iterable[Player]) -> dict[int, Player]:
    """By the id of each name, the one under which the person is shown among these: the own name
    where it is there, else the first. Asks the database nothing."""
    listed = list(players)
    shown: dict[int, Player] = {}
    for player in listed:
        if player.person_id is None:
            shown[player.pk] = player
        else:
            shown.setdefault(player.person_id, player)
    return {player.pk: shown[player.person_pk] for player in listed}


def by_person(names: Iterable[int], persons: Mapping[int, int]) -> list[int]:
    """Ids of people in the place of those of names, each once."""
    return list(dict.fromkeys(persons.get(name, name) for name in names))


class InACircleError(ValueError):
    """Facts by which somebody is a name of his own name: of a document, for here none are made."""


def whose(club: Club) -> dict[int, int | None]:
    """By the id of each name of which a fact tells: whose it is as the facts in force say; None for
    the own. Raises InACircleError."""
    facts = list(SamePerson.objects.filter(club=club).order_by("pk"))
    undone = {fact.undoes_id for fact in facts}
    above = {f.name_id: f.person_id for f in facts if f.undoes_id is None and f.pk not in undone}

    def root(pk: int) -> int:
        path: dict[int, None] = {}
        while pk in above:
            if pk in path:
                raise InACircleError
            path[pk] = None
            pk = above[pk]
        above.update(dict.fromkeys(path, pk))
        return pk

    below = frozenset(above)
    return {f.name_id: root(f.name_id) if f.name_id in below else None for f in facts}


def keep_persons(club: Club) -> list[int]:
    """Write with each name whose it is; the ids of those of which that was not so yet. The club is
    held."""
    kept = dict(Player.objects.filter(club=club).values_list("pk", "person_id"))
    told = whose(club)
    moved = [pk for pk, person in told.items() if kept[pk] != person]
    for pk in moved:
        Player.objects.filter(pk=pk).update(person=told[pk])
    return moved
