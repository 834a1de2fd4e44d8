"""`python -m paper_claims` is the `blindavg` command. It heeds Ctrl-C before it loads anything."""

from paper_claims.commands import interrupt


def main() -> int:
    interrupt.heed()
    from paper_claims.commands.main import main as command

    return interrupt.over(command)


if __name__ == "__main__":
    raise SystemExit(main())
