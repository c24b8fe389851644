"""Groups of any number and size, quickly: sessions played through the real services, and copied.

A few template sessions are played by the services, which write entries, scores, payments, results
and handovers as ever. Every other session is the rows of one of these with other keys, days and
players, put in by COPY: so a replay, an audit or a rebuild finds in each what it finds in a session
that was played. PostgreSQL only.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from operator import itemgetter
from random import Random
from typing import Any

FIRST_SESSION = date(2010, 1, 2)
LAST_SESSION = date(2026, 11, 20)
AT_ONCE = 400
"""Sessions that are put in together."""
LARGE = ("play_hand", "play_seatscore", "ledger_payment")
"""Their indexes are made after the rows."""
WAYS_TO_SESSION = {
    "clubs.Session": "pk",
    "play.Game": "session",
    "play.Seat": "game__session",
    "play.Hand": "game__session",
    "play.SeatScore": "hand__game__session",
    "ledger.Payment": "session",
    "ledger.GameResult": "session",
    "settlement.Handover": "session",
    "settlement.HandoverStep": "handover__session",
    "clubs.Happening": "session",
}
"""The tables of a session, and how their rows lead to it."""
OWN_KEYS = ("clubs_session", "play_game", "play_hand", "ledger_payment", "settlement_handover")
"""Others point to these rows; all other tables count their own."""
FIXED = ("code", "day", "clubs_club", "clubs_membership", "clubs_signature")
"""What a session has one of; then come its players, then the keys of its rows."""


Places = dict[tuple[str, int | None], int]
"""Where the value for a hole lies: by table and key, or by one of ``FIXED``."""


@dataclass
class Group:
    """Keys of its rows."""

    club: int
    players: list[int]
    host: int
    signature: int


@dataclass
class TemplateSession:
    """``blocks``: by table, its rows as text with holes, and what goes into them."""

    players: int
    counts: dict[str, int]
    """Rows of each table of ``OWN_KEYS``."""
    blocks: "dict[str, tuple[str, itemgetter[Any]]]" = field(default_factory=dict)

    @property
    def payments(self) -> int:
        return self.counts["ledger_payment"]


@dataclass
class Copies:
    """What has been put in so far."""

    templates: list[TemplateSession]
    columns: dict[str, list[str]]
    next: dict[str, int]
    sessions: int = 0
    payments: int = 0
    hands: int = 0

    @property
    def payments_of_session(self) -> float:
        return sum(template.payments for template in self.templates) / len(self.templates)


# Templates -----------------------------------------------------------------------------------


def templates(sizes: Iterable[tuple[int, int]] = [(6, 24)] * 12, cases: int = 0) -> Copies:
    """Sessions of so many players and hands, played in a club of their own; every other one also
    plays one of so many golden cases of other games."""
    from scorekeeper.clubs.models import Membership
    from tests.helpers import factories as make

    random, club = Random("templates"), make.club("Templates")
    host = Membership.objects.get(club=club)
    others = golden_cases(cases)
    played = []
    for number, (seats, hands) in enumerate(sizes):
        session = _play(random, club, host, ("points_rummy", "paplu")[number % 2], seats, hands)
        if number % 2 and others:
            _play_case(session, others.pop(), host)
        _end(session, host)
        played.append(session)
    models = dict(_models())
    columns = {model._meta.db_table: _columns(model) for model in models}
    own_keys = {name: _highest(name) + 1 for name in OWN_KEYS}
    return Copies([_template(session, columns) for session in played], columns, own_keys)


def golden_cases(count: int) -> list[Any]:
    """Of each game the case with the most hands, of whatever games come first."""
    from bench.server import ROOT

    files = sorted((ROOT / "fixtures" / "variants").glob("*.json"))[:count]
    cases = [
        [c for c in json.loads(file.read_text()) if "error" not in c["expect"]] for file in files
    ]
    return [max(of_game, key=lambda case: len(case.get("hands", ()))) for of_game in cases]


def _play(random: Random, club: Any, host: Any, variant: str, seats: int, hands: int) -> Any:
    from tests.helpers import factories as make

    names = [f"Player {seat}" for seat in range(seats)]
    options = {"rounds": None} if variant == "paplu" else None
    table = make.session(variant, names, options, club=club)
    for _hand in range(hands):
        table = make.play(table, _hand_of(random, names), by=host)
    return table.game.session


def _hand_of(random: Random, names: Sequence[str]) -> dict[str, Any]:
    from tests.helpers.factories import pool_hand

    winner, *others = random.sample(list(names), len(names))
    ways: list[int | str] = [random.randrange(2, 80) for _other in others[:-1]]
    return pool_hand(winner, **dict(zip(others, [*ways, "first_drop"], strict=True)))


def _play_case(session: Any, case: Any, host: Any) -> None:
    from scorekeeper.engine.cases.case import load_seating
    from scorekeeper.play import services
    from scorekeeper.variants import VARIANTS
    from tests.helpers import factories as make

    for game in session.games.filter(closed_at=None):
        services.close_game(game=game)
    seating = load_seating(VARIANTS[case["variant"]], case["seats"])
    persons, options = seating.persons, case.get("options")
    table = make.next_game(session, case["variant"], persons, options, side=seating.side)
    make.play(table, *case["hands"], by=host)


def _end(session: Any, host: Any) -> None:
    """The session ends, and all but the last of its debts are paid."""
    from scorekeeper.play import services
    from scorekeeper.settlement.balances import session_balances
    from scorekeeper.settlement.models import StepKind
    from scorekeeper.settlement.payments import record_transfer
    from tests.helpers import factories as make

    session.refresh_from_db()
    services.close_session(session=session, by=host)
    for transfer in session_balances(session).plan.transfers[:-1]:
        record_transfer(
            session=session,
            payer=transfer.payer.pk,
            payee=transfer.payee.pk,
            owed=transfer.amount,
            amount=transfer.amount,
            word=StepKind.RECEIVED,
            token=make.token(),
            by=host,
        )


# Rows with holes -----------------------------------------------------------------------------


def _models() -> Iterator[tuple[Any, str]]:
    from django.apps import apps

    return ((apps.get_model(label), way) for label, way in WAYS_TO_SESSION.items())


def _template(session: Any, columns: dict[str, list[str]]) -> TemplateSession:
    rows = {model: list(_rows_of(model, way, session)) for model, way in _models()}
    places: Places = {(name, None): place for place, name in enumerate(FIXED)}
    seated = dict.fromkeys(
        int(cell)
        for model, written in rows.items()
        for row in written
        for f, cell in zip(_fields(model), row, strict=True)
        if _table_of(f) == "clubs_player" and cell != r"\N"
    )
    places |= {("clubs_player", pk): len(places) + n for n, pk in enumerate(seated)}
    counts = {}
    for model, written in rows.items():
        table = model._meta.db_table
        if table in OWN_KEYS:
            keys = [int(row[0]) for row in written]
            counts[table] = len(keys)
            places |= {(table, pk): len(places) + n for n, pk in enumerate(keys)}
    blocks = {
        model._meta.db_table: _block(model, rows[model], places) for model in rows if rows[model]
    }
    return TemplateSession(len(seated), counts, blocks)


def _fields(model: Any) -> list[Any]:
    """The columns that are written: not the key of a row that no other points to."""
    own = model._meta.db_table in OWN_KEYS
    return [f for f in model._meta.concrete_fields if own or not f.primary_key]


def _columns(model: Any) -> list[str]:
    return [f.column for f in _fields(model)]


def _table_of(column: Any) -> str:
    """The table whose row a column names, its own for a key."""
    model = column.model if column.primary_key else column.related_model
    return str(model._meta.db_table) if model else ""


def _rows_of(model: Any, way: str, session: Any) -> Iterator[list[str]]:
    """As COPY writes them."""
    keys = list(model._base_manager.filter(**{way: session.pk}).values_list("pk", flat=True))
    if not keys:
        return
    quoted = ", ".join(f'"{name}"' for name in _columns(model))
    chosen = ", ".join(map(str, keys))
    statement = f"SELECT {quoted} FROM {model._meta.db_table} WHERE id IN ({chosen}) ORDER BY id"
    with _raw() as cursor, cursor.copy(f"COPY ({statement}) TO STDOUT") as out:
        text = b"".join(out).decode()
    for line in text.splitlines():
        yield line.split("\t")


def _block(model: Any, rows: list[list[str]], places: Places) -> "tuple[str, itemgetter[Any]]":
    """The rows as text with holes for what is of a session alone."""
    from django.db.models import DateField, DateTimeField

    lines, keys = [], []
    for row in rows:
        cells = []
        for column, cell in zip(_fields(model), row, strict=True):
            text, table = cell.replace("%", "%%"), _table_of(column)
            if cell == r"\N":
                key = None
            elif isinstance(column, DateField):
                key = places["day", None]
                text = "%s" + (text[10:] if isinstance(column, DateTimeField) else "")
            elif table in FIXED:
                key, text = places[table, None], "%s"
            elif table and table != "clubs_device":
                key, text = places[table, int(cell)], "%s"
            elif column.name == "code":
                key, text = places["code", None], "%s"
            else:
                key = None
            cells.append(text)
            if key is not None:
                keys.append(key)
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n", itemgetter(*keys)


def _raw() -> Any:
    """A cursor of psycopg itself: Django's knows no COPY."""
    from django.db import connection

    connection.ensure_connection()
    return connection.connection.cursor()


