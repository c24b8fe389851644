"""When a game about to start is to end, if its own rules do not end it: fields of the page."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.engine.ending import MOST_HANDS
from scorekeeper.engine.errors import EntryError
from scorekeeper.play.ending import NO_ENDING, Ending, ending_of
from scorekeeper.play.models import Game
from scorekeeper.serving import clock
from scorekeeper.wording.words import words

HANDS, TIME = "hands", "time"
USUAL_HANDS = "10"


class EndingForm:
    """``before``: the last game of the kind, whose number of hands is proposed again."""

    def __init__(
        self, zone: ZoneInfo, data: QueryDict | None = None, before: Game | None = None
    ) -> None:
        hands = ending_of(before).hands if before is not None else None
        self.zone, self.error = zone, ""
        self.kind = HANDS if hands else ""
        self.hands, self.time = str(hands or USUAL_HANDS), ""
        if data is not None:
            self.kind = data.get("ends", "")
            self.hands, self.time = data.get("ends-hands", ""), data.get("ends-at", "")
        self.ending = NO_ENDING

    def propose(self, hands: int) -> None:
        """As long as nobody chose."""
        if not self.kind:
            self.kind, self.hands = HANDS, str(hands)

    def is_valid(self) -> bool:
        """Fills ``ending``."""
        if self.kind == HANDS:
            return self._read_hands()
        return self.kind != TIME or self._read_time()

    def _read_hands(self) -> bool:
        text = self.hands.strip()
        if not (text.isdecimal() and len(text) < 4 and int(text)):
            self.error = _("Give a number of hands from 1 to %(most)d.") % {"most": MOST_HANDS}
            return False
        self.ending = Ending(hands=int(text))
        return True

    def _read_time(self) -> bool:
        try:
            at = time.fromisoformat(self.time.strip()[:5])
        except ValueError:
            self.error = _("Give a time of day, such as 23:30.")
            return False
        self.ending = Ending(until=next_time(at.hour, at.minute, self.zone))
        return True

    def refuse(self, error: EntryError) -> None:
        self.error = words(error)


def next_time(hour: int, minute: int, zone: ZoneInfo) -> datetime:
    """When a clock on that wall will show this next."""
    now = timezone.localtime(clock.now(), zone)
    then = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
    return then if then > now else then + timedelta(days=1)
