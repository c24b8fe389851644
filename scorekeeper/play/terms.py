"""Messages in the words of a game: hands and cards of most games, rounds and tiles of others.

Each game declares which words it uses (``Variant.terms``). Pages say a message about hands
or cards through ``game_text``, and a sentence of the rules or of a replay through ``in_terms``.
Each has its sentence about rounds and tiles below, whole, so that both can be translated.
"""

from typing import Final

from django.utils import translation

from scorekeeper.engine import reasons
from scorekeeper.engine.variant import Terms
from scorekeeper.engine.words import Phrase


def _(message: str) -> str:
    """Marks a message for translation."""
    return message


def ngettext(singular: str, plural: str) -> tuple[str, str]:
    """Marks a message with a plural."""
    return singular, plural


def game_text(terms: Terms, message: str) -> str:
    """Returns a message in the words of a game, translated."""
    return translation.gettext(OF_ROUNDS[message] if terms is Terms.TILES else message)


def game_text_plural(terms: Terms, singular: str, plural: str, count: int) -> str:
    if terms is Terms.TILES:
        singular, plural = OF_COUNTED_ROUNDS[singular, plural]
    return translation.ngettext(singular, plural, count)


def in_terms(terms: Terms, phrase: Phrase) -> Phrase:
    """Returns a phrase in the words of a game, with the phrases among its values."""
    if terms is not Terms.TILES:
        return phrase
    values = {
        name: in_terms(terms, value) if isinstance(value, Phrase) else value
        for name, value in phrase.values.items()
    }
    return Phrase(PHRASES_OF_ROUNDS.get(phrase.message, phrase.message), values, phrase.plural)


