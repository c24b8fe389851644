"""Scheduled sessions and the replies to them (``planning``), and every e-mail (``mail``).

An e-mail is a row first, and is never sent twice. Nothing here starts a game by itself.
"""
