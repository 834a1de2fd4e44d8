"""reference/protocol."""
