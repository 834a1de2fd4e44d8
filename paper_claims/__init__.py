"""What the paper says and what became of it: claims, derived verdicts, the audit and its command line."""