OF_ROUNDS: Final = {
    _("%(ago)s since the last hand (usually %(usual)s). Did you miss one?"): _(
        "%(ago)s since the last round (usually %(usual)s). Did you miss one?"
    ),
    _("%(game)s, hand by hand"): _("%(game)s, round by round"),
    _("%(name)s came back, from hand %(number)d on."): _(
        "%(name)s came back, from round %(number)d on."
    ),
    _("%(name)s disputed hand %(hand)d at %(time)s"): _(
        "%(name)s disputed round %(hand)d at %(time)s"
    ),
    _("%(name)s disputes hand %(number)d."): _("%(name)s disputes round %(number)d."),
    _("%(name)s joined, from hand %(number)d on."): _("%(name)s joined, from round %(number)d on."),
    _("%(name)s left, from hand %(number)d on."): _("%(name)s left, from round %(number)d on."),
    _("%(name)s now sits in %(other)s’s seat, from hand %(number)d on."): _(
        "%(name)s now sits in %(other)s’s seat, from round %(number)d on."
    ),
    _("%(name)s was to deal hand %(number)d. Did you miss a hand?"): _(
        "%(name)s was to begin round %(number)d. Did you miss a round?"
    ),
    _("%(name)s withdrew the dispute of hand %(hand)d at %(time)s"): _(
        "%(name)s withdrew the dispute of round %(hand)d at %(time)s"
    ),
    _("%(who)s overruled %(name)s’s dispute of hand %(hand)d at %(time)s"): _(
        "%(who)s overruled %(name)s’s dispute of round %(hand)d at %(time)s"
    ),
    _("<bdi>%(name)s</bdi> disputes hand %(number)s"): _(
        "<bdi>%(name)s</bdi> disputes round %(number)s"
    ),
    _("<bdi>%(who)s</bdi> already saved hand %(number)s"): _(
        "<bdi>%(who)s</bdi> already saved round %(number)s"
    ),
    _("<bdi>%(who)s</bdi> has edited hand %(number)s too"): _(
        "<bdi>%(who)s</bdi> has edited round %(number)s too"
    ),
    _("<bdi>%(who)s</bdi> saved hand %(number)s: %(won)s"): _(
        "<bdi>%(who)s</bdi> saved round %(number)s: %(won)s"
    ),
    _("A hand before this one was deleted."): _("A round before this one was deleted."),
    _("A hand of this game has been saved since."): _("A round of this game has been saved since."),
    _("A hand was deleted. The next one is hand %(next_number)s."): _(
        "A round was deleted. The next one is round %(next_number)s."
    ),
    _("Add mine as hand %(number)s"): _("Add mine as round %(number)s"),
    _("After a set number of hands"): _("After a set number of rounds"),
    _("after the last hand"): _("after the last round"),
    _("All its hands"): _("All its rounds"),
    _("Back to the hand"): _("Back to the round"),
    _("before the first hand"): _("before the first round"),
    _("Both versions count. Yours becomes hand %(next_number)s, after all saved hands."): _(
        "Both versions count. Yours becomes round %(next_number)s, after all saved rounds."
    ),
    _("Changes apply from hand %(number)s."): _("Changes apply from round %(number)s."),
    _("Clear cards"): _("Clear tiles"),
    _("Continue with hand %(number)s"): _("Continue with round %(number)s"),
    _("Continue: hand %(n)s"): _("Continue: round %(n)s"),
    _("Delete hand"): _("Delete round"),
    _("Delete hand %(number)s"): _("Delete round %(number)s"),
    _("Delete hand %(number)s?"): _("Delete round %(number)s?"),
    _("Delete this hand"): _("Delete this round"),
    _("Deleted hand"): _("Deleted round"),
    _("Dispute hand %(number)s"): _("Dispute round %(number)s"),
    _("Each row shows the running total after that hand."): _(
        "Each row shows the running total after that round."
    ),
    _("Earlier hands"): _("Earlier rounds"),
    _("Edit hand %(number)s"): _("Edit round %(number)s"),
    _("Edit hand %(number)s?"): _("Edit round %(number)s?"),
    _("Edit of hand %(number)d of game %(game)d"): _("Edit of round %(number)d of game %(game)d"),
    _("Edit this hand"): _("Edit this round"),
    _("Enter a number of hands from 1 to %(most)d."): _(
        "Enter a number of rounds from 1 to %(most)d."
    ),
    _("Enter hand %(number)s"): _("Enter round %(number)s"),
    _("Enter the missing hand. It becomes hand %(number)s; later hands are renumbered."): _(
        "Enter the missing round. It becomes round %(number)s; later rounds are renumbered."
    ),
    _("Hand"): _("Round"),
    _("hand %(hand)d"): _("round %(hand)d"),
    _("hand %(hand)d of game %(game)d"): _("round %(hand)d of game %(game)d"),
    _("Hand %(hand)d was deleted at %(time)s"): _("Round %(hand)d was deleted at %(time)s"),
    _("Hand %(hand)d was edited at %(time)s"): _("Round %(hand)d was edited at %(time)s"),
    _("Hand %(hand)d was restored at %(time)s"): _("Round %(hand)d was restored at %(time)s"),
    _("Hand %(number)d"): _("Round %(number)d"),
    _("Hand %(number)d deleted on this phone."): _("Round %(number)d deleted on this phone."),
    _("Hand %(number)d deleted. It no longer counts."): _(
        "Round %(number)d deleted. It no longer counts."
    ),
    _("Hand %(number)d deleted. It no longer counts. Later hands keep their numbers."): _(
        "Round %(number)d deleted. It no longer counts. Later rounds keep their numbers."
    ),
    _("Hand %(number)d edited on this phone."): _("Round %(number)d edited on this phone."),
    _("Hand %(number)d edited."): _("Round %(number)d edited."),
    _("Hand %(number)d is next."): _("Round %(number)d is next."),
    _("Hand %(number)d of game %(game)d"): _("Round %(number)d of game %(game)d"),
    _("Hand %(number)d restored on this phone."): _("Round %(number)d restored on this phone."),
    _("Hand %(number)d restored."): _("Round %(number)d restored."),
    _("Hand %(number)d saved on this phone."): _("Round %(number)d saved on this phone."),
    _("Hand %(number)d saved."): _("Round %(number)d saved."),
    _("Hand %(number)d was not saved because the game has ended."): _(
        "Round %(number)d was not saved because the game has ended."
    ),
    _("Hand %(number)d was saved and later deleted."): _(
        "Round %(number)d was saved and later deleted."
    ),
    _("Hand %(number)d: %(brought)s."): _("Round %(number)d: %(brought)s."),
    _("Hand %(number)s"): _("Round %(number)s"),
    _("hand %(number)s"): _("round %(number)s"),
    _("Hand %(number)s changes to your version."): _("Round %(number)s changes to your version."),
    _("Hand %(number)s changes to your version. No hand comes after it."): _(
        "Round %(number)s changes to your version. No round comes after it."
    ),
    _("Hand %(number)s deleted"): _("Round %(number)s deleted"),
    _("Hand %(number)s edited"): _("Round %(number)s edited"),
    _("Hand %(number)s from this device"): _("Round %(number)s from this device"),
    _("Hand %(number)s inserted"): _("Round %(number)s inserted"),
    _("Hand %(number)s is no longer the next hand"): _(
        "Round %(number)s is no longer the next round"
    ),
    _("Hand %(number)s of %(game)s"): _("Round %(number)s of %(game)s"),
    _("Hand %(number)s restored"): _("Round %(number)s restored"),
    _("Hand %(number)s was already saved, and is the same"): _(
        "Round %(number)s was already saved, and is the same"
    ),
    _("Hand %(number)s was already saved, but with other answers"): _(
        "Round %(number)s was already saved, but with other answers"
    ),
    _("Hand %(number)s was deleted while you edited it"): _(
        "Round %(number)s was deleted while you edited it"
    ),
    _("Hand %(number)s was not played: delete it"): _("Round %(number)s was not played: delete it"),
    _("Hand %(number)s: deleted"): _("Round %(number)s: deleted"),
    _("Hand %(number)s: new"): _("Round %(number)s: new"),
    _("Hand %(number)s: your result"): _("Round %(number)s: your result"),
    _("hands %(hands)s"): _("rounds %(hands)s"),
    _("Hands so far"): _("Rounds so far"),
    _("Hands, newest first"): _("Rounds, newest first"),
    _("How many hands"): _("How many rounds"),
    _("How the cards were counted"): _("How the tiles were counted"),
    _("If the game is restored, a hand you were entering comes back."): _(
        "If the game is restored, a round you were entering comes back."
    ),
    _("Insert a hand before hand %(number)s?"): _("Insert a round before round %(number)s?"),
    _("Insert a missing hand before this one"): _("Insert a missing round before this one"),
    _("Insert before hand %(number)s"): _("Insert before round %(number)s"),
    _("Insert hand"): _("Insert round"),
    _("Is %(points)s right for %(name)s? The cards of a hand make fewer points."): _(
        "Is %(points)s right for %(name)s? The tiles of a rack make fewer points."
    ),
    _(
        "It stays in the list, crossed out, and later hands are recalculated. You can restore it."
    ): _(
        "It stays in the list, crossed out, and later rounds are recalculated. You can restore it."
    ),
    _("Joins from hand %(number)s on"): _("Joins from round %(number)s on"),
    _("Keep both: add mine as hand %(next_number)s"): _(
        "Keep both: add mine as round %(next_number)s"
    ),
    _("Keep both: add mine as hand %(number)s"): _("Keep both: add mine as round %(number)s"),
    _("Keep mine as hand %(number)s"): _("Keep mine as round %(number)s"),
    _("Later hands"): _("Later rounds"),
    _("Money, hand by hand"): _("Money, round by round"),
    _("No hand was played."): _("No round was played."),
    _("No hand yet."): _("No round yet."),
    _("No hands were played, so nothing counts."): _("No rounds were played, so nothing counts."),
    _("Nothing is saved yet. Later hands change too. These are the changes."): _(
        "Nothing is saved yet. Later rounds change too. These are the changes."
    ),
    _("Points, hand by hand"): _("Points, round by round"),
    _("Replace hand %(number)s with mine"): _("Replace round %(number)s with mine"),
    _("Restore hand"): _("Restore round"),
    _("Restore hand %(number)s?"): _("Restore round %(number)s?"),
    _("Result of this hand"): _("Result of this round"),
    _("Save hand %(number)s"): _("Save round %(number)s"),
    _("Someone else has edited hand %(number)d."): _("Someone else has edited round %(number)d."),
    _("Someone sits out this hand"): _("Someone sits out this round"),
    _("stops before the first hand."): _("stops before the first round."),
    _("Tap cards"): _("Tap tiles"),
    _("The first hand is being played. It appears here once it is saved."): _(
        "The first round is being played. It appears here once it is saved."
    ),
    _("The game was edited. Check the result of this hand, then save again."): _(
        "The game was edited. Check the result of this round, then save again."
    ),
    _("The hand"): _("The round"),
    _("The hand in progress at that time still counts. Whoever is ahead then has won the game."): _(
        "The round in progress at that time still counts. Whoever is ahead then has won the game."
    ),
    _("The last hand."): _("The last round."),
    _("The same result was saved %(ago)s ago. Is this a second hand?"): _(
        "The same result was saved %(ago)s ago. Is this a second round?"
    ),
    _("The saved hand has since been edited or deleted."): _(
        "The saved round has since been edited or deleted."
    ),
    _("The totals after each hand. The list of hands has the same numbers."): _(
        "The totals after each round. The list of rounds has the same numbers."
    ),
    _("This hand"): _("This round"),
    _("This hand was deleted and does not count."): _("This round was deleted and does not count."),
    _("This session has ended. If you edit a hand, you’ll see what changes before you save."): _(
        "This session has ended. If you edit a round, you’ll see what changes before you save."
    ),
    _("Until %(until)s: the hand in progress then still counts."): _(
        "Until %(until)s: the round in progress then still counts."
    ),
    _("View hand"): _("View round"),
    _("View saved hand"): _("View saved round"),
    _("won the hand"): _("won the round"),
    _("Yes, add the missing hand"): _("Yes, add the missing round"),
    _("Your version is discarded. All saved hands stay as they are."): _(
        "Your version is discarded. All saved rounds stay as they are."
    ),
    _("−1 card"): _("−1 tile"),
    _("−1 card: tap it next"): _("−1 tile: tap it next"),
}
"""The messages about rounds, by the message about hands and cards."""

