"""Seats of a running game: players leave, come back or join between two hands.

Who joins may have rules to settle first. The house rules stay as frozen, except those that this
number of players cannot play by: a ladder needs a step for one more place. These are shown with a
proposal, and only these can be changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scorekeeper.clubs import selectors as clubs
from scorekeeper.clubs.access import ClubRequest, session_view
from scorekeeper.clubs.models import Player, Role, Session
from scorekeeper.clubs.players.names import NameRow, NameRows
from scorekeeper.core.database import one_view
from scorekeeper.core.limits import acts
from scorekeeper.core.limits.spending import spend
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.outcomes import Refused, conclude, redirect_done
from scorekeeper.core.requests.refusals import Refusal
from scorekeeper.core.requests.sent import (
    required_number,
    required_token,
    whole_number,
)
from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError, RulesChangedError
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import Question, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats import changes
from scorekeeper.engine.seats import changes as engine
from scorekeeper.play import seating
from scorekeeper.play.models import ChangeKind, Hand, SeatChange
from scorekeeper.play.seating import TableVersion
from scorekeeper.play.selectors import (
    Table,
    hands_in_force,
    seat_changes,
    session_table,
    todays_rules,
)
from scorekeeper.play.services import ClosedError
from scorekeeper.play.terms import game_text
from scorekeeper.questions import encoding
from scorekeeper.questions.options_form import Option, parse_option, sentence
from scorekeeper.questions.wording import RuleInWords, answer_text, is_readable

# Joining -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """A seat for somebody who joins. ``name``: whose seat it was; empty for the end."""

    value: str
    name: str
    chosen: bool


class JoinForm(forms.Form):
    """``players``: of the group; ``data``: what the page sent, if it was about joining."""

    data: QueryDict
    player = forms.Field(required=False)

    def __init__(
        self, table: Table, players: Sequence[Player], data: QueryDict | None = None
    ) -> None:
        super().__init__(data)
        self.table, self.rules, club = table, table.rules, table.game.session.club
        self.currency = club.currency
        seated_ids = {player.pk for player in table.players}
        self.players = [player for player in players if player.pk not in seated_ids]
        names = self.data.getlist("name")
        self.new = NameRows(names, taken=table.names, club=club, seated=table.players)
        self.proposed = changes.options_for_one_more(table.rules, table.fold)
        self.options: dict[str, Any] = codec.dump(self.proposed, full=True)
        """Every option of the larger table."""
        self.boxes: dict[str, list[str]] = {}
        self.rule_errors: dict[str, str] = {}
        for q in self.open_questions:
            if f"was-{q.name}" in self.data:
                self._take(q, self.data.getlist(f"o-{q.name}"))

    @cached_property
    def full(self) -> str:
        """The reason why nobody else can join; empty if somebody can."""
        try:
            changes.check_room(self.rules, self.table.fold)
        except EntryError as error:
            return words(error)
        return ""

    @cached_property
    def free_seats(self) -> list[FreeSeat]:
        """The seats that can be taken over, if any, and the place after the last player. The seat
        is suggested if it is the only one."""
        left = changes.free_places(self.table.fold)
        if not left:
            return []
        texts = ["", *map(str, left)]
        usual = texts[-1] if len(left) == 1 else ""
        posted = self.data.get("seat", usual)
        chosen = posted if posted in texts else usual
        return [
            FreeSeat(text, self.table.names[int(text)] if text else "", text == chosen)
            for text in (*texts[1:], "")
        ]

    @property
    def in_place_of(self) -> int | None:
        """The person whose seat is taken over; None: they sit after the last player."""
        return whole_number(self.data.get("seat", ""))

    @property
    def new_row(self) -> NameRow:
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # Rules to settle

    @property
    def open_questions(self) -> list[Question]:
        """Rules that change, or that this number of players cannot play by."""
        unfit = changes.refused_option(self.rules, self.proposed, self.table.fold.seats + 1)
        return [
            q
            for q in questions(self.rules.options)
            if is_readable(q)
            and (
                q.name in {unfit, *self.rule_errors}
                or getattr(self.proposed, q.name) != getattr(self.table.fold.options, q.name)
            )
        ]

    @property
    def open_rules(self) -> list[Option]:
        return [self._field(q) for q in self.open_questions]

    def _field(self, q: Question) -> Option:
        proposed = getattr(self.proposed, q.name)
        boxes = self.boxes.get(q.name, encoding.to_texts(q.kind, proposed, self.currency))
        option = Option.build(q, boxes, proposed, self.currency)
        option.changed, option.published = False, self.rules.source
        option.usually = answer_text(
            q.kind, getattr(self.table.fold.options, q.name), self.currency
        )
        if q.name in self.rule_errors:
            option.errors.append(self.rule_errors[q.name])
        return option

    # Reading

    def _take(self, q: Question, boxes: list[str]) -> None:
        self.boxes[q.name] = boxes
        try:
            self.options[q.name] = parse_option(q, boxes, self.currency)
        except EntryError as error:
            self.rule_errors[q.name] = sentence(q, error, self.currency)

    @property
    def chosen(self) -> str:
        """The id of the player tapped; empty for none."""
        return self.data.get("player", "")

    @property
    def who(self) -> Player | str | None:
        """A player of the group, or the name of a new one."""
        known = next((p for p in self.players if str(p.pk) == self.chosen), None)
        return known or next(iter(self.new.names), None)

    # Validation

    def clean(self) -> None:
        has_names = self.new.is_valid()
        if has_names and self.who is None:
            self.add_error("player", _("Choose a name or enter a new one."))
        elif self.chosen and self.new.names:
            self.add_error(
                "player", _("Add one player at a time. Choose a name or enter a new one.")
            )
        if not self.rule_errors:
            self._check()

    def _check(self) -> None:
        try:
            load_options(self.rules, self.options, self.table.fold.seats + 1)
        except EntryError as error:
            self.refuse(error)

    def is_valid(self) -> bool:
        return super().is_valid() and not self.first_error

    @property
    def first_error(self) -> str:
        """Returns the first error; empty if there is none."""
        own_errors = [str(errors[0]) for errors in self.errors.values()]
        errors = (self.full, *own_errors, *(row.error for row in self.new.rows))
        return next(filter(None, (*errors, *self.rule_errors.values())), "")

    def refuse(self, error: EntryError) -> None:
        """Shows the engine's error next to its field."""
        if error.field == "seats":
            self.add_error("player", words(error))
        else:
            self.rule_errors[error.field] = words(error)


