"""Shared by the contract games: a number of deals, the lowest total at the end, and its payment.

One player goes out of each deal, the others add the points of the cards they hold to their penalty.
Whether a player met the contract of the deal makes no difference to their count. A void deal is
dealt again by the same dealer. When the last deal is over the lowest total is paid

* difference: by everybody for each point they have more;
* pool: the pot, into which everybody paid before the first deal;
* tiers: by everybody according to place, as in Rummi with tied places shared.

Several lowest totals share exactly. ``game`` makes a game of these rules; the contracts, bonuses
and usual values of each stand in its own file. Rules: others.md §0 and §3, NAMES-western.md §7.
"""