def _highest(table: str) -> int:
    with _raw() as cursor:
        cursor.execute(f"SELECT max(id) FROM {table}")
        return int(cursor.fetchone()[0] or 0)


# Putting them in -----------------------------------------------------------------------------


def group_of(name: str, players: int) -> Group:
    """A group made by the services."""
    from scorekeeper.clubs import services

    club, host = services.create_club(name=name)
    names = [f"Player {number:03}" for number in range(players)]
    keys = [player.pk for player in services.add_players(club=club, names=names)]
    return Group(club.pk, keys, host.pk, host.signature_id or 0)


def groups(sizes: Sequence[int]) -> list[Group]:
    """Groups of so many players, each with a device for the host and one for every other player."""
    from scorekeeper.clubs.models import Club, Device, Membership, Player, Role, Signature

    ready = []
    for start in range(0, len(sizes), AT_ONCE):
        part = range(start, min(start + AT_ONCE, len(sizes)))
        clubs = Club.objects.bulk_create(Club(name=f"Group {n}") for n in part)
        signed = Signature.objects.bulk_create(Signature(club=c, role=Role.HOST) for c in clubs)
        players = Player.objects.bulk_create(
            Player(club=club, name=f"Player {seat:03}")
            for club, n in zip(clubs, part, strict=True)
            for seat in range(sizes[n])
        )
        keys = defaultdict(list)
        for player in players:
            keys[player.club_id].append(player.pk)
        holders = [
            (club, seat, signature if not seat else None)
            for club, n, signature in zip(clubs, part, signed, strict=True)
            for seat in range(0, sizes[n], 2)
        ]
        devices = Device.objects.bulk_create(
            Device(digest=f"{club.pk}-{seat}") for club, seat, _signature in holders
        )
        members = Membership.objects.bulk_create(
            Membership(club=club, device=device, signature=signature, player_id=keys[club.pk][seat],
                       role=Role.VIEWER if seat else Role.HOST)
            for device, (club, seat, signature) in zip(devices, holders, strict=True)
        )  # fmt: skip
        hosts = [member for member in members if member.role == Role.HOST]
        ready += [
            Group(club.pk, keys[club.pk], host.pk, signature.pk)
            for club, host, signature in zip(clubs, hosts, signed, strict=True)
        ]
    return ready


