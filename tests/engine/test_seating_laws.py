"""Laws of every game that players may leave and join while it runs."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings

from scorekeeper.engine import playing
from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.game import Entry, Game
from scorekeeper.engine.outcomes.winners import winners
from scorekeeper.engine.questions.entry_json import dump_entry, freeze_game, thaw_game
from scorekeeper.engine.questions.kinds import Steps, questions
from scorekeeper.engine.seats.changes import come_back, is_open, join, leave, options_for_one_more
from scorekeeper.engine.variant import AnyVariant
from scorekeeper.engine.words import dump
from scorekeeper.variants import VARIANTS
from tests.helpers.drawing import Drawn, draw_game, entry_of, history, mended
from tests.helpers.engine.changed import changed
from tests.helpers.strategies import chances

OPEN = [variant for variant in VARIANTS.values() if variant.may_miss]
every_open_variant = pytest.mark.parametrize("variant", OPEN, ids=lambda variant: variant.key)
some = settings(
    max_examples=min(40, settings().max_examples), suppress_health_check=list(HealthCheck)
)


def test_there_are_games_to_join() -> None:
    assert {"rummi", "paplu", "marriage"} <= {variant.key for variant in OPEN}


@every_open_variant
@some
@given(rng=chances())
def test_nothing_is_paid_but_for_hands_where_persons_come_and_go(
    variant: AnyVariant, rng: Random
) -> None:
    """A fee at the start would have to be asked of who joins, and a total that runs to an end
    would be one of fewer hands."""
    drawn = draw_game(variant, rng, side=1, hands=rng.choice((1, 4, 20)))
    if is_open(variant, drawn.game):
        assert drawn.games[0].opening == ()
        assert variant.close(drawn.game) == ()


def running(variant: AnyVariant, rng: Random, *, room: int) -> Drawn | None:
    """A drawn game that goes on, open and with room for so many more seats."""
    seats = rng.choice(range(variant.seats.start, variant.seats.stop - room))
    drawn = draw_game(variant, rng, seats=seats, side=1, hands=rng.choice((0, 1, 4)))
    return drawn if is_open(variant, drawn.game) and not drawn.game.over else None


def joined(variant: AnyVariant, game: Game[Any, Any]) -> Game[Any, Any] | None:
    """The game with one more seat; None if the table has to settle an option first."""
    try:
        return join(variant, game, options_for_one_more(variant, game))
    except EntryError:
        return None


def follows_the_table(variant: AnyVariant, game: Game[Any, Any], late: Game[Any, Any]) -> bool:
    """A rule that nobody chose is another one at the larger table, so that what was settled before
    was settled by other rules. Ladders only go on."""
    return any(
        getattr(game.options, q.name) != getattr(late.options, q.name)
        for q in questions(variant.options)
        if not isinstance(q.kind, Steps)
    )


def one_more(
    variant: AnyVariant, game: Game[Any, Any], rng: Random, absent: frozenset[int] = frozenset()
) -> Entry[Any, Any] | None:
    """A hand that the rules take, with at least these persons missing."""
    entry = replace(entry_of(variant, game, rng), absent=absent)
    for _attempt in range(60):
        try:
            playing.play(variant, game, entry)
        except EntryError as error:
            if error.field == "absent":
                return None
            entry = replace(mended(variant, game, entry, error, rng), absent=absent)
        else:
            return entry
    return None


def with_seat_missing(variant: AnyVariant, entry: Entry[Any, Any]) -> Entry[Any, Any]:
    """The same hand at a table with one more seat, which misses it."""
    lines = (*entry.lines, variant.line())
    return replace(entry, lines=lines, absent=entry.absent | {len(entry.lines)})


@every_open_variant
@some
@given(rng=chances())
def test_a_game_with_a_seat_that_joined_is_the_larger_game_it_missed_the_start_of(
    variant: AnyVariant, rng: Random
) -> None:
    """So what was settled before stays as it was, and all that follows is as if he had sat there
    from the start and missed those hands. Only what is remembered may differ, such as who was to
    deal first."""
    drawn = running(variant, rng, room=1)
    late = joined(variant, drawn.game) if drawn else None
    if drawn is None or late is None or follows_the_table(variant, drawn.game, late):
        return
    note(json.dumps(drawn.plain_entries()))
    missed = [with_seat_missing(variant, hand.entry) for hand in drawn.played]
    early = list(history(variant, late.options, late.seats, missed))
    for before, after in zip(drawn.games, early, strict=True):
        assert after.balances == (*before.balances, 0)
        assert after.totals == (*before.totals, 0)
        assert [hand.payments for hand in (before.last, after.last) if hand][1:] == [
            hand.payments for hand in (before.last,) if hand
        ]
    assert late == replace(early[-1], state=late.state)
    for _hand in range(3):
        entry = one_more(variant, late, rng)
        if entry is None or late.over:
            return
        late, last = playing.play(variant, late, entry), playing.play(variant, early[-1], entry)
        early.append(last)
        assert (late, late.last) == (replace(last, state=late.state), last.last)


@every_open_variant
def test_seats_join_most_games_one_after_another(variant: AnyVariant) -> None:
    """Or the law above looks at nothing; and a full table takes nobody."""
    rng, count = Random(3), 0
    for _game in range(80):
        drawn = running(variant, rng, room=1)
        late = joined(variant, drawn.game) if drawn else None
        if late is not None and late.seats == variant.seats.stop - 1:
            with pytest.raises(EntryError) as full:
                join(variant, late, late.options)
            assert full.value.field == "seats"
        count += late is not None and one_more(variant, late, rng) is not None
    assert count > 25


@every_open_variant
@some
@given(rng=chances())
def test_a_seat_that_was_left_is_free_for_somebody_else(variant: AnyVariant, rng: Random) -> None:
    """At a full table the next one to join plays as if the leaver had stayed away, pays nothing for
    what was played before, and the leaver comes back only once there is a free seat."""
    most = variant.seats.stop - 1
    drawn = draw_game(variant, rng, seats=most, side=1, hands=rng.choice((0, 1, 4)))
    if not is_open(variant, drawn.game) or drawn.game.over:
        return
    gone = rng.randrange(most)
    game = joined(variant, leave(variant, drawn.game, gone))
    assert game is not None and len(game.present) == most
    assert game.balances == (*drawn.game.balances, 0)
    for refused in (
        lambda: come_back(variant, game, gone),
        lambda: join(variant, game, game.options),
    ):
        with pytest.raises(EntryError) as full:
            refused()
        assert full.value.field == "seats"
    for _hand in range(2):
        entry = one_more(variant, game, rng, absent=game.left)
        if entry is None or game.over:
            return
        after = playing.play(variant, game, entry)
        assert after.last is not None and gone not in after.last.entry.playing
        assert sum(after.balances) == 0
        thawed = thaw_game(variant, freeze_game(game), game.options, game.seats)
        assert playing.play(variant, thawed, entry) == replace(after, opening=())
        game = after
    if not game.over:
        other = rng.choice([person for person in game.present if person != gone])
        assert gone in come_back(variant, leave(variant, game, other), gone).present


@every_open_variant
def test_most_games_go_on_with_somebody_else_on_a_seat_that_was_left(variant: AnyVariant) -> None:
    """Or the law above looks at nothing."""
    rng, count = Random(5), 0
    for _game in range(40):
        drawn = draw_game(variant, rng, seats=variant.seats.stop - 1, side=1, hands=1)
        if is_open(variant, drawn.game) and not drawn.game.over:
            game = joined(variant, leave(variant, drawn.game, 0))
            assert game is not None
            count += one_more(variant, game, rng, absent=game.left) is not None
    assert count > 10


def taken_over(
    variant: AnyVariant, game: Game[Any, Any], chairs: list[int], rng: Random
) -> tuple[Game[Any, Any], list[int]] | None:
    """The game after somebody else took over the seat of one of those who sit on ``chairs``, and
    who sits there then; None if the table has to settle an option first."""
    gone = rng.choice(chairs)
    try:
        without = leave(variant, game, gone)
        game = join(variant, without, options_for_one_more(variant, without), in_place_of=gone)
    except EntryError:
        return None
    return game, [game.persons - 1 if person == gone else person for person in chairs]


def alike(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any], rng: Random
) -> Entry[Any, Any]:
    """The hand with the same answers for several persons, if the rules take it: they tie, or had
    no turn together."""
    persons = rng.sample(entry.playing, min(len(entry.playing), rng.randint(2, 4)))
    lines = list(entry.lines)
    for person in persons[1:]:
        lines[person] = lines[persons[0]]
    like = replace(entry, lines=tuple(lines))
    try:
        playing.play(variant, game, like)
    except EntryError:
        return entry
    return like


def by_others(
    variant: AnyVariant, game: Game[Any, Any], entry: Entry[Any, Any], chairs: list[int]
) -> Entry[Any, Any]:
    """The hand as those who sit on the chairs now play it."""
    lines = [variant.line()] * game.persons
    for chair, person in enumerate(chairs):
        lines[person] = entry.lines[chair]
    absent = game.left | {chairs[chair] for chair in entry.absent}
    dealer = None if entry.dealer is None else chairs[entry.dealer]
    return replace(entry, lines=tuple(lines), absent=frozenset(absent), dealer=dealer)


def payments_of(game: Game[Any, Any], chairs: list[int]) -> Counter[tuple[Any, ...]]:
    """What the newest hand paid, from chair to chair."""
    assert game.last is not None
    ends = ((chairs.index(int(p.payer)), chairs.index(int(p.payee)), p) for p in game.last.payments)
    return Counter((payer, payee, p.amount, json.dumps(dump(p.reason))) for payer, payee, p in ends)


@every_open_variant
@some
@given(rng=chances())
def test_a_seat_that_is_taken_over_is_played_as_if_its_person_had_stayed(
    variant: AnyVariant, rng: Random
) -> None:
    """Who deals, what a hand asks, whom it pays and who wins a tie by seat: all follow the chairs,
    whoever sits on them. The leaver's result stays theirs."""
    drawn = running(variant, rng, room=0)
    if drawn is None:
        return
    note(json.dumps(drawn.plain_entries()))
    stayed = game = drawn.game
    chairs = list(range(drawn.seats))
    for _change in range(3):
        taken = taken_over(variant, game, chairs, rng)
        if taken is None or follows_the_table(variant, game, taken[0]):
            return
        game, chairs = taken
        note(f"{chairs} {game.moved}")
        dealer = playing.next_dealer(variant, stayed)
        assert playing.next_dealer(variant, game) == (None if dealer is None else chairs[dealer])
        entry = one_more(variant, stayed, rng)
        if stayed.over or entry is None:
            return
        for _try in range(6):
            entry = alike(variant, stayed, entry, rng)
        if dealer is not None and rng.random() < 0.3:
            entry = replace(entry, dealer=rng.choice(entry.playing))
        thawed = thaw_game(variant, freeze_game(game), game.options, game.seats)
        moved, left = by_others(variant, game, entry, chairs), game.left
        stayed, game = playing.play(variant, stayed, entry), playing.play(variant, thawed, moved)
        assert stayed.last is not None and game.last is not None
        note(json.dumps(dump_entry(entry, drawn.names)))
        assert payments_of(game, chairs) == payments_of(stayed, list(range(drawn.seats)))
        assert [game.last.scores[p] for p in chairs] == list(stayed.last.scores)
        assert [chairs.index(p) for p in chairs if p in winners(variant, game)] == sorted(
            winners(variant, stayed)
        )
        assert (game.over, game.left) == (stayed.over, left)
    assert [sum(game.balances[p] for p in place) for place in game.places] == [*stayed.balances]


