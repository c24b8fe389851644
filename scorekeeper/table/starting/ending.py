"""Form fields for when a new game is to end, if its own rules do not end it."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.core import clock
from scorekeeper.engine.agreed_ending import MOST_HANDS
from scorekeeper.engine.variant import Terms
from scorekeeper.play.ending import NO_ENDING, Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.play.terms import game_text

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
