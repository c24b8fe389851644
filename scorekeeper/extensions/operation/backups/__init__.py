"""Copies the whole site into one file, proves the copy, and restores it into an empty site.

It never changes or removes a row of the site that it copies.
"""
