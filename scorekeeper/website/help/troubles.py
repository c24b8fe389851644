"""The messages that beginners meet, word for word as pages show them, and what to do about each.

A message stands in the code that gives it; a test finds it there.
"""

from dataclasses import dataclass
from typing import Final

from django.utils.text import slugify

from scorekeeper.engine.words import Phrase, _

EXAMPLE: Final = "Asha"


@dataclass(frozen=True, slots=True)
class Trouble:
    message: Phrase
    """With a place for the name of a player, where it has one."""
    advice: Phrase

    @property
    def shown(self) -> Phrase:
        return self.message.format(name=EXAMPLE) if "{name}" in self.message else self.message

    @property
    def anchor(self) -> str:
        """The same in every language, so that a link to it stays good."""
        return slugify(self.message.message)


ENTERING: Final = (
    Trouble(
        _("Choose who won the hand."),
        _("Tap the winner’s name at the top. If nobody won, choose Void below the players."),
    ),
    Trouble(
        _("Tick the one player who won."),
        _("Tap exactly one name. If nobody won, choose Void."),
    ),
    Trouble(
        _("Only one seat can win the hand."),
        _("Two players are marked as winners. Tap the one who won."),
    ),
    Trouble(
        _("Choose how {name} finished the hand."),
        _("Nothing is entered for this player yet. Tap who won, then enter the others’ points."),
    ),
    Trouble(
        _("Enter the points left in hand."),
        _("A loser has no number yet. Tap their row and enter the points of the cards left."),
    ),
    Trouble(
        _("Enter the points."),
        _("A player has no number yet. Tap their row and enter it, or choose how they finished."),
    ),
    Trouble(
        _("Enter the points or tap the cards, not both."),
        _("Delete the number, and the cards are counted for you. Or delete the cards."),
    ),
    Trouble(
        _("The winner has no cards left."),
        _("Delete the winner’s points, or tap the player who really won."),
    ),
    Trouble(
        _("That number is too large. Check it and try again."),
        _("There is probably one digit too many. Tap the number and enter it again."),
    ),
    Trouble(
        _("This game is over."),
        _("Nothing more can be entered. Start the next game from the scores."),
    ),
)
SAVING: Final = (
    Trouble(
        _("This page is out of date. Reload it and try again."),
        _("It was open for a long time, or in two windows. Reload it; what was saved is there."),
    ),
    Trouble(
        _("This has changed, maybe on another device."),
        _("Somebody was faster. Reload the page and look before you save again."),
    ),
    Trouble(
        _("You’re offline. Your entry is kept on this device and will be sent when you reconnect."),
        _("Play on. Keep the page open, or come back to it. Nothing is saved twice."),
    ),
    Trouble(
        _("This page is out of date. Nothing is lost. Reload it to save."),
        _("Reload the page. Your entry is filled in again: check it and save it."),
    ),
    Trouble(
        _("Players can’t join or leave this game while it runs."),
        _("End the game, and start another with the players who are here."),
    ),
    Trouble(
        _("A player in this group already has that name."),
        _("Add an initial, such as Asha K. If it is the same person, choose them from the list."),
    ),
    Trouble(
        _("Two seats have the same name."),
        _("Change one of the names, so that it is clear whose result it is."),
    ),
)
ACCESS: Final = (
    Trouble(
        _("Choose whose device this is first."),
        _("Open the group’s page and tap your name under “Who’s using this device?”."),
    ),
    Trouble(
        _("Only this device can manage the group. Create a recovery code first."),
        _("Open Settings of the group, create the code and save it somewhere else."),
    ),
    Trouble(
        _("This code isn’t valid. Check each character. A newer code cancels older ones."),
        _("Enter the newest code. Without one, ask another host for an invite link."),
    ),
    Trouble(
        _("This sign-up code is not right. Ask the server admin for it."),
        _("This site asks for a code before a group is started. Joining a group needs none."),
    ),
    Trouble(
        _("This link has been revoked"),
        _("Ask a host for a new invite link. Your results are still there."),
    ),
)
PAGES: Final = (
    Trouble(
        _("Page not found"),
        _("Check the link for a missing character, or ask a host for a new one."),
    ),
    Trouble(
        _("You don’t have permission"),
        _("Your link only lets you view, or enter hands. Ask a host for another role."),
    ),
    Trouble(
        _("This page is out of date"),
        _("Go back and reload. If it comes again, allow cookies for this site."),
    ),
    Trouble(
        _("Too many requests"),
        _("Wait as long as the page says. What you entered is not lost."),
    ),
    Trouble(
        _("That is too large"),
        _("Send it in parts, or choose a smaller file."),
    ),
    Trouble(
        _("Something broke on our side"),
        _("Go back and try again. If it comes again, report it to the server admin with the time."),
    ),
    Trouble(
        _("Temporarily unavailable"),
        _("Wait a minute. Your entry is sent by itself as soon as the server can save."),
    ),
)
GROUPS: Final = (
    (_("While you enter a hand"), ENTERING),
    (_("While you save"), SAVING),
    (_("Devices, links and codes"), ACCESS),
    (_("Whole pages"), PAGES),
)
TROUBLES: Final = tuple(trouble for _label, troubles in GROUPS for trouble in troubles)
