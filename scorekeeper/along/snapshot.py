"""All that a phone needs of a night to go on without a network, as rows with their own keys.

Nothing is worked out here and no rule runs: rows are read as they stand, of one moment, and only
those that this person may see (``tables``). Of the club there is what its own page, and the table
of the season that holds the night, are drawn from; no more than ``MOST_NIGHTS`` nights of it, and
``MOST_RESULTS`` results (``others``). Where the season has more, its table does not come along
(``lacks``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Q
from django.middleware.csrf import get_token
from django.utils import timezone

from scorekeeper.along.others import ForWhom, OtherNights, other_nights
from scorekeeper.along.reading import BuiltOnce, RowTold, as_text, place_of, rows_as_text
from scorekeeper.along.tables import OF_NIGHT, RowModel, columns, naming, players_in
from scorekeeper.along.writes import kept_tokens
from scorekeeper.clubs.access import ClubRequest
from scorekeeper.clubs.keepers import may_manage_own
from scorekeeper.clubs.models import Club, Membership, Phone, Player, Role, Session, Signature
from scorekeeper.documents.tables import BY_MODEL, Extent, players_named
from scorekeeper.ledger.models import Payment
from scorekeeper.paying.models import PayAddress
from scorekeeper.planning.models import PlannedNight, Reply
from scorekeeper.planning.selectors import STILL
from scorekeeper.play.models import Game
from scorekeeper.presets.models import ClubPreset
from scorekeeper.serving.one_view import one_view
from scorekeeper.settling.models import CarriedRow, Carry, Cost, Handover
from scorekeeper.settling.pay_views import pay_addresses
from scorekeeper.settling.standing import standing
from scorekeeper.settling.voices import Voice
from scorekeeper.standings.models import Season


@dataclass(frozen=True, slots=True)
class Snapshot:
    """``head``: ``{"night", "version", "csrf", "keeps", "mine", "lacks"}``, where ``csrf`` is what
    the browser's own cookie holds; ``rows`` by model, as text without the brackets around them."""

    head: Mapping[str, Any]
    rows: Mapping[RowModel, str]

    def written(self, **besides: Any) -> str:
        """JSON, as it is sent: the head, what stands ``besides``, and ``"rows"`` by table, each
        with its ``columns`` (``attname``) and ``rows``. None in a column that cannot be empty: it
        is not told. The same rows make the same text."""
        tables = ",".join(
            f'"{model._meta.db_table}":{{"columns":{_columns_as_text(model)},"rows":[{rows}]}}'
            for model, rows in self.rows.items()
        )
        return f'{as_text({**self.head, **besides})[:-1]},"rows":{{{tables}}}}}'


def _columns_as_text(model: RowModel) -> str:
    return as_text([each.attname for each in columns(model)])


def snapshot(request: ClubRequest, session: Session) -> Snapshot:
    """The night as whoever asks may see it."""
    get_token(request)
    with one_view():
        told = Gathering(request.membership, session)
        told.gather()
    return Snapshot(
        {
            "night": session.code,
            "version": told.of_night("version"),
            "csrf": request.META["CSRF_COOKIE"],
            "keeps": kept_tokens(),
            "mine": {"membership": request.membership.pk, "phone": request.membership.phone_id},
            "lacks": sorted(told.others.lacks),
        },
        told.as_text(),
    )


def etag(text: str) -> str:
    """Of what was ``written``."""
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'


# What is asked -----------------------------------------------------------------------------------

