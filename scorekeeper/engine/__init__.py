"""The pure kernel: questions, games as folds of entries, money with two ends.

Neither this package nor ``variants`` may use Django, the clock, random numbers or files.
"""
