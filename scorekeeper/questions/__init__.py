"""A variant's questions and options as form fields, as words, and back as values.

It knows the kinds of questions. It must not know any game, and it writes nothing.
"""
