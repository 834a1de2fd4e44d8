"""`python -m paper_claims` is the `blindavg` command."""

from paper_claims.commands.main import main

raise SystemExit(main())
