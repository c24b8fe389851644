"""Shared by the Indian games of 13, 21 and 27 cards: how a seat ends a hand, and what is refused.

Nothing here scores or pays. The checks go through the entry in order of seat, so that errors name
the first seat at fault.
"""
