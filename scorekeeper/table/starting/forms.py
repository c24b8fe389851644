"""Forms that start a session or a game: who plays, which game, which rules, when it ends."""

from collections.abc import Mapping, Sequence
from datetime import datetime, time, timedelta
from functools import cached_property
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.clubs.forms import WriteForm
from scorekeeper.clubs.models import Club, Player
from scorekeeper.clubs.players.names import NameRow, NameRows
from scorekeeper.clubs.selectors import members
from scorekeeper.core import clock
from scorekeeper.core.localization import currencies
from scorekeeper.core.localization.words import words
from scorekeeper.core.requests.sent import whole_number
from scorekeeper.engine import playing
from scorekeeper.engine.agreed_ending import MOST_HANDS, can_agree_ending
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.variant import AnyVariant, Preset, Terms
from scorekeeper.house_rules.choice import GamePick, GamePlan, fitting_side
from scorekeeper.house_rules.forms import KeepForm
from scorekeeper.house_rules.services import own_presets
from scorekeeper.play.ending import NO_ENDING, Ending, ending_of
from scorekeeper.play.models import Draw, Game
from scorekeeper.play.sessions import last_games
from scorekeeper.play.terms import game_text, in_terms
from scorekeeper.questions import wording
from scorekeeper.questions.options_form import OptionsForm
from scorekeeper.questions.presets import LastRules
from scorekeeper.table.starting.draws import DrawResult, draw_result, names_by_id, seats_by_draw
from scorekeeper.table.starting.last_game import previous_players

HANDS, TIME = "hands", "time"
USUAL_HANDS = 10
NUMBER = {"class": "num", "inputmode": "numeric", "autocomplete": "off", "id": "ends-hands"}


class EndingForm(forms.Form):
    """``previous``: the last game of this kind, whose number of hands is proposed again. ``terms``:
    the words of the game."""

    prefix = "ends"
    hands = forms.CharField(required=False, widget=forms.TextInput(NUMBER))
    at = forms.CharField(required=False, widget=forms.TimeInput({"type": "time", "id": "ends-at"}))
    ending = NO_ENDING

    def __init__(
        self,
        zone: ZoneInfo,
        terms: Terms,
        data: QueryDict | None = None,
        previous: Game | None = None,
    ) -> None:
        hands = ending_of(previous).hands if previous is not None else None
        super().__init__(data, initial={"hands": hands or USUAL_HANDS})
        self.zone, self.terms = zone, terms
        self.kind = self.data.get("ends", HANDS if hands and not self.is_bound else "")

    def propose(self, hands: int) -> None:
        """Proposes a number of hands, if none was chosen yet."""
        if not self.kind:
            self.kind, self.initial["hands"] = HANDS, hands

    def clean(self) -> None:
        """Sets ``ending`` when the game is to start."""
        if self.data.get("do", "start") != "start":
            return
        if self.kind == HANDS:
            self.ending = Ending(hands=self._hands(self.cleaned_data["hands"]))
        elif self.kind == TIME:
            self.ending = Ending(until=self._until(self.cleaned_data["at"]))

    def _hands(self, text: str) -> int:
        if not (text.isdecimal() and len(text) < 4 and int(text)):
            message = game_text(self.terms, "Enter a number of hands from 1 to %(most)d.")
            raise ValidationError(message % {"most": MOST_HANDS})
        return int(text)

    def _until(self, text: str) -> datetime:
        try:
            clock_time = time.fromisoformat(text[:5])
        except ValueError:
            raise ValidationError(_("Enter a time of day, such as 23:30.")) from None
        return next_time(clock_time.hour, clock_time.minute, self.zone)


def next_time(hour: int, minute: int, zone: ZoneInfo) -> datetime:
    """Returns the next moment when a clock in that zone shows this time."""
    now = timezone.localtime(clock.now(), zone)
    moment = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return moment if moment > now else moment + timedelta(days=1)


def unknown_player_message() -> str:
    return _("Someone here is not a player in this group.")


class TableForm(WriteForm):
    """Players and game. The names in ``rows`` and the game of ``pick`` carry their own errors;
    ``fewest``: number of name fields."""

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
    def starts_later(self) -> bool:
        """House rules come first: no game starts yet."""
        asks_rules = self.data.get("then") == "rules"
        return asks_rules or self.pick.needs_rules or self.pick.asks_stakes