OF_COUNTED_ROUNDS: Final = {
    ngettext("%(count)d hand", "%(count)d hands"): ngettext("%(count)d round", "%(count)d rounds"),
    ngettext("%(count)s hand", "%(count)s hands"): ngettext("%(count)s round", "%(count)s rounds"),
    ngettext("%(hands)s hand", "%(hands)s hands"): ngettext("%(hands)s round", "%(hands)s rounds"),
    ngettext("%(n)s hand", "%(n)s hands"): ngettext("%(n)s round", "%(n)s rounds"),
    ngettext("%(won)s of %(hands)s hand won", "%(won)s of %(hands)s hands won"): ngettext(
        "%(won)s of %(hands)s round won", "%(won)s of %(hands)s rounds won"
    ),
    ngettext(
        "<bdi>%(names)s</bdi> is entering hand %(number)s",
        "<bdi>%(names)s</bdi> are entering hand %(number)s",
    ): ngettext(
        "<bdi>%(names)s</bdi> is entering round %(number)s",
        "<bdi>%(names)s</bdi> are entering round %(number)s",
    ),
    ngettext("Ended after %(n)s hand, as agreed.", "Ended after %(n)s hands, as agreed."): ngettext(
        "Ended after %(n)s round, as agreed.", "Ended after %(n)s rounds, as agreed."
    ),
    ngettext("The game ends after %(n)s hand.", "The game ends after %(n)s hands."): ngettext(
        "The game ends after %(n)s round.", "The game ends after %(n)s rounds."
    ),
    ngettext("hand %(hands)s", "hands %(hands)s"): ngettext("round %(hands)s", "rounds %(hands)s"),
    ngettext(
        "stops after %(n)s hand; scores stay as they are.",
        "stops after %(n)s hands; scores stay as they are.",
    ): ngettext(
        "stops after %(n)s round; scores stay as they are.",
        "stops after %(n)s rounds; scores stay as they are.",
    ),
    ngettext(
        "The hand after it is recalculated.", "The %(n)s hands after it are recalculated."
    ): ngettext(
        "The round after it is recalculated.", "The %(n)s rounds after it are recalculated."
    ),
}
"""The keys are the messages about one hand and about several."""

