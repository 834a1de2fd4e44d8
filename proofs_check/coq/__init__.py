"""Theorems that a proof kernel (Coq) checks.

Claims.v, ClaimsNumeric.v   what is claimed: the pages that a reader audits
Constants.v                 the formulas of reference/formulas.py, printed by constants.py
Refuted*.v                  wrong versions of the claims, proved false; the other theories hold the proofs
theorems                    the table of claims: label, axioms allowed, wrong versions
wrong_versions, run         the theories that are written from the table, and what Coq answers
compiler, kernel_claims     Coq on this machine; the claims as evidence
"""
