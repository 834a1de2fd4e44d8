"""`python -m paper_claims` is the `blindavg` command."""

from paper_claims.cli import main

raise SystemExit(main())
