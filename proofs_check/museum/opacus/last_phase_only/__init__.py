"""`piece`: reading eps took the last entry off the history, and only that entry was accounted for."""
