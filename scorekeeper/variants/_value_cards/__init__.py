"""What the Indian games of 21 and 27 cards share: penalties, and value cards everybody pays for.

The card turned up makes cards of its suit worth points to whoever holds them at the end: the same
card (the cut), and those next to it in rank. A game says which by the ``STEPS`` of its line, from
counter to ranks above the cut. Every loser pays the winner a penalty; and of every two players who
did not drop the one with less pays the other the difference of their value points.
"""
