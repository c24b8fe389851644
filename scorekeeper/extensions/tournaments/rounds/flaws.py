"""Unmet wishes of a draft, as sentences for the host who publishes it, and the conditions before it
counts: it is playable, and still right for the people who are here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy

from scorekeeper.clubs.models import Player
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.extensions.tournaments.draw import Draft, Flaw, Kind
from scorekeeper.extensions.tournaments.models import Round, Tournament, players_of
from scorekeeper.extensions.tournaments.rounds.basis import NextDraw

Names = Mapping[int, str]
AT_ONE_TABLE: Final = (Kind.REPEAT, Kind.APART, Kind.TEAM, Kind.TABLE, Kind.FIRST_AGAIN)


@dataclass(frozen=True, slots=True)
class DraftFlaws:
    """Sentences about a draft."""

    now: list[str]
    later: list[str]
    """About rounds that are planned after it."""
    is_searched: bool = False
    """Several are not proven: that the search found nothing better is said once for all."""


def draft_flaws(turn: Round) -> DraftFlaws:
    stored = [
        Flaw(Kind(kind), number, tuple(persons), count, proven)
        for kind, number, persons, count, proven in turn.flaws
    ]
    if _is_final(turn):
        stored = [flaw for flaw in stored if not _is_of_one_table(turn, flaw)]
    names, rounds = persons_of(stored), 1 + len(turn.drawn.get("ahead", []))
    people, by_hand = len(players_of(turn.drawn)), turn.seed == 0
    searched = sum(not flaw.proven for flaw in stored) if not by_hand else 0
    texts = [
        (flaw.round < turn.number, _with_reason(flaw, names, rounds, people, searched == 1))
        for flaw in stored
    ]
    return DraftFlaws(
        now=[text for is_now, text in texts if is_now],
        later=[text for is_now, text in texts if not is_now],
        is_searched=searched > 1,
    )


def _is_final(turn: Round) -> bool:
    """Whether a round before had several tables."""
    earlier = turn.tournament.rounds.filter(withdrawn_at=None, number__lt=turn.number)
    return any(len(played.tables) > 1 for played in earlier)


def _is_of_one_table(turn: Round, flaw: Flaw) -> bool:
    """Whether a flaw says only that everybody sits at the one table of its round."""
    rounds = [turn.drawn, *turn.drawn.get("ahead", [])]
    drawn = rounds[flaw.round - turn.number + 1 :][:1]
    is_whole = any(len(plan["tables"]) == 1 and not plan["out"] for plan in drawn)
    return is_whole and flaw.kind in AT_ONE_TABLE


def persons_of(flaws: Iterable[Flaw]) -> dict[int, str]:
    """Returns the names of all who are in these flaws. One query."""
    players = Player.objects.filter(pk__in={p for flaw in flaws for p in flaw.persons})
    return dict(players.values_list("pk", "name"))


def flaw_text(flaw: Flaw, names: Names) -> str:
    """Returns the flaw as a sentence, without a reason."""
    return _("%(flaw)s.") % {"flaw": _flaw(flaw, names)}


def _with_reason(flaw: Flaw, names: Names, rounds: int, people: int, searched: bool) -> str:
    values = {"flaw": _flaw(flaw, names), "rounds": rounds, "people": people}
    if flaw.proven:
        return (
            ngettext(
                "%(flaw)s: no draw of %(rounds)s round for %(people)s people avoids it.",
                "%(flaw)s: no plan of %(rounds)s rounds for %(people)s people avoids it.",
                rounds,
            )
            % values
        )
    if searched:
        return _("%(flaw)s. The search found no better plan.") % values
    return _("%(flaw)s.") % values


def _flaw(flaw: Flaw, names: Names) -> str:
    people = [names.get(person, "?") for person in flaw.persons]
    values = {
        "name": people[0],
        "other": people[-1],
        "names": ", ".join(people),
        "round": flaw.round + 1,
        "count": flaw.count,
        "place": flaw.count + 1,
        "fewer": flaw.count - 2,
        "size": len(people),
    }
    words = {**WORDS, **(TWICE if flaw.count == 2 else {})}
    return str(words[flaw.kind] % values)


TWICE: Final[Mapping[Kind, Any]] = {
    Kind.REPEAT: gettext_lazy("%(name)s and %(other)s meet again in round %(round)s"),
    Kind.FIRST_AGAIN: gettext_lazy(
        "%(name)s deals first twice in rounds 1 to %(round)s, somebody else not at all"
    ),
}
"""Where it happened twice."""
WORDS: Final[Mapping[Kind, Any]] = {
    Kind.REPEAT: ngettext_lazy(
        "%(name)s and %(other)s meet %(count)s time, again in round %(round)s",
        "%(name)s and %(other)s meet %(count)s times, again in round %(round)s",
        "count",
    ),
    Kind.APART: gettext_lazy(
        "%(name)s and %(other)s, who should be apart, share a table in round %(round)s"
    ),
    Kind.TEAM: gettext_lazy("%(name)s and %(other)s of one team share a table in round %(round)s"),
    Kind.TABLE: gettext_lazy("%(name)s is at table %(place)s in round %(round)s, not at their own"),
    Kind.SEAT: gettext_lazy("%(name)s is in seat %(place)s in round %(round)s, not in their own"),
    Kind.OUT_AGAIN: ngettext_lazy(
        "%(name)s sits out in round %(round)s after sitting out %(count)s time,"
        " others did less often",
        "%(name)s sits out in round %(round)s after sitting out %(count)s times,"
        " others did less often",
        "count",
    ),
    Kind.FIRST_AGAIN: ngettext_lazy(
        "%(name)s deals first %(count)s time in rounds 1 to %(round)s,"
        " somebody else at most %(fewer)s",
        "%(name)s deals first %(count)s times in rounds 1 to %(round)s,"
        " somebody else at most %(fewer)s",
        "count",
    ),
    Kind.TWICE: ngettext_lazy(
        "%(name)s has %(count)s seat", "%(name)s has %(count)s seats", "count"
    ),
    Kind.MISSING: gettext_lazy("%(name)s has no seat"),
    Kind.STRANGER: gettext_lazy("%(name)s has a seat but does not play in this round"),
    Kind.SMALL: ngettext_lazy(
        "A table of %(count)s person is too small: %(names)s",
        "A table of %(count)s people is too small: %(names)s",
        "count",
    ),
    Kind.LARGE: ngettext_lazy(
        "A table of %(count)s person is too large: %(names)s",
        "A table of %(count)s people is too large: %(names)s",
        "count",
    ),
    Kind.SURPLUS: gettext_lazy("One table more than there are: %(names)s"),
    Kind.CROWDED: ngettext_lazy(
        "%(size)s people share a table in round %(round)s, %(count)s was agreed: %(names)s",
        "%(size)s people share a table in round %(round)s, %(count)s were agreed: %(names)s",
        "count",
    ),
}
"""By the kind, a sentence without its full stop."""


# What a draft must be before it counts ---------------------------------------------------------

WRONG_SIZE = (Kind.SMALL, Kind.LARGE)
UNPLAYABLE = (Kind.TWICE, Kind.MISSING, Kind.STRANGER, *WRONG_SIZE, Kind.SURPLUS)


def check_playable(draft: Draft, least: int, most: int) -> None:
    """Refuses a round drawn by hand that cannot be played; ``least`` and ``most``
    can play at a table."""
    faults = [flaw for flaw in draft.flaws if flaw.kind in UNPLAYABLE]
    if not faults:
        return
    names = persons_of(faults)
    texts = [flaw_text(flaw, names) for flaw in faults]
    if any(flaw.kind in WRONG_SIZE for flaw in faults):
        text = _("A table needs %(least)s to %(most)s people.")
        texts.append(text % {"least": least, "most": most})
    raise Refusal(" ".join(texts))


def check_still_right(tournament: Tournament, turn: Round, draw: NextDraw) -> None:
    """Refuses if people came or left since the draft, or wishes changed."""
    drawn, here = set(players_of(turn.drawn)), set(draw.setting.people)
    if gone := drawn - here:
        raise Refusal(_("%(name)s no longer plays. Draw again."), name=_first(gone))
    if new := here - drawn:
        message = _("%(name)s is here and has no seat. Draw again.")
        raise Refusal(message, name=_first(new))
    changed = Q(at__gt=turn.at) | Q(withdrawn_at__gt=turn.at)
    if tournament.wishes.filter(changed).exists():
        raise Refusal(_("Wishes have changed since this draft. Draw again."))


def _first(players: set[int]) -> str:
    return str(Player.objects.filter(pk__in=players).order_by("pk").first())