OF_THE_NIGHT: Final = {
    model: BuiltOnce(
        model,
        lambda club, night, model=model: BY_MODEL[model].rows(
            Extent(Club(pk=club), Session(pk=night))
        ),
        keys=2,
    )
    for model in OF_NIGHT
}
CARRIES = BuiltOnce(Carry, lambda night: Q(from_session=night) | Q(to_session=night))
CARRIED_ROWS = BuiltOnce(CarriedRow, lambda carry: Q(carry__in=[carry]))
PAID = BuiltOnce(Payment, lambda paid: Q(pk__in=[paid]) | Q(reverses__in=[paid]))
THE_NIGHT = BuiltOnce(Session, lambda night: Q(pk=night))
NIGHTS = BuiltOnce(Session, lambda night: Q(pk__in=[night]), light=True)
THE_CLUB = BuiltOnce(Club, lambda club: Q(pk=club))
SEASONS = BuiltOnce(Season, lambda club: Q(club=club, starts__isnull=False))
KEPT_RULES = BuiltOnce(ClubPreset, lambda club: Q(club=club))
PLANNED = BuiltOnce(
    PlannedNight,
    lambda soon, club: Q(
        club=club, starts_at__gt=soon, called_off_at__isnull=True, session__isnull=True
    ),
    times=1,
)
REPLIES = BuiltOnce(Reply, lambda planned: Q(planned__in=[planned]))
ADDRESSES = BuiltOnce(PayAddress, lambda seen, own: Q(pk__in=[seen]) | Q(player=own), keys=2)
THE_PHONE = BuiltOnce(Phone, lambda phone: Q(pk=phone))
THE_PLACE = BuiltOnce(Membership, lambda place: Q(pk=place))
WRITERS = BuiltOnce(Membership, lambda place: Q(pk__in=[place]), light=True)
SIGNATURES = BuiltOnce(Signature, lambda under: Q(pk__in=[under]))
OF_THE_CLUB = BuiltOnce(Player, lambda club: Q(club=club))
NAMED = BuiltOnce(Player, lambda named: Q(pk__in=[named]) | Q(names__in=[named]))
MAY_SIT = BuiltOnce(Player, lambda club: Q(club=club, person__isnull=True, left_at__isnull=True))


# Gathering -------------------------------------------------------------------------------------


