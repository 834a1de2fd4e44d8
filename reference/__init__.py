"""The paper as plain numpy: learners, losses, projections and one file of formulas. No proofs, no verdicts."""
