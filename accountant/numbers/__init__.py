"""accountant/numbers."""
