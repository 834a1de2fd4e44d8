"""`piece`: the moves of K releases were added, where their squares have to be."""
