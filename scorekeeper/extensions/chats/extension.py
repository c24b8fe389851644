"""Declares what this extension adds to the site."""

from scorekeeper.extensions import Extension

EXTENSION = Extension(
    apps=[""],
    addresses=["urls"],
    functions={
        "after a session ended": "outbox.session_ended",
        "after a hand was saved": "outbox.hand_saved",
        "after a debt was paid": "outbox.debt_paid",
    },
    slots={"group settings": "chats/_in_settings.html"},
    tasks={"tasks.forget": 3600},
)
