"""Laws of every variant, checked for each one found."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from scorekeeper.engine import playing
from scorekeeper.engine.agreed_ending import can_agree_ending
from scorekeeper.engine.cases.files import differences
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Game
from scorekeeper.engine.money import POT
from scorekeeper.engine.questions import codec
from scorekeeper.engine.questions.entry_json import dump_entry, freeze_game, load_entry, thaw_game
from scorekeeper.engine.questions.kinds import Pick, Question, Text, deck_of, questions
from scorekeeper.engine.questions.options import load_options
from scorekeeper.engine.seats.rules import check_seats
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import dump
from scorekeeper.variants import VARIANTS
from scorekeeper.website.rulebook.card_questions import UNSUPPORTED, settle
from tests.engine.laws import every_variant, few, some
from tests.helpers.changes import option_changes
from tests.helpers.drawing import (
    Drawn,
    as_case,
    as_json,
    draw_game,
    entry_of,
    first_tries,
    history,
    names,
    offered,
    options_of,
    words,
)
from tests.helpers.engine.witnesses import (
    FIXTURES,
    answer_shown,
    declared,
    differs_from_default,
    golden,
    option_shown,
)
from tests.helpers.examples import LOOKS_FOR_NEW
from tests.helpers.seeds import in_order
from tests.helpers.strategies import chances, games

GOLDEN = 5
"""The fewest cases with typed answers that prove a variant."""


# Golden cases --------------------------------------------------------------------------------


@every_variant
def test_its_golden_cases_come_out_as_written(variant: AnyVariant) -> None:
    settled = 0
    for case in golden(variant):
        assert case["variant"] == variant.key
        assert case["source"], f"{case['id']} has no source"
        assert case["expect"], f"{case['id']} expects nothing"
        result = settle(variant, case)
        settled += result != UNSUPPORTED
        assert result == UNSUPPORTED or list(differences(case["expect"], result)) == [], case["id"]
    assert settled >= GOLDEN


def test_every_file_of_golden_cases_belongs_to_a_variant() -> None:
    assert {path.stem for path in FIXTURES.glob("*.json")} == set(VARIANTS)


# Play ----------------------------------------------------------------------------------------


@every_variant
def test_most_hands_drawn_from_its_declarations_are_legal(variant: AnyVariant) -> None:
    """Otherwise the other laws look at little, or its screen asks what its rules refuse."""
    many = 60 if LOOKS_FOR_NEW else 15
    tries = list(first_tries(variant, Random(1), hands=5 * many))
    assert sum(tries) > 0.3 * len(tries)
    played = [draw_game(variant, Random(seed), hands=8) for seed in range(many)]
    assert sum(len(drawn.entries) for drawn in played) > 9 * sum(d.given_up for d in played)


@every_variant
@some
@given(data=st.data())
def test_a_game_replays_to_itself(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant))
    again = list(history(variant, drawn.options, drawn.seats, drawn.entries, drawn.side))
    assert again == drawn.games
    assert [game.last for game in again] == [game.last for game in drawn.games]


@every_variant
@some
@given(data=st.data())
def test_money_has_two_ends(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=12))
    note(json.dumps(drawn.plain_entries()))
    moved = [0] * len(drawn.names)
    pot = 0
    for payments in (drawn.games[0].opening, *(hand.payments for hand in drawn.played)):
        for p in payments:
            assert type(p.amount) is int
            assert p.amount > 0
            assert p.payer != p.payee
            assert p.reason.strip()
            for party, amount in ((p.payer, -p.amount), (p.payee, p.amount)):
                if party == POT:
                    pot += amount
                else:
                    assert party in range(len(moved))
                    moved[int(party)] += amount
    assert (tuple(moved), pot) == (drawn.game.balances, drawn.game.pot)
    assert sum(moved) + pot == 0
    assert pot >= 0
    assert not (drawn.game.over and pot)


@every_variant
@some
@given(data=st.data())
def test_every_reason_is_stored_under_a_key(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=10))
    note(json.dumps(drawn.plain_entries()))
    reasons = [payment.reason for payment in drawn.games[0].opening]
    for hand in drawn.played:
        reasons += [score.reason for score in hand.scores]
        reasons += [payment.reason for payment in hand.payments]
    stored = map(dump, reasons)
    assert not [value for value in stored for text in messages(value) if text[0] != "@"]


def messages(stored: Any) -> Iterator[str]:
    """The messages of a stored phrase and of the phrases among its values."""
    if isinstance(stored, str):
        yield from [stored] if stored else []
        return
    message, values = [*stored, {}][:2]
    yield message
    for value in values.values():
        for given_value in (
            value if value and isinstance(value, list) and isinstance(value[0], list) else [value]
        ):
            if isinstance(given_value, list):
                yield from messages(given_value)


@every_variant
@some
@given(data=st.data())
def test_totals_are_the_sum_of_the_points(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=10))
    note(json.dumps(drawn.plain_entries()))
    for hand in drawn.played:
        assert len(hand.scores) == drawn.seats
        assert all(2 * score.points == int(2 * score.points) for score in hand.scores)
        assert all(score.reason.strip() for score in hand.scores if score.points)
    columns = zip(*(hand.scores for hand in drawn.played), strict=True)
    sums = tuple(sum(score.points for score in column) for column in columns)
    totals = variant.totals(drawn.game)
    if not drawn.entries or variant.key in OTHER_TOTALS:
        assert totals is None or len(totals) == drawn.seats
    else:
        assert totals in (None, sums)


OTHER_TOTALS = ("deals_rummy", "pool_rummy")
"""Games that begin with a score, or are rejoined with the highest total."""


@every_variant
@some
@given(data=st.data())
def test_who_is_absent_is_no_part_of_the_hand(variant: AnyVariant, data: st.DataObject) -> None:
    """A debt from an earlier hand may fall due, so only a first hand costs the absent nothing."""
    drawn = data.draw(games(variant))
    for game, hand in zip(drawn.games[1:], drawn.played, strict=True):
        absent = hand.entry.absent
        assert not absent or variant.may_miss
        if not game.over:
            assert not {p.payee for p in hand.payments} & absent
        if game.number == 1 and not game.over:
            assert not {p.payer for p in hand.payments} & absent
            assert all(hand.scores[game.seat_of(person)].points == 0 for person in absent)


@every_variant
@some
@given(data=st.data())
def test_a_game_is_never_changed_by_play(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant))
    before = [repr(game) for game in drawn.games]
    for game, entry, _error in drawn.refused:
        with pytest.raises(EntryError):
            playing.play(variant, game, entry)
    list(history(variant, drawn.options, drawn.seats, drawn.entries, drawn.side))
    assert [repr(game) for game in drawn.games] == before


@every_variant
def test_an_over_game_takes_no_more_hands(variant: AnyVariant) -> None:
    over = [d for d in finished(variant) if d.game.over]
    assert bool(over) == differs_from_default(variant, "ends")
    for drawn in over:
        for entry in drawn.entries[-3:]:
            with pytest.raises(EntryError) as refusal:
                playing.play(variant, drawn.game, entry)
            assert (refusal.value.field, refusal.value.seat) == ("", None)


ENDED = 6
"""Games that came to an end are enough of one variant."""


def finished(variant: AnyVariant) -> Iterator[Drawn]:
    ended = 0
    for seed in range(25):
        if ended < ENDED:
            drawn = draw_game(variant, Random(seed), hands=60)
            ended += drawn.game.over
            yield drawn


@every_variant
def test_an_open_ended_game_goes_on_and_its_hands_are_settled(variant: AnyVariant) -> None:
    opened = list(islice(open_ended(variant), ENDED))
    assert bool(opened) == variant.may_miss
    for drawn in opened:
        assert can_agree_ending(variant, drawn.options)
        assert not drawn.game.over and drawn.game.pot == 0


def open_ended(variant: AnyVariant) -> Iterator[Drawn]:
    for seed in range(100):
        seats = Random(seed).choice(variant.seats)
        options = options_of(variant, Random(seed), seats, 1)
        if variant.ends(options) is None and variant.may_miss:
            yield draw_game(variant, Random(seed), seats=seats, side=1, options=options, hands=30)


@every_variant
@some
@given(data=st.data())
def test_what_the_board_asks_is_answered_at_any_time(
    variant: AnyVariant, data: st.DataObject
) -> None:
    drawn = data.draw(games(variant, hands=12))
    line = {q.name for q in questions(variant.line)}
    for game in drawn.games:
        persons = range(game.persons)
        assert set(variant.out(game)) <= set(range(game.seats))
        assert variant.dealer(game) in (None, *persons)
        assert all(isinstance(word, str) for p in persons for word in variant.notes(game, p))
        lines = range(variant.line_count(game))
        assert all((variant.asks(game, p) or set()) <= line for p in lines)
        faces = deck.faces if (deck := deck_of(variant.line)) else frozenset()
        stock = variant.stock(game.options, variant.deal())
        assert stock.wild <= faces
        assert all(stock.copies(face) >= 0 for face in faces)
        assert as_json(codec.freeze(dict(variant.report(game).results))) is not None
        for q in (*questions(variant.deal), *questions(variant.line)):
            if isinstance(q.kind, Pick):
                assert set(variant.limits(game, q.name).offered or ()) <= set(words(q))


# JSON ----------------------------------------------------------------------------------------


@every_variant
@some
@given(data=st.data())
def test_a_frozen_game_goes_on_as_if_nothing_had_happened(
    variant: AnyVariant, data: st.DataObject
) -> None:
    drawn = data.draw(games(variant))
    for index, game in enumerate(drawn.games):
        frozen = as_json(freeze_game(game))
        thawed = thaw_game(variant, frozen, drawn.options, drawn.seats, drawn.side)
        assert thawed == replace(game, opening=())
        assert freeze_game(thawed) == frozen
        for entry, after in zip(drawn.entries[index:], drawn.games[index + 1 :], strict=True):
            thawed = playing.play(variant, thawed, entry)
            assert thawed.last == after.last
        assert thawed == replace(drawn.game, opening=())


@every_variant
@some
@given(data=st.data())
def test_entries_survive_json(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant))
    for game, entry in zip(drawn.games, drawn.entries, strict=False):
        plain = playing.canonical(variant, game, entry)
        dumped = as_json(dump_entry(plain, drawn.names))
        assert load_entry(variant, game, dumped, drawn.names) == plain
        dumped["lines"] = dict(reversed(dumped["lines"].items()))
        assert load_entry(variant, game, dumped, drawn.names) == plain


@every_variant
@some
@given(data=st.data())
def test_options_survive_json(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=1))
    options = as_json(codec.dump(drawn.options, full=True))
    assert load_options(variant, options, drawn.seats, drawn.side) == drawn.options


@every_variant
@some
@given(data=st.data())
def test_what_is_not_asked_has_no_effect(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant))
    for index, entry in enumerate(drawn.entries):
        game = drawn.games[index]
        plain = playing.canonical(variant, game, entry)
        assert playing.canonical(variant, game, plain) == plain
        assert drawn.played[index].entry == plain
        assert playing.play(variant, game, plain) == drawn.games[index + 1]


@every_variant
@some
@given(data=st.data())
def test_names_are_only_names(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=3))
    renamed = {name: f"{odd} {name}" for name, odd in zip(drawn.names, 4 * ODD_NAMES, strict=False)}
    plain = settle(variant, as_case(drawn, drawn.names))
    assert "error" not in plain
    assert settle(variant, as_case(drawn, renamed.values())) == relabelled(plain, renamed)


ODD_NAMES = ("Ω", "b c", "<b>", "{x}")


def relabelled(value: Any, called: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {_renamed(k, called): relabelled(v, called) for k, v in value.items()}
    if isinstance(value, list):
        return [relabelled(item, called) for item in value]
    return _renamed(value, called) if isinstance(value, str) else value


def _renamed(name: str, called: Mapping[str, str]) -> str:
    return "+".join(called.get(part, part) for part in name.split("+"))


# Refusals ------------------------------------------------------------------------------------


@every_variant
@some
@given(data=st.data())
def test_errors_name_an_answer_that_is_there(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=10))
    for game, _entry, error in drawn.refused:
        check_address(variant, game, error)


@every_variant
@some
@given(data=st.data())
def test_any_answer_at_all_is_played_or_refused(variant: AnyVariant, data: st.DataObject) -> None:
    """Not only what a screen would send: answers of the wrong type, place, size and person."""
    drawn = data.draw(games(variant, hands=4))
    rng = data.draw(chances())
    game = rng.choice(drawn.games)
    entry = dump_entry(entry_of(variant, game, rng), drawn.names)
    for _change in range(rng.randint(1, 3)):
        spoil(variant, entry, drawn.line_names, rng)
    case = as_case(replace(drawn, games=drawn.games[: drawn.games.index(game) + 1]), drawn.names)
    case["hands"].append(as_json(entry))
    result = settle(variant, case)
    note(json.dumps(case))
    assert "error" in result or len(result["hands"]) == len(case["hands"])
    if not game.over and (refusal := refused(reported, variant, game, entry)):
        check_address(variant, game, refusal)


@every_variant
@few
@given(data=st.data())
def test_one_odd_answer_is_refused_where_it_stands(
    variant: AnyVariant, data: st.DataObject
) -> None:
    drawn = data.draw(games(variant, hands=4))
    rng = data.draw(chances())
    game = rng.choice([game for game in drawn.games if not game.over])
    entry = dump_entry(entry_of(variant, game, rng), drawn.names)
    for odd in with_one_odd_answer(variant, entry, drawn.line_names, rng):
        if refusal := refused(reported, variant, game, odd):
            check_address(variant, game, refusal)


def with_one_odd_answer(
    variant: AnyVariant, entry: Mapping[str, Any], called: list[str], rng: Random
) -> Iterator[dict[str, Any]]:
    for q in questions(variant.line):
        for value in ODD:
            person = rng.choice(called)
            line = {**entry["lines"].get(person, {}), q.name: value}
            yield {**entry, "lines": {**entry["lines"], person: line}}
    for q in questions(variant.deal):
        for value in ODD:
            yield {**entry, "deal": {**entry["deal"], q.name: value}}


def reported(variant: AnyVariant, game: Game[Any, Any], dumped: Mapping[str, Any]) -> None:
    entry = load_entry(variant, game, dumped, names(game.persons), strict=False)
    playing.play(variant, game, entry)


@every_variant
@some
@given(data=st.data())
def test_what_is_not_offered_is_refused(variant: AnyVariant, data: st.DataObject) -> None:
    drawn = data.draw(games(variant, hands=10))
    for game, entry in zip(drawn.games, drawn.entries, strict=False):
        for q in questions(variant.deal):
            for word in words(q) if isinstance(q.kind, Pick) else ():
                if word not in offered(variant, game, q):
                    changed = replace(entry, deal=replace(entry.deal, **{q.name: word}))
                    assert refused(playing.play, variant, game, changed), (q.name, word)


ODD: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 12, 131, 10**6, 10**30, 1.5, "", "12", "won", "♠", [], [1],
    [0, 0, 0, 0], [None], {}, {"a": 1}, "7S", "JK", "7S 7S", ["7S"],
)  # fmt: skip


def spoil(variant: AnyVariant, entry: dict[str, Any], called: list[str], rng: Random) -> None:
    part = rng.choice((variant.line, variant.line, variant.deal))
    name = rng.choice([q.name for q in questions(part)] + ["nonsense"])
    person = rng.choice([*called, *called, "Nobody"])
    answers = entry["deal"] if part is variant.deal else entry["lines"].setdefault(person, {})
    answers[name] = rng.choice(ODD)
    if rng.random() < 0.1:
        entry["absent"] = rng.choice((called[:1], called, ["Nobody"], [None], [[]], called[:1] * 2))


def check_address(variant: AnyVariant, game: Game[Any, Any], error: EntryError) -> None:
    line = {q.name for q in questions(variant.line)}
    deal = {q.name for q in questions(variant.deal)}
    assert str(error).strip()
    assert not re.search(r"\{[a-z_]+\}", str(error))
    if isinstance(error.seat, int):
        assert 0 <= error.seat < game.persons
        assert error.field in line | {"", "nonsense"}, error
    elif error.seat is None:
        assert error.field in line | deal | {"", "seats", "absent", "nonsense"}, error
    else:
        assert error.seat == "Nobody"


@every_variant
@some
@given(data=st.data())
def test_any_options_at_all_are_taken_or_refused(variant: AnyVariant, data: st.DataObject) -> None:
    rng = data.draw(chances())
    side = rng.choice(variant.sides)
    seats = rng.choice(variant.seats) if side == 1 else 2
    options = codec.dump(options_of(variant, rng, seats, side), full=True)
    declared = [q.name for q in questions(variant.options)]
    for name in rng.sample([*declared, "nonsense"], rng.choice((1, 1, 2))):
        options[name] = rng.choice(ODD)
    note(json.dumps(options))
    refusal = refused(
        lambda: playing.start(variant, load_options(variant, options, seats, side), seats, side)
    )
    assert refusal is None or refusal.seat is None
    assert refusal is None or refusal.field in [*declared, "nonsense"]


def refused(act: Callable[..., object], *given: object) -> EntryError | None:
    try:
        act(*given)
    except EntryError as error:
        return error
    return None


# Declarations --------------------------------------------------------------------------------


@every_variant
def test_its_presets_can_be_played(variant: AnyVariant) -> None:
    assert len({preset.key for preset in variant.presets}) == len(variant.presets)
    assert len({preset.name for preset in variant.presets}) == len(variant.presets)
    for preset in variant.presets:
        assert preset.name.strip()
        played = [
            draw_game(variant, Random(1), seats=seats, side=1, options=loaded)
            for seats in variant.seats
            if (loaded := loaded_or_none(variant, preset.options, seats)) is not None
        ]
        assert any(drawn.entries for drawn in played), preset.key


def loaded_or_none(variant: AnyVariant, options: Mapping[str, Any], seats: int) -> Any:
    """A preset may not suit every number of seats."""
    try:
        return load_options(variant, as_json(dict(options)), seats)
    except EntryError:
        return None


@every_variant
def test_no_two_presets_are_the_same_game(variant: AnyVariant) -> None:
    loaded = [
        [loaded_or_none(variant, preset.options, seats) for seats in variant.seats]
        for preset in variant.presets
    ]
    assert all(options not in loaded[:place] for place, options in enumerate(loaded))


@every_variant
def test_its_defaults_can_be_played_at_every_table(variant: AnyVariant) -> None:
    assert variant.name.strip()
    assert variant.summary.endswith(".")
    for seats in variant.seats:
        check_seats(variant, [[name] for name in names(seats)])
        options = load_options(variant, {}, seats)
        assert load_options(variant, None, seats) == options
        assert draw_game(variant, Random(2), seats=seats, side=1, options=options).entries


@every_variant
def test_every_question_speaks_to_a_player(variant: AnyVariant) -> None:
    for part in (variant.options, variant.deal, variant.line):
        for q in questions(part):
            assert q.kind.label.strip(), f"{part.__name__}.{q.name} has no label"
            if isinstance(q.kind, Pick):
                labels = [word.label for word in words(q)]
                assert len(set(labels)) == len(labels), f"{q.name} offers the same words twice"
    for q in questions(variant.options):
        assert q.kind.help.strip(), f"the option {q.name} has no help"
        assert q.kind.source.strip(), f"the option {q.name} does not say where it comes from"


@pytest.mark.parametrize(("variant", "part", "q"), declared("options"))
def test_every_option_changes_some_game(variant: AnyVariant, part: str, q: Question) -> None:
    seeds = in_order("option", variant.key, q.name)
    assert any(option_shown(variant, part, q, seed) for seed in seeds)


@pytest.mark.parametrize(("variant", "part", "q"), declared("deal", "line"))
def test_every_answer_changes_some_game(variant: AnyVariant, part: str, q: Question) -> None:
    seeds = in_order("answer", variant.key, q.name)
    assert any(answer_shown(variant, part, q, seed) for seed in seeds)


@every_variant
def test_what_is_only_for_counting_changes_nothing(variant: AnyVariant) -> None:
    """A question marked so would otherwise escape the two laws above."""
    declared = questions(variant.options)
    marked = [q.name for q in declared if q.kind.counting or isinstance(q.kind, Text)]
    assert not any(
        option_changes(variant, name, Random(seed)) for name in marked for seed in range(30)
    )
