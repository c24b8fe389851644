"""Clubs of any size, quickly: sessions played through the real services, and copied row by row.

A few template sessions are played by the services, which write entries, scores, payments and
results as ever. Every other session is the rows of one of these with other keys, days and players,
put in by COPY: so a replay, an audit or a rebuild finds in each what it finds in a session that was
played. PostgreSQL only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from operator import itemgetter
from random import Random
from typing import Any

SEATED, HANDS = 6, 24
FIRST_SESSION = date(2010, 1, 2)
AT_ONCE = 400
"""Sessions that are put in together."""
LARGE = ("play_hand", "play_seatscore", "ledger_payment")
"""Their indexes are made after the rows."""
OWN_KEYS = ("clubs_session", "play_game", "play_hand")
"""Others point to these rows; all other tables count their own."""


@dataclass
class TemplateSession:
    """``blocks``: by table, its rows as text with holes, and what goes into them."""

    payments: int
    hands: int
    blocks: dict[str, tuple[str, itemgetter[Any]]] = field(default_factory=dict)


@dataclass
class Copies:
    """What has been put in so far."""

    templates: list[TemplateSession]
    columns: dict[str, list[str]]
    next: dict[str, int]
    sessions: int = 0
    payments: int = 0
    hands: int = 0


def templates(count: int = 12) -> Copies:
    """Played in a club of their own."""
    from scorekeeper.ledger.models import Payment
    from scorekeeper.play import services
    from tests.helpers import factories as make

    random, club = Random("templates"), make.club("Templates")
    names = [f"Player {seat}" for seat in range(SEATED)]
    tables = _tables()
    columns = {name: _columns(name) for name in tables}
    sessions = []
    for number in range(count):
        variant = ("points_rummy", "paplu")[number % 2]
        options = {"rounds": None} if variant == "paplu" else None
        table = make.session(variant, names, options, club=club)
        for _hand in range(HANDS):
            table = make.play(table, _hand_of(random, names))
        services.close_session(session=table.game.session)
        paid = Payment.objects.filter(session=table.game.session).count()
        session = TemplateSession(paid, HANDS)
        for name, where in tables.items():
            session.blocks[name] = _block(name, columns[name], where, table)
        sessions.append(session)
    return Copies(sessions, columns, {name: _highest(name) + 1 for name in OWN_KEYS})


def _hand_of(random: Random, names: Sequence[str]) -> dict[str, Any]:
    from tests.helpers.factories import pool_hand

    winner, *others = random.sample(list(names), len(names))
    ways: list[int | str] = [random.randrange(2, 80) for _other in others[:-1]]
    return pool_hand(winner, **dict(zip(others, [*ways, "first_drop"], strict=True)))


def _tables() -> dict[str, str]:
    """The tables of a session in the order in which they point to each other, and which rows."""
    game = "SELECT id FROM play_game WHERE session_id = %(session)s"
    hand = f"SELECT id FROM play_hand WHERE game_id IN ({game})"
    return {
        "clubs_session": "id = %(session)s",
        "play_game": "session_id = %(session)s",
        "play_seat": f"game_id IN ({game})",
        "play_hand": f"game_id IN ({game})",
        "play_seatscore": f"hand_id IN ({hand})",
        "ledger_payment": "session_id = %(session)s",
        "ledger_gameresult": "session_id = %(session)s",
    }


HOLES = {
    "clubs_session": {"id": "session", "club_id": "club", "code": "code", "played_on": "day"},
    "play_game": {"id": "game", "session_id": "session"},
    "play_seat": {"game_id": "game", "player_id": "player"},
    "play_hand": {"id": "hand", "game_id": "game"},
    "play_seatscore": {"hand_id": "hand"},
    "ledger_payment": {"session_id": "session", "game_id": "game", "hand_id": "hand"}
    | {"payer_id": "player", "payee_id": "player"},
    "ledger_gameresult": {"club_id": "club", "session_id": "session", "game_id": "game"}
    | {"player_id": "player", "played_on": "day"},
}
FIXED = ("session", "club", "code", "day", "game")
"""What a session has one of; then come its players, then its hands."""


def _block(
    table: str, columns: list[str], where: str, table_played: Any
) -> tuple[str, itemgetter[Any]]:
    """The rows of a session of this table, as COPY writes them, with holes for what is of the
    session alone."""
    from scorekeeper.play.models import Hand

    players = {str(pk): n for n, pk in enumerate(table_played.player_ids)}
    hands = (
        Hand.objects.filter(game=table_played.game).order_by("number").values_list("pk", flat=True)
    )
    numbered = {str(pk): n for n, pk in enumerate(hands)}
    lines, keys = [], []
    for row in _written(table, columns, where % {"session": table_played.game.session_id}):
        cells = []
        for column, cell in zip(columns, row, strict=True):
            kind = HOLES[table].get(column)
            if kind is None or cell == r"\N":
                cells.append(cell.replace("%", "%%"))
                continue
            cells.append("%s")
            if kind == "player":
                keys.append(len(FIXED) + players[cell])
            elif kind == "hand":
                keys.append(len(FIXED) + SEATED + numbered[cell])
            else:
                keys.append(FIXED.index(kind))
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n", itemgetter(*keys)


def _written(table: str, columns: list[str], where: str) -> Iterator[list[str]]:
    quoted = ", ".join(f'"{name}"' for name in columns)
    statement = f"COPY (SELECT {quoted} FROM {table} WHERE {where}) TO STDOUT"
    with _raw() as cursor, cursor.copy(statement) as out:
        text = b"".join(out).decode()
    for line in text.splitlines():
        yield line.split("\t")


def _raw() -> Any:
    """A cursor of psycopg itself: Django's knows no COPY."""
    from django.db import connection

    connection.ensure_connection()
    return connection.connection.cursor()


