"""Converts hands and game states to plain JSON and back.

This JSON is stored for years: every form ever written stays readable.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import D, Entry, Game, L, O, S, by_seat
from scorekeeper.engine.playing import refuse_unasked
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.kinds import always_asked, is_void
from scorekeeper.engine.variant import NamedValues, Variant
from scorekeeper.engine.words import _

# A hand --------------------------------------------------------------------------------------


def load_entry(
    variant: Variant[O, D, L, S],
    game: Game[O, S],
    data: object,
    names: Sequence[str],
    *,
    strict: bool = True,
) -> Entry[D, L]:
    """Reads an entry from ``{"deal": …, "lines": {name: …}, "absent": […], "dealer": name}``.

    ``names`` are the persons' names in the game's order. Raises EntryError, addressed by line.
    ``strict`` also refuses answers that are not asked (see ``Variant.strict``).
    """
    if not isinstance(data, Mapping):
        raise EntryError(_("A hand has “deal” and “lines”."))
    deals = _load_deals(variant, game, data.get("deal"))
    dealer = _dealer(data.get("dealer"), names)
    names = variant.line_names(game, names)
    entry: Entry[D, L] = Entry(
        deals[0],
        (variant.line(),) * len(names),
        frozenset(_absent(data.get("absent"), names)),
        deals[1:],
        dealer,
    )
    entry = replace(entry, lines=tuple(_load_lines(variant, game, entry, data, names)))
    if strict and not game.over:
        refuse_unasked(variant, game, entry)
    return entry


def _load_deals(variant: Variant[O, D, L, S], game: Game[O, S], data: object) -> tuple[D, ...]:
    count = variant.tables(game)
    if count == 1 or not isinstance(data, Mapping):
        return (codec.load(variant.deal, data),) * count
    for name, value in data.items():
        if value is not None and (not isinstance(value, list) or len(value) != count):
            raise EntryError(
                _("Give one answer for each of the {tables} tables."),
                field=str(name),
                tables=count,
            )
    tables = (
        {name: value[table] for name, value in data.items() if value is not None}
        for table in range(count)
    )
    return tuple(codec.load(variant.deal, table) for table in tables)


def _load_lines(
    variant: Variant[O, D, L, S],
    game: Game[O, S],
    entry: Entry[D, L],
    data: NamedValues,
    names: Sequence[str],
) -> Iterator[L]:
    lines_json = data.get("lines") or {}
    if not isinstance(lines_json, Mapping):
        raise EntryError(_("Give the lines by name."))
    if not entry.is_void:
        for name in lines_json:
            if name not in names:
                raise EntryError(_("{name} is not in this game."), seat=str(name), name=name)
    for person, name in enumerate(names):
        line = lines_json.get(name)
        if is_void(game.deal_of(entry, person)):
            line = _only(line, always_asked(variant.line))
        yield codec.load(variant.line, line, seat=person)


def _only(line: object, names: frozenset[str]) -> object:
    """Returns the answers to these questions; the others are ignored."""
    if not names or not isinstance(line, Mapping):
        return None
    return {name: value for name, value in line.items() if name in names}


def _dealer(data: object, names: Sequence[str]) -> int | None:
    if data is None:
        return None
    if not isinstance(data, str) or data not in names:
        raise EntryError(_("{name} is not in this game."), field="dealer", name=data)
    return names.index(data)


def _absent(data: object, names: Sequence[str]) -> Iterator[int]:
    if data is None:
        return
    if not isinstance(data, list | tuple):
        raise EntryError(_("Those who sit out are given as a list of names."), field="absent")
    for name in data:
        if name not in names:
            raise EntryError(_("{name} is not in this game."), field="absent", name=name)
        yield names.index(name)


def dump_entry(entry: Entry[D, L], names: Sequence[str]) -> dict[str, Any]:
    """Returns the entry as plain JSON without defaults; ``load_entry`` is the inverse.

    ``names`` are the persons' names in the game's order.
    """
    seats, persons = len(entry.lines), names
    if len(names) > seats:
        names = ["+".join(side) for side in by_seat(names, seats)]
    lines = {
        name: line_json
        for name, line in zip(names, entry.lines, strict=True)
        if (line_json := codec.dump(line))
    }
    plain: dict[str, Any] = {"deal": _dump_deals(entry), "lines": lines}
    if entry.absent:
        plain["absent"] = [names[p] for p in sorted(entry.absent)]
    if entry.dealer is not None:
        plain["dealer"] = persons[entry.dealer]
    return plain


def _dump_deals(entry: Entry[D, L]) -> dict[str, Any]:
    if not entry.more:
        return codec.dump(entry.deal)
    dumps = [codec.dump(deal, full=True) for deal in entry.deals]
    return {name: [dump[name] for dump in dumps] for name in dumps[0]}


# A game --------------------------------------------------------------------------------------


def freeze_game(game: Game[O, S]) -> dict[str, Any]:
    """Returns what the next hand needs as plain JSON; ``thaw_game`` is the inverse."""
    return {
        "number": game.number,
        "totals": list(game.totals),
        "balances": list(game.balances),
        "pot": game.pot,
        "over": game.over,
        "turn": game.turn,
        "left": sorted(game.left),
        **({"places": [list(place) for place in game.moved]} if game.moved else {}),
        "state": codec.freeze(game.state),
    }


def thaw_game(
    variant: Variant[O, D, L, S],
    data: NamedValues,
    options: O,
    seats: int,
    side: int = 1,
    ends: int | None = None,
    first: int | None = None,
) -> Game[O, S]:
    return Game(
        options,
        seats,
        codec.thaw(variant.state, data["state"]),
        side,
        number=data["number"],
        totals=tuple(data["totals"]),
        balances=tuple(data["balances"]),
        pot=data["pot"],
        over=data["over"],
        turn=data["turn"],
        left=frozenset(data["left"]),
        moved=tuple(map(tuple, data.get("places", ()))),
        ends=ends,
        first=first,
    )
