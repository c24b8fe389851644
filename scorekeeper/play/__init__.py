"""Sessions, games, seats and hands: their only writer (``services``, ``edits``, ``approvals``), the
audit and replay of what is stored (``replays``), and results in words (``wording``).

A hand's entry is the truth. Rules are those of ``variants``; nothing here asks which game it is.
"""
