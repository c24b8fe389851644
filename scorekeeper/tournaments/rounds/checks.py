"""What a draft must be before it counts: playable, and still right for who is here."""

from django.db.models import Q
from django.utils.translation import gettext as _

from scorekeeper.clubs.models import Player
from scorekeeper.engine.draw import Draft, Kind
from scorekeeper.tournaments.models import Round, Tournament, players_of
from scorekeeper.tournaments.refusals import NotNowError
from scorekeeper.tournaments.rounds.basis import NextDraw
from scorekeeper.tournaments.rounds.flaws import flaw_text, persons_of

WRONG_SIZE = (Kind.SMALL, Kind.LARGE)
UNPLAYABLE = (Kind.TWICE, Kind.MISSING, Kind.STRANGER, *WRONG_SIZE, Kind.SURPLUS)


def check_playable(draft: Draft, least: int, most: int) -> None:
    """Raises NotNowError for a round drawn by hand that cannot be played; ``least`` and ``most``
    can play at a table."""
    faults = [flaw for flaw in draft.flaws if flaw.kind in UNPLAYABLE]
    if not faults:
        return
    names = persons_of(faults)
    texts = [flaw_text(flaw, names) for flaw in faults]
    if any(flaw.kind in WRONG_SIZE for flaw in faults):
        text = _("A table needs %(least)s to %(most)s people.")
        texts.append(text % {"least": least, "most": most})
    raise NotNowError(texts)


def check_still_right(tournament: Tournament, turn: Round, draw: NextDraw) -> None:
    """Raises NotNowError if people came or left since the draft, or wishes changed."""
    drawn, here = set(players_of(turn.drawn)), set(draw.setting.people)
    if gone := drawn - here:
        raise NotNowError(_("%(name)s no longer plays. Draw again."), params={"name": _first(gone)})
    if new := here - drawn:
        message = _("%(name)s is here and has no seat. Draw again.")
        raise NotNowError(message, params={"name": _first(new)})
    changed = Q(at__gt=turn.at) | Q(withdrawn_at__gt=turn.at)
    if tournament.wishes.filter(changed).exists():
        raise NotNowError(_("Wishes have changed since this draft. Draw again."))


def _first(players: set[int]) -> str:
    return str(Player.objects.filter(pk__in=players).order_by("pk").first())
