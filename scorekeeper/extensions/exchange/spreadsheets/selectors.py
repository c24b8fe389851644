"""Players that imports have added to a group. Reads only."""

from django.db.models import QuerySet

from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.selectors import named_in_rows
from scorekeeper.extensions.exchange.spreadsheets.models import ImportedPlayer


def gone_players(club: Club) -> set[int]:
    """Returns the ids of players who came with an import that was undone, and left with it."""
    left = set(_of_undone(club).exclude(player__left_at=None).values_list("player", flat=True))
    return left & idle_players(club) if left else left


def idle_players(club: Club) -> set[int]:
    """Returns the ids of players who came with imports that were undone, and whom nothing else
    names, under none of their merged names."""
    came = set(_of_undone(club).values_list("player", flat=True))
    used = named_in_rows(came)
    people = Player.objects.filter(pk__in=came, person=None).prefetch_related("names")
    return {
        player.pk
        for player in people
        if (names := {player.pk, *(name.pk for name in player.names.all())}) <= came
        and names.isdisjoint(used)
    }


def _of_undone(club: Club) -> QuerySet[ImportedPlayer]:
    return ImportedPlayer.objects.filter(came_with__club=club, came_with__undone_at__isnull=False)
