"""A column of phrases: the message and its values are kept, and worded when they are read."""

from typing import Any

from django.db import models

from scorekeeper.engine.words import Phrase, dumps, loads


class PhraseField(models.TextField):  # type: ignore[type-arg]
    """Text for the database: a message alone as it is, with values as JSON. Texts of old sessions,
    finished sentences, are read as messages without values."""

    def from_db_value(self, value: str | None, *_where: object) -> Phrase | None:
        return None if value is None else loads(value)

    def to_python(self, value: Any) -> Any:
        return value if value is None or isinstance(value, Phrase) else loads(str(value))

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else dumps(value)
