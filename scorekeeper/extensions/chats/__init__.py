"""Results in the group's chats: each ended session goes to Telegram, Discord, Slack or ntfy as text
and image, and as a signed webhook to a program.

The core calls ``outbox``, inside the transaction of what happened; that writes rows and nothing
else. A worker words each row (``wording``), makes a request of it (``kinds``) and sends it
(``sending``, through the guard of ``transport``).
"""
