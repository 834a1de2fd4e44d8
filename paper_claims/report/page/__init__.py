"""The report as one HTML file that works offline: build/audit/index.html."""