@every_open_variant
def test_most_games_have_seats_taken_over(variant: AnyVariant) -> None:
    """Or the law above looks at nothing."""
    rng, count = Random(7), 0
    for _game in range(40):
        drawn = running(variant, rng, room=0)
        count += bool(drawn and taken_over(variant, drawn.game, [*range(drawn.seats)], rng))
    assert count > 10


@every_open_variant
@some
@given(rng=chances())
def test_who_leaves_only_misses_hands(variant: AnyVariant, rng: Random) -> None:
    drawn = running(variant, rng, room=0)
    if drawn is None or drawn.seats <= variant.seats.start:
        return
    person = rng.randrange(drawn.seats)
    stayed, game = drawn.game, leave(variant, drawn.game, person)
    for _hand in range(2):
        entry = one_more(variant, game, rng, absent=game.left)
        if entry is None or game.over:
            return
        assert playing.next_dealer(variant, game) not in game.left
        stayed, game = playing.play(variant, stayed, entry), playing.play(variant, game, entry)
        assert game == replace(stayed, left=frozenset({person}))
    assert game.over or come_back(variant, game, person) == stayed


@every_open_variant
@some
@given(rng=chances())
def test_a_frozen_game_remembers_who_left_and_who_joined(variant: AnyVariant, rng: Random) -> None:
    drawn = running(variant, rng, room=1)
    game = joined(variant, drawn.game) if drawn else None
    if game is None:
        return
    if len(game.present) > variant.seats.start:
        game = leave(variant, game, rng.choice(game.present))
    frozen = json.loads(json.dumps(freeze_game(game)))
    thawed = thaw_game(variant, frozen, game.options, game.seats)
    assert thawed == replace(game, opening=())
    entry = one_more(variant, game, rng, absent=game.left)
    if entry is not None:
        assert playing.play(variant, thawed, entry) == playing.play(
            variant, replace(game, opening=()), entry
        )
    assert all(isinstance(word, str) for p in game.present for word in variant.notes(game, p))
    assert playing.next_dealer(variant, game) in (None, *game.present)
    assert (variant.line_count(game), len(variant.totals(game) or game.totals)) == (
        game.seats,
        game.seats,
    )


@every_open_variant
def test_a_game_that_nobody_may_join_takes_nobody(variant: AnyVariant) -> None:
    drawn = draw_game(variant, Random(1), seats=variant.seats.start, side=1, hands=1)
    closed = changed(variant, may_miss=False)
    with pytest.raises(EntryError) as refused:
        join(closed, drawn.game, drawn.options)
    assert refused.value.field == "seats"


@pytest.mark.parametrize("key", ["pool_rummy", "deals_rummy", "kalookie", "paplu"])
def test_where_the_deal_goes_round_it_goes_on_from_whoever_the_table_says_dealt(key: str) -> None:
    variant, count = VARIANTS[key], 0
    for seed in range(40):
        drawn = draw_game(variant, Random(seed), seats=4, side=1, hands=1)
        goes_on = playing.next_dealer(variant, drawn.game) not in (
            None,
            playing.next_dealer(variant, drawn.games[0]),
        )
        if not goes_on or variant.out(drawn.game):
            continue
        count += 1
        for dealer in range(4):
            entry = replace(drawn.entries[0], dealer=dealer)
            assert (
                playing.next_dealer(variant, playing.play(variant, drawn.games[0], entry))
                == (dealer + 1) % 4
            )
    assert count > 5