def copy_sessions(copies: Copies, meetings: Iterable[tuple[Group, date]]) -> int:
    """A session each, of whatever template the group has players for; returns how many payments
    they hold."""
    before, waiting = copies.payments, 0
    texts: dict[str, list[str]] = {name: [] for name in copies.columns}
    for group, day in meetings:
        _copy(copies, texts, group, day)
        waiting += 1
        if waiting == AT_ONCE:
            _put(texts, copies.columns)
            texts, waiting = {name: [] for name in copies.columns}, 0
    _put(texts, copies.columns)
    return copies.payments - before


def _copy(copies: Copies, texts: dict[str, list[str]], group: Group, day: date) -> None:
    session = copies.next["clubs_session"]
    fitting = len(copies.templates)
    template = next(
        template
        for turn in range(fitting)
        if (template := copies.templates[(session + turn) % fitting]).players <= len(group.players)
    )
    seated_players = Random(session).sample(group.players, template.players)
    values = [f"B{session}", day, group.club, group.host, group.signature, *seated_players]
    for name, count in template.counts.items():
        following = copies.next[name] + count
        values += range(copies.next[name], following)
        copies.next[name] = following
    for name, (text, holes) in template.blocks.items():
        texts[name].append(text % holes(values))
    copies.sessions += 1
    copies.hands += template.counts["play_hand"]
    copies.payments += template.payments


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


