"""The few errors the engine raises; only the edges (forms, ``settle``) catch them."""

from collections.abc import Mapping, Sequence

from scorekeeper.engine.words import Phrase, _


class Person(str):
    """A person among the values of a message: shown by number until ``named`` fills in the name."""

    __slots__ = ("number",)

    number: int

    def __new__(cls, number: int) -> "Person":
        person = super().__new__(cls, str(number + 1))
        person.number = number
        return person

    def named(self, names: Sequence[str]) -> str:
        return names[self.number] if self.number < len(names) else self


class EntryError(ValueError):
    """An entry that the rules do not allow, or options that cannot be played.

    ``phrase`` is a sentence for the scorer: a message whose ``{names}`` are filled from
    ``values`` after translation. ``field`` is the question's name ("" when the fault is not in one
    answer), ``seat`` the person's index or a name that is not in the game (None when no single
    seat is at fault).
    """

    def __init__(
        self, message: str, *, field: str = "", seat: int | str | None = None, **values: object
    ) -> None:
        phrase = message if isinstance(message, Phrase) else Phrase(message)
        self.phrase = phrase.format(**values) if values else phrase
        super().__init__(self.phrase)
        self.field, self.seat = field, seat

    def named(self, names: Sequence[str]) -> Phrase:
        """Returns the sentence with the persons' names.

        >>> EntryError("{who} had a turn.", who=Person(1)).named(["Asha", "Dev"])
        'Dev had a turn.'
        """
        values = self.values.items()
        worded = {k: v.named(names) if isinstance(v, Person) else v for k, v in values}
        return self.phrase.format(**worded)

    @property
    def message(self) -> str:
        return self.phrase.message

    @property
    def values(self) -> Mapping[str, object]:
        return self.phrase.values


class RulesChangedError(EntryError):
    """Frozen options that today's rules cannot read: no hand can follow.

    ``name``: the option; ``label``: its label, if it still has one.
    """

    def __init__(self, name: str, label: str = "") -> None:
        phrase = _("The rules of this game have changed since: {name} is not known now.")
        super().__init__(phrase, field=name, name=label or name)


class CaseError(ValueError):
    """A case file that is not in the case format."""


class NotJsonError(CaseError):
    """``phrase``: what is wrong, for users; ``details``: the same for programmers."""

    def __init__(self, phrase: Phrase, details: str = "") -> None:
        super().__init__(details or phrase)
        self.phrase = phrase


class TooDeepError(NotJsonError):
    """Lists and objects within one another, deeper than anything of ours."""