class Gathering:
    """What this phone may see of a night; ``rows`` by model, and ``others``, after ``gather``."""

    others: OtherNights

    def __init__(self, mine: Membership, night: Session) -> None:
        self.mine, self.night = mine, night
        self.club: Club = night.club
        self.whole = mine.session_id is None
        self.is_host = mine.role == Role.HOST
        self.rows: dict[RowModel, list[RowTold]] = {}

    def gather(self) -> None:
        self._of_night()
        self._of_club()
        self._carried()
        self._addresses()
        self._phones()
        self._people()

    def as_text(self) -> dict[RowModel, str]:
        """The rows of the night first."""
        found = rows_as_text(self.rows)
        for model, others in self.others.rows.items():
            found[model] = f"{found[model]},{others}" if model in found else others
        return found

    def _add(self, model: RowModel, rows: Iterable[RowTold]) -> None:
        """Those that are not there yet."""
        there = self.rows.setdefault(model, [])
        known = {row[0] for row in there}
        there += [row for row in rows if row[0] not in known]

    def of_night(self, attname: str) -> Any:
        """What the night's own row tells now."""
        return self.rows[Session][0][place_of(Session, attname)]

    # The night

    def _of_night(self) -> None:
        for model, rows in OF_THE_NIGHT.items():
            if self._may_be_there(model):
                self._add(model, rows(self.club.pk, self.night.pk))
        self._add(Session, THE_NIGHT(self.night.pk))

    def _may_be_there(self, model: RowModel) -> bool:
        """Not where the rows it belongs to are known to be none."""
        parents = (Game, Handover, Cost)
        for each in columns(model):
            if each.related_model in parents and not each.null and each.related_model in self.rows:
                return bool(self.rows[each.related_model])
        return True

    def _carried(self) -> None:
        """Debts from and to other nights, with both of their payments, and how the other nights
        are called."""
        carries = CARRIES(self.night.pk)
        self._add(Carry, carries)
        if not carries:
            return
        self._add(CarriedRow, CARRIED_ROWS({row[0] for row in carries}))
        self._add(Payment, PAID(self._named(Payment)))
        self._add(Session, NIGHTS(self._named(Session) - {self.night.pk} - self.others.nights))

    # The club

    def _of_club(self) -> None:
        self._add(Club, map(self._seen_of_club, THE_CLUB(self.club.pk)))
        self._seasons()
        if self.whole or self.is_host:
            self._add(ClubPreset, KEPT_RULES(self.club.pk))
        if self.whole:
            self._planned()
        self.others = other_nights(
            ForWhom(
                club=self.club.pk,
                night=self.night.pk,
                whole=self.whole,
                is_host=self.is_host,
                days=self._days(),
                games=self._own_games() if self.is_host else (),
            )
        )

    def _seen_of_club(self, row: RowTold) -> RowTold:
        if not self.is_host:
            row[place_of(Club, "recovery_made_at")] = None
        return row

    def _seasons(self) -> None:
        """To a guest of the night, only by what rules they that hold it are counted."""
        rows = SEASONS(self.club.pk)
        if not self.whole:
            rows = [row for row in rows if self._holds(row)]
            for row in rows:
                row[place_of(Season, "name")] = f"#{row[0]}"
        self._add(Season, rows)

    def _holds(self, season: RowTold) -> bool:
        """The night falls in it."""
        first, last = season[place_of(Season, "starts")], season[place_of(Season, "ends")]
        day = self.of_night("played_on")
        return first <= day and (last is None or day <= last)

    def _days(self) -> tuple[str, str | None] | None:
        """First and last of those seasons together; None, all days, where there is none."""
        holding = [row for row in self.rows[Season] if self._holds(row)]
        if not holding:
            return None
        last = [row[place_of(Season, "ends")] for row in holding]
        first = min(row[place_of(Season, "starts")] for row in holding)
        return first, None if None in last else max(last)

    def _own_games(self) -> tuple[tuple[int, str], ...]:
        removed, kind = place_of(Game, "removed_at"), place_of(Game, "variant")
        return tuple((row[0], row[kind]) for row in self.rows[Game] if row[removed] is None)

    def _planned(self) -> None:
        """The nights that are to come next."""
        rows = PLANNED(timezone.now() - STILL, self.club.pk)
        self._add(PlannedNight, rows)
        if rows:
            self._add(Reply, REPLIES({row[0] for row in rows}))

    # People

    def _addresses(self) -> None:
        """How to be paid: this phone's own; of those who are to be paid now what stands in the
        text for the group, and the rest for who owes it to them."""
        if not PayAddress.objects.filter(player__club=self.club).exists():
            return
        voice, seen = Voice.from_membership(self.mine), set[int]()
        stands = standing(self.night)
        for payee, rows in pay_addresses(stands, self.night).items():
            ends = [t.payer.pk for t in stands.plan.transfers if t.payee.pk == payee]
            concerned = any(voice.is_one_of(payer, payee) for payer in ends)
            seen |= {row.pk for row in rows if row.sent_along or concerned}
        own = {self.mine.player_id} if self.mine.player_id and may_manage_own(self.mine) else ()
        self._add(PayAddress, ADDRESSES(seen, own))

    def _phones(self) -> None:
        """This one's own place; of the others who wrote something, who they are."""
        self._add(Phone, THE_PHONE(self.mine.phone_id or 0))
        self._add(Membership, THE_PLACE(self.mine.pk))
        self._add(Membership, WRITERS(self._named(Membership) - {self.mine.pk}))
        self._add(Signature, SIGNATURES(self._named(Signature)))

    def _people(self) -> None:
        """The club's, for whoever may see it; else those who are named, and for who lets people
        sit down, those who may."""
        keeper = place_of(Player, "keeper_id")
        found = {row[0]: row for row in self._seen_people()}
        for row in found.values():
            if row[keeper] != self.mine.phone_id:
                row[keeper] = None
        self._add(Player, found.values())

    def _seen_people(self) -> list[RowTold]:
        if self.whole:
            return OF_THE_CLUB(self.club.pk)
        found = NAMED(self._named(Player) | self.others.players)
        if self.mine.role >= Role.SCORER:
            found += MAY_SIT(self.club.pk)
        return found

    def _named(self, whom: RowModel) -> set[int]:
        """The keys of all rows of a model that are named so far."""
        found: set[int] = set()
        for model, rows in self.rows.items():
            for place in naming(model, whom):
                found.update(row[place] for row in rows)
            if whom is Player and rows:
                found.update(self._players_in(model, rows))
        return found - {None}

    @staticmethod
    def _players_in(model: RowModel, rows: list[RowTold]) -> Iterator[int]:
        for place, name in players_in(model):
            for row in rows:
                yield from players_named(BY_MODEL[model], name, row[place])
