#!/usr/bin/env python3
"""Checks an exported group with nothing but Python: ``python3 verify.py FILE`` (docs/verify.md).

Prints the fingerprint of each session; ends with 1 and the first thing that does not match."""

import gzip
import hashlib
import json
import pathlib
import sys


def sha256(value, **options):
    text = json.dumps(value, separators=(",", ":"), **options)
    return hashlib.sha256(text.encode()).hexdigest()


def rows(name):
    table = document["tables"][name]
    return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def chained(last, row):
    if "entry" in row:
        value = row["entry"]
    else:
        value = {name: row[name] for name in ("kind", "person", "before")}
        value["player"] = row["sealed_as"]
        if row.get("in_place_of") is not None:
            value["in_place_of"] = row["in_place_of"]
    return sha256([last, row["token"], value], sort_keys=True)


def check_chain(where, game, queues):
    last = ""
    while any(queues):
        fits = [
            queue for queue in queues if queue and chained(last, queue[0]) == queue[0]["digest"]
        ]
        if not fits:
            sys.exit(f"{where}: an entry was changed, or one is missing.")
        last = fits[0].pop(0)["digest"]
    if last != game["last_digest"]:
        sys.exit(f"{where}: an entry is missing at the end.")
    ends = [game[name] for name in ("number", "variant", "last_digest", "hand_count")]
    return [*ends, game["fold"].get("balances")]


content = pathlib.Path(sys.argv[1]).read_bytes()
document = json.loads(gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content)
digest = document.pop("digest")
if sha256(document, sort_keys=True, ensure_ascii=False) != digest:
    sys.exit("The file was changed after it was exported.")
for place, session in enumerate(rows("sessions")):
    ends = []
    for key, game in sorted(enumerate(rows("games")), key=lambda pair: pair[1]["number"]):
        if game["session"] == place:
            queues = [[r for r in rows(name) if r["game"] == key] for name in ("hands", "changes")]
            where = f"Session {session['code']}, game {game['number']}"
            ends.append(check_chain(where, game, queues))
    fingerprint = sha256(ends)
    print(session["code"], " ".join(fingerprint[start : start + 4] for start in range(0, 64, 4)))
