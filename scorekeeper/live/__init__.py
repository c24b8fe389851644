"""What the phones of a night know of one another: that something is new, and who is writing.

Nothing here is part of what was played. A page that hears nothing from here asks every two seconds,
as it always did (``clubs.glance``).
"""
