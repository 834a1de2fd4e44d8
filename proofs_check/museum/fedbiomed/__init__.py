"""Mistakes that were reported for fedbiomed.

short_words
"""
