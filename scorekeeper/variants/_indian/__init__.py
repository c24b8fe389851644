"""What the Indian games of 13, 21 and 27 cards share: how a seat ends a hand, and what is refused.

Nothing here scores or pays; each game's own rules stand in its own file. The checks look at the
table's report only, in order of seat, so that the first seat at fault is the one named.
"""