PHRASES_OF_ROUNDS: Final = {
    _("“{question}” is not asked in that hand."): _("“{question}” is not asked in that round."),
    _("{hands} hands are there, the game knows of {count}"): _(
        "{hands} rounds are there, the game knows of {count}"
    ),
    _("{name} would be out after hand {number}. Tick “{answer}” if that applies to {name}."): _(
        "{name} would be out after round {number}. Tick “{answer}” if that applies to {name}."
    ),
    _(
        "{name} would be out before hand {number}. "
        "Tick “{answer}” if {name} played it all the same."
    ): _(
        "{name} would be out before round {number}. "
        "Tick “{answer}” if {name} played it all the same."
    ),
    _("{names} would still be in: what did {names} have in hand {number}?"): _(
        "{names} would still be in: what did {names} have in round {number}?"
    ),
    _("Check hand {number}."): _("Check round {number}."),
    _("Enter the points left in hand."): _("Enter the points left on the rack."),
    _("Give a number of hands from 1 to {most}."): _("Give a number of rounds from 1 to {most}."),
    _("hand {number}"): _("round {number}"),
    reasons.HAND_DELETED: reasons.ROUND_DELETED,
    reasons.HAND_EDITED: reasons.ROUND_EDITED,
    reasons.HAND_INSERTED: reasons.ROUND_INSERTED,
    reasons.HAND_RESTORED: reasons.ROUND_RESTORED,
    _("Hand {number} would not be possible then. {name}: {why}"): _(
        "Round {number} would not be possible then. {name}: {why}"
    ),
    _("Hand {number} would not be possible then. {why}"): _(
        "Round {number} would not be possible then. {why}"
    ),
    _("hand {number}, {name}"): _("round {number}, {name}"),
    _("hand {number}: the chain is broken: it was changed after it was saved"): _(
        "round {number}: the chain is broken: it was changed after it was saved"
    ),
    _("hand {number}: the rules refuse it now: {why}"): _(
        "round {number}: the rules refuse it now: {why}"
    ),
    _("Nobody can sit out a hand of this game."): _("Nobody can sit out a round of this game."),
    _("outside the hands"): _("outside the rounds"),
    _("Somebody else won, so cards are left."): _("Somebody else won, so tiles are left."),
    _("standings: {name} is not {net} in {hands} hands, {wins} of them won"): _(
        "standings: {name} is not {net} in {hands} rounds, {wins} of them won"
    ),
    _("The cards tapped count {counted}."): _("The tiles tapped count {counted}."),
    _("the chain is broken: a hand is missing at its end"): _(
        "the chain is broken: a round is missing at its end"
    ),
    _("The winner has no cards left."): _("The winner has no tiles left."),
    _("These cannot be read as cards: {why}."): _("These cannot be read as tiles: {why}."),
}
"""The keys are the messages about hands and cards."""