def _columns(table: str) -> list[str]:
    with _raw() as cursor:
        cursor.execute(f"SELECT * FROM {table} LIMIT 0")
        names = [column.name for column in cursor.description]
    return [name for name in names if name != "id" or table in OWN_KEYS]


def _highest(table: str) -> int:
    with _raw() as cursor:
        cursor.execute(f"SELECT max(id) FROM {table}")
        return int(cursor.fetchone()[0] or 0)


# Putting them in -----------------------------------------------------------------------------


def club_of(name: str, players: int) -> tuple[Any, list[int]]:
    """A club, and the keys of its players."""
    from scorekeeper.clubs import services

    club, _membership = services.create_club(name=name)
    names = [f"Player {number:03}" for number in range(players)]
    return club, [player.pk for player in services.add_players(club=club, names=names)]


def copy_sessions(
    copies: Copies, club: int, players: list[int], payments: int = 0, sessions: int = 0
) -> int:
    """Sessions of this club, six of its players in each, until they hold so many payments, or are
    so many; how many sessions they are."""
    random, session_count, payment_count = Random(club), 0, 0
    while (payment_count < payments) if payments else (session_count < sessions):
        texts: dict[str, list[str]] = {name: [] for name in copies.columns}
        for _session in range(AT_ONCE):
            if (payment_count >= payments) if payments else (session_count >= sessions):
                break
            template = copies.templates[session_count % len(copies.templates)]
            _copy(copies, template, texts, club, random.sample(players, SEATED), session_count)
            session_count, payment_count = session_count + 1, payment_count + template.payments
        _put(texts, copies.columns)
    copies.sessions += session_count
    copies.payments += payment_count
    return session_count


def _copy(
    copies: Copies,
    template: TemplateSession,
    texts: dict[str, list[str]],
    club: int,
    seated_players: list[int],
    number: int,
) -> None:
    session, game, hand = (copies.next[name] for name in OWN_KEYS)
    day = FIRST_SESSION + timedelta(days=number)
    values = [
        session,
        club,
        f"B{session}",
        day,
        game,
        *seated_players,
        *range(hand, hand + template.hands),
    ]
    for name, (text, holes) in template.blocks.items():
        texts[name].append(text % holes(values))
    copies.next.update(
        clubs_session=session + 1, play_game=game + 1, play_hand=hand + template.hands
    )
    copies.hands += template.hands


def _put(texts: dict[str, list[str]], columns: dict[str, list[str]]) -> None:
    with _raw() as cursor:
        cursor.execute("SET session_replication_role = replica")  # no question for each key
        for name, blocks in texts.items():
            quoted = ", ".join(f'"{column}"' for column in columns[name])
            with cursor.copy(f"COPY {name} ({quoted}) FROM STDIN") as into:
                into.write("".join(blocks))
        cursor.execute("SET session_replication_role = DEFAULT")


class Unindexed:
    """While the largest tables are filled they have no index but their key."""

    def __enter__(self) -> None:
        with _raw() as cursor:
            cursor.execute(
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid)"
                " FROM pg_constraint WHERE contype = 'u' AND conrelid::regclass::text = ANY(%s)",
                [list(LARGE)],
            )
            unique = cursor.fetchall()
            for table, name, _definition in unique:
                cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
            cursor.execute(
                "SELECT indexname, indexdef FROM pg_indexes"
                " WHERE tablename = ANY(%s) AND indexname NOT LIKE '%%_pkey'",
                [list(LARGE)],
            )
            indexes = cursor.fetchall()
            for name, _definition in indexes:
                cursor.execute(f'DROP INDEX "{name}"')
        self.statements_to_restore = [definition for _name, definition in indexes]
        self.statements_to_restore += [
            f'ALTER TABLE {t} ADD CONSTRAINT "{name}" {definition}'
            for t, name, definition in unique
        ]

    def __exit__(self, *_error: object) -> None:
        with _raw() as cursor:
            cursor.execute("SET maintenance_work_mem = '1GB'")
            for statement in self.statements_to_restore:
                cursor.execute(statement)


def finish_tables(copies: Copies) -> None:
    """Sequences go on after what was put in, and the server knows its tables."""
    with _raw() as cursor:
        for name, following in copies.next.items():
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", [name, following])
        cursor.execute("VACUUM ANALYZE")


# Clubs ---------------------------------------------------------------------------------------

LARGE_CLUB, REGULARS = 200, 7
SESSIONS_OF_REGULARS = 1000


def fill_database(payments: int, clubs: int, few: int) -> Copies:
    """A club of 200 with few payments, one of seven who meet a thousand times, and these clubs of
    200 with so many payments together."""
    copies = templates()
    with Unindexed():
        small, players = club_of("Small", LARGE_CLUB)
        copy_sessions(copies, small.pk, players, payments=few)
        regulars, players = club_of("Regulars", REGULARS)
        copy_sessions(copies, regulars.pk, players, sessions=SESSIONS_OF_REGULARS)
        for number in range(clubs):
            club, players = club_of(f"Club {number}", LARGE_CLUB)
            copy_sessions(copies, club.pk, players, payments=payments // clubs)
    finish_tables(copies)
    return copies
