"""The fields that the page of a hand posts for an entry."""

from dataclasses import replace
from typing import Any

from django.http import QueryDict

from scorekeeper.engine import playing
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.questions.kinds import Card, Cards, Counts, Melds, Pick, holds, questions
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.questions import encoding
from scorekeeper.table.entry.cards import picker


def on_screen(variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any]) -> Entry[Any, Any]:
    """The entry without the answers a screen never asks for."""
    deals = tuple(_shown(variant, d, d, game.options, None) for d in entry.deals)
    entry = replace(entry, deal=deals[0], more=deals[1:])
    lines = [
        _shown(
            variant,
            line,
            game.deal_of(entry, person),
            game.options,
            playing.asked_questions(variant, game, entry, person),
        )
        for person, line in enumerate(entry.lines)
    ]
    return replace(entry, lines=tuple(lines))


def _shown(
    variant: AnyVariant, answers: Any, deal: Any, options: Any, wanted: frozenset[str] | None
) -> Any:
    tapped = picker.stock(variant, options, variant.deal()).strip("0")
    for q in questions(type(answers)):
        shown = not q.kind.counting and (wanted is None or q.name in wanted)
        if isinstance(q.kind, Cards | Melds):
            shown = bool(shown and tapped and getattr(answers, q.name))
        conditions = (*q.kind.when, *q.kind.screen)
        nothing = isinstance(q.kind, Counts) and not any(getattr(answers, q.name) or ())
        if nothing or not shown or not all(holds(c, answers, deal, options) for c in conditions):
            answers = replace(answers, **{q.name: q.default})
    return answers


def posted(variant: AnyVariant, entry: Entry[Any, Any], seats: int) -> QueryDict:
    """Returns the form that a browser sends with these answers on the page."""
    data = QueryDict(mutable=True)
    for number, deal in enumerate(entry.deals):
        for q in questions(type(deal)):
            write(data, f"deal{number or ''}-{q.name}", q, getattr(deal, q.name))
    for person, line in enumerate(entry.lines):
        table = "" if variant.one_table else person // seats or ""
        for q in questions(type(line)):
            value = getattr(line, q.name)
            sole = q.kind.sole_value if isinstance(q.kind, Pick) else True
            if q.kind.sole is not None and value == sole:
                data.appendlist(f"who{table}-{q.name}", str(person))
            else:
                write(data, f"p{person}-{q.name}", q, value)
        if person in entry.absent:
            data[f"p{person}-absent"] = "on"
    return data


def write(data: QueryDict, name: str, q: Any, value: Any) -> None:
    if isinstance(q.kind, Card):
        if value is not None:
            data[f"{name}-rank"], data[f"{name}-suit"] = (
                ("JK", "") if value == "JK" else (value[:-1], value[-1])
            )
    elif value is not None and value is not False:
        data.setlist(name, encoding.to_texts(q.kind, value))
