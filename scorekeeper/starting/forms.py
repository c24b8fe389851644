"""Which game, and by which way of playing it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.asking import stakes
from scorekeeper.asking.options_form import OptionsForm
from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.names import NameRow, NameRows
from scorekeeper.clubs.selectors import members
from scorekeeper.engine import playing
from scorekeeper.engine.ending import can_agree_ending, split_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset
from scorekeeper.play.models import Draw, Game
from scorekeeper.play.nights import last_games
from scorekeeper.presets.keeping import KeepForm
from scorekeeper.presets.picking import GamePick, GamePlan, fitting_side
from scorekeeper.presets.services import own_presets
from scorekeeper.starting.before import who_sat
from scorekeeper.starting.draws import DrawTold, by_id, places, told
from scorekeeper.starting.ending import EndingForm
from scorekeeper.wording import currencies
from scorekeeper.wording.words import words


def begun_otherwise() -> str:
    return _("This page has already started another game. Reload it to start one more.")


def not_of_the_club() -> str:
    return _("Someone here is not a player in this group.")


class TableForm(WriteForm):
    """Who plays, and what. Names in ``rows`` and the game of ``pick`` say themselves what is wrong
    with them; ``fewest``: fields for names."""

    too_few = gettext_lazy("Choose at least two players.")
    fewest = 2
    seated: list[Player] = []
    rows: NameRows
    pick: GamePick

    @property
    def typed_rows(self) -> list[NameRow]:
        return self.rows.padded(self.fewest)

    def clean(self) -> None:
        self.plan = None
        if self.errors or self.data.get("then") == "rows" or not self.rows.is_valid():
            return
        persons = len(self.seated) + len(self.rows.names)
        if persons < 2:
            raise ValidationError(self.too_few)
        self.plan = self.pick.plan(persons)

    def is_valid(self) -> bool:
        return super().is_valid() and self.plan is not None

    @property
    def later(self) -> bool:
        """House rules first: no game starts yet."""
        asked = self.data.get("then") == "rules"
        return asked or self.pick.is_unmade or self.pick.asks_stakes


class NightForm(TableForm):
    """Who plays tonight, and what; ``consent``: everybody may accept or contest their own line of
    a hand."""

    consent = forms.BooleanField(required=False)

    def __init__(self, club: Club, data: QueryDict | None = None) -> None:
        super().__init__(data)
        last, own = last_games(club), own_presets(club)
        newest = max(last.values(), key=lambda game: game.pk, default=None)
        before = who_sat(newest) if newest else []
        here = {player.pk for player in before}
        self.players = [*before, *(p for p in members(club) if p.pk not in here)]
        ids = {*self.data.getlist("player")}
        first = self.players[: len(here) or 6]
        self.seated = [p for p in self.players if str(p.pk) in ids] if self.is_bound else first
        names, taken = self.data.getlist("name"), [player.name for player in self.seated]
        self.rows = NameRows(names, taken=taken, club=club, seated=self.seated)
        variant = newest.variant if newest else ""
        self.pick = GamePick(data, last=last, own=own, variant=variant, currency=club.currency)

    def clean(self) -> None:
        if len(self.seated) < len({*self.data.getlist("player")}):
            raise ValidationError(not_of_the_club())
        super().clean()


# The next game -------------------------------------------------------------------------------


def number_of(text: str) -> int | None:
    """The id that was sent."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


class Pressed:
    """What a button of the page asked for: ``up:7`` is the act ``up`` on player 7."""

    def __init__(self, told: str) -> None:
        self.name, _colon, number = told.partition(":")
        self.player = number_of(number)


