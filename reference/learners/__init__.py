"""reference/learners."""