# Changing seats ------------------------------------------------------------------------------


@session_view(Role.SCORER)
def seats(request: ClubRequest, session: Session, number: int) -> HttpResponse:
    """Shows who plays on, to tap. Refused if players cannot change."""
    table = session_table(session, number)
    if table is None:
        raise Http404
    if not table.state.seats_may_change or session.closed_at:
        return _fixed(request, table)
    try:
        with todays_rules():
            table.fold  # noqa: B018  # refused as a whole, not as one of the changes
            if request.method != "POST":
                return _page(request, table, JoinForm(table, clubs.members(session.club)))
            return _act(request, table)
    except RulesChangedError as changed:
        return _fixed(request, table, words(changed))


def _fixed(request: ClubRequest, table: Table, error: str = "") -> HttpResponse:
    """Explains that players cannot change, by the rules or ``error``; a write is refused."""
    context = {"session": table.game.session, "table": table, "error": error}
    status = 409 if request.method == "POST" else 200
    if request.method == "POST":
        conclude(request, Refused(error or _("Players can’t change in this game")))
    return render(request, "table/starting/seats_fixed.html", context, status=status)


def _act(request: ClubRequest, table: Table) -> HttpResponse:
    """Applies the button's action: ``leave:3``, ``back:3``, ``undo:17`` or ``join``."""
    act, _colon, target = request.POST.get("do", "").partition(":")
    is_joining = act == "join"
    players = clubs.members(table.game.session.club)
    form = JoinForm(table, players, request.POST if is_joining else None)
    number = whole_number(target)
    if act not in ACTS or not (is_joining or number is not None):
        raise BadRequest("a button says what it does")
    if is_joining and form.data.get("seat") and form.in_place_of is None:
        raise BadRequest("a seat is a number")
    if is_joining and not form.is_valid():
        return _page(request, table, form)
    try:
        change = ACTS[act](request, table, form if is_joining else number)
    except EntryError as error:
        if not is_joining:
            return _page(request, table, form, error=words(error), status=409)
        form.refuse(error)
        return _page(request, table, form)
    except ClosedError as closed:
        conclude(request, closed.outcome)
        return redirect("scoreboard:session", table.game.session.code)
    except Refusal as refusal:
        with one_view():
            current = session_table(table.game.session, table.game.number)
            assert current is not None
            return _page(request, current, form, error=refusal.sentence, status=409)
    address = reverse("starting:seats", args=[table.game.session.code, table.game.number])
    # To the top, where the change is shown: else the browser keeps the form's "#join".
    return redirect_done(request, f"{address}?{urlencode({'done': change.pk})}#main")


