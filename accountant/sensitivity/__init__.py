"""accountant/sensitivity."""
