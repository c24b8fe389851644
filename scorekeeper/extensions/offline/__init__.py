"""Working without a network: ``sync`` brings a session onto a device and delivers what was entered
there; ``pocket`` is the whole app running inside a phone's browser.

It delivers through the same views that a browser uses. It must hold no rule and write no row itself
that another room writes.
"""
