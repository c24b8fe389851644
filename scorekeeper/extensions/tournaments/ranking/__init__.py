"""The order of all entrants: the ranking, cuts and penalties of a tournament.

It is read from the results of the tables' games and stored nowhere, so a corrected hand changes
it. The order is made by ``seasons.ranking``; there is no second method here.
"""
