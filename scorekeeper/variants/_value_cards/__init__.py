"""Shared by the Indian games of 21 and 27 cards: penalties, and value cards everybody pays for.

The card turned up makes cards of its suit worth points to their holders at the end: the same
card (the cut), and those next to it in rank. A game defines them as ``STEPS`` of its options, from
counter to ranks above the cut. Every loser pays the winner a penalty; and of every two players who
did not drop the one with less pays the other the difference of their value points.
"""
