"""Mistakes of public privacy code, rebuilt small.

exhibits                             what happened, where it was reported, what catches it
accounting engineering               the right and the wrong versions
"""
