"""Whom imports have added to a group. Reads only."""

from django.db.models import QuerySet

from scorekeeper.clubs.models import Club, Player, SamePerson
from scorekeeper.exchange.spreadsheets.models import ImportedPlayer
from scorekeeper.ledger.models import ImportedResult

OF_IMPORTS = (Player, SamePerson, ImportedPlayer, ImportedResult)
"""Rows that name a player who has done nothing else than to be imported."""


def gone_players(club: Club) -> set[int]:
    """Returns the ids of players who came with an import that was undone, and left with it."""
    left = set(_of_undone(club).exclude(player__left_at=None).values_list("player", flat=True))
    return left & idle_players(club) if left else left


def idle_players(club: Club) -> set[int]:
    """Returns the ids of players who came with imports that were undone, and whom nothing else
    names, under none of their merged names."""
    came = set(_of_undone(club).values_list("player", flat=True))
    used = _named_elsewhere(came)
    people = Player.objects.filter(pk__in=came, person=None).prefetch_related("names")
    return {
        player.pk
        for player in people
        if (names := {player.pk, *(name.pk for name in player.names.all())}) <= came
        and names.isdisjoint(used)
    }


def _of_undone(club: Club) -> QuerySet[ImportedPlayer]:
    return ImportedPlayer.objects.filter(came_with__club=club, came_with__undone_at__isnull=False)


def _named_elsewhere(players: set[int]) -> set[int]:
    """Returns those whom a row of any other table names."""
    named: set[int] = set()
    for relation in Player._meta.get_fields(include_hidden=True):
        model = relation.related_model
        if relation.auto_created and not relation.concrete and model not in OF_IMPORTS:
            column = relation.field.name  # type: ignore[union-attr]
            rows = model._base_manager.filter(**{f"{column}__in": players})  # type: ignore[union-attr]
            named.update(rows.order_by().values_list(column, flat=True).distinct())
    return named
