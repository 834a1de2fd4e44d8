"""The logic: what it proves, what it refuses, and every known way of tricking it."""