def _leave(request: ClubRequest, table: Table, person: Any) -> SeatChange:
    return seating.leave_game(game=table.game, person=person, **_write(request))


def _back(request: ClubRequest, table: Table, person: Any) -> SeatChange:
    return seating.come_back(game=table.game, person=person, **_write(request))


def _join(request: ClubRequest, table: Table, form: Any) -> SeatChange:
    spend(acts.NEW_PLAYERS, request, club=table.game.session.club)
    return seating.join_game(
        game=table.game,
        player=form.who,
        options=form.options,
        in_place_of=form.in_place_of,
        **_write(request),
    )


def _undo(request: ClubRequest, table: Table, pk: Any) -> SeatChange:
    change = get_object_or_404(SeatChange, game=table.game, pk=pk)
    change.game = table.game
    return seating.undo_seat_change(change=change, by=request.membership)


ACTS = {"leave": _leave, "back": _back, "join": _join, "undo": _undo}


def _write(request: ClubRequest) -> dict[str, Any]:
    """Returns the arguments that every write needs."""
    known = (required_number(request, name) for name in ("number", "changes"))
    token, by = required_token(request), request.membership
    return {"version": TableVersion(*known), "token": token, "by": by}


# The page ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chair:
    """A person of the game, and why they may not leave or come back, if so. ``place``: the number
    of the place at the table, which a successor shares with those before."""

    place: int
    person: int
    player: Player
    has_left: bool
    deals: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class SeatChangeRow:
    """A seat change: who, what, and from which hand on."""

    change: SeatChange
    player: Player
    number: int
    sentence: str


def _page(
    request: ClubRequest, table: Table, form: JoinForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    if request.method == "POST":
        conclude(request, Refused(error or form.first_error))
    changes = list(_change_rows(table))
    last_change = next((s for s in changes if str(s.change.pk) == request.GET.get("done")), None)
    context = {
        "session": table.game.session,
        "table": table,
        "chairs": _chairs(table),
        "form": form,
        "error": error,
        "number": table.game.last_number + 1,
        "changes": changes,
        "last_change": last_change,
        "unchanged_rules": _unchanged_rules(table),
        "undo": last_change is not None and seating.can_be_undone(table.game, last_change.change),
    }
    return render(request, "table/starting/seats.html", context, status=status)


def _unchanged_rules(table: Table) -> list[RuleInWords]:
    """Returns the rules that would be others by default for the players who are there."""
    names = engine.options_of_other_number(table.rules, table.fold)
    return [rule for rule in table.agreement.all() if rule.name in names]


def _chairs(table: Table) -> list[Chair]:
    fold, dealer = table.fold, playing.next_dealer(table.rules, table.fold)

    def why_not(person: int) -> str:
        change = engine.come_back if person in fold.left else engine.leave
        try:
            change(table.rules, fold, person)
        except EntryError as error:
            return words(error)
        return ""

    return [
        Chair(
            place,
            person,
            table.players[person],
            person in fold.left,
            person == dealer,
            why_not(person),
        )
        for place, persons in enumerate(fold.places, 1)
        for person in persons
    ]


def _change_rows(table: Table) -> Iterator[SeatChangeRow]:
    """Yields the changes in force, newest first."""
    change_count = table.game.change_count  # players who joined since have no seat in this table
    hands = hands_in_force(table.game) if change_count else []
    for change in reversed(seat_changes(table.game)[:change_count]):
        player, number = table.players[change.person], _from_hand(table, change, hands)
        yield SeatChangeRow(change, player, number, _change_sentence(table, change, number))


def _from_hand(table: Table, change: SeatChange, hands: list[Hand]) -> int:
    """Returns the number of the first hand after this change."""
    after = (hand.number for hand in hands if hand.changes >= change.place)
    return next(after, table.game.last_number + 1)


def _change_sentence(table: Table, change: SeatChange, number: int) -> str:
    terms, values = table.game.terms, {"name": table.players[change.person].name, "number": number}
    if change.in_place_of is not None:
        values["other"] = table.players[change.in_place_of].name
        took = game_text(terms, "%(name)s now sits in %(other)s’s seat, from hand %(number)d on.")
        return took % values
    match change.kind:
        case ChangeKind.LEAVE:
            return game_text(terms, "%(name)s left, from hand %(number)d on.") % values
        case ChangeKind.BACK:
            return game_text(terms, "%(name)s came back, from hand %(number)d on.") % values
        case _:
            return game_text(terms, "%(name)s joined, from hand %(number)d on.") % values