# Sites ---------------------------------------------------------------------------------------

LARGE_CLUB, REGULARS = 200, 7
SESSIONS_OF_REGULARS = 1000


def fill_database(payments: int, clubs: int, few: int) -> Copies:
    """A club of 200 with few payments, one of seven who meet a thousand times, and these clubs of
    200 with so many payments together."""
    copies = templates()
    with Unindexed():
        copy_sessions(copies, daily(group_of("Small", LARGE_CLUB), copies, few))
        regulars = SESSIONS_OF_REGULARS * copies.payments_of_session
        copy_sessions(copies, daily(group_of("Regulars", REGULARS), copies, regulars))
        for number in range(clubs):
            group = group_of(f"Club {number}", LARGE_CLUB)
            copy_sessions(copies, daily(group, copies, payments / clubs))
    finish_tables(copies)
    return copies


def daily(group: Group, copies: Copies, payments: float) -> Iterator[tuple[Group, date]]:
    """A session a day, about as many as hold so many payments."""
    count = max(1, round(payments / copies.payments_of_session))
    return ((group, FIRST_SESSION + timedelta(days=number)) for number in range(count))


def fill_with_groups(count: int, payments: int) -> Copies:
    copies = templates(SIZES, cases=10)
    with Unindexed():
        put_groups(copies, count, payments)
    finish_tables(copies)
    return copies


def put_groups(copies: Copies, count: int, payments: int) -> None:
    """Many groups, most of them small and some large, with about so many payments together.

    Sessions are put in by day, as they are played: those of a group lie far apart. Each has a
    statement; all but those of the last day were checked by the nightly check.
    """
    random = Random("groups")
    all_groups = groups([random.randrange(6, 13) for _group in range(count)])
    shares = [random.lognormvariate(0, 1) for _group in range(count)]
    session_count = payments / copies.payments_of_session
    meetings = []
    for group, share in zip(all_groups, shares, strict=True):
        for week in range(max(1, round(session_count * share / sum(shares)))):
            late = timedelta(days=7 * week + group.club % 7)
            meetings.append((LAST_SESSION - late, group.club, group))
    meetings.sort(key=itemgetter(0, 1))
    copy_sessions(copies, ((group, day) for day, _club, group in meetings))
    with _raw() as cursor:
        cursor.execute(STATEMENTS)
        cursor.execute(CHECKED, [LAST_SESSION])


SIZES = [(3 + number % 4, 8 + 3 * (number % 11)) for number in range(20)]
"""Players and hands of the template sessions: 3 to 6, and 8 to 38."""
STATEMENTS = """
    INSERT INTO statements_statement
        (session_id, state, error, attempts, claim, due_at, at, ended_at, version, file, "table",
         size, shows, read_at, locale, language)
    SELECT id, 'done', '', 1, md5(code), played_on, played_on, played_on, version,
        'statements/' || code || '.pdf', 'statements/' || code || '.csv', 30000, version, played_on,
        'en', 'en'
    FROM clubs_session
"""
CHECKED = """
    INSERT INTO ledger_check_correctsession (session, version)
    SELECT id, version FROM clubs_session WHERE played_on < %s
"""
