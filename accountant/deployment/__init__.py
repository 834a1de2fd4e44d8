"""accountant/deployment."""
