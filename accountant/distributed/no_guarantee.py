"""NoGuarantee: a deployment for which nothing is proved, with the reason and what to change."""

from __future__ import annotations


class NoGuarantee(Exception):
    """Not a mistake in the input, but a plan without a privacy (or correctness) guarantee."""

    def __init__(self, reason: str, fix: str) -> None:
        super().__init__(f"{reason}; fix: {fix}")
        self.reason, self.fix = reason, fix
