"""A day of many tables: who plays, who sits where in which round, who is ahead, what they win.

A table of a round is an ordinary session with one game, made when the round is published. Nothing
here scores a hand or writes a payment of a game, and no package below knows of it.
"""