class GameForm(KeepForm):
    """Who sits where, partners or not, and the house rules of one game.

    ``rules``: the game; ``players``: the club's, by id; ``seated``: who begins at the table;
    ``own``: the club's ways to play it; ``called``: what the table called these rules last;
    ``dealer``: who is to deal, by his id; ``before``: what the last game was played for, None if
    there was none; ``last``: the club's last game of this kind.
    """

    replaced = gettext_lazy("Someone else changed these rules. Choose them again.")
    seat = forms.Field(required=False, widget=forms.MultipleHiddenInput)
    keep = forms.BooleanField(required=False)

    def __init__(
        self,
        rules: AnyVariant,
        players: Mapping[int, Player],
        seated: Sequence[int],
        currency: str,
        *,
        data: QueryDict | None = None,
        preset: str | None = None,
        told: Mapping[str, Any] | None = None,
        own: Sequence[Preset] = (),
        called: str = "",
        ending: EndingForm,
        dealer: int | None = None,
        before: str | None = None,
        last: Game | None = None,
    ) -> None:
        self.rules, self.players, self.currency, self.last = rules, players, currency, last
        makes = rules.words.name_game
        super().__init__(data, initial={"called": called, "keep": makes})
        self.fields["called"].label = _("Name of the game") if makes else _("Name of these rules")
        self.own, self.ending, self.before = own, ending, before
        self._dealer = number_of(self.data.get("dealer", "")) if self.is_bound else dealer
        self.drawn: DrawTold | None = None
        here = dict.fromkeys(self.data.getlist("seat") if self.is_bound else map(str, seated))
        self.seated = [p for told in here if (p := players.get(number_of(told) or 0))]
        self._has_strangers = len(self.seated) < len(here)
        self.new = NameRows(
            self.data.getlist("name"),
            taken=[player.name for player in self.seated],
            club=next((player.club for player in self.seated), None),
            seated=self.seated,
        )
        self._preset = preset
        self._told, hands = split_ending(rules, told or {})
        if hands:
            ending.propose(hands)

    @property
    def title(self) -> str:
        """The game, or that one is being made."""
        return _("Your own game") if self.rules.words.name_game else words(self.rules.name)

    @property
    def seats_open(self) -> bool:
        """The seats are wrong, or being changed."""
        wrong = self.has_error("seat") or any(row.error for row in self.new.rows)
        moved = self.act.name in ("up", "down", "on", "off", "new")
        return wrong or moved or len(self.seated) not in self.rules.seats

    @property
    def new_row(self) -> NameRow:
        """The field for somebody new."""
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # Moving people about

    @cached_property
    def act(self) -> Pressed:
        return Pressed(self.data.get("do", "start") if self.is_bound else "")

    def move(self) -> None:
        """Do what the button said to the order of seats."""
        ids = [player.pk for player in self.seated]
        who = self.act.player
        if who is None:
            return
        if self.act.name == "on" and who in self.players and who not in ids:
            self.seated.append(self.players[who])
        elif who in ids:
            place = ids.index(who)
            player = self.seated.pop(place)
            if self.act.name != "off":
                step = {"up": -1, "down": 1}.get(self.act.name, 0)
                self.seated.insert(max(place + step, 0), player)

    def take_seats(self, draw: Draw) -> None:
        """Sit down as was drawn."""
        seats, dealer = places(self.rules, self.options.resolved, draw)
        names = by_id(self.players.values())
        self.seated = [self.players[pk] for pk in seats]
        self.drawn, self._dealer = told(draw, names, names[dealer]), dealer

    @property
    def may_draw(self) -> bool:
        """Where everybody plays alone."""
        return not self.partners and len(self.seated) in self.rules.seats

    def seat_new(self, players: Sequence[Player]) -> None:
        """Those just added to the club sit down last."""
        self.players = {**self.players, **{p.pk: p for p in players}}
        here = {player.pk for player in self.seated}
        self.seated += [player for player in players if player.pk not in here]
        self.new = NameRows()

    # Who deals first

    @cached_property
    def _usual_dealer(self) -> Player | None:
        """As the rules have it; None where they do not say who deals, or not this many play."""
        seats = len(self.seated) // self.side
        if not self.seated or seats not in self.rules.seats:
            return None
        try:
            game = playing.start(self.rules, self.options.resolved, seats, self.side)
        except EntryError:
            return None
        person = playing.next_dealer(self.rules, game)
        return None if person is None else self.seated[person]

    @property
    def dealer(self) -> Player | None:
        """Of the first hand."""
        told = next((player for player in self.seated if player.pk == self._dealer), None)
        return told if told and self._usual_dealer else self._usual_dealer

    # What is played for

    @property
    def stakes(self) -> str:
        """``Entry fee ₹100.00``; empty where no money is played for."""
        found = stakes.amounts(self.rules, self.options.resolved)
        wrong = self.options.errors
        return stakes.in_words([*((q, n) for q, n in found if q.name not in wrong)], self.currency)

    @property
    def other_stakes(self) -> bool:
        """The last game was for other money."""
        return self.before is not None and self.before != self.stakes

    @property
    def asks_stakes(self) -> bool:
        """Nobody has said yet what is played for, though a hand could move many of it."""
        is_first = self.last is None and not self.stakes
        return is_first and bool(stakes.unsaid(self.rules, self.options.base))

    def shows_stakes(self) -> bool:
        """The page that sent ``data`` says already what is played for."""
        return self.data.get("stakes") == self.stakes

    def stakes_changed(self) -> bool:
        """It says other ones than what was typed comes to. Then it is shown once more."""
        return "stakes" in self.data and not self.shows_stakes()

    # Partners

    @property
    def may_partner(self) -> bool:
        return max(self.rules.partners.sides) > 1 and 2 in self.rules.seats

    @cached_property
    def partners(self) -> bool:
        if not self.may_partner:
            return False
        if fitting_side(self.rules, len(self.seated)) > 1:
            return True
        return self.data.get("partners") == "1"

    @property
    def side(self) -> int:
        return max(len(self.seated) // 2, 1) if self.partners else 1

    @property
    def teams(self) -> list[list[Player]]:
        """The two sides; empty when everybody plays alone."""
        return [self.seated[::2], self.seated[1::2]] if self.partners else []

    @property
    def others(self) -> list[Player]:
        here = {player.pk for player in self.seated}
        return [player for pk, player in self.players.items() if pk not in here]

    # House rules

    @cached_property
    def options(self) -> OptionsForm:
        seats = 2 if self.partners else len(self.seated)
        return OptionsForm(
            self.rules,
            min(max(seats, self.rules.seats.start), self.rules.seats.stop - 1),
            self.side if self.side in self.rules.partners.sides else 1,
            self.currency,
            self.data if self.is_bound else None,
            self._preset,
            dict(self._told),
            self.own,
        )

    @property
    def plan(self) -> GamePlan:
        """What to start; what was typed may give it a name."""
        options, side = self.options, 2 if self.partners else 1
        name = self.cleaned_data["called"] if self.wanted or self.rules.words.name_game else ""
        return GamePlan(self.rules.key, options.options, name or options.preset_name, side)

    @property
    def may_end(self) -> bool:
        """Its own rules do not end it, so that the table may say when it ends."""
        return bool(self.ending.errors) or can_agree_ending(self.rules, self.options.resolved)

    # Judging, as far as the button that was pressed asks for it

    @property
    def wanted(self) -> bool:
        """The table wants to find these rules again."""
        return self.act.name == "keep" or bool(self["keep"].value())

    @property
    def must(self) -> bool:
        """A game that the table makes needs no name to be played."""
        starts = self.act.name == "start" and not self.rules.words.name_game
        return self.act.name == "keep" or (starts and self.wanted)

    def clean(self) -> None:
        if self._has_strangers:
            self.add_error("seat", not_of_the_club())

    def is_valid(self) -> bool:
        good = super().is_valid()
        if self.act.name == "start":
            good &= self.new.is_valid() & self.ending.is_valid()
        return good & self.options.is_valid()

    @property
    def wrong(self) -> str:
        """The first thing that is; "" where nothing was found yet."""
        mine = [errors[0] for errors in self.errors.values()]
        names = [row.error for row in self.new.rows]
        ending = self.ending.non_field_errors()
        found = map(str, (*mine, *names, *ending, *self.options.errors.values()))
        return next(filter(None, found), "")

    def refuse(self, error: Exception) -> None:
        if isinstance(error, EntryError) and error.field == "seats":
            self.add_error("seat", words(error))
        elif isinstance(error, EntryError) and error.field == "ending":
            self.ending.add_error(None, words(error))
        else:
            super().refuse(error)