class SessionForm(TableForm):
    """Players and game of a new session; ``consent``: players may approve or dispute their
    results."""

    consent = forms.BooleanField(required=False)

    def __init__(self, club: Club, data: QueryDict | None = None) -> None:
        super().__init__(data)
        last, own = last_games(club), own_presets(club)
        newest = max(last.values(), key=lambda game: game.pk, default=None)
        previous = previous_players(newest) if newest else []
        previous_ids = {player.pk for player in previous}
        self.players = [*previous, *(p for p in members(club) if p.pk not in previous_ids)]
        ids = {*self.data.getlist("player")}
        proposed = self.players[: len(previous_ids) or 6]
        self.seated = [p for p in self.players if str(p.pk) in ids] if self.is_bound else proposed
        names, taken = self.data.getlist("name"), [player.name for player in self.seated]
        self.rows = NameRows(names, taken=taken, club=club, seated=self.seated)
        variant = newest.variant if newest else ""
        self.pick = GamePick(
            data,
            last=last,
            own=own,
            variant=variant,
            currency=club.currency,
            zone=club.time_zone,
        )

    def clean(self) -> None:
        if len(self.seated) < len({*self.data.getlist("player")}):
            raise ValidationError(unknown_player_message())
        super().clean()


# The next game -------------------------------------------------------------------------------


class ButtonAction:
    """The action of a button: ``up:7`` is the action ``up`` on player 7."""

    def __init__(self, value: str) -> None:
        self.name, _colon, number = value.partition(":")
        self.player = whole_number(number)


