"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=["mail", "planning"],
    addresses=["mail.urls", "planning.urls"],
    functions={
        "forget a player": "planning.services.forget_player",
        "anonymize a player": "planning.services.anonymize_player",
        "a player's e-mail address": "mail.addresses.address_of",
        "delete a player's e-mail address": "mail.addresses.delete_address",
        "a player's replies": "planning.selectors.replies_json",
        "add to a snapshot": "planning.selectors.add_to_snapshot",
        "whether e-mail is set up": "mail.outbox.is_set_up",
        "jobs that send e-mail": "mail.outbox.mail_kinds",
    },
    slots={
        "ways from a group": "calendar/planning/_tile.html",
        "what comes next": "calendar/planning/_next_session.html",
        "season charts": "calendar/planning/_button.html",
        "statement": "calendar/mail/_buttons.html",
        "own details": "calendar/mail/_mine_button.html",
    },
    lookups={"player's private data": ["mail_address"]},
    tasks={"planning.tasks.remind": 30},
    # Written when opened: a link that is not valid counts.
    not_read_at_once=["mail:stop", "planning:feed", "planning:mine"],
    secret_addresses=["come", "calendar", "mail/stop"],
)
