"""accountant/distributed."""