class GameForm(KeepForm):
    """Seats, partners and house rules of one game.

    ``rules``: the game; ``players``: the group's, by id; ``seated``: who is seated at first;
    ``own``: the group's presets of it; ``called``: the
    last name of these rules; ``dealer``: id of the dealer; ``previous_stakes``: what the last game
    was played for, None if there was none; ``last``: the group's last game of this kind,
    ``last_rules`` its rules if they are not a preset's.
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
        own: Sequence[Preset] = (),
        called: str = "",
        ending: EndingForm,
        dealer: int | None = None,
        previous_stakes: str | None = None,
        last: Game | None = None,
        last_rules: LastRules | None = None,
    ) -> None:
        self.rules, self.players, self.currency, self.last = rules, players, currency, last
        names_game = rules.named_by_rules
        super().__init__(data, initial={"called": called, "keep": names_game})
        self.fields["called"].label = (
            _("Name of the game") if names_game else _("Name of these rules")
        )
        self.own, self.ending, self.previous_stakes = own, ending, previous_stakes
        self._dealer = whole_number(self.data.get("dealer", "")) if self.is_bound else dealer
        self.draw_result: DrawResult | None = None
        seat_ids = dict.fromkeys(self.data.getlist("seat") if self.is_bound else map(str, seated))
        self.seated = [p for seat_id in seat_ids if (p := players.get(whole_number(seat_id) or 0))]
        self._has_strangers = len(self.seated) < len(seat_ids)
        self.new = NameRows(
            self.data.getlist("name"),
            taken=[player.name for player in self.seated],
            club=next((player.club for player in self.seated), None),
            seated=self.seated,
        )
        self._preset = preset
        self._last_rules = last_rules

    @property
    def title(self) -> str:
        """The game's name."""
        return words(self.rules.name)

    @property
    def seats_open(self) -> bool:
        """The seats have errors, or are being changed."""
        has_errors = self.has_error("seat") or any(row.error for row in self.new.rows)
        is_moving = self.act.name in ("up", "down", "on", "off", "new")
        return has_errors or is_moving or len(self.seated) not in self.rules.seats

    @property
    def new_row(self) -> NameRow:
        """The field for a new player."""
        return self.new.rows[0] if self.new.rows else NameRow()

    @property
    def symbol(self) -> str:
        return currencies.symbol(self.currency)

    # Moving players

    @cached_property
    def act(self) -> ButtonAction:
        return ButtonAction(self.data.get("do", "start") if self.is_bound else "")

    def move(self) -> None:
        """Applies the button's action to the order of seats."""
        ids = [player.pk for player in self.seated]
        player_id = self.act.player
        if player_id is None:
            return
        if self.act.name == "on" and player_id in self.players and player_id not in ids:
            self.seated.append(self.players[player_id])
        elif player_id in ids:
            index = ids.index(player_id)
            player = self.seated.pop(index)
            if self.act.name != "off":
                step = {"up": -1, "down": 1}.get(self.act.name, 0)
                self.seated.insert(max(index + step, 0), player)

    def take_seats(self, draw: Draw) -> None:
        """Seats the players as they drew."""
        seats, dealer = seats_by_draw(self.rules, self.options.resolved, draw)
        names = names_by_id(self.players.values())
        self.seated = [self.players[pk] for pk in seats]
        self.draw_result, self._dealer = draw_result(draw, names, names[dealer]), dealer

    @property
    def may_draw(self) -> bool:
        """Whether everybody plays alone."""
        return not self.partners and len(self.seated) in self.rules.seats

    def seat_new(self, players: Sequence[Player]) -> None:
        """Seats players just added to the group, last."""
        self.players = {**self.players, **{p.pk: p for p in players}}
        seated_ids = {player.pk for player in self.seated}
        self.seated += [player for player in players if player.pk not in seated_ids]
        self.new = NameRows()

    # Who deals first

    @cached_property
    def _usual_dealer(self) -> Player | None:
        """The dealer by the rules; None if they do not say, or for this number of players."""
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
        """The dealer of the first hand."""
        chosen = next((player for player in self.seated if player.pk == self._dealer), None)
        return chosen if chosen and self._usual_dealer else self._usual_dealer

    # What is played for

    @property
    def stakes(self) -> str:
        """Such as ``Entry fee ₹100.00``; empty if no money is played for."""
        amounts = wording.amounts(self.rules, self.options.resolved)
        errors = self.options.errors
        return wording.stakes_text(
            [*((q, n) for q, n in amounts if q.name not in errors)], self.currency
        )

    @property
    def has_other_stakes(self) -> bool:
        """The last game was for other stakes."""
        return self.previous_stakes is not None and self.previous_stakes != self.stakes

    @property
    def asks_stakes(self) -> bool:
        """Nobody has chosen stakes yet, though a hand could move many of them."""
        is_first = self.last is None and not self.stakes
        return is_first and bool(wording.missing_stakes(self.rules, self.options.base))

    def shows_stakes(self) -> bool:
        """Returns whether the page that sent ``data`` shows these stakes."""
        return self.data.get("stakes") == self.stakes

    def stakes_changed(self) -> bool:
        """Returns whether it shows other stakes than were entered; the page is then shown again. In
        a group for points only there are none, whatever a device saw before."""
        return currencies.are_shown() and "stakes" in self.data and not self.shows_stakes()

    @property
    def starts_with_new_stakes(self) -> bool:
        """The button that starts was pressed before the page showed what the game is played for."""
        return self.act.name == "start" and not self.options.errors and self.stakes_changed()

    # Partners

    @property
    def may_partner(self) -> bool:
        return max(self.rules.sides) > 1 and 2 in self.rules.seats

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
        seated_ids = {player.pk for player in self.seated}
        return [player for pk, player in self.players.items() if pk not in seated_ids]

    # House rules

    @cached_property
    def options(self) -> OptionsForm:
        seats = 2 if self.partners else len(self.seated)
        return OptionsForm(
            self.rules,
            min(max(seats, self.rules.seats.start), self.rules.seats.stop - 1),
            self.side if self.side in self.rules.sides else 1,
            self.currency,
            self.data if self.is_bound else None,
            self._preset,
            own=self.own,
            last=self._last_rules,
            asks_stakes=self.last is None,
        )

    @property
    def plan(self) -> GamePlan:
        """Returns the game to start. Its name may have been typed."""
        options, side = self.options, 2 if self.partners else 1
        name = self.cleaned_data["called"] if self.wanted or self.rules.named_by_rules else ""
        return GamePlan(self.rules.key, options.options, name or options.preset_name, side)

    @property
    def may_end(self) -> bool:
        """Its own rules do not end it, so the players may set an ending."""
        return bool(self.ending.errors) or can_agree_ending(self.rules, self.options.resolved)

    # Validation, as far as the button needs it

    @property
    def wanted(self) -> bool:
        """The rules are to be saved."""
        return self.act.name == "keep" or bool(self["keep"].value())

    @property
    def must(self) -> bool:
        """A name is required; a game made here needs none to be played."""
        starts = self.act.name == "start" and not self.rules.named_by_rules
        return self.act.name == "keep" or (starts and self.wanted)

    def clean(self) -> None:
        if self._has_strangers:
            self.add_error("seat", unknown_player_message())

    def is_valid(self) -> bool:
        is_ok = super().is_valid()
        if self.act.name == "start":
            is_ok &= self.new.is_valid() & self.ending.is_valid()
        return is_ok & self.options.is_valid()

    @property
    def first_error(self) -> str:
        """Returns the first error; empty if there is none so far."""
        own_errors = [errors[0] for errors in self.errors.values()]
        names = [row.error for row in self.new.rows]
        ending = self.ending.non_field_errors()
        errors = map(str, (*own_errors, *names, *ending, *self.options.errors.values()))
        return next(filter(None, errors), "")

    def refuse(self, error: EntryError | ValidationError) -> None:
        if isinstance(error, EntryError) and error.field == "seats":
            self.add_error("seat", words(error))
        elif isinstance(error, EntryError) and error.field == "ending":
            self.ending.add_error(None, words(in_terms(self.rules.terms, error.phrase)))
        else:
            super().refuse(error)
